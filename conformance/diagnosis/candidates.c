/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

enum {
    PAIRED = 2,   /* cases for which two departures at once are tried */
    DEAR = 2000,  /* ticks to run a case */
    CONTRARY = 2, /* cases whose contradictions are looked at */
};

/* The hypothesis, the rows that are looked at, and what is found. */
struct asking {
    struct evidence *e;
    const struct hypothesis *h;
    const bool *only; /* null: all that h misses */
    struct candidates *all;
    struct box_list *of; /* the behaviours that lead to each row, if known */
    bool *known;
};

static bool is_same(const struct candidate *a, const struct candidate *b)
{
    return a->count == b->count &&
           departures_compare(a->departures, b->departures, a->count) == 0;
}

static void vote(struct candidates *all, const struct candidate *one)
{
    unsigned k = 0;

    while (k < all->count && !is_same(&all->rows[k], one))
        k++;
    if (k == CANDIDATES)
        return;
    if (k == all->count)
        all->rows[all->count++] = *one;
    all->rows[k].votes++;
}

/* What a box takes from outside of the question's allowed choices. */
static bool departures_of(const struct box *box,
                          const struct question *question,
                          struct candidate *one)
{
    *one = (struct candidate){0};
    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = box->of[r];

        if (set & question->allowed.of[r])
            continue;
        if (one->count == 2)
            return false;
        one->departures[one->count++] =
            (uint16_t)(rule_table[r].first + __builtin_ctz(set));
    }
    return one->count > 0;
}

static bool is_among(const struct candidate *rows, size_t count,
                     const struct candidate *one)
{
    while (count > 0 && !is_same(&rows[count - 1], one))
        count--;
    return count > 0;
}

/* Of which few runs of the model can be made. */
static bool is_dear(const struct sighting *row)
{
    return row->cost > DEAR;
}

/* Leave of what is allowed what these behaviours have, where they have any. */
static void narrow_question(struct question *question,
                            const struct box_list *list)
{
    struct choice_sets hull = box_list_hull(list);

    for (unsigned r = 0; r < RULES; r++)
        if (question->allowed.of[r] & hull.of[r])
            question->allowed.of[r] &= hull.of[r];
}

/* What would explain a row, which h misses or which contradicts another that
 * these behaviours lead to (NULL: none): the departures of so many rules.
 * Whether there is something. */
static bool ask(struct asking *a, size_t row, const struct box_list *other,
                unsigned budget)
{
    struct question question =
        hypothesis_question(a->h, a->e, &a->e->rows[row], budget);
    const struct tried *tried;
    struct candidate *found;
    size_t count = 0;

    if (is_dear(&a->e->rows[row]))
        narrow_question(&question, &a->h->boxes);
    if (other)
        narrow_question(&question, other);
    tried = evidence_try(a->e, row, &question);
    a->all->bounded |= tried->exhausted;
    found = memory_new(tried->boxes.count, sizeof *found);
    for (size_t k = 0; k < tried->boxes.count; k++)
        if (departures_of(&tried->boxes.boxes[k], &question, &found[count]) &&
            !is_among(found, count, &found[count]))
            vote(a->all, &found[count++]);
    free(found);
    return count > 0;
}

static int by_votes(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;

    if (one->count != other->count)
        return one->count < other->count ? -1 : 1;
    if (one->votes != other->votes)
        return one->votes > other->votes ? -1 : 1;
    return departures_compare(one->departures, other->departures, one->count);
}

static const struct box_list *behaviours_of(struct asking *a, size_t row)
{
    if (!a->known[row])
        hypothesis_behaviours(a->h, a->e, row, &a->of[row]);
    a->known[row] = true;
    return &a->of[row];
}

/* Narrow the behaviours that lead to a row which h misses by all others, one by
 * one; one that contradicts them is asked what would explain it. */
static void ask_along(struct asking *a, size_t row, bool backwards)
{
    struct box_list left = {0}, both;

    for (size_t k = 0; k < a->of[row].count; k++)
        box_list_add(&left, &a->of[row].boxes[k]);
    for (size_t i = 0; i < a->e->count; i++) {
        size_t k = backwards ? a->e->count - 1 - i : i;

        if (!a->h->explains[k] || is_dear(&a->e->rows[k]))
            continue;
        both = (struct box_list){0};
        box_list_intersect(&left, behaviours_of(a, k), &both);
        if (both.count > 0) {
            free(left.boxes);
            left = both;
            continue;
        }
        free(both.boxes);
        ask(a, k, &left, 1);
    }
    free(left.boxes);
}

/* A row that h leads to by itself contradicts others: it may be they that
 * depart.  False: it leads to none. */
static bool ask_others(struct asking *a, size_t row)
{
    if (is_dear(&a->e->rows[row]) || behaviours_of(a, row)->count == 0)
        return false;
    ask_along(a, row, false);
    ask_along(a, row, true);
    return true;
}

/* Dear rows are asked where cheap ones have no answer, or in their turn. */
static bool is_asked(const struct asking *a, size_t row,
                     enum candidates_of rows)
{
    bool dear = is_dear(&a->e->rows[row]);

    return !a->h->explains[row] && (!a->only || a->only[row]) &&
           (rows == CANDIDATES_OF_DEAR ? dear : a->all->count == 0 || !dear);
}

static void ask_all(struct asking *a, bool pairs, enum candidates_of rows,
                    size_t most)
{
    size_t silent[PAIRED], asked = 0;
    unsigned silent_count = 0, contrary = 0;

    for (size_t k = 0; k < a->e->count && asked < most; k++) {
        bool any;

        if (!is_asked(a, k, rows))
            continue;
        asked++;
        any = ask(a, k, NULL, 1);
        if (contrary < CONTRARY)
            contrary += ask_others(a, k);
        if (!any && silent_count < PAIRED)
            silent[silent_count++] = k;
    }
    for (unsigned k = 0; pairs && k < silent_count; k++)
        if (a->h->count + 2 <= DEPARTURES &&
            (a->all->count == 0 || !is_dear(&a->e->rows[silent[k]])))
            ask(a, silent[k], NULL, 2);
}

void candidates_gather(struct evidence *e, const struct hypothesis *h,
                       const bool *only, bool pairs, enum candidates_of rows,
                       size_t most, struct candidates *all)
{
    struct asking a = {e,
                       h,
                       only,
                       all,
                       memory_new(e->count, sizeof *a.of),
                       memory_new(e->count, sizeof *a.known)};

    all->count = 0;
    all->bounded = false;
    ask_all(&a, pairs, rows, most);
    for (size_t k = 0; k < e->count; k++)
        free(a.of[k].boxes);
    free(a.of);
    free(a.known);
    qsort(all->rows, all->count, sizeof *all->rows, by_votes);
}
