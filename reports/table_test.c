/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "reference/unit_test.h"
#include "reports.h"

enum { RUNS = 8, CASES = 8 };

static struct results runs[RUNS];
static struct result cases[RUNS][CASES];
static size_t run_count;

static void a_run(const char *implementation, const char *dialect)
{
    runs[run_count] = (struct results){.implementation = implementation,
                                       .dialect = dialect,
                                       .cases = cases[run_count]};
    run_count++;
}

static void a_case(unsigned verdict, const char *detail)
{
    struct results *run = &runs[run_count - 1];

    run->cases[run->case_count++] =
        (struct result){.detail = (char *)detail, .verdict = (uint8_t)verdict};
    run->summary[verdict]++;
}

static void check(bool colour, const char *expected)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    report_table(runs, run_count, colour, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static int start(void **state)
{
    (void)state;
    run_count = 0;
    return 0;
}

TEST_WITH(a_cell_says_what_failed_and_of_how_many, start, NULL)
{
    static const struct {
        unsigned verdicts[4];
        const char *cell;
    } rows[] = {
        {{VERDICT_PASS, VERDICT_PASS, VERDICTS}, "2 pass"},
        {{VERDICT_PASS, VERDICT_UNSUPPORTED, VERDICTS}, "1 pass of 2"},
        {{VERDICT_PASS, VERDICT_FAIL, VERDICT_CRASH, VERDICT_FAIL},
         "2 fail 1 crash of 4"},
        {{VERDICT_FAIL, VERDICT_FAIL, VERDICTS}, "2 fail"},
        {{VERDICT_ERROR, VERDICT_PASS, VERDICTS}, "1 error of 2"},
        {{VERDICT_INCONSISTENT, VERDICT_TIMEOUT, VERDICT_INCONCLUSIVE,
          VERDICT_PASS},
         "1 inconsistent 1 timeout 1 inconclusive of 4"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char expected[256];
        bool reason = rows[k].verdicts[1] == VERDICT_UNSUPPORTED;

        start(state);
        a_run("i", "aix");
        for (unsigned n = 0; n < 4 && rows[k].verdicts[n] != VERDICTS; n++)
            a_case(rows[k].verdicts[n], "r");
        snprintf(expected, sizeof expected, "dialect  i\naix      %s\n%s",
                 rows[k].cell, reason ? "unsupported: 1 case (i): r\n" : "");
        check(false, expected);
    }
}

TEST_WITH(columns_stand_under_their_implementation, start, NULL)
{
    a_run("signal", "aix");
    a_case(VERDICT_PASS, "");
    a_run("signal", "freebsd-and-more");
    a_case(VERDICT_FAIL, "");
    a_case(VERDICT_PASS, "");
    a_run("./long\033name.so", "freebsd-and-more");
    a_case(VERDICT_PASS, "");
    a_run("x", "irix");
    check(false, "dialect           signal       ./long\\x1bname.so  x\n"
                 "aix               1 pass       -                  -\n"
                 "freebsd-and-more  1 fail of 2  1 pass             -\n"
                 "irix              -            -                  0 pass\n");
}

TEST_WITH(a_reason_has_one_line_with_all_its_cases, start, NULL)
{
    a_run("a", "aix");
    a_case(VERDICT_UNSUPPORTED, "small");
    a_case(VERDICT_UNSUPPORTED, "odd");
    a_case(VERDICT_UNSUPPORTED, "small");
    a_case(VERDICT_UNSPECIFIED, "small");
    a_run("a", "irix");
    a_case(VERDICT_UNSUPPORTED, "small");
    a_run("b", "aix");
    a_case(VERDICT_UNSPECIFIED, "");
    a_case(VERDICT_UNSUPPORTED, "small");
    a_case(VERDICT_UNSUPPORTED, "far\n");
    check(false, "dialect  a            b\n"
                 "aix      0 pass of 4  0 pass of 3\n"
                 "irix     0 pass of 1  -\n"
                 "unspecified: 2 cases: the manual is silent\n"
                 "unsupported: 4 cases (a, b): small\n"
                 "unsupported: 1 case (a): odd\n"
                 "unsupported: 1 case (b): far\\x0a\n");
}

TEST_WITH(colour_does_not_move_columns, start, NULL)
{
    a_run("a", "aix");
    a_case(VERDICT_FAIL, "");
    a_run("b", "aix");
    a_case(VERDICT_PASS, "");
    check(true, "dialect  a       b\n"
                "aix      \033[31m1 fail\033[0m  \033[32m1 pass\033[0m\n");
}

TEST(who_was_not_judged_has_a_line)
{
    const struct report_absence absence = {"x\n", "irix", "why\033"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    report_not_judged(&absence, true, out);
    report_not_judged(&absence, false, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "x\\x0a not judged as irix: why\\x1b\n"
                              "not judged as irix: why\\x1b\n");
    free(text);
}

TESTS(NULL, NULL)
