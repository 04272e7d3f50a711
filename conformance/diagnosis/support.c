/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

enum {
    WORK = 400000,   /* ticks to run the model for, on one row */
    SHOWN = 64,      /* outcomes that one is compared with */
    SLACK = 1,       /* what a description may cost more than the best */
    RARE = 8,        /* a way in which one in so many differs; one that is
                        contrary is an exception of what fails nowhere */
    FEW = 3,         /* cases */
    SEVERAL = 6,     /* cases, which nothing fits by chance */
    FIVE = 5,        /* one of so many that hold often is an exception */
    OFTEN = 10,      /* cases: the unknown may touch more of them */
    TWICE = 2,       /* times as many: where it holds very often, */
    THRICE = 3,      /* often, */
    MANY = 4,        /* ... and else */
    SCARCE = 16,     /* one of so many is an exception of what holds often */
    EXCEPTION = 32,  /* ... and else; so many are often */
    COST_OF_ONE = 6, /* unknown defect */
    SIMPLER = 2,     /* what a departure must save */
};

void rest_make(struct evidence *e, const struct hypothesis *h,
               struct rest *rest)
{
    const struct examined part = {e, h, h->explains};

    *rest = (struct rest){.e = e, .h = h};
    views_make(&part, 1, &rest->views);
    unknowns_of_views(&rest->views, &rest->unknowns);
    unknowns_leave_distorted(&part, 1, &rest->views, &rest->unknowns);
}

void rest_free(struct rest *rest)
{
    views_free(&rest->views);
    unknowns_free(&rest->unknowns);
}

/* How far a row agrees with what some behaviours lead to: with so many events
 * of the one that agrees the longest, and in part with the next. */
struct agreement {
    const struct outcome *seen;
    size_t events; /* SIZE_MAX: with all */
    bool part;
    bool none; /* where it ends some tick was counted, and none is expected */
};

/* Whether an event says that some tick was counted, as an outcome of it
 * would. */
static bool counts_at(const struct outcome *outcome, size_t at, bool unknown)
{
    const struct outcome one = {.events = outcome->events + at, .count = 1};

    return outcome_counts(&one, unknown);
}

static bool is_longer(size_t events, bool part, const struct agreement *other)
{
    return events > other->events ||
           (events == other->events && part > other->part);
}

/* Two events that differ, but not in their value. */
static bool have_one_value(const struct outcome *a, const struct outcome *b,
                           size_t at)
{
    return at < a->count && at < b->count &&
           a->events[at].kind == b->events[at].kind &&
           a->events[at].op == b->events[at].op &&
           a->events[at].value == b->events[at].value;
}

static void agree_longer(void *context, const struct outcome *expected)
{
    struct agreement *a = context;
    ptrdiff_t at = outcome_difference(expected, a->seen);
    size_t events = at < 0 ? SIZE_MAX : (size_t)at;
    bool part = at >= 0 && have_one_value(expected, a->seen, events);
    bool none = part && counts_at(a->seen, events, false) &&
                !counts_at(expected, events, true);

    if (is_longer(events, part, a)) {
        a->events = events;
        a->part = part;
        a->none = none;
    } else if (events == a->events && part == a->part) {
        a->none = a->none && none;
    }
}

static struct agreement agreement_with(struct evidence *e,
                                       const struct sighting *row,
                                       const struct choice_sets *sets)
{
    struct question question = {.allowed = *sets,
                                .work = WORK,
                                .until_odds = true,
                                .errno_tells =
                                    hypothesis_heeds_errno(e, &row->within)};
    struct agreement a = {.seen = &row->observation->outcome};
    struct explanations found = {0};

    hypothesis_limit_ticks(row->c, row->observation, &question.allowed);
    if (question.allowed.of[RULE_TICKS] == 0)
        return a;
    workspace_fit(&e->workspace, row->c);
    evaluate_runs(&e->workspace, row->c, a.seen, &question, &found,
                  agree_longer, &a);
    free(found.agreed.words);
    return a;
}

static bool differ_at(const struct outcome *a, const struct outcome *b,
                      size_t at)
{
    if (at >= a->count || at >= b->count)
        return a->count != b->count;
    return !event_agrees(&a->events[at], &b->events[at]);
}

/* Whether the one lead to something else than the others there. */
static bool show_at(struct evidence *e, const struct sighting *row,
                    const struct choice_sets *with,
                    const struct choice_sets *without, size_t at)
{
    struct workspace other = {0};
    bool show;
    unsigned n = 0;

    workspace_fit(&e->workspace, row->c);
    workspace_fit(&other, row->c);
    workspace_first(&e->workspace, row->c, with);
    workspace_first(&other, row->c, without);
    do
        show = differ_at(&e->workspace.outcome, &other.outcome, at);
    while (show && n++ < SHOWN && workspace_next(&other, row->c));
    workspace_free(&other);
    return show;
}

/* Whether a row that the hypothesis does not explain says something of it:
 * where no tick came, nothing says that ticks are lost. */
static bool is_against(const struct rest *rest, size_t k)
{
    const struct sighting *row = &rest->e->rows[k];
    struct choice_sets heeded;

    memcpy(heeded.of, rest->h->boxes.boxes[0].of, sizeof heeded.of);
    hypothesis_limit_ticks(row->c, row->observation, &heeded);
    return heeded.of[RULE_TICKS] != 0;
}

/* Whether a row has what sets the counts of an unknown defect apart, of so many
 * rows at least: the two may be at work there, or even cancel each other. */
static bool may_meet(const struct rest *rest, size_t k, size_t least)
{
    const struct view *view = &rest->views.of[k];
    bool may = false;

    for (size_t n = 0; !may && n < rest->unknowns.count; n++) {
        const struct unknown *u = &rest->unknowns.of[n];

        may = u->kind == UNKNOWN_COUNTS && unknown_is_apart(u, least) &&
              common_has(&u->common, view);
    }
    return may;
}

/* Whether what is done to all alike is behind a row, though it does not explain
 * it. */
static bool is_left(const struct rest *rest, size_t k)
{
    return !rest->h->explains[k] && !rest->views.of[k].passes &&
           !rest->unknowns.of_row[k];
}

/* Whether nothing more was seen from an event on: it died there, and what would
 * have been counted says nothing. */
static bool ends_at(const struct outcome *seen, size_t at)
{
    return at >= seen->count || seen->events[at].kind == EVENT_CRASH;
}

/* What such a row says of a departure. */
static void weigh_row(struct rest *rest, size_t k, uint16_t departure,
                      struct support *s, bool *holds)
{
    const struct sighting *row = &rest->e->rows[k];
    unsigned rule = choice_table[departure].rule;
    struct choice_sets with = {0}, without;
    struct agreement own, others;

    if (!is_against(rest, k) || !rule_set_has(row->within.consulted, rule))
        return;
    memcpy(with.of, rest->h->boxes.boxes[0].of, sizeof with.of);
    with.of[rule] = choice_bit((enum choice)departure);
    without = with;
    without.of[rule] = rest->e->permitted.of[rule];
    own = agreement_with(rest->e, row, &with);
    others = agreement_with(rest->e, row, &without);
    *holds = is_longer(own.events, own.part, &others);
    s->holds += *holds;
    if (own.none && !others.none && !*holds) {
        s->contrary++;
        s->counted = true; /* whatever else is wrong */
    } else if (is_longer(others.events, others.part, &own)) {
        s->contrary += !may_meet(rest, k, 0);
    } else if (!*holds) {
        s->fails += !is_left(rest, k) && !may_meet(rest, k, SEVERAL) &&
                    !ends_at(own.seen, own.events) &&
                    show_at(rest->e, row, &with, &without, own.events);
    }
}

/* The rows of one unknown defect, and a departure's own that differ in the same
 * kind of thing; see support.h. */
struct beside {
    unsigned kind;
    unsigned char *unknown, *own;
    size_t unknowns, owns;
    /* Of each way, where few of the unknown's rows differ in it or, at 0,
     * not in it: how many of the departure's do the same. */
    size_t otherwise[WAYS][2];
    bool any_otherwise; /* some own row does */
};

/* Marked are rows that fail by themselves and say nothing of the departure. */
static void mark_unknown(const struct rest *rest, size_t n, const bool *holds,
                         struct beside *b)
{
    b->kind = rest->unknowns.of[n].kind;
    b->unknowns = 0;
    for (size_t k = 0; k < rest->e->count; k++) {
        b->unknown[k] = rest->unknowns.of_row[k] == n + 1 && !holds[k] &&
                        !rest->views.of[k].passes;
        b->unknowns += b->unknown[k];
    }
}

/* How many of the rows of that kind differ in a way, or do not. */
static void count_rows_in_way(const struct rest *rest, unsigned kind,
                              const unsigned char *marks, unsigned bit,
                              size_t of[2])
{
    of[0] = of[1] = 0;
    for (size_t k = 0; k < rest->e->count; k++)
        if (marks[k] && rest->views.of[k].kind == kind)
            of[rest->views.of[k].way >> bit & 1]++;
}

static void mark_ways(const struct rest *rest, const unsigned char *only,
                      struct beside *b)
{
    size_t unknown[2];

    for (unsigned bit = 0; bit < WAYS; bit++) {
        count_rows_in_way(rest, b->kind, only, bit, b->otherwise[bit]);
        count_rows_in_way(rest, b->kind, b->unknown, bit, unknown);
        for (unsigned is = 0; is < 2; is++)
            if (RARE * unknown[is] > b->unknowns ||
                (b->unknowns < FEW && 1u << bit >= WAY_FIRST))
                b->otherwise[bit][is] = 0;
    }
}

/* In a way in which few of the unknown's rows differ: how many of a departure's
 * own differ in the same way as this one.  0: it is no such way. */
static size_t count_otherwise(const struct beside *b, const struct view *view)
{
    size_t most = 0;

    for (unsigned bit = 0; bit < WAYS; bit++) {
        size_t count = b->otherwise[bit][view->way >> bit & 1];

        most = count > most ? count : most;
    }
    return most;
}

/* Whether a departure's own row may be of what is behind the unknown's: not if
 * it differs otherwise, and another does so; one may by chance. */
static bool may_be_of(const struct rest *rest, const struct beside *b,
                      const unsigned char *only, size_t row)
{
    const struct view *view = &rest->views.of[row];

    return only[row] && view->kind == b->kind && count_otherwise(b, view) < 2;
}

static void mark_own(const struct rest *rest, const unsigned char *only,
                     struct beside *b)
{
    b->owns = 0;
    b->any_otherwise = false;
    mark_ways(rest, only, b);
    for (size_t k = 0; k < rest->e->count; k++) {
        b->own[k] = may_be_of(rest, b, only, k);
        b->owns += b->own[k];
        b->any_otherwise =
            b->any_otherwise ||
            (b->own[k] && count_otherwise(b, &rest->views.of[k]) > 0);
    }
}

/* How many of the own rows must be outside of what sets the unknown's apart:
 * where they differ in the same way a few, as one or two may be by chance; of
 * several unknown rows no two are. */
static size_t count_wanted(const struct beside *b)
{
    return b->kind != UNKNOWN_COUNTS || b->any_otherwise ? 1
           : b->unknowns < SEVERAL                       ? FEW
                                                         : FEW - 1;
}

/* Whether what is behind the unknown's rows may be behind the departure's own.
 * Of many that a departure explains to the last count, a few others are no
 * doubt: it would be that departure, with an exception.  Else some of these
 * must be outside of what sets the others apart, as well as anything does.
 * Where nothing sets the others apart, and they are more, nobody knows. */
static bool reaches(struct rest *rest, const struct beside *b)
{
    size_t apart = common_of(&rest->views, b->kind, b->unknown, 1).cost;

    if (b->owns >= MANY * b->unknowns)
        return false;
    if (b->owns == 1 && b->unknowns >= EXCEPTION) /* one fits by chance */
        return true;
    return (apart > b->unknowns && b->owns < b->unknowns) ||
           common_leaves(&rest->views, b->kind, b->unknown, 1, apart + SLACK,
                         b->own) < count_wanted(b);
}

/* Whether what is behind unexplained rows may be behind most of those that only
 * a departure explains. */
static bool may_be_shared(struct rest *rest, const unsigned char *only,
                          const bool *holds)
{
    struct beside b = {.unknown = memory_new(rest->e->count, 1),
                       .own = memory_new(rest->e->count, 1)};
    unsigned char *reached = memory_new(rest->e->count, 1);
    size_t all = 0, like = 0;

    for (size_t n = 0; n < rest->unknowns.count; n++) {
        mark_unknown(rest, n, holds, &b);
        mark_own(rest, only, &b);
        if (reaches(rest, &b))
            for (size_t k = 0; k < rest->e->count; k++)
                reached[k] |= may_be_of(rest, &b, only, k);
    }
    for (size_t k = 0; k < rest->e->count; k++) {
        all += only[k];
        like += reached[k];
    }
    free(b.unknown);
    free(b.own);
    free(reached);
    return 2 * like > all;
}

/* What it costs to say where the unknown defects' counts differ. */
static size_t cost_of_counts(const struct unknowns *unknowns)
{
    size_t cost = 0;

    for (size_t n = 0; n < unknowns->count; n++)
        if (unknowns->of[n].kind == UNKNOWN_COUNTS)
            cost += COST_OF_ONE + unknowns->of[n].common.cost;
    return cost;
}

/* How many of the rows that are left, and that consult its rule, fall under one
 * unknown defect with some of the departure's own, once that is left out. */
static size_t count_joined(const struct rest *rest, unsigned rule,
                           const struct unknowns *without,
                           const unsigned char *only)
{
    bool *joins = memory_new(without->count + 1, sizeof *joins);
    size_t joined = 0;

    for (size_t k = 0; k < rest->e->count; k++)
        if (only[k])
            joins[without->of_row[k]] = true;
    joins[0] = false;
    for (size_t k = 0; k < rest->e->count; k++)
        joined += !rest->h->explains[k] && joins[without->of_row[k]] &&
                  rule_set_has(rest->e->rows[k].within.consulted, rule);
    free(joins);
    return joined;
}

/* Whether without a departure the cases that differ in counts are described as
 * simply: then it may be no more than a part of an unknown defect, but not
 * where of the cases that would then be one defect it explains more than two in
 * three. */
static bool is_as_simple(const struct rest *rest, unsigned rule,
                         const struct hypothesis *without,
                         const unsigned char *only)
{
    const struct examined part = {rest->e, without, without->explains};
    size_t with = cost_of_counts(&rest->unknowns), other;
    size_t all = 0, counts = 0;
    struct unknowns unknowns;
    struct views views;
    bool few;

    for (size_t k = 0; k < rest->e->count; k++) {
        all += only[k];
        counts += only[k] && rest->views.of[k].kind == UNKNOWN_COUNTS;
    }
    if (with == 0 || 2 * counts <= all)
        return false;
    views_make(&part, 1, &views);
    unknowns_of_views(&views, &unknowns);
    other = cost_of_counts(&unknowns);
    few =
        counts >= FEW && counts > 2 * count_joined(rest, rule, &unknowns, only);
    unknowns_free(&unknowns);
    views_free(&views);
    return !few && other < with + SIMPLER;
}

/* Whether without a departure features set apart what it explains beside what
 * nothing does, and not with it: then it is said to come of what is done to
 * all alike, and would be a defect of its own. */
static bool hides_another(const struct rest *rest,
                          const struct hypothesis *without,
                          const unsigned char *only)
{
    const struct examined part = {rest->e, without, without->explains};
    size_t all = 0, left = 0, apart = 0;
    struct unknowns unknowns;
    struct views views;

    for (size_t k = 0; k < rest->e->count; k++) {
        all += only[k];
        left += is_left(rest, k) && rest->views.of[k].kind == UNKNOWN_COUNTS;
    }
    if (left < FEW || all >= MANY * left)
        return false;
    views_make(&part, 1, &views);
    unknowns_of_views(&views, &unknowns);
    unknowns_leave_distorted(&part, 1, &views, &unknowns);
    for (size_t k = 0; k < rest->e->count; k++)
        apart += only[k] && unknowns.of_row[k] &&
                 unknowns.of[unknowns.of_row[k] - 1].kind == UNKNOWN_COUNTS;
    unknowns_free(&unknowns);
    views_free(&views);
    return 2 * apart > all;
}

/* Whether of the rows that only a departure explains there is but one, and an
 * unknown defect changes the same kind of thing in a few, or what is done to
 * all alike in one of which it does not say all. */
static bool is_lone(const struct rest *rest, const unsigned char *only)
{
    size_t count = 0, row = 0;

    for (size_t k = 0; k < rest->e->count; k++)
        if (only[k]) {
            count++;
            row = k;
        }
    for (size_t k = 0; count == 1 && k < rest->e->count; k++)
        if (is_left(rest, k) &&
            rest->views.of[k].kind == rest->views.of[row].kind)
            return true;
    for (size_t n = 0; count == 1 && n < rest->unknowns.count; n++)
        if (rest->unknowns.of[n].kind == rest->views.of[row].kind &&
            rest->unknowns.of[n].rows >= FEW)
            return true;
    return false;
}

/* Marked are the rows that only a departure explains; where none fails by
 * itself, those that would contradict others without it, which say so if they
 * are several, and no fewer than fail and stay unexplained: of these some
 * contradict others by what is behind them. */
static void mark_only(struct rest *rest, unsigned k,
                      const struct hypothesis *without, struct support *s,
                      unsigned char *only, bool *holds)
{
    const struct evidence *e = rest->e;
    size_t own = 0, saved = 0, left = 0;

    for (size_t i = 0; i < e->count; i++) {
        const struct sighting *row = &e->rows[i];
        bool explained = rest->h->explains[i];

        if (explained && !without->explains[i]) {
            only[i] = row->permitted.count == 0 ? 1 : 2;
            own += only[i] == 1;
            saved += only[i] == 2;
        } else if (!explained && row->permitted.count > 0 &&
                   without->explains[i]) {
            s->contrary += is_against(rest, i) && !may_meet(rest, i, 0);
        } else if (!explained) {
            weigh_row(rest, i, rest->h->departures[k], s, &holds[i]);
            left += row->permitted.count == 0;
        }
    }
    s->holds += own + (saved >= MANY && saved >= left ? saved : 0);
    for (size_t i = 0; i < e->count; i++)
        only[i] = only[i] == 1 || (only[i] == 2 && own == 0);
}

/* Whether what only a departure explains is little of what one of another rule
 * did that is not supported: what is behind the others may be behind these. */
static bool is_of_doubtful(const struct evidence *e, const unsigned char *only,
                           unsigned rule)
{
    size_t count = 0, least = SIZE_MAX, rows;

    for (size_t k = 0; e->doubts && k < e->count; k++)
        if (only[k]) {
            count++;
            rows = e->doubts[k].rule == rule ? 0 : e->doubts[k].rows;
            least = rows < least ? rows : least;
        }
    return count > 0 && least >= 2 * count;
}

struct support support_of(struct rest *rest, unsigned k)
{
    struct evidence *e = rest->e;
    struct hypothesis without = hypothesis_like(rest->h);
    const struct examined own = {e, rest->h, rest->h->explains};
    unsigned char *only = memory_new(e->count, 1);
    bool *holds = memory_new(e->count, sizeof *holds);
    unsigned rule = choice_table[rest->h->departures[k]].rule;
    struct support s = {0};

    hypothesis_drop(&without, k);
    hypothesis_test(&without, e, e->count);
    mark_only(rest, k, &without, &s, only, holds);
    for (size_t i = 0; i < e->count; i++)
        if (only[i])
            views_change(&rest->views,
                         &(struct examined){e, &without, without.explains}, i);
    s.shared = may_be_shared(rest, only, holds) ||
               is_as_simple(rest, rule, &without, only) ||
               hides_another(rest, &without, only) ||
               is_of_doubtful(e, only, rule);
    s.ticks = rule == RULE_TICKS;
    s.lone = is_lone(rest, only);
    for (size_t i = 0; i < e->count; i++)
        if (only[i])
            views_change(&rest->views, &own, i);
    hypothesis_free(&without);
    free(only);
    free(holds);
    return s;
}

struct support support_where(struct rest *rest, uint16_t departure,
                             const unsigned char *marks, unsigned mark,
                             const int where[2], size_t rows)
{
    const struct common common = {.features = {where[0], where[1]}};
    bool *holds = memory_new(rest->e->count, sizeof *holds);
    unsigned char *only = memory_new(rest->e->count, 1);
    struct support s = {.holds = rows,
                        .ticks = choice_table[departure].rule == RULE_TICKS};

    for (size_t k = 0; k < rest->e->count; k++) {
        const struct view *view = &rest->views.of[k];

        only[k] = marks[k] == mark;
        holds[k] = only[k];
        if (!only[k] && !rest->h->explains[k] && !view->passes &&
            common_has(&common, view))
            weigh_row(rest, k, departure, &s, &holds[k]);
    }
    s.shared = may_be_shared(rest, only, holds);
    free(holds);
    free(only);
    return s;
}

/* Of so many that a departure holds in, one that is contrary is an
 * exception. */
static size_t one_in(const struct support *s, bool often)
{
    if (s->fails > 0)
        return often && !s->counted ? SCARCE : EXCEPTION;
    if (often)
        return FIVE;
    return s->counted ? EXCEPTION : RARE;
}

bool support_suffices(const struct support *s)
{
    bool often = s->holds >= EXCEPTION && !s->ticks;
    size_t times = s->contrary > 0 || s->holds < OFTEN ? MANY
                   : often                             ? TWICE
                                                       : THRICE;

    return !s->shared && s->holds >= one_in(s, often) * s->contrary &&
           s->holds > times * s->fails;
}

static long worth(const struct support *s)
{
    return (long)s->holds - (long)s->fails - FEW * (long)s->contrary;
}

bool support_is_weaker(const struct support *a, const struct support *b)
{
    return worth(a) < worth(b);
}
