/* SPDX-License-Identifier: MIT */
#include "house.h"

#include "reference/unit_test.h"

static size_t causes_of[][2] = {{0}, {1}, {0, 1}};
static const char *const caller_state[] = {"caller-state"};

/* Of house rules alone, of the manual, of both, and what was only noted. */
struct housed {
    struct cause causes[2];
    struct result cases[5];
    struct results run;
};

static void make(struct housed *h)
{
    *h = (struct housed){.causes = {{.id = (char *)"exec=killed",
                                     .rule = "exec",
                                     .clause = "decency.2"},
                                    {.id = (char *)"unit=index",
                                     .rule = "unit",
                                     .clause = "freebsd.profil.3"}},
                         .cases = {{.verdict = VERDICT_CRASH,
                                    .causes = causes_of[0],
                                    .cause_count = 1},
                                   {.verdict = VERDICT_FAIL,
                                    .causes = causes_of[1],
                                    .cause_count = 1},
                                   {.verdict = VERDICT_FAIL,
                                    .causes = causes_of[2],
                                    .cause_count = 2},
                                   {.verdict = VERDICT_UNSPECIFIED,
                                    .finding = true,
                                    .rules = caller_state,
                                    .rule_count = 1},
                                   {.verdict = VERDICT_UNSPECIFIED}},
                         .run = {.dialect = "freebsd",
                                 .case_count = 5,
                                 .cause_count = 2,
                                 .summary = {[VERDICT_CRASH] = 1,
                                             [VERDICT_FAIL] = 2,
                                             [VERDICT_UNSPECIFIED] = 2}}};
    h->run.cases = h->cases;
    h->run.causes = h->causes;
}

static void check(const struct housed *h, const uint8_t verdicts[5])
{
    size_t counted[VERDICTS] = {0};

    for (unsigned k = 0; k < 5; k++) {
        assert_int_equal(h->cases[k].verdict, verdicts[k]);
        counted[verdicts[k]]++;
    }
    assert_memory_equal(counted, h->run.summary, sizeof counted);
}

static const uint8_t warned[] = {VERDICT_UNSPECIFIED, VERDICT_FAIL,
                                 VERDICT_FAIL, VERDICT_UNSPECIFIED,
                                 VERDICT_UNSPECIFIED},
                     failed[] = {VERDICT_CRASH, VERDICT_FAIL, VERDICT_FAIL,
                                 VERDICT_FAIL, VERDICT_UNSPECIFIED};

TEST(what_no_page_forbids_fails_where_that_is_asked_for_alone)
{
    struct housed h;

    make(&h);
    house_apply(&h.run, HOUSE_WARN);
    check(&h, warned);
    house_apply(&h.run, HOUSE_FAIL);
    check(&h, failed);
    house_apply(&h.run, HOUSE_OFF);
    check(&h, warned);
    assert_int_equal(result_judged(&h.cases[0]), VERDICT_CRASH);
    assert_int_equal(result_judged(&h.cases[3]), VERDICT_UNSPECIFIED);
}

TEST(broken_ones_are_named_once_each)
{
    const char *rules[3];
    struct housed h;

    make(&h);
    house_apply(&h.run, HOUSE_WARN);
    assert_int_equal(house_broken(&h.run, rules, 3), 2);
    assert_string_equal(rules[0], "decency.1");
    assert_string_equal(rules[1], "decency.2");
    assert_int_equal(house_broken(&h.run, rules, 1), 2);
    assert_int_equal(house_cases(&h.run), 2);
    house_apply(&h.run, HOUSE_OFF);
    assert_int_equal(house_broken(&h.run, rules, 3), 0);
    assert_int_equal(house_cases(&h.run), 0);
}

TEST(a_cause_of_a_house_rule_is_bad_where_it_fails)
{
    struct housed h;
    size_t cases[] = {0, 2};

    make(&h);
    h.causes[0].cases = cases;
    h.causes[0].case_count = 2;
    house_apply(&h.run, HOUSE_WARN);
    assert_int_equal(results_cause_verdict(&h.run, &h.causes[0]),
                     VERDICT_UNSPECIFIED);
    house_apply(&h.run, HOUSE_FAIL);
    assert_int_equal(results_cause_verdict(&h.run, &h.causes[0]),
                     VERDICT_CRASH);
}

TESTS(NULL, NULL)
