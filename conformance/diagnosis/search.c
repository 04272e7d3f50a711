/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "conformance/base/memory.h"
#include "support.h"

enum {
    WIDTH = 8,      /* hypotheses kept from round to round */
    THOROUGH = 4,   /* departures, beyond which they are added one by one */
    PAIRS = 2,      /* hypotheses for which two departures at once are tried */
    SEARCHED = 320, /* rows that are searched, where there are more: of a full
                       suite, but not of a quick one */
    NO_CHANCE = 4,  /* cases that fail, which nothing explains by chance */
};

/* The hypotheses of a round, the best first. */
struct round {
    struct hypothesis rows[WIDTH];
    unsigned count;
};

static bool same_hypothesis(const struct hypothesis *a,
                            const struct hypothesis *b)
{
    return a->count == b->count &&
           departures_compare(a->departures, b->departures, a->count) == 0;
}

/* Into the round, if it is among its best; h is the round's then. */
static void enter(struct round *round, struct hypothesis *h)
{
    unsigned at = round->count;

    for (unsigned k = 0; k < round->count; k++)
        if (same_hypothesis(&round->rows[k], h)) {
            hypothesis_free(h);
            return;
        }
    while (at > 0 && hypothesis_compare(h, &round->rows[at - 1]) < 0)
        at--;
    if (at == WIDTH) {
        hypothesis_free(h);
        return;
    }
    if (round->count == WIDTH)
        hypothesis_free(&round->rows[--round->count]);
    memmove(&round->rows[at + 1], &round->rows[at],
            (round->count - at) * sizeof *round->rows);
    round->rows[at] = *h;
    round->count++;
}

static void round_free(struct round *round)
{
    for (unsigned k = 0; k < round->count; k++)
        hypothesis_free(&round->rows[k]);
    round->count = 0;
}

static bool is_in(const struct hypothesis *h, const struct candidate *one)
{
    for (unsigned k = 0; k < one->count; k++)
        if (hypothesis_has(h, choice_table[one->departures[k]].rule))
            return true;
    return false;
}

static bool solved(const struct round *round)
{
    return round->count > 0 && round->rows[0].missed == 0;
}

bool search_with(struct evidence *e, const struct hypothesis *h,
                 const struct candidate *one, size_t limit,
                 struct hypothesis *more)
{
    if (is_in(h, one) || h->count + one->count > DEPARTURES)
        return false;
    *more = hypothesis_like(h);
    for (unsigned i = 0; i < one->count; i++)
        hypothesis_add(more, one->departures[i]);
    hypothesis_test(more, e, limit);
    return true;
}

/* Every hypothesis that one more candidate makes of h. */
static void widen(struct evidence *e, const struct hypothesis *h,
                  struct round *next, bool pairs, bool *bounded)
{
    struct candidates all;

    candidates_gather(e, h, NULL, pairs, CANDIDATES_OF_CHEAP, CANDIDATES_ASKED,
                      &all);
    *bounded |= all.bounded;
    for (unsigned k = 0; k < all.count; k++) {
        struct hypothesis more;
        size_t limit = solved(next)           ? 0
                       : next->count == WIDTH ? next->rows[WIDTH - 1].missed
                                              : e->count;

        if (!search_with(e, h, &all.rows[k], limit, &more))
            continue;
        *bounded |= more.bounded;
        if (more.missed <= limit)
            enter(next, &more);
        else
            hypothesis_free(&more);
    }
}

void diagnosis_take(struct diagnosis *d, struct hypothesis *h)
{
    hypothesis_free(&d->best);
    d->best = *h;
}

struct hypothesis search_tested(const struct hypothesis *h, struct evidence *e)
{
    struct hypothesis copy = hypothesis_like(h);

    hypothesis_test(&copy, e, e->count);
    return copy;
}

/* Whether what a candidate adds to the best stands. */
static bool adds_supported(struct evidence *e, const struct hypothesis *best,
                           const struct hypothesis *more)
{
    struct rest rest;
    bool stands = true;

    if (more->missed == 0)
        return true;
    rest_make(e, more, &rest);
    for (unsigned k = 0; stands && k < more->count; k++)
        if (!hypothesis_departs(best, more->departures[k])) {
            struct support s = support_of(&rest, k);

            stands = support_suffices(&s);
        }
    rest_free(&rest);
    return stands;
}

/* Add to the best what explains more, of what such rows ask for; sure: see
 * search_complete.  Whether something does. */
static bool extend(struct evidence *e, struct diagnosis *d, bool sure,
                   enum candidates_of rows)
{
    struct candidates all;
    bool better = false;

    candidates_gather(e, &d->best, NULL, true, rows, e->count, &all);
    d->bounded |= all.bounded;
    for (unsigned k = 0; k < all.count; k++) {
        struct hypothesis more;

        if (!search_with(e, &d->best, &all.rows[k], d->best.missed, &more))
            continue;
        if (hypothesis_compare(&more, &d->best) < 0 &&
            (!sure || adds_supported(e, &d->best, &more))) {
            diagnosis_take(d, &more);
            better = true;
        } else {
            hypothesis_free(&more);
        }
    }
    return better;
}

/* Take another choice of the rule in the place of one that was as good when it
 * was added, if it explains more beside those that came later. */
static bool exchange(struct evidence *e, struct diagnosis *d, unsigned k)
{
    enum choice own = d->best.departures[k];
    const struct rule_row *rule = &rule_table[choice_table[own].rule];
    choice_set others = e->known.of[choice_table[own].rule] &
                        (choice_set)~e->permitted.of[choice_table[own].rule] &
                        (choice_set)~choice_bit(own);

    for (unsigned n = 0; n < rule->count; n++) {
        struct hypothesis other;

        if (!(others >> n & 1))
            continue;
        other = hypothesis_like(&d->best);
        hypothesis_drop(&other, k);
        hypothesis_add(&other, rule->first + n);
        hypothesis_test(&other, e, d->best.missed);
        if (hypothesis_compare(&other, &d->best) < 0) {
            diagnosis_take(d, &other);
            return true;
        }
        hypothesis_free(&other);
    }
    return false;
}

static bool exchange_any(struct evidence *e, struct diagnosis *d)
{
    for (unsigned k = 0; k < d->best.count; k++)
        if (exchange(e, d, k))
            return true;
    return false;
}

/* One by one, for all sets of many departures are too many. */
void search_complete(struct evidence *e, struct diagnosis *d, bool sure)
{
    while (d->best.missed > 0 && (extend(e, d, sure, CANDIDATES_OF_CHEAP) ||
                                  extend(e, d, sure, CANDIDATES_OF_DEAR)))
        ;
}

/* What else explains all, with as few departures. */
static void note_equals(struct diagnosis *d, const struct round *round)
{
    for (unsigned k = 0; d->best.missed == 0 && k < round->count; k++)
        if (round->rows[k].missed == 0 &&
            !same_hypothesis(&round->rows[k], &d->best) &&
            round->rows[k].count == d->best.count)
            d->equals[d->equal_count++] = hypothesis_like(&round->rows[k]);
}

static void search_rows(struct evidence *e, struct diagnosis *d)
{
    struct round now = {.count = 1}, next = {0};

    hypothesis_test(&now.rows[0], e, e->count);
    d->best = search_tested(&now.rows[0], e);
    for (unsigned idle = 0;
         d->best.missed > 0 && d->best.count < THOROUGH && idle < 2; idle++) {
        for (unsigned k = 0; k < now.count; k++)
            widen(e, &now.rows[k], &next, k < PAIRS, &d->bounded);
        round_free(&now);
        if (next.count == 0)
            break;
        now = next;
        next.count = 0;
        if (hypothesis_compare(&now.rows[0], &d->best) < 0) {
            struct hypothesis copy = search_tested(&now.rows[0], e);

            idle = -1u;
            diagnosis_take(d, &copy);
        }
    }
    note_equals(d, &now);
    round_free(&now);
    round_free(&next);
}

struct evidence search_taken(const struct evidence *e, const bool *taken)
{
    struct evidence some = *e;

    some.rows = memory_new(e->count, sizeof *some.rows);
    some.count = some.alone = 0;
    some.workspace = (struct workspace){0};
    some.arena = (struct arena){0};
    some.plain = NULL;
    some.doubts = NULL;
    for (size_t k = 0; k < e->count; k++) {
        struct sighting *row = &some.rows[some.count];

        if (!taken[k])
            continue;
        *row = e->rows[k];
        row->tried = NULL;
        row->tried_count = 0;
        row->borrowed = true;
        some.count++;
        some.alone += k < e->alone;
    }
    return some;
}

/* Of many rows some that fail, at most half, and some that pass: the cheap
 * ones. */
static struct evidence evidence_some(const struct evidence *e)
{
    size_t fails = 0, left[2];
    bool *taken = memory_new(e->count, sizeof *taken);
    struct evidence some;

    for (size_t k = 0; k < e->count; k++)
        fails += e->rows[k].permitted.count == 0;
    left[0] = fails < SEARCHED / 2 ? fails : SEARCHED / 2;
    left[1] = SEARCHED - left[0];
    for (size_t k = 0; k < e->count; k++) {
        bool passes = e->rows[k].permitted.count > 0;

        taken[k] = left[passes] > 0;
        left[passes] -= taken[k];
    }
    some = search_taken(e, taken);
    free(taken);
    return some;
}

/* What explained all of some in the best one's place may fail the others. */
static void keep_equals(struct evidence *e, struct diagnosis *d)
{
    unsigned equals = 0;

    for (unsigned k = 0; k < d->equal_count; k++) {
        struct hypothesis h = hypothesis_like(&d->equals[k]);

        hypothesis_test(&h, e, 0);
        if (d->best.missed == 0 && h.missed == 0)
            d->equals[equals++] = d->equals[k];
        hypothesis_free(&h);
    }
    d->equal_count = equals;
}

static void search_cheap(struct evidence *e, struct diagnosis *d)
{
    if (e->count > SEARCHED) {
        struct evidence some = evidence_some(e);

        search_rows(&some, d);
        evidence_free(&some);
        hypothesis_test(&d->best, e, e->count);
        keep_equals(e, d);
    } else {
        search_rows(e, d);
    }
}

struct hypothesis search_without(struct evidence *e, const struct diagnosis *d,
                                 unsigned k, size_t limit)
{
    struct hypothesis without = hypothesis_like(&d->best);

    hypothesis_drop(&without, k);
    hypothesis_test(&without, e, limit);
    return without;
}

/* Cases that the best does not explain; those that pass count twice. */
static size_t misses(const struct diagnosis *d)
{
    return d->best.missed + d->best.missed_passing;
}

/* Whether the rows that pass by themselves are permitted together, too. */
static bool passing_agree(struct evidence *e)
{
    struct hypothesis none = {.count = 0};
    bool agree;

    hypothesis_test(&none, e, e->count);
    agree = none.missed_passing == 0;
    hypothesis_free(&none);
    return agree;
}

static size_t missed_failing(const struct hypothesis *h)
{
    return h->missed - h->missed_passing;
}

/* Whether the departures explain all, and so much of it fails that they do so
 * by no chance: one that only passing cases need is no less needed then. */
static bool explains_all(const struct evidence *e, const struct hypothesis *h)
{
    size_t failing = 0;

    for (size_t k = 0; k < e->count; k++)
        failing += e->rows[k].permitted.count == 0;
    return h->missed == 0 && failing >= NO_CHANCE;
}

void search_prune(struct evidence *e, struct diagnosis *d)
{
    bool agree =
        d->best.count > 0 && !explains_all(e, &d->best) && passing_agree(e);

    for (unsigned k = 0; k < d->best.count;) {
        size_t limit = agree ? e->count : d->best.missed;
        struct hypothesis less = search_without(e, d, k, limit);
        bool same = less.missed <= d->best.missed &&
                    less.missed_passing <= d->best.missed_passing;

        if (same ||
            (agree && missed_failing(&less) <= missed_failing(&d->best))) {
            diagnosis_take(d, &less);
            k = 0;
        } else {
            hypothesis_free(&less);
            k++;
        }
    }
}

/* Note which rows only the departure explained that less is without, and that
 * is not supported. */
static void note_doubts(struct evidence *e, const struct hypothesis *best,
                        const struct hypothesis *less, unsigned rule)
{
    size_t count = 0;

    for (size_t k = 0; k < e->count; k++)
        count += best->explains[k] && !less->explains[k];
    for (size_t k = 0; k < e->count; k++)
        if (best->explains[k] && !less->explains[k] &&
            e->doubts[k].rows < count)
            e->doubts[k] = (struct doubt){count, rule};
}

/* Leave out what is not supported, the weakest first, and look again for what
 * is. */
static void keep_sure(struct evidence *e, struct diagnosis *d)
{
    bool dropped = true;

    e->doubts = memory_new(e->count, sizeof *e->doubts);
    while (dropped && misses(d) > 0) {
        struct support worst = {0};
        unsigned at = d->best.count;
        struct rest rest;

        rest_make(e, &d->best, &rest);
        for (unsigned k = 0; k < d->best.count; k++) {
            struct support s = support_of(&rest, k);

            if (support_suffices(&s) ||
                (at < d->best.count && !support_is_weaker(&s, &worst)))
                continue;
            worst = s;
            at = k;
        }
        rest_free(&rest);
        dropped = at < d->best.count;
        if (dropped) {
            struct hypothesis less = search_without(e, d, at, e->count);
            uint16_t own = d->best.departures[at];

            e->known.of[choice_table[own].rule] &=
                (choice_set)~choice_bit((enum choice)own);
            note_doubts(e, &d->best, &less, choice_table[own].rule);
            diagnosis_take(d, &less);
            search_complete(e, d, true);
        }
    }
    free(e->doubts);
    e->doubts = NULL;
}

/* Of the first rows. */
static void diagnose_rows(struct evidence *e, struct diagnosis *d)
{
    struct choice_sets known = e->known;

    search_cheap(e, d);
    search_complete(e, d, false);
    while (d->best.missed > 0 && exchange_any(e, d))
        search_complete(e, d, false);
    search_prune(e, d);
    if (misses(d) > 0) {
        keep_sure(e, d);
        search_prune(e, d);
    }
    e->known = known;
}

/* Test on all rows what explained those of one function alone, and add what is
 * supported besides.  Two functions that keep apart what they were given are no
 * one behaviour of the model: that nothing explains their rows does not speak
 * against what the others show. */
static void add_mixed(struct evidence *e, struct diagnosis *d)
{
    hypothesis_test(&d->best, e, e->count);
    search_complete(e, d, true);
    if (d->best.missed > 0)
        d->equal_count = 0;
}

void search_causes(struct evidence *e, struct diagnosis *d)
{
    size_t count = e->count;

    *d = (struct diagnosis){0};
    e->count = e->alone;
    diagnose_rows(e, d);
    e->count = count;
    if (e->alone < count)
        add_mixed(e, d);
}
