/* SPDX-License-Identifier: MIT */
#include "partial.h"

#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "conformance/base/memory.h"
#include "support.h"

enum {
    FEW = 3,     /* cases */
    SEVERAL = 6, /* cases, which nothing fits by chance */
};

/* A departure that holds in some rows only. */
struct half {
    uint16_t departure;
    choice_set found; /* it, and choices of its rule that do the same there */
    int where[2];     /* the features that these have */
    size_t rows;
    size_t inside, outside; /* where it fails, in rows with these or not */
    uint16_t others[DIAGNOSIS_OTHERS]; /* of other rules: the same, there */
    unsigned other_count;
    bool tied;            /* one from another rule explains as many others */
    unsigned char *marks; /* of each row: HOLDS, FAILS or neither */
};

enum { HOLDS = 1, FAILS = 2 };

/* Whether the departures lead to a row, whatever others show. */
static bool holds_in(struct evidence *e, const struct hypothesis *h, size_t k)
{
    struct box_list list;

    hypothesis_behaviours(h, e, k, &list);
    free(list.boxes);
    return list.count > 0;
}

/* Where it holds, and where it does not: in cases that something else explains,
 * and it does not. */
static size_t mark_half(struct rest *rest, struct half *half)
{
    struct hypothesis more = hypothesis_like(rest->h);
    unsigned rule = choice_table[half->departure].rule;
    size_t holds = 0;

    hypothesis_add(&more, half->departure);
    for (size_t k = 0; k < rest->e->count; k++) {
        const struct sighting *row = &rest->e->rows[k];
        bool explained = rest->h->explains[k];

        half->marks[k] = 0;
        if (!rule_set_has(row->within.consulted, rule))
            continue;
        if (holds_in(rest->e, &more, k) != explained)
            half->marks[k] = explained ? FAILS : HOLDS;
        holds += half->marks[k] == HOLDS && row->permitted.count == 0;
    }
    return holds;
}

static bool has_both(const struct rest *rest, size_t k, int a, int b)
{
    return common_has(&(struct common){.features = {a, b}}, &rest->views.of[k]);
}

/* How it stands where it holds. */
static bool half_is_supported(struct rest *rest, const struct half *half)
{
    struct support s = support_where(rest, half->departure, half->marks, HOLDS,
                                     half->where, half->rows);

    return support_suffices(&s);
}

static bool is_form(int feature)
{
    return feature == FEATURE_PROFIL || feature == FEATURE_SPROFIL ||
           feature == FEATURE_LIST_FORM || feature == FEATURE_LIST;
}

/* Whether a row has a list and a single buffer: what holds in one of the forms
 * only explains neither half of it. */
static bool has_both_forms(const struct rest *rest, size_t k)
{
    const struct feature_set *own = &rest->views.of[k].features;

    return feature_has(own, FEATURE_PROFIL) && feature_has(own, FEATURE_LIST);
}

/* Whether these features have the rows in which it holds, all but few of them
 * or all, and few of those in which it does not.  If it fails nowhere it would
 * hold in all cases. */
static bool separates(const struct rest *rest, const unsigned char *marks,
                      int a, int b, bool but_few)
{
    size_t holds = 0, lacks = 0, fails = 0, outside = 0;

    for (size_t k = 0; k < rest->e->count; k++) {
        bool has = has_both(rest, k, a, b);

        if (marks[k] == FAILS && (is_form(a) || is_form(b)) &&
            has_both_forms(rest, k))
            continue;
        lacks += !has && marks[k] == HOLDS;
        if (lacks > 0 && !but_few)
            return false;
        holds += has && marks[k] == HOLDS;
        fails += has && marks[k] == FAILS;
        outside += !has && marks[k] == FAILS;
    }
    return outside > 0 && 8 * (lacks + fails) <= holds;
}

/* That ticks come sets nothing apart: it is said of most cases. */
static bool find_features(const struct rest *rest, struct half *half)
{
    enum { FIRST = FEATURE_TICKS + 1 };

    for (unsigned few = 0; few < 2; few++) {
        half->where[1] = -1;
        for (int a = FIRST; a < FEATURES; a++)
            if (separates(rest, half->marks, a, -1, few)) {
                half->where[0] = a;
                return true;
            }
        for (int a = FIRST; a < FEATURES && !few; a++)
            for (int b = FIRST; b < a; b++)
                if (separates(rest, half->marks, b, a, false)) {
                    half->where[0] = b;
                    half->where[1] = a;
                    return true;
                }
    }
    return false;
}

/* Where else it holds it is by chance: a row that lacks the features. */
static bool find_where(const struct rest *rest, struct half *half)
{
    bool found = find_features(rest, half);

    half->inside = half->outside = 0;
    for (size_t k = 0; found && k < rest->e->count; k++) {
        bool has = has_both(rest, k, half->where[0], half->where[1]);

        if (half->marks[k] == HOLDS && !has) {
            half->marks[k] = 0;
            half->rows -= rest->e->rows[k].permitted.count == 0;
        }
        half->inside += half->marks[k] == FAILS && has;
        half->outside += half->marks[k] == FAILS && !has;
    }
    return found;
}

/* Whether it explains all that stays unexplained and differs in the same kind
 * of thing: of much that is unknown a part looks like many things. */
static bool explains_all(const struct rest *rest, const struct half *half)
{
    bool all = true;

    for (size_t k = 0; k < rest->e->count; k++)
        for (size_t i = 0; half->marks[k] == HOLDS && all && i < rest->e->count;
             i++) {
            const struct view *other = &rest->views.of[i];

            all = other->explained || other->passes ||
                  half->marks[i] == HOLDS ||
                  other->kind != rest->views.of[k].kind;
        }
    return all;
}

/* Whether a row says little of how it counts: a file that is left says how many
 * ticks came, and no more. */
static bool is_coarse(const struct view *view)
{
    return feature_has(&view->features, FEATURE_FILE_LOOKED) ||
           feature_has(&view->features, FEATURE_EXIT);
}

/* Whether it explains enough: counts are easily the same, but for two rows,
 * where none that are like them is right, and several others are.  Of pairs of
 * features there are so many that one fits any two rows.  That nothing is
 * counted is the same by much else, in a few rows; and where a list is not
 * taken any file may be left. */
static bool is_enough(const struct rest *rest, const struct half *half)
{
    unsigned rule = choice_table[half->departure].rule;
    bool ticks = rule == RULE_TICKS;
    bool counts = false, coarse = ticks, counted = ticks;

    for (size_t k = 0; k < rest->e->count; k++)
        if (half->marks[k] == HOLDS) {
            counts |= rest->views.of[k].kind == UNKNOWN_COUNTS;
            counted |= rest->views.of[k].counts;
            coarse |= is_coarse(&rest->views.of[k]);
        }
    if (rule == RULE_MON_LIST_FORM || (counts && !counted))
        return half->rows >= SEVERAL;
    return half->rows >= 2 && (!counts || half->rows >= FEW ||
                               (!coarse && half->where[1] < 0 &&
                                half->inside == 0 && half->outside >= 2));
}

/* Of two that do as well, the one that fails in the fewest other cases is said
 * first: it needs the fewest exceptions. */
static void say_first(struct half *half, struct half *best)
{
    struct half other = *best;

    if (half->inside + half->outside >= best->inside + best->outside)
        return;
    *best = *half;
    *half = other;
    best->other_count = half->other_count;
    memcpy(best->others, half->others, sizeof best->others);
    best->tied = half->tied;
}

/* Another departure that explains as many rows as the best one so far: it does
 * as well if they are the same. */
static void note_tie(const struct rest *rest, struct half *half,
                     struct half *best)
{
    bool same = true;
    bool of_rule = choice_table[half->departure].rule ==
                   choice_table[best->departure].rule;

    for (size_t k = 0; same && k < rest->e->count; k++)
        same = (half->marks[k] == HOLDS) == (best->marks[k] == HOLDS);
    if (same && !of_rule)
        say_first(half, best);
    if (same && of_rule)
        best->found |= half->found;
    else if (same && best->other_count < DIAGNOSIS_OTHERS)
        best->others[best->other_count++] = half->departure;
    else
        best->tied |= !of_rule;
}

/* The one that explains the most. */
static void find_half(struct rest *rest, struct diagnosis *d, struct half *best)
{
    struct half half = {.marks = memory_new(rest->e->count, 1)};
    struct candidates all;

    candidates_gather(rest->e, rest->h, NULL, false, CANDIDATES_OF_CHEAP,
                      CANDIDATES_ASKED, &all);
    d->bounded |= all.bounded;
    for (unsigned k = 0; k < all.count; k++) {
        unsigned char *swap;

        half.departure = all.rows[k].departures[0];
        half.found = choice_bit((enum choice)half.departure);
        if (all.rows[k].count != 1 || rest->h->count == DEPARTURES ||
            hypothesis_has(rest->h, choice_table[half.departure].rule))
            continue;
        half.rows = mark_half(rest, &half);
        if (half.rows < 2 || half.rows < best->rows ||
            !explains_all(rest, &half) || !find_where(rest, &half) ||
            !is_enough(rest, &half) || half.rows < best->rows ||
            !half_is_supported(rest, &half))
            continue;
        if (half.rows == best->rows) {
            note_tie(rest, &half, best);
            continue;
        }
        swap = best->marks;
        *best = half;
        half.marks = swap;
    }
    free(half.marks);
}

static void note_half(const struct evidence *e, const struct half *half,
                      struct hypothesis *left, struct diagnosis *d)
{
    struct blame *blame = &d->blames[d->count++];

    *blame = (struct blame){
        .rule = choice_table[half->departure].rule,
        .found = half->found,
        .shown = true,
        .support = half->rows,
        .partial = true,
        .where = {half->where[0], half->where[1]},
        .other_count = half->other_count,
    };
    memcpy(blame->others, half->others, sizeof blame->others);
    for (size_t k = 0; k < e->count; k++)
        if (half->marks[k] == HOLDS) {
            if (e->rows[k].permitted.count == 0)
                d->partial_of[k] = (unsigned char)d->count;
            left->explains[k] = true;
        }
}

void partial_find(struct evidence *e, struct hypothesis *left,
                  struct diagnosis *d)
{
    bool found = true;

    while (found && d->count < DEPARTURES) {
        struct half best = {.marks = memory_new(e->count, 1)};
        struct rest rest;

        rest_make(e, left, &rest);
        find_half(&rest, d, &best);
        found = best.rows > 0 && !best.tied;
        if (found)
            note_half(e, &best, left, d);
        rest_free(&rest);
        free(best.marks);
    }
}
