/* SPDX-License-Identifier: MIT */
#include "identify.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/stream.h"
#include "conformance/observe/observe.h"

enum {
    DRAWS = 40,          /* behaviours that a case's score is made of */
    WORK = 40000,        /* ticks to run the model for to score one case */
    SOME_WORK = 1000000, /* ... to try its combinations, at first */
    FULL_WORK = 20000000 /* ... to try them all */
};

/* One identification under way. */
struct search {
    struct identity *identity;
    struct workspace workspace;
    uint64_t random;
};

/* One choice of each set; free rules keep all. */
static struct choice_sets draw_behaviour(struct search *s)
{
    struct choice_sets sets = s->identity->left;

    for (unsigned r = 0; r < RULES; r++) {
        unsigned n = (unsigned)__builtin_popcount(sets.of[r]);
        unsigned k;

        if (rule_table[r].free)
            continue;
        k = (unsigned)(stream_random(&s->random) % n);
        while (k-- > 0)
            sets.of[r] &= (choice_set)(sets.of[r] - 1);
        sets.of[r] &= (choice_set)-sets.of[r];
    }
    return sets;
}

/* Eight bytes at a time, whose upper ones the shift brings down. */
static void mix(uint64_t *hash, const unsigned char *bytes, size_t size)
{
    for (size_t k = 0; k < size; k += sizeof *hash) {
        uint64_t next = 0;

        memcpy(&next, bytes + k,
               size - k < sizeof next ? size - k : sizeof next);
        *hash = (*hash ^ next) * UINT64_C(0x100000001b3);
        *hash ^= *hash >> 29;
    }
}

/* Of all that event_agrees looks at. */
static uint64_t outcome_hash(const struct outcome *outcome)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];
        const int64_t fields[] = {e->kind,         e->process, e->op,
                                  e->value,        e->error,   e->tick_time,
                                  e->fast,         e->buffer,  e->undetermined,
                                  e->bytes != NULL};

        mix(&hash, (const unsigned char *)fields, sizeof fields);
        if (e->bytes != NULL && !e->undetermined)
            mix(&hash, e->bytes, e->size);
    }
    return hash;
}

/* How evenly a case's outcomes divide the behaviours left, from a sample: the
 * expected share that would remain; 1: all have one outcome. */
static void score(struct search *s, struct identify_case *row)
{
    size_t cost = evaluate_cost(&row->c->script), draws = WORK / cost + 4;
    uint64_t hashes[DRAWS];
    size_t pairs = 0;

    if (draws > DRAWS)
        draws = DRAWS;
    for (size_t k = 0; k < draws; k++) {
        struct choice_sets sets = draw_behaviour(s);

        choices_begin(&s->workspace.choices, &sets);
        workspace_run(&s->workspace, row->c);
        row->consulted =
            rule_set_join(row->consulted, s->workspace.choices.consulted);
        hashes[k] = outcome_hash(&s->workspace.outcome);
    }
    for (size_t k = 0; k < draws; k++)
        for (size_t n = 0; n < draws; n++)
            pairs += hashes[k] == hashes[n];
    row->score = (double)pairs / (double)(draws * draws);
    row->fresh = true;
}

/* Whether some combination of what is left has another outcome than the
 * first.  The sets only shrink: one that has none stays so. */
static bool can_split(struct search *s, struct identify_case *row)
{
    size_t limit = FULL_WORK / evaluate_cost(&row->c->script);
    struct choices *choices = &s->workspace.choices;
    uint64_t first = 0;

    choices_begin(choices, &s->identity->left);
    for (size_t k = 0; k < limit; k++) {
        workspace_run(&s->workspace, row->c);
        row->consulted = rule_set_join(row->consulted, choices->consulted);
        if (k == 0)
            first = outcome_hash(&s->workspace.outcome);
        else if (outcome_hash(&s->workspace.outcome) != first)
            return true;
        if (!choices_next(choices))
            return false;
    }
    return true;
}

/* A case that costs much to put, or to think about, comes later. */
static double effort(const struct test_case *c)
{
    return (observe_can_batch(c) ? 0 : 0.2) +
           (evaluate_cost(&c->script) > 10000 ? 0.5 : 0);
}

/* The case to put next; null: none shows anything more. */
static struct identify_case *choose_case(struct search *s)
{
    struct identity *identity = s->identity;
    struct identify_case *best = NULL;

    for (size_t k = 0; k < identity->count; k++) {
        struct identify_case *row = &identity->cases[k];

        if (row->settled)
            continue;
        if (!row->fresh)
            score(s, row);
        if (row->score < 1 &&
            (best == NULL ||
             row->score + effort(row->c) < best->score + effort(best->c)))
            best = row;
    }
    for (size_t k = 0; best == NULL && k < identity->count; k++) {
        struct identify_case *row = &identity->cases[k];

        if (row->settled)
            continue;
        row->settled = !can_split(s, row);
        if (!row->settled)
            best = row;
    }
    return best;
}

/* Of a run that agrees: the choices that it made, and the rules that all such
 * runs consulted. */
static void note_agreeing(const struct choices *choices,
                          struct choice_sets *made, struct rule_set *always)
{
    RULE_SET_EACH (r, choices->consulted)
        made->of[r] |= choice_bit(choices->made[r]);
    *always = rule_set_common(*always, choices->consulted);
}

/* Run a case by the combinations of what is left, whose rules are then
 * row->last: true, where some agree.  row->cut: they were too many. */
static bool try_combinations(struct search *s, struct identify_case *row,
                             size_t work, struct choice_sets *made,
                             struct rule_set *always)
{
    size_t limit = work / evaluate_cost(&row->c->script), k = 0;
    struct choices *choices = &s->workspace.choices;
    bool explained = false;

    row->last = (struct rule_set){{0}};
    choices_begin(choices, &s->identity->left);
    do {
        row->cut = k++ == limit;
        if (row->cut)
            break;
        workspace_run(&s->workspace, row->c);
        row->last = rule_set_join(row->last, choices->consulted);
        if (outcome_difference(&s->workspace.outcome,
                               &row->observation.outcome) >= 0)
            continue;
        explained = true;
        note_agreeing(choices, made, always);
    } while (choices_next(choices));
    row->consulted = rule_set_join(row->consulted, row->last);
    return explained;
}

/* The choices that take part in some combination which leads to what was
 * observed.  False: none does. */
static bool narrow_system(struct search *s, struct identify_case *row,
                          size_t work, struct choice_sets *narrowed)
{
    const struct choice_sets *left = &s->identity->left;
    struct rule_set always = RULE_SET_ALL;
    bool explained;

    memset(narrowed, 0, sizeof *narrowed);
    explained = try_combinations(s, row, work, narrowed, &always);
    if (row->cut) /* it strikes nothing out */
        *narrowed = *left;
    for (unsigned r = 0; explained && r < RULES; r++)
        if (!rule_set_has(always, r))
            narrowed->of[r] = left->of[r];
    explained |= row->cut;
    row->tried = explained && (!row->cut || work == FULL_WORK);
    return explained;
}

/* Take over narrower sets.  Returns the rules that have fewer choices now. */
static struct rule_set take_over(struct search *s,
                                 const struct choice_sets *narrowed)
{
    struct identity *identity = s->identity;
    struct rule_set changed = {{0}};

    for (unsigned r = 0; r < RULES; r++)
        if (narrowed->of[r] != identity->left.of[r])
            rule_set_add(&changed, r);
    identity->left = *narrowed;
    for (size_t k = 0; k < identity->count; k++) {
        struct identify_case *row = &identity->cases[k];

        row->tried &= rule_set_empty(changed);
        row->fresh &= !rule_set_meets(row->consulted, changed);
    }
    return changed;
}

/* Learn from a case, and from those before it again as long as that strikes
 * out more. */
static void learn(struct search *s, struct identify_case *row, size_t work)
{
    struct identity *identity = s->identity;
    struct choice_sets narrowed = {0};
    struct rule_set changed;

    if (!narrow_system(s, row, work, &narrowed)) {
        row->unexplained = true;
        identity->unexplained++;
        return;
    }
    changed = take_over(s, &narrowed);
    while (!rule_set_empty(changed)) {
        struct rule_set now = {{0}};

        for (size_t k = 0; k < identity->count; k++) {
            struct identify_case *other = &identity->cases[k];

            if (other->probed && !other->unexplained &&
                rule_set_meets(other->consulted, rule_set_join(changed, now)) &&
                narrow_system(s, other, SOME_WORK, &narrowed))
                now = rule_set_join(now, take_over(s, &narrowed));
        }
        changed = now;
    }
}

bool identity_is_few(const struct identity *identity)
{
    return identity->seen * 2 < identity->probed || identity->probed == 0;
}

static void ask_once(struct search *s, struct identify_case *row,
                     identify_ask *ask, void *context)
{
    const struct observation *o = &row->observation;

    row->settled = true;
    if (!ask(context, row->c, &row->observation))
        return;
    if (o->ended == ENDED_UNSUPPORTED || o->ended == ENDED_HARNESS ||
        o->disturbed)
        return;
    row->probed = true;
    s->identity->probed++;
    s->identity->seen += observation_shows_buffers(o);
    if (o->ended != ENDED_TIMEOUT && o->ended != ENDED_FORGED) {
        learn(s, row, SOME_WORK);
    } else {
        row->unexplained = true;
        s->identity->unexplained++;
    }
}

/* Learn again from the cases that had too many combinations, trying more of
 * them.  Whether that struck out something. */
static bool learn_more(struct search *s)
{
    struct identity *identity = s->identity;
    struct choice_sets before = identity->left;

    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].cut && !identity->cases[k].tried)
            learn(s, &identity->cases[k], FULL_WORK);
    return memcmp(&before, &identity->left, sizeof before) != 0;
}

/* The rules that the cases put consult under what is left at last. */
static void find_consulted(struct search *s)
{
    struct identity *identity = s->identity;
    struct choice_sets narrowed = {0};

    identity->consulted = (struct rule_set){{0}};
    for (size_t k = 0; k < identity->count; k++) {
        struct identify_case *row = &identity->cases[k];

        if (row->probed && !row->unexplained &&
            (row->tried || narrow_system(s, row, FULL_WORK, &narrowed)))
            identity->consulted = rule_set_join(identity->consulted, row->last);
    }
}

void identify(const struct test_case *const *cases, size_t count,
              const struct choice_sets *known, identify_ask *ask, void *context,
              struct identity *identity)
{
    struct search search = {.identity = identity};
    struct identify_case *row;

    *identity = (struct identity){.left = *known, .count = count};
    identity->cases = memory_new(count, sizeof *identity->cases);
    for (size_t k = 0; k < count; k++) {
        identity->cases[k].c = cases[k];
        workspace_fit(&search.workspace, cases[k]);
    }
    while ((row = choose_case(&search)))
        ask_once(&search, row, ask, context);
    while (learn_more(&search))
        continue;
    find_consulted(&search);
    workspace_free(&search.workspace);
}

struct choice_sets identity_system(enum system system, bool returns)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++) {
        sets.of[r] = choice_bit(system_choice(system, r));
        if (rule_table[r].free || system_lacks(system, r))
            sets.of[r] = rule_choices(r);
    }
    if (!returns) {
        sets.of[RULE_RETURN_ON_SUCCESS] = choice_bit(RETURN_ON_SUCCESS_NONE);
        sets.of[RULE_RETURN_ON_ERROR] = choice_bit(RETURN_ON_ERROR_NONE);
    } else if (sets.of[RULE_RETURN_ON_SUCCESS] ==
               choice_bit(RETURN_ON_SUCCESS_NONE)) {
        sets.of[RULE_RETURN_ON_SUCCESS] = rule_choices(RULE_RETURN_ON_SUCCESS);
        sets.of[RULE_RETURN_ON_ERROR] = rule_choices(RULE_RETURN_ON_ERROR);
    }
    return sets;
}

void identity_free(struct identity *identity)
{
    for (size_t k = 0; k < identity->count; k++)
        observation_free(&identity->cases[k].observation);
    free(identity->cases);
    identity->cases = NULL;
    identity->count = 0;
}

/* Whether some combination of the sets leads to what was observed. */
static bool could_be(struct workspace *w, const struct identify_case *row,
                     const struct choice_sets *sets)
{
    workspace_first(w, row->c, sets);
    do
        if (outcome_difference(&w->outcome, &row->observation.outcome) < 0)
            return true;
    while (workspace_next(w, row->c));
    return false;
}

/* The same, but that it counts nothing. */
static struct choice_sets inert(const struct choice_sets *sets)
{
    struct choice_sets some = *sets;

    some.of[RULE_TICKS] = choice_bit(TICKS_NONE) | choice_bit(TICKS_LOST);
    return some;
}

static enum identity_says weigh_match(struct workspace *w,
                                      const struct identify_case *row,
                                      const struct identity_match *match)
{
    const struct choice_sets *sets = &match->sets;
    struct choice_sets nothing = inert(sets);

    if (row->observation.ended == ENDED_TIMEOUT ||
        row->observation.ended == ENDED_FORGED || !could_be(w, row, sets))
        return IDENTITY_CONTRADICTS;
    return !observation_shows_buffers(&row->observation) ||
                   could_be(w, row, &nothing)
               ? IDENTITY_SILENT
               : IDENTITY_EXPLAINED;
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

void identity_weigh(const struct identity *identity,
                    const struct choice_sets *sets,
                    struct identity_match *match)
{
    struct workspace w = {0};

    match->sets = *sets;
    for (size_t k = 0; k < identity->count; k++) {
        const struct identify_case *row = &identity->cases[k];

        match->says[k] = IDENTITY_NOT_ASKED;
        if (!row->probed)
            continue;
        workspace_fit(&w, row->c);
        match->says[k] = (unsigned char)weigh_match(&w, row, match);
    }
    workspace_free(&w);
    count(identity, match);
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
                observation_shows_buffers(&identity->cases[k].observation) &&
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

void identity_matches(const struct identity *identity, unsigned calls,
                      bool returns, struct identity_matches *matches)
{
    *matches = (struct identity_matches){.count = 0};
    for (int s = 0; s < SYSTEMS; s++) {
        struct choice_sets sets = identity_system(s, returns);
        struct identity_match *match = &matches->rows[matches->count];

        if (!(system_table[s].calls & calls))
            continue;
        match->system = s;
        match->says = memory_new(identity->count, 1);
        matches->count++;
        identity_weigh(identity, &sets, match);
    }
    for (unsigned k = 0; k < matches->count; k++)
        if (!counts(&matches->rows[k]))
            find_evidence_of_nothing(identity, matches, &matches->rows[k]);
    qsort(matches->rows, matches->count, sizeof *matches->rows, best_first);
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
