/* SPDX-License-Identifier: MIT */
#include "conformance/command/results_test.h"
#include "reference/unit_test.h"

static char *recorded;

static int make_one(void **state)
{
    (void)state;
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1); /* whatever day it is */
    recorded = results_of("hpux", "signal", 0);
    return 0;
}

static int drop_one(void **state)
{
    (void)state;
    free(recorded);
    return 0;
}

TEST(the_same_run_writes_the_same_bytes)
{
    char *again = results_of("hpux", "signal", 0);

    assert_string_equal(recorded, again);
    free(again);
}

TEST(the_date_is_that_of_the_sources)
{
    char *text;

    setenv("SOURCE_DATE_EPOCH", "1800000000", 1);
    text = results_of("hpux", "signal", 0);
    assert_has(text, "\"date\": \"2027-01-15\"");
    free(text);
    setenv("SOURCE_DATE_EPOCH", "soon", 1);
    ASSERT_USAGE("SOURCE_DATE_EPOCH: read soon, expected seconds", "run",
                 "signal");
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1);
}

TEST(the_command_is_what_gives_the_results_again)
{
    char path[64], *text;
    struct command command;

    temporary(path);
    command = command_with("", WORDS("run", "--quiet", "--jobs", "1", "--set",
                                     "PROFIL_MAX=9", "--results", path,
                                     "--dialect=irix", "--case", "region-tie",
                                     "--house-rules", "fail", "signal"));
    command_free(&command);
    text = text_of_file(path);
    assert_has(text, "\"command\": \"profilcheck run --set PROFIL_MAX=9 "
                     "--dialect irix --case region-tie --house-rules fail "
                     "signal\"");
    assert_has(text, ", \"host\": \"");
    free(text);
}

TEST(a_run_is_a_header_cases_rules_and_a_footer)
{
    assert_memory_equal(recorded, "{\"line\": \"header\", ", 19);
    assert_has(recorded, "\"format\": \"profilcheck.lines.1\"");
    assert_has(
        recorded,
        "\"dialect\": \"hpux\", \"backend\": \"signal\", "
        "\"suite\": \"quick\", \"command\": \"profilcheck "
        "run --dialect hpux signal\", \"control\": true, \"house_rules\": "
        "\"warn\", \"identity\": {\"path\": ");
    assert_has(recorded, "\n{\"line\": \"case\", ");
    assert_has(recorded, "\n{\"line\": \"rule\", ");
    assert_has(recorded, "\n{\"line\": \"footer\", ");
    assert_int_equal(recorded[strlen(recorded) - 1], '\n');
}

TEST(where_it_can_not_be_written_nothing_runs)
{
    ASSERT_USAGE("run: --results: /none/x: /none/x.part can't be made: "
                 "No such file",
                 "run", "--results", "/none/x", "signal");
}

static void refused(const char *text, const char *words)
{
    assert_refused_with(text, 2,
                        "verify: standard input:", WORDS("verify", "-"));
    assert_refused_with(text, 2, words, WORDS("verify", "-"));
}

TEST(what_is_no_results_is_refused)
{
    skip_without_json();
    refused("", "it is empty");
    refused("{}\n", ":1: \"line\": expected header");
    refused("x\n", ":1: no JSON: ");
    refused("\x01\xff\n", ":1: no JSON: ");
    refused("[]\n", ":1: \"line\"");
    refused("{\"line\": \"footer\"}\n", ":1: \"line\": expected a header");
    refused("{\"line\": \"header\", \"format\": \"2\"}\n",
            ":1: \"format\": expected \"profilcheck.lines.1\"");
    refused("{\"line\": \"header\", \"line\": \"header\"}\n", "duplicate");
    refused("{\"line\": \"header\"}", "the line is cut off");
}

TEST(a_file_cut_anywhere_is_refused)
{
    size_t length = strlen(recorded);

    skip_without_json();
    for (size_t at = 1; at < length; at += length / 23) {
        size_t line = at + strcspn(recorded + at, "\n") + 1;
        char *part = strndup(recorded, at);

        refused(part, part[at - 1] == '\n' ? "is not whole" : "cut off");
        free(part);
        part = strndup(recorded, line);
        if (line < length)
            refused(part, "ends before the footer of its run");
        free(part);
    }
}

static void refused_edit(const char *from, const char *to, const char *words)
{
    char *text = edited(recorded, from, to);

    refused(text, words);
    free(text);
}

TEST(an_edited_file_is_refused)
{
    skip_without_json();
    refused_edit("\"pass\"", "\"fail\"", "its sha256 does not match");
    refused_edit("\"pass\"", "\"best\"", "\"verdict\": expected a verdict");
    refused_edit("\"detail\": \"", "\"detail\": \" ",
                 "its sha256 does not match");
    refused_edit("\"id\": ", "\"di\": ", "\"id\": expected a string");
    refused_edit("\"rules\": [", "\"rules\": [1, ",
                 "\"rules\": expected a list of strings");
    refused_edit("\"identity\": {", "\"identity\": {\"a\": 1, ",
                 "\"identity\": expected an object of strings");
    refused_edit("\"sha256\": \"", "\"sha256\": \"0", "sha256 does not match");
    refused_edit("\"line\": \"rule\"", "\"line\": \"rune\"",
                 "expected case, rule, cause or footer");
    refused_edit("\"line\": \"rule\"", "\"line\": \"observation\"",
                 "expected case, rule, cause or footer");
    refused_edit("\"line\": \"case\"", "\"line\": \"observation\"",
                 ":2: \"line\": expected case, rule, cause or footer");
}

TEST(lines_doubled_or_in_another_order_are_refused)
{
    size_t head = strcspn(recorded, "\n") + 1;
    size_t one = strcspn(recorded + head, "\n") + 1;
    size_t two = strcspn(recorded + head + one, "\n") + 1;
    const char *first = recorded + head, *second = first + one;
    char *text = malloc(2 * strlen(recorded) + 1);

    skip_without_json();
    assert_non_null(text);
    sprintf(text, "%.*s%.*s%s", (int)head, recorded, (int)one, first, first);
    refused(text, "doubled");
    sprintf(text, "%.*s%.*s%.*s%s", (int)head, recorded, (int)two, second,
            (int)one, first, second + two);
    refused(text, "left out or reordered");
    sprintf(text, "%.*s%s", (int)head, recorded, second);
    refused(text, "left out");
    sprintf(text, "%s%s", recorded, recorded);
    refused(text, "the run is in the file twice");
    free(text);
}

TESTS(make_one, drop_one)
