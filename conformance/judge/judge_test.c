/* SPDX-License-Identifier: MIT */
#include "judge_state.h"
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
    assert_int_equal(judged(&bench, ODD_AT_THREE), VERDICT_FAIL);
    says(&bench, "buffer b 16; profil b 16 0x1000 0x8000; tick 0x1006: ");
    says(&bench, "b[1] is 1, permitted 0: ");
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
    judge_conclude(bench.judge);
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
        judge_conclude(bench.judge);
        assert_int_equal(verdict_on(&bench, k), VERDICT_PASS);
        assert_int_equal(verdict_on(&bench, !k), VERDICT_INCONSISTENT);
        says(&bench, "b[0] is 1, permitted 0, by what one.");
        says(&bench, " shows, where b[0] is 0: buffer b ");
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
    judge_conclude(after.judge);
    assert_int_equal(verdict_on(&after, 0), VERDICT_PASS);
    assert_int_equal(verdict_on(&after, 1), VERDICT_FAIL);
    says(&after, "allowed alone, but contradicts other cases");
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
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_PASS);
    assert_int_equal(verdict_on(&bench, 1), VERDICT_PASS);
    assert_int_equal(judge_interfaces(bench.judge), 2);
    assert_int_equal(left_of(&bench, 0, RULE_COUNTER_FULL),
                     choice_bit(COUNTER_FULL_WRAP));
    assert_int_equal(left_of(&bench, 1, RULE_COUNTER_FULL),
                     choice_bit(COUNTER_FULL_SATURATE));
    end(&bench);
}

#define ALONE                                                                  \
    "case alone\nbuffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
#define BOTH                                                                   \
    "case both\nbuffer b 16\nprofil b 16 0x1000 0x8000\nprofil null 0 0 0\n"   \
    "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"

static void show_again(struct bench *bench)
{
    judge_free(bench->judge);
    bench->judge = judge_new(bench->dialect);
    for (unsigned k = 0; k < bench->shown_count; k++)
        judge_see(bench->judge, bench->shown[k].cases, &bench->seen[k]);
    judge_conclude(bench->judge);
}

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
    says(&bench, "rounding was up");
    for (unsigned k = 0; k < 8; k++) {
        assert_int_equal(verdict_on(&bench, k), VERDICT_FAIL);
        assert_int_equal(bench.judgement.cause_count, 0);
        assert_non_null(strstr(bench.judgement.other,
                               "unexplained: profil and sprofil in one"));
    }
    end(&bench);
}

TEST(what_only_cases_of_two_functions_show_is_named)
{
    struct bench bench = begin(DIALECT_GLIBC);

    take(&bench, REGION_BELOW_CRASHES);
    show(&bench, BOTH "tick 0x800\n");
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_CRASH);
    says(&bench, "A pc below all regions killed the process");
    end(&bench);
}

/* Nor does it contradict that: each is permitted, and they are two. */
TEST(two_functions_together_may_do_what_one_does_not_alone)
{
    struct bench bench = begin(DIALECT_GLIBC);

    take(&bench, COUNTER_FULL_SATURATE);
    show(&bench, "case full\nbuffer b 16 fill16=0xfffe\n"
                 "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
                 "tick 0x1001 x2\n");
    take(&bench, COUNTER_FULL_WRAP);
    show(&bench, "case both\nbuffer a 16\nbuffer b 16 fill16=0xfffe\n"
                 "profil a 16 0x1000 0x8000\nprofil null 0 0 0\n"
                 "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
                 "tick 0x1001 x2\n");
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_PASS);
    assert_int_equal(verdict_on(&bench, 1), VERDICT_PASS);
    assert_int_equal(left_of(&bench, 1, RULE_COUNTER_FULL),
                     choice_bit(COUNTER_FULL_SATURATE));
    end(&bench);
}

/* What is reported of a case in the light of other cases, and what is not. */

#define SETUP "\nbuffer b 16\nprofil b 16 0x1000 "

/* All that the case settles, and nothing else. */
TEST(the_choices_of_a_case_that_passes_are_named)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, ROUNDING_DIVIDE_FIRST);
    assert_int_equal(judged(&bench, ODD_DISTANCE), VERDICT_PASS);
    assert_string_equal(bench.judgement.detail, "rounding=divide-first");
    take(&bench, COUNTER_FULL_WRAP);
    assert_int_equal(judged(&bench, "case both\nbuffer b 64 fill16=0xffff\n"
                                    "profil b 64 0x1000 0xc000\n"
                                    "tick 0x1003 0x1010 x2\n"),
                     VERDICT_PASS);
    assert_string_equal(
        bench.judgement.detail,
        "rounding=divide-first, counter-full=wrap, buffer-start=kept");
    assert_int_equal(judged(&bench, "case none\nbuffer b 16\n"), VERDICT_PASS);
    assert_string_equal(bench.judgement.detail, "");
    end(&bench);
}

/* Rounding is not asked where profiling was turned off, though others of the
 * permitted would have come to it. */
TEST(rules_are_those_that_lead_there)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, ON_WHILE_ON_TURNS_OFF);
    assert_int_equal(judged(&bench, "case twice\nbuffer b 16 fill16=1\n"
                                    "profil b 16 0x1000 0x8000\n"
                                    "profil b 16 0x1000 0x8000\n"
                                    "tick 0x1000\n"),
                     VERDICT_UNSPECIFIED);
    assert_true(rule_set_has(bench.judgement.rules, RULE_ON_WHILE_ON));
    assert_false(rule_set_has(bench.judgement.rules, RULE_ROUNDING));
    take(&bench, ROUNDING_UP);
    assert_int_equal(judged(&bench, ODD_NUMBER), VERDICT_FAIL);
    assert_true(rule_set_has(bench.judgement.rules, RULE_ROUNDING));
    assert_false(rule_set_has(bench.judgement.rules, RULE_FORK));
    end(&bench);
}

/* A pc of 33 bits and more is cut to 32, or else its product with the scale:
 * either would do, and the product of what was cut is small. */
TEST(of_two_that_would_do_the_one_that_was_asked_is_the_cause)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, ADDRESS_BOTH_32);
    take(&bench, PRODUCT_MOD_32);
    show(&bench, "case product" SETUP "0x8000\ntick 0x21000\n");
    show(&bench, "case address\nbuffer b 16\n"
                 "profil b 16 0x100001000 0x8000\ntick 0x1000\n");
    show(&bench, "case below\nbuffer b 70000\n"
                 "profil b 70000 0x1000 0x8000\ntick 0x100000800\n");
    show(&bench, "case either" SETUP "0x8000\ntick 0x200001002\n");
    show(&bench, "case unsigned\nbuffer b 70000\n"
                 "profil b 70000 0x1000 0x8000\ntick 0x31000\n");
    judge_conclude(bench.judge);
    assert_int_equal(judge_diagnosis(bench.judge, 0)->count, 2);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_int_equal(verdict_on(&bench, 3), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    says(&bench, "Only the low 32 bits of pc and offset were kept");
    /* It takes that departure, and is permitted all the same. */
    assert_int_equal(verdict_on(&bench, 2), VERDICT_PASS);
    assert_int_equal(bench.judgement.cause_count, 0);
    end(&bench);
}

/* Not with one that fails, and that a departure explains. */
TEST(a_case_contradicts_one_that_is_permitted)
{
    struct bench bench = begin(DIALECT_FREEBSD);

    take(&bench, SCALE_OFF_NEVER);
    show(&bench, "case off" SETUP "0\ntick 0x1000\n");
    show(&bench, "case off-too" SETUP "0\ntick 0x1000 x2\n");
    show(&bench, "case off-again" SETUP "0\ntick 0x1000 x3\n");
    show(&bench, "case plain" SETUP "0x8000\ntick 0x1000\n");
    take(&bench, ROUNDING_DOWN);
    show(&bench, "case one" ODD_DISTANCE_LINES);
    take(&bench, ROUNDING_DIVIDE_FIRST);
    show(&bench, "case two" ODD_DISTANCE_LINES);
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_int_equal(verdict_on(&bench, 5), VERDICT_INCONSISTENT);
    says(&bench, "rounding is divide-first here and down in one.");
    end(&bench);
}

/* What is behind that one may be behind these. */
TEST(no_rule_is_contradicted_where_something_is_unexplained)
{
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        struct bench bench = begin(DIALECT_FREEBSD);

        show(&bench, "case plain" SETUP "0x8000\ntick 0x1000\n");
        take(&bench, ROUNDING_DOWN);
        show(&bench, "case one" ODD_DISTANCE_LINES);
        take(&bench, ROUNDING_DIVIDE_FIRST);
        show(&bench, "case two" ODD_DISTANCE_LINES);
        judge_free(bench.judge);
        bench.judge = judge_new(DIALECT_FREEBSD);
        if (wrong) {
            bench.seen[0].outcome.events[0].value = -1;
            bench.seen[0].outcome.events[0].error = ERROR_E2BIG;
        }
        for (unsigned k = 0; k < 3; k++)
            judge_see(bench.judge, bench.shown[k].cases, &bench.seen[k]);
        judge_conclude(bench.judge);
        assert_int_equal(verdict_on(&bench, 2), VERDICT_INCONSISTENT);
        assert_string_equal(bench.judgement.other,
                            wrong ? "inconsistent: what they show"
                                  : "inconsistent: rounding");
        says(&bench, ", by what one.");
        end(&bench);
    }
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

TEST(what_was_disturbed_has_no_cause)
{
    struct bench bench = begin(DIALECT_AIX);

    take(&bench, ROUNDING_DOWN);
    show(&bench, ODD_NUMBER);
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    bench.seen[0].disturbed = true;
    assert_int_equal(verdict_on(&bench, 0), VERDICT_INCONCLUSIVE);
    assert_int_equal(bench.judgement.cause_count, 0);
    says(&bench, "a tick of its own clock may have slipped in");
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
    judge_free(bench.judge);
    bench.judge = judge_new(DIALECT_FREEBSD);
    bench.seen[12].delivered = bench.seen[13].delivered = 0;
    bench.seen[15].delivered = 0;
    for (unsigned k = 0; k < 16; k++)
        judge_see(bench.judge, bench.shown[k].cases, &bench.seen[k]);
    judge_conclude(bench.judge);
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
