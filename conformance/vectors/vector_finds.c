/* SPDX-License-Identifier: MIT */
/* Which forbidden choices a case shows: what failing on it may mean. */
#include <stdlib.h>

#include "conformance/base/grow.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/sentence.h"
#include "vector.h"

/* Runs of the model for one case, at most; comparisons of outcomes. */
enum { FIND_RUNS = 20000, FIND_COMPARED = 2000000 };

struct find_state {
    struct vector *vector;
    struct workspace *w;
    size_t capacity, runs, compared;
};

void vector_sentence(enum dialect dialect, enum choice choice,
                     char text[VECTOR_WORDS])
{
    const struct blame blame = {.rule = choice_table[choice].rule,
                                .found = choice_bit(choice)};

    *text = '\0';
    sentence_add(dialect, &blame, text, VECTOR_WORDS);
}

static bool find_permitted(struct find_state *s, const struct outcome *outcome)
{
    for (size_t k = 0; k < s->vector->count; k++) {
        s->compared++;
        if (outcome_difference(&s->vector->outcomes[k].outcome, outcome) < 0)
            return true;
    }
    return false;
}

/* Of all runs that take the choice: how many there are, and how many lead
 * beyond what is permitted.  False: it was too much. */
static bool find_count(struct find_state *s, enum choice choice, size_t *taken,
                       size_t *wrong)
{
    enum rule rule = (enum rule)choice_table[choice].rule;
    struct choice_sets sets = judge_allowed(s->vector->dialect, true);
    struct workspace *w = s->w;

    *taken = *wrong = 0;
    sets.of[rule] = choice_bit(choice);
    choices_begin(&w->choices, &sets);
    do {
        if (++s->runs > FIND_RUNS || s->compared > FIND_COMPARED)
            return false;
        model_run(&w->model, &s->vector->c->script, &w->choices, &w->outcome,
                  w->arena, w->arena_size);
        if (!rule_set_has(w->choices.asked, rule))
            continue;
        ++*taken;
        *wrong += !find_permitted(s, &w->outcome);
    } while (choices_next(&w->choices));
    return true;
}

static bool find_add(struct find_state *s, enum choice choice, bool always)
{
    struct vector *v = s->vector;
    struct vector_find *grown =
        grow(v->finds, v->find_count, &s->capacity, sizeof *grown);

    if (!grown)
        return false;
    v->finds = grown;
    grown[v->find_count++] = (struct vector_find){(uint16_t)choice, always};
    return true;
}

/* What nobody sees: the value of a function that may return void. */
static bool find_is_seen(enum dialect dialect, enum rule rule)
{
    choice_set success =
        judge_allowed(dialect, true).of[RULE_RETURN_ON_SUCCESS];

    return (rule != RULE_RETURN_ON_SUCCESS && rule != RULE_RETURN_ON_ERROR) ||
           !(success & choice_bit(RETURN_ON_SUCCESS_NONE));
}

static bool find_try(struct find_state *s, enum choice choice)
{
    size_t taken, wrong;

    if (dialect_permission(s->vector->dialect, choice) != FORBIDDEN ||
        s->vector->finds_cut)
        return true;
    if (!find_count(s, choice, &taken, &wrong)) {
        s->vector->finds_cut = true;
        return true;
    }
    return wrong == 0 || find_add(s, choice, wrong == taken);
}

bool vector_find_all(struct vector *vector, struct workspace *w)
{
    struct find_state s = {.vector = vector, .w = w};

    if (vector->more) {
        vector->finds_cut = true;
        return true;
    }
    for (unsigned r = 0; r < RULES; r++)
        for (unsigned k = 0; rule_set_has(vector->rules, r) &&
                             find_is_seen(vector->dialect, (enum rule)r) &&
                             k < rule_table[r].count;
             k++)
            if (!find_try(&s, (enum choice)(rule_table[r].first + k)))
                return false;
    return true;
}
