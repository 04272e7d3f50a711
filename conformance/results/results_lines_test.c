/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/sha256.h"
#include "reference/unit_test.h"
#include "results_file.h"

static const char *const words[] = {"up\n", "down"};

static char *lines_of(const struct results *run)
{
    struct memory_stream text;

    results_write_run(run, memory_stream(&text));
    return memory_stream_end(&text);
}

static char *a_run(void)
{
    size_t first = 0;
    struct cause cause = {.id = (char *)"unexplained: a counter",
                          .clause = "",
                          .sentence = (char *)"It\n",
                          .cases = &first,
                          .case_count = 1,
                          .confidence = CONFIDENCE_NONE};
    static const struct named identity[] = {{"path", "a\"b\n"}};
    struct wrong_counter bins[] = {{-2, 0xa5a5, 1}, {4, 2, 0}};
    struct wrong_buffer wrong = {.buffer = "b",
                                 .width = 2,
                                 .size = 64,
                                 .offset = UINT64_MAX,
                                 .scale = 0x8000,
                                 .bins = bins,
                                 .count = 2};
    struct result cases[] = {{.id = "a\nb",
                              .rules = words,
                              .rule_count = 2,
                              .detail = (char *)"\xff\x1b",
                              .verdict = VERDICT_FAIL,
                              .input = (char *)"tick",
                              .got = (char *)"1",
                              .permitted = (char *)"2",
                              .causes = &first,
                              .cause_count = 1,
                              .program = (char *)"int\n",
                              .histogram = &wrong},
                             {.id = "c",
                              .detail = (char *)"",
                              .verdict = VERDICT_WAIVED,
                              .waiver = "known",
                              .waived = VERDICT_CRASH,
                              .finding = true}};
    struct rule_finding behaviour = {.rule = "rounding",
                                     .question = "?",
                                     .choices = words,
                                     .choice_count = 2,
                                     .clause = "",
                                     .standing = STANDING_OPEN};

    return lines_of(&(struct results){
        .version = "1",
        .identity = identity,
        .identity_count = 1,
        .implementation = "./x\n.so",
        .dialect = "aix",
        .backend = "signal",
        .cases = cases,
        .case_count = 2,
        .behaviour = &behaviour,
        .behaviour_count = 1,
        .causes = &cause,
        .cause_count = 1,
        .summary = {[VERDICT_FAIL] = 1, [VERDICT_WAIVED] = 1}});
}

TEST(each_part_is_a_line_whatever_it_holds)
{
    static const char *const expected[] = {
        "{\"line\": \"header\", \"format\": \"profilcheck.lines.1\", "
        "\"version\": \"1\", \"implementation\": \"./x\\u000a.so\", "
        "\"dialect\": \"aix\", \"backend\": \"signal\", "
        "\"house_rules\": \"warn\", "
        "\"identity\": {\"path\": \"a\\\"b\\u000a\"}, \"environment\": {}}\n",
        "{\"line\": \"case\", \"id\": \"a\\u000ab\", \"verdict\": \"fail\", "
        "\"rules\": [\"up\\u000a\", \"down\"], "
        "\"cause\": [\"unexplained: a counter\"], \"input\": \"tick\", "
        "\"got\": \"1\", \"permitted\": \"2\", "
        "\"detail\": \"\\uf7ff\\u001b\", \"program\": \"int\\u000a\", "
        "\"histogram\": {\"buffer\": \"b\", "
        "\"width\": 2, \"size\": 64, \"offset\": \"0xffffffffffffffff\", "
        "\"scale\": \"0x8000\", \"at\": [-2, 4], \"expected\": [42405, 2], "
        "\"got\": [1, 0]}}\n",
        "{\"line\": \"case\", \"id\": \"c\", \"verdict\": \"waived\", "
        "\"finding\": true, \"rules\": [], \"detail\": \"\", "
        "\"waived\": \"crash\", \"waiver\": \"known\"}\n",
        "{\"line\": \"rule\", \"rule\": \"rounding\", \"question\": \"?\", "
        "\"choices\": [\"up\\u000a\", \"down\"], \"standing\": \"open\", "
        "\"clause\": \"\"}\n",
        "{\"line\": \"cause\", \"id\": \"unexplained: a counter\", "
        "\"found\": [], \"permitted\": [], \"others\": [], \"clause\": \"\", "
        "\"confidence\": \"none\", \"sentence\": \"It\\u000a\", "
        "\"cases\": [\"a\\u000ab\"]}\n",
        ("{\"line\": \"footer\", \"cases\": 2, \"rules\": 1, \"causes\": 1, "
         "\"summary\": {")};
    char *text = a_run();
    const char *at = text;

    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        size_t length = strlen(expected[k]);

        assert_int_equal(strncmp(at, expected[k], length), 0);
        at += length;
    }
    assert_ptr_equal(strchr(at, '\n'), text + strlen(text) - 1);
    free(text);
}

TEST(the_footer_sums_up_the_lines_before_it)
{
    char *text = a_run(), digest[SHA256_HEX];
    const char *footer = strstr(text, "{\"line\": \"footer\"");
    struct sha256 sum;

    sha256_begin(&sum);
    sha256_add(&sum, text, (size_t)(footer - text));
    sha256_end_hex(&sum, digest);
    assert_non_null(strstr(footer, digest));
    free(text);
}

TEST(a_run_that_goes_on_has_its_header_and_what_was_seen)
{
    const struct result seen = {.id = "a",
                                .text = (char *)"case a\n",
                                .observed = (char *)"ended normally"};
    const struct results run = {.implementation = "x", .dialect = "y"};
    const struct results_left left = {.planned = 3, .list = "l"};
    char *text = NULL, *whole = lines_of(&run);
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    results_write_plan(&run, &left, out);
    results_write_observed(&run, &seen, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(strncmp(whole, text, strcspn(whole, "\n") + 1), 0);
    assert_string_equal(
        strchr(text, '\n') + 1,
        "{\"line\": \"plan\", \"cases\": 3, \"list\": \"l\"}\n"
        "{\"line\": \"observation\", \"implementation\": \"x\", "
        "\"dialect\": \"y\", \"id\": \"a\", \"index\": 0, "
        "\"case\": \"case a\\u000a\", \"observed\": \"ended normally\"}"
        "\n");
    free(whole);
    free(text);
}

TESTS(NULL, NULL)
