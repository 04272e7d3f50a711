/* SPDX-License-Identifier: MIT */
/*
 * What a case can show, by what the model does: a choice that a dialect
 * forbids is made, all else is as the dialect permits, and no permitted run of
 * the case agrees with that.  A case that only consults a rule shows nothing of
 * it by that: its buffer may be too small, or its ticks beside the point.
 */
#ifndef CONFORMANCE_TEETH_H
#define CONFORMANCE_TEETH_H

#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/inference.h"
#include "conformance/language/case.h"

/* Where it shows: what is seen to differ is of that form of the call, of that
 * element of its list, of counters so wide. */
enum teeth_part {
    PART_FIRST_FORM, /* profil, monitor with a buffer */
    PART_LIST,       /* a list, in any dialect */
    PART_STARTUP,    /* monstartup */
    PART_FIRST,      /* the first of its elements */
    PART_MIDDLE,
    PART_LAST, /* of at least two */
    PART_BIN_FIRST,
    PART_BIN_MIDDLE,
    PART_BIN_LAST,
    PART_16, /* counters of 16 bits */
    PART_32,
    PARTS
};

/* "list", "the last element", ... in a few words; and as one word, as it is in
 * untested.def. */
const char *teeth_part_text(enum teeth_part part);
const char *teeth_part_word(enum teeth_part part);

enum { TEETH_SHOWN = 1 << PARTS };

/* What one case shows in one dialect. */
struct teeth {
    struct rule_set consulted; /* by some permitted run */
    struct rule_set parted;    /* of which it separates two permitted choices */
    uint16_t forms;          /* those of its calls: PART_FIRST_FORM, PART_LIST,
                                  PART_STARTUP */
    uint16_t shown[CHOICES]; /* of each forbidden choice: TEETH_SHOWN, and a
                                  bit for each part where it shows; or 0 */
};

/* The forbidden choices of a rule that the case shows. */
choice_set teeth_of_rule(const struct teeth *teeth, enum rule rule);

void teeth_find(struct workspace *w, enum dialect dialect,
                const struct test_case *c, struct teeth *teeth);

#endif
