/* SPDX-License-Identifier: MIT */
#include "case.h"
#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

/* Every operation and every way to write an argument, and what is read. */
static struct whole_file everything;
static struct case_list all;

static struct case_list read_cases(const char *text)
{
    struct case_list list = {0};
    struct case_error error = {""};
    bool parsed = case_list_parse(&list, "t", text, strlen(text), &error);

    assert_string_equal(error.text, "");
    assert_true(parsed);
    return list;
}

static char *print_cases(const struct case_list *list)
{
    struct memory_stream text;
    FILE *out = memory_stream(&text);

    for (size_t i = 0; i < list->count; i++)
        test_case_print(&list->cases[i], out);
    return memory_stream_end(&text);
}

TEST(canonical_text_prints_as_it_was_read)
{
    char *text = print_cases(&all);

    assert_string_equal(text, everything.text);
    free(text);
}

/* What operations say, the model's golden text shows. */
TEST(a_case_has_its_place_and_its_dialects)
{
    assert_int_equal(all.cases[0].dialects, 1 << DIALECT_AIX);
    assert_int_equal(all.cases[0].script.address_bits, 32);
    assert_int_equal(all.cases[0].line, 1);
    assert_int_equal(all.cases[1].line, 29);
    assert_string_equal(all.cases[0].file, "t");
    assert_int_equal(all.cases[1].dialects,
                     1 << DIALECT_IRIX | 1 << DIALECT_GLIBC);
    assert_int_equal(all.cases[2].dialects,
                     ((1 << DIALECTS) - 1) & ~(1 << DIALECT_GMON));
}

/* These never change: reports and bug reports quote them. */
TEST(ids_are_stable)
{
    assert_string_equal(all.cases[0].id, "everything-aix.7b9bc7af");
    assert_string_equal(all.cases[1].id, "everything-irix.72c3d539");
    assert_string_equal(all.cases[2].id, "any-dialect.99fe4fea");
}

TEST(ids_depend_on_operations_alone)
{
    struct case_list list = read_cases(
        "case a\nbuffer b 64\ntick 0x1002\n"
        "case b # a comment\r\n\n  # and one\n\tbuffer   b 0x40\ntick 4098\r\n"
        "case c\nbuffer b 64\ntick 0x1003\n"
        "case d\ndialect hpux\nbuffer b 64\ntick 0x1002\n"
        "case e\naddress 32\nbuffer b 64\ntick 0x1002");

    assert_string_equal(list.cases[0].id + 2, list.cases[1].id + 2);
    for (size_t i = 2; i < 5; i++)
        assert_string_not_equal(list.cases[0].id + 2, list.cases[i].id + 2);
    case_list_free(&list);
}

TEST(cases_are_found_by_id_and_by_slug)
{
    assert_ptr_equal(case_list_find(&all, "any-dialect"), &all.cases[2]);
    assert_ptr_equal(case_list_find(&all, all.cases[1].id), &all.cases[1]);
    assert_null(case_list_find(&all, "any-dialect.00000000"));
}

TEST(one_operation_prints_cut_to_size)
{
    char text[80];

    test_case_print_op(&all.cases[0], 3, text, sizeof text);
    assert_string_equal(text, "profil b 64 0x1000 0x8000");
    test_case_print_op(&all.cases[0], 3, text, 9);
    assert_string_equal(text, "profil b");
}

TEST(an_operation_built_by_hand_prints_without_streams)
{
    struct case_list list = {0};
    struct tick *ticks = calloc(1, sizeof *ticks);
    struct op *ops = calloc(1, sizeof *ops);
    struct test_case c = {.slug = "by-hand"};
    char *text;

    *ticks = (struct tick){0x1000, 1};
    *ops = (struct op){.kind = OP_TICKS, .ticks = ticks, .tick_count = 1};
    c.script = (struct script){ops, 1, 64, 0, false};
    case_list_add(&list, &c);
    text = print_cases(&list);
    assert_string_equal(text, "case by-hand\ntick 0x1000\n");
    assert_int_equal(list.cases[0].dialects,
                     ((1 << DIALECTS) - 1) & ~(1 << DIALECT_GMON));
    free(text);
    case_list_free(&list);
}

/* By the last call that is given the buffer, and not by one of another. */
TEST(each_buffer_has_counters_of_its_own_width)
{
    struct case_list list = read_cases(
        "case a\nbuffer b 16\nbuffer c 16\nbuffer d 16\nbuffer e 16\n"
        "sprofil [ b 16 0x1000 0x8000 ; c 16 0x2000 0x8000 ] 2 null "
        "uint\n"
        "profil b 16 0x1000 0x8000\n"
        "sprofil [ d 16 0x1000 0x8000 ] 1 null ushort\n"
        "sprofil [ d 16 0x1000 0x8000 ] 1 null uint\n"
        "profil d 16 0x1000 0\n"
        "sprofil [ d 16 0x1000 0x8000 ] 1 null uint\n");
    static const unsigned widths[] = {2, 4, 4, 4};

    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(test_case_width_of(&list.cases[0], k), widths[k]);
    case_list_free(&list);
}

/* Damage one byte in every place, in several ways: a text is either refused
 * with a place, or read to a case that prints to a fixed point. */
TEST(damaged_text_is_refused_or_read_to_a_fixed_point)
{
    static const char damage[] = "\0\n #[];x0-|=\xff";
    size_t length = everything.length;
    char *text = memory_text(everything.text);

    for (size_t at = 0; at < length; at++)
        for (size_t d = 0; d < sizeof damage - 1; d++) {
            struct case_list list = {0};
            struct case_error error = {""};

            text[at] = damage[d];
            if (case_list_parse(&list, "t", text, length, &error)) {
                char *once = print_cases(&list);
                struct case_list again = read_cases(once);
                char *twice = print_cases(&again);

                assert_string_equal(once, twice);
                free(once);
                free(twice);
                case_list_free(&again);
            } else {
                assert_memory_equal(error.text, "t:", 2);
                assert_non_null(strstr(error.text, ": read "));
            }
            text[at] = everything.text[at];
            case_list_free(&list);
        }
    free(text);
}

TEST(both_ends_of_an_arc_have_its_count)
{
    struct case_list list = read_cases("case a\narc 1 2 x3\n");
    const struct tick *ticks = list.cases[0].script.ops[0].ticks;

    assert_int_equal(ticks[0].count, 3);
    assert_int_equal(ticks[1].count, 3);
    case_list_free(&list);
}

TEST(cases_before_the_mistake_are_kept)
{
    static const char text[] = "case a\ntick 1\ncase b\ntick 2\ntock 3\n";
    struct case_list list = {0};
    struct case_error error;

    assert_false(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_int_equal(list.count, 1);
    assert_string_equal(list.cases[0].slug, "a");
    case_list_free(&list);
}

/* The same name in two files is no mistake; an exec in a child leaves the
 * parent alive; a list may be full. */
TEST(what_is_allowed_is_read)
{
    static const char text[] = "case a\nfork\nexec\nend\nfork\ntick 1\nend\n"
                               "tick 1\nexec\n";
    struct case_list list = {0};
    struct case_error error;
    char full[16 * SCRIPT_LIST] = "case full\nsprofil [ null 0 0 0", *end;

    assert_true(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_true(case_list_parse(&list, "u", text, strlen(text), &error));
    for (unsigned i = 1; i < SCRIPT_LIST; i++)
        strcat(full, " ; null 0 0 0");
    end = full + strlen(full);
    strcpy(end, " ] 1025 null 0\n");
    assert_true(case_list_parse(&list, "v", full, strlen(full), &error));
    assert_int_equal(list.cases[2].script.ops[0].call.listed, SCRIPT_LIST);
    strcpy(end, " ; null 0 0 0 ] 1025 null 0\n");
    assert_false(case_list_parse(&list, "v", full, strlen(full), &error));
    assert_string_equal(error.text, "v:2: read null, expected ]: a list "
                                    "holds at most 1025 regions");
    case_list_free(&list);
}

static int set_up(void **state)
{
    (void)state;
    if (!whole_file_read(&everything,
                         "conformance/language/accepted/cases.txt"))
        return -1;
    all = read_cases(everything.text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    case_list_free(&all);
    free(everything.text);
    return 0;
}

TESTS(set_up, tear_down)
