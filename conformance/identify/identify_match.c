/* SPDX-License-Identifier: MIT */
#include "identify_match.h"

#include <stdlib.h>

#include "conformance/inference/evaluate.h"

/* Whether some combination of the sets leads to what was observed. */
static bool could_be(struct workspace *w, const struct identify_case *row,
                     const struct choice_sets *sets)
{
    choices_begin(&w->choices, sets);
    do {
        model_run(&w->model, &row->c->script, &w->choices, &w->outcome,
                  w->arena, w->arena_size);
        if (outcome_difference(&w->outcome, &row->observation.outcome) < 0)
            return true;
    } while (choices_next(&w->choices));
    return false;
}

/* The same, but that it counts nothing. */
static struct choice_sets inert(const struct choice_sets *sets)
{
    struct choice_sets some = *sets;

    some.of[RULE_TICKS] = choice_bit(TICKS_NONE) | choice_bit(TICKS_LOST);
    return some;
}

static bool died(const struct identify_case *row)
{
    const struct outcome *o = &row->observation.outcome;

    return o->count > 0 && o->events[o->count - 1].kind == EVENT_CRASH;
}

static enum identity_says weigh_match(struct workspace *w,
                                      const struct identify_case *row,
                                      const struct identity_match *match)
{
    const struct choice_sets *sets = &match->sets;
    struct choice_sets nothing = inert(sets);

    if (died(row) && system_dies_in(match->system, row->c->slug))
        return IDENTITY_EXPLAINED;

    if (row->observation.ended == ENDED_TIMEOUT ||
        row->observation.ended == ENDED_FORGED || !could_be(w, row, sets))
        return IDENTITY_CONTRADICTS;
    return could_be(w, row, &nothing) ? IDENTITY_SILENT : IDENTITY_EXPLAINED;
}

static void count(const struct identity *identity, struct identity_match *match)
{
    match->explained = match->contradicts = match->silent = 0;
    for (size_t k = 0; k < identity->count; k++) {
        match->explained += match->says[k] == IDENTITY_EXPLAINED;
        match->contradicts += match->says[k] == IDENTITY_CONTRADICTS;
        match->silent += match->says[k] == IDENTITY_SILENT;
    }
}

bool identity_weigh(const struct identity *identity,
                    const struct choice_sets *sets,
                    struct identity_match *match)
{
    struct workspace w = {0};
    bool good = true;

    match->sets = *sets;
    for (size_t k = 0; good && k < identity->count; k++) {
        const struct identify_case *row = &identity->cases[k];

        match->says[k] = IDENTITY_NOT_ASKED;
        if (!row->asked)
            continue;
        good = workspace_fit(&w, row->c);
        if (good)
            match->says[k] = (unsigned char)weigh_match(&w, row, match);
    }
    workspace_free(&w);
    count(identity, match);
    return good;
}

static bool counts(const struct identity_match *match)
{
    return match->sets.of[RULE_TICKS] & choice_bit(TICKS_COUNTED);
}

/* What contradicts one that counts is evidence of one that does not. */
static void find_evidence_of_nothing(const struct identity *identity,
                                     struct identity_matches *matches,
                                     struct identity_match *match)
{
    for (size_t k = 0; k < identity->count; k++)
        for (unsigned n = 0; n < matches->count; n++)
            if (match->says[k] == IDENTITY_SILENT &&
                counts(&matches->rows[n]) &&
                matches->rows[n].says[k] == IDENTITY_CONTRADICTS)
                match->says[k] = IDENTITY_EXPLAINED;
    count(identity, match);
}

static int best_first(const void *a, const void *b)
{
    const struct identity_match *one = a, *other = b;

    if (one->contradicts != other->contradicts)
        return one->contradicts < other->contradicts ? -1 : 1;
    if (one->explained != other->explained)
        return one->explained > other->explained ? -1 : 1;
    return one->system < other->system ? -1 : 1;
}

bool identity_matches(const struct identity *identity, unsigned calls,
                      bool returns, struct identity_matches *matches)
{
    bool good = true;

    *matches = (struct identity_matches){.count = 0};
    for (int s = 0; good && s < SYSTEMS; s++) {
        struct choice_sets sets = identity_system((enum system)s, returns);
        struct identity_match *match = &matches->rows[matches->count];

        if (!(system_table[s].calls & calls))
            continue;
        match->system = (enum system)s;
        match->says = calloc(identity->count + 1, 1);
        matches->count += match->says != NULL;
        good = match->says && identity_weigh(identity, &sets, match);
    }
    for (unsigned k = 0; good && k < matches->count; k++)
        if (!counts(&matches->rows[k]))
            find_evidence_of_nothing(identity, matches, &matches->rows[k]);
    if (good)
        qsort(matches->rows, matches->count, sizeof *matches->rows, best_first);
    return good;
}

void identity_matches_free(struct identity_matches *matches)
{
    for (unsigned k = 0; k < matches->count; k++)
        free(matches->rows[k].says);
    matches->count = 0;
}

bool identity_is_same(const struct identity_match *match)
{
    return match->contradicts == 0 && match->explained > 0;
}

bool identity_is_like(const struct identity_match *match)
{
    return match->explained > 0 && match->explained >= match->contradicts;
}
