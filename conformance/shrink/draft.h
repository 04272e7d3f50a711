/* SPDX-License-Identifier: MIT */
/*
 * A case that is being made smaller, as the words of its canonical text: what
 * can be taken away from it is words, and whether what is left is a case is
 * for the parser to say.  So nothing here knows the operations one by one.
 *
 * A draft owns its words; draft_free releases it.  Functions that return bool
 * return false where memory ran out, and then give back no draft.
 */
#ifndef CONFORMANCE_DRAFT_H
#define CONFORMANCE_DRAFT_H

#include "conformance/cases/case.h"

enum { DRAFT_WORD = 40 };

/* The least address of a draft: one that a program without privileges can map
 * with room to spare, a round one unless something depends on the number. */
#define DRAFT_ROUND UINT64_C(0x100000)
#define DRAFT_LEAST UINT64_C(0x20000)

struct draft_word {
    char text[DRAFT_WORD];
    uint32_t line; /* words of one line stand side by side */
};

struct draft {
    struct draft_word *words;
    size_t count;
};

/* The words of a case named NAME-min; drawn streams become their ticks. */
bool draft_of_case(const struct test_case *c, struct draft *draft);

/* Without the words in which gone, one a word, is true. */
bool draft_without(const struct draft *from, const bool *gone,
                   struct draft *to);
bool draft_copy(const struct draft *from, struct draft *to);
void draft_free(struct draft *draft);

/* The case that it is, added to the list; false where it is none. */
bool draft_case(const struct draft *draft, struct case_list *list);

/* One past the last word of the line in which word i is. */
size_t draft_line_end(const struct draft *draft, size_t i);

/* The number in a word, if there is one ("16", "x3", "fill16=0xfffe"), and
 * the word with another. */
bool draft_number(const struct draft_word *word, uint64_t *value);
void draft_set_number(struct draft_word *word, uint64_t value);

/* Whether word i is an address: a pc, an offset, a p_low or p_high. */
bool draft_is_address(const struct draft *draft, size_t i);

#endif
