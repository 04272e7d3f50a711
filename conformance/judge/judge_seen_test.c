/* SPDX-License-Identifier: MIT */
/* What a judge takes as evidence, what it keeps of it, and what many cases show
 * together.  What is said of few is in judged/. */
#include "judge_state.h"
#include "judged_test.h"

TEST(what_did_not_end_or_was_disturbed_is_no_evidence)
{
    static const struct {
        uint8_t ended;
        bool disturbed;
        size_t count;
    } rows[] = {
        {ENDED_NORMALLY, false, 1}, {ENDED_SIGNAL, false, 1},
        {ENDED_EXIT, false, 1},     {ENDED_TIMEOUT, false, 0},
        {ENDED_FORGED, false, 0},   {ENDED_NORMALLY, true, 0},
        {ENDED_HARNESS, true, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_AIX);
        const struct test_case *c = observed(&bench, ODD_NUMBER);

        bench.observation.ended = rows[k].ended;
        bench.observation.disturbed = rows[k].disturbed;
        judge_see(bench.judge, c, &bench.observation);
        assert_int_equal(bench.judge->of[0].evidence.count, rows[k].count);
        end(&bench);
    }
}

/* What was seen may go: what the judge learnt from it stays. */
TEST(a_judge_that_forgets_judges_as_before)
{
    struct bench bench = begin(DIALECT_GLIBC);
    const struct test_case *c;

    take(&bench, SCALE_OFF_NEVER);
    show(&bench, "case a\nbuffer b 16\nprofil b 16 0x1000 0\ntick 0x1000\n");
    show(&bench, "case b\nbuffer b 16\nprofil b 16 0x1000 0\ntick 0x1008\n");
    show(&bench, "case c\nbuffer b 16\nsprofil [ b 16 0x1000 0 ] 1 null "
                 "ushort\ntick 0x1000\n");
    judge_conclude(bench.judge);
    judge_forget(bench.judge);
    for (unsigned i = 0; i < 2; i++)
        for (size_t k = 0; k < bench.judge->of[i].evidence.count; k++) {
            assert_null(bench.judge->of[i].evidence.rows[k].c);
            assert_null(bench.judge->of[i].evidence.rows[k].observation);
        }
    c = observed(&bench, "case a\nbuffer b 16\nprofil b 16 0x1000 0\n"
                         "tick 0x1000\n");
    judge_case(bench.judge, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    says(&bench, "Scale 0 did not turn profiling off");
    judge_free(NULL);
    end(&bench);
}

#define SETUP "\nbuffer b 16\nprofil b 16 0x1000 "
#define ALONE                                                                  \
    "case alone\nbuffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
#define BOTH                                                                   \
    "case both\nbuffer b 16\nprofil b 16 0x1000 0x8000\nprofil null 0 0 0\n"   \
    "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"

/* What sprofil does alone is named, however much goes wrong of both. */
TEST(what_two_functions_do_together_is_no_doubt_of_what_each_does)
{
    struct bench bench = begin(DIALECT_GLIBC);

    take(&bench, ROUNDING_NEXT_EVEN);
    for (unsigned k = 0; k < 8; k++)
        show(&bench, BOTH "tick 0x1000\n");
    take(&bench, ROUNDING_UP);
    show(&bench, ALONE "tick 0x1003 x4\n");
    bench.seen[0].outcome.events[2].value = 7;
    show_again(&bench);
    assert_int_equal(verdict_on(&bench, 8), VERDICT_FAIL);
    says(&bench, "Odd byte offsets were rounded up to the next counter");
    for (unsigned k = 0; k < 8; k++) {
        assert_int_equal(verdict_on(&bench, k), VERDICT_FAIL);
        assert_int_equal(bench.judgement.cause_count, 0);
        assert_non_null(strstr(bench.judgement.other,
                               "unexplained: profil and sprofil in one"));
    }
    end(&bench);
}

/* A departure that holds in children alone may be behind these. */
TEST(no_rule_is_contradicted_where_a_departure_holds_in_part)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    for (unsigned k = 0; k < 4; k++) {
        take(&bench, ROUNDING_NEXT_EVEN);
        show(&bench, "case forked\nbuffer b 16\nfork\n"
                     "profil b 16 0x1000 0x8000\ntick 0x1000\nend\n");
        take(&bench, ROUNDING_DOWN);
        show(&bench, "case plain" SETUP "0x8000\ntick 0x1000\n");
    }
    show(&bench, "case one" ODD_DISTANCE_LINES);
    take(&bench, ROUNDING_DIVIDE_FIRST);
    show(&bench, "case two" ODD_DISTANCE_LINES);
    judge_conclude(bench.judge);
    assert_true(judge_diagnosis(bench.judge, 0)->blames[0].partial);
    assert_int_equal(verdict_on(&bench, 9), VERDICT_INCONSISTENT);
    assert_string_equal(bench.judgement.other, "inconsistent: what they show");
    end(&bench);
}

/* None was to be counted where none came: then that they are lost is not asked,
 * whoever loses them elsewhere. */
TEST(that_ticks_are_lost_is_no_cause_where_none_came)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, TICKS_LOST);
    take(&bench, BAD_BUFFER_CRASHES);
    for (unsigned k = 0; k < 12; k++) {
        char text[200];

        snprintf(text, sizeof text,
                 "case lost-%u" SETUP "0x8000\n"
                 "tick 0x1000 x%u\n",
                 k, k + 1);
        show(&bench, text);
    }
    show(&bench, "case off" SETUP "0\ntick 0x1000\n");
    show(&bench, "case silent" SETUP "0x8000\ntick 0x1000 x99\n");
    show(&bench, "case bad\nprofil bad 16 0x1000 0x8000\n");
    show(&bench, "case never\nbuffer b 16\ntick 0x1000\n");
    bench.seen[12].delivered = bench.seen[13].delivered = 0;
    bench.seen[15].delivered = 0;
    show_again(&bench);
    assert_int_equal(judge_diagnosis(bench.judge, 0)->count, 2);
    assert_int_equal(judge_diagnosis(bench.judge, 0)->best.departures[1],
                     TICKS_LOST);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_int_equal(verdict_on(&bench, 12), VERDICT_PASS);
    assert_int_equal(verdict_on(&bench, 13), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 0);
    assert_int_equal(verdict_on(&bench, 15), VERDICT_PASS);
    end(&bench);
}

TESTS(NULL, NULL)
