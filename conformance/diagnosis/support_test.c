/* SPDX-License-Identifier: MIT */
/* How a departure stands by what groups of cases show: those that it explains,
 * that stay unexplained, and that are right. */
#include "scene_test.h"

#define NEVER   SCALE_OFF_NEVER
#define NOT_OFF SCALE_OFF_ZERO_AND_ONE

/* Cases, and what is found of a departure, beside another: in how many it
 * holds, fails and is contrary, and the names of what else is true. */
struct stand {
    const char *why;
    enum choice departure;
    const char *cases, *is;
    enum choice beside;
    unsigned doubt, doubts; /* of the first case, and of each other */
    enum rule of;           /* that is doubtful; 0: rounding */
    int where, and_where;   /* features, 0: none; the departure is no part of
                               the hypothesis, and holds in the first group,
                               where cases have these */
};

/* Of a hypothesis that is tested here. */
static struct support found_of(struct scene *s, struct hypothesis *h,
                               const struct stand *row)
{
    size_t first = strtoul(row->cases, NULL, 10);
    uint16_t departure = (uint16_t)row->departure;
    unsigned char marks[SHOWN] = {0};
    const int where[] = {row->where, row->and_where ? row->and_where : -1};
    struct support found;
    struct rest rest;

    hypothesis_test(h, &s->evidence, SHOWN);
    rest_make(&s->evidence, h, &rest);
    memset(marks, 1, first);
    if (row->where)
        found = support_where(&rest, departure, marks, 1, where, first);
    else
        found = support_of(&rest,
                           departures_find(h->departures, h->count, departure));
    rest_free(&rest);
    return found;
}

/* The same cases, but for the first of the groups, which comes last. */
static void turn(const char *cases, char *turned, size_t size)
{
    size_t first = strcspn(cases, ";");

    snprintf(turned, size, "%s%s%.*s", cases + first + (cases[first] ? 2 : 0),
             cases[first] ? "; " : "", (int)first, cases);
}

static void check_cases(const struct stand *row, const char *cases)
{
    struct scene s = scene_new(DIALECT_FREEBSD, row->departure);
    struct doubt *doubts;
    struct hypothesis h = {0};
    struct support found;
    char is[60];

    s.departures[1] = row->beside;
    add(&s, "%s", cases);
    s.evidence.distortions.count = 1;
    s.evidence.distortions.of[0] = (struct distortion){.kind = DISTORTION_TIMES,
                                                       .amount = 2,
                                                       .upto = 2,
                                                       .family = 1,
                                                       .led = 9};
    doubts = calloc(s.evidence.count, sizeof *doubts);
    for (size_t k = 0; k < s.evidence.count; k++)
        doubts[k] = (struct doubt){k > 0 ? row->doubts : row->doubt, row->of};
    s.evidence.doubts = row->doubt ? doubts : NULL;
    if (!row->where)
        hypothesis_add(&h, (uint16_t)row->departure);
    if (row->beside)
        hypothesis_add(&h, (uint16_t)row->beside);
    found = found_of(&s, &h, row);
    snprintf(is, sizeof is, "%zu %zu %zu%s%s%s", found.holds, found.fails,
             found.contrary, found.shared ? " shared" : "",
             found.counted ? " counted" : "", found.lone ? " lone" : "");
    if (strcmp(is, row->is) != 0)
        fail_msg("%s: %s", row->why, is);
    free(doubts);
    scene_end(&s, &h);
}

/* Of what is marked by where it stands the order matters. */
static void check_stand(const struct stand *row)
{
    char turned[200];

    check_cases(row, row->cases);
    turn(row->cases, turned, sizeof turned);
    if (!row->where && !row->doubt)
        check_cases(row, turned);
}

#define STANDS(rows)                                                           \
    for (size_t k = 0; k < sizeof(rows) / sizeof *(rows); k++)                 \
    check_stand(&(rows)[k])

TEST(what_the_same_feature_brings_about_is_in_doubt)
{
    static const struct stand rows[] = {
        {"both are counts where a scale is 0, and no other case is wrong",
         NEVER, "2 off; 2 off-later count; 4 plain", .is = "2 2 0 shared"},
        {"the others are wrong where a scale is no power of two", NEVER,
         "3 off; 2 rounded count; 4 plain", .is = "3 0 0"},
        {"the counts of two cases may come of what the others come of", NEVER,
         "2 off; 2 rounded count; 4 plain", .is = "2 0 0 shared"},
        {"right cases with a scale of 0 do not make the others alike", NEVER,
         "3 off; 2 rounded count; 4 off-and-right", .is = "3 0 0"},
        {"no case is right that could separate them", NEVER,
         "3 off; 2 rounded count", .is = "3 0 0 shared"},
        {"one case that is right is not enough", NEVER,
         "3 off; 2 rounded count; 1 plain", .is = "3 0 0 shared"},
        {"two are", NEVER, "3 off; 2 rounded count; 2 plain", .is = "3 0 0"},
        {"where nothing is counted a right case says nothing of counts", NEVER,
         "3 off; 2 rounded count; 4 idle", .is = "3 0 0 shared"},
    };

    STANDS(rows);
}

TEST(what_differs_in_other_counters_is_not)
{
    static const struct stand rows[] = {
        {"two first counters, and three cases without one", NEVER,
         "2 off; 3 rounded count; 4 plain", .is = "2 0 0"},
        {"three with one", NEVER, "2 off; 3 rounded count-first; 4 plain",
         .is = "2 0 0 shared"},
        {"of so many no two fit by chance", NEVER,
         "2 off; 6 rounded count-first; 4 plain", .is = "2 0 0"},
        {"of one fewer they may", NEVER,
         "2 off; 5 rounded count-first; 4 plain", .is = "2 0 0 shared"},
        {"nothing is counted in either, but in the first", SETTINGS_FIRST,
         "2 elsewhere; 3 third no-count; 4 plain", .is = "2 0 0"},
    };

    STANDS(rows);
}

/* Whether it is in doubt or not. */
TEST(a_case_alone_beside_a_few_of_the_same_kind_is_lone)
{
    static const struct stand rows[] = {
        {"", NEVER, "1 off; 3 rounded count; 4 plain", .is = "1 0 0 lone"},
        {"", NEVER, "2 off; 3 rounded count; 4 plain", .is = "2 0 0"},
        {"", NEVER, "1 off; 2 rounded count; 4 plain", .is = "1 0 0 shared"},
        {"", NEVER, "1 off; 3 bad returns; 4 plain", .is = "1 0 0"},
    };

    STANDS(rows);
}

/* As if a scale of 1 were off: nothing that loses ticks besides counts one. */
TEST(where_nothing_is_to_be_counted_no_tick_was)
{
    static const struct stand rows[] = {
        {"one was, though not as many as without it", SCALE_OFF_ZERO_AND_ONE,
         "10 one; 1 one-thrice count; 4 plain", .is = "10 0 1 counted"},
        {"no other one was", SCALE_OFF_ZERO_AND_ONE,
         "10 one; 1 rounded count; 4 plain", .is = "10 0 0"},
    };

    STANDS(rows);
}

TEST(one_of_four_that_differs_alike_is_not_few)
{
    static const struct stand rows[] = {
        {"it is a first counter, as both are", NEVER,
         "2 off; 3 rounded count; 1 rounded count-first; 4 plain",
         .is = "2 0 0 shared"},
    };

    STANDS(rows);
}

TEST(what_two_unknown_defects_have_in_common_with_it_is_in_doubt)
{
    static const struct stand rows[] = {
        {"all are said in as few words without it", ROUNDING_UP,
         "3 odd-number; 3 whole count; 3 eight count; 3 plain",
         .is = "3 0 0 shared"},
        {"more cases are right", ROUNDING_UP,
         "3 odd-number; 3 whole count; 3 eight count; 7 plain", .is = "3 0 0"},
        {"so are they, if they ask of its rule", NEVER,
         "3 off; 3 off-later count; 3 eight count; 7 plain",
         .is = "3 3 0 shared"},
        {"what never asks of its rule is no part of it", NEVER,
         "3 off; 3 whole count; 3 eight count; 7 plain", .is = "3 0 0"},
    };

    STANDS(rows);
}

TEST(one_case_beside_many_unknown_counts_is_in_doubt)
{
    static const struct stand rows[] = {
        {"of so many one fits by chance", NEVER,
         "1 off; 32 rounded count; 4 plain", .is = "1 0 0 shared lone"},
        {"of fewer it does not", NEVER, "1 off; 31 rounded count; 4 plain",
         .is = "1 0 0 lone"},
    };

    STANDS(rows);
}

TEST(what_differs_in_another_kind_of_thing_is_not)
{
    static const struct stand rows[] = {
        {"a return is no count", NEVER, "2 off; 2 off-later returns",
         .is = "2 0 0"},
        {"a death is none", NEVER, "2 off; 2 off-later dies-after",
         .is = "2 0 0"},
        {"both died in a call", BAD_BUFFER_CRASHES,
         "2 bad; 2 whole dies-in-call", .is = "2 0 0 shared"},
        {"one died in a call, one in a tick", BAD_BUFFER_CRASHES,
         "2 bad; 2 whole dies-after", .is = "2 0 0"},
        {"both are in what a call returned", RETURN_ON_SUCCESS_NONE,
         "2 idle; 2 bad returns", .is = "2 0 0 shared"},
    };

    STANDS(rows);
}

TEST(much_that_is_explained_outweighs_little_that_is_not)
{
    static const struct stand rows[] = {
        {"not more than four times as much", NEVER,
         "8 off; 2 off-later count; 4 plain", .is = "8 2 0"},
        {"more than four times as much", NEVER,
         "9 off; 2 off-later count; 4 plain", .is = "9 2 0"},
        {"five for one", NEVER, "5 off; 1 off-later count; 4 plain",
         .is = "5 1 0"},
        {"more than twice as many as are of one defect with them", NEVER,
         "7 off; 3 off-below count; 4 plain", .is = "7 0 0"},
        {"twice as many", NEVER, "6 off; 3 off-below count; 4 plain",
         .is = "6 0 0 shared"},
    };

    STANDS(rows);
}

TEST(little_of_what_a_doubtful_one_of_another_rule_did_is_shared)
{
    static const struct stand rows[] = {
        {"twice as many, the least of them", NEVER, "2 off; 4 plain",
         .is = "2 0 0 shared", .doubt = 4, .doubts = 9},
        {"fewer than twice", NEVER, "2 off; 4 plain", .is = "2 0 0", .doubt = 3,
         .doubts = 9},
        {"fewer than twice three", NEVER, "3 off; 4 plain", .is = "3 0 0",
         .doubt = 5, .doubts = 5},
        {"what it does not explain is not counted", NEVER, "1 off; 4 plain",
         .is = "1 0 0 shared", .doubt = 2},
        {"... if it is the first either", NEVER, "1 plain; 2 off",
         .is = "2 0 0 shared", .doubt = 1, .doubts = 4},
        {"of its own rule", NEVER, "2 off; 4 plain", .is = "2 0 0", .doubt = 9,
         .doubts = 9, .of = RULE_SCALE_OFF},
    };

    STANDS(rows);
}

TEST(a_case_alone_beside_what_is_done_to_all_alike_is_lone)
{
    static const struct stand rows[] = {
        {"one is", NEVER, "1 rounded count!; 1 off; 4 plain",
         .is = "1 0 0 lone"},
        {"... as the last", NEVER, "4 plain; 1 off; 1 rounded count!",
         .is = "1 0 0 lone"},
        {"nothing is done to it", NEVER, "1 rounded count; 1 off; 4 plain",
         .is = "1 0 0 shared"},
        {"two are explained", NEVER, "1 rounded count!; 2 off; 4 plain",
         .is = "2 0 0"},
        {"it differs in something else", NEVER,
         "1 bad returns!; 1 off; 4 plain", .is = "1 0 0"},
        {"it comes after others, a few of which are unexplained", NEVER,
         "4 plain; 3 rounded count; 1 off", .is = "1 0 0 lone"},
    };

    STANDS(rows);
}

/* Beside three that something done to all alike is behind. */
TEST(what_would_be_a_defect_of_its_own_is_shared)
{
    static const struct stand rows[] = {
        {"where it can be told", NEVER, "3 rounded count!; 3 off; 4 rounded",
         .is = "3 0 0 shared"},
        {"two are no few", NEVER, "2 rounded count!; 3 off; 4 rounded",
         .is = "3 0 0"},
        {"not four times as many are explained", NEVER,
         "3 rounded count!; 11 off; 4 rounded", .is = "11 0 0 shared"},
        {"four times as many", NEVER, "3 rounded count!; 12 off; 4 rounded",
         .is = "12 0 0"},
        {"the first alone", NEVER, "1 off; 3 rounded count!; 4 rounded",
         .is = "1 0 0 shared lone"},
    };

    STANDS(rows);
}

TEST(of_all_outcomes_the_one_that_agrees_the_longest_counts)
{
    static const struct stand rows[] = {
        {"all differ in the first event", BAD_BUFFER_CRASHES, "1 bad returns",
         .is = "0 1 0"},
        {"one is expected to return as much, in the first event",
         BAD_BUFFER_CRASHES, "1 bad errno", .is = "0 0 1"},
        {"nothing was seen", BAD_BUFFER_CRASHES, "1 bad-alone end",
         .is = "0 0 0"},
        {"more was seen than comes of either", NEVER, "1 off-below more",
         .is = "0 0 0"},
        {"it does what the first that is permitted does", ROUNDING_UP,
         "1 rounded-third count", .is = "0 0 0"},
        {"one of its outcomes counts where another does not", NOT_OFF,
         "1 edge count; 4 edge without", .is = "0 1 4"},
        {"where no tick came none was lost", TICKS_LOST, "1 plain silent",
         .is = "0 0 0"},
        {"a tick is counted where another departure shows", NOT_OFF,
         "3 one; 1 two-on without-first; 2 two-on without",
         .is = "3 0 1 shared counted", .beside = ROUNDING_UP},
        {"a tick is counted where the case passes", NOT_OFF, "1 one without",
         .is = "0 0 1"},
    };

    STANDS(rows);
}

TEST(where_it_holds_it_is_compared_with_what_has_the_features)
{
    static const struct stand rows[] = {
        {"what passes says nothing", NEVER,
         "3 off; 2 off-later; 1 off count; 2 off without", .is = "5 1 0 shared",
         .where = FEATURE_SCALE_ZERO},
        {"what has the first alone says nothing", NEVER,
         "3 off; 2 off-later; 2 off", .is = "5 0 0 shared",
         .where = FEATURE_SCALE_ZERO, .and_where = FEATURE_TWO_CALLS},
        {"... or the second", NEVER, "3 off; 2 off-later; 2 off",
         .is = "5 0 0 shared", .where = FEATURE_TWO_CALLS,
         .and_where = FEATURE_SCALE_ZERO},
        {"what is unexplained elsewhere is not of it", NEVER,
         "3 off; 2 rounded count; 4 plain", .is = "3 0 0",
         .where = FEATURE_SCALE_ZERO},
        {"where no tick came none was lost", TICKS_LOST,
         "3 plain; 1 plain silent; 4 plain without", .is = "3 0 1",
         .where = FEATURE_PROFIL},
    };

    STANDS(rows);
}

TEST(what_most_of_its_cases_may_share_is_shared)
{
    static const struct stand rows[] = {
        {"with one case", NEVER, "2 off; 1 off-later count; 4 plain",
         .is = "2 1 0 shared"},
        {"three with one", NEVER, "3 off; 1 off-later count; 4 plain",
         .is = "3 1 0 shared"},
        {"half of them do not", NEVER,
         "4 off; 4 off-middle; 3 off-later count; 4 plain", .is = "8 3 0"},
        {"they differ as one of eight does", NEVER,
         "2 off; 7 rounded count; 1 rounded count-first; 4 plain",
         .is = "2 0 0"},
        {"they differ in returns, of which none is unexplained",
         RETURN_ON_SUCCESS_NONE, "2 idle; 2 bad count; 2 bad", .is = "2 0 0"},
    };

    STANDS(rows);
}

TEST(what_a_case_says_of_a_departure_is_how_far_it_agrees)
{
    static const struct stand rows[] = {
        {"it leads to all of it", NEVER, "1 off", .is = "1 0 0"},
        {"all is as expected without it", NEVER, "1 off without",
         .is = "0 0 1"},
        {"neither leads to it", NEVER, "1 off count", .is = "0 1 0"},
        {"the case does not consult its rule", NEVER, "1 idle returns",
         .is = "0 0 0"},
        {"what it changes is as it says, what differs comes later", NEVER,
         "1 two count-later", .is = "1 0 0"},
        {"what it changes comes after what differs", NEVER, "1 two returns",
         .is = "0 0 0"},
        {"no tick is counted", TICKS_LOST, "1 whole", .is = "1 0 0"},
        {"some tick is counted, though not as without it", TICKS_LOST,
         "1 whole count", .is = "0 0 1 counted"},
    };

    STANDS(rows);
}

/* Of what four have in common, four right cases have it too, or five. */
TEST(what_is_said_of_the_others_must_be_true_of_most)
{
    static const struct stand rows[] = {
        {"four", NEVER, "3 off; 4 rounded count-first; 4 rounded; 8 plain",
         .is = "3 0 0"},
        {"five", NEVER, "3 off; 4 rounded count-first; 5 rounded; 8 plain",
         .is = "3 0 0 shared"},
    };

    STANDS(rows);
}

/* What does something wherever a process forks may undo what a departure did
 * there, unless more than half as many such cases are right. */
TEST(a_case_in_which_an_unknown_defect_shows_is_not_contrary)
{
    static const struct stand rows[] = {
        {"it does not fork", NEVER,
         "1 off without; 4 plain-fork count; 4 plain; 5 off-later",
         .is = "5 0 1"},
        {"none is right", NEVER,
         "1 off-fork without; 4 plain-fork count; 4 plain; 5 off-later",
         .is = "5 0 0"},
        {"half as many", NEVER,
         "1 off-fork without; 4 plain-fork count; 2 plain-fork; 4 plain; 5 "
         "off-later",
         .is = "5 0 0"},
        {"more", NEVER,
         "1 off-fork without; 4 plain-fork count; 3 plain-fork; 4 plain; 5 "
         "off-later",
         .is = "5 0 1"},
        {"it dies", NEVER,
         "1 off-fork without; 4 plain-fork dies-after; 4 plain; 5 off-later",
         .is = "5 0 1"},
    };

    STANDS(rows);
}

/* Nor does a departure fail there, where six or more show what sets the unknown
 * defect apart. */
TEST(a_case_in_which_a_known_feature_is_at_work_is_no_failure)
{
    static const struct stand rows[] = {
        {"five", NEVER, "8 off; 5 off-later count; 4 plain",
         .is = "8 5 0 shared"},
        {"six", NEVER, "8 off; 6 off-later count; 4 plain",
         .is = "8 0 0 shared"},
    };

    STANDS(rows);
}

/* A list at a bad address is accepted, and nothing is returned: as by a
 * function that reports its errors in errno alone.  This one returns 0 for the
 * others. */
TEST(cases_that_would_contradict_others_say_so_if_they_are_several)
{
    static const struct stand row = {.departure = BAD_ADDRESS_ACCEPTED,
                                     .cases = ""};

    for (unsigned n = 3; n <= 4; n++) {
        struct scene s = scene_new(DIALECT_AIX, row.departure);
        struct doubt doubts[6];
        struct hypothesis h = {0}, without = {0};

        s.departures[1] = RETURN_ON_SUCCESS_NONE;
        s.departures[2] = RETURN_ON_ERROR_ZERO;
        add(&s, "1 bad-list; %u descending; 1 plain count", n);
        hypothesis_add(&h, (uint16_t)row.departure);
        hypothesis_test(&without, &s.evidence, SHOWN);
        assert_int_equal(without.missed, 1 + n);
        assert_int_equal(found_of(&s, &h, &row).holds, n == 4 ? 4 : 0);
        assert_int_equal(h.missed, 1);
        s.evidence.doubts = doubts;
        for (unsigned fewer = 0; fewer < 2; fewer++) {
            for (size_t k = 0; k < s.evidence.count; k++)
                doubts[k] = (struct doubt){2 * n - fewer, RULE_ROUNDING};
            assert_int_equal(found_of(&s, &h, &row).shared, !fewer);
        }
        hypothesis_free(&without);
        scene_end(&s, &h);
    }
}

TEST(it_stands_by_how_many_cases_say_so)
{
    static const struct {
        struct support s;
        bool stands;
    } rows[] = {
        {{1, 0, 0, false, false, false, false}, true},
        {{1, 0, 0, true, false, false, false}, false},
        {{0, 0, 0, false, false, false, false}, false},
        {{4, 1, 0, false, false, false, false}, false},
        {{5, 1, 0, false, false, false, false}, true},
        {{3, 0, 1, false, false, false, false}, false},
        {{8, 0, 1, false, false, false, false}, true},
        {{7, 0, 1, false, false, false, false}, false},
        {{16, 0, 2, false, false, false, false}, true},
        {{15, 0, 2, false, false, false, false}, false},
        {{32, 1, 1, false, false, false, false}, true},
        {{31, 1, 1, false, false, false, false}, false},
        {{32, 0, 1, false, true, false, false}, true},
        {{31, 0, 1, false, true, false, false}, false},
        {{16, 5, 0, false, false, false, false}, true},
        {{15, 5, 0, false, false, false, false}, false},
        {{10, 3, 0, false, false, false, false}, true},
        {{9, 3, 0, false, false, false, false}, false},
        {{9, 2, 0, false, false, false, false}, true},
        {{8, 2, 0, false, false, false, false}, false},
        {{32, 9, 1, false, false, false, false}, false},
        {{36, 0, 6, false, true, false, false}, true},
        {{35, 0, 6, false, true, false, false}, false},
        {{31, 0, 5, false, false, false, false}, false},
        {{64, 1, 3, false, false, false, false}, false},
        {{40, 0, 5, false, false, false, true}, true},
        {{39, 0, 5, false, false, false, true}, false},
        {{40, 0, 5, false, true, false, true}, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(support_suffices(&rows[k].s), rows[k].stands);
    assert_true(support_is_weaker(&rows[3].s, &rows[4].s));
    assert_true(support_is_weaker(&rows[4].s, &rows[6].s));
    assert_true(support_is_weaker(&rows[5].s, &rows[3].s));
    assert_false(support_is_weaker(&rows[0].s, &rows[0].s));
}

TESTS(NULL, NULL)
