/* SPDX-License-Identifier: MIT */
/* When a departure is not sure: a few cases that it explains, a few that stay
 * unexplained with it, and a few that are as they should. */
#include "scene_test.h"

/* Whichever come last. */
static struct support support_by(enum dialect dialect, const struct row *row,
                                 const struct some *another, bool last)
{
    unsigned left = row->unexplained.times + (another ? another->times : 0);
    struct scene s = scene_new(dialect);
    struct hypothesis h = {0}, without = {0};
    struct support found;

    take(&s.bench, row->departure);
    add(&s, last ? 0 : row->explained.times, row->explained.text, RIGHT);
    add(&s, row->unexplained.times, row->unexplained.text,
        row->unexplained.wrong);
    if (another)
        add(&s, another->times, another->text, another->wrong);
    add(&s, row->right.times, row->right.text, RIGHT);
    add(&s, last ? row->explained.times : 0, row->explained.text, RIGHT);
    hypothesis_add(&h, (uint16_t)row->departure);
    hypothesis_test(&h, &s.evidence, SHOWN);
    hypothesis_test(&without, &s.evidence, SHOWN);
    assert_int_equal(h.missed, left);
    assert_int_equal(without.missed, left + row->explained.times);
    found = support_in(&s, &h);
    hypothesis_free(&without);
    scene_end(&s, &h);
    return found;
}

static bool in_doubt(enum dialect dialect, const struct row *row,
                     const struct some *another, bool last)
{
    struct support found = support_by(dialect, row, another, last);

    return !support_suffices(&found);
}

static void check(enum dialect dialect, const struct row *rows, size_t count,
                  const struct some *another)
{
    for (size_t k = 0; k < 2 * count; k++)
        if (in_doubt(dialect, &rows[k / 2], another, k & 1) !=
            rows[k / 2].in_doubt)
            fail_msg("%s: %s",
                     rows[k / 2].in_doubt ? "not in doubt" : "in doubt",
                     rows[k / 2].why);
}

#define CHECK_WITH(dialect, rows, another)                                     \
    check(dialect, rows, sizeof(rows) / sizeof *(rows), another)
#define CHECK(dialect, rows) CHECK_WITH(dialect, rows, NULL)

TEST(what_the_same_feature_brings_about_is_in_doubt)
{
    static const struct row rows[] = {
        {"both are counts where a scale is 0, and no other case is wrong",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"the others are wrong where a scale is no power of two",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"the counts of two cases may come of what the others come of",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"right cases with a scale of 0 do not make the others alike",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, OFF_AND_RIGHT, RIGHT},
         false},
        {"no case is right that could separate them",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {0, PLAIN, RIGHT},
         true},
        {"one case that is right is not enough",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {1, PLAIN, RIGHT},
         true},
        {"two are",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {2, PLAIN, RIGHT},
         false},
        {"where nothing is counted a right case says nothing of counts",
         NEVER,
         {3, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, ZERO_RETURNED, RIGHT},
         true},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(what_differs_in_other_counters_is_not)
{
    static const struct row rows[] = {
        {"two first counters, and three cases without one",
         NEVER,
         {2, OFF, RIGHT},
         {3, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"three with one",
         NEVER,
         {2, OFF, RIGHT},
         {3, ROUNDED, COUNT_FIRST},
         {4, PLAIN, RIGHT},
         true},
        {"of so many no two fit by chance",
         NEVER,
         {2, OFF, RIGHT},
         {6, ROUNDED, COUNT_FIRST},
         {4, PLAIN, RIGHT},
         false},
        {"of one fewer they may",
         NEVER,
         {2, OFF, RIGHT},
         {5, ROUNDED, COUNT_FIRST},
         {4, PLAIN, RIGHT},
         true},
        {"nothing is counted in either, but in the first",
         SETTINGS_FIRST,
         {2, ELSEWHERE, RIGHT},
         {3, PLAIN_THIRD, NO_COUNT},
         {4, PLAIN, RIGHT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

/* Whether it is in doubt or not. */
TEST(a_case_alone_beside_a_few_of_the_same_kind_is_lone)
{
    static const struct {
        struct row row;
        bool lone;
    } rows[] = {
        {{"",
          NEVER,
          {1, OFF, RIGHT},
          {3, ROUNDED, COUNT},
          {4, PLAIN, RIGHT},
          0},
         true},
        {{"",
          NEVER,
          {2, OFF, RIGHT},
          {3, ROUNDED, COUNT},
          {4, PLAIN, RIGHT},
          0},
         false},
        {{"",
          NEVER,
          {1, OFF, RIGHT},
          {2, ROUNDED, COUNT},
          {4, PLAIN, RIGHT},
          0},
         false},
        {{"", NEVER, {1, OFF, RIGHT}, {3, BAD, RETURN}, {4, PLAIN, RIGHT}, 0},
         false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(
            support_by(DIALECT_FREEBSD, &rows[k].row, NULL, false).lone,
            rows[k].lone);
}

/* As if a scale of 1 were off: nothing that loses ticks besides counts one. */
TEST(where_nothing_is_to_be_counted_no_tick_was)
{
    static const struct row rows[] = {
        {"one was, though not as many as without it",
         SCALE_OFF_ZERO_AND_ONE,
         {10, ONE, RIGHT},
         {1, ONE_THRICE, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"no other one was",
         SCALE_OFF_ZERO_AND_ONE,
         {10, ONE, RIGHT},
         {1, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(one_of_four_that_differs_alike_is_not_few)
{
    static const struct some another = {1, ROUNDED, COUNT_FIRST};
    static const struct row rows[] = {
        {"it is a first counter, as both are",
         NEVER,
         {2, OFF, RIGHT},
         {3, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         true},
    };

    CHECK_WITH(DIALECT_FREEBSD, rows, &another);
}

TEST(what_two_unknown_defects_have_in_common_with_it_is_in_doubt)
{
    static const struct some another = {3, EIGHT, COUNT};
    static const struct row rows[] = {
        {"all are said in as few words without it",
         NEVER,
         {3, OFF, RIGHT},
         {3, WHOLE, COUNT},
         {7, PLAIN, RIGHT},
         true},
        {"more cases are right",
         NEVER,
         {3, OFF, RIGHT},
         {3, WHOLE, COUNT},
         {9, PLAIN, RIGHT},
         false},
    };

    CHECK_WITH(DIALECT_FREEBSD, rows, &another);
}

TEST(one_case_beside_many_unknown_counts_is_in_doubt)
{
    static const struct row rows[] = {
        {"of so many one fits by chance",
         NEVER,
         {1, OFF, RIGHT},
         {32, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"of fewer it does not",
         NEVER,
         {1, OFF, RIGHT},
         {31, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(what_differs_in_another_kind_of_thing_is_not)
{
    static const struct row rows[] = {
        {"a return is no count",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, RETURN},
         {0, PLAIN, RIGHT},
         false},
        {"a death is none",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, DIED_AFTER},
         {0, PLAIN, RIGHT},
         false},
        {"both died in a call",
         BAD_BUFFER_CRASHES,
         {2, BAD, RIGHT},
         {2, WHOLE, DIED_IN_CALL},
         {0, PLAIN, RIGHT},
         true},
        {"one died in a call, one in a tick",
         BAD_BUFFER_CRASHES,
         {2, BAD, RIGHT},
         {2, WHOLE, DIED_AFTER},
         {0, PLAIN, RIGHT},
         false},
        {"both are in what a call returned",
         RETURN_ON_SUCCESS_NONE,
         {2, ZERO_RETURNED, RIGHT},
         {2, BAD, RETURN},
         {0, PLAIN, RIGHT},
         true},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(much_that_is_explained_outweighs_little_that_is_not)
{
    static const struct row rows[] = {
        {"not more than four times as much",
         NEVER,
         {8, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"more than four times as much",
         NEVER,
         {9, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"five for one",
         NEVER,
         {5, OFF, RIGHT},
         {1, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"more than twice as many as are of one defect with them",
         NEVER,
         {7, OFF, RIGHT},
         {3, OFF_BELOW, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"twice as many",
         NEVER,
         {6, OFF, RIGHT},
         {3, OFF_BELOW, COUNT},
         {4, PLAIN, RIGHT},
         true},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

/* How a departure stands that is all that is thought of. */
struct weighed {
    const char *why;
    const char *text;
    enum wrong wrong;
    uint16_t is, departure; /* what was seen, but for what is wrong, is of the
                               one, or, 0, of none; weighed is the other */
    size_t holds, fails, contrary;
};

#define TWO_BUFFERS                                                            \
    "case two" BUFFER "buffer c 16\nprofil b 16 0x1000 0\ntick 0x1000\n"       \
    "profil c 16 0x1000 0x8000\ntick 0x1000\n"

TEST(what_a_case_says_of_a_departure_is_how_far_it_agrees)
{
    static const struct weighed rows[] = {
        {"it leads to all of it", OFF, RIGHT, NEVER, NEVER, 1, 0, 0},
        {"all is as expected without it", OFF, RIGHT, 0, NEVER, 0, 0, 1},
        {"neither leads to it", OFF, COUNT, NEVER, NEVER, 0, 1, 0},
        {"the case does not consult its rule", ZERO_RETURNED, RETURN, NEVER,
         NEVER, 0, 0, 0},
        {"what it changes is as it says, what differs comes later", TWO_BUFFERS,
         COUNT_LATER, NEVER, NEVER, 1, 0, 0},
        {"what it changes comes after what differs", TWO_BUFFERS, RETURN, NEVER,
         NEVER, 0, 0, 0},
        {"no tick is counted", WHOLE, RIGHT, TICKS_LOST, TICKS_LOST, 1, 0, 0},
        {"some tick is counted, though not as without it", WHOLE, COUNT, 0,
         TICKS_LOST, 0, 0, 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(DIALECT_FREEBSD);
        struct hypothesis h = {0};
        struct support found;

        if (rows[k].is)
            take(&s.bench, rows[k].is);
        add(&s, 1, rows[k].text, rows[k].wrong);
        hypothesis_add(&h, rows[k].departure);
        hypothesis_test(&h, &s.evidence, SHOWN);
        found = support_in(&s, &h);
        if (found.holds != rows[k].holds || found.fails != rows[k].fails ||
            found.contrary != rows[k].contrary)
            fail_msg("%s: %zu %zu %zu", rows[k].why, found.holds, found.fails,
                     found.contrary);
        scene_end(&s, &h);
    }
}

/* Of what four have in common, four right cases have it too, or five. */
TEST(what_is_said_of_the_others_must_be_true_of_most)
{
    for (unsigned right = 4; right < 6; right++) {
        struct scene s = scene_new(DIALECT_FREEBSD);
        struct hypothesis h = {0};

        take(&s.bench, NEVER);
        add(&s, 3, OFF, RIGHT);
        add(&s, 4, ROUNDED, COUNT_FIRST);
        add(&s, right, ROUNDED, RIGHT);
        add(&s, 8, PLAIN, RIGHT);
        hypothesis_add(&h, NEVER);
        hypothesis_test(&h, &s.evidence, SHOWN);
        assert_int_equal(support_in(&s, &h).shared, right == 5);
        scene_end(&s, &h);
    }
}

/* What does something wherever a process forks may undo what a departure did
 * there, unless more than half as many such cases are right. */
TEST(a_case_in_which_an_unknown_defect_shows_is_not_contrary)
{
    static const struct {
        const char *text;
        enum wrong wrong;
        unsigned right; /* that fork */
        size_t contrary;
    } rows[] = {{OFF, COUNT, 0, 1},
                {OFF_FORK, COUNT, 0, 0},
                {OFF_FORK, COUNT, 2, 0},
                {OFF_FORK, COUNT, 3, 1},
                {OFF_FORK, DIED_AFTER, 0, 1}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(DIALECT_FREEBSD);
        struct hypothesis h = {0};

        add(&s, 1, rows[k].text, RIGHT);
        add(&s, 4, PLAIN_FORK, rows[k].wrong);
        add(&s, rows[k].right, PLAIN_FORK, RIGHT);
        add(&s, 4, PLAIN, RIGHT);
        take(&s.bench, NEVER);
        add(&s, 5, OFF_LATER, RIGHT);
        hypothesis_add(&h, NEVER);
        hypothesis_test(&h, &s.evidence, SHOWN);
        assert_int_equal(support_in(&s, &h).contrary, rows[k].contrary);
        scene_end(&s, &h);
    }
}

/* Nor does a departure fail there, where six or more show what sets the unknown
 * defect apart. */
TEST(a_case_in_which_a_known_feature_is_at_work_is_no_failure)
{
    for (unsigned times = 5; times < 7; times++) {
        struct scene s = scene_new(DIALECT_FREEBSD);
        struct hypothesis h = {0};

        take(&s.bench, NEVER);
        add(&s, 8, OFF, RIGHT);
        add(&s, times, OFF_LATER, COUNT);
        add(&s, 4, PLAIN, RIGHT);
        hypothesis_add(&h, NEVER);
        hypothesis_test(&h, &s.evidence, SHOWN);
        assert_int_equal(support_in(&s, &h).fails, times == 5 ? 5 : 0);
        scene_end(&s, &h);
    }
}

#define BAD_LIST "case bad-list\nprofil bad -1 0 0\n"
#define DESCENDING                                                             \
    "case descending\nbuffer b 16\n"                                           \
    "profil [ 0x2000 0x2008 b 8 0x8000 ; 0x1000 0x1008 b+8 8 0x8000 ] -1 0 "   \
    "0\n"

/* A list at a bad address is accepted, and nothing is returned: as by a
 * function that reports its errors in errno alone.  This one returns 0 for the
 * others. */
TEST(cases_that_would_contradict_others_say_so_if_they_are_several)
{
    for (unsigned n = 3; n <= 4; n++) {
        struct scene s = scene_new(DIALECT_AIX);
        struct doubt doubts[6];
        struct hypothesis h = {0}, without = {0};

        take(&s.bench, BAD_ADDRESS_ACCEPTED);
        take(&s.bench, RETURN_ON_SUCCESS_NONE);
        take(&s.bench, RETURN_ON_ERROR_ZERO);
        add(&s, 1, BAD_LIST, RIGHT);
        add(&s, n, DESCENDING, RIGHT);
        add(&s, 1, PLAIN, COUNT);
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
