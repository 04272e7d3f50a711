/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "reference/unit_test.h"
#include "verdicts.h"

static const uint64_t ms = 1000000;

/* 2 s by a timer of 10 ms, and 200 ticks. */
static struct live_seen ordinary(void)
{
    struct live_seen seen = {.on = true,
                             .done = true,
                             .tvp = {-77, -77},
                             .timer = 10000,
                             .cpu = 2000 * ms,
                             .inside = 2000 * ms,
                             .wall = 2000 * ms};

    seen.run =
        (struct rate_run){.tick = 4 * ms, .cpu = 2000 * ms, .other = 2000 * ms};
    seen.later_run = seen.run;
    seen.counts.functions[LIVE_ALONE] = 200;
    seen.later.functions[LIVE_CHILD] = 200;
    return seen;
}

static unsigned clk_tck; /* as told */

static struct live_verdict judged(live_judge *judge, enum dialect dialect,
                                  bool sprofil, const struct live_seen *seen)
{
    const struct live_evidence evidence = {.dialect = dialect,
                                           .sprofil = sprofil,
                                           .shares = 25,
                                           .clk_tck = clk_tck,
                                           .ticks_at_work = true,
                                           .rate_held = true,
                                           .seen = seen};
    struct live_verdict verdict = {.verdict = VERDICTS};

    judge(&evidence, &verdict);
    assert_in_range(strlen(verdict.detail), 1, sizeof verdict.detail - 2);
    return verdict;
}

static void expect(live_judge *judge, enum dialect dialect, bool sprofil,
                   const struct live_seen *seen, enum verdict expected,
                   const char *words)
{
    struct live_verdict verdict = judged(judge, dialect, sprofil, seen);

    if (verdict.verdict != expected || !strstr(verdict.detail, words))
        fail_msg("%s, expected %s and \"%s\": %s",
                 verdict_names[verdict.verdict], verdict_names[expected], words,
                 verdict.detail);
}

/* glibc names one; for irix it is tvp's, for hpux the CLK_TCK that is told;
 * else it is the timer's. */
TEST(the_period_is_the_manuals_or_what_is_told)
{
    struct live_seen seen = ordinary();

    expect(judge_rate, DIALECT_AIX, false, &seen, VERDICT_PASS, "its timer");
    seen.timer = 20000; /* ticks twice as often as its timer */
    expect(judge_rate, DIALECT_AIX, false, &seen, VERDICT_FAIL, "20.000 ms");
    expect(judge_rate, DIALECT_HPUX, false, &seen, VERDICT_FAIL, "20.000 ms");
    clk_tck = 100;
    expect(judge_rate, DIALECT_HPUX, false, &seen, VERDICT_PASS, "CLK_TCK");
    clk_tck = 60;
    expect(judge_rate, DIALECT_HPUX, false, &seen, VERDICT_FAIL, "16.667 ms");
    clk_tck = 0;
    expect(judge_rate, DIALECT_GLIBC, false, &seen, VERDICT_PASS, "manual");
    seen.tvp = (struct timeval){0, 10000};
    expect(judge_rate, DIALECT_IRIX, true, &seen, VERDICT_PASS, "tvp");
    seen.tvp.tv_usec = 12000;
    expect(judge_rate, DIALECT_IRIX, true, &seen, VERDICT_FAIL, "12.000 ms");
}

TEST(a_period_that_nobody_names_fails_nobody)
{
    struct live_seen seen = ordinary();

    seen.timer = 0;
    expect(judge_rate, DIALECT_AIX, false, &seen, VERDICT_PASS, "assumed");
    seen.counts.functions[LIVE_ALONE] = 100;
    expect(judge_rate, DIALECT_AIX, false, &seen, VERDICT_UNSPECIFIED,
           "(50.0 a second)");
    expect(judge_rate, DIALECT_HPUX, false, &seen, VERDICT_UNSPECIFIED,
           "(50.0 a second)");
    clk_tck = 100;
    expect(judge_rate, DIALECT_HPUX, false, &seen, VERDICT_FAIL, "CLK_TCK");
    clk_tck = 0;
    seen.counts.functions[LIVE_ALONE] = 0;
    expect(judge_rate, DIALECT_AIX, false, &seen, VERDICT_FAIL, "0 ticks");
}

/* The kernel looks at a timer of 1 us once in its own tick. */
TEST(a_timer_is_no_faster_than_the_kernel)
{
    struct live_seen seen = ordinary();

    seen.timer = 1;
    assert_int_equal(live_likely_period(&seen), work_kernel_tick());
    seen.tvp = (struct timeval){0, 1};
    assert_int_equal(live_likely_period(&seen), 1000);
    seen.tvp = (struct timeval){0, 0};
    assert_int_equal(live_told_period(&seen), 1000);
    seen.timer = 0;
    assert_int_equal(live_likely_period(&seen), 10 * ms);
}

TEST(tvp_must_be_written)
{
    struct live_seen seen = ordinary();

    expect(judge_rate, DIALECT_IRIX, true, &seen, VERDICT_FAIL, "not written");
}

TEST(one_count_elsewhere_fails)
{
    struct live_seen seen = ordinary();

    expect(judge_outside, DIALECT_AIX, false, &seen, VERDICT_PASS, "200 ticks");
    seen.counts.elsewhere = 1;
    expect(judge_outside, DIALECT_AIX, false, &seen, VERDICT_FAIL, " 1 in");
    seen = ordinary();
    seen.counts.functions[LIVE_ALONE + 1] = 1;
    expect(judge_outside, DIALECT_AIX, false, &seen, VERDICT_FAIL, " 1 in");
    seen = ordinary();
    seen.counts.stray = 1;
    expect(judge_outside, DIALECT_AIX, false, &seen, VERDICT_FAIL, "1 bytes");
    seen = ordinary();
    seen.counts.overflow = 1;
    expect(judge_outside, DIALECT_IRIX, true, &seen, VERDICT_FAIL, "1 in the");
    seen.inside -= 20 * ms; /* two periods, spent elsewhere */
    expect(judge_outside, DIALECT_IRIX, true, &seen, VERDICT_PASS, "1 in the");
}

TEST(shares_fail_unless_stalls_explain_them)
{
    struct live_seen seen = ordinary();
    uint64_t *counts = seen.counts.functions + LIVE_SHARES;

    memcpy(counts, (uint64_t[]){315, 45, 45, 45}, 4 * sizeof *counts);
    expect(judge_share, DIALECT_AIX, false, &seen, VERDICT_PASS, "25 %");
    counts[0] = 314;
    expect(judge_share, DIALECT_AIX, false, &seen, VERDICT_INCONCLUSIVE,
           "more ticks");
    memcpy(counts, (uint64_t[]){45, 315, 45, 45}, 4 * sizeof *counts);
    seen.run.stalled = 45;
    expect(judge_share, DIALECT_AIX, false, &seen, VERDICT_FAIL, "315");
    seen.run.stalled = 46;
    expect(judge_share, DIALECT_AIX, false, &seen, VERDICT_INCONCLUSIVE,
           "quieter");
}

TEST(ticks_asleep_are_those_of_the_wall_clock)
{
    struct live_seen seen = ordinary();
    struct live_evidence evidence = {.dialect = DIALECT_AIX, .seen = &seen};
    struct live_verdict verdict;

    seen.run.cpu = seen.run.other = ms;
    seen.counts.functions[LIVE_ALONE] = 1;
    expect(judge_sleep, DIALECT_AIX, false, &seen, VERDICT_PASS, "1 ticks");
    judge_sleep(&evidence, &verdict);
    assert_int_equal(verdict.verdict, VERDICT_INCONCLUSIVE);
    seen.counts.functions[LIVE_ALONE] = 2;
    expect(judge_sleep, DIALECT_AIX, false, &seen, VERDICT_FAIL, "2 ticks");
    seen.counts.functions[LIVE_ALONE] = 0;
    seen.wall = 10 * ms;
    expect(judge_sleep, DIALECT_AIX, false, &seen, VERDICT_INCONCLUSIVE,
           "longer sleep");
}

TEST(off_is_off)
{
    struct live_seen seen = ordinary();

    seen.later = (struct live_counts){0};
    expect(judge_stop, DIALECT_AIX, false, &seen, VERDICT_PASS, " 0 in 20");
    seen.later.elsewhere = 1;
    expect(judge_stop, DIALECT_AIX, false, &seen, VERDICT_FAIL, " 1 in 20");
    seen.later.elsewhere = 0;
    seen.counts.functions[LIVE_ALONE] = 4;
    expect(judge_stop, DIALECT_AIX, false, &seen, VERDICT_INCONCLUSIVE, "few");
}

TEST(fork_is_judged_on_both_sides)
{
    struct live_seen seen = ordinary();

    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_PASS, "child 200");
    expect(judge_fork, DIALECT_FREEBSD, false, &seen, VERDICT_UNSPECIFIED, "");
    seen.later.functions[LIVE_CHILD] = 0;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "child 0");
    expect(judge_fork, DIALECT_FREEBSD, false, &seen, VERDICT_UNSPECIFIED, "");
    seen.later.functions[LIVE_CHILD] = 150;
    expect(judge_fork, DIALECT_FREEBSD, false, &seen, VERDICT_FAIL, "");
    seen = ordinary();
    seen.counts.functions[LIVE_ALONE] = 198; /* one in fork itself */
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_PASS, "");
    seen.counts.functions[LIVE_ALONE] = 40;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "parent 40");
    seen = ordinary();
    seen.run.beside = 30; /* too many to settle the parent's rate */
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_INCONCLUSIVE, "");
    seen.later.functions[LIVE_CHILD] = 150;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "child 150");
    seen = ordinary();
    seen.counts.functions[LIVE_CHILD] = 1;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "1 and 0");
    seen = ordinary();
    seen.later.functions[LIVE_ALONE] = 1;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "0 and 1");
}

/* A wrong rate is not told again as a defect of fork. */
TEST(where_the_rate_failed_fork_is_on_or_off)
{
    struct live_seen seen = ordinary();
    struct live_evidence evidence = {.dialect = DIALECT_AIX, .seen = &seen};
    struct live_verdict verdict;

    seen.counts.functions[LIVE_ALONE] = 400;
    seen.later.functions[LIVE_CHILD] = 400;
    expect(judge_fork, DIALECT_AIX, false, &seen, VERDICT_FAIL, "");
    judge_fork(&evidence, &verdict);
    assert_int_equal(verdict.verdict, VERDICT_PASS);
    seen.later.functions[LIVE_CHILD] = 0;
    judge_fork(&evidence, &verdict);
    assert_int_equal(verdict.verdict, VERDICT_FAIL);
}

TEST(threads_are_reported_and_fail_nobody)
{
    struct live_seen seen = ordinary();

    seen.threads[0] = seen.threads[1] = 1000 * ms;
    seen.counts.functions[LIVE_ALONE] = 98;
    seen.counts.functions[0] = 102;
    expect(judge_threads, DIALECT_AIX, false, &seen, VERDICT_UNSPECIFIED,
           "none lost or doubled");
    expect(judge_threads, DIALECT_AIX, false, &seen, VERDICT_UNSPECIFIED,
           "by thread 102 of 100, 98 of 100 (aix.profil.1)");
    seen.counts.functions[0] = 0;
    expect(judge_threads, DIALECT_AIX, false, &seen, VERDICT_UNSPECIFIED,
           "ticks are lost");
    seen.counts.functions[0] = 302;
    expect(judge_threads, DIALECT_AIX, false, &seen, VERDICT_UNSPECIFIED,
           "ticks are doubled");
}

TEST(fast_is_a_millisecond_or_an_error)
{
    struct live_seen seen = ordinary();

    seen.tvp = (struct timeval){0, 1000};
    seen.counts.functions[LIVE_ALONE] = 2000;
    expect(judge_fast, DIALECT_IRIX, true, &seen, VERDICT_PASS, "1.000 ms");
    seen.counts.functions[LIVE_ALONE] = 500;
    expect(judge_fast, DIALECT_IRIX, true, &seen, VERDICT_FAIL, "1.000 ms");
    seen.on = false;
    seen.call.error = 13;
    expect(judge_fast, DIALECT_IRIX, true, &seen, VERDICT_PASS, "errno 13");
    expect(judge_fast, DIALECT_GLIBC, true, &seen, VERDICT_PASS, "errno 13");
    seen.call.error = 22;
    expect(judge_fast, DIALECT_IRIX, true, &seen, VERDICT_FAIL, "errno 22");
}

TESTS(NULL, NULL)
