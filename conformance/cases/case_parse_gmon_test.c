/* SPDX-License-Identifier: MIT */
/* Lines of the runtime behind -pg. */
#include "parsed_test.h"
#include "reference/gmon/counts.h"
#include "reference/rules.h"
#include "reference/unit_test.h"

#include <stdio.h>

static const struct refused {
    const char *text;  /* after "case a\n" */
    const char *error; /* how it begins, after "t:2: read " */
} refused[] = {
    {"arc\n", "the end of the line, expected where a call comes from"},
    {"arc 1\n", "the end of the line, expected the function called"},
    {"arc x 2\n", "x, expected where a call comes from"},
    {"arc 1 x3\n", "x3, expected the function called"},
    {"arc 1 2 x0\n", "x0, expected x and a number from 1"},
    {"arc 1 2 3\n", "the end of the line, expected the function called"},
    {"arcs\n", "the end of the line, expected where the first call comes"},
    {"arcs 1\n", "the end of the line, expected the first function called"},
    {"arcs 1 2\n", "the end of the line, expected a number of bytes between"},
    {"arcs 1 2 4294967296 4\n", "4294967296, expected a number of bytes"},
    {"arcs 1 2 16\n", "the end of the line, expected a number of arcs"},
    {"arcs 1 2 16 65537\n", "65537, expected a number of arcs"},
    {"arcs 1 2 16 x\n", "x, expected a number of arcs"},
    {"arcs 1 2 24 4\n", "the end of the line, expected steps of a multiple of "
                        "16 bytes"},
    {"arcs 1 2 16 4 5\n", "5, expected the end of the line"},
    {"profile 1\n", "1, expected the end of the line"},
    {"header 1\n", "1, expected the end of the line"},
    {"said 1\n", "1, expected the end of the line"},
    {"prefix a\n", "a, expected the end of the line"},
    {"no-room 1\n", "1, expected the end of the line"},
    {"unwritable 1\n", "1, expected the end of the line"},
    {"nested\n", "the end of the line, expected where the calls come from"},
    {"nested 1\n", "the end of the line, expected the function called"},
    {"threads 1 2\n", "the end of the line, expected the other one"},
    {"threads 1 2 3\n", "the end of the line, expected a number of calls"},
    {"nested 1 2 3 4097\n", "4097, expected a number of calls"},
    {"nested 1 2 3 0\n", "the end of the line, expected calls of two"},
    {"nested 1 2 2 4\n", "the end of the line, expected calls of two"},
    {"threads 1 2 3 4 5\n", "5, expected the end of the line"},
};

static void refuse(const char *text, const char *words)
{
    struct case_list list = {0};
    struct case_error error;
    char all[400], begins[200];

    snprintf(all, sizeof all, "case a\n%s", text);
    snprintf(begins, sizeof begins, "t:2: read %s", words);
    if (case_list_parse(&list, "t", all, strlen(all), &error))
        fail_msg("accepted: %s", text);
    if (strncmp(error.text, begins, strlen(begins)) != 0)
        fail_msg("%s\n%s", error.text, begins);
    case_list_free(&list);
}

TEST(a_mistake_is_told_with_its_line)
{
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        refuse(refused[k].text, refused[k].error);
}

/* Else it would be taken for one of monitor, and its mon.out be missed. */
TEST(a_case_of_gmon_looks_at_what_gmon_alone_has)
{
    static const char text[] = "case a\ndialect gmon\nmonstartup 1 2\nexit\n";
    struct case_list list = {0};
    struct case_error error;

    assert_false(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_non_null(strstr(error.text, "an operation that gmon alone has"));
    case_list_free(&list);
}

TEST(a_line_has_so_many_arcs)
{
    struct case_list list = {0};
    char line[400] = "arc", all[500];

    for (unsigned k = 0; k < GMON_PLACES; k++)
        strcat(line, " 1 2");
    snprintf(all, sizeof all, "case a\n%s\n", line);
    assert_int_equal(parsed(&list, all)->script.ops[0].tick_count,
                     2 * GMON_PLACES);
    case_list_free(&list);
    strcat(line, " 3 4\n");
    refuse(line, "3, expected at most 16 arcs in a line");
}

TEST(each_number_is_read)
{
    struct case_list list = {0};
    const struct test_case *c =
        parsed(&list, "case a\narc 0x10 0x20 x3 5 6\narcs 7 8 32 65536\n"
                      "arcs 0 0 0 0\nprofile\nheader\nsaid\nprefix\n"
                      "no-room\nunwritable\nnested 1 2 3 4096\n"
                      "threads 9 10 11 1\n");
    const struct op *ops = c->script.ops;

    assert_int_equal(c->script.count, 11);
    assert_int_equal(c->dialects, 1u << DIALECT_GMON);
    assert_int_equal(ops[0].kind, OP_ARCS);
    assert_int_equal(ops[0].tick_count, 4);
    assert_int_equal(ops[0].ticks[0].pc, 0x10);
    assert_int_equal(ops[0].ticks[0].count, 3);
    assert_int_equal(ops[0].ticks[1].pc, 0x20);
    assert_int_equal(ops[0].ticks[1].count, 3);
    assert_int_equal(ops[0].ticks[2].pc, 5);
    assert_int_equal(ops[0].ticks[3].count, 1);
    assert_int_equal(ops[1].kind, OP_ROW);
    assert_int_equal(ops[1].pc, 7);
    assert_int_equal(ops[1].end, 8);
    assert_int_equal(ops[1].step, 32);
    assert_int_equal(ops[1].size, 65536);
    assert_int_equal(ops[3].kind, OP_PROFILE);
    assert_int_equal(ops[4].kind, OP_HEADER);
    assert_int_equal(ops[5].kind, OP_SAID);
    assert_int_equal(ops[6].kind, OP_PREFIX);
    assert_int_equal(ops[7].kind, OP_NO_ROOM);
    assert_int_equal(ops[8].kind, OP_UNWRITABLE);
    assert_int_equal(ops[9].kind, OP_NESTED);
    assert_int_equal(ops[9].tick_count, 3);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(ops[9].ticks[k].pc, 1 + k);
        assert_int_equal(ops[9].ticks[k].count, 4096);
    }
    assert_int_equal(ops[10].kind, OP_THREADS);
    assert_int_equal(ops[10].ticks[2].pc, 11);
    case_list_free(&list);
}

TEST(they_are_of_no_other_dialect)
{
    struct case_list list = {0};
    struct case_error error;
    static const char text[] = "case a\ndialect freebsd\narc 1 2\n";

    assert_false(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_memory_equal(error.text, "t:3: read arc, expected", 23);
    case_list_free(&list);
}

TESTS(NULL, NULL)
