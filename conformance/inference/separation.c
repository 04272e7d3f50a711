/* SPDX-License-Identifier: MIT */
#include "separation.h"

#include <stdlib.h>
#include <string.h>

#include "evaluate.h"
#include "latitude.h"

static bool fits(enum dialect dialect, const struct test_case *c)
{
    return c->dialects >> dialect & 1;
}

struct rule_set *separation_consulted(enum dialect dialect,
                                      const struct case_list *suite)
{
    struct rule_set *masks = calloc(suite->count + 1, sizeof *masks);
    struct workspace w = {0};

    for (size_t i = 0; masks != NULL && i < suite->count; i++) {
        const struct test_case *c = &suite->cases[i];
        struct question question = *latitude_permitted(dialect);
        struct explanations found = {0};
        struct outcome nothing = {0};

        if (!fits(dialect, c))
            continue;
        if (!workspace_fit(&w, c) ||
            !evaluate(&w, c, &nothing, &question, &found, NULL, NULL)) {
            free(masks);
            masks = NULL;
        } else {
            masks[i] = found.asked;
        }
        free(found.boxes.boxes);
    }
    workspace_free(&w);
    return masks;
}

/* The choices that a run made, as the only ones allowed; any permitted one
 * for the rules that it did not ask. */
static struct question like_run(enum dialect dialect, const struct choices *run)
{
    struct question question = latitude_named(dialect);

    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->asked, r))
            question.allowed.of[r] = choice_bit((enum choice)run->made[r]);
    return question;
}

/* The other rules' choices under which this case does not tell a from b. */
static bool case_remainder(enum dialect dialect, const struct test_case *c,
                           enum choice a, enum choice b, struct workspace w[2],
                           struct box_list *remainder)
{
    enum rule rule = (enum rule)choice_table[a].rule;
    struct question first = latitude_named(dialect);
    bool good = workspace_fit(&w[0], c) && workspace_fit(&w[1], c);

    first.allowed.of[rule] = choice_bit(a);
    choices_begin(&w[0].choices, &first.allowed);
    do {
        struct explanations same = {0};

        if (!good)
            break;
        model_run(&w[0].model, &c->script, &w[0].choices, &w[0].outcome,
                  w[0].arena, w[0].arena_size);

        struct question second = like_run(dialect, &w[0].choices);
        second.allowed.of[rule] = choice_bit(b);
        good = evaluate(&w[1], c, &w[0].outcome, &second, &same, NULL, NULL);
        for (size_t i = 0; good && i < same.boxes.count; i++) {
            struct box box = box_of_run(&w[0].choices);

            for (unsigned r = 0; r < RULES; r++)
                box.of[r] &= same.boxes.boxes[i].of[r];
            box.of[rule] = rule_choices(rule);
            good = box_list_add(remainder, &box);
        }
        free(same.boxes.boxes);
    } while (choices_next(&w[0].choices));
    box_list_merge(remainder);
    return good;
}

static bool start_apart(enum dialect dialect, struct box_list *remainder)
{
    struct question question = *latitude_permitted(dialect);
    struct box box;

    memcpy(box.of, question.allowed.of, sizeof box.of);
    return box_list_add(remainder, &box);
}

bool separation_remainder(enum dialect dialect, const struct case_list *suite,
                          const struct rule_set *consulted, enum choice a,
                          enum choice b, struct box_list *remainder)
{
    struct workspace w[2] = {0};
    unsigned rule = choice_table[a].rule;
    bool good = start_apart(dialect, remainder);

    remainder->boxes[0].of[rule] = rule_choices(rule);
    for (size_t i = 0; good && i < suite->count && remainder->count > 0; i++) {
        struct box_list left = {0}, both = {0};

        if (!rule_set_has(consulted[i], rule))
            continue;
        good = case_remainder(dialect, &suite->cases[i], a, b, w, &left) &&
               box_list_intersect(remainder, &left, &both);
        free(left.boxes);
        free(remainder->boxes);
        *remainder = both;
    }
    workspace_free(&w[0]);
    workspace_free(&w[1]);
    return good;
}
