/* SPDX-License-Identifier: MIT */
#include "doubt.h"

#include <stdlib.h>

/* As many more cases may contradict what two groups have in common than
 * contradict the one; and the other is at most so many times as large. */
enum { SLACK = 1, LARGER = 4 };

size_t doubt_contradictions(const struct evidence *e,
                            const struct hypothesis *h,
                            const struct hypothesis *without)
{
    size_t count = 0;

    for (size_t k = 0; k < e->count; k++)
        count += e->rows[k].permitted.count > 0 && without->explains[k] &&
                 !h->explains[k];
    return count;
}

/* Whether so many cases that are explained outweigh those that are not: of a
 * single one it is not known what it is about. */
static bool outweighs(size_t support, size_t rows)
{
    return support > (rows > 1 ? LARGER * rows : 1);
}

/* Mark the rows of that kind that only the departure explains; how many. */
static size_t mark_support(const struct evidence *e, const struct hypothesis *h,
                           const struct views *views, unsigned kind,
                           unsigned char *marks, size_t *all)
{
    size_t count = 0;

    *all = 0;
    for (size_t k = 0; k < e->count; k++) {
        bool own = e->rows[k].permitted.count == 0 && h->explains[k] &&
                   !views->of[k].explained;

        *all += own;
        if (!own || views->of[k].kind != kind)
            continue;
        marks[k] = 1;
        count++;
    }
    return count;
}

/* Whether the marked rows, so many that stay unexplained, have what sets them
 * apart in common with those that only the departure explains. */
static bool is_alike(const struct evidence *e, const struct hypothesis *h,
                     struct views *views, unsigned kind, size_t rows,
                     unsigned char *marks)
{
    size_t apart = common_of(views, kind, marks, 1).cost, all;
    size_t support = mark_support(e, h, views, kind, marks, &all);

    return support > 0 && 2 * support >= all && !outweighs(support, rows) &&
           common_of(views, kind, marks, 1).cost <= apart + SLACK;
}

/* Mark the rows of an unknown defect, or of all that differ in the same. */
static size_t mark_unknown(const struct unknowns *unknowns, size_t n, bool all,
                           unsigned char *marks, size_t count)
{
    size_t rows = 0;

    for (size_t k = 0; k < count; k++) {
        size_t of = unknowns->of_row[k];

        marks[k] = all ? of && unknowns->of[of - 1].kind == unknowns->of[n].kind
                       : of == n + 1;
        rows += marks[k];
    }
    return rows;
}

/* Whether a departure changes what comes of a row, all else being as other rows
 * have shown. */
static bool touches(struct evidence *e, const struct hypothesis *h,
                    const struct hypothesis *without, size_t k)
{
    struct workspace *w = &e->workspace, other = {0};
    struct choice_sets with = box_list_hull(&h->boxes), less = with;
    bool touched = false;

    for (unsigned r = 0; r < RULES; r++) {
        if (rule_table[r].free)
            continue;
        with.of[r] &= (choice_set)-with.of[r];
        less.of[r] = with.of[r];
        if (hypothesis_has(h, r) && !hypothesis_has(without, r))
            less.of[r] = e->permitted.of[r];
    }
    if (!workspace_fit(w, e->rows[k].c) || !workspace_fit(&other, e->rows[k].c))
        return false;
    choices_begin(&w->choices, &with);
    model_run(&w->model, &e->rows[k].c->script, &w->choices, &w->outcome,
              w->arena, w->arena_size);
    choices_begin(&other.choices, &less);
    do {
        model_run(&other.model, &e->rows[k].c->script, &other.choices,
                  &other.outcome, other.arena, other.arena_size);
        touched = outcome_difference(&w->outcome, &other.outcome) >= 0;
    } while (touched && choices_next(&other.choices));
    workspace_free(&other);
    return touched;
}

/* Whether a departure fails where it should show: in rows that it changes and
 * does not explain, and that have not in common with others what is unknown. */
static bool fails_itself(struct evidence *e, const struct hypothesis *h,
                         const struct hypothesis *without, struct views *views,
                         unsigned kind, unsigned char *marks)
{
    size_t failing = 0, others = 0, support = 0, cost;

    for (size_t k = 0; k < e->count; k++) {
        bool like = !h->explains[k] && !views->of[k].passes &&
                    views->of[k].kind == kind;
        bool touched = like && touches(e, h, without, k);

        support += !views->of[k].passes && h->explains[k] &&
                   !views->of[k].explained && views->of[k].kind == kind;
        marks[k] = like ? touched ? 2 : 1 : 0;
        failing += touched;
        others += like && !touched;
    }
    if (failing == 0 || support == 0 || outweighs(support, failing))
        return false;
    if (others == 0)
        return true;
    cost = common_of(views, kind, marks, 1).cost;
    for (size_t k = 0; k < e->count; k++)
        marks[k] = marks[k] != 0;
    return common_of(views, kind, marks, 1).cost > cost + SLACK;
}

bool doubt_alike(struct evidence *e, const struct hypothesis *h,
                 const struct hypothesis *without,
                 const struct unknowns *unknowns, bool *in)
{
    struct views views = {0};
    unsigned char *marks = malloc(e->count + 1);
    bool good =
        marks &&
        views_make(&(struct beheld){e, without, without->explains}, 1, &views);

    *in = false;
    for (size_t n = 0; good && !*in && n < unknowns->count; n++)
        for (unsigned all = 0; !*in && all < 2; all++) {
            size_t rows = mark_unknown(unknowns, n, all, marks, e->count);

            *in = is_alike(e, h, &views, unknowns->of[n].kind, rows, marks);
        }
    for (size_t n = 0; good && !*in && n < unknowns->count; n++)
        *in = fails_itself(e, h, without, &views, unknowns->of[n].kind, marks);
    free(marks);
    views_free(&views);
    return good;
}
