/* SPDX-License-Identifier: MIT */
#include "waivers.h"

#include "conformance/command/command_test.h"

TEST(a_case_is_waived_where_all_its_causes_are)
{
    static size_t both[] = {0, 1}, only = 0;
    struct cause causes[] = {
        {.id = (char *)"rounding=up (profil)", .cases = &only, .case_count = 1},
        {.id = (char *)"unexplained: a counter",
         .cases = &only,
         .case_count = 1}};
    struct result c = {
        .id = "a.1", .verdict = VERDICT_FAIL, .causes = both, .cause_count = 2};
    struct results run = {.cases = &c,
                          .case_count = 1,
                          .causes = causes,
                          .cause_count = 2,
                          .dialect = "aix",
                          .summary = {[VERDICT_FAIL] = 1}};
    struct waivers waivers;
    char file[64];
    int held = file_holding("* rounding=up - x\n"
                            "a \"unexplained: a counter\" - y\n");

    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(), held);
    assert_null(waivers_read(&waivers, file));
    waivers.count = 1;
    waivers_settle(&waivers, HOUSE_WARN, &run);
    assert_int_equal(c.verdict, VERDICT_FAIL);
    assert_true(waivers.rows[0].used);
    assert_null(run.waivers);
    waivers.count = 2;
    waivers_settle(&waivers, HOUSE_WARN, &run);
    assert_int_equal(c.verdict, VERDICT_WAIVED);
    assert_int_equal(c.waived, VERDICT_FAIL);
    assert_string_equal(run.waivers, file);
    waivers.count = 0;
    waivers_settle(&waivers, HOUSE_WARN, &run);
    assert_int_equal(c.verdict, VERDICT_FAIL);
    assert_int_equal(run.summary[VERDICT_FAIL], 1);
    assert_null(run.waivers);
    waivers.count = 2;
    waivers_free(&waivers);
    close(held);
}

TESTS(NULL, NULL)
