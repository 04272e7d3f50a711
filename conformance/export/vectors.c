/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"

/* Whether a run made no choice on which the manual is silent. */
static bool is_specified(enum dialect dialect, const struct choices *run)
{
    if (!rule_set_empty(run->opened))
        return false;
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->consulted, r) && dialect_has_rule(dialect, r) &&
            dialect_permission(dialect, run->made[r]) == UNSPECIFIED)
            return false;
    return true;
}

/* The outcome with that text, which may be a new one. */
static struct vector_outcome *outcome_of(struct vector_set *set,
                                         struct vector *v,
                                         const struct outcome *outcome,
                                         const char *text)
{
    struct vector_outcome *o;

    for (size_t k = 0; k < v->count; k++)
        if (strcmp(v->outcomes[k].text, text) == 0)
            return &v->outcomes[k];
    if (v->count == VECTOR_KEPT)
        return NULL;
    o = &ARENA_ADD(&set->memory, v->outcomes, v->count);
    *o = (struct vector_outcome){.text = arena_text(&set->memory, text)};
    outcome_copy(&o->outcome, outcome);
    return o;
}

/* One more way to it. */
static void add_way(struct vector_outcome *o, const struct choices *run,
                    bool specified)
{
    if (o->ways++ == 0 || (specified && !o->specified)) {
        o->consulted = run->consulted;
        memcpy(o->made, run->made, sizeof o->made);
        o->specified = specified;
    }
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->consulted, r))
            o->also[r] |= choice_bit(run->made[r]);
}

/* False: it is one outcome too many. */
static bool add_run(struct vector_set *set, struct vector *v,
                    const struct workspace *w)
{
    char *text = vector_text(v->c, w->outcome.events, w->outcome.count);
    struct vector_outcome *o = outcome_of(set, v, &w->outcome, text);

    free(text);
    v->rules = rule_set_join(v->rules, w->choices.consulted);
    if (o)
        add_way(o, &w->choices, is_specified(set->dialect, &w->choices));
    return o != NULL;
}

/* Runs of the model to find out what a case shows, at most; comparisons of
 * outcomes. */
enum { FIND_RUNS = 20000, FIND_COMPARED = 2000000 };

struct effort {
    size_t runs, compared;
};

static bool is_permitted(const struct vector *v, const struct outcome *outcome,
                         struct effort *effort)
{
    for (size_t k = 0; k < v->count; k++) {
        effort->compared++;
        if (outcome_difference(&v->outcomes[k].outcome, outcome) < 0)
            return true;
    }
    return false;
}

/* Of all runs that make the choice, how many lead to what is not permitted? */
static void try_choice(struct vector_set *set, struct vector *v,
                       enum choice choice, struct workspace *w,
                       struct effort *effort)
{
    enum rule rule = choice_table[choice].rule;
    struct choice_sets sets = evaluate_allowed(set->dialect, true);
    size_t made = 0, wrong = 0;

    sets.of[rule] = choice_bit(choice);
    workspace_first(w, v->c, &sets);
    do {
        v->finds_cut =
            ++effort->runs > FIND_RUNS || effort->compared > FIND_COMPARED;
        if (v->finds_cut)
            return;
        if (!rule_set_has(w->choices.consulted, rule))
            continue;
        made++;
        wrong += !is_permitted(v, &w->outcome, effort);
    } while (workspace_next(w, v->c));
    if (wrong)
        ARENA_ADD(&set->memory, v->finds, v->find_count) =
            (struct vector_find){(uint16_t)choice, wrong == made};
}

/* Nobody sees the value of a function that may return void. */
static bool is_seen(enum dialect dialect, enum rule rule)
{
    choice_set success =
        evaluate_allowed(dialect, true).of[RULE_RETURN_ON_SUCCESS];

    return (rule != RULE_RETURN_ON_SUCCESS && rule != RULE_RETURN_ON_ERROR) ||
           !(success & choice_bit(RETURN_ON_SUCCESS_NONE));
}

static void try_choices(struct vector_set *set, struct vector *v,
                        struct workspace *w)
{
    struct effort effort = {0};

    v->finds_cut = v->more;
    for (unsigned c = 0; c < CHOICES && !v->finds_cut; c++) {
        enum rule rule = choice_table[c].rule;

        if (rule_set_has(v->rules, rule) && is_seen(set->dialect, rule) &&
            dialect_permission(set->dialect, c) == FORBIDDEN)
            try_choice(set, v, c, w, &effort);
    }
}

static void make(struct vector_set *set, struct vector *v, struct workspace *w)
{
    struct choice_sets allowed = evaluate_allowed(set->dialect, true);
    size_t runs = 0;

    workspace_fit(w, v->c);
    workspace_first(w, v->c, &allowed);
    do
        v->more = runs++ == VECTOR_RUNS || !add_run(set, v, w);
    while (!v->more && workspace_next(w, v->c));
    for (unsigned r = 0; r < RULES; r++)
        if (!dialect_has_rule(set->dialect, r))
            rule_set_remove(&v->rules, r);
    try_choices(set, v, w);
}

void vectors_make(struct vector_set *set, enum dialect dialect,
                  const struct case_list *cases)
{
    struct workspace w = {0};

    *set = (struct vector_set){.dialect = dialect};
    set->vectors = arena_new(&set->memory, cases->count, sizeof *set->vectors);
    for (size_t k = 0; k < cases->count; k++)
        if (cases->cases[k].dialects >> dialect & 1) {
            set->vectors[set->count].c = &cases->cases[k];
            make(set, &set->vectors[set->count++], &w);
        }
    workspace_free(&w);
}

void vectors_free(struct vector_set *set)
{
    for (size_t k = 0; k < set->count; k++)
        for (size_t j = 0; j < set->vectors[k].count; j++)
            outcome_copy_free(&set->vectors[k].outcomes[j].outcome);
    arena_free(&set->memory);
    *set = (struct vector_set){0};
}

/* What bounds outcomes that are too many to list. */

static bool is_of(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->op == b->op && a->process == b->process &&
           (a->kind != EVENT_BUFFER || a->buffer == b->buffer);
}

static bool is_same(const struct event *a, const struct event *b)
{
    return a->value == b->value && a->error == b->error &&
           a->tick_time == b->tick_time && a->fast == b->fast &&
           a->size == b->size &&
           (!a->bytes || !b->bytes ? a->bytes == b->bytes
                                   : !memcmp(a->bytes, b->bytes, a->size));
}

static void bound_event(struct vector_bound *row, const struct event *event)
{
    for (unsigned k = 0; k < row->values && k < VECTOR_EACH; k++)
        if (is_same(row->each[k], event))
            return;
    if (row->values < VECTOR_EACH)
        row->each[row->values] = event;
    row->values++;
}

static void bound_buffer(struct vector_bound *row, const struct event *event,
                         const struct test_case *c, struct arena *memory)
{
    unsigned width = test_case_width(c);
    size_t count;

    if (!event->bytes) {
        row->unmapped++;
        return;
    }
    row->damaged += describe_zones_damaged(event);
    row->undetermined += event->undetermined;
    count = (event->size - 2 * SCRIPT_ZONE) / width;
    if (!row->least) {
        row->event = event;
        row->counters = count;
        row->least = arena_new(memory, count, sizeof *row->least);
        row->most = arena_new(memory, count, sizeof *row->most);
        memset(row->least, 0xff, count * sizeof *row->least);
    }
    for (size_t k = 0; k < count && k < row->counters; k++) {
        uint32_t value = describe_counter(
            &c->script, event->bytes + SCRIPT_ZONE + k * width, width);

        row->least[k] = value < row->least[k] ? value : row->least[k];
        row->most[k] = value > row->most[k] ? value : row->most[k];
    }
}

struct vector_bound *vector_bounds(const struct vector *vector,
                                   struct arena *memory, size_t *count)
{
    struct vector_bound *rows = NULL;

    *count = 0;
    for (size_t k = 0; k < vector->count; k++)
        for (size_t j = 0; j < vector->outcomes[k].outcome.count; j++) {
            const struct event *event = &vector->outcomes[k].outcome.events[j];
            size_t n = 0;

            while (n < *count && !is_of(rows[n].event, event))
                n++;
            if (n == *count)
                ARENA_ADD(memory, rows, *count) =
                    (struct vector_bound){.event = event};
            if (event->kind == EVENT_BUFFER)
                bound_buffer(&rows[n], event, vector->c, memory);
            else
                bound_event(&rows[n], event);
        }
    return rows;
}
