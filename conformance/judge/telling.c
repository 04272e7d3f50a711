/* SPDX-License-Identifier: MIT */
#include "telling.h"

#include <stdlib.h>
#include <string.h>

#include "judge_state.h"

enum {
    CASE_WORK = 60000,   /* ticks to run the model for, on one case */
    ALL_WORK = 12000000, /* ... on all of them */
};

struct looking {
    const struct judge *judge;
    const struct side *side;
    unsigned interface, blame;
    unsigned calls, address_bits; /* of the cases that were seen */
    struct workspace own, rival;
    const struct test_case **cases;
    size_t count, work;
};

/* The kinds of calls that it makes. */
static unsigned calls_of(const struct test_case *c)
{
    unsigned calls = 0;

    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_CALL)
            calls |= 1u << c->script.ops[i].call.kind;
    return calls;
}

static bool was_seen(const struct looking *l, const struct test_case *c)
{
    for (size_t k = 0; k < l->side->evidence.count; k++)
        if (strcmp(l->side->evidence.rows[k].id, c->id) == 0)
            return true;
    return false;
}

static bool is_fit(const struct looking *l, const struct test_case *c)
{
    return c->dialects >> l->judge->dialect & 1 &&
           judge_interface_of(l->judge, c) == l->interface &&
           !(calls_of(c) & ~l->calls) &&
           c->script.address_bits == l->address_bits && !was_seen(l, c);
}

static int by_cost(const void *a, const void *b)
{
    const struct test_case *const *one = a, *const *other = b;
    size_t here = evaluate_cost(&(*one)->script);
    size_t there = evaluate_cost(&(*other)->script);

    return here != there ? here < there ? -1 : 1
                         : strcmp((*one)->id, (*other)->id);
}

unsigned telling_address_bits(const struct judge *judge, unsigned interface)
{
    const struct side *side = &judge->of[interface];
    size_t count = side->evidence.count;

    return count ? side->evidence.rows[count - 1].c->script.address_bits : 64;
}

static bool gather_telling(struct looking *l, const struct case_list *suite)
{
    for (size_t k = 0; k < l->side->evidence.count; k++) {
        const struct test_case *c = l->side->evidence.rows[k].c;

        l->calls |= calls_of(c);
    }
    l->address_bits = telling_address_bits(l->judge, l->interface);
    l->cases = calloc(suite->count + 1, sizeof *l->cases);
    for (size_t k = 0; l->cases && k < suite->count; k++)
        if (is_fit(l, &suite->cases[k]))
            l->cases[l->count++] = &suite->cases[k];
    if (l->count)
        qsort(l->cases, l->count, sizeof *l->cases, by_cost);
    return l->cases != NULL;
}

/* Whether no outcome of the one is an outcome of the other. */
static bool tells(struct looking *l, const struct test_case *c,
                  const struct choice_sets *own, const struct rival *rival,
                  bool *good)
{
    size_t cost = evaluate_cost(&c->script), work = CASE_WORK;
    const struct question question = {.allowed = rival->sets,
                                      .work = CASE_WORK};
    bool apart = true;

    choices_begin(&l->own.choices, own);
    do {
        struct explanations same = {0};

        model_run(&l->own.model, &c->script, &l->own.choices, &l->own.outcome,
                  l->own.arena, l->own.arena_size);
        *good = evaluate(&l->rival, c, &l->own.outcome, &question, &same, NULL,
                         NULL);
        apart = *good && same.boxes.count == 0 && !same.exhausted;
        free(same.boxes.boxes);
        l->work += cost * (1 + same.runs);
        if (work < cost * (1 + same.runs))
            return false;
        work -= cost * (1 + same.runs);
    } while (apart && choices_next(&l->own.choices));
    return apart;
}

/* How many of the rivals it tells. */
static unsigned count_told(struct looking *l, const struct test_case *c,
                           unsigned *rivals, bool *good)
{
    const struct diagnosis *d = &l->side->diagnosis;
    const struct choice_sets own = box_list_hull(&d->best.boxes);
    unsigned told = 0;

    *rivals = 0;
    *good = workspace_fit(&l->own, c) && workspace_fit(&l->rival, c);
    for (unsigned k = 0; *good && k < d->rival_count; k++)
        if (d->rivals[k].blame == l->blame) {
            ++*rivals;
            told += tells(l, c, &own, &d->rivals[k], good);
        }
    return told;
}

bool telling_find(const struct judge *judge, unsigned interface, unsigned blame,
                  const struct case_list *suite,
                  const struct test_case **telling)
{
    struct looking l = {.judge = judge,
                        .side = &judge->of[interface],
                        .interface = interface,
                        .blame = blame};
    bool good = gather_telling(&l, suite);
    unsigned most = 0, rivals = 1;

    *telling = NULL;
    for (size_t k = 0;
         good && k < l.count && most < rivals && l.work < ALL_WORK; k++) {
        unsigned told = count_told(&l, l.cases[k], &rivals, &good);

        if (told > most) {
            most = told;
            *telling = l.cases[k];
        }
    }
    free(l.cases);
    workspace_free(&l.own);
    workspace_free(&l.rival);
    return good;
}
