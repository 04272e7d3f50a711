/* SPDX-License-Identifier: MIT */
/*
 * A hypothesis: an implementation does all that its dialect permits, but for
 * these departures.  Tested on all that was seen of it, it comes to the
 * behaviours that reproduce the most, and to what none of them does.
 */
#ifndef CONFORMANCE_HYPOTHESIS_H
#define CONFORMANCE_HYPOTHESIS_H

#include "evidence.h"

enum { DEPARTURES = 24 }; /* of one implementation, at most */

struct hypothesis {
    uint16_t departures[DEPARTURES]; /* enum choice, ascending */
    unsigned count;
    struct box_list boxes; /* the behaviours that are left */
    size_t missed_passing; /* cases that pass by themselves, and that it
                              does not reproduce */
    size_t missed;         /* all that it does not reproduce */
    size_t loosened; /* cases that it reproduces only if they need not agree
                        with others on what the page leaves open */
    bool *explains;  /* of each row */
    bool bounded;    /* not all could be tried */
};

/*
 * Test it, from its departures.  Given up, and `missed` is then at least that
 * much, where it misses more than `limit`.  False where memory ran out.
 */
bool hypothesis_test(struct hypothesis *h, struct evidence *e, size_t limit);
void hypothesis_free(struct hypothesis *h);

/* The behaviours with these departures that lead to a row, whatever the other
 * rows show; of a list of its own.  False where memory ran out. */
bool hypothesis_behaviours(const struct hypothesis *h, struct evidence *e,
                           size_t row, struct box_list *list);

/* Whether the departures have some choice of that rule. */
bool hypothesis_has(const struct hypothesis *h, enum rule rule);

/* Whether a row asked about any of the departures. */
bool hypothesis_touches(const struct hypothesis *h, const struct sighting *row);

/* What can be of ticks: not that none comes, where some were delivered; nor that
 * they come and are lost, where none were.  And the sets without the rest. */
choice_set hypothesis_ticks(const struct test_case *c,
                            const struct observation *o);
void hypothesis_heed(const struct test_case *c, const struct observation *o,
                     struct choice_sets *sets);

/* The better one first: by what they miss, where a case that passes by itself
 * counts twice, then by how few departures, then by how few loosened;
 * that no tick comes is simpler than what does with them. */
int hypothesis_compare(const struct hypothesis *a, const struct hypothesis *b);

/* With a departure more, or without its k-th; to be tested again. */
void hypothesis_add(struct hypothesis *h, uint16_t departure);
void hypothesis_drop(struct hypothesis *h, unsigned k);

/* Two lists of departures in the order of their choices: as memcmp. */
int departures_compare(const uint16_t *a, const uint16_t *b, unsigned count);

/* Where a departure stands in a list of them; count: nowhere. */
unsigned departures_find(const uint16_t *list, unsigned count,
                         uint16_t departure);

/* The departures alone, untested. */
struct hypothesis hypothesis_like(const struct hypothesis *h);

/* Whether a case passes only since its page leaves open what it shows: what has
 * a name, and is permitted, does not explain it. */
bool hypothesis_needs_open(const struct explanations *permitted);

/* The question that asks for the permitted and the departures, and for what
 * else is known in up to `budget` rules.  Answers without a name are asked for
 * only where the case needs them by itself: with a departure they would explain
 * whatever turns a call into one of which no sentence speaks. */
struct question hypothesis_question(const struct hypothesis *h,
                                    const struct evidence *e,
                                    const struct sighting *row,
                                    unsigned budget);

#endif
