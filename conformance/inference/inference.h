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
enum { INFERENCE_BOXES = 256 };

/* All behaviours. */
struct box box_everything(void);

/* The box of one run of the model: the choices it made, any other choice for
 * the rules it did not ask. */
struct box box_of_run(const struct choices *choices);

/* False only where memory ran out. */
bool box_list_add(struct box_list *list, const struct box *box);

/* Give back memory that is not used. */
void box_list_fit(struct box_list *list);

/* Join boxes that differ in one rule only; forget those inside another. */
void box_list_merge(struct box_list *list);

/* known and seen: both at once.  False where memory ran out. */
bool box_list_intersect(const struct box_list *known,
                        const struct box_list *seen, struct box_list *both);

/* For every rule, the choices that some box has; empty sets for no boxes. */
struct choice_sets box_list_hull(const struct box_list *list);

/* Whether box shares a behaviour with one of the list. */
bool box_list_meets(const struct box_list *list, const struct box *box);

#endif
