/* SPDX-License-Identifier: MIT */
#include "views.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

enum {
    WORK = 400000, /* ticks to run the model for, on one row */
    FAR = 1000,    /* counts apart, more than a few ticks make */
};

bool unknown_is_death(unsigned kind)
{
    return kind >= UNKNOWN_DEATH_IN_CALL && kind <= UNKNOWN_DEATH_ELSEWHERE;
}

/* A file's contents; false: it has none. */
static bool contents_of(const struct event *e, struct file_contents *contents)
{
    if (e->kind != EVENT_FILE || !e->bytes)
        return false;
    memcpy(contents, e->bytes, sizeof *contents);
    return true;
}

/* Whether what two files say of ticks is the same: what else differs is
 * calls. */
static bool same_ticks(const struct event *seen, const struct event *expected)
{
    struct file_contents a, b;
    struct gmon_counts here, there;
    const size_t calls = offsetof(struct gmon_counts, arcs);

    if (seen->kind == EVENT_FILE)
        return contents_of(seen, &a) && contents_of(expected, &b) &&
               a.ticks == b.ticks;
    if (!file_has_contents(seen->value) || !seen->bytes || !expected->bytes)
        return false;
    memcpy(&here, seen->bytes, sizeof here);
    memcpy(&there, expected->bytes, sizeof there);
    memset((char *)&here + calls, 0, sizeof here - calls);
    memset((char *)&there + calls, 0, sizeof there - calls);
    return gmon_counts_agree(&here, &there);
}

static unsigned kind_of(const struct sighting *row, ptrdiff_t at,
                        const struct outcome *expected)
{
    const struct observation *o = row->observation;
    const struct script *script = &row->c->script;
    const struct outcome *seen = &o->outcome;
    unsigned kind = at < 0 || (size_t)at >= seen->count ? EVENT_CRASH
                                                        : seen->events[at].kind;

    if (o->ended != ENDED_NORMALLY &&
        (kind != EVENT_CALL || !outcomes_die_alike(seen, expected)))
        return o->op >= script->count                ? UNKNOWN_DEATH_ELSEWHERE
               : script->ops[o->op].kind == OP_CALL  ? UNKNOWN_DEATH_IN_CALL
               : script->ops[o->op].kind == OP_TICKS ? UNKNOWN_DEATH_IN_TICK
                                                     : UNKNOWN_DEATH_ELSEWHERE;
    switch (kind) {
    case EVENT_BUFFER:
    case EVENT_SWEEP: return UNKNOWN_COUNTS;
    case EVENT_PROFILE:
    case EVENT_FILE:
        if ((size_t)at >= expected->count ||
            expected->events[at].value != seen->events[at].value)
            return UNKNOWN_OTHERS + kind;
        return same_ticks(&seen->events[at], &expected->events[at])
                   ? UNKNOWN_CALLS_COUNTED
                   : UNKNOWN_COUNTS;
    case EVENT_CALL: return UNKNOWN_RETURN;
    default: return UNKNOWN_OTHERS + kind;
    }
}

/* How two contents of a buffer differ, counter by counter. */
static unsigned way_of_counters(const struct test_case *c,
                                const struct event *seen,
                                const struct event *expected)
{
    unsigned width = test_case_width_of(c, seen->buffer), way = 0, differ = 0;
    size_t end = seen->size - SCRIPT_ZONE;

    if (!describe_comparable(seen, expected))
        return 0;
    for (size_t at = SCRIPT_ZONE; at + width <= end; at += width) {
        at += describe_alike(seen->bytes + at, expected->bytes + at, end - at);
        if (at + width > end)
            break;

        uint32_t is = describe_counter(&c->script, seen->bytes + at, width);
        uint32_t was =
            describe_counter(&c->script, expected->bytes + at, width);

        if (is == was)
            continue;
        way |= was == 0 ? WAY_ANEW : is == 0 ? WAY_GONE : WAY_PART;
        if ((is < was ? was - is : is - was) > FAR)
            way |= WAY_FAR;
        if (differ++ == 0 && at == SCRIPT_ZONE)
            way |= WAY_FIRST;
    }
    return differ > 1 ? way & ~(unsigned)WAY_FIRST : way;
}

/* How counts differ: enum counts_way, or-ed. */
static unsigned way_of(const struct sighting *row, size_t at,
                       const struct outcome *expected)
{
    const struct outcome *seen = &row->observation->outcome;
    struct divergence d = {.c = row->c, .observed = seen};
    struct file_contents here, there;

    if (at >= seen->count || at >= expected->count)
        return 0;
    if (contents_of(&seen->events[at], &here) &&
        contents_of(&expected->events[at], &there))
        return here.ticks < there.ticks ? COUNTED_FEWER : COUNTED_MORE;
    divergence_add(&d, expected);
    return d.counted |
           way_of_counters(row->c, &seen->events[at], &expected->events[at]);
}

/* What an event says of whether some tick was counted. */
enum says { SAYS_NOTHING, SAYS_UNKNOWN, SAYS_NONE, SAYS_SOME };

static enum says file_says(const struct event *e)
{
    struct file_contents file;

    if (file_has_contents(e->value) && contents_of(e, &file))
        return file.ticks ? SAYS_SOME : SAYS_NONE;
    return e->value == FILE_ABSENT || e->value == FILE_EMPTY ? SAYS_NOTHING
                                                             : SAYS_UNKNOWN;
}

static enum says buffer_says(const struct event *e)
{
    size_t end = e->size - SCRIPT_ZONE;

    if (e->undetermined)
        return SAYS_UNKNOWN;
    for (size_t at = SCRIPT_ZONE; e->bytes && at < end; at++) {
        at += describe_zeros(e->bytes + at, end - at);
        if (at < end && e->bytes[at])
            return SAYS_SOME;
    }
    return SAYS_NOTHING;
}

static enum says event_says(const struct event *e)
{
    switch (e->kind) {
    case EVENT_FILE: return file_says(e);
    case EVENT_BUFFER: return buffer_says(e);
    case EVENT_SWEEP: return e->value == SWEEP_NONE ? SAYS_NONE : SAYS_SOME;
    case EVENT_PROFILE: return SAYS_UNKNOWN;
    default: return SAYS_NOTHING;
    }
}

bool outcome_counts(const struct outcome *outcome, bool unknown)
{
    enum says most = SAYS_NOTHING;

    for (size_t k = 0; k < outcome->count; k++) {
        enum says says = event_says(&outcome->events[k]);

        most = says > most ? says : most;
    }
    return most == SAYS_SOME || (most == SAYS_UNKNOWN && unknown);
}

/* The operation up to which its features are looked at. */
static size_t last_of(const struct sighting *row, unsigned kind, ptrdiff_t at)
{
    const struct outcome *seen = &row->observation->outcome;

    if (unknown_is_death(kind))
        return row->observation->op;
    if (kind == UNKNOWN_RETURN)
        return seen->events[at].op;
    return row->c->script.count;
}

/* What a row's behaviours lead to, seen from what was observed. */
struct nearest {
    const struct sighting *row;
    struct view *view;
    struct divergence *divergence; /* or null: the view is filled in */
    ptrdiff_t furthest; /* the event in which one differs; -1: none */
    bool dies;          /* it does as well */
};

static void look_nearer(void *context, const struct outcome *expected)
{
    struct nearest *n = context;
    const struct outcome *seen = &n->row->observation->outcome;
    bool dies = outcomes_die_alike(seen, expected);
    ptrdiff_t at;

    if (n->divergence) {
        divergence_add(n->divergence, expected);
        return;
    }
    at = outcome_difference(expected, seen);
    if (n->view->kind != UNKNOWN_NOTHING &&
        (at < n->furthest || (at == n->furthest && (n->dies || !dies))))
        return;
    n->furthest = at;
    n->dies = dies;
    n->view->kind = (uint8_t)kind_of(n->row, at, expected);
    n->view->way = n->view->kind == UNKNOWN_COUNTS
                       ? (uint16_t)way_of(n->row, (size_t)at, expected)
                       : 0;
    n->view->features = features_of(
        &n->row->c->script, last_of(n->row, n->view->kind, at), expected);
}

static void look_by(const struct examined *part, const struct sighting *row,
                    struct question *question, struct nearest *n)
{
    struct evidence *e = part->e;
    struct explanations found = {0};

    question->work = WORK;
    question->until_odds = false; /* whether fewer ticks count, the end says */
    question->allowed.open = e->permitted.open;
    workspace_fit(&e->workspace, row->c);
    evaluate_runs(&e->workspace, row->c, &row->observation->outcome, question,
                  &found, look_nearer, n);
    free(found.agreed.words);
}

/* Whether it differs in what a call returned. */
static bool is_of_return(const struct nearest *n)
{
    const struct outcome *seen = &n->row->observation->outcome;
    const struct divergence *d = n->divergence;

    return d ? d->event < seen->count &&
                   seen->events[d->event].kind == EVENT_CALL
             : n->view->kind == UNKNOWN_RETURN;
}

/* What the hypothesis leads to in a row that nothing explains, as other rows
 * have shown; where a call of one that fails returned something else than that,
 * all that it leaves open. */
static void look_near(const struct examined *part, size_t k, struct nearest *n)
{
    const struct sighting *row = &part->e->rows[k];
    struct question question = hypothesis_question(part->h, part->e, row, 0);
    struct question shown = question;
    struct choice_sets hull = box_list_hull(&part->h->boxes);

    n->row = row;
    for (unsigned r = 0; r < RULES; r++) {
        choice_set both = shown.allowed.of[r] & hull.of[r];

        if (both || shown.allowed.of[r] == 0)
            shown.allowed.of[r] = both ? both : hull.of[r];
    }
    look_by(part, row, &shown, n);
    if (is_of_return(n) && row->permitted.count == 0)
        look_by(part, row, &question, n);
}

/* The distortions that change a row, or that lose its first counter where that
 * alone is not what it was to be. */
static unsigned char distorted_by(const struct evidence *e, size_t row,
                                  unsigned way)
{
    unsigned bits = e->rows[row].distorted;

    for (unsigned k = 0; k < e->distortions.count && way & WAY_FIRST; k++)
        if (e->distortions.of[k].kind == DISTORTION_NOT_AT ||
            e->distortions.of[k].kind == DISTORTION_NOT_IN_FIRST)
            bits |= 1U << k;
    return (unsigned char)bits;
}

static struct view view_of(const struct examined *part, size_t k)
{
    const struct sighting *row = &part->e->rows[k];
    const struct outcome *seen = &row->observation->outcome;
    struct view view = {.passes = row->permitted.count > 0,
                        .mixed = row->mixed,
                        .explained = part->explains[k],
                        .counts = outcome_counts(seen, true)};

    if (view.explained)
        view.features =
            features_of(&row->c->script, row->c->script.count, seen);
    else
        look_near(part, k, &(struct nearest){.view = &view});
    view.distorted = distorted_by(part->e, k, view.way);
    return view;
}

static void put_into(uint64_t *set, size_t row, bool in)
{
    uint64_t bit = UINT64_C(1) << row % 64;

    set[row / 64] = in ? set[row / 64] | bit : set[row / 64] & ~bit;
}

static void note_view(struct views *views, size_t at, const struct view *view)
{
    views->of[at] = *view;
    put_into(views->right, at, view->explained);
    put_into(views->counting, at, view->explained && view->counts);
    for (unsigned f = 0; f < FEATURES; f++)
        put_into(views->having[f], at, feature_has(&view->features, f));
}

void views_change(struct views *views, const struct examined *part, size_t row)
{
    struct view view = view_of(part, row);

    note_view(views, row, &view);
}

void views_make(const struct examined *parts, unsigned count,
                struct views *views)
{
    size_t rows = 0, words, at = 0;

    for (unsigned k = 0; k < count; k++)
        rows += parts[k].e->count;
    words = rows / 64 + 1;
    *views = (struct views){.of = memory_new(rows, sizeof *views->of),
                            .count = rows,
                            .words = words};
    views->right = memory_new((FEATURES + 3) * words, sizeof *views->right);
    views->counting = views->right + words;
    views->marked = views->right + 2 * words;
    for (unsigned f = 0; f < FEATURES; f++)
        views->having[f] = views->right + (3 + f) * words;
    for (unsigned p = 0; p < count; p++)
        for (size_t k = 0; k < parts[p].e->count; k++, at++) {
            struct view view = view_of(&parts[p], k);

            note_view(views, at, &view);
        }
}

void views_free(struct views *views)
{
    free(views->of);
    free(views->right);
    *views = (struct views){0};
}

void views_mark(struct views *views, const unsigned char *marks, unsigned mark)
{
    for (size_t k = 0; k < views->count; k++)
        put_into(views->marked, k, marks[k] == mark);
}

void view_divergence(const struct examined *part, size_t row,
                     struct divergence *d)
{
    look_near(part, row, &(struct nearest){.divergence = d});
}

/* Whether two are at one place, and the same is permitted there. */
static bool same_divergence(const struct divergence *a,
                            const struct divergence *b)
{
    bool same = a->started == b->started && a->event == b->event &&
                a->position == b->position &&
                a->permitted.count == b->permitted.count;

    for (unsigned k = 0; same && k < a->permitted.count; k++)
        same = strcmp(a->permitted.words[k], b->permitted.words[k]) == 0;
    return same;
}

bool view_is_touched(const struct examined *part, size_t row)
{
    const struct evidence *e = part->e;
    struct evidence seen = *e;
    struct examined plain = {&seen, part->h, part->explains};
    struct divergence with = {.c = e->rows[row].c}, without = with;
    bool touched;

    with.observed = without.observed = &e->rows[row].observation->outcome;
    seen.rows = e->plain;
    seen.workspace = (struct workspace){0};
    view_divergence(part, row, &with);
    view_divergence(&plain, row, &without);
    touched = !same_divergence(&with, &without);
    workspace_free(&seen.workspace);
    return touched;
}
