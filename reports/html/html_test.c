/* SPDX-License-Identifier: MIT */
/* Pages of the results in pages.txt; and what no text can say of them. */
#include "html.h"
#include "reports/report_test.h"

static char *page_of_made(void)
{
    return written(report_format_find("html"));
}

/* "N TEXT", "some TEXT" or "no TEXT": the page of what was made has it so
 * often. */
static void check_page(char *wanted)
{
    const char *times = strsep(&wanted, " ");
    char *page = page_of_made();
    size_t found = occurrences(page, wanted);

    if (strcmp(times, "some") == 0 ? !found : found != strtoul(times, NULL, 10))
        fail_msg("\"%s\" is there %zu times", wanted, found);
    free(page);
}

TEST(each_page_has_what_it_is_to_have)
{
    assert_true(scenario_count > 15);
    for (size_t k = 0; k < scenario_count; k++) {
        print_message("%s\n", scenarios[k].name);
        make_scenario(&scenarios[k], check_page);
    }
}

TEST(the_findings_come_the_worst_first)
{
    char *page;

    make_scenario(&scenarios[0], NULL);
    page = page_of_made();
    assert_true(strstr(page, "id=\"c1\"") < strstr(page, "died</h3>"));
    assert_true(strstr(page, "died</h3>") < strstr(page, "id=\"c2\""));
    free(page);
}

static struct results *begin(const char *implementation)
{
    made_count = 0;
    return make_run(implementation, "aix");
}

TEST(the_case_shown_of_a_finding_is_reported_to_others)
{
    struct results *run = begin("x");
    size_t shown[3] = {9, 9, 9};

    make_case(run, "p.1", VERDICT_PASS, "");
    make_case(run, "l.2", VERDICT_FAIL, "rounding is up")->text =
        (char *)"case long\nbuffer b 16\n";
    make_case(run, "s.3", VERDICT_FAIL, "rounding is up")->text =
        (char *)"case short\n";
    make_case(run, "c.4", VERDICT_CRASH, "died");
    assert_int_equal(report_shown(run, shown, 1), 1);
    assert_int_equal(shown[0], 3);
    assert_int_equal(shown[1], 9);
    assert_int_equal(report_shown(run, shown, 3), 2);
    assert_int_equal(shown[1], 2);
    assert_int_equal(report_shown(run, shown, 0), 0);
}

TEST(a_line_goes_through_the_files_that_are_kept)
{
    static const struct report_point points[] = {
        {"1.jsonl", HOSTILE, "aix", 0, 9},
        {"1.jsonl", "y", "irix", 0, 9},
        {"2.jsonl", HOSTILE, "aix", 4, 9},
        {"2.jsonl", "z", "aix", 1, 9},
        {"3.jsonl", HOSTILE, "aix", 2, 9}};
    const struct report_with_history history = {.points = points,
                                                .point_count = 5};

    begin("x");
    WRITTEN(report_html_with_history(made, 1, &history, out), page);
    /* Two dialects; the most, 4, is at the top, and each file has its place. */
    assert_int_equal(occurrences(page, "<title>Cases that did not"), 2);
    assert_within(page, "d=\"M34 130h1L244 10L454 70\"");
    assert_within(page, "d=\"M244 100h1\"");
    assert_within(page, "2.jsonl, z: 1 of 9. ");
    assert_within(page, "in 3 files: 1.jsonl to 3.jsonl<");
    assert_within(page, "in 1 file: 1.jsonl to 1.jsonl<");
    assert_int_equal(occurrences(page, "<script"), 2);
    free(page);
}

TEST(the_policy_states_the_hash_of_what_runs)
{
    WRITTEN(html_hash("abc", out), hash);
    assert_string_equal(hash, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    free(hash);
}

static int set_up(void **state)
{
    (void)state;
    return golden_entries("reports/html/pages.txt", take_scenario) == 0;
}

TESTS(set_up, NULL)
