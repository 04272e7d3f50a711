/* SPDX-License-Identifier: MIT */
#include "house.h"

#include "reports/report_test.h"

/* Of house rules alone, of both, of the manual, and what was only noted. */
static const struct scenario housed = {
    .lines = "run x | freebsd\n"
             "case a | crash\n"
             "case b | fail\n"
             "case c | fail\n"
             "case d | unspecified\n"
             "    finding\n"
             "    rules caller-state\n"
             "case e | unspecified\n"
             "cause exec=killed | decency.2 |  | 0 | 2\n"
             "cause unit=index | freebsd.profil.3 |  | 1 | 2\n"};

/* The policy, and what each case is by it. */
static void check(enum house_policy policy, const char *verdicts)
{
    size_t counted[VERDICTS] = {0};
    char text[100] = "";

    house_apply(made, policy);
    for (size_t k = 0; k < made->case_count; k++) {
        counted[made->cases[k].verdict]++;
        strcat(strcat(text, verdict_names[made->cases[k].verdict]), " ");
    }
    assert_string_equal(text, verdicts);
    assert_memory_equal(counted, made->summary, sizeof counted);
}

TEST(what_no_page_forbids_fails_where_that_is_asked_for_alone)
{
    static const char warned[] =
        "unspecified fail fail unspecified unspecified ";

    make_scenario(&housed, NULL);
    check(HOUSE_WARN, warned);
    check(HOUSE_FAIL, "crash fail fail fail unspecified ");
    check(HOUSE_OFF, warned);
    assert_int_equal(result_judged(&made->cases[0]), VERDICT_CRASH);
    assert_int_equal(result_judged(&made->cases[3]), VERDICT_UNSPECIFIED);
}

TEST(broken_ones_are_named_once_each)
{
    const char *rules[3];

    make_scenario(&housed, NULL);
    house_apply(made, HOUSE_WARN);
    assert_int_equal(house_broken(made, rules, 3), 2);
    assert_string_equal(rules[0], "decency.1");
    assert_string_equal(rules[1], "decency.2");
    assert_int_equal(house_broken(made, rules, 1), 2);
    assert_int_equal(house_cases(made), 2);
    house_apply(made, HOUSE_FAIL);
    for (size_t k = 0; k < 2; k++) {
        made->cases[k].verdict = VERDICT_WAIVED;
        made->cases[k].waiver = "known";
    }
    assert_int_equal(house_broken(made, rules, 3), 1);
    house_apply(made, HOUSE_OFF);
    assert_int_equal(house_broken(made, rules, 3), 0);
    assert_int_equal(house_cases(made), 0);
}

TEST(a_cause_of_a_house_rule_is_bad_where_it_fails)
{
    make_scenario(&housed, NULL);
    house_apply(made, HOUSE_WARN);
    assert_int_equal(results_cause_verdict(made, made->causes),
                     VERDICT_UNSPECIFIED);
    house_apply(made, HOUSE_FAIL);
    assert_int_equal(results_cause_verdict(made, made->causes), VERDICT_CRASH);
}

/* As the live suite has it: AIX's page has profiling end at exec. */
TEST(that_exec_killed_is_of_a_house_rule_where_no_page_forbids_it)
{
    static const struct scenario free_bsd = {
        .lines = "run x | freebsd\ncase a | fail\n    finding\n"
                 "    rules exec\n"};
    static const struct scenario aix = {
        .lines = "run x | aix\ncase a | fail\n    finding\n"
                 "    rules exec\n"};

    make_scenario(&free_bsd, NULL);
    check(HOUSE_OFF, "unspecified ");
    check(HOUSE_FAIL, "fail ");
    assert_string_equal(made->cases[0].house, "decency.2");
    make_scenario(&aix, NULL);
    check(HOUSE_OFF, "fail ");
}

TESTS(NULL, NULL)
