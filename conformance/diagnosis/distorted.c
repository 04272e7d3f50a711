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

/* What was seen, as an implementation that distorts all alike has seen it.  A
 * case that it does not change is not judged again. */
static struct evidence evidence_distorted(const struct evidence *e,
                                          const struct distortion *d)
{
    struct evidence other = *e;

    other.rows = memory_new(e->count, sizeof *other.rows);
    other.workspace = (struct workspace){0};
    other.distortion = *d;
    for (size_t k = 0; k < e->count; k++) {
        struct sighting *row = &other.rows[k];

        *row = e->rows[k];
        row->tried = NULL;
        row->tried_count = 0;
        row->borrowed = true;
        row->c = distortion_case(d, row->c, &other.arena);
        row->distorted = row->c != e->rows[k].c;
        if (row->distorted)
            sighting_look(&other, row);
    }
    return other;
}

/* How a distortion does on failing rows: on those that the departures explain
 * which were found without it, and on those that they do not. */
struct fit {
    struct distortion distortion;
    size_t won;   /* it leads to these: without the departures or, where they do
                     not explain one, with them */
    size_t shown; /* of those that they do not explain: and ticks are counted */
    size_t tried; /* that they do not explain */
};

/* Whether the departures lead to a row, as the case that it became. */
static bool leads_to(struct evidence *e, const struct hypothesis *h,
                     const struct sighting *row, const struct test_case *c)
{
    struct sighting other = *row;
    struct explanations found = {0};
    struct question question;

    other.c = c;
    question = hypothesis_question(h, e, &other, 0);
    question.work = WORK;
    workspace_fit(&e->workspace, c);
    evaluate_runs(&e->workspace, c, &row->observation->outcome, &question,
                  &found, NULL, NULL);
    free(found.agreed.words);
    return found.agreed.count > 0;
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

        if (row->permitted.count > 0 || best->explains[k] != explained ||
            outcome_counts(&row->observation->outcome, false) != counted)
            continue;
        c = distortion_case(&fit->distortion, row->c, &arena);
        fit->won +=
            c != row->c &&
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
    struct fit fit = {.distortion = *distortion};

    try_rows(e, best, &fit, false, true);
    fit.shown = fit.won;
    if (fit.won > 0) {
        struct fit explained = {.distortion = *distortion};

        try_rows(e, best, &fit, false, false);
        try_rows(e, best, &explained, true, true);
        fit.won += explained.won;
    }
    return fit;
}

/* Whether it speaks against many of the rows that pass. */
static bool loses_passing(struct evidence *e, const struct hypothesis *best,
                          const struct distortion *distortion)
{
    struct arena arena = {0};
    size_t tried = 0, lost = 0;

    for (size_t k = 0; k < e->alone && tried < FITTED; k++) {
        const struct sighting *row = &e->rows[k];
        const struct test_case *c;

        if (row->permitted.count == 0 || !best->explains[k])
            continue;
        c = distortion_case(distortion, row->c, &arena);
        if (c == row->c)
            continue;
        tried++;
        lost += !leads_to(e, best, row, c);
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
        if (!loses_passing(e, best, distortion))
            return k == CALLS_ALL || shows(e, best, distortion);
    }
    return false;
}

/* Those that do best, the best first. */
static unsigned find_fits(struct evidence *e, const struct hypothesis *best,
                          struct fit fits[FITS])
{
    struct distortion one = {0};
    unsigned count = 0;

    while (distortion_next(&one)) {
        struct fit fit = fit_of(e, best, &one);
        unsigned at = count;

        while (at > 0 && fits[at - 1].won < fit.won)
            at--;
        if (at == FITS || fit.won < LEAST || fit.won * SHARE < fit.tried)
            continue;
        if (count < FITS)
            count++;
        for (unsigned k = count - 1; k > at; k--)
            fits[k] = fits[k - 1];
        fits[at] = fit;
    }
    return count;
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

/* Among these, or freed; one that does the same as one of them is said with
 * it. */
static void note_least(struct least *least, struct evidence *other,
                       size_t length)
{
    unsigned at = least->count;

    while (at > 0 && least->length[at - 1] > length)
        at--;
    if (at == DISTORTED || (at > 0 && least->length[at - 1] == length &&
                            distortion_extend(&least->of[at - 1].distortion,
                                              &other->distortion))) {
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

static struct pair find_pair(struct evidence *e, const struct hypothesis *best)
{
    struct evidence some = sample_of(e, best);
    struct distortion one = {0};
    struct pair pair = {.led = LED - 1};
    struct candidates all;

    while (some.count == SAMPLE && distortion_next(&one)) {
        struct evidence other = evidence_distorted(&some, &one);
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
    evidence_free(&some);
    pair.led = pair.led < LED ? 0 : pair.led;
    return pair;
}

/* What is behind that distortion, if with its departure much less is left. */
static bool is_behind_pair(struct evidence *e, const struct hypothesis *best,
                           struct pair *pair, struct evidence *other)
{
    struct hypothesis with = {.count = 0}, behind;
    bool keeps, much;

    hypothesis_add(&with, pair->departure);
    hypothesis_test(&with, e, e->count);
    keeps = keeps_passing(e, &with, &pair->distortion);
    if (!keeps) {
        hypothesis_free(&with);
        return false;
    }
    *other = evidence_distorted(e, &pair->distortion);
    behind = search_tested(&with, other);
    much = behind.missed < best->missed &&
           4 * hypothesis_length(&behind) <= 3 * hypothesis_length(best);
    other->led = much ? best->missed - behind.missed : 0;
    hypothesis_free(&behind);
    hypothesis_free(&with);
    if (!much)
        evidence_free(other);
    return much;
}

unsigned distorted_find(struct evidence *e, const struct hypothesis *best,
                        struct evidence found[DISTORTED])
{
    struct fit fits[FITS];
    struct least least = {.of = found};
    unsigned count =
        best->missed + (best->count > 0) < LEAST ? 0 : find_fits(e, best, fits);

    for (unsigned n = 0; n < count && 2 * fits[n].won > fits[0].won; n++) {
        struct evidence other;
        size_t length;

        if (!keeps_passing(e, best, &fits[n].distortion))
            continue;
        other = evidence_distorted(e, &fits[n].distortion);
        other.led = fits[n].won;
        length = length_behind(&other, best);
        if (4 * length <= 3 * hypothesis_length(best))
            note_least(&least, &other, length);
        else
            evidence_free(&other);
    }
    if (least.count == 0 && best->missed >= MANY) {
        struct pair pair = find_pair(e, best);

        least.count = pair.led > 0 && is_behind_pair(e, best, &pair, &found[0]);
    }
    return least.count;
}

void distorted_replace(struct evidence *e, struct evidence *distorted)
{
    distorted->plain = e->rows;
    workspace_free(&e->workspace);
    *e = *distorted;
}

bool distorted_needed(struct evidence *e, const struct hypothesis *h,
                      size_t row)
{
    struct sighting *rows = e->rows;
    struct box_list list;

    if (!rows[row].distorted)
        return false;
    e->rows = e->plain;
    hypothesis_behaviours(h, e, row, &list);
    e->rows = rows;
    free(list.boxes);
    return list.count == 0;
}
