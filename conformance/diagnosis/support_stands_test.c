/* SPDX-License-Identifier: MIT */
/* How a departure stands by what groups of cases show. */
#include "scene_test.h"

/* Groups of cases, and what is found of the first departure that is named,
 * beside the other: in how many it holds, fails and is contrary, and the names
 * of what else is true. */
struct stand {
    const char *why, *is;
    enum choice of[2];
    struct some some[4];
    unsigned changed;       /* groups that something done to all ticks changes,
                               a bit each */
    struct doubt doubts[2]; /* of the first case, and of each other */
    int where[2]; /* features: it is no part of the hypothesis, and holds in the
                     first group, where cases have these */
};

static void add_groups(struct scene *s, const struct stand *row)
{
    for (unsigned k = 0; k < sizeof row->some / sizeof *row->some; k++) {
        const struct some *some = &row->some[k];
        size_t first = s->evidence.count;

        s->bench.behaviour = behaviour_default(DIALECT_FREEBSD);
        if (some->wrong < WITHOUT_FIRST && row->of[0])
            take(&s->bench, row->of[0]);
        if (some->wrong != WITHOUT && row->of[1])
            take(&s->bench, row->of[1]);
        add(s, some->times, some->text, some->wrong);
        for (; first < s->evidence.count; first++)
            s->evidence.rows[first].distorted = row->changed >> k & 1;
    }
    s->evidence.distortions =
        (struct distortions){.count = 1,
                             .of[0] = {.kind = DISTORTION_TIMES,
                                       .amount = 2,
                                       .upto = 2,
                                       .family = 1,
                                       .led = 9}};
}

/* Of a hypothesis that is tested here. */
static struct support found_of(struct scene *s, struct hypothesis *h,
                               const struct stand *row)
{
    uint16_t departure = (uint16_t)row->of[0];
    unsigned char marks[SHOWN] = {0};
    struct support found;
    struct rest rest;

    hypothesis_test(h, &s->evidence, SHOWN);
    rest_make(&s->evidence, h, &rest);
    memset(marks, 1, row->some[0].times);
    if (row->where[0])
        found = support_where(&rest, departure, marks, 1, row->where,
                              row->some[0].times);
    else
        found = support_of(&rest,
                           departures_find(h->departures, h->count, departure));
    rest_free(&rest);
    return found;
}

static void check_stand(const struct stand *row)
{
    struct scene s = scene_new(DIALECT_FREEBSD);
    struct doubt *doubts;
    struct hypothesis h = {0};
    struct support found;
    char is[60];

    add_groups(&s, row);
    doubts = calloc(s.evidence.count, sizeof *doubts);
    for (size_t k = 0; k < s.evidence.count; k++)
        doubts[k] = row->doubts[k > 0];
    s.evidence.doubts = row->doubts[0].rows ? doubts : NULL;
    for (unsigned i = row->where[0] != 0; i < 2; i++)
        if (row->of[i])
            hypothesis_add(&h, (uint16_t)row->of[i]);
    found = found_of(&s, &h, row);
    snprintf(is, sizeof is, "%zu %zu %zu%s%s%s", found.holds, found.fails,
             found.contrary, found.shared ? " shared" : "",
             found.counted ? " counted" : "", found.lone ? " lone" : "");
    if (strcmp(is, row->is) != 0)
        fail_msg("%s: %s", row->why, is);
    free(doubts);
    scene_end(&s, &h);
}

#define STANDS(rows)                                                           \
    for (size_t k = 0; k < sizeof(rows) / sizeof *(rows); k++)                 \
    check_stand(&(rows)[k])

TEST(little_of_what_a_doubtful_one_of_another_rule_did_is_shared)
{
    static const struct stand rows[] = {
        {.why = "twice as many, the least of them",
         .of = {NEVER},
         .some = {{2, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .doubts = {{4, RULE_ROUNDING}, {9, RULE_ROUNDING}},
         .is = "2 0 0 shared"},
        {.why = "fewer than twice",
         .of = {NEVER},
         .some = {{2, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .doubts = {{3, RULE_ROUNDING}, {9, RULE_ROUNDING}},
         .is = "2 0 0"},
        {.why = "fewer than twice three",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .doubts = {{5, RULE_ROUNDING}, {5, RULE_ROUNDING}},
         .is = "3 0 0"},
        {.why = "what it does not explain is not counted",
         .of = {NEVER},
         .some = {{1, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .doubts = {{2, RULE_ROUNDING}, {0, RULE_ROUNDING}},
         .is = "1 0 0 shared"},
        {.why = "... if it is the first either",
         .of = {NEVER},
         .some = {{1, PLAIN, RIGHT}, {2, OFF, RIGHT}},
         .doubts = {{1, RULE_ROUNDING}, {4, RULE_ROUNDING}},
         .is = "2 0 0 shared"},
        {.why = "of its own rule",
         .of = {NEVER},
         .some = {{2, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .doubts = {{9, RULE_SCALE_OFF}, {9, RULE_SCALE_OFF}},
         .is = "2 0 0"},
    };

    STANDS(rows);
}

TEST(a_case_alone_beside_what_is_done_to_all_alike_is_lone)
{
    static const struct stand rows[] = {
        {.why = "one is",
         .of = {NEVER},
         .some = {{1, ROUNDED, COUNT}, {1, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .changed = 1,
         .is = "1 0 0 lone"},
        {.why = "... as the last",
         .of = {NEVER},
         .some = {{4, PLAIN, RIGHT}, {1, OFF, RIGHT}, {1, ROUNDED, COUNT}},
         .changed = 4,
         .is = "1 0 0 lone"},
        {.why = "nothing is done to it",
         .of = {NEVER},
         .some = {{1, ROUNDED, COUNT}, {1, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .is = "1 0 0 shared"},
        {.why = "two are explained",
         .of = {NEVER},
         .some = {{1, ROUNDED, COUNT}, {2, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .changed = 1,
         .is = "2 0 0"},
        {.why = "it differs in something else",
         .of = {NEVER},
         .some = {{1, BAD, RETURN}, {1, OFF, RIGHT}, {4, PLAIN, RIGHT}},
         .changed = 1,
         .is = "1 0 0"},
        {.why = "it comes after others, a few of which are unexplained",
         .of = {NEVER},
         .some = {{4, PLAIN, RIGHT}, {3, ROUNDED, COUNT}, {1, OFF, RIGHT}},
         .is = "1 0 0 lone"},
    };

    STANDS(rows);
}

/* Beside three that something done to all alike is behind. */
TEST(what_would_be_a_defect_of_its_own_is_shared)
{
    static const struct stand rows[] = {
        {.why = "where it can be told",
         .of = {NEVER},
         .some = {{3, ROUNDED, COUNT}, {3, OFF, RIGHT}, {4, ROUNDED, RIGHT}},
         .changed = 1,
         .is = "3 0 0 shared"},
        {.why = "two are no few",
         .of = {NEVER},
         .some = {{2, ROUNDED, COUNT}, {3, OFF, RIGHT}, {4, ROUNDED, RIGHT}},
         .changed = 1,
         .is = "3 0 0"},
        {.why = "not four times as many are explained",
         .of = {NEVER},
         .some = {{3, ROUNDED, COUNT}, {11, OFF, RIGHT}, {4, ROUNDED, RIGHT}},
         .changed = 1,
         .is = "11 0 0 shared"},
        {.why = "four times as many",
         .of = {NEVER},
         .some = {{3, ROUNDED, COUNT}, {12, OFF, RIGHT}, {4, ROUNDED, RIGHT}},
         .changed = 1,
         .is = "12 0 0"},
        {.why = "the first alone",
         .of = {NEVER},
         .some = {{1, OFF, RIGHT}, {3, ROUNDED, COUNT}, {4, ROUNDED, RIGHT}},
         .changed = 2,
         .is = "1 0 0 shared lone"},
    };

    STANDS(rows);
}

TEST(of_all_outcomes_the_one_that_agrees_the_longest_counts)
{
    static const struct stand rows[] = {
        {.why = "all differ in the first event",
         .of = {BAD_BUFFER_CRASHES},
         .some = {{1, BAD, RETURN}},
         .is = "0 1 0"},
        {.why = "one is expected to return as much, in the first event",
         .of = {BAD_BUFFER_CRASHES},
         .some = {{1, BAD, ERRNO}},
         .is = "0 0 1"},
        {.why = "nothing was seen",
         .of = {BAD_BUFFER_CRASHES},
         .some = {{1, BAD_ALONE, END}},
         .is = "0 0 0"},
        {.why = "more was seen than comes of either",
         .of = {NEVER},
         .some = {{1, OFF_BELOW, MORE}},
         .is = "0 0 0"},
        {.why = "it does what the first that is permitted does",
         .of = {ROUNDING_UP},
         .some = {{1, THIRD, COUNT}},
         .is = "0 0 0"},
        {.why = "one of its outcomes counts where another does not",
         .of = {NOT_OFF},
         .some = {{1, EDGE, COUNT}, {4, EDGE, WITHOUT}},
         .is = "0 1 4"},
        {.why = "where no tick came none was lost",
         .of = {TICKS_LOST},
         .some = {{1, PLAIN, SILENT}},
         .is = "0 0 0"},
        {.why = "a tick is counted where another departure shows",
         .of = {NOT_OFF, ROUNDING_UP},
         .some = {{3, ONE, RIGHT},
                  {1, TWO_ON, WITHOUT_FIRST},
                  {2, TWO_ON, WITHOUT}},
         .is = "3 0 1 shared counted"},
        {.why = "a tick is counted where the case passes",
         .of = {NOT_OFF},
         .some = {{1, ONE, WITHOUT}},
         .is = "0 0 1"},
    };

    STANDS(rows);
}

TEST(where_it_holds_it_is_compared_with_what_has_the_features)
{
    static const struct stand rows[] = {
        {.why = "what passes says nothing",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT},
                  {2, OFF_LATER, RIGHT},
                  {1, OFF, COUNT},
                  {2, OFF, WITHOUT}},
         .where = {FEATURE_SCALE_ZERO, -1},
         .is = "5 1 0 shared"},
        {.why = "what has the first alone says nothing",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT}, {2, OFF_LATER, RIGHT}, {2, OFF, RIGHT}},
         .where = {FEATURE_SCALE_ZERO, FEATURE_TWO_CALLS},
         .is = "5 0 0 shared"},
        {.why = "... or the second",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT}, {2, OFF_LATER, RIGHT}, {2, OFF, RIGHT}},
         .where = {FEATURE_TWO_CALLS, FEATURE_SCALE_ZERO},
         .is = "5 0 0 shared"},
        {.why = "what is unexplained elsewhere is not of it",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT}, {2, ROUNDED, COUNT}, {4, PLAIN, RIGHT}},
         .where = {FEATURE_SCALE_ZERO, -1},
         .is = "3 0 0"},
        {.why = "where no tick came none was lost",
         .of = {TICKS_LOST},
         .some = {{3, PLAIN, RIGHT}, {1, PLAIN, SILENT}, {4, PLAIN, WITHOUT}},
         .where = {FEATURE_PROFIL, -1},
         .is = "3 0 1"},
    };

    STANDS(rows);
}

TEST(what_most_of_its_cases_may_share_is_shared)
{
    static const struct stand rows[] = {
        {.why = "with one case",
         .of = {NEVER},
         .some = {{2, OFF, RIGHT}, {1, OFF_LATER, COUNT}, {4, PLAIN, RIGHT}},
         .is = "2 1 0 shared"},
        {.why = "three with one",
         .of = {NEVER},
         .some = {{3, OFF, RIGHT}, {1, OFF_LATER, COUNT}, {4, PLAIN, RIGHT}},
         .is = "3 1 0 shared"},
        {.why = "half of them do not",
         .of = {NEVER},
         .some = {{4, OFF, RIGHT},
                  {4, OFF_MIDDLE, RIGHT},
                  {3, OFF_LATER, COUNT},
                  {4, PLAIN, RIGHT}},
         .is = "8 3 0"},
        {.why = "they differ as one of eight does",
         .of = {NEVER},
         .some = {{2, OFF, RIGHT},
                  {7, ROUNDED, COUNT},
                  {1, ROUNDED, COUNT_FIRST},
                  {4, PLAIN, RIGHT}},
         .is = "2 0 0"},
        {.why = "they differ in returns, of which none is unexplained",
         .of = {RETURN_ON_SUCCESS_NONE},
         .some = {{2, ZERO_RETURNED, RIGHT}, {2, BAD, COUNT}, {2, BAD, RIGHT}},
         .is = "2 0 0"},
    };

    STANDS(rows);
}

TESTS(NULL, NULL)
