/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAIRED = 2,   /* cases for which two departures at once are tried */
    DEAR = 2000,  /* ticks to run a case */
    MISSED = 24,  /* cases asked for candidates */
    CONTRARY = 2, /* cases whose contradictions are looked at */
};

static void vote(struct candidates *all, const struct candidate *one)
{
    unsigned k = 0;

    while (k < all->count &&
           (all->rows[k].count != one->count ||
            departures_compare(all->rows[k].departures, one->departures,
                               one->count) != 0))
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
        unsigned k = 0;

        if (set & question->allowed.of[r])
            continue;
        if (one->count == 2)
            return false;
        while (!(set >> k & 1))
            k++;
        one->departures[one->count++] = (uint16_t)(rule_table[r].first + k);
    }
    return one->count > 0;
}

static bool seen_before(const struct explanations *found,
                        const struct question *question, size_t k,
                        const struct candidate *one)
{
    struct candidate other;

    for (size_t i = 0; i < k; i++)
        if (departures_of(&found->boxes.boxes[i], question, &other) &&
            other.count == one->count &&
            departures_compare(other.departures, one->departures, one->count) ==
                0)
            return true;
    return false;
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
 * Sets *any where there is something. */
static bool candidates_ask(struct evidence *e, const struct hypothesis *h,
                           size_t row, const struct box_list *other,
                           unsigned budget, struct candidates *all, bool *any,
                           bool *bounded)
{
    const struct sighting *s = &e->rows[row];
    struct question question = hypothesis_question(h, e, s, budget);
    struct explanations found;
    struct candidate one;
    bool good;

    if (is_dear(s))
        narrow_question(&question, &h->boxes);
    if (other)
        narrow_question(&question, other);
    good = workspace_fit(&e->workspace, s->c) &&
           evaluate(&e->workspace, s->c, &s->observation->outcome, &question,
                    &found, NULL, NULL);
    if (!good)
        return false;
    *bounded |= found.exhausted;
    for (size_t k = 0; k < found.boxes.count; k++)
        if (departures_of(&found.boxes.boxes[k], &question, &one) &&
            !seen_before(&found, &question, k, &one)) {
            vote(all, &one);
            *any = true;
        }
    free(found.boxes.boxes);
    return true;
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

/* What the behaviours that lead to each row are, as far as it was asked. */
struct behaviours {
    struct box_list *of;
    bool *known;
};

static bool behaviours_of(struct behaviours *b, struct evidence *e,
                          const struct hypothesis *h, size_t row)
{
    if (b->known[row])
        return true;
    b->known[row] = true;
    return hypothesis_behaviours(h, e, row, &b->of[row]);
}

static bool copy_of(const struct box_list *list, struct box_list *copy)
{
    bool good = true;

    *copy = (struct box_list){0};
    for (size_t k = 0; good && k < list->count; k++)
        good = box_list_add(copy, &list->boxes[k]);
    return good;
}

/* The behaviours that lead to a row that h misses, and to all others that do
 * not contradict those before them; what does is asked. */
static bool ask_along(struct evidence *e, const struct hypothesis *h,
                      size_t row, bool backwards, struct behaviours *b,
                      struct candidates *all, bool *bounded)
{
    struct box_list left, both;
    bool any, good = copy_of(&b->of[row], &left);

    for (size_t i = 0; good && i < e->count; i++) {
        size_t k = backwards ? e->count - 1 - i : i;

        if (!h->explains[k] || is_dear(&e->rows[k]))
            continue;
        both = (struct box_list){0};
        good = behaviours_of(b, e, h, k) &&
               box_list_intersect(&left, &b->of[k], &both);
        if (good && both.count > 0) {
            free(left.boxes);
            left = both;
            continue;
        }
        free(both.boxes);
        good = good && candidates_ask(e, h, k, &left, 1, all, &any, bounded);
    }
    free(left.boxes);
    return good;
}

/* A row that h leads to by itself contradicts others: it may be they that
 * depart. */
static bool ask_others(struct evidence *e, const struct hypothesis *h,
                       size_t row, struct behaviours *b, unsigned *contrary,
                       struct candidates *all, bool *bounded)
{
    if (*contrary == CONTRARY || is_dear(&e->rows[row]))
        return true;
    if (!behaviours_of(b, e, h, row))
        return false;
    if (b->of[row].count == 0)
        return true;
    ++*contrary;
    return ask_along(e, h, row, false, b, all, bounded) &&
           ask_along(e, h, row, true, b, all, bounded);
}

static bool ask_all(struct evidence *e, const struct hypothesis *h,
                    struct behaviours *b, struct candidates *all, bool pairs,
                    bool *bounded)
{
    size_t silent[PAIRED], asked = 0;
    unsigned silent_count = 0, contrary = 0;
    bool good = true;

    for (size_t k = 0; good && k < e->count && asked < MISSED; k++) {
        bool any = false;

        if (h->explains[k] || (all->count > 0 && is_dear(&e->rows[k])))
            continue;
        asked++;
        good = candidates_ask(e, h, k, NULL, 1, all, &any, bounded) &&
               ask_others(e, h, k, b, &contrary, all, bounded);
        if (!any && silent_count < PAIRED)
            silent[silent_count++] = k;
    }
    for (unsigned k = 0; good && pairs && k < silent_count; k++) {
        bool any = false;

        if (h->count + 2 <= DEPARTURES &&
            (all->count == 0 || !is_dear(&e->rows[silent[k]])))
            good = candidates_ask(e, h, silent[k], NULL, 2, all, &any, bounded);
    }
    return good;
}

bool candidates_gather(struct evidence *e, const struct hypothesis *h,
                       struct candidates *all, bool pairs, bool *bounded)
{
    struct behaviours b = {calloc(e->count + 1, sizeof *b.of),
                           calloc(e->count + 1, sizeof *b.known)};
    bool good = b.of && b.known;

    all->count = 0;
    good = good && ask_all(e, h, &b, all, pairs, bounded);
    for (size_t k = 0; b.of && k < e->count; k++)
        free(b.of[k].boxes);
    free(b.of);
    free(b.known);
    qsort(all->rows, all->count, sizeof *all->rows, by_votes);
    return good;
}
