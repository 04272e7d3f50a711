/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "conformance/base/memory.h"
#include "distorted.h"
#include "partial.h"
#include "support.h"

enum {
    WIDTH = 8,       /* hypotheses kept from round to round */
    THOROUGH = 4,    /* departures, beyond which they are added one by one */
    PAIRS = 2,       /* hypotheses for which two departures at once are tried */
    SEARCHED = 256,  /* rows that are searched, where there are more */
    SHOWN_OFTEN = 8, /* cases: what is done to all alike shows in as many */
    MANY = 32,       /* cases: what all of them do is no matter of a rule */
    BEHIND = 4,      /* of so many rows that nothing explains, a distortion may
                        leave one */
    WHERE_LENGTH = 2 /* to say where a departure holds, as DEPARTURE_LENGTH */
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

/* A hypothesis with a candidate more, tested.  False: there is no room for it,
 * or it has something of its rule. */
static bool test_with(struct evidence *e, const struct hypothesis *h,
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

    candidates_gather(e, h, pairs, CANDIDATES_OF_CHEAP, CANDIDATES_ASKED, &all);
    *bounded |= all.bounded;
    for (unsigned k = 0; k < all.count; k++) {
        struct hypothesis more;
        size_t limit = solved(next)           ? 0
                       : next->count == WIDTH ? next->rows[WIDTH - 1].missed
                                              : e->count;

        if (!test_with(e, h, &all.rows[k], limit, &more))
            continue;
        *bounded |= more.bounded;
        if (more.missed <= limit)
            enter(next, &more);
        else
            hypothesis_free(&more);
    }
}

/* Take a hypothesis, which is the diagnosis's then. */
static void take(struct diagnosis *d, struct hypothesis *h)
{
    hypothesis_free(&d->best);
    d->best = *h;
}

/* A copy of what was tested. */
static struct hypothesis tested_like(const struct hypothesis *h,
                                     struct evidence *e)
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
        if (departures_find(best->departures, best->count,
                            more->departures[k]) == best->count) {
            struct support s = support_of(&rest, k);

            stands = support_suffices(&s);
        }
    rest_free(&rest);
    return stands;
}

/* Add to the best what explains more, of what such cases ask for.  sure: what
 * stands alone.  Whether something does. */
static bool extend(struct evidence *e, struct diagnosis *d, bool sure,
                   enum candidates_of rows)
{
    struct candidates all;
    bool better = false;

    candidates_gather(e, &d->best, true, rows, e->count, &all);
    d->bounded |= all.bounded;
    for (unsigned k = 0; k < all.count; k++) {
        struct hypothesis more;

        if (!test_with(e, &d->best, &all.rows[k], d->best.missed, &more))
            continue;
        if (hypothesis_compare(&more, &d->best) < 0 &&
            (!sure || adds_supported(e, &d->best, &more))) {
            take(d, &more);
            better = true;
        } else {
            hypothesis_free(&more);
        }
    }
    return better;
}

/* One by one, as long as something does: where there are many departures, all
 * sets of them are too many. */
static void complete(struct evidence *e, struct diagnosis *d, bool sure)
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
    d->best = tested_like(&now.rows[0], e);
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
            struct hypothesis copy = tested_like(&now.rows[0], e);

            idle = -1u;
            take(d, &copy);
        }
    }
    note_equals(d, &now);
    round_free(&now);
    round_free(&next);
}

/* Of these rows; what they show is not theirs. */
static struct evidence evidence_taken(const struct evidence *e,
                                      const bool *taken)
{
    struct evidence some = *e;

    some.rows = memory_new(e->count, sizeof *some.rows);
    some.count = some.alone = 0;
    some.workspace = (struct workspace){0};
    some.arena = (struct arena){0};
    some.plain = NULL;
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

/* Of many rows some that fail and some that pass, the cheap ones. */
static struct evidence evidence_some(const struct evidence *e)
{
    size_t left[2] = {SEARCHED / 2, SEARCHED / 2};
    bool *taken = memory_new(e->count, sizeof *taken);
    struct evidence some;

    for (size_t k = 0; k < e->count; k++) {
        bool passes = e->rows[k].permitted.count > 0;

        taken[k] = left[passes] > 0;
        left[passes] -= taken[k];
    }
    some = evidence_taken(e, taken);
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

static void search_causes(struct evidence *e, struct diagnosis *d)
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

/* The best without its k-th departure, tested. */
static struct hypothesis test_without(struct evidence *e,
                                      const struct diagnosis *d, unsigned k,
                                      size_t limit)
{
    struct hypothesis without = hypothesis_like(&d->best);

    hypothesis_drop(&without, k);
    hypothesis_test(&without, e, limit);
    return without;
}

static size_t miss_of(const struct diagnosis *d)
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

/* Departures that nothing would be lost without.  Where the rows that pass are
 * permitted together, one that only reconciles them with the other departures
 * is none: they speak against these. */
static void prune(struct evidence *e, struct diagnosis *d)
{
    bool agree = d->best.count > 0 && passing_agree(e);

    for (unsigned k = 0; k < d->best.count;) {
        size_t limit = agree ? e->count : d->best.missed;
        struct hypothesis less = test_without(e, d, k, limit);
        bool same = less.missed <= d->best.missed &&
                    less.missed_passing <= d->best.missed_passing;

        if (same ||
            (agree && missed_failing(&less) <= missed_failing(&d->best))) {
            take(d, &less);
            k = 0;
        } else {
            hypothesis_free(&less);
            k++;
        }
    }
}

static bool has_other(const struct blame *blame, uint16_t choice)
{
    for (unsigned k = 0; k < blame->other_count; k++)
        if (blame->others[k] == choice)
            return true;
    return false;
}

/* False where it is not reported: there is no room, or it was reported
 * before. */
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
static void note_rival(struct diagnosis *d, unsigned k, uint16_t choice,
                       const struct hypothesis *other)
{
    if (!note_other(&d->blames[k], choice))
        return;
    d->rivals = memory_grow(d->rivals, d->rival_count, sizeof *d->rivals);
    d->rivals[d->rival_count++] =
        (struct rival){(uint8_t)k, choice, box_list_hull(&other->boxes)};
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
static void compare_others(struct evidence *e, struct diagnosis *d, unsigned k)
{
    struct blame *blame = &d->blames[d->count++];
    struct hypothesis less = test_without(e, d, k, e->count);
    uint16_t own = d->best.departures[k];
    struct candidates all;
    size_t first = e->count;

    *blame = (struct blame){.rule = choice_table[own].rule,
                            .found = choice_bit((enum choice)own)};
    for (size_t i = 0; i < e->count; i++) {
        bool only = d->best.explains[i] && !less.explains[i];

        first = only && first == e->count ? i : first;
        blame->support += only;
        blame->shown |= only && e->rows[i].permitted.count == 0;
    }
    if (!blame->shown && first < e->count)
        d->passing_of[first] = (unsigned char)d->count;
    candidates_gather(e, &less, false, CANDIDATES_OF_CHEAP, CANDIDATES_ASKED,
                      &all);
    d->bounded |= all.bounded;
    for (unsigned i = 0; i < all.count; i++) {
        uint16_t departure = all.rows[i].departures[0];
        struct hypothesis other;

        if (all.rows[i].count != 1 || departure == own ||
            !test_with(e, &less, &all.rows[i], d->best.missed, &other))
            continue;
        if (explains_as_much(&other, &d->best, e->count))
            note_rival(d, k, departure, &other);
        hypothesis_free(&other);
    }
    hypothesis_free(&less);
}

/* Leave out what does not stand, the worst first, and look again for what
 * does. */
static void keep_sure(struct evidence *e, struct diagnosis *d)
{
    bool dropped = true;

    while (dropped && miss_of(d) > 0) {
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
            struct hypothesis less = test_without(e, d, at, e->count);
            uint16_t own = d->best.departures[at];

            e->known.of[choice_table[own].rule] &=
                (choice_set)~choice_bit((enum choice)own);
            take(d, &less);
            complete(e, d, true);
        }
    }
}

/* Departures that hold in some cases only, of those that stay unexplained. */
static void look_for_partial(struct evidence *e, struct diagnosis *d)
{
    struct hypothesis left = d->best;

    d->partial_of = memory_new(e->count, 1);
    left.explains = d->explained = memory_new(e->count, 1);
    memcpy(d->explained, d->best.explains, e->count);
    if (d->best.missed > 0)
        partial_find(e, &left, d);
}

/* Of the first rows. */
static void diagnose_rows(struct evidence *e, struct diagnosis *d)
{
    struct choice_sets known = e->known;

    search_causes(e, d);
    complete(e, d, false);
    prune(e, d);
    if (miss_of(d) > 0) {
        keep_sure(e, d);
        prune(e, d);
    }
    e->known = known;
}

/* What explained the rows of each function alone, on all; and what stands
 * besides.  Two functions that keep apart what they were given are no one
 * behaviour of the model: what nothing explains there is no doubt of what the
 * others show. */
static void add_mixed(struct evidence *e, struct diagnosis *d)
{
    hypothesis_test(&d->best, e, e->count);
    complete(e, d, true);
    if (d->best.missed > 0)
        d->equal_count = 0;
}

static void diagnose_all(struct evidence *e, struct diagnosis *d)
{
    size_t count = e->count;

    *d = (struct diagnosis){0};
    e->count = e->alone;
    diagnose_rows(e, d);
    e->count = count;
    if (e->alone < count)
        add_mixed(e, d);
}

/* A hypothesis, which it has from elsewhere, and departures that hold in some
 * cases only. */
static struct diagnosis with_partial(struct evidence *e,
                                     const struct hypothesis *h)
{
    struct diagnosis d = {.best = *h};

    look_for_partial(e, &d);
    return d;
}

static void with_partial_free(struct diagnosis *d)
{
    d->best = (struct hypothesis){0};
    diagnosis_free(d);
}

/* As hypothesis_length. */
static size_t length_with_partial(const struct evidence *e,
                                  const struct diagnosis *d)
{
    size_t length = DEPARTURE_LENGTH * (d->best.count + d->count);

    for (size_t k = 0; k < e->count; k++)
        if (!d->explained[k])
            length += e->rows[k].permitted.count > 0 ? 2 : 1;
    return length;
}

/* Whether counts stay unexplained. */
static bool leaves_counts(struct evidence *e, const struct hypothesis *h)
{
    bool any = false;
    struct rest rest;

    rest_make(e, h, &rest);
    for (size_t k = 0; k < e->count; k++)
        any = any || (!h->explains[k] && !rest.views.of[k].passes &&
                      rest.views.of[k].kind == UNKNOWN_COUNTS);
    rest_free(&rest);
    return any;
}

/* Whether what is behind a distortion explains enough of what d leaves, all
 * counts of it where the distortion shows in few cases, and is said in less
 * than departures that hold in some cases only, with which all has a rule.
 * What is done to all calls shows often, which no such departure does. */
static bool is_behind(const struct diagnosis *behind, const struct diagnosis *d,
                      struct evidence *distorted, size_t partial)
{
    bool often = d->best.missed >= SHOWN_OFTEN &&
                 distorted->distortion.calls == CALLS_ALL;

    if (BEHIND * miss_of(behind) > miss_of(d) ||
        (distorted->led < SHOWN_OFTEN &&
         leaves_counts(distorted, &behind->best)))
        return false;
    return often ||
           hypothesis_length(&behind->best) + DEPARTURE_LENGTH < partial;
}

/* What is left unexplained may come of what is done to all ticks or calls
 * alike: then what all is to be explained by is looked for behind that. */
static void look_behind(struct evidence *e, struct diagnosis *d)
{
    struct evidence found[DISTORTED];
    unsigned count = distorted_find(e, &d->best, found), taken = count;
    size_t partial = SIZE_MAX;
    struct diagnosis best = {0};

    if (count > 0) {
        struct diagnosis parts = with_partial(e, &d->best);

        if (parts.count > 0)
            partial = length_with_partial(e, &parts);
        with_partial_free(&parts);
    }
    for (unsigned k = 0;
         k < count &&
         (taken == count || hypothesis_length(&best.best) > DEPARTURE_LENGTH);
         k++) {
        struct diagnosis behind;

        diagnose_all(&found[k], &behind);
        if (is_behind(&behind, d, &found[k], partial) &&
            (taken == count ||
             hypothesis_length(&behind.best) < hypothesis_length(&best.best))) {
            diagnosis_free(&best);
            best = behind;
            taken = k;
        } else {
            diagnosis_free(&behind);
        }
    }
    for (unsigned k = 0; k < count; k++)
        if (k != taken)
            evidence_free(&found[k]);
    if (taken < count) {
        diagnosis_free(d);
        *d = best;
        distorted_replace(e, &found[taken]);
    }
}

/* Whether h, which is the function's, with what holds in some cases only says
 * all that was said before, and at less length, to which belongs where; then it
 * is the best.  A rule's choice in all cases is simpler than another of its
 * choices in some. */
static void take_shorter(struct evidence *e, const struct diagnosis *before,
                         struct hypothesis *h, struct hypothesis *best,
                         size_t *length)
{
    struct diagnosis parts = with_partial(e, h);
    size_t own = length_with_partial(e, &parts) + WHERE_LENGTH * parts.count;
    bool shorter = parts.count > 0 && own < *length;

    for (unsigned k = 0; shorter && k < parts.count; k++)
        shorter = !hypothesis_has(&before->best, parts.blames[k].rule);
    for (size_t k = 0; shorter && k < e->count; k++)
        shorter = parts.explained[k] || !before->explained[k];
    with_partial_free(&parts);
    if (shorter) {
        hypothesis_free(best);
        *best = *h;
        *length = own;
    } else {
        hypothesis_free(h);
    }
}

/* One departure that holds in some cases only may say what one or two that
 * hold in all say at more length. */
static void prefer_partial(struct evidence *e, struct diagnosis *d)
{
    struct diagnosis before = with_partial(e, &d->best);
    size_t length =
        length_with_partial(e, &before) + WHERE_LENGTH * before.count;
    struct hypothesis best = {0};

    for (unsigned i = 0; i < d->best.count; i++) {
        struct hypothesis less = test_without(e, d, i, e->count);

        for (unsigned k = 0; k < i && d->best.count <= THOROUGH; k++) {
            struct hypothesis two = hypothesis_like(&less);

            hypothesis_drop(&two, k);
            hypothesis_test(&two, e, e->count);
            take_shorter(e, &before, &two, &best, &length);
        }
        take_shorter(e, &before, &less, &best, &length);
    }
    with_partial_free(&before);
    if (best.explains)
        take(d, &best);
}

/* Departures that stand once those rows are left out in which another holds that
 * holds in some only. */
static void add_without(struct evidence *e, struct diagnosis *d,
                        const unsigned char *partial_of)
{
    struct diagnosis own = {.count = 0};
    bool *taken = memory_new(e->count, sizeof *taken);
    struct evidence others;
    struct hypothesis more;

    for (size_t k = 0; k < e->count; k++)
        taken[k] = partial_of[k] == 0;
    others = evidence_taken(e, taken);
    own.best = tested_like(&d->best, &others);
    complete(&others, &own, true);
    more = tested_like(&own.best, e);
    if (more.missed < d->best.missed &&
        more.missed_passing <= d->best.missed_passing) {
        take(d, &more);
        prune(e, d);
    } else {
        hypothesis_free(&more);
    }
    diagnosis_free(&own);
    evidence_free(&others);
    free(taken);
}

/* Which of what is blamed is shown by a case alone, beside what is not known. */
static void find_lone(struct evidence *e, struct diagnosis *d)
{
    struct rest rest;

    if (d->best.missed == 0)
        return;
    rest_make(e, &d->best, &rest);
    for (unsigned k = 0; k < d->count; k++)
        d->blames[k].lone =
            d->blames[k].support == 1 && support_of(&rest, k).lone;
    rest_free(&rest);
}

/* What holds in some cases only is no doubt of what the others show. */
static void add_beside_partial(struct evidence *e, struct diagnosis *d)
{
    struct diagnosis parts = with_partial(e, &d->best);

    if (parts.count > 0)
        add_without(e, d, parts.partial_of);
    with_partial_free(&parts);
}

void diagnose(struct evidence *e, struct diagnosis *d)
{
    /* No choice does that: those that die in some calls would only seem to. */
    if (e->count >= MANY && evidence_none_lives(e)) {
        *d = (struct diagnosis){.passing_of = memory_new(e->count, 1),
                                .partial_of = memory_new(e->count, 1),
                                .explained = memory_new(e->count, 1)};
        hypothesis_test(&d->best, e, e->count);
        memcpy(d->explained, d->best.explains, e->count);
        return;
    }
    diagnose_all(e, d);
    look_behind(e, d);
    prefer_partial(e, d);
    if (d->best.missed > 0)
        add_beside_partial(e, d);
    d->passing_of = memory_new(e->count, 1);
    for (unsigned k = 0; k < d->best.count; k++)
        compare_others(e, d, k);
    note_sets(d);
    find_lone(e, d);
    look_for_partial(e, d);
}

void diagnosis_free(struct diagnosis *d)
{
    hypothesis_free(&d->best);
    free(d->rivals);
    free(d->partial_of);
    free(d->explained);
    free(d->passing_of);
    d->passing_of = NULL;
    d->partial_of = NULL;
    d->explained = NULL;
    d->rivals = NULL;
    d->rival_count = 0;
}
