/* SPDX-License-Identifier: MIT */
#include "unexplained.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "text.h"

enum {
    MISSING = 2, /* what it costs that a row has not what others have */
    MISSING_DEATH = 4,
    SPLIT = 6,           /* that much less must two causes cost than one */
    SPLIT_OF_DEATHS = 3, /* ... of a death it is known what it was of */
    CAUSES = 24,
    FEW = 3,    /* cases */
    BESIDE = 2, /* rows that a distortion leads to, for one that it touches */
};

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

static bool are_two(const struct common *common)
{
    return common->features[1] >= 0;
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
    common->cost =
        common->contrary +
        (unknown_is_death(kind) ? MISSING_DEATH : MISSING) * common->missing;
}

/* Whether rows of a kind may have come about by a feature.  Most scales are not
 * 0x8000: by that only calls die, of implementations that take no other. */
static bool may_bring_about(unsigned feature, unsigned kind)
{
    return feature != FEATURE_SCALE_OTHER || kind == UNKNOWN_DEATH_IN_CALL;
}

/* What it costs at least, by each feature alone: of two as much as of
 * either. */
static void weigh_missing(const struct views *views, unsigned kind,
                          size_t least[FEATURES])
{
    size_t each = unknown_is_death(kind) ? MISSING_DEATH : MISSING;

    for (unsigned f = 0; f < FEATURES; f++) {
        bool may = may_bring_about(f, kind);

        least[f] = may ? 0 : SIZE_MAX;
        for (size_t w = 0; may && w < views->words; w++)
            least[f] += each * (size_t)__builtin_popcountll(
                                   views->marked[w] & ~views->having[f][w]);
    }
}

/* The next feature from there on that costs less than limit; FEATURES: none. */
static int next_below(const size_t least[FEATURES], size_t limit, int feature)
{
    while (feature < FEATURES && least[feature] >= limit)
        feature++;
    return feature;
}

/* The next two features, from none and each alone on, of those that cost less
 * than limit; some feature with itself is as it is alone.  False: there are no
 * more. */
static bool next_features(const size_t least[FEATURES], size_t limit,
                          int features[2])
{
    features[0] = next_below(least, limit, features[0] + 1);
    if (features[0] < (features[1] < 0 ? (int)FEATURES : features[1]))
        return true;
    features[0] = next_below(least, limit, 0);
    features[1] = next_below(least, limit, features[1] + 1);
    return features[1] < FEATURES;
}

struct common common_of(struct views *views, unsigned kind,
                        const unsigned char *marks, unsigned mark)
{
    struct common one = {.features = {-1, -1}}, best;
    size_t least[FEATURES];

    views_mark(views, marks, mark);
    weigh_missing(views, kind, least);
    weigh_common(views, kind, &one);
    best = one;
    while (next_features(least, best.cost, one.features)) {
        weigh_common(views, kind, &one);
        if (one.cost + are_two(&one) < best.cost)
            best = one;
    }
    return best;
}

size_t common_leaves(struct views *views, unsigned kind,
                     const unsigned char *marks, unsigned mark, size_t cost,
                     const unsigned char *others)
{
    struct common one = {.features = {-1, -1}};
    size_t alone[FEATURES], least = SIZE_MAX;

    views_mark(views, marks, mark);
    weigh_missing(views, kind, alone);
    do {
        size_t left = 0;

        weigh_common(views, kind, &one);
        if (one.cost + are_two(&one) > cost)
            continue;
        for (size_t k = 0; k < views->count && left < least; k++)
            left += others[k] && views->of[k].kind == kind &&
                    !(having(views, one.features, k / 64) >> k % 64 & 1);
        least = left < least ? left : least;
    } while (next_features(alone, cost + 1, one.features));
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
    size_t gain = unknown_is_death(kind) ? SPLIT_OF_DEATHS : SPLIT;
    unsigned best = 0;

    for (unsigned f = 0; whole >= gain && f < FEATURES; f++) {
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
            best = f;
        }
    }
    if (whole - least < gain)
        return false;
    divide(views, marks, mark, other, best);
    return true;
}

/* What a row's difference is called: see diagnose_like. */
static void put_like(const struct examined *part, size_t row, char *text,
                     size_t size)
{
    const struct sighting *s = &part->e->rows[row];
    struct divergence d = {.c = s->c, .observed = &s->observation->outcome};

    view_divergence(part, row, &d);
    diagnose_like(s->c, s->observation, &d, text, size);
}

/* What both are called together: as far as they are called the same, up to a
 * comma or a colon. */
static void cut_name(char *name, const char *like)
{
    size_t end = 0;

    for (size_t i = 0;; i++) {
        if (strchr(",", name[i]) && strchr(",", like[i])) /* or the end */
            end = i;
        if (name[i] == '\0' || name[i] != like[i])
            break;
        if (name[i] == ':')
            end = i + 1;
    }
    name[end] = '\0';
}

/* Of what has not even what it is called after the colon in common. */
static void end_name(struct unknown *unknown)
{
    size_t length = strlen(unknown->name);

    if (unknown->kind == UNKNOWN_MIXED)
        snprintf(unknown->name, sizeof unknown->name,
                 "unexplained: profil and sprofil in one process");
    else if (length == 0)
        strcpy(unknown->name, "died: in several ways");
    else if (strcmp(unknown->name, "unexplained:") == 0)
        strcat(unknown->name, unknown->kind == UNKNOWN_COUNTS ? " counts"
                              : unknown->kind == UNKNOWN_RETURN
                                  ? " what several calls returned"
                                  : " what was seen");
    else if (unknown->name[length - 1] == ':')
        strcat(unknown->name, " several calls");
}

/* What rows' differences are called together. */
static void put_name(const struct examined *parts, unsigned count,
                     const unsigned char *marks, unsigned mark,
                     struct unknown *unknown)
{
    char like[UNKNOWN_NAME];
    bool first = true;
    size_t at = 0;

    for (unsigned p = 0; p < count; p++)
        for (size_t k = 0; k < parts[p].e->count; k++, at++) {
            if (marks[at] != mark)
                continue;
            put_like(&parts[p], k, first ? unknown->name : like, sizeof like);
            if (!first)
                cut_name(unknown->name, like);
            first = false;
        }
    end_name(unknown);
}

/* Whether what is reported of the cases says the feature, too: "sprofil is
 * called". */
static bool is_said(const char *name, int feature)
{
    const char *words = feature_words((unsigned)feature);
    size_t size = strcspn(words, " ");

    return strncmp(words + size, " is ", 4) == 0 &&
           memmem(name, strlen(name), words, size) != NULL;
}

/* Whether as many cases drawn at random would have as much in common: of one
 * case two features do in a draw of three, one alone in one of thirty; two
 * cases do with a contrary one, three with two. */
static bool is_by_chance(const struct unknown *unknown)
{
    const struct common *common = &unknown->common;

    return unknown->rows == 1 ? common->contrary > 0 || are_two(common)
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
        if (f[k] < 0 ||
            (f[!k] >= 0 && is_said(base, f[k]) && !is_said(base, f[!k])))
            continue;
        text_add(name, sizeof unknown->name, "%s%s", before,
                 feature_words((unsigned)f[k]));
        before = " and ";
    }
}

static bool same_distortion(const struct distortion *a,
                            const struct distortion *b)
{
    return a->family == b->family && a->calls == b->calls &&
           a->amount == b->amount;
}

bool unknown_is_apart(const struct unknown *unknown, size_t least)
{
    return unknown->rows >= least && unknown->common.features[0] >= 0 &&
           2 * unknown->common.cost <= unknown->rows;
}

/* Whether what is wrong there may come of what is done to all alike. */
static bool may_be_distorted(const struct examined *part, size_t row)
{
    return !part->e->plain || !part->e->rows[row].distorted ||
           view_is_touched(part, row);
}

/* What is done to all alike, where all that an unknown defect shows is in cases
 * that it changes, few beside those that it leads to; null: it is another. */
static const struct distortion *
distortion_behind(const struct examined *parts, unsigned count,
                  const struct views *views, const unsigned char *marks,
                  unsigned mark, const struct unknown *unknown)
{
    const struct distortion *behind = NULL;
    size_t led = 0, rows = 0, at = 0;

    if (unknown->kind != UNKNOWN_COUNTS || unknown_is_apart(unknown, FEW))
        return NULL;
    for (unsigned p = 0; p < count; p++) {
        const struct distortions *all = &parts[p].e->distortions;
        unsigned changing = DISTORTED_ALL, n = 0;
        size_t before = rows;

        for (size_t k = 0; k < parts[p].e->count; k++, at++) {
            if (marks[at] != mark)
                continue;
            if (!may_be_distorted(&parts[p], k))
                return NULL;
            changing &= views->of[at].distorted;
            rows++;
        }
        if (rows == before)
            continue;
        while (n < all->count &&
               (!(changing >> n & 1) ||
                (behind && !same_distortion(behind, &all->of[n]))))
            n++;
        if (n == all->count)
            return NULL;
        behind = &all->of[n];
        led += behind->led;
    }
    return BESIDE * rows <= led ? behind : NULL;
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

/* Cases that pass by themselves are put down to it, too: a feature that these
 * have not is missing in it. */
static void count_passing(const struct views *views,
                          const struct unknowns *unknowns, unsigned mark,
                          struct unknown *unknown)
{
    for (size_t k = 0; k < views->count; k++) {
        const struct view *view = &views->of[k];

        if (view->explained || !view->passes ||
            take_passing(unknowns, view) != mark)
            continue;
        unknown->rows++;
        unknown->common.missing += !common_has(&unknown->common, view);
    }
}

/* What is to be said of an unknown defect. */
static void name_unknown(const struct examined *parts, unsigned count,
                         const struct views *views, struct unknowns *unknowns,
                         unsigned mark)
{
    struct unknown *unknown = &unknowns->of[mark - 1], all;
    const unsigned char *marks = unknowns->of_row;
    const struct distortion *behind =
        distortion_behind(parts, count, views, marks, mark, unknown);

    if (behind) {
        distortion_name(behind, unknown->name, sizeof unknown->name);
        return;
    }
    put_name(parts, count, marks, mark, unknown);
    all = *unknown;
    count_passing(views, unknowns, mark, &all);
    put_where(&all);
    strcpy(unknown->name, all.name);
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

void unknowns_leave_distorted(const struct examined *parts, unsigned count,
                              const struct views *views,
                              struct unknowns *unknowns)
{
    for (unsigned mark = 1; mark <= unknowns->count; mark++) {
        struct unknown *u = &unknowns->of[mark - 1];

        if (!distortion_behind(parts, count, views, unknowns->of_row, mark, u))
            continue;
        u->kind = UNKNOWN_NOTHING;
        for (size_t k = 0; k < views->count; k++)
            if (unknowns->of_row[k] == mark)
                unknowns->of_row[k] = 0;
    }
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
    for (unsigned k = 0; k < unknowns->count; k++)
        name_unknown(parts, count, &views, unknowns, k + 1);
    take_all_passing(&views, unknowns);
    views_free(&views);
}

void unknowns_free(struct unknowns *unknowns)
{
    free(unknowns->of);
    free(unknowns->of_row);
    *unknowns = (struct unknowns){0};
}
