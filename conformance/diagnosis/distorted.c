/* SPDX-License-Identifier: MIT */
#include "distorted.h"

#include <stdlib.h>

enum {
    FITTED = 80,   /* rows that a distortion is tried on */
    HOPELESS = 16, /* rows after which one that led to none is left */
    SHARE = 4,     /* of so many that were tried it must lead to one */
    RARE = 8,      /* of so many that pass it may contradict one */
    LEAST = 2,     /* rows that one must lead to */
    FITS = 6,      /* distortions that are tried on all rows */
    WORK = 400000, /* ticks to run the model for, on one row */
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

/* One that loses all ticks is not told from a library that never counts: it
 * must show in what is counted. */
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
