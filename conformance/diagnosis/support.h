/* SPDX-License-Identifier: MIT */
/*
 * Whether a departure is behind the cases that it explains, where others stay
 * unexplained: what is behind those may be behind these as well.
 *
 * It is compared with each case in which it changes what is expected.  It
 * stands if it holds in many times as many as it fails in (not so many where
 * it holds often, and none does what is expected without it), if few in a
 * hundred at most do what is expected without it (one in sixteen, where it
 * holds often and is not about all ticks; one in six, if it fails nowhere,
 * too), if without it the unexplained cases could not be described as simply,
 * and if what they have in common is not shared by all of those that only it
 * explains.
 */
#ifndef CONFORMANCE_SUPPORT_H
#define CONFORMANCE_SUPPORT_H

#include "diagnosis.h"
#include "unexplained.h"

/* In how many cases that it changes a departure */
struct support {
    size_t holds;    /* leads to what was seen there, and nothing else does */
    size_t fails;    /* does not, and neither does anything else, nor is it of
                        what sets several cases of an unknown defect apart */
    size_t contrary; /* does not, and what is expected without it does */
    bool shared;     /* all that only it explains has what sets others apart */
    bool counted; /* in one that is contrary some tick is, which is not to be */
    bool lone;    /* one case alone shows it, beside others that differ in the
                        same kind of thing and stay unexplained */
    bool ticks;   /* it is about all ticks: what loses some looks like it */
};

/* What stays unexplained by a hypothesis, as it was tested. */
struct rest {
    struct evidence *e;
    const struct hypothesis *h;
    struct views views;
    struct unknowns unknowns;
};

void rest_make(struct evidence *e, const struct hypothesis *h,
               struct rest *rest);
void rest_free(struct rest *rest);

/* Of the k-th departure of the hypothesis. */
struct support support_of(struct rest *rest, unsigned k);

/* Of one that holds in the marked rows alone, so many of which fail by
 * themselves: these are compared with the others that have the same
 * features. */
struct support support_where(struct rest *rest, uint16_t departure,
                             const unsigned char *marks, unsigned mark,
                             const int where[2], size_t rows);

/* Whether the departure stands; of two that don't, whether the first has less
 * support. */
bool support_suffices(const struct support *standing);
bool support_is_weaker(const struct support *a, const struct support *b);

#endif
