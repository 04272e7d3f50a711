/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "conformance/language/case_lex.h"
#include "options.h"
#include "reference/unit_test.h"
#include "reports/reports.h"

struct request {
    bool batch;
    const char *file, *list[2];
    size_t count;
    int format, dialect;
    unsigned dialects;
    uint64_t size;
    unsigned milliseconds;
    const struct report_format *report;
    char letter;
};

static const char *take_letter(void *request, const char *value)
{
    ((struct request *)request)->letter = *value;
    return value[1] ? "one letter" : NULL;
}

static const struct option_row rows[] = {
    OPTION("batch", SET, request, batch, NULL, "lines"),
    OPTION("file", TEXT, request, file, "FILE", "a file"),
    OPTION_REPEATED("case", request, list, count, 2, "ID", "twice at most"),
    OPTION("format", CHOICE, request, format, "text|json", "as what"),
    OPTION_BETWEEN("size", NUMBER, request, size, 1, 8, "N", "bytes"),
    OPTION("timeout", SECONDS, request, milliseconds, "SECONDS", "limit"),
    OPTION("dialect", DIALECT, request, dialect, "D", "by it"),
    OPTION("each", DIALECTS, request, dialects, "D", "by these"),
    OPTION("report", FORMAT, request, report, "FORMAT", "a report's"),
    OPTION_BY("letter", take_letter, "A", "a letter"),
    OPTIONS_HELP,
};

/* What was read, as a line of text. */
static const char *complaint_on(char **arguments)
{
    static char text[600];
    struct request r = {.format = -1, .dialect = -1};
    struct options o;
    int used;

    options_begin(&o, rows, arguments);
    switch (options_read(&o, &r)) {
    case OPTIONS_WRONG: return strcpy(text, o.error);
    case OPTIONS_HELP_WANTED: return "help";
    default: break;
    }
    used = snprintf(text, sizeof text, "%d %s %s,%s %d %" PRIu64 " %u %d %s %c",
                    r.batch, r.file ? r.file : "-",
                    r.count > 0 ? r.list[0] : "", r.count > 1 ? r.list[1] : "",
                    r.format, r.size, r.milliseconds, r.dialect,
                    r.report ? r.report->name : "-", r.letter ? r.letter : '-');
    for (size_t k = 0; k < o.word_count; k++)
        used += snprintf(text + used, sizeof text - (size_t)used, " %s",
                         o.words[k]);
    return text;
}

#define SAID(expected, ...)                                                    \
    assert_string_equal(complaint_on((char *[]){__VA_ARGS__, NULL}), expected)

TEST(each_kind_of_value_goes_where_its_row_says)
{
    SAID("1 - , -1 0 0 -1 - -", "--batch");
    SAID("0 x , -1 0 0 -1 - -", "--file", "x");
    SAID("0  , -1 0 0 -1 - -", "--file=");
    SAID("0 - a,b -1 0 0 -1 - -", "--case=a", "--case", "b");
    SAID("0 - , 1 0 0 -1 - -", "--format", "json");
    SAID("0 - , -1 8 0 -1 - -", "--size=0x8");
    SAID("0 - , -1 0 10 -1 - -", "--timeout", "0.01");
    SAID("0 - , -1 0 0 0 - -", "--dialect", "aix");
    SAID("0 - , -1 0 0 -1 junit -", "--report=junit");
    SAID("0 - , -1 0 0 -1 - z", "--letter=z");
}

TEST(words_and_options_mix)
{
    SAID("1 - , -1 0 0 -1 - - a - --batch", "a", "--batch", "-", "--",
         "--batch");
    SAID("help", "a", "-h", "--frob");
    SAID("help", "--help");
}

TEST(a_mistake_names_the_word_and_what_was_expected)
{
    SAID("unknown option '--siz'; did you mean --size?", "--siz=3");
    SAID("unknown option '-s'; see --help", "-s");
    SAID("unknown option '--'; see --help", "--=1");
    SAID("option takes no value: --batch=1", "--batch=1");
    SAID("option needs a value: --size", "--size");
    SAID("--size: read 9, expected a number from 1 to 8, decimal or 0x "
         "hexadecimal",
         "--size=9");
    SAID("--size: read nothing, expected a number from 1 to 8, decimal or 0x "
         "hexadecimal",
         "--size=");
    SAID("--case: read c, expected at most 2 of them", "--case=a", "--case=b",
         "--case=c");
    SAID("unknown format 'xml'; choose from text, json", "--format", "xml");
    SAID("unknown dialect 'axi'; did you mean aix?", "--dialect", "axi");
    SAID("--timeout: read nan, expected seconds from 0.01 to 3600", "--timeout",
         "nan");
    SAID("--timeout: read 1s, expected seconds from 0.01 to 3600",
         "--timeout=1s");
    SAID("--letter: read zz, expected one letter", "--letter=zz");
    SAID("unknown color 'red'; choose from auto, always, never", "--color=red");
}

TEST(numbers_are_decimal_or_hexadecimal)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},
                {"65536", 65536},
                {"0xffFF", 0xffff},
                {"18446744073709551615", UINT64_MAX},
                {"0xffffffffffffffff", UINT64_MAX}};
    static const char *const bad[] = {"",
                                      "x",
                                      "0x",
                                      "-1",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1k",
                                      "0177777",
                                      "00",
                                      "0xg",
                                      "18446744073709551616",
                                      "0x10000000000000000",
                                      "1.5",
                                      "a"};
    uint64_t n;

    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        assert_true(text_number(good[k].text, &n) && n == good[k].value);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_false(text_number(bad[k], &n));
}

TESTS(NULL, NULL)
