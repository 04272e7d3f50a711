/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "conformance/base/memory.h"
#include "distorted.h"
#include "partial.h"
#include "search.h"
#include "support.h"

enum {
    THOROUGH = 4,    /* departures, beyond which pairs are not looked at */
    SHOWN_OFTEN = 8, /* cases: what is done to all alike shows in as many */
    MANY = 32,       /* cases: what all of them do is no matter of a rule */
    BEHIND = 4,      /* of so many rows that nothing explains, a distortion may
                        leave one */
    LAST = 4,        /* cases that may be wrong though they pass */
    WHERE_LENGTH = 2 /* to say where a departure holds, as DEPARTURE_LENGTH */
};

static bool has_other(const struct blame *blame, uint16_t choice)
{
    for (unsigned k = 0; k < blame->other_count; k++)
        if (blame->others[k] == choice)
            return true;
    return false;
}

/* False: there is no room for it, or it was noted before. */
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
    while (at < h->count && hypothesis_departs(other, h->departures[at]))
        at++;
    return at;
}

/* Note departures that together explain as much in the place of as many. */
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

/* Blame the k-th departure, and note what would explain as much in its
 * place. */
static void add_blame(struct evidence *e, struct diagnosis *d, unsigned k)
{
    struct blame *blame = &d->blames[d->count++];
    struct hypothesis less = search_without(e, d, k, e->count);
    uint16_t own = d->best.departures[k];
    struct candidates all;
    size_t first = e->count;
    bool *lost = memory_new(e->count, sizeof *lost); /* without it */

    *blame = (struct blame){.rule = choice_table[own].rule,
                            .found = choice_bit((enum choice)own)};
    for (size_t i = 0; i < e->count; i++) {
        lost[i] = d->best.explains[i] && !less.explains[i];
        first = lost[i] && first == e->count ? i : first;
        blame->support += lost[i];
        blame->shown |= lost[i] && e->rows[i].permitted.count == 0;
    }
    if (!blame->shown && first < e->count)
        d->passing_of[first] = (unsigned char)d->count;
    candidates_gather(e, &less, lost, false, CANDIDATES_OF_CHEAP,
                      CANDIDATES_ASKED, &all);
    d->bounded |= all.bounded;
    for (unsigned i = 0; i < all.count; i++) {
        uint16_t departure = all.rows[i].departures[0];
        struct hypothesis other;

        if (all.rows[i].count != 1 || departure == own ||
            !search_with(e, &less, &all.rows[i], d->best.missed, &other))
            continue;
        if (explains_as_much(&other, &d->best, e->count))
            note_rival(d, k, departure, &other);
        hypothesis_free(&other);
    }
    hypothesis_free(&less);
    free(lost);
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

/* Rows that did not die and that it does not explain: no distortion kills.
 * Those that pass count twice. */
static size_t misses_alive(const struct evidence *e, const struct hypothesis *h)
{
    size_t misses = 0;

    for (size_t k = 0; k < e->count; k++) {
        const struct sighting *row = &e->rows[k];
        const struct outcome *seen = &row->observation->outcome;

        if (!h->explains[k] &&
            (seen->count == 0 ||
             seen->events[seen->count - 1].kind != EVENT_CRASH))
            misses += row->permitted.count > 0 ? 2 : 1;
    }
    return misses;
}

/* Whether what is behind a distortion explains enough of what d leaves, all
 * counts of it where the distortion shows in few cases, and is said in less
 * than departures that hold in some cases only, with which all has a rule.
 * What is done to all calls shows often, which no such departure does. */
static bool is_behind(const struct diagnosis *behind, const struct diagnosis *d,
                      const struct evidence *e, struct evidence *distorted,
                      size_t partial)
{
    const struct distortion *last = distortions_last(&distorted->distortions);
    bool often = d->best.missed >= SHOWN_OFTEN && last->calls == CALLS_ALL;

    if (BEHIND * misses_alive(distorted, &behind->best) >
            misses_alive(e, &d->best) ||
        (last->led < SHOWN_OFTEN && leaves_counts(distorted, &behind->best)))
        return false;
    return often ||
           hypothesis_length(&behind->best) + DEPARTURE_LENGTH < partial;
}

/* As hypothesis_length, with what is done to all alike. */
static size_t length_behind(const struct diagnosis *d, const struct evidence *e)
{
    return hypothesis_length(&d->best) +
           DEPARTURE_LENGTH * e->distortions.count;
}

/* What is left unexplained may come of what is done to all ticks or calls: then
 * take the diagnosis behind that, if it explains much more.  Whether it was
 * taken. */
static bool look_behind(struct evidence *e, struct diagnosis *d)
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

        search_causes(&found[k], &behind);
        if (is_behind(&behind, d, e, &found[k], partial) &&
            (taken == count || length_behind(&behind, &found[k]) <
                                   length_behind(&best, &found[taken]))) {
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
    return taken < count;
}

/* Whether a hypothesis has a choice of the rule of a blame, and none of
 * those. */
static bool takes_another(const struct hypothesis *h, const struct blame *blame)
{
    bool another = false;

    for (unsigned k = 0; k < h->count; k++)
        another = another ||
                  (choice_table[h->departures[k]].rule == blame->rule &&
                   !(blame->found & choice_bit((enum choice)h->departures[k])));
    return another;
}

/* Whether h, which this function frees or keeps, with what holds in some cases
 * only explains all that was explained before, at less length, where included,
 * or more at the same; then it is the best.  A rule's choice in all cases is
 * simpler than another of its choices in some, if it is not those alone that
 * say all. */
static void take_shorter(struct evidence *e, const struct diagnosis *before,
                         struct hypothesis *h, struct hypothesis *best,
                         size_t *length)
{
    struct diagnosis parts = with_partial(e, h);
    size_t own = length_with_partial(e, &parts) + WHERE_LENGTH * parts.count;
    bool shorter = parts.count > 0 && own <= *length, more = own < *length;

    for (unsigned k = 0; shorter && h->count > 0 && k < parts.count; k++)
        shorter = !takes_another(&before->best, &parts.blames[k]);
    for (size_t k = 0; shorter && k < e->count; k++) {
        shorter = parts.explained[k] || !before->explained[k];
        more = more || (parts.explained[k] && !before->explained[k]);
    }
    with_partial_free(&parts);
    if (shorter && more) {
        hypothesis_free(best);
        *best = *h;
        *length = own;
    } else {
        hypothesis_free(h);
    }
}

/* One departure that holds in some cases only may say what one or two that
 * hold in all say at more length, or what all of them say. */
static void prefer_partial(struct evidence *e, struct diagnosis *d)
{
    struct diagnosis before = with_partial(e, &d->best);
    size_t length =
        length_with_partial(e, &before) + WHERE_LENGTH * before.count;
    struct hypothesis best = {0};

    for (unsigned i = 0; i < d->best.count; i++) {
        struct hypothesis less = search_without(e, d, i, e->count);

        for (unsigned k = 0; k < i && d->best.count <= THOROUGH; k++) {
            struct hypothesis two = hypothesis_like(&less);

            hypothesis_drop(&two, k);
            hypothesis_test(&two, e, e->count);
            take_shorter(e, &before, &two, &best, &length);
        }
        take_shorter(e, &before, &less, &best, &length);
    }
    if (d->best.count > 2) {
        struct hypothesis none = {.count = 0};

        hypothesis_test(&none, e, e->count);
        take_shorter(e, &before, &none, &best, &length);
    }
    with_partial_free(&before);
    if (best.explains)
        diagnosis_take(d, &best);
}

/* Add departures that are supported once the rows are left out in which one
 * holds that holds in some only. */
static void add_without(struct evidence *e, struct diagnosis *d,
                        const unsigned char *partial_of)
{
    struct diagnosis own = {.count = 0};
    bool *taken = memory_new(e->count, sizeof *taken);
    struct evidence others;
    struct hypothesis more;

    for (size_t k = 0; k < e->count; k++)
        taken[k] = partial_of[k] == 0;
    others = search_taken(e, taken);
    own.best = search_tested(&d->best, &others);
    search_complete(&others, &own, true);
    more = search_tested(&own.best, e);
    if (more.missed < d->best.missed &&
        more.missed_passing <= d->best.missed_passing) {
        diagnosis_take(d, &more);
        search_prune(e, d);
    } else {
        hypothesis_free(&more);
    }
    diagnosis_free(&own);
    evidence_free(&others);
    free(taken);
}

/* Which blames a single case shows, beside others that nothing explains. */
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

/* What holds in some cases only must not hide what the others show. */
static void add_beside_partial(struct evidence *e, struct diagnosis *d)
{
    struct diagnosis parts = with_partial(e, &d->best);

    if (parts.count > 0)
        add_without(e, d, parts.partial_of);
    with_partial_free(&parts);
}

void diagnosis_find(struct evidence *e, struct diagnosis *d)
{
    for (unsigned n = 0; n < LAST && evidence_put_last(e); n++)
        ;
    /* No choice does that: those that die in some calls would only seem to. */
    if (e->count >= MANY && evidence_none_lives(e)) {
        *d = (struct diagnosis){.passing_of = memory_new(e->count, 1),
                                .partial_of = memory_new(e->count, 1),
                                .explained = memory_new(e->count, 1)};
        hypothesis_test(&d->best, e, e->count);
        memcpy(d->explained, d->best.explains, e->count);
        return;
    }
    search_causes(e, d);
    while (look_behind(e, d))
        ;
    prefer_partial(e, d);
    if (d->best.missed > 0)
        add_beside_partial(e, d);
}

/* A departure more, or in the place of the k-th; whether that does as well, and
 * of one more, better. */
static bool try_other(struct evidence *e, struct diagnosis *d,
                      uint16_t departure, unsigned k)
{
    struct hypothesis h = hypothesis_like(&d->best);
    bool place = k < h.count, good;

    if (place)
        hypothesis_drop(&h, k);
    if (hypothesis_has(&h, choice_table[departure].rule) ||
        h.count == DEPARTURES)
        return false;
    hypothesis_add(&h, departure);
    hypothesis_test(&h, e, d->best.missed);
    good = h.missed + !place <= d->best.missed &&
           h.missed_passing <= d->best.missed_passing;
    if (good)
        diagnosis_take(d, &h);
    else
        hypothesis_free(&h);
    return good;
}

void diagnosis_share(struct evidence *e, struct diagnosis *d,
                     const struct diagnosis *other)
{
    for (unsigned n = 0; n < other->best.count; n++) {
        uint16_t departure = other->best.departures[n];
        unsigned count = d->best.count;
        bool taken =
            d->best.missed == 0 || hypothesis_departs(&d->best, departure);

        for (unsigned k = 0; !taken && k <= count; k++)
            taken = (k == count || !hypothesis_departs(
                                       &other->best, d->best.departures[k])) &&
                    try_other(e, d, departure, k);
    }
}

void diagnosis_blame(struct evidence *e, struct diagnosis *d)
{
    if (d->passing_of)
        return; /* it dies in each first call: no more is to be said */
    d->passing_of = memory_new(e->count, 1);
    for (unsigned k = 0; k < d->best.count; k++)
        add_blame(e, d, k);
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
