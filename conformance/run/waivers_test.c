/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"

#include "reference/unit_test.h"
#include "waivers.h"

/* A defective implementation by one case, with waivers. */
static struct command waived(const char *waivers)
{
    char file[64], path[4096];

    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(),
             file_holding(waivers));
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    return command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                                  "odd-number", "--waivers", file, path));
}

static void check(const char *waivers, int status, const char *out,
                  const char *err)
{
    struct command command = waived(waivers);

    assert_int_equal(command.status, status);
    assert_has(command.out, out);
    if (*err)
        assert_has(command.err, err);
    else
        assert_string_equal(command.err, "");
    command_free(&command);
}

TEST(a_known_failure_is_waived_with_its_reason)
{
    check("odd-number rounding 2999-12-31 known since 1.0\n", 0,
          "    waived     known since 1.0\n", "");
    check("odd-number.7138d1de * - x y\n", 0, "    waived     x y\n", "");
    check("* rounding - x # y\n", 0, "1 case: 1 waived\n", "");
}

TEST(a_waiver_may_name_a_cause)
{
    check("* rounding=up+scale-low-bit-lost-up - known\n", 0,
          "does not conform; 1 case waived by /proc/", "");
    check("odd-number rounding=down - x\n", 1,
          "fail: ", ":1: stale waiver: odd-number: there is nothing to waive");
    check("* \"rounding=up+scale-low-bit-lost-up\" - known\n", 0,
          "1 case: 1 waived\n", "");
}

/* It waives what is known: of a case with two causes neither by itself. */
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

TEST(another_case_or_rule_is_not)
{
    check("odd * - x\n", 1,
          "fail: ", ":1: stale waiver: odd: there is no such case in the run");
    check("\nodd-number scale-off - x\n", 1,
          "fail: ", ":2: stale waiver: odd-number: there is nothing to waive");
}

TEST(a_waiver_ends_with_its_last_day)
{
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1); /* 2027-01-15 */
    check("odd-number * 2027-01-15 x\n", 0, "waived: ", "");
    check("odd-number * 2027-01-14 x\n", 1,
          "fail: ", "stale waiver: odd-number held until 2027-01-14");
    unsetenv("SOURCE_DATE_EPOCH");
}

static void refused(const char *text, const char *words)
{
    struct command command = waived(text);

    assert_int_equal(command.status, 2);
    assert_string_equal(command.out, "");
    assert_has(command.err, words);
    command_free(&command);
}

TEST(what_is_no_waiver_is_refused_with_its_line)
{
    refused("a\n", ":1: read nothing more, expected a rule");
    refused("# x\na *\n", ":2: read nothing more, expected the last day");
    refused("a * 2027-1-31 x\n", ":1: read 2027-1-31, expected the last day");
    refused("a * 2027-13-01 x\n", "read 2027-13-01");
    refused("a * \x1b x\n", "read \\x1b, expected");
    refused("a * -\n", ":1: read nothing more, expected the reason");
    refused("a * - x\na b - x\n", ":2: unknown rule b; ");
    refused("a roundin - x\n", "did you mean rounding? ");
    refused("a roundin=up - x\n", "did you mean rounding? ");
    refused("a * - x\n* * - everything is fine\n",
            ":2: read * *, expected a case, a rule or a cause");
    ASSERT_USAGE("run: --waivers: none: No such file", "run", "--waivers",
                 "none", "signal");
}

/* Text with a NUL in it would be read as shorter than it is. */
TEST(a_NUL_is_refused_with_its_line)
{
    static const char text[] = "a * - x\n# \0b\n";
    char file[64];
    int held = memfd_create("waivers", MFD_CLOEXEC);

    assert_int_equal(write(held, text, sizeof text - 1), sizeof text - 1);
    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(), held);
    ASSERT_USAGE(":2: read a NUL byte, expected text", "run", "--waivers", file,
                 "signal");
    close(held);
}

TESTS(NULL, NULL)
