/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "reference/unit_test.h"
#include "reports.h"

static char *text_of(void (*write)(const void *what, FILE *out),
                     const void *what)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    write(what, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void write_string(const void *what, FILE *out)
{
    json_text(what, out);
}

static void check_string(const char *string, const char *expected)
{
    char *text = text_of(write_string, string);

    assert_string_equal(text, expected);
    free(text);
}

TEST(quotes_and_control_characters_are_escaped)
{
    check_string("", "\"\"");
    check_string("a\"b\\c/", "\"a\\\"b\\\\c/\"");
    check_string("\n\t\x01\x1b\x7f", "\"\\u000a\\u0009\\u0001\\u001b\\u007f\"");
}

TEST(whole_utf8_is_kept)
{
    check_string("\xc3\xa9 \xe2\x97\x8f \xf0\x9f\x98\x80",
                 "\"\xc3\xa9 \xe2\x97\x8f \xf0\x9f\x98\x80\"");
    check_string("\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf",
                 "\"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf\"");
}

TEST(each_byte_that_is_no_utf8_is_replaced)
{
    check_string("\x80", "\"\\ufffd\"");
    check_string("a\xc3", "\"a\\ufffd\"");
    check_string("\xe2\x97", "\"\\ufffd\\ufffd\"");
    check_string("\xe2\x97q", "\"\\ufffd\\ufffdq\"");
    check_string("\xc0\xaf", "\"\\ufffd\\ufffd\"");            /* overlong */
    check_string("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\""); /* overlong */
    check_string("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""); /* surrogate */
    check_string("\xf4\x90\x80\x80",
                 "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* past U+10FFFF */
    check_string("\xff\xfe", "\"\\ufffd\\ufffd\"");
}

static size_t first = 0, second = 1;

static struct results a_run(void)
{
    static const struct named environment[] = {{"kernel", "Linux \"x\""}};
    static const char *const rules[] = {"rounding", "unit"};
    static struct result cases[] = {
        {.id = "odd.1",
         .rules = rules,
         .rule_count = 2,
         .detail = (char *)"",
         .verdict = VERDICT_PASS},
        {.id = "odd.2",
         .detail = (char *)"a \"b\"",
         .got = (char *)"b[0] is 1",
         .permitted = (char *)"0",
         .causes = &first,
         .cause_count = 1,
         .verdict = VERDICT_FAIL,
         .text = (char *)"case odd\n",
         .observed = (char *)"ended normally at 0"},
    };
    static struct cause causes[] = {{.id = (char *)"unit=index",
                                     .rule = "unit",
                                     .found = rules,
                                     .found_count = 1,
                                     .clause = "aix.profil.6",
                                     .sentence = (char *)"It was.",
                                     .cases = &second,
                                     .case_count = 1,
                                     .confidence = CONFIDENCE_LIKELY}};
    static const struct rule_finding behaviour[] = {
        {.rule = "rounding", .choices = rules, .choice_count = 2},
        {.rule = "unit", .choice_count = 0},
    };

    return (struct results){
        .implementation = "./x.so",
        .dialect = "aix",
        .backend = "signal",
        .environment = environment,
        .environment_count = 1,
        .cases = cases,
        .case_count = 2,
        .behaviour = behaviour,
        .behaviour_count = 2,
        .causes = causes,
        .cause_count = 1,
        .summary = {[VERDICT_PASS] = 1, [VERDICT_FAIL] = 1}};
}

#define RUN                                                                    \
    "{\n\"schema\": \"profilcheck.results.1\",\n"                              \
    "\"implementation\": \"./x.so\",\n\"dialect\": \"aix\",\n"                 \
    "\"backend\": \"signal\",\n"                                               \
    "\"role\": \"subject\",\n\"identity\": {},\n"                              \
    "\"verdict\": {\"words\": \"does not conform: 1 cause, 1 of 2 cases\", "   \
    "\"judged\": true, \"conforms\": false, \"fails\": true, "                 \
    "\"by\": \"manual\", \"house_rules\": \"warn\", "                          \
    "\"broken_house_rules\": []},\n"                                           \
    "\"environment\": {\n  \"kernel\": \"Linux \\\"x\\\"\"\n},\n"              \
    "\"causes\": [\n"                                                          \
    "  {\"id\": \"unit=index\", \"rule\": \"unit\", "                          \
    "\"found\": [\"rounding\"], \"permitted\": [], \"others\": [], "           \
    "\"clause\": \"aix.profil.6\", \"confidence\": \"likely\", "               \
    "\"sentence\": \"It was.\", \"cases\": [\"odd.2\"]}\n],\n"                 \
    "\"cases\": [\n"                                                           \
    "  {\"id\": \"odd.1\", \"verdict\": \"pass\", "                            \
    "\"rules\": [\"rounding\", \"unit\"], \"detail\": \"\"},\n"                \
    "  {\"id\": \"odd.2\", \"verdict\": \"fail\", \"rules\": [], "             \
    "\"cause\": [\"unit=index\"], \"got\": \"b[0] is 1\", "                    \
    "\"permitted\": \"0\", "                                                   \
    "\"case\": \"case odd\\u000a\", "                                          \
    "\"observed\": \"ended normally at 0\", "                                  \
    "\"detail\": \"a \\\"b\\\"\"}\n],\n"                                       \
    "\"behaviour\": {\n  \"rounding\": [\"rounding\", \"unit\"],\n"            \
    "  \"unit\": []\n},\n"                                                     \
    "\"summary\": {\"pass\": 1, \"fail\": 1, \"inconsistent\": 0, "            \
    "\"crash\": 0, \"timeout\": 0, \"unsupported\": 0, "                       \
    "\"unspecified\": 0, \"inconclusive\": 0, \"error\": 0, "                  \
    "\"waived\": 0}\n}"

static void write_one(const void *what, FILE *out)
{
    report_json(what, 1, out);
}

static void write_two(const void *what, FILE *out)
{
    report_json(what, 2, out);
}

TEST(one_run_is_one_object_with_every_verdict_counted)
{
    struct results run = a_run();
    char *text = text_of(write_one, &run);

    assert_string_equal(text, RUN "\n");
    free(text);
}

TEST(several_runs_are_an_array_in_one_object)
{
    struct results runs[] = {a_run(), a_run()};
    char *text = text_of(write_two, runs);

    assert_string_equal(text, "{\n\"schema\": \"profilcheck.results.1\",\n"
                              "\"runs\": [\n" RUN ",\n" RUN "\n]\n}\n");
    free(text);
}

TESTS(NULL, NULL)
