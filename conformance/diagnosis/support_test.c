/* SPDX-License-Identifier: MIT */
/* When a departure is not sure: a few cases that it explains, a few that stay
 * unexplained with it, and a few that are as they should. */
#include "scene_test.h"

#define NEVER SCALE_OFF_NEVER

/* Who makes a departure, and the cases that it explains, that stay unexplained,
 * and that are right. */
struct row {
    const char *why;
    enum choice departure;
    const char *explained, *unexplained, *right;
    bool is; /* in doubt; or what is asked */
};

static struct support support_in(struct scene *s, const struct hypothesis *h)
{
    struct support found;
    struct rest rest;

    rest_make(&s->evidence, h, &rest);
    found = support_of(&rest, 0);
    rest_free(&rest);
    return found;
}

/* Whichever come last. */
static struct support support_by(const struct row *row, bool last)
{
    size_t explained = strtoul(row->explained, NULL, 10), left;
    struct scene s = scene_new(DIALECT_FREEBSD, row->departure);
    struct hypothesis h = {0}, without = {0};
    struct support found;

    add(&s, "%s", last ? "" : row->explained);
    left = s.evidence.count;
    add(&s, "%s", row->unexplained);
    left = s.evidence.count - left;
    add(&s, "%s; %s", row->right, last ? row->explained : "");
    hypothesis_add(&h, (uint16_t)row->departure);
    hypothesis_test(&h, &s.evidence, SHOWN);
    hypothesis_test(&without, &s.evidence, SHOWN);
    assert_int_equal(h.missed, left);
    assert_int_equal(without.missed, left + explained);
    found = support_in(&s, &h);
    hypothesis_free(&without);
    scene_end(&s, &h);
    return found;
}

static void check(const struct row *rows, size_t count)
{
    for (size_t k = 0; k < 2 * count; k++) {
        const struct row *row = &rows[k / 2];
        struct support found = support_by(row, k & 1);

        if (support_suffices(&found) == row->is)
            fail_msg("%s: %s", row->is ? "not in doubt" : "in doubt", row->why);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof *(rows))

TEST(what_the_same_feature_brings_about_is_in_doubt)
{
    static const struct row rows[] = {
        {"both are counts where a scale is 0, and no other case is wrong",
         NEVER, "2 off", "2 off-later count", "4 plain", true},
        {"the others are wrong where a scale is no power of two", NEVER,
         "3 off", "2 rounded count", "4 plain", false},
        {"the counts of two cases may come of what the others come of", NEVER,
         "2 off", "2 rounded count", "4 plain", true},
        {"right cases with a scale of 0 do not make the others alike", NEVER,
         "3 off", "2 rounded count", "4 off-and-right", false},
        {"no case is right that could separate them", NEVER, "3 off",
         "2 rounded count", "0 plain", true},
        {"one case that is right is not enough", NEVER, "3 off",
         "2 rounded count", "1 plain", true},
        {"two are", NEVER, "3 off", "2 rounded count", "2 plain", false},
        {"where nothing is counted a right case says nothing of counts", NEVER,
         "3 off", "2 rounded count", "4 idle", true},
    };

    CHECK(rows);
}

TEST(what_differs_in_other_counters_is_not)
{
    static const struct row rows[] = {
        {"two first counters, and three cases without one", NEVER, "2 off",
         "3 rounded count", "4 plain", false},
        {"three with one", NEVER, "2 off", "3 rounded count-first", "4 plain",
         true},
        {"of so many no two fit by chance", NEVER, "2 off",
         "6 rounded count-first", "4 plain", false},
        {"of one fewer they may", NEVER, "2 off", "5 rounded count-first",
         "4 plain", true},
        {"nothing is counted in either, but in the first", SETTINGS_FIRST,
         "2 elsewhere", "3 third no-count", "4 plain", false},
    };

    CHECK(rows);
}

/* Whether it is in doubt or not. */
TEST(a_case_alone_beside_a_few_of_the_same_kind_is_lone)
{
    static const struct row rows[] = {
        {"", NEVER, "1 off", "3 rounded count", "4 plain", true},
        {"", NEVER, "2 off", "3 rounded count", "4 plain", false},
        {"", NEVER, "1 off", "2 rounded count", "4 plain", false},
        {"", NEVER, "1 off", "3 bad returns", "4 plain", false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(support_by(&rows[k], false).lone, rows[k].is);
}

/* As if a scale of 1 were off: nothing that loses ticks besides counts one. */
TEST(where_nothing_is_to_be_counted_no_tick_was)
{
    static const struct row rows[] = {
        {"one was, though not as many as without it", SCALE_OFF_ZERO_AND_ONE,
         "10 one", "1 one-thrice count", "4 plain", true},
        {"no other one was", SCALE_OFF_ZERO_AND_ONE, "10 one",
         "1 rounded count", "4 plain", false},
    };

    CHECK(rows);
}

TEST(one_of_four_that_differs_alike_is_not_few)
{
    static const struct row rows[] = {
        {"it is a first counter, as both are", NEVER, "2 off",
         "3 rounded count; 1 rounded count-first", "4 plain", true},
    };

    CHECK(rows);
}

TEST(what_two_unknown_defects_have_in_common_with_it_is_in_doubt)
{
    static const struct row rows[] = {
        {"all are said in as few words without it", ROUNDING_UP, "3 odd-number",
         "3 whole count; 3 eight count", "3 plain", true},
        {"more cases are right", ROUNDING_UP, "3 odd-number",
         "3 whole count; 3 eight count", "7 plain", false},
        {"so are they, if they ask of its rule", NEVER, "3 off",
         "3 off-later count; 3 eight count", "7 plain", true},
        {"what never asks of its rule is no part of it", NEVER, "3 off",
         "3 whole count; 3 eight count", "7 plain", false},
    };

    CHECK(rows);
}

TEST(one_case_beside_many_unknown_counts_is_in_doubt)
{
    static const struct row rows[] = {
        {"of so many one fits by chance", NEVER, "1 off", "32 rounded count",
         "4 plain", true},
        {"of fewer it does not", NEVER, "1 off", "31 rounded count", "4 plain",
         false},
    };

    CHECK(rows);
}

TEST(what_differs_in_another_kind_of_thing_is_not)
{
    static const struct row rows[] = {
        {"a return is no count", NEVER, "2 off", "2 off-later returns",
         "0 plain", false},
        {"a death is none", NEVER, "2 off", "2 off-later dies-after", "0 plain",
         false},
        {"both died in a call", BAD_BUFFER_CRASHES, "2 bad",
         "2 whole dies-in-call", "0 plain", true},
        {"one died in a call, one in a tick", BAD_BUFFER_CRASHES, "2 bad",
         "2 whole dies-after", "0 plain", false},
        {"both are in what a call returned", RETURN_ON_SUCCESS_NONE, "2 idle",
         "2 bad returns", "0 plain", true},
    };

    CHECK(rows);
}

TEST(much_that_is_explained_outweighs_little_that_is_not)
{
    static const struct row rows[] = {
        {"not more than four times as much", NEVER, "8 off",
         "2 off-later count", "4 plain", true},
        {"more than four times as much", NEVER, "9 off", "2 off-later count",
         "4 plain", false},
        {"five for one", NEVER, "5 off", "1 off-later count", "4 plain", false},
        {"more than twice as many as are of one defect with them", NEVER,
         "7 off", "3 off-below count", "4 plain", false},
        {"twice as many", NEVER, "6 off", "3 off-below count", "4 plain", true},
    };

    CHECK(rows);
}

/* A list at a bad address is accepted, and nothing is returned: as by a
 * function that reports its errors in errno alone.  This one returns 0 for the
 * others. */
TEST(cases_that_would_contradict_others_say_so_if_they_are_several)
{
    for (unsigned n = 3; n <= 4; n++) {
        struct scene s = scene_new(DIALECT_AIX, BAD_ADDRESS_ACCEPTED);
        struct doubt doubts[6];
        struct hypothesis h = {0}, without = {0};

        s.departures[1] = RETURN_ON_SUCCESS_NONE;
        s.departures[2] = RETURN_ON_ERROR_ZERO;
        add(&s, "1 bad-list; %u descending; 1 plain count", n);
        hypothesis_add(&h, BAD_ADDRESS_ACCEPTED);
        hypothesis_test(&h, &s.evidence, SHOWN);
        hypothesis_test(&without, &s.evidence, SHOWN);
        assert_int_equal(h.missed, 1);
        assert_int_equal(without.missed, 1 + n);
        assert_int_equal(support_in(&s, &h).holds, n == 4 ? 4 : 0);
        s.evidence.doubts = doubts;
        for (unsigned fewer = 0; fewer < 2; fewer++) {
            for (size_t k = 0; k < s.evidence.count; k++)
                doubts[k] = (struct doubt){2 * n - fewer, RULE_ROUNDING};
            assert_int_equal(support_in(&s, &h).shared, !fewer);
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
