/* SPDX-License-Identifier: MIT */
#include "distorted.h"

#include <stdlib.h>
#include <string.h>

enum {
    FITTED = 80,   /* rows that a distortion is tried on, of each kind */
    HOPELESS = 16, /* rows after which one that led to none is left */
    LEAST = 3,     /* rows that one must lead to */
    FITS = 6,      /* distortions that are tried on all rows */
    WORK = 400000, /* ticks to run the model for, on one row */
};

/* What was seen, as an implementation that distorts all alike has seen it. */
static struct evidence evidence_distorted(const struct evidence *e,
                                          const struct distortion *d)
{
    struct evidence other = *e;

    other.rows = memory_new(e->count, sizeof *other.rows);
    other.workspace = (struct workspace){0};
    other.distortion = *d;
    for (size_t k = 0; k < e->count; k++) {
        const struct sighting *plain = &e->rows[k];
        struct sighting *row = &other.rows[k];

        *row =
            (struct sighting){.c = distortion_case(d, plain->c, &other.arena),
                              .observation = plain->observation,
                              .mixed = plain->mixed};
        row->cost = evaluate_cost(&row->c->script);
        memcpy(row->id, plain->id, sizeof row->id);
        sighting_look(&other, row);
    }
    return other;
}

/* How well a distortion does in the place of none, in some rows that nothing
 * explains and in some that pass. */
struct fit {
    struct distortion distortion;
    size_t won, lost;
};

/* Whether the departures, or none, lead to a row, as it is distorted. */
static bool leads_to(struct evidence *e, const struct hypothesis *h,
                     const struct distortion *d, size_t k, bool *same)
{
    struct arena arena = {0};
    const struct sighting *row = &e->rows[k];
    struct sighting other = {.c = distortion_case(d, row->c, &arena),
                             .observation = row->observation,
                             .within = row->within};
    const struct hypothesis none = {0}, *const both[] = {h, &none};
    bool leads = false;

    *same = other.c == row->c;
    for (unsigned n = 0; !*same && !leads && n < 1u + (h->count > 0); n++) {
        struct question question = hypothesis_question(both[n], e, &other, 0);
        struct explanations found = {0};

        question.work = WORK;
        workspace_fit(&e->workspace, other.c);
        evaluate_runs(&e->workspace, other.c, &row->observation->outcome,
                      &question, &found, NULL, NULL);
        leads = found.agreed.count > 0;
        free(found.agreed.words);
    }
    arena_free(&arena);
    return leads;
}

/* Of so many rows that pass, or that nothing explains; fewer where it is no
 * good. */
static void try_rows(struct evidence *e, const struct hypothesis *best,
                     struct fit *fit, bool passing)
{
    size_t tried = 0;

    for (size_t k = 0; k < e->alone && tried < FITTED; k++) {
        bool same, leads;

        if ((e->rows[k].permitted.count > 0) != passing ||
            best->explains[k] != passing)
            continue;
        leads = leads_to(e, best, &fit->distortion, k, &same);
        tried++;
        fit->won += !passing && !same && leads;
        fit->lost += passing && !same && !leads;
        if (passing ? 2 * fit->lost >= fit->won
                    : tried == HOPELESS && fit->won == 0)
            return;
    }
}

static struct fit fit_of(struct evidence *e, const struct hypothesis *best,
                         const struct distortion *distortion)
{
    struct fit fit = {*distortion, 0, 0};

    try_rows(e, best, &fit, false);
    if (fit.won >= LEAST)
        try_rows(e, best, &fit, true);
    return fit;
}

static long fit_worth(const struct fit *fit)
{
    return (long)fit->won - 2 * (long)fit->lost;
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

        if (fit.won < LEAST || fit_worth(&fit) <= 0)
            continue;
        while (at > 0 && fit_worth(&fits[at - 1]) < fit_worth(&fit))
            at--;
        if (at == FITS)
            continue;
        if (count < FITS)
            count++;
        for (unsigned k = count - 1; k > at; k--)
            fits[k] = fits[k - 1];
        fits[at] = fit;
    }
    return count;
}

/* What is missed by a distortion alone, or with the departures that were found
 * without it. */
static size_t miss_behind(struct evidence *distorted,
                          const struct hypothesis *best)
{
    struct hypothesis tried[2] = {{.count = 0}, hypothesis_like(best)};
    size_t least = SIZE_MAX;

    for (unsigned k = 0; k < 2; k++) {
        size_t missed;

        hypothesis_test(&tried[k], distorted, distorted->count);
        missed = tried[k].missed + tried[k].missed_passing;
        least = missed < least ? missed : least;
        hypothesis_free(&tried[k]);
    }
    return least;
}

bool distorted_find(struct evidence *e, const struct hypothesis *best,
                    struct evidence *least)
{
    struct fit fits[FITS];
    unsigned count = best->missed < LEAST ? 0 : find_fits(e, best, fits);
    size_t missed = 3 * (best->missed + best->missed_passing) / 4 + 1;
    bool found = false;

    for (unsigned n = 0;
         n < count && 2 * fit_worth(&fits[n]) > fit_worth(&fits[0]); n++) {
        struct evidence other = evidence_distorted(e, &fits[n].distortion);
        size_t own = miss_behind(&other, best);

        if (own >= missed) {
            if (found && own == missed)
                distortion_extend(&least->distortion, &other.distortion);
            evidence_free(&other);
            continue;
        }
        if (found)
            evidence_free(least);
        *least = other;
        missed = own;
        found = true;
    }
    return found;
}

bool distorted_shows(const struct evidence *e, const struct evidence *distorted,
                     const struct hypothesis *best)
{
    for (size_t k = 0; k < e->count; k++)
        if (distorted->rows[k].c != e->rows[k].c && best->explains[k] &&
            outcome_counts(&e->rows[k].observation->outcome, false))
            return true;
    return false;
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

    if (!e->plain || rows[row].c == e->plain[row].c)
        return false;
    e->rows = e->plain;
    hypothesis_behaviours(h, e, row, &list);
    e->rows = rows;
    free(list.boxes);
    return list.count == 0;
}

void distorted_name(const struct distortion *d, char *text, size_t size)
{
    char words[UNKNOWN_NAME / 2];

    distortion_words(d, words, sizeof words);
    snprintf(text, size, "throughout: %s", words);
}

static struct unknown *unknown_named(struct unknowns *unknowns,
                                     const char *name)
{
    size_t k = 0;

    while (k < unknowns->count && strcmp(unknowns->of[k].name, name) != 0)
        k++;
    if (k == unknowns->count) {
        snprintf(unknowns->of[k].name, UNKNOWN_NAME, "%s", name);
        unknowns->of[k].common = (struct common){{-1, -1}, 0, 0, 0};
        unknowns->count++;
    }
    return &unknowns->of[k];
}

void distorted_add(const struct examined *parts, unsigned count,
                   struct unknowns *unknowns)
{
    size_t at = 0;

    for (; count > 0; parts++, count--)
        for (size_t k = 0; k < parts->e->count; k++, at++) {
            char name[UNKNOWN_NAME];
            struct unknown *unknown;

            if (!parts->explains[k] ||
                evidence_plain(parts->e, k)->permitted.count > 0 ||
                !distorted_needed(parts->e, parts->h, k))
                continue;
            distorted_name(&parts->e->distortion, name, sizeof name);
            unknown = unknown_named(unknowns, name);
            unknown->rows++;
            unknowns->of_row[at] = (unsigned char)(unknown - unknowns->of + 1);
        }
}
