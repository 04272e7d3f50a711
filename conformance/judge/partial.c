/* SPDX-License-Identifier: MIT */
#include "partial.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"

enum {
    ROWS = 2,      /* that one explains, at least */
    COUNTS = 3,    /* ... of counts, which are easily the same */
    FEW = 8,       /* for each case in which it does not hold and should */
    WORK = 400000, /* ticks to run the model for, on one row */
};

/* A departure, and the rows that it explains. */
struct half {
    uint16_t departure;
    int where[2];
    size_t rows;
    bool tied;            /* a departure from another rule explains as many */
    unsigned char *marks; /* of each row: HOLDS, FAILS or neither */
};

enum { HOLDS = 1, FAILS = 2 };

/* Whether a departure leads to a row, whatever else is permitted. */
static bool holds_in(struct evidence *e, const struct hypothesis *more,
                     size_t k, bool *good)
{
    const struct sighting *row = &e->rows[k];
    struct question question = hypothesis_question(more, e, row, 0);
    struct explanations found = {0};

    question.work = WORK;
    for (unsigned r = 0; r < RULES; r++)
        if (question.allowed.of[r] == 0)
            return false;
    *good = workspace_fit(&e->workspace, row->c) &&
            evaluate_runs(&e->workspace, row->c, &row->observation->outcome,
                          &question, &found, NULL, NULL);
    free(found.agreed.words);
    return found.agreed.count > 0;
}

/* Where it holds, and where it does not: in cases that something else explains,
 * and it does not. */
static size_t mark_half(struct evidence *e, const struct hypothesis *left,
                        uint16_t departure, unsigned char *marks, bool *good)
{
    struct hypothesis more = hypothesis_like(left);
    unsigned rule = choice_table[departure].rule;
    size_t holds = 0;

    hypothesis_add(&more, departure);
    for (size_t k = 0; *good && k < e->count; k++) {
        bool asked = rule_set_has(e->rows[k].within.asked, rule);
        bool passes = e->rows[k].permitted.count > 0;

        marks[k] = 0;
        if (!asked || (passes && !left->explains[k]))
            continue;
        if (holds_in(e, &more, k, good) != left->explains[k])
            marks[k] = left->explains[k] ? FAILS : HOLDS;
        holds += marks[k] == HOLDS;
    }
    return holds;
}

/* Whether it explains all of what stays unexplained and differs in the same
 * kind of thing: of much that is unknown a part looks like many things. */
static bool explains_all(const struct evidence *e, const struct views *views,
                         const unsigned char *marks, size_t holds)
{
    uint64_t kinds = 0;
    size_t like = 0, least = ROWS;

    for (size_t k = 0; k < e->count; k++)
        if (marks[k] == HOLDS)
            kinds |= UINT64_C(1) << views->of[k].kind % 64;
    if (kinds >> UNKNOWN_COUNTS & 1)
        least = COUNTS;
    for (size_t k = 0; k < e->count; k++)
        like += !views->of[k].explained && !views->of[k].passes &&
                kinds >> views->of[k].kind % 64 & 1;
    return holds == like && holds >= least;
}

/* Whether a feature, or two, has all cases in which it holds, and few in
 * which it does not, nor any that stays unexplained and differs in the same kind
 * of thing. */
static bool separates(const struct evidence *e, const struct views *views,
                      const unsigned char *marks, int a, int b)
{
    uint64_t kinds = 0;
    size_t holds = 0, fails = 0;

    for (size_t k = 0; k < e->count; k++)
        if (marks[k] == HOLDS)
            kinds |= UINT64_C(1) << views->of[k].kind % 64;
    for (size_t k = 0; k < e->count; k++) {
        const struct view *view = &views->of[k];
        bool has = feature_has(&view->features, (unsigned)a) &&
                   (b < 0 || feature_has(&view->features, (unsigned)b));
        bool like = !view->explained && kinds >> view->kind % 64 & 1 &&
                    e->rows[k].permitted.count == 0;

        if (marks[k] == HOLDS ? !has : has && like)
            return false;
        holds += marks[k] == HOLDS;
        fails += has && marks[k] == FAILS;
    }
    return FEW * fails <= holds;
}

static bool find_where(const struct evidence *e, const struct views *views,
                       struct half *half)
{
    for (int a = 0; a < FEATURES; a++)
        if (separates(e, views, half->marks, a, -1)) {
            half->where[0] = a;
            half->where[1] = -1;
            return true;
        }
    for (int a = 0; a < FEATURES; a++)
        for (int b = 0; b < a; b++)
            if (separates(e, views, half->marks, b, a)) {
                half->where[0] = b;
                half->where[1] = a;
                return true;
            }
    return false;
}

/* The one that explains the most. */
static bool find_half(struct evidence *e, const struct hypothesis *left,
                      const struct views *views, struct diagnosis *d,
                      struct half *best)
{
    struct half half = {.marks = malloc(e->count + 1)};
    struct candidates all;
    unsigned char *swap;
    bool good =
        half.marks && candidates_gather(e, left, &all, false, &d->bounded);

    for (unsigned k = 0; good && k < all.count; k++) {
        half.departure = all.rows[k].departures[0];
        if (all.rows[k].count != 1 || left->count == DEPARTURES ||
            hypothesis_has(left, choice_table[half.departure].rule))
            continue;
        half.rows = mark_half(e, left, half.departure, half.marks, &good);
        if (!good || half.rows < best->rows ||
            !explains_all(e, views, half.marks, half.rows) ||
            !find_where(e, views, &half))
            continue;
        if (half.rows == best->rows) {
            best->tied |= choice_table[half.departure].rule !=
                          choice_table[best->departure].rule;
            continue;
        }
        swap = best->marks;
        *best = half;
        half.marks = swap;
    }
    free(half.marks);
    return good;
}

static void note_half(const struct evidence *e, const struct half *half,
                      struct hypothesis *left, struct diagnosis *d)
{
    struct blame *blame = &d->blames[d->count++];

    *blame = (struct blame){
        .rule = choice_table[half->departure].rule,
        .found = choice_bit((enum choice)half->departure),
        .shown = true,
        .support = half->rows,
        .partial = true,
        .where = {half->where[0], half->where[1]},
    };
    for (size_t k = 0; k < e->count; k++)
        if (half->marks[k] == HOLDS) {
            d->partial_of[k] = (unsigned char)d->count;
            left->explains[k] = true;
        }
}

bool partial_find(struct evidence *e, struct hypothesis *left,
                  struct diagnosis *d)
{
    bool good = true, found = true;

    while (good && found && d->count < DEPARTURES) {
        struct half best = {.marks = malloc(e->count + 1)};
        struct views views = {0};

        good =
            best.marks &&
            views_make(&(struct beheld){e, left, left->explains}, 1, &views) &&
            find_half(e, left, &views, d, &best);
        found = good && best.rows >= ROWS && !best.tied;
        if (found)
            note_half(e, &best, left, d);
        views_free(&views);
        free(best.marks);
    }
    return good;
}
