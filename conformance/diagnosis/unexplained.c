/* SPDX-License-Identifier: MIT */
#include "unexplained.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "text.h"

enum {
    WORK = 400000, /* ticks to run the model for, on one row */
    MISSING = 2,   /* what it costs that a row has not what others have */
    MISSING_DEATH = 4,
    SPLIT = 6,           /* that much less must two causes cost than one */
    SPLIT_OF_DEATHS = 3, /* ... of a death it is known what it was of */
    CAUSES = 24,
    FAR = 1000, /* counts apart, more than a few ticks make */
};

static bool is_death(unsigned kind)
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

/* Whether what two files say of ticks is the same: what else differs is calls. */
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
    unsigned width = test_case_width(c), way = 0, differ = 0;

    if (!describe_comparable(seen, expected))
        return 0;
    for (size_t at = SCRIPT_ZONE; at + width + SCRIPT_ZONE <= seen->size;
         at += width) {
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
    if (e->undetermined)
        return SAYS_UNKNOWN;
    for (size_t at = SCRIPT_ZONE; e->bytes && at + SCRIPT_ZONE < e->size; at++)
        if (e->bytes[at])
            return SAYS_SOME;
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

    if (is_death(kind))
        return row->observation->op;
    if (kind == UNKNOWN_RETURN && at >= 0 && (size_t)at < seen->count)
        return seen->events[at].op;
    return row->c->script.count;
}

/* What a row's behaviours lead to, seen from what was observed. */
struct nearest {
    const struct sighting *row;
    struct view *view;
    struct divergence *divergence; /* or null: the view is filled in */
    size_t furthest;               /* 1 + the event in which one differs */
    bool dies;                     /* it does as well */
};

static void look_nearer(void *context, const struct outcome *expected)
{
    struct nearest *n = context;
    const struct outcome *seen = &n->row->observation->outcome;
    bool dies = outcomes_die_alike(seen, expected);
    size_t furthest;
    ptrdiff_t at;

    if (n->divergence) {
        divergence_add(n->divergence, expected);
        return;
    }
    at = outcome_difference(expected, seen);
    furthest = (size_t)(at + 1);
    if (n->view->kind != UNKNOWN_NOTHING &&
        (furthest < n->furthest ||
         (furthest == n->furthest && (n->dies || !dies))))
        return;
    n->furthest = furthest;
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

/* What the hypothesis leads to in a row that nothing explains, as other rows have
 * shown; where a call of one that fails returned something else than that, all
 * that it leaves open. */
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

static void mark_rows(struct views *views, const unsigned char *marks,
                      unsigned mark)
{
    for (size_t k = 0; k < views->count; k++)
        put_into(views->marked, k, marks[k] == mark);
}

/* The rows of a word of a set that have two features; -1: any have it. */
static uint64_t having(const struct views *views, const int features[2],
                       size_t word)
{
    uint64_t rows = ~UINT64_C(0);

    for (unsigned k = 0; k < 2; k++)
        if (features[k] >= 0)
            rows &= views->having[features[k]][word];
    return rows;
}

/* What it costs to say that the marked rows have these features in common. */
static void weigh_common(const struct views *views, unsigned kind,
                         struct common *common)
{
    const uint64_t *among =
        kind == UNKNOWN_COUNTS ? views->counting : views->right;

    common->contrary = common->missing = 0;
    for (size_t w = 0; w < views->words; w++) {
        uint64_t have = having(views, common->features, w);

        common->contrary +=
            (size_t)__builtin_popcountll(among[w] & have & ~views->marked[w]);
        common->missing +=
            (size_t)__builtin_popcountll(views->marked[w] & ~have);
    }
    common->cost = common->contrary +
                   (is_death(kind) ? MISSING_DEATH : MISSING) * common->missing;
}

/* What it costs at least, by each feature alone: of two as much as of either. */
static void weigh_missing(const struct views *views, unsigned kind,
                          size_t least[FEATURES])
{
    size_t each = is_death(kind) ? MISSING_DEATH : MISSING;

    for (unsigned f = 0; f < FEATURES; f++) {
        least[f] = 0;
        for (size_t w = 0; w < views->words; w++)
            least[f] += each * (size_t)__builtin_popcountll(
                                   views->marked[w] & ~views->having[f][w]);
    }
}

static size_t least_of(const size_t least[FEATURES], const int features[2])
{
    size_t most = 0;

    for (unsigned k = 0; k < 2; k++)
        if (features[k] >= 0 && least[features[k]] > most)
            most = least[features[k]];
    return most;
}

/* The next two features, from none and each alone on.  False: there are no
 * more. */
static bool next_features(int features[2])
{
    if (features[1] < 0 && ++features[0] < FEATURES)
        return true;
    if (features[1] < 0) {
        features[0] = features[1] = 0;
    } else if (++features[0] < features[1]) {
        return true;
    }
    features[0] = 0;
    return ++features[1] < FEATURES;
}

struct common common_of(struct views *views, unsigned kind,
                        const unsigned char *marks, unsigned mark)
{
    struct common one = {{-1, -1}, 0, 0, 0}, best;
    size_t least[FEATURES];

    mark_rows(views, marks, mark);
    weigh_missing(views, kind, least);
    weigh_common(views, kind, &one);
    best = one;
    while (next_features(one.features)) {
        if (least_of(least, one.features) >= best.cost)
            continue;
        weigh_common(views, kind, &one);
        if (one.cost + (one.features[1] >= 0) < best.cost)
            best = one;
    }
    return best;
}

size_t common_leaves(struct views *views, unsigned kind,
                     const unsigned char *marks, unsigned mark, size_t cost,
                     const unsigned char *others)
{
    struct common one = {{-1, -1}, 0, 0, 0};
    size_t alone[FEATURES], least = SIZE_MAX;

    mark_rows(views, marks, mark);
    weigh_missing(views, kind, alone);
    do {
        size_t left = 0;

        if (least_of(alone, one.features) > cost)
            continue;
        weigh_common(views, kind, &one);
        if (one.cost + (one.features[1] >= 0) > cost)
            continue;
        for (size_t k = 0; k < views->count && left < least; k++)
            left += others[k] && views->of[k].kind == kind &&
                    !(having(views, one.features, k / 64) >> k % 64 & 1);
        least = left < least ? left : least;
    } while (next_features(one.features));
    return least;
}

/* Rows of one mark, as two: those with a feature get the other mark. */
static void divide(const struct views *views, unsigned char *marks,
                   unsigned mark, unsigned other, unsigned feature)
{
    for (size_t k = 0; k < views->count; k++)
        if (marks[k] == mark && feature_has(&views->of[k].features, feature))
            marks[k] = (unsigned char)other;
}

static void unite(const struct views *views, unsigned char *marks,
                  unsigned mark, unsigned other)
{
    for (size_t k = 0; k < views->count; k++)
        if (marks[k] == other)
            marks[k] = (unsigned char)mark;
}

static size_t rows_with(const struct views *views, const unsigned char *marks,
                        unsigned mark)
{
    size_t count = 0;

    for (size_t k = 0; k < views->count; k++)
        count += marks[k] == mark;
    return count;
}

/* Make two causes of one where that leaves so many fewer contrary cases. */
static bool split(struct views *views, unsigned kind, unsigned char *marks,
                  unsigned mark, unsigned other)
{
    size_t whole = common_of(views, kind, marks, mark).cost;
    size_t all = rows_with(views, marks, mark), least = whole;
    size_t gain = is_death(kind) ? SPLIT_OF_DEATHS : SPLIT;
    int best = -1;

    if (all < 2 || whole < gain)
        return false;
    for (unsigned f = 0; f < FEATURES; f++) {
        size_t have, contrary;

        divide(views, marks, mark, other, f);
        have = rows_with(views, marks, other);
        contrary = have == 0 || have == all
                       ? whole
                       : common_of(views, kind, marks, mark).cost +
                             common_of(views, kind, marks, other).cost;
        unite(views, marks, mark, other);
        if (contrary < least) {
            least = contrary;
            best = (int)f;
        }
    }
    if (best < 0 || whole - least < gain)
        return false;
    divide(views, marks, mark, other, (unsigned)best);
    return true;
}

/* What a row's difference is called: see diagnose_like. */
static void put_like(const struct examined *part, size_t row, char *text,
                     size_t size)
{
    const struct sighting *s = &part->e->rows[row];
    struct divergence d = {.c = s->c, .observed = &s->observation->outcome};

    look_near(part, row, &(struct nearest){.divergence = &d});
    diagnose_like(s->c, s->observation, &d, text, size);
}

/* What rows' differences are called together: as each is; else as far as they
 * are called the same, up to a comma or a colon. */
static void put_name(const struct examined *parts, unsigned count,
                     const unsigned char *marks, unsigned mark,
                     struct unknown *unknown)
{
    char *name = unknown->name, like[UNKNOWN_NAME];
    bool first = true;

    *name = '\0';
    for (size_t at = 0, k = 0; count > 0; at++, k++) {
        size_t same = 0, end = 0;

        for (; count > 0 && k == parts->e->count; parts++, count--)
            k = 0;
        if (count == 0 || marks[at] != mark)
            continue;
        put_like(parts, k, first ? name : like, sizeof like);
        if (first) {
            first = false;
            continue;
        }
        while (name[same] && name[same] == like[same])
            same++;
        if (name[same] == like[same])
            continue;
        for (size_t i = 0; i < same; i++)
            if (name[i] == ',' || name[i] == ':')
                end = i + (name[i] == ':');
        name[end] = '\0';
    }
    if (strcmp(name, "unexplained:") == 0)
        text_add(name, sizeof unknown->name, "%s",
                 unknown->kind == UNKNOWN_COUNTS ? " counts"
                                                 : " what was seen");
    if (unknown->kind == UNKNOWN_MIXED)
        snprintf(name, sizeof unknown->name,
                 "unexplained: profil and sprofil in one process");
    if (strcmp(name, "killed:") == 0 || strcmp(name, "exited:") == 0)
        text_add(name, sizeof unknown->name, " several calls");
}

/* Whether what is reported of the cases says the feature, too: "sprofil is
 * called". */
static bool is_said(const char *name, int feature)
{
    const char *words = feature < 0 ? NULL : feature_words((unsigned)feature);
    char first[32];

    if (!words)
        return true;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(words, " "), words);
    return strlen(first) > 1 && strstr(name, first) != NULL;
}

/* Whether as many cases drawn at random would have as much in common: of one case
 * two features do in a draw of three, one alone in one of thirty; two cases do
 * with a contrary one, three with two. */
static bool is_by_chance(const struct unknown *unknown)
{
    const struct common *common = &unknown->common;

    return unknown->rows == 1 ? common->contrary > 0 || common->features[1] >= 0
                              : common->contrary + 2 > unknown->rows;
}

/* ", where a size is odd and a list is given"; a feature that one in five of
 * its cases has not says nothing of it. */
static void put_where(struct unknown *unknown)
{
    const int *f = unknown->common.features;
    char *name = unknown->name, base[UNKNOWN_NAME];
    const char *before =
        unknown->common.missing > 0 ? SENTENCE_MOSTLY_WHERE : SENTENCE_WHERE;

    if (f[0] < 0 || is_by_chance(unknown) ||
        5 * unknown->common.missing >= unknown->rows)
        return;
    memcpy(base, name, sizeof base);
    for (unsigned k = 0; k < 2; k++) {
        if (is_said(base, f[k]) && !is_said(base, f[!k]))
            continue;
        if (f[k] < 0)
            continue;
        text_add(name, sizeof unknown->name, "%s%s", before,
                 feature_words((unsigned)f[k]));
        before = " and ";
    }
}

bool common_has(const struct common *common, const struct view *view)
{
    for (unsigned k = 0; k < 2; k++)
        if (common->features[k] >= 0 &&
            !feature_has(&view->features, (unsigned)common->features[k]))
            return false;
    return true;
}

/* What is behind a row that passes by itself and contradicts others: an unknown
 * defect that changes the same kind of thing, and whose features it has; or
 * the only one that does. */
static unsigned char take_passing(const struct unknowns *unknowns,
                                  const struct view *view)
{
    size_t of_kind = 0, last = 0;

    for (size_t n = 0; n < unknowns->count; n++) {
        const struct unknown *u = &unknowns->of[n];

        if (u->kind != view->kind)
            continue;
        if (common_has(&u->common, view))
            return (unsigned char)(n + 1);
        of_kind++;
        last = n + 1;
    }
    return (unsigned char)(of_kind == 1 ? last : 0);
}

static bool is_mixed(const struct views *views, const unsigned char *marks,
                     unsigned mark)
{
    for (size_t k = 0; k < views->count; k++)
        if (marks[k] == mark && !views->of[k].mixed)
            return false;
    return true;
}

/* Causes that only cases of both functions show are one, the last. */
static void unite_mixed(const struct views *views, unsigned *kinds,
                        struct unknowns *unknowns)
{
    unsigned char to[CAUSES + 1] = {0}, kept = 0;
    bool any = false;

    for (unsigned mark = 1; mark <= unknowns->count; mark++) {
        if (is_mixed(views, unknowns->of_row, mark))
            continue;
        to[mark] = ++kept;
        kinds[kept] = kinds[mark];
    }
    kinds[kept + 1] = UNKNOWN_MIXED;
    for (size_t k = 0; k < views->count; k++) {
        unsigned char *mark = &unknowns->of_row[k];

        any |= *mark && !to[*mark];
        *mark = !*mark ? 0 : to[*mark] ? to[*mark] : kept + 1;
    }
    unknowns->count = kept + any;
}

/* A mark for each unknown defect: those of a kind, as many as they are to be
 * split into. */
static void mark_kinds(struct views *views, unsigned kinds[CAUSES + 2],
                       struct unknowns *unknowns)
{
    for (unsigned kind = 1; kind < UNKNOWN_KINDS; kind++) {
        unsigned first = (unsigned)unknowns->count + 1, last = first;

        if (unknowns->count + 1 >= CAUSES)
            break;
        for (size_t k = 0; k < views->count; k++)
            if (views->of[k].kind == kind && !views->of[k].explained &&
                !views->of[k].passes)
                unknowns->of_row[k] = (unsigned char)first;
        if (rows_with(views, unknowns->of_row, first) == 0)
            continue;
        kinds[first] = kind;
        for (unsigned mark = first; mark <= last;)
            if (last + 1 < CAUSES &&
                split(views, kind, unknowns->of_row, mark, last + 1))
                kinds[++last] = kind;
            else
                mark++;
        unknowns->count = last;
    }
}

/* The defects behind what fails, without names. */
static void find_failing(struct views *views, struct unknowns *unknowns)
{
    unsigned kinds[CAUSES + 2];

    mark_kinds(views, kinds, unknowns);
    unite_mixed(views, kinds, unknowns);
    for (unsigned mark = 1; mark <= unknowns->count; mark++) {
        struct unknown *u = &unknowns->of[mark - 1];

        u->kind = kinds[mark];
        u->rows = rows_with(views, unknowns->of_row, mark);
        u->common = common_of(views, u->kind, unknowns->of_row, mark);
    }
}

static void take_all_passing(const struct views *views,
                             struct unknowns *unknowns)
{
    for (size_t k = 0; k < views->count; k++)
        if (!views->of[k].explained && views->of[k].passes)
            unknowns->of_row[k] = take_passing(unknowns, &views->of[k]);
}

static struct unknowns no_unknowns(size_t rows)
{
    return (struct unknowns){.of_row = memory_new(rows, 1),
                             .of = memory_new(CAUSES, sizeof(struct unknown))};
}

void unknowns_of_views(struct views *views, struct unknowns *unknowns)
{
    *unknowns = no_unknowns(views->count);
    find_failing(views, unknowns);
    take_all_passing(views, unknowns);
}

void unknowns_find(const struct examined *parts, unsigned count,
                   struct unknowns *unknowns)
{
    struct views views = {0};
    size_t rows = 0, missed = 0;

    for (unsigned p = 0; p < count; p++)
        for (size_t k = 0; k < parts[p].e->count; k++, rows++)
            missed += !parts[p].explains[k];
    *unknowns = no_unknowns(rows);
    if (missed == 0)
        return;
    views_make(parts, count, &views);
    find_failing(&views, unknowns);
    for (unsigned k = 0; k < unknowns->count; k++) {
        put_name(parts, count, unknowns->of_row, k + 1, &unknowns->of[k]);
        put_where(&unknowns->of[k]);
    }
    take_all_passing(&views, unknowns);
    views_free(&views);
}

void unknowns_free(struct unknowns *unknowns)
{
    free(unknowns->of);
    free(unknowns->of_row);
    *unknowns = (struct unknowns){0};
}
