/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "doubt.h"
#include "partial.h"

enum {
    WIDTH = 8,    /* hypotheses kept from round to round */
    THOROUGH = 4, /* departures, beyond which they are added one by one */
    PAIRS = 2,    /* hypotheses for which two departures at once are tried */
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

/* Every hypothesis that one more candidate makes of h. */
static bool widen(struct evidence *e, const struct hypothesis *h,
                  struct round *next, bool pairs, bool *bounded)
{
    struct candidates all;
    bool good = candidates_gather(e, h, &all, pairs, bounded);

    for (unsigned k = 0; good && k < all.count; k++) {
        struct hypothesis more = hypothesis_like(h);
        size_t limit = solved(next)           ? 0
                       : next->count == WIDTH ? next->rows[WIDTH - 1].missed
                                              : e->count;

        if (is_in(h, &all.rows[k]) || h->count + all.rows[k].count > DEPARTURES)
            continue;
        for (unsigned i = 0; i < all.rows[k].count; i++)
            hypothesis_add(&more, all.rows[k].departures[i]);
        good = hypothesis_test(&more, e, limit);
        *bounded |= more.bounded;
        if (good && more.missed <= limit)
            enter(next, &more);
        else
            hypothesis_free(&more);
    }
    return good;
}

/* Keep a copy of what was tested. */
static bool adopt(struct hypothesis *best, const struct hypothesis *h,
                  struct evidence *e)
{
    struct hypothesis copy = hypothesis_like(h);

    hypothesis_free(best);
    *best = copy;
    return hypothesis_test(best, e, e->count);
}

/* Add to the best whatever explains more, one by one, as long as something
 * does: where there are many departures, all sets of them are too many. */
static bool complete(struct evidence *e, struct diagnosis *d)
{
    struct candidates all;
    bool good = true, better = true;

    while (good && better && d->best.missed > 0) {
        better = false;
        good = candidates_gather(e, &d->best, &all, true, &d->bounded);
        for (unsigned k = 0; good && k < all.count; k++) {
            struct hypothesis more = hypothesis_like(&d->best);

            if (is_in(&more, &all.rows[k]) ||
                more.count + all.rows[k].count > DEPARTURES)
                continue;
            for (unsigned i = 0; i < all.rows[k].count; i++)
                hypothesis_add(&more, all.rows[k].departures[i]);
            good = hypothesis_test(&more, e, d->best.missed);
            if (good && hypothesis_compare(&more, &d->best) < 0) {
                hypothesis_free(&d->best);
                d->best = more;
                better = true;
            } else {
                hypothesis_free(&more);
            }
        }
    }
    return good;
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

static bool search_causes(struct evidence *e, struct diagnosis *d)
{
    struct round now = {.count = 1}, next = {0};
    bool good = hypothesis_test(&now.rows[0], e, e->count) &&
                adopt(&d->best, &now.rows[0], e);

    for (unsigned idle = 0;
         good && d->best.missed > 0 && d->best.count < THOROUGH && idle < 2;
         idle++) {
        for (unsigned k = 0; good && k < now.count; k++)
            good = widen(e, &now.rows[k], &next, k < PAIRS, &d->bounded);
        round_free(&now);
        if (next.count == 0)
            break;
        now = next;
        next.count = 0;
        if (good && hypothesis_compare(&now.rows[0], &d->best) < 0) {
            idle = -1u;
            good = adopt(&d->best, &now.rows[0], e);
        }
    }
    note_equals(d, &now);
    round_free(&now);
    round_free(&next);
    return good;
}

/* Departures that nothing would be lost without. */
static bool prune(struct evidence *e, struct diagnosis *d)
{
    bool good = true;

    for (unsigned k = 0; good && k < d->best.count;) {
        struct hypothesis less = hypothesis_like(&d->best);

        hypothesis_drop(&less, k);
        good = hypothesis_test(&less, e, d->best.missed);
        if (good && less.missed <= d->best.missed &&
            less.missed_passing <= d->best.missed_passing) {
            hypothesis_free(&d->best);
            d->best = less;
            k = 0;
        } else {
            hypothesis_free(&less);
            k++;
        }
    }
    return good;
}

static bool has_other(const struct blame *blame, uint16_t choice)
{
    for (unsigned k = 0; k < blame->other_count; k++)
        if (blame->others[k] == choice)
            return true;
    return false;
}

/* False where it is not told: there is no room, or it was told before. */
static bool note_other(struct blame *blame, uint16_t choice)
{
    if (choice_table[choice].rule == blame->rule)
        blame->found |= choice_bit((enum choice)choice);
    else if (!has_other(blame, choice) && blame->other_count < DIAGNOSIS_OTHERS)
        blame->others[blame->other_count++] = choice;
    else
        return false;
    return true;
}

/* A choice that does as well as the k-th departure, as other was tested. */
static bool note_rival(struct diagnosis *d, unsigned k, uint16_t choice,
                       const struct hypothesis *other)
{
    struct rival *grown;

    if (!note_other(&d->blames[k], choice))
        return true;
    grown = realloc(d->rivals, (d->rival_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    d->rivals = grown;
    d->rivals[d->rival_count++] =
        (struct rival){(uint8_t)k, choice, box_list_hull(&other->boxes)};
    return true;
}

/* The next departure, from the at-th, that h has and other has not. */
static unsigned next_only(const struct hypothesis *h,
                          const struct hypothesis *other, unsigned at)
{
    while (at < h->count && departures_find(other->departures, other->count,
                                            h->departures[at]) < other->count)
        at++;
    return at;
}

/* Departures that together do as well in the place of as many. */
static void note_sets(struct diagnosis *d)
{
    for (unsigned k = 0; k < d->equal_count; k++) {
        const struct hypothesis *h = &d->equals[k];
        unsigned own = next_only(&d->best, h, 0);
        unsigned other = next_only(h, &d->best, 0);

        while (h->count == d->best.count && own < h->count) {
            note_other(&d->blames[own], h->departures[other]);
            own = next_only(&d->best, h, own + 1);
            other = next_only(h, &d->best, other + 1);
        }
    }
}

static bool explains_as_much(const struct hypothesis *h,
                             const struct hypothesis *best, size_t count)
{
    bool all = h->missed <= best->missed;

    for (size_t k = 0; all && k < count; k++)
        all = h->explains[k] || !best->explains[k];
    return all;
}

/* What would do as well in the place of the k-th departure. */
static bool compare_others(struct evidence *e, struct diagnosis *d, unsigned k)
{
    struct blame *blame = &d->blames[d->count++];
    struct hypothesis less = hypothesis_like(&d->best);
    uint16_t own = d->best.departures[k];
    struct candidates all = {0};
    bool good;

    *blame = (struct blame){.rule = choice_table[own].rule,
                            .found = choice_bit((enum choice)own)};
    hypothesis_drop(&less, k);
    good = hypothesis_test(&less, e, e->count);
    blame->support = less.missed - d->best.missed;
    for (size_t i = 0; good && i < e->count; i++)
        blame->shown |= e->rows[i].permitted.count == 0 &&
                        d->best.explains[i] && !less.explains[i];
    good = good && candidates_gather(e, &less, &all, false, &d->bounded);
    for (unsigned i = 0; good && i < all.count; i++) {
        struct hypothesis other = hypothesis_like(&less);

        if (all.rows[i].count != 1 || all.rows[i].departures[0] == own ||
            is_in(&less, &all.rows[i]))
            continue;
        hypothesis_add(&other, all.rows[i].departures[0]);
        good = hypothesis_test(&other, e, d->best.missed);
        if (good && explains_as_much(&other, &d->best, e->count))
            good = note_rival(d, k, all.rows[i].departures[0], &other);
        hypothesis_free(&other);
    }
    hypothesis_free(&less);
    return good;
}

/* The best without its k-th departure, tested. */
static bool test_without(struct evidence *e, const struct diagnosis *d,
                         unsigned k, struct hypothesis *without)
{
    *without = hypothesis_like(&d->best);
    hypothesis_drop(without, k);
    return hypothesis_test(without, e, e->count);
}

/* Leave out, one after the other, what cases contradict that pass by
 * themselves: the one that most do first. */
static bool drop_contradicted(struct evidence *e, struct diagnosis *d)
{
    bool good = true, dropped = true;

    while (good && dropped) {
        size_t most = 0;
        unsigned worst = 0;

        for (unsigned k = 0; good && k < d->best.count; k++) {
            struct hypothesis without;
            size_t contrary;

            good = test_without(e, d, k, &without);
            contrary = good ? doubt_contradictions(e, &d->best, &without) : 0;
            if (contrary > most) {
                most = contrary;
                worst = k;
            }
            hypothesis_free(&without);
        }
        dropped = most > 0;
        if (good && dropped) {
            hypothesis_drop(&d->best, worst);
            good = hypothesis_test(&d->best, e, e->count);
        }
    }
    return good;
}

/* Leave out what may be a wrong name for what stays unexplained. */
static bool drop_doubtful(struct evidence *e, struct diagnosis *d)
{
    struct hypothesis sure = {0};
    struct unknowns unknowns;
    bool good = unknowns_find(&(struct beheld){e, &d->best, d->best.explains},
                              1, &unknowns);

    for (unsigned k = 0; good && k < d->best.count; k++) {
        struct hypothesis without;
        bool in = false;

        good = test_without(e, d, k, &without) &&
               doubt_alike(e, &d->best, &without, &unknowns, &in);
        if (!in)
            hypothesis_add(&sure, d->best.departures[k]);
        hypothesis_free(&without);
    }
    unknowns_free(&unknowns);
    if (!good || sure.count == d->best.count)
        return good;
    hypothesis_free(&d->best);
    d->best = sure;
    return hypothesis_test(&d->best, e, e->count);
}

static bool keep_sure(struct evidence *e, struct diagnosis *d)
{
    return d->best.missed == 0 ||
           (drop_contradicted(e, d) &&
            (d->best.missed == 0 || drop_doubtful(e, d)) && prune(e, d));
}

/* Departures that hold in some cases only, of those that stay unexplained. */
static bool look_for_partial(struct evidence *e, struct diagnosis *d)
{
    struct hypothesis left = d->best;
    bool good;

    d->partial_of = calloc(e->count + 1, 1);
    left.explains = d->explained = malloc(e->count + 1);
    good = d->partial_of && d->explained;
    if (good)
        memcpy(d->explained, d->best.explains, e->count);
    return good && (d->best.missed == 0 || partial_find(e, &left, d));
}

bool diagnose(struct evidence *e, struct diagnosis *d)
{
    bool good;

    *d = (struct diagnosis){0};
    good = search_causes(e, d) && complete(e, d) && prune(e, d);
    good = good && keep_sure(e, d);
    for (unsigned k = 0; good && k < d->best.count; k++)
        good = compare_others(e, d, k);
    if (good)
        note_sets(d);
    return good && look_for_partial(e, d);
}

void diagnosis_free(struct diagnosis *d)
{
    hypothesis_free(&d->best);
    free(d->rivals);
    free(d->partial_of);
    free(d->explained);
    d->partial_of = NULL;
    d->explained = NULL;
    d->rivals = NULL;
    d->rival_count = 0;
}
