/* SPDX-License-Identifier: MIT */
/* The least case that fails for the reason that a case fails for. */
#ifndef CONFORMANCE_MINIMAL_H
#define CONFORMANCE_MINIMAL_H

#include "reason.h"

enum { MINIMAL_RUNS = 3 /* of what was found, to see that it stands */ };

struct minimal {
    struct case_list list;  /* one case */
    struct finding finding; /* of it; or, where there is nothing to shrink, of
                               the case as it was */
    unsigned again;         /* runs out of MINIMAL_RUNS that failed so */
};

enum minimal_result {
    MINIMAL_FOUND,
    MINIMAL_NOTHING, /* the case does not fail: see finding */
    MINIMAL_MEMORY,  /* ran out */
};

/*
 * Note what the quick suite shows of the implementation, so that, as in a run,
 * of several defects that explain a case those are not named that other cases
 * rule out: in a new judge for the subject.  A case whose id is `but` is left
 * out, if not null.  False where memory ran out.
 */
bool minimal_learn(struct subject *subject, const char *but);

/* Learns first, where the subject has no judge yet; and anew, without the case,
 * where that makes the case pass: then the subject has that judge after it.
 * minimal_free releases what was found, whatever the result. */
enum minimal_result minimal_find(struct subject *subject,
                                 const struct test_case *c,
                                 struct minimal *minimal);
void minimal_free(struct minimal *minimal);

#endif
