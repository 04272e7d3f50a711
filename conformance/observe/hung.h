/* SPDX-License-Identifier: MIT */
/*
 * What an implementation hangs in is not waited for again and again.
 *
 * Where it hangs, or takes too much of the machine, in one of its calls, in a
 * tick or in another operation, HUNG_ROW cases in a row that do the same are
 * waited for; later ones are not run, and are observed as timed out.  Where a
 * process reported nothing at all, as one that stops its supervisor, or a
 * program does not answer its first requests, no further case is run.  What is
 * in a row is a matter of the cases' order alone, so that it does not depend on
 * how many are run at a time.
 */
#ifndef CONFORMANCE_HUNG_H
#define CONFORMANCE_HUNG_H

#include "conformance/language/observation.h"

enum { HUNG_ROW = 2 }; /* a count that came to it stays so */

/* What a case hung in: a call, by enum call_kind; one of these; or another
 * operation, by HUNG_OP and its enum op_kind. */
enum {
    HUNG_TICK = CALL_KINDS,
    HUNG_END,
    HUNG_WHOLE,
    HUNG_ANSWER,
    HUNG_OP,
    HUNG_KINDS = HUNG_OP + OP_KINDS
};

/* Of each of those: how many of the last cases that have it hung in it.  plain:
 * without those that pass lists.  All zero before the first case. */
struct hung {
    uint8_t rows[HUNG_KINDS], plain[HUNG_KINDS];
};

/* Whether and where a case hung, as its observation says. */
struct hung_sign {
    uint8_t how; /* 0: nothing */
    uint16_t op; /* where the case ended */
};

struct hung_sign hung_sign(const struct observation *observation);

/* Count a case that was run; one that was not to be run is passed over. */
void hung_note(struct hung *hung, const struct test_case *c,
               struct hung_sign sign);

/* Whether a case is not to be run; then the observation says so. */
bool hung_spares(const struct hung *hung, const struct test_case *c,
                 struct observation *observation);

/* Forget rows shorter than HUNG_ROW: cases in between are not known. */
void hung_forget_begun(struct hung *hung);

/* The same functions are called as another dialect has them: what was learnt
 * from cases without lists, whose layout may differ, stays true. */
void hung_change_dialect(struct hung *hung);

/* Go through all cases in order, and replace the observations of those that
 * should not have been run. */
void hung_apply(struct hung *hung, const struct test_case *const *cases,
                size_t count, struct observation *observations);

#endif
