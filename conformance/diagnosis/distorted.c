/* SPDX-License-Identifier: MIT */
#include "distorted.h"

#include <stdlib.h>

#include "candidates.h"
#include "search.h"

enum {
    FITTED = 80,   /* rows that a distortion is tried on */
    HOPELESS = 16, /* rows after which one that led to none is left */
    SHARE = 4,     /* of so many that were tried it must lead to one */
    RARE = 8,      /* of so many that pass it may contradict one */
    LEAST = 2,     /* rows that one must lead to */
    FITS = 6,      /* distortions that are tried on all rows */
    WORK = 400000, /* ticks to run the model for, on one row */
    SAMPLE = 8,    /* rows that a distortion with a departure is tried on, */
    LED = 6,       /* and to so many of which it must lead */
    MANY = 24,     /* rows that nothing explains, for that to be tried */
};

/* A row as it was seen, as those distortions have it. */
static void put_row(struct evidence *e, unsigned which, struct sighting *row,
                    const struct sighting *seen)
{
    *row = *seen;
    row->tried = NULL;
    row->tried_count = 0;
    row->borrowed = true;
    row->c = distortions_case(&e->distortions, which, seen->c, &e->arena,
                              &row->distorted);
    if (row->distorted)
        sighting_look(e, row);
}

/* What was seen, as an implementation that does one thing more to all alike has
 * seen it: of what is distorted, from its plain rows.  A case that nothing
 * changes is not judged again. */
static struct evidence evidence_distorted(const struct evidence *e,
                                          const struct distortion *d)
{
    const struct sighting *rows = e->plain ? e->plain : e->rows;
    unsigned had = e->plain ? 0 : e->distortions.count;
    struct evidence other = *e;

    other.rows = memory_new(e->count, sizeof *other.rows);
    other.plain = NULL;
    other.workspace = (struct workspace){0};
    other.arena = (struct arena){0};
    other.distortions.of[other.distortions.count++] = *d;
    for (size_t k = 0; k < e->count; k++)
        put_row(&other, DISTORTED_ALL << had & DISTORTED_ALL, &other.rows[k],
                &rows[k]);
    return other;
}

/* How what is done to all alike does on failing rows: on those that the
 * departures explain which were found without it, and on those that they do
 * not. */
struct fit {
    struct distortions done;
    size_t won;   /* it leads to these: without the departures or, where they do
                     not explain one, with them */
    size_t shown; /* of those that they do not explain: and ticks are counted */
    size_t tried; /* that they do not explain */
};

enum fits_by { BY_WON, BY_SHOWN, FITS_BY };

struct fits {
    struct fit of[FITS];
    unsigned count;
};

/* Whether the departures lead to a row, as the case that it became. */
static bool leads_to(struct evidence *e, const struct hypothesis *h,
                     const struct sighting *row, const struct test_case *c)
{
    struct sighting other = *row;
    struct question question;

    other.c = c;
    question = hypothesis_question(h, e, &other, 0);
    question.work = WORK;
    workspace_fit(&e->workspace, c);
    return evaluate_agrees(&e->workspace, c, &row->observation->outcome,
                           &question);
}

/* Of rows that the departures explain, or do not, and in which something is
 * counted, or nothing. */
static void try_rows(struct evidence *e, const struct hypothesis *best,
                     struct fit *fit, bool explained, bool counted)
{
    const struct hypothesis none = {0};
    struct arena arena = {0};

    for (size_t k = 0; k < e->alone && fit->tried < FITTED; k++) {
        const struct sighting *row = &e->rows[k];
        const struct test_case *c;
        unsigned char changing;

        if (row->permitted.count > 0 || best->explains[k] != explained ||
            outcome_counts(&row->observation->outcome, false) != counted)
            continue;
        c = distortions_case(&fit->done, DISTORTED_ALL, row->c, &arena,
                             &changing);
        fit->won +=
            changing &&
            (leads_to(e, &none, row, c) ||
             (best->count > 0 && !explained && leads_to(e, best, row, c)));
        if (++fit->tried == HOPELESS && fit->won == 0)
            break;
    }
    arena_free(&arena);
}

/* One that loses all ticks looks like a library that never counts: it must show
 * in what is counted. */
static struct fit fit_of(struct evidence *e, const struct hypothesis *best,
                         const struct distortion *distortion)
{
    struct fit fit = {.done = {{*distortion}, 1}};

    try_rows(e, best, &fit, false, true);
    fit.shown = fit.won;
    if (fit.won > 0) {
        struct fit explained = {.done = fit.done};

        try_rows(e, best, &fit, false, false);
        try_rows(e, best, &explained, true, true);
        fit.won += explained.won;
    }
    return fit;
}

/* Whether that speaks against many of the rows that pass, with the departures
 * that were found without it as without these: they may be what it looks
 * like. */
static bool loses_passing(struct evidence *e, const struct hypothesis *best,
                          const struct distortions *done)
{
    const struct hypothesis none = {0};
    struct arena arena = {0};
    size_t tried = 0, lost = 0;

    for (size_t k = 0; k < e->alone && tried < FITTED; k++) {
        const struct sighting *row = &e->rows[k];
        const struct test_case *c;
        unsigned char changing;

        if (row->permitted.count == 0 || !best->explains[k])
            continue;
        c = distortions_case(done, DISTORTED_ALL, row->c, &arena, &changing);
        if (!changing)
            continue;
        tried++;
        lost += !leads_to(e, best, row, c) && !leads_to(e, &none, row, c);
    }
    arena_free(&arena);
    return RARE * lost > tried;
}

/* Whether it shows in enough of what is counted after calls of one form: a form
 * that never counts looks like much that is done to it. */
static bool shows(struct evidence *e, const struct hypothesis *best,
                  const struct distortion *distortion)
{
    struct fit fit = fit_of(e, best, distortion);

    return fit.won >= LEAST && fit.shown * SHARE >= fit.won;
}

/* Whether it does not, done to all calls, or else to those of one form. */
static bool keeps_passing(struct evidence *e, const struct hypothesis *best,
                          struct distortion *distortion)
{
    for (unsigned k = 0; k < CALLS_KINDS; k++) {
        distortion->calls = (unsigned char)k;
        if (!loses_passing(e, best, &(struct distortions){{*distortion}, 1}))
            return k == CALLS_ALL || shows(e, best, distortion);
    }
    return false;
}

/* How many rows it leads to, of all or of those that no departure explains. */
static size_t merit_of(const struct fit *fit, enum fits_by by)
{
    return by == BY_WON ? fit->won : fit->shown;
}

/* Among those that do best, the best first. */
static void note_fit(struct fits *fits, enum fits_by by, const struct fit *fit)
{
    unsigned at = fits->count;

    while (at > 0 && merit_of(&fits->of[at - 1], by) < merit_of(fit, by))
        at--;
    if (at == FITS || fit->won < LEAST || fit->won * SHARE < fit->tried)
        return;
    if (fits->count < FITS)
        fits->count++;
    for (unsigned k = fits->count - 1; k > at; k--)
        fits->of[k] = fits->of[k - 1];
    fits->of[at] = *fit;
}

/* Without those that lead to half of what the best does, or less. */
static void leave_poor(struct fits *fits, enum fits_by by)
{
    while (fits->count > 0 && 2 * merit_of(&fits->of[fits->count - 1], by) <=
                                  merit_of(&fits->of[0], by))
        fits->count--;
}

/* Those that do best, of all rows and of those that no departure explains: of
 * these a departure's like leads to few, however many it wins. */
static void find_fits(struct evidence *e, const struct hypothesis *best,
                      struct fits fits[FITS_BY])
{
    struct distortion one = {0};

    while (distortion_next(&one)) {
        struct fit fit = fit_of(e, best, &one);

        for (unsigned by = 0; by < FITS_BY; by++)
            note_fit(&fits[by], by, &fit);
    }
    for (unsigned by = 0; by < FITS_BY; by++)
        leave_poor(&fits[by], by);
}

/* The length of a distortion alone, with the departures that were found without
 * it, or with all of these but one, which it may have looked like. */
static size_t length_behind(struct evidence *distorted,
                            const struct hypothesis *best)
{
    size_t least = SIZE_MAX;

    for (unsigned k = 0; k < best->count + 2; k++) {
        struct hypothesis tried = {.count = 0};
        size_t length;

        if (k > 0)
            tried = hypothesis_like(best);
        if (k > 1)
            hypothesis_drop(&tried, k - 2);
        hypothesis_test(&tried, distorted, distorted->count);
        length = hypothesis_length(&tried);
        least = length < least ? length : least;
        hypothesis_free(&tried);
    }
    return least;
}

/* What is behind the distortions that leave the least, and how much that is. */
struct least {
    struct evidence *of;
    size_t length[DISTORTED];
    unsigned count;
};

/* Among these, if much less is left than by the best, or freed; one that does
 * the same as one of them is said with it. */
static void note_least(struct least *least, const struct hypothesis *best,
                       struct evidence *other, size_t length)
{
    unsigned at = least->count;

    while (at > 0 && least->length[at - 1] > length)
        at--;
    if (4 * length > 3 * hypothesis_length(best) || at == DISTORTED ||
        (at > 0 && least->length[at - 1] == length &&
         other->distortions.count == least->of[at - 1].distortions.count &&
         distortion_extend(distortions_last(&least->of[at - 1].distortions),
                           distortions_last(&other->distortions)))) {
        evidence_free(other);
        return;
    }
    if (least->count == DISTORTED)
        evidence_free(&least->of[--least->count]);
    for (unsigned k = least->count++; k > at; k--) {
        least->of[k] = least->of[k - 1];
        least->length[k] = least->length[k - 1];
    }
    least->of[at] = *other;
    least->length[at] = length;
}

/* The evidence of some cheap rows in which something is counted, and that
 * nothing explains. */
static struct evidence sample_of(const struct evidence *e,
                                 const struct hypothesis *best)
{
    bool *taken = memory_new(e->count, sizeof *taken);
    struct evidence some;
    size_t left = SAMPLE;

    for (size_t k = 0; k < e->alone; k++) {
        taken[k] = left > 0 && !best->explains[k] &&
                   e->rows[k].permitted.count == 0 &&
                   outcome_counts(&e->rows[k].observation->outcome, false);
        left -= taken[k];
    }
    some = search_taken(e, taken);
    free(taken);
    return some;
}

/* Where a distortion and a departure show in almost all that is counted,
 * neither leads to anything alone.  Of such pairs one that leads to most of a
 * sample; no rows: none does. */
struct pair {
    struct distortion distortion;
    uint16_t departure;
    size_t led;
};

static struct pair find_pair(const struct evidence *some)
{
    struct distortion one = {0};
    struct pair pair = {.led = LED - 1};
    struct candidates all;

    while (some->count == SAMPLE && distortion_next(&one)) {
        struct evidence other = evidence_distorted(some, &one);
        struct hypothesis none = {.count = 0};

        hypothesis_test(&none, &other, other.count);
        candidates_gather(&other, &none, NULL, false, CANDIDATES_OF_CHEAP,
                          SAMPLE, &all);
        if (all.count > 0 && all.rows[0].count == 1 &&
            all.rows[0].votes > pair.led)
            pair = (struct pair){one, all.rows[0].departures[0],
                                 all.rows[0].votes};
        hypothesis_free(&none);
        evidence_free(&other);
    }
    pair.led = pair.led < LED ? 0 : pair.led;
    return pair;
}

/* Whether what is done to all alike leads to most of a sample. */
static bool leads_to_most(struct evidence *some, const struct distortions *done)
{
    const struct hypothesis none = {0};
    struct arena arena = {0};
    size_t led = 0, k = 0;

    for (; k < some->count && led + SAMPLE >= k + LED; k++) {
        const struct sighting *row = &some->rows[k];
        unsigned char changing;

        led += leads_to(
            some, &none, row,
            distortions_case(done, DISTORTED_ALL, row->c, &arena, &changing));
    }
    arena_free(&arena);
    return led >= LED;
}

/* So do two distortions: the best of those that lead to most of the sample. */
static void find_twos(struct evidence *e, const struct hypothesis *best,
                      struct evidence *some, struct fits *fits)
{
    struct distortions two = {.count = 2};

    while (some->count == SAMPLE && distortion_next(&two.of[0])) {
        two.of[1] = two.of[0];
        while (distortion_next(&two.of[1])) {
            struct fit fit = {.done = two};

            if (!leads_to_most(some, &two))
                continue;
            try_rows(e, best, &fit, false, true);
            note_fit(fits, BY_WON, &fit);
        }
    }
    leave_poor(fits, BY_WON);
}

/* What is behind that distortion, if with its departure much less is left. */
static void note_pair(struct evidence *e, const struct hypothesis *best,
                      struct pair *pair, struct least *least)
{
    struct hypothesis with = {.count = 0}, behind;
    struct evidence other;
    size_t length;

    hypothesis_add(&with, pair->departure);
    hypothesis_test(&with, e, e->count);
    if (keeps_passing(e, &with, &pair->distortion)) {
        other = evidence_distorted(e, &pair->distortion);
        behind = search_tested(&with, &other);
        length = hypothesis_length(&behind);
        distortions_last(&other.distortions)->led =
            (unsigned)(best->missed - behind.missed);
        if (behind.missed < best->missed)
            note_least(least, best, &other, length);
        else
            evidence_free(&other);
        hypothesis_free(&behind);
    }
    hypothesis_free(&with);
}

/* What is behind both, if much less is left; e is plain. */
static void note_two(struct evidence *e, const struct hypothesis *best,
                     const struct fit *two, struct least *least)
{
    struct evidence one, other;

    if (loses_passing(e, best, &two->done))
        return;
    one = evidence_distorted(e, &two->done.of[0]);
    one.plain = e->rows;
    other = evidence_distorted(&one, &two->done.of[1]);
    one.plain = NULL;
    evidence_free(&one);
    for (unsigned k = 0; k < DISTORTIONS; k++)
        other.distortions.of[k].led = (unsigned)two->won;
    note_least(least, best, &other,
               DEPARTURE_LENGTH + length_behind(&other, best));
}

/* The same, of two that are done to all alike, or one and a departure. */
static void note_pairs(struct evidence *e, const struct hypothesis *best,
                       struct least *least)
{
    struct evidence some = sample_of(e, best);
    struct pair pair = find_pair(&some);
    struct fits twos = {.count = 0};

    find_twos(e, best, &some, &twos);
    if (pair.led > 0)
        note_pair(e, best, &pair, least);
    for (unsigned n = 0; n < twos.count; n++)
        note_two(e, best, &twos.of[n], least);
    evidence_free(&some);
}

/* What is behind one that does well, if much less is left and it does not speak
 * against what passes. */
static void note_one(struct evidence *e, const struct hypothesis *best,
                     struct fit *fit, struct least *least)
{
    struct evidence other;

    if (!keeps_passing(e, best, &fit->done.of[0]))
        return;
    other = evidence_distorted(e, &fit->done.of[0]);
    distortions_last(&other.distortions)->led = (unsigned)fit->won;
    note_least(least, best, &other, length_behind(&other, best));
}

static bool has_fit(const struct fits *fits, const struct fit *fit)
{
    const struct distortion *one = &fit->done.of[0];
    unsigned n = 0;

    while (n < fits->count && (fits->of[n].done.of[0].kind != one->kind ||
                               fits->of[n].done.of[0].amount != one->amount))
        n++;
    return n < fits->count;
}

unsigned distorted_find(struct evidence *e, const struct hypothesis *best,
                        struct evidence found[DISTORTED])
{
    struct fits fits[FITS_BY] = {{.count = 0}};
    struct least least = {.of = found};

    if (e->distortions.count < DISTORTIONS &&
        best->missed + (best->count > 0) >= LEAST)
        find_fits(e, best, fits);
    for (unsigned n = 0; n < fits[BY_WON].count; n++)
        note_one(e, best, &fits[BY_WON].of[n], &least);
    for (unsigned n = 0; n < fits[BY_SHOWN].count; n++)
        if (!has_fit(&fits[BY_WON], &fits[BY_SHOWN].of[n]))
            note_one(e, best, &fits[BY_SHOWN].of[n], &least);
    if (least.count == 0 && best->missed >= MANY && !e->plain)
        note_pairs(e, best, &least);
    return least.count;
}

void distorted_replace(struct evidence *e, struct evidence *distorted)
{
    struct sighting *plain = e->plain ? e->plain : e->rows;

    if (e->plain) {
        e->plain = NULL;
        evidence_free(e);
    } else {
        workspace_free(&e->workspace);
    }
    *e = *distorted;
    e->plain = plain;
}

/* Whether the departures lead to a row by some of the distortions alone. */
static bool leads_by(const struct evidence *e, const struct hypothesis *h,
                     size_t row, unsigned which)
{
    struct evidence one = *e;
    struct box_list list;
    bool leads;

    one.rows = memory_new(1, sizeof *one.rows);
    one.count = 1;
    one.plain = NULL;
    one.workspace = (struct workspace){0};
    one.arena = (struct arena){0};
    put_row(&one, which, one.rows, &e->plain[row]);
    hypothesis_behaviours(h, &one, 0, &list);
    leads = list.count > 0;
    free(list.boxes);
    evidence_free(&one);
    return leads;
}

unsigned char distorted_behind(const struct evidence *e,
                               const struct hypothesis *h, size_t row)
{
    unsigned all = e->rows[row].distorted, which = 0;

    while (which < all && ((which & ~all) || !leads_by(e, h, row, which)))
        which++;
    return (unsigned char)which;
}
