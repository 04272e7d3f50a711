/* SPDX-License-Identifier: MIT */
/*
 * Runs of the model, as the choices that each made of just the rules that it
 * asked: all that a verdict takes of them, in so few bytes that it is kept of
 * each case.
 */
#ifndef CONFORMANCE_RUNS_H
#define CONFORMANCE_RUNS_H

#include "inference.h"

/* One run after the other: how many choices, and whether something was done
 * that no choice is; then these, by rule.  free(words) releases it. */
struct run_list {
    uint16_t *words;
    size_t used, capacity;
    size_t count; /* runs */
};

enum { RUN_OPEN = 0x8000 };

/* How many choices a run made, which begins there. */
static inline unsigned run_length(const uint16_t *run)
{
    return run[0] & (RUN_OPEN - 1u);
}

/* Whether an operation of it did what no choice of an open rule is. */
static inline bool run_is_open(const uint16_t *run)
{
    return run[0] & RUN_OPEN;
}

/* For each run of a list: where it begins among the words. */
#define RUN_LIST_EACH(at, list)                                                \
    for (size_t at = 0; at < (list)->used;                                     \
         at += 1 + (size_t)run_length(&(list)->words[at]))

/* Forget the runs and keep the memory. */
void run_list_clear(struct run_list *list);

/* False where memory ran out. */
bool run_list_add(struct run_list *list, const struct choices *run);

/* Give back memory that is not used. */
void run_list_fit(struct run_list *list);

/* Whether these sets have all choices of a run, which begins there. */
bool run_is_within(const uint16_t *run, const choice_set *of);

/* The runs of a list that these sets have, added to another.  False where
 * memory ran out. */
bool run_list_filter(const struct run_list *list,
                     const struct choice_sets *allowed, struct run_list *left);

/* Whether a run of the list is of one of the boxes. */
bool run_list_meets(const struct run_list *list, const struct box_list *boxes);

/* The rules that all runs asked, and what they made of these; of no runs,
 * none.  Where some of them have a name for all that they did, the others are
 * passed over. */
struct rule_set run_list_settled(const struct run_list *list,
                                 struct choice_sets *made);

/* Whether some run has a name for all that it did. */
bool run_list_has_named(const struct run_list *list);

/* A box for each run, added to those; of named, for those alone that have a
 * name for all that they did, where there are any.  False where memory ran out.
 */
bool run_list_boxes(const struct run_list *list, bool named,
                    struct box_list *boxes);

#endif
