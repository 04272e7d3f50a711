/* SPDX-License-Identifier: MIT */
/* From observations to results: judging a whole run, in the cases' order. */
#ifndef CONFORMANCE_ASSESS_H
#define CONFORMANCE_ASSESS_H

#include "conformance/judge/judge.h"
#include "conformance/results.h"

/* One case of a run. */
struct assessed {
    const struct test_case *c;
    struct observation observation; /* in company, perhaps */
    struct observation alone;       /* where has_alone */
    bool has_alone;
    char *unsupported; /* why it was not run; else null */
};

/*
 * Judge them all.  A case that was observed in company, did not pass and has
 * not been observed alone is a suspect: its index goes to suspects (room for
 * count), their number to *suspect_count.  Observe those alone and assess
 * again.
 *
 * results' cases, behaviour and summary are filled in; release them with
 * assess_free.  False where memory ran out.
 */
bool assess(enum dialect dialect, const struct assessed *cases, size_t count,
            struct results *results, size_t *suspects, size_t *suspect_count);

void assess_free(struct results *results);

#endif
