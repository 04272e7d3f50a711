/* SPDX-License-Identifier: MIT */
#include "vector.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/inference/outcome_copy.h"
#include "conformance/judge/judge.h"

bool vector_is_open(enum dialect dialect, unsigned rule)
{
    choice_set set = judge_allowed(dialect, true).of[rule];

    return (set & (set - 1)) != 0;
}

const char *vector_standing(enum dialect dialect, enum choice choice)
{
    switch (dialect_permission(dialect, choice)) {
    case DECIDED: return "required";
    case PERMITTED: return "permitted";
    case UNSPECIFIED: return "unspecified";
    default: return NULL;
    }
}

/* Whether a run took no choice on which the manual is silent. */
static bool vector_is_specified(enum dialect dialect, const struct choices *run)
{
    if (!rule_set_empty(run->opened))
        return false;
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->asked, r) &&
            dialect_has_rule(dialect, (enum rule)r) &&
            dialect_permission(dialect, (enum choice)run->made[r]) ==
                UNSPECIFIED)
            return false;
    return true;
}

/* In memory of its own; null where there is none. */
static char *vector_events(const struct test_case *c,
                           const struct outcome *outcome)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good;

    if (!out)
        return NULL;
    for (size_t k = 0; k < outcome->count; k++)
        vector_put_event(c, &outcome->events[k], out);
    good = !ferror(out);
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}

static struct vector_outcome *vector_same(const struct vector *v,
                                          const char *text)
{
    for (size_t k = 0; k < v->count; k++)
        if (strcmp(v->outcomes[k].text, text) == 0)
            return &v->outcomes[k];
    return NULL;
}

/* A new one; takes text over. */
static struct vector_outcome *vector_add(struct vector *v, size_t *capacity,
                                         const struct outcome *outcome,
                                         char *text)
{
    struct vector_outcome *grown = grow(v->outcomes, v->count, capacity,
                                        sizeof *grown),
                          *added;

    if (!grown) {
        free(text);
        return NULL;
    }
    v->outcomes = grown;
    added = &grown[v->count++];
    *added = (struct vector_outcome){.text = text};
    return outcome_copy(&added->outcome, outcome) ? added : NULL;
}

/* One more way to it. */
static void vector_note(struct vector_outcome *o, const struct choices *run,
                        bool specified)
{
    if (o->ways++ == 0 || (specified && !o->specified)) {
        o->asked = run->asked;
        memcpy(o->made, run->made, sizeof o->made);
        o->specified = specified;
    }
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->asked, r))
            o->also[r] |= choice_bit((enum choice)run->made[r]);
}

static bool vector_run(struct vector *v, size_t *capacity, struct workspace *w)
{
    char *text = vector_events(v->c, &w->outcome);
    struct vector_outcome *o;

    if (!text)
        return false;
    v->rules = rule_set_join(v->rules, w->choices.asked);
    o = vector_same(v, text);
    if (o) {
        free(text);
    } else if (v->count == VECTOR_KEPT) {
        v->more = true;
        free(text);
        return true;
    } else {
        o = vector_add(v, capacity, &w->outcome, text);
    }
    if (o)
        vector_note(o, &w->choices,
                    vector_is_specified(v->dialect, &w->choices));
    return o != NULL;
}

static bool vector_make(struct vector *v, enum dialect dialect,
                        const struct test_case *c, struct workspace *w)
{
    struct choice_sets allowed = judge_allowed(dialect, true);
    size_t capacity = 0;

    *v = (struct vector){.c = c, .dialect = dialect};
    if (!workspace_fit(w, c))
        return false;
    choices_begin(&w->choices, &allowed);
    do {
        model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
                  w->arena_size);
        if (!vector_run(v, &capacity, w))
            return false;
    } while (!v->more && choices_next(&w->choices));
    for (unsigned r = 0; r < RULES; r++)
        if (!dialect_has_rule(dialect, (enum rule)r))
            rule_set_remove(&v->rules, r);
    return vector_find_all(v, w);
}

bool vectors_make(struct vector_set *set, enum dialect dialect,
                  const struct case_list *cases)
{
    struct workspace w = {0};
    bool good = true;

    *set = (struct vector_set){.dialect = dialect};
    set->vectors = calloc(cases->count + 1, sizeof *set->vectors);
    good = set->vectors != NULL;
    for (size_t k = 0; good && k < cases->count; k++)
        if (cases->cases[k].dialects >> dialect & 1)
            good = vector_make(&set->vectors[set->count++], dialect,
                               &cases->cases[k], &w);
    workspace_free(&w);
    return good;
}

void vectors_free(struct vector_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        struct vector *v = &set->vectors[k];

        for (size_t j = 0; j < v->count; j++) {
            outcome_copy_free(&v->outcomes[j].outcome);
            free(v->outcomes[j].text);
        }
        free(v->outcomes);
        free(v->finds);
    }
    free(set->vectors);
    *set = (struct vector_set){0};
}
