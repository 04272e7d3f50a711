/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

void run_list_clear(struct run_list *list)
{
    list->used = list->count = 0;
}

/* Room for so many words more; null: there is none. */
static uint16_t *room_for_run(struct run_list *list, size_t words)
{
    if (list->capacity - list->used < words) {
        size_t capacity = 2 * list->capacity + words;
        uint16_t *grown = realloc(list->words, capacity * sizeof *grown);

        if (grown == NULL)
            return NULL;
        list->words = grown;
        list->capacity = capacity;
    }
    return list->words + list->used;
}

bool run_list_add(struct run_list *list, const struct choices *run)
{
    uint16_t *words = room_for_run(list, 1 + RULES);
    uint16_t n = 0;

    if (words == NULL)
        return false;
    RULE_SET_EACH (r, run->asked)
        words[++n] = run->made[r];
    words[0] = rule_set_empty(run->opened) ? n : n | RUN_OPEN;
    list->used += 1 + (size_t)n;
    list->count++;
    return true;
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

bool run_list_filter(const struct run_list *list,
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
        if (words == NULL)
            return false;
        memcpy(words, run, size * sizeof *words);
        left->used += size;
        left->count++;
    }
    return true;
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

bool run_list_boxes(const struct run_list *list, bool named,
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
        if (!box_list_add(boxes, &box))
            return false;
    }
    return true;
}
