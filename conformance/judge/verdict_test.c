/* SPDX-License-Identifier: MIT */
/* What is said of a case in the light of others, and what is not. */
#include "verdict.h"

#include "judged_test.h"
#include "reference/unit_test.h"

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
    assert_true(judge_conclude(bench.judge));
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
    assert_true(judge_conclude(bench.judge));
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_int_equal(bench.judgement.cause_count, 1);
    assert_int_equal(verdict_on(&bench, 5), VERDICT_INCONSISTENT);
    says(&bench, "rounding is divide-first here and down in one.");
    end(&bench);
}

TEST(what_was_disturbed_has_no_cause)
{
    struct bench bench = begin(DIALECT_AIX);

    take(&bench, ROUNDING_DOWN);
    show(&bench, ODD_NUMBER);
    assert_true(judge_conclude(bench.judge));
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
        assert_true(
            judge_see(bench.judge, bench.shown[k].cases, &bench.seen[k]));
    assert_true(judge_conclude(bench.judge));
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
