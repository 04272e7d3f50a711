/* SPDX-License-Identifier: MIT */
#include "inference.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"

struct box box_everything(void)
{
    struct box box;

    memcpy(box.of, rule_all, sizeof box.of);
    return box;
}

struct box box_of_run(const struct choices *choices)
{
    struct box box = box_everything();

    RULE_SET_EACH (r, choices->asked)
        box.of[r] = choice_bit((enum choice)choices->made[r]);
    return box;
}

bool box_list_add(struct box_list *list, const struct box *box)
{
    struct box *boxes =
        grow(list->boxes, list->count, &list->capacity, sizeof *boxes);

    if (boxes == NULL)
        return false;
    list->boxes = boxes;
    list->boxes[list->count++] = *box;
    return true;
}

void box_list_fit(struct box_list *list)
{
    struct box *less =
        list->count ? realloc(list->boxes, list->count * sizeof *less) : NULL;

    if (less == NULL)
        return;
    list->boxes = less;
    list->capacity = list->count;
}

static bool inside_box(const struct box *small, const struct box *large)
{
    for (unsigned r = 0; r < RULES; r++)
        if (small->of[r] & ~large->of[r])
            return false;
    return true;
}

/* The only rule in which two boxes differ; RULES if they differ in more. */
static unsigned only_difference(const struct box *a, const struct box *b)
{
    unsigned found = RULES;

    for (unsigned r = 0; r < RULES; r++) {
        if (a->of[r] == b->of[r])
            continue;
        if (found != RULES)
            return RULES;
        found = r;
    }
    return found;
}

/* Put b into a, if the two make one box. */
static bool join_boxes(struct box *a, const struct box *b)
{
    if (inside_box(b, a))
        return true;
    if (inside_box(a, b)) {
        *a = *b;
        return true;
    }

    unsigned rule = only_difference(a, b);
    if (rule == RULES)
        return false;
    a->of[rule] |= b->of[rule];
    return true;
}

void box_list_merge(struct box_list *list)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t i = 0; i < list->count; i++)
            for (size_t k = i + 1; k < list->count;)
                if (join_boxes(&list->boxes[i], &list->boxes[k])) {
                    list->boxes[k] = list->boxes[--list->count];
                    changed = true;
                } else {
                    k++;
                }
    }
}

static bool overlap_boxes(const struct box *a, const struct box *b,
                          struct box *both)
{
    for (unsigned r = 0; r < RULES; r++) {
        both->of[r] = a->of[r] & b->of[r];
        if (both->of[r] == 0)
            return false;
    }
    return true;
}

bool box_list_intersect(const struct box_list *known,
                        const struct box_list *seen, struct box_list *both)
{
    struct box box;

    both->count = 0;
    for (size_t i = 0; i < known->count; i++)
        for (size_t k = 0; k < seen->count; k++)
            if (overlap_boxes(&known->boxes[i], &seen->boxes[k], &box) &&
                !box_list_add(both, &box))
                return false;
    box_list_merge(both);
    if (both->count > INFERENCE_BOXES) {
        struct choice_sets hull = box_list_hull(both);

        memcpy(both->boxes[0].of, hull.of, sizeof hull.of);
        both->count = 1;
    }
    return true;
}

struct choice_sets box_list_hull(const struct box_list *list)
{
    struct choice_sets hull = {0};

    for (size_t i = 0; i < list->count; i++)
        for (unsigned r = 0; r < RULES; r++)
            hull.of[r] |= list->boxes[i].of[r];
    return hull;
}

bool box_list_meets(const struct box_list *list, const struct box *box)
{
    struct box both;

    for (size_t i = 0; i < list->count; i++)
        if (overlap_boxes(&list->boxes[i], box, &both))
            return true;
    return false;
}
