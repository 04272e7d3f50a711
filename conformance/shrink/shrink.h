/* SPDX-License-Identifier: MIT */
/*
 * Making a case smaller for as long as something stays true of it.
 *
 * Taken away are operations, first many at a time, then one by one; ticks,
 * until there is one pc, where that is enough; members of lists; what is
 * optional; and then numbers get smaller: none gets more bits set, so that
 * 0x8000 does not become 0x7fff, and addresses stay where a program can map
 * them.  Every step makes the case smaller, none is tried twice, and the
 * number of tries is limited: so it ends, whatever `holds` answers, and the
 * same answers lead to the same case.
 */
#ifndef CONFORMANCE_SHRINK_H
#define CONFORMANCE_SHRINK_H

#include "draft.h"

struct shrink {
    /* Whether it is still true; asked once of each text. */
    bool (*holds)(void *context, const struct test_case *c);
    void *context;
    unsigned limit;    /* of tries */
    bool plain;        /* numbers do not become 0, 1 or 2, which the manuals
                           give meanings of their own */
    unsigned tries;    /* made so far */
    struct draft best; /* the smallest so far; the caller's to free */
    uint64_t *seen;    /* hashes of what was tried */
    bool failed;       /* memory ran out */
};

/* Shrink best, of which it is true, in place. */
void shrink_all(struct shrink *shrink);

/* For the above: try a draft, which is taken over; true where it became the
 * best. */
bool shrink_try(struct shrink *shrink, struct draft *draft);

/* The steps, one file each kind: true where any of them made it smaller. */
bool shrink_lines(struct shrink *shrink);
bool shrink_ticks(struct shrink *shrink);
bool shrink_lists(struct shrink *shrink);
bool shrink_options(struct shrink *shrink);
bool shrink_addresses(struct shrink *shrink);
bool shrink_numbers(struct shrink *shrink);

#endif
