/* SPDX-License-Identifier: MIT */
#include "hypothesis.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/inference/latitude.h"

bool hypothesis_has(const struct hypothesis *h, enum rule rule)
{
    for (unsigned k = 0; k < h->count; k++)
        if (choice_table[h->departures[k]].rule == rule)
            return true;
    return false;
}

choice_set hypothesis_ticks(const struct test_case *c,
                            const struct observation *o)
{
    choice_set ticks = rule_choices(RULE_TICKS);

    if (o->delivered)
        ticks = choice_bit(TICKS_COUNTED) | choice_bit(TICKS_LOST);
    else if (case_has_ticks(c))
        ticks &= (choice_set)~choice_bit(TICKS_LOST);
    return ticks;
}

void hypothesis_heed(const struct test_case *c, const struct observation *o,
                     struct choice_sets *sets)
{
    sets->of[RULE_TICKS] &= hypothesis_ticks(c, o);
}

bool hypothesis_needs_open(const struct explanations *permitted)
{
    return permitted->agreed.count > 0 &&
           !run_list_has_named(&permitted->agreed);
}

/* What one case shows of a rule that the page leaves open binds no other. */
static void forget_open(const struct hypothesis *h, const struct evidence *e,
                        struct box_list *list)
{
    RULE_SET_EACH (r, e->permitted.open)
        for (size_t k = 0; !hypothesis_has(h, r) && k < list->count; k++)
            list->boxes[k].of[r] = rule_choices(r);
}

struct question hypothesis_question(const struct hypothesis *h,
                                    const struct evidence *e,
                                    const struct sighting *row, unsigned budget)
{
    struct question question = {
        .allowed = e->permitted, .budget = budget, .work = 4000000};

    if (budget > 0 || !hypothesis_needs_open(&row->within))
        question.allowed.open = (struct rule_set){{0}};
    for (unsigned k = 0; k < h->count; k++)
        question.allowed.of[choice_table[h->departures[k]].rule] =
            choice_bit((enum choice)h->departures[k]);
    for (unsigned r = 0; budget > 0 && r < RULES; r++)
        if (!rule_table[r].free && dialect_has_rule(e->dialect, r) &&
            !hypothesis_has(h, r))
            question.extra.of[r] = e->known.of[r] & ~e->permitted.of[r];
    hypothesis_heed(row->c, row->observation, &question.allowed);
    hypothesis_heed(row->c, row->observation, &question.extra);
    return question;
}

static bool is_empty(const struct choice_sets *sets)
{
    for (unsigned r = 0; r < RULES; r++)
        if (sets->of[r] == 0)
            return true;
    return false;
}

void hypothesis_free(struct hypothesis *h)
{
    free(h->boxes.boxes);
    free(h->explains);
    h->boxes = (struct box_list){0};
    h->explains = NULL;
}

/* That ticks are lost tells nothing where none was delivered: then none was to
 * be counted, and that is asked.  That none comes is refuted where one was. */
static bool is_unheard(const struct sighting *row, struct question *question)
{
    bool unheard =
        !row->observation->delivered && question->allowed.of[RULE_TICKS] == 0;

    if (unheard)
        question->allowed.of[RULE_TICKS] = choice_bit(TICKS_COUNTED);
    return unheard;
}

static void forget_ticks(struct box_list *list, choice_set ticks)
{
    for (size_t k = 0; k < list->count; k++)
        list->boxes[k].of[RULE_TICKS] = ticks;
}

bool hypothesis_touches(const struct hypothesis *h, const struct sighting *row)
{
    for (unsigned k = 0; k < h->count; k++)
        if (rule_set_has(row->within.asked,
                         choice_table[h->departures[k]].rule))
            return true;
    return false;
}

bool hypothesis_behaviours(const struct hypothesis *h, struct evidence *e,
                           size_t row, struct box_list *list)
{
    const struct sighting *s = &e->rows[row];
    struct question question = hypothesis_question(h, e, s, 0);
    bool unheard = is_unheard(s, &question), good = true;
    struct explanations found = {0};

    *list = (struct box_list){0};
    if (!hypothesis_touches(h, s)) {
        for (size_t k = 0; good && k < s->permitted.count; k++)
            good = box_list_add(list, &s->permitted.boxes[k]);
        return good;
    }
    if (is_empty(&question.allowed))
        return true;
    good = workspace_fit(&e->workspace, s->c) &&
           evaluate(&e->workspace, s->c, &s->observation->outcome, &question,
                    &found, NULL, NULL);
    *list = found.boxes;
    if (unheard)
        forget_ticks(list, choice_bit(TICKS_LOST));
    box_list_merge(list);
    return good;
}

/* Keep the behaviours that lead to the row too, unless none is left then.  They
 * need not agree on what is left open; where they don't, it is noted. */
static bool keep_behaviours(struct hypothesis *h, const struct evidence *e,
                            const struct box_list *list, bool *explained)
{
    struct box_list both = {0}, loose = {0};
    bool good = box_list_intersect(&h->boxes, list, &both);

    if (good && both.count == 0 && !rule_set_empty(e->permitted.open)) {
        for (size_t k = 0; good && k < list->count; k++)
            good = box_list_add(&loose, &list->boxes[k]);
        forget_open(h, e, &loose);
        good = good && box_list_intersect(&h->boxes, &loose, &both);
        h->loosened += both.count > 0;
        free(loose.boxes);
    }

    *explained = both.count > 0;
    if (good && *explained) {
        free(h->boxes.boxes);
        h->boxes = both;
    } else {
        free(both.boxes);
    }
    return good;
}

static bool test_touched(struct hypothesis *h, struct evidence *e,
                         const struct sighting *row, bool *explained)
{
    struct question question = hypothesis_question(h, e, row, 0);
    struct choice_sets hull = box_list_hull(&h->boxes);
    struct explanations found;
    bool unheard = is_unheard(row, &question), good;

    *explained = unheard && row->permitted.count > 0;
    for (unsigned r = 0; r < RULES; r++)
        if ((r != RULE_TICKS || !unheard) &&
            (!rule_set_has(e->permitted.open, r) || hypothesis_has(h, r)))
            question.allowed.of[r] &= hull.of[r];
    if (is_empty(&question.allowed))
        return true;
    good = workspace_fit(&e->workspace, row->c) &&
           evaluate(&e->workspace, row->c, &row->observation->outcome,
                    &question, &found, NULL, NULL);
    h->bounded |= found.exhausted;
    if (unheard)
        forget_ticks(&found.boxes, hull.of[RULE_TICKS]);
    box_list_merge(&found.boxes);
    good = good && (found.boxes.count == 0 ||
                    keep_behaviours(h, e, &found.boxes, explained));
    free(found.boxes.boxes);
    return good;
}

static bool test_row(struct hypothesis *h, struct evidence *e, size_t k)
{
    const struct sighting *row = &e->rows[k];
    bool explained = row->permitted.count > 0, good = true;

    if (hypothesis_touches(h, row))
        good = test_touched(h, e, row, &explained);
    else if (explained && row->tells)
        good = keep_behaviours(h, e, &row->permitted, &explained);
    h->explains[k] = explained;
    h->missed += !explained;
    h->missed_passing += !explained && row->permitted.count > 0;
    return good;
}

static bool begin_hypothesis(struct hypothesis *h, const struct evidence *e)
{
    struct box box;

    hypothesis_free(h);
    h->missed = h->missed_passing = h->loosened = 0;
    memcpy(box.of, e->permitted.of, sizeof box.of);
    for (unsigned k = 0; k < h->count; k++)
        box.of[choice_table[h->departures[k]].rule] =
            choice_bit((enum choice)h->departures[k]);
    h->explains = calloc(e->count + 1, sizeof *h->explains);
    return h->explains && box_list_add(&h->boxes, &box);
}

/* What does not depend on the departures narrows the rest, and what passes by
 * itself goes before what does not. */
static unsigned phase_of(const struct hypothesis *h, const struct sighting *row)
{
    return !hypothesis_touches(h, row) ? 0 : row->permitted.count > 0 ? 1 : 2;
}

bool hypothesis_test(struct hypothesis *h, struct evidence *e, size_t limit)
{
    bool good = begin_hypothesis(h, e);

    for (unsigned phase = 0; phase < 3; phase++)
        for (size_t k = 0; good && h->missed <= limit && k < e->count; k++)
            if (phase_of(h, &e->rows[k]) == phase)
                good = test_row(h, e, k);
    return good;
}

int departures_compare(const uint16_t *a, const uint16_t *b, unsigned count)
{
    unsigned k = 0;

    while (k < count && a[k] == b[k])
        k++;
    return k == count ? 0 : a[k] < b[k] ? -1 : 1;
}

unsigned departures_find(const uint16_t *list, unsigned count,
                         uint16_t departure)
{
    unsigned k = 0;

    while (k < count && list[k] != departure)
        k++;
    return k;
}

/* Whether by this no tick ever comes: of ticks that came and are missing much
 * else is as simple. */
static bool has_no_ticks(const struct hypothesis *h)
{
    for (unsigned k = 0; k < h->count; k++)
        if (choice_table[h->departures[k]].rule == RULE_TICKS &&
            h->departures[k] != TICKS_LOST)
            return true;
    return false;
}

int hypothesis_compare(const struct hypothesis *a, const struct hypothesis *b)
{
    size_t one = a->missed + a->missed_passing;
    size_t other = b->missed + b->missed_passing;

    if (one != other)
        return one < other ? -1 : 1;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    if (a->loosened != b->loosened)
        return a->loosened < b->loosened ? -1 : 1;
    if (has_no_ticks(a) != has_no_ticks(b))
        return has_no_ticks(a) ? -1 : 1;
    return departures_compare(a->departures, b->departures, a->count);
}

void hypothesis_add(struct hypothesis *h, uint16_t departure)
{
    unsigned at = h->count++;

    for (; at > 0 && h->departures[at - 1] > departure; at--)
        h->departures[at] = h->departures[at - 1];
    h->departures[at] = departure;
}

void hypothesis_drop(struct hypothesis *h, unsigned k)
{
    memmove(h->departures + k, h->departures + k + 1,
            (--h->count - k) * sizeof h->departures[0]);
}

struct hypothesis hypothesis_like(const struct hypothesis *h)
{
    struct hypothesis copy = {.count = h->count};

    memcpy(copy.departures, h->departures, sizeof copy.departures);
    return copy;
}
