/* SPDX-License-Identifier: MIT */
#include "judged_test.h"
#include "reference/unit_test.h"

static choice_set left_of(const struct bench *bench, unsigned interface,
                          enum rule rule)
{
    struct choice_sets left;

    judge_behaviour(bench->judge, interface, &left);
    return left.of[rule];
}

TEST(a_permitted_choice_passes_and_is_named)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, ROUNDING_DIVIDE_FIRST);
    assert_int_equal(judged(&bench, ODD_DISTANCE), VERDICT_PASS);
    says(&bench, "rounding=divide-first");
    assert_true(rule_set_has(bench.judgement.rules, RULE_ROUNDING));
    assert_false(rule_set_has(bench.judgement.rules, RULE_FORK));
    take(&bench, ROUNDING_DOWN);
    assert_int_equal(judged(&bench, ODD_DISTANCE), VERDICT_PASS);
    says(&bench, "rounding=down");
    end(&bench);
}

TEST(a_forbidden_choice_fails_with_rule_and_clause)
{
    struct bench bench = begin(DIALECT_AIX);

    take(&bench, ROUNDING_DOWN);
    assert_int_equal(judged(&bench, ODD_NUMBER), VERDICT_FAIL);
    says(&bench, "buffer b 16; profil b 16 0x1000 0x8000; tick 0x1002: ");
    says(&bench, "b[0] is 1, permitted 0: ");
    says(&bench, "aix.profil.2 requires odd numbers to be rounded up");
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_string_equal(strstr(bench.judgement.why, "; aix"),
                        "; aix.profil.2 requires odd numbers to be rounded up");
    end(&bench);
}

TEST(other_cases_settle_which_defect_it_is)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, ROUNDING_SIGNED_HALVING);
    show(&bench, "case below\nbuffer b 16\n"
                 "profil b 16 0x1000 0x8000\ntick 0xfff\n");
    show(&bench, "case far-below\nbuffer b 16\n"
                 "profil b 16 0x1000 0x8000\ntick 0xff0\n");
    assert_true(judge_conclude(bench.judge));
    assert_int_equal(verdict_on(&bench, 1), VERDICT_PASS);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_int_equal(judge_diagnosis(bench.judge, 0)->best.departures[0],
                     ROUNDING_SIGNED_HALVING);
    end(&bench);
}

/* Whichever is shown first. */
TEST(two_permitted_answers_to_one_rule_are_inconsistent)
{
    static const enum choice order[][2] = {
        {ROUNDING_DOWN, ROUNDING_DIVIDE_FIRST},
        {ROUNDING_DIVIDE_FIRST, ROUNDING_DOWN}};
    static const char *const texts[] = {"case one" ODD_DISTANCE_LINES,
                                        "case two" ODD_DISTANCE_LINES};

    for (unsigned k = 0; k < 2; k++) {
        struct bench bench = begin(DIALECT_FREEBSD);

        take(&bench, order[k][0]);
        show(&bench, texts[k]);
        take(&bench, order[k][1]);
        show(&bench, texts[!k]);
        assert_true(judge_conclude(bench.judge));
        assert_int_equal(verdict_on(&bench, k), VERDICT_PASS);
        assert_int_equal(verdict_on(&bench, !k), VERDICT_INCONSISTENT);
        says(&bench, "rounding is divide-first here and down in one.");
        assert_string_equal(bench.judgement.other, "inconsistent: rounding");
        assert_int_equal(left_of(&bench, 0, RULE_ROUNDING), 0);
        end(&bench);
    }
}

#define LAST_COUNTER                                                           \
    "case last-counter\nbuffer b 64\nprofil b 64 0x1000 0xf8ff\n"              \
    "tick 0x1008\ntick 0x1040 x2\n"

/* The lost pc could be one past half the buffer, where that is all there is. */
TEST(what_others_showed_takes_an_excuse_away)
{
    struct bench alone = begin(DIALECT_AIX), after = begin(DIALECT_AIX);

    take(&alone, EXTENT_ROUNDED);
    assert_int_equal(judged(&alone, LAST_COUNTER), VERDICT_PASS);
    end(&alone);
    take(&after, EXTENT_ROUNDED);
    show(&after, "case half\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                 "tick 0x1008\ntick 0x1010 x2\n");
    show(&after, LAST_COUNTER);
    assert_true(judge_conclude(after.judge));
    assert_int_equal(verdict_on(&after, 0), VERDICT_PASS);
    assert_int_equal(verdict_on(&after, 1), VERDICT_FAIL);
    says(&after, "permitted by itself, but not with what other cases showed");
    says(&after, "The last pcs of the buffer were dropped");
    end(&after);
}

TEST(where_the_manual_is_silent_nobody_fails)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, FORK_CHILD_OFF);
    assert_int_equal(judged(&bench, "case fork\nbuffer b 16\n"
                                    "profil b 16 0x1000 0x8000\nfork\n"
                                    "tick 0x1001\nend\ntick 0x1001\n"),
                     VERDICT_UNSPECIFIED);
    says(&bench, "fork=child-off");
    end(&bench);
}

TEST(a_crash_is_a_crash_with_its_cause_if_known)
{
    struct bench bench = begin(DIALECT_IRIX);

    take(&bench, COUNT_RANGE_CRASHES);
    assert_int_equal(judged(&bench, "case count\nbuffer b 16\n"
                                    "sprofil [ b 16 0x1000 0x8000 ] 0 null "
                                    "ushort\n"),
                     VERDICT_CRASH);
    says(&bench, "killed by SIGSEGV in `sprofil [");
    says(&bench, "A profcnt of 0 or less killed the process; "
                 "irix.sprofil.10 requires E2BIG");
    end(&bench);
}

TEST(an_exit_in_the_middle_is_a_crash_too)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct test_case *c = observed(&bench, ODD_NUMBER);

    bench.observation.ended = ENDED_EXIT;
    bench.observation.op = 1;
    bench.observation.outcome.count = 0;
    outcome_add(&bench.observation.outcome,
                &(struct event){.kind = EVENT_CRASH, .op = 1});
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_CRASH);
    says(&bench, "exited with status 0 in `profil b 16 0x1000 0x8000`");
    says(&bench, "no known defect explains this");
    end(&bench);
}

TEST(each_other_end_has_its_verdict)
{
    static const struct {
        uint8_t ended, verdict;
    } rows[] = {
        {ENDED_TIMEOUT, VERDICT_TIMEOUT},
        {ENDED_UNSUPPORTED, VERDICT_UNSUPPORTED},
        {ENDED_HARNESS, VERDICT_ERROR},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench = begin(DIALECT_AIX);
        const struct test_case *c = observed(&bench, ODD_NUMBER);

        bench.observation.ended = rows[i].ended;
        strcpy(bench.observation.note, "the reason");
        judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
        assert_int_equal(bench.judgement.verdict, rows[i].verdict);
        if (rows[i].ended != ENDED_TIMEOUT)
            says(&bench, "the reason");
        end(&bench);
    }
}

TEST(a_write_far_outside_fails_what_else_passes)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct test_case *c = observed(&bench, ODD_NUMBER);

    bench.observation.stray = 3;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    says(&bench, "3 bytes");
    end(&bench);
}

TEST(a_tick_that_slipped_in_makes_a_failure_inconclusive)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct test_case *c;

    take(&bench, ROUNDING_DOWN);
    c = observed(&bench, ODD_NUMBER);
    bench.observation.disturbed = true;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_INCONCLUSIVE);
    take(&bench, ROUNDING_UP);
    c = observed(&bench, ODD_NUMBER);
    bench.observation.disturbed = true;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_PASS);
    end(&bench);
}

TEST(silence_is_no_reason_where_ticks_were_delivered)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct test_case *c;

    take(&bench, TICKS_NONE);
    c = observed(&bench, ODD_DISTANCE);
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    says(&bench, "No tick ever came while profiling was on; freebsd.profil.1 "
                 "requires");
    bench.observation.delivered = DELIVERED_STUB;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    assert_null(strstr(bench.judgement.detail, "No tick ever came"));
    end(&bench);
}

TEST(profil_and_sprofil_of_glibc_are_two_implementations)
{
    struct bench bench = begin(DIALECT_GLIBC);

    take(&bench, COUNTER_FULL_WRAP);
    show(&bench, "case full\nbuffer b 16 fill16=0xfffe\n"
                 "profil b 16 0x1000 0x8000\ntick 0x1000 x2\n");
    take(&bench, COUNTER_FULL_SATURATE);
    show(&bench, "case full\nbuffer b 16 fill16=0xfffe\n"
                 "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
                 "tick 0x1001 x2\n");
    assert_true(judge_conclude(bench.judge));
    assert_int_equal(verdict_on(&bench, 0), VERDICT_PASS);
    assert_int_equal(verdict_on(&bench, 1), VERDICT_PASS);
    assert_int_equal(judge_interfaces(bench.judge), 2);
    assert_int_equal(left_of(&bench, 0, RULE_COUNTER_FULL),
                     choice_bit(COUNTER_FULL_WRAP));
    assert_int_equal(left_of(&bench, 1, RULE_COUNTER_FULL),
                     choice_bit(COUNTER_FULL_SATURATE));
    end(&bench);
}

TESTS(NULL, NULL)
