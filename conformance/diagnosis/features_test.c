/* SPDX-License-Identifier: MIT */
/* What is said of the calls and ticks of a case, up to where it went wrong. */
#include "features.h"

#include <string.h>

#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"

/* Of a case, up to an operation, of what the model leads to. */
static struct feature_set features_in(const char *text, size_t last)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct feature_set set;

    show(&bench, text);
    set = features_of(&bench.shown[0].cases->script, last,
                      &bench.seen[0].outcome);
    end(&bench);
    return set;
}

TEST(a_feature_is_of_the_calls_and_ticks)
{
    static const struct {
        const char *text;
        enum feature has, lacks;
    } rows[] = {
        {"case a\nbuffer b 16\nprofil b 15 0x1000 0x8000\ntick 0x1004\n",
         FEATURE_SIZE_ODD, FEATURE_OFFSET_ODD},
        {"case a\nbuffer b 16\nprofil b 16 0x1001 0x8000\ntick 0x1004\n",
         FEATURE_OFFSET_ODD, FEATURE_SIZE_ODD},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1003\n",
         FEATURE_SCALE_SIGN, FEATURE_SCALE_HIGH},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x18000\ntick 0x1003\n",
         FEATURE_SCALE_WIDE, FEATURE_SCALE_FULL},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0xc000\ntick 0x1003\n",
         FEATURE_SCALE_NO_POWER, FEATURE_SCALE_ODD},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 3\ntick 0x1003\n",
         FEATURE_SCALE_ODD, FEATURE_SCALE_HIGH},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0xfff\n",
         FEATURE_PC_BELOW, FEATURE_PC_PAST},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x101c\n",
         FEATURE_PC_LAST_COUNTER, FEATURE_PC_AT_END},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1020\n",
         FEATURE_PC_AT_END, FEATURE_PC_LAST_COUNTER},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n",
         FEATURE_FIRST_COUNTER, FEATURE_BURST},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1008 x2\n",
         FEATURE_BURST, FEATURE_FIRST_COUNTER},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
         "profil b 16 0x1000 0x8000\ntick 0x1008\n",
         FEATURE_ON_WHILE_ON, FEATURE_AFTER_OFF},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
         "profil b 16 0x1000 0\nprofil b 16 0x1000 0x8000\ntick 0x1008\n",
         FEATURE_AFTER_OFF, FEATURE_ON_WHILE_ON},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
         "profil b 16 0x1000 0\nprofil bad 16 0x1000 0x8000\n",
         FEATURE_CALL_AFTER_OFF, FEATURE_AFTER_OFF},
        {"case a\nbuffer b 16\nprofil b 16 0x1000 0\n", FEATURE_OFF_WHILE_OFF,
         FEATURE_TICKS},
        {"case a\nbuffer b 16\nprofil bad 16 0x1000 0x8000\n",
         FEATURE_ERROR_EFAULT, FEATURE_ERROR_EINVAL},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct feature_set set = features_in(rows[k].text, 99);

        if (!feature_has(&set, rows[k].has))
            fail_msg("row %zu has not: %s", k, feature_words(rows[k].has));
        if (feature_has(&set, rows[k].lacks))
            fail_msg("row %zu has: %s", k, feature_words(rows[k].lacks));
    }
}

/* E2BIG is expected, or that the call succeeds. */
TEST(a_call_that_is_to_fail_turns_nothing_on)
{
    struct bench bench = begin(DIALECT_IRIX);
    struct feature_set set;

    show(&bench, "case a\nbuffer b 16\n"
                 "sprofil [ b 16 0x1000 0x8000 ] -1 null ushort\n"
                 "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n");
    set =
        features_of(&bench.shown[0].cases->script, 99, &bench.seen[0].outcome);
    assert_true(feature_has(&set, FEATURE_ERROR));
    assert_true(feature_has(&set, FEATURE_COUNT_NEGATIVE));
    assert_true(feature_has(&set, FEATURE_TWO_CALLS));
    assert_false(feature_has(&set, FEATURE_ON_AGAIN));
    end(&bench);
}

/* How far a pc is, of the region of a list that begins next below it; and where
 * it counts that far. */
TEST(a_pc_of_a_list_is_as_far_as_from_the_region_below_it)
{
    static const struct {
        const char *tick;
        bool far, counts;
    } rows[] = {
        {"tick 0x800004\n", false, false},
        {"tick 0x700000\n", true, false},
        {"tick 0x820000\n", true, true},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_IRIX);
        struct feature_set set;
        char text[256];

        snprintf(text, sizeof text,
                 "case a\nbuffer b 256\nbuffer c 262144\nsprofil "
                 "[ b 256 0x400000 0x8000 ; c 262144 0x800000 0x8000 ] 2 null "
                 "ushort\n%s",
                 rows[k].tick);
        show(&bench, text);
        set = features_of(&bench.shown[0].cases->script, 99,
                          &bench.seen[0].outcome);
        assert_int_equal(feature_has(&set, FEATURE_PC_64K), rows[k].far);
        assert_int_equal(feature_has(&set, FEATURE_PC_64K_COUNTED),
                         rows[k].counts);
        end(&bench);
    }
}

/* p_scale of monitor is none. */
TEST(a_list_for_monitor_turns_on_whatever_its_scales_are)
{
    struct bench bench = begin(DIALECT_AIX_MONITOR);
    struct feature_set set;

    show(&bench, "case a\nbuffer b 64\nmonitor 1 0 [ 0x1000 0x1040 b 64 0 ] "
                 "-1 0\nsweep 0x1000 0x1040 1 b 64\n");
    set =
        features_of(&bench.shown[0].cases->script, 99, &bench.seen[0].outcome);
    assert_true(feature_has(&set, FEATURE_MONITOR_LIST));
    assert_false(feature_has(&set, FEATURE_OFF));
    end(&bench);
}

/* What goes wrong with all calls of functions is not put down to what only
 * these are. */
TEST(calls_in_a_signal_and_of_threads_are_calls_of_functions)
{
    static const struct {
        const char *text;
        enum feature own;
    } rows[] = {
        {"nested 0x20100 0x20400 0x20800 256\n", FEATURE_CALLS_NESTED},
        {"threads 0x20100 0x20400 0x20800 256\n", FEATURE_CALLS_OF_THREADS},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_GMON);
        struct feature_set set;
        char text[128];

        snprintf(text, sizeof text, "case a\nmonstartup 0x20000 0x21000\n%s",
                 rows[k].text);
        show(&bench, text);
        set = features_of(&bench.shown[0].cases->script, 99,
                          &bench.seen[0].outcome);
        assert_true(feature_has(&set, FEATURE_FUNCTIONS));
        assert_true(feature_has(&set, rows[k].own));
        end(&bench);
    }
}

TEST(what_comes_after_the_last_operation_is_no_feature)
{
    static const char text[] =
        "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1004\n"
        "profil b 16 0x1000 0x8000\n";
    struct feature_set all = features_in(text, 99), some = features_in(text, 1);

    assert_true(feature_has(&all, FEATURE_TICKS));
    assert_true(feature_has(&all, FEATURE_ON_AGAIN));
    assert_false(feature_has(&some, FEATURE_TICKS));
    assert_false(feature_has(&some, FEATURE_ON_AGAIN));
    assert_true(feature_has(&some, FEATURE_PROFIL));
}

TEST(each_feature_has_words_of_its_own)
{
    for (unsigned k = 0; k < FEATURES; k++) {
        assert_non_null(strchr(feature_words(k), ' '));
        for (unsigned i = 0; i < k; i++)
            assert_string_not_equal(feature_words(k), feature_words(i));
    }
}

TESTS(NULL, NULL)
