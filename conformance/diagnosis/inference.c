/* SPDX-License-Identifier: MIT */
#include "inference.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

/* Boxes that are merged at a time: it takes the square of their number. */
enum { MERGED = 4 * INFERENCE_BOXES };

struct box box_everything(void)
{
    struct box box;

    memcpy(box.of, rule_all, sizeof box.of);
    return box;
}

void box_list_add(struct box_list *list, const struct box *box)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 4;
        list->boxes = memory_got(
            reallocarray(list->boxes, list->capacity, sizeof *list->boxes));
    }
    list->boxes[list->count++] = *box;
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

/* Put b into a, if the two make one box: one is inside the other, or they
 * differ in one rule. */
static bool join_boxes(struct box *a, const struct box *b)
{
    bool b_inside = true, a_inside = true;
    unsigned differ = 0, rule = 0;

    for (unsigned r = 0; r < RULES; r++) {
        if (a->of[r] == b->of[r])
            continue;
        b_inside = b_inside && !(b->of[r] & ~a->of[r]);
        a_inside = a_inside && !(a->of[r] & ~b->of[r]);
        rule = r;
        if (++differ > 1 && !b_inside && !a_inside)
            return false;
    }
    if (!b_inside && a_inside)
        *a = *b;
    else if (!b_inside)
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

/* As few boxes as they make, or the one that has all that is in any. */
static void limit_boxes(struct box_list *list)
{
    struct choice_sets hull;

    box_list_merge(list);
    if (list->count <= INFERENCE_BOXES)
        return;
    hull = box_list_hull(list);
    memcpy(list->boxes[0].of, hull.of, sizeof hull.of);
    list->count = 1;
}

void box_list_intersect(const struct box_list *known,
                        const struct box_list *seen, struct box_list *both)
{
    struct box box;

    both->count = 0;
    for (size_t i = 0; i < known->count; i++)
        for (size_t k = 0; k < seen->count; k++) {
            if (overlap_boxes(&known->boxes[i], &seen->boxes[k], &box))
                box_list_add(both, &box);
            if (both->count == MERGED)
                limit_boxes(both);
        }
    limit_boxes(both);
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

void run_list_clear(struct run_list *list)
{
    list->used = list->count = 0;
}

/* Room for so many words more. */
static uint16_t *room_for_run(struct run_list *list, size_t words)
{
    if (list->capacity - list->used < words) {
        list->capacity = 2 * list->capacity + words;
        list->words = memory_got(
            reallocarray(list->words, list->capacity, sizeof *list->words));
    }
    return list->words + list->used;
}

void run_list_add(struct run_list *list, const struct choices *run)
{
    uint16_t *words = room_for_run(list, 1 + RULES);
    uint16_t n = 0;

    RULE_SET_EACH (r, run->consulted)
        words[++n] = run->made[r];
    words[0] = rule_set_empty(run->opened) ? n : n | RUN_OPEN;
    list->used += 1 + (size_t)n;
    list->count++;
}

void run_list_fit(struct run_list *list)
{
    uint16_t *less =
        list->used ? realloc(list->words, list->used * sizeof *less) : NULL;

    if (less == NULL)
        return;
    list->words = less;
    list->capacity = list->used;
}

bool run_is_within(const uint16_t *run, const choice_set *of)
{
    for (unsigned k = 1; k <= run_length(run); k++)
        if ((of[choice_table[run[k]].rule] & choice_bit((enum choice)run[k])) ==
            0)
            return false;
    return true;
}

void run_list_filter(const struct run_list *list,
                     const struct choice_sets *allowed, struct run_list *left)
{
    RUN_LIST_EACH(at, list)
    {
        const uint16_t *run = &list->words[at];
        size_t size = 1 + (size_t)run_length(run);
        uint16_t *words;

        if (!run_is_within(run, allowed->of))
            continue;
        words = room_for_run(left, size);
        memcpy(words, run, size * sizeof *words);
        left->used += size;
        left->count++;
    }
}

bool run_list_meets(const struct run_list *list, const struct box_list *boxes)
{
    RUN_LIST_EACH(at, list)
    for (size_t i = 0; i < boxes->count; i++)
        if (run_is_within(&list->words[at], boxes->boxes[i].of))
            return true;
    return false;
}

bool run_list_has_named(const struct run_list *list)
{
    RUN_LIST_EACH(at, list)
    if (!run_is_open(&list->words[at]))
        return true;
    return false;
}

struct rule_set run_list_settled(const struct run_list *list,
                                 struct choice_sets *made)
{
    struct rule_set all = {{0}};
    bool named = run_list_has_named(list), first = true;

    *made = (struct choice_sets){0};
    RUN_LIST_EACH(at, list)
    {
        const uint16_t *run = &list->words[at];
        struct rule_set own = {{0}};

        if (named && run_is_open(run))
            continue;
        for (unsigned k = 1; k <= run_length(run); k++) {
            rule_set_add(&own, choice_table[run[k]].rule);
            made->of[choice_table[run[k]].rule] |=
                choice_bit((enum choice)run[k]);
        }
        all = first ? own : rule_set_common(all, own);
        first = false;
    }
    return all;
}

void run_list_boxes(const struct run_list *list, bool named,
                    struct box_list *boxes)
{
    named = named && run_list_has_named(list);
    RUN_LIST_EACH(at, list)
    {
        const uint16_t *run = &list->words[at];
        struct box box = box_everything();

        if (named && run_is_open(run))
            continue;
        for (unsigned k = 1; k <= run_length(run); k++)
            box.of[choice_table[run[k]].rule] = choice_bit((enum choice)run[k]);
        box_list_add(boxes, &box);
    }
}
