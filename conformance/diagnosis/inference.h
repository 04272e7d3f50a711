/* SPDX-License-Identifier: MIT */
/*
 * What is known of an implementation's behaviour: the set of behaviours that
 * explain all observations so far.
 *
 * The set is kept as a list of boxes.  A box has a set of choices for every
 * rule and stands for all behaviours that take one from each.  A case's
 * observation gives such a list (one box for each combination of choices
 * that reproduces it); learning is intersecting with it.
 */
#ifndef CONFORMANCE_INFERENCE_H
#define CONFORMANCE_INFERENCE_H

#include <stddef.h>

#include "reference/choices.h"

struct box {
    choice_set of[RULES];
};

/* A list of boxes; free(boxes) releases it. */
struct box_list {
    struct box *boxes;
    size_t count, capacity;
};

/* Above so many boxes a list is replaced by the one box around them: what is
 * known stays true, and becomes less sharp. */
enum { INFERENCE_BOXES = 512 };

/* All behaviours. */
struct box box_everything(void);

void box_list_add(struct box_list *list, const struct box *box);

/* Give back memory that is not used. */
void box_list_fit(struct box_list *list);

/* Join boxes that differ in one rule only; forget those inside another. */
void box_list_merge(struct box_list *list);

/* known and seen: both at once. */
void box_list_intersect(const struct box_list *known,
                        const struct box_list *seen, struct box_list *both);

/* For every rule, the choices that some box has; empty sets for no boxes. */
struct choice_sets box_list_hull(const struct box_list *list);

/* Whether box shares a behaviour with one of the list. */
bool box_list_meets(const struct box_list *list, const struct box *box);

/*
 * Runs of the model, as the choices that each made of just the rules that it
 * consulted: all that a verdict needs of them, in few enough bytes to be kept
 * for each case.
 */

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

void run_list_add(struct run_list *list, const struct choices *run);

/* Give back memory that is not used. */
void run_list_fit(struct run_list *list);

/* Whether these sets have all choices of a run, which begins there. */
bool run_is_within(const uint16_t *run, const choice_set *of);

/* The runs of a list that these sets have, added to another. */
void run_list_filter(const struct run_list *list,
                     const struct choice_sets *allowed, struct run_list *left);

/* Whether a run of the list is of one of the boxes. */
bool run_list_meets(const struct run_list *list, const struct box_list *boxes);

/* The rules that all runs consulted, and the choices that they made; of no
 * runs, none.  If some of them have a name for all that they did, the others
 * are passed over. */
struct rule_set run_list_settled(const struct run_list *list,
                                 struct choice_sets *made);

/* Whether some run has a name for all that it did. */
bool run_list_has_named(const struct run_list *list);

/* A box for each run, added to those; of named, for those alone that have a
 * name for all that they did, where there are any. */
void run_list_boxes(const struct run_list *list, bool named,
                    struct box_list *boxes);

#endif
