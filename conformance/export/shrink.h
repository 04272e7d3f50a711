/* SPDX-License-Identifier: MIT */
/*
 * Making a case smaller for as long as something stays true of it.
 *
 * Taken away are operations, first many at a time, then one by one; ticks,
 * until there is one pc, where that is enough; members of lists; what is
 * optional; and then numbers get smaller: none gets more bits set, so that
 * 0x8000 does not become 0x7fff, and addresses stay where a program can map
 * them.  No buffer gets shorter than the size that a call gives beside it,
 * unless one was: what happens then no longer depends on the mapping alone.
 * Every step makes the case smaller, none is tried twice, and the number of
 * tries is limited: so it ends, whatever `holds` answers, and the same answers
 * lead to the same case.
 */
#ifndef CONFORMANCE_SHRINK_H
#define CONFORMANCE_SHRINK_H

#include "conformance/language/case.h"

struct shrink {
    /* Whether it is still true; called once for each text. */
    bool (*holds)(void *context, const struct test_case *c);
    void *context;
    unsigned limit; /* of tries */
    unsigned steps; /* those that are made, a bit each: lines, ticks, lists,
                       options, addresses, numbers; 0: all */
    bool plain;     /* numbers do not become 0, 1 or 2, which the manuals give
                       meanings of their own */
    unsigned tries; /* made so far */
    bool is_short;  /* a buffer of the case was shorter than its size */
    struct draft *best; /* the smallest so far */
    uint64_t *seen;     /* hashes of what was tried */
};

/* Shrink a case of which it is true: the list gets the least, named NAME-min,
 * in which drawn streams are their ticks. */
void shrink_case(struct shrink *shrink, const struct test_case *c,
                 struct case_list *list);

#endif
