/* SPDX-License-Identifier: MIT */
/* What a recorded run observed, read back. */
#ifndef CONFORMANCE_RECORDED_H
#define CONFORMANCE_RECORDED_H

#include "conformance/explain/assess.h"

struct recorded {
    enum dialect dialect;
    struct case_list list;
    struct assessed *cases; /* one a case of the run, in its order */
    size_t count;
};

/* Read it from the results of a file, which must outlive it.  Null, or what
 * is wrong with them, with the case; recorded_free in both cases. */
const char *recorded_parse(struct recorded *recorded,
                           const struct results *results);

void recorded_free(struct recorded *recorded);

#endif
