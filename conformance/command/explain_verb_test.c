/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"
#include "reference/unit_test.h"

#define CASE "buffer b 16; profil b 16 0x1000 0x8000; tick 0x1002"
#define SEEN "1 call 0; 3 buffer 0 16 [ 0 1 0*6 ]; ended normally at 3"
#define WHY  "by: rounding was up or "

TEST(a_case_and_a_line_need_no_report)
{
    char *out = output_of(WORDS("explain", "--dialect", "freebsd", "--case",
                                CASE, "--observed", SEEN));

    assert_memory_equal(out, "given.", 6);
    assert_has(out, " by freebsd: buffer b 16; profil b 16 0x1000 0x8000; "
                    "tick 0x1002\nb[0]: got 0\n");
    assert_has(out, WHY);
    free(out);
}

TEST(a_case_may_be_named)
{
    char *out = output_of(
        WORDS("explain", "--case", "odd-number", "--dialect=aix", "--observed",
              "1 call 0; 7 buffer 0 64 [ 0 1 0 2 4 0 8 0*25 ]; ended "
              "normally at 7"));

    assert_has(out, "odd-number.7138d1de by aix: ");
    assert_has(out, "all of it is permitted\n");
    free(out);
}

TEST(without_a_dialect_each_that_has_the_calls_is_asked)
{
    char *out = output_of(
        WORDS("explain", "--case",
              "case list\nbuffer b 64; sprofil [ b 32 0x1000 0x8000 ; b+32 32 "
              "0x2000 0x8000 ] 2 null ushort; tick 0x1002",
              "--observed",
              "1 call 0; 3 buffer 0 64 [ 1 0*31 ]; ended normally at 3"));

    assert_has(out, " by irix: ");
    assert_has(out, " by glibc: ");
    assert_null(strstr(out, " by aix: "));
    free(out);
}

TEST(what_is_missing_or_wrong_is_said)
{
    ASSERT_USAGE("explain: what? A report as JSON, a file of results, or",
                 "explain");
    ASSERT_USAGE("explain: --case and --observed go together", "explain",
                 "--case", CASE);
    ASSERT_USAGE("explain: what?", "explain", "x.json", "--case", CASE,
                 "--observed", SEEN);
    ASSERT_USAGE("explain: one report at a time, not a and b", "explain", "a",
                 "b");
    ASSERT_USAGE("explain: none.json: No such file", "explain", "none.json");
    ASSERT_USAGE("explain: --case: unknown case none;", "explain", "--case",
                 "none", "--observed", SEEN);
    ASSERT_USAGE("explain: --case:2: read frob", "explain", "--case", "frob b",
                 "--observed", SEEN);
    ASSERT_USAGE("column 1: read x, expected", "explain", "--case", CASE,
                 "--observed", "x");
    ASSERT_USAGE("explain: --limit: read 0, expected a number", "explain",
                 "--limit", "0", "-");
}

/* The JSON of a run, as explain says it; false where it can't read it. */
static bool explained(const char *report, struct command *command)
{
    *command = command_with(report, WORDS("explain", "-"));
    if (command->status == 0)
        return true;
    assert_int_equal(command->status, 2);
    assert_string_equal(command->out, "");
    return false;
}

TEST(a_real_run_is_explained_the_worst_cases_first)
{
    struct command run, command;
    char path[4096], *fail;

    skip_without_json();
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    run = command_with(
        "", WORDS("run", "--dialect", "freebsd", "--format", "json", path));
    assert_int_equal(run.status, 1);
    assert_true(explained(run.out, &command));
    assert_has(command.out, "fail: ");
    assert_has(command.out, "mutants/aix.so, odd-number.7138d1de by freebsd: ");
    assert_has(command.out, "by: Odd numbers were rounded up ");
    fail = strstr(command.out, "fail: ");
    assert_null(strstr(fail, "\ncrash: "));
    command_free(&command);
    command = command_with(run.out, WORDS("explain", "--limit", "1", "-"));
    assert_null(strstr(strstr(command.out, "fail: ") + 1, "\nfail: "));
    assert_has(command.out, " more cases; see --limit\n");
    command_free(&command);
    command = command_with(run.out, WORDS("explain", "--dialect", "aix", "-"));
    assert_has(command.out, " by aix: ");
    assert_has(command.out, "all of it is permitted\n");
    command_free(&command);
    command_free(&run);
}

/* Which of two things it is the case alone does not tell; the run did. */
TEST(what_explains_a_case_is_what_the_run_found)
{
    struct command run, command;
    char path[4096], *text;

    skip_without_json();
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    run = command_with(
        "", WORDS("run", "--dialect", "freebsd", "--format", "json", path));
    assert_true(explained(run.out, &command));
    assert_has(command.out,
               "\nexplained by: Odd numbers were rounded up to the "
               "next counter; freebsd.profil.3 permits");
    assert_has(command.out, "[rounding=up, against freebsd.profil.3");
    assert_null(strstr(command.out, "rounding was up or "));
    command_free(&command);
    command_free(&run);
    text = results_of("freebsd", path, 1);
    assert_true(explained(text, &command));
    assert_has(command.out,
               "\nexplained by: Odd numbers were rounded up to the "
               "next counter; freebsd.profil.3 permits");
    command_free(&command);
    free(text);
}

#define HEAD                                                                   \
    "{\"schema\": \"profilcheck.results.1\", \"implementation\": \"x\", "      \
    "\"dialect\": \"freebsd\", \"cases\": "

TEST(a_report_that_is_none_is_refused)
{
    static const struct {
        const char *report, *words;
    } rows[] = {
        {"", "standard input:1: no JSON"},
        {"[1, 2\n,", "standard input:2: no JSON"},
        {"{}", "expected \"schema\": \"profilcheck.results.1\""},
        {"[]", "expected \"schema\""},
        {"{\"schema\": \"profilcheck.results.2\", \"runs\": []}",
         "expected \"schema\""},
        {"{\"schema\": \"profilcheck.results.1\"}", "no implementation"},
        {"{\"schema\": \"profilcheck.results.1\", \"runs\": 1}", "no array"},
        {"{\"schema\": \"profilcheck.results.1\", \"runs\": [7]}",
         "no implementation"},
        {HEAD "[7]}", "a case has no id or no verdict"},
        {HEAD "[{\"id\": \"x\", \"verdict\": \"fail\"}]}",
         "its text, or what was observed, is not there"},
        {HEAD "[{\"id\": \"x\", \"verdict\": \"fail\", \"case\": \"\", "
              "\"observed\": \"\"}]}",
         "its text is not one case"},
        {HEAD "[{\"id\": \"x\", \"verdict\": \"fail\", \"case\": \"frob\", "
              "\"observed\": \"\"}]}",
         "x:1: read frob"},
        {HEAD "[{\"id\": \"x\", \"verdict\": \"fail\", \"case\": \"case a\\n"
              "buffer b 2\\n\", \"observed\": \"1 frob\"}]}",
         "what was observed of a."},
    };

    skip_without_json();
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct command command;

        assert_false(explained(rows[k].report, &command));
        assert_has(command.err, rows[k].words);
        command_free(&command);
    }
}

#define ROW(id, verdict)                                                       \
    "{\"id\": \"" id "\", \"verdict\": \"" verdict "\", \"case\": \"case " id  \
    "\\nbuffer b 2\\n\", \"observed\": \"0 crash; ended signal 11 at 0\"}"

TEST(the_worst_verdicts_come_first)
{
    struct command command;
    const char *crash, *fail, *last;

    skip_without_json();
    assert_true(explained(
        HEAD "[" ROW("late", "timeout") ", " ROW("one", "fail") ", " ROW(
            "two", "fail") ", " ROW("bad", "crash") "]}",
        &command));
    crash = strstr(command.out, "crash: x, bad.");
    fail = strstr(command.out, "fail: x, one.");
    last = strstr(command.out, "timeout: x, late.");
    assert_true(crash && fail && last && crash < fail && fail < last);
    assert_true(fail < strstr(command.out, "fail: x, two."));
    command_free(&command);
}

TEST(a_run_without_failures_needs_no_explanation)
{
    struct command command;

    skip_without_json();
    assert_true(
        explained(HEAD "[{\"id\": \"x\", \"verdict\": \"pass\"}]}", &command));
    assert_string_equal(command.out,
                        "there is nothing to explain: no case failed\n");
    command_free(&command);
}

TEST(a_file_of_results_is_explained_as_a_report_is)
{
    char path[64], *report, *of_report, *lines;
    struct command command;

    skip_without_json();
    temporary(path);
    command = command_with("", WORDS("run", "--dialect", "freebsd", "--format",
                                     "json", "--results", path, "libc"));
    assert_int_equal(command.status, 1);
    report = command.out;
    free(command.err);
    lines = text_of_file(path);
    command = command_with(report, WORDS("explain", "-"));
    of_report = command.out;
    free(command.err);
    command = command_with(lines, WORDS("explain", "-"));
    assert_int_equal(command.status, 0);
    assert_string_equal(command.err, "");
    assert_has(command.out, "\nexplained by: ");
    assert_string_equal(command.out, of_report);
    command_free(&command);
    lines[strlen(lines) - 2] = ' ';
    assert_refused_with(lines, 2,
                        "explain: standard input:", WORDS("explain", "-"));
    free(lines);
    free(report);
    free(of_report);
}

TESTS(NULL, NULL)
