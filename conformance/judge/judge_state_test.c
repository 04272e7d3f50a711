/* SPDX-License-Identifier: MIT */
/* What a judge takes as evidence, and what it knows when it forgot it. */
#include "judge.h"
#include "judge_state.h"
#include "judged_test.h"
#include "reference/unit_test.h"

/* A judge of a sprofil of its own knows a case by any of its calls. */
TEST(a_call_of_sprofil_anywhere_is_of_its_interface)
{
    static const char *const first = "case first\nsprofil [ ] 0 null ushort\n";
    struct bench bench = begin(DIALECT_GLIBC);

    show(&bench, first);
    show(&bench, ODD_NUMBER);
    assert_true(judge_conclude(bench.judge));
    verdict_on(&bench, 0);
    assert_int_equal(bench.judgement.interface, 1);
    verdict_on(&bench, 1);
    assert_int_equal(bench.judgement.interface, 0);
    assert_int_equal(bench.judge->of[1].evidence.count, 1);
    end(&bench);
    bench = begin(DIALECT_IRIX);
    judged(&bench, first);
    assert_int_equal(judge_interfaces(bench.judge), 1);
    assert_int_equal(bench.judgement.interface, 0);
    end(&bench);
}

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
        assert_true(judge_see(bench.judge, c, &bench.observation));
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
    assert_true(judge_conclude(bench.judge));
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

/* Two behaviours are told: of the rules that cases consulted, what is left. */
TEST(the_behaviour_told_is_of_what_the_cases_consulted)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;
    struct rule_set asked;

    take(&bench, ROUNDING_DOWN);
    show(&bench, ODD_NUMBER);
    assert_true(judge_conclude(bench.judge));
    asked = judge_behaviour(bench.judge, 0, &left);
    assert_true(rule_set_has(asked, RULE_ROUNDING));
    assert_false(rule_set_has(asked, RULE_FORK));
    assert_int_equal(left.of[RULE_ROUNDING],
                     judge_diagnosis(bench.judge, 0)->blames[0].found);
    for (unsigned r = 0; r < RULES; r++) {
        assert_true(left.of[r] != 0);
        if (!dialect_has_rule(DIALECT_AIX, r))
            assert_false(rule_set_has(asked, r));
    }
    end(&bench);
}

TEST(of_rules_that_nothing_consulted_nothing_is_told)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;
    struct rule_set asked;

    show(&bench, "case off\nprofil null 0 0 0\n");
    assert_true(judge_conclude(bench.judge));
    asked = judge_behaviour(bench.judge, 0, &left);
    assert_false(rule_set_has(asked, RULE_UNIT));
    assert_false(rule_set_has(asked, 0));
    assert_true(rule_set_has(asked, RULE_RETURN_ON_SUCCESS));
    end(&bench);
}

/* Of what nothing explains nothing is learnt, not even that it is against the
 * rest. */
TEST(what_nothing_explains_leaves_the_behaviour_as_it_is)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;

    show(&bench, ODD_NUMBER);
    bench.seen[0].arena[SCRIPT_ZONE] = 77; /* ticks that nobody delivered */
    judge_free(bench.judge);
    bench.judge = judge_new(DIALECT_AIX);
    assert_true(judge_see(bench.judge, bench.shown[0].cases, &bench.seen[0]));
    assert_true(judge_conclude(bench.judge));
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_string_equal(bench.judgement.other, "unexplained: too many, profil");
    assert_int_equal(bench.judgement.cause_count, 0);
    judge_behaviour(bench.judge, 0, &left);
    for (unsigned r = 0; r < RULES; r++)
        assert_true(left.of[r] != 0);
    end(&bench);
}

TESTS(NULL, NULL)
