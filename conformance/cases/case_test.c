/* SPDX-License-Identifier: MIT */
#include "case.h"
#include "conformance/base/grow.h"
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

/* Every operation and every way to write an argument. */
static const char everything[] =
    "case everything-aix\n"
    "dialect aix\n"
    "address 32\n"
    "buffer b 64 fill16=0xfffe shared\n"
    "buffer o 4 fill32=0xfffffffe\n"
    "buffer none 0\n"
    "profil b 64 0x1000 0x8000\n"
    "profil b+2 9 0xa 9\n"
    "profil null 0 0 0\n"
    "profil bad 64 0xffffffff 0xffffffff\n"
    "profil [ 0x1000 0x2000 b 64 0x8000 ; 0x3000 0x4000 b+4 8 -1 ] -1 0 0\n"
    "profil [ ] -1 0 0\n"
    "profil null -1 0 0\n"
    "profil bad -1 0 0\n"
    "tick 0x1002\n"
    "tick 0x1002 x3 9 0xa x70000\n"
    "stream seed=18446744073709551615 n=1000 over=edges\n"
    "sweep 0x1000 0x2000 2 b+2 62\n"
    "caller set\n"
    "fork\n"
    "unmap b\n"
    "exec\n"
    "end\n"
    "remap b\n"
    "protect o\n"
    "sleep 0x1000 100\n"
    "caller check\n"
    "exec\n"
    "case everything-irix\n"
    "buffer b 64\n"
    "sprofil [ b 64 0x1000 0x8000 ; null 2 0 2 ] 2 tv ushort\n"
    "sprofil [ ] -1 bad uint|fast\n"
    "sprofil bad 80 null 0\n"
    "sprofil null 1 null ushort|uint|fast\n"
    "stream seed=7 n=10 over=uniform\n"
    "stream seed=7 n=10 over=hot\n"
    "stream seed=7 n=10 over=far\n"
    "stream seed=7 n=10 over=saturate\n"
    "case any-dialect\n"
    "tick 0xffffffffffffffff\n"
    "case everything-monitor\n"
    "buffer b 64\n"
    "monitor 0x1000 0x1040 b+2 31 4\n"
    "monitor 1 0 [ 0x1000 0x2000 b 64 0x8000 ; 0x3000 0x4000 null 0 -1 ] -1 0\n"
    "monitor 0 0 bad -1 2147483647\n"
    "monitor 0 0 null 0 0\n"
    "monstartup 0x1000 0x2000\n"
    "moncontrol 1\n"
    "calls 0x1000 0x2000 x3\n"
    "monitor 0\n"
    "file\n"
    "fork\n"
    "exit\n"
    "end\n"
    "exit\n"
    "case everything-gmon\n"
    "monstartup 0x1000 0x2000\n"
    "mcleanup\n"
    "rate\n";

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
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    for (size_t i = 0; i < list->count; i++)
        test_case_print(&list->cases[i], out);
    fclose(out);
    return text;
}

static void assert_same_regions(const struct region_arguments *a,
                                const struct region_arguments *b)
{
    assert_int_equal(a->base.kind, b->base.kind);
    assert_int_equal(a->base.buffer, b->base.buffer);
    assert_int_equal(a->base.at, b->base.at);
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->scale, b->scale);
    assert_int_equal(a->high, b->high);
}

static void assert_same_ops(const struct op *a, const struct op *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->buffer, b->buffer);
    assert_int_equal(a->fill_width, b->fill_width);
    assert_int_equal(a->shared, b->shared);
    assert_int_equal(a->fill, b->fill);
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->at, b->at);
    assert_int_equal(a->milliseconds, b->milliseconds);
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->step, b->step);
    assert_int_equal(a->call.kind, b->call.kind);
    assert_int_equal(a->call.list_kind, b->call.list_kind);
    assert_int_equal(a->call.tvp, b->call.tvp);
    assert_int_equal(a->call.flags, b->call.flags);
    assert_int_equal(a->call.count, b->call.count);
    assert_int_equal(a->call.listed, b->call.listed);
    assert_same_regions(&a->call.region, &b->call.region);
    for (uint32_t i = 0; i < a->call.listed; i++)
        assert_same_regions(&a->call.list[i], &b->call.list[i]);
    assert_int_equal(a->tick_count, b->tick_count);
    for (size_t i = 0; i < a->tick_count; i++) {
        assert_int_equal(a->ticks[i].pc, b->ticks[i].pc);
        assert_int_equal(a->ticks[i].count, b->ticks[i].count);
    }
}

static void assert_same_cases(const struct test_case *a,
                              const struct test_case *b)
{
    assert_string_equal(a->id, b->id);
    assert_int_equal(a->dialects, b->dialects);
    assert_int_equal(a->script.address_bits, b->script.address_bits);
    assert_memory_equal(a->names, b->names, sizeof a->names);
    assert_int_equal(a->script.count, b->script.count);
    for (size_t i = 0; i < a->script.count; i++) {
        assert_same_ops(&a->script.ops[i], &b->script.ops[i]);
        assert_int_equal(a->streams[i].seed, b->streams[i].seed);
        assert_int_equal(a->streams[i].n, b->streams[i].n);
        assert_int_equal(a->streams[i].over, b->streams[i].over);
    }
}

TEST(canonical_text_prints_as_it_was_read)
{
    struct case_list list = read_cases(everything);
    char *text = print_cases(&list);

    assert_string_equal(text, everything);
    free(text);
    case_list_free(&list);
}

TEST(what_is_printed_parses_to_the_same_case)
{
    struct case_list list = read_cases(everything);
    char *text = print_cases(&list);
    struct case_list again = read_cases(text);

    assert_int_equal(again.count, list.count);
    for (size_t i = 0; i < list.count; i++)
        assert_same_cases(&again.cases[i], &list.cases[i]);
    free(text);
    case_list_free(&again);
    case_list_free(&list);
}

TEST(fields_are_filled_from_the_words)
{
    struct case_list list = read_cases(everything);
    const struct op *ops = list.cases[0].script.ops;

    assert_int_equal(list.cases[0].dialects, 1 << DIALECT_AIX);
    assert_int_equal(list.cases[0].script.address_bits, 32);
    assert_int_equal(list.cases[0].line, 1);
    assert_int_equal(list.cases[1].line, 29);
    assert_string_equal(list.cases[0].file, "t");
    assert_int_equal(ops[0].fill, 0xfffe);
    assert_int_equal(ops[1].fill_width, 4);
    assert_int_equal(ops[4].call.region.base.at, 2);
    assert_int_equal(ops[4].call.region.size, 9);
    assert_int_equal(ops[4].call.region.offset, 10);
    assert_int_equal(ops[7].call.list[1].high, 0x4000);
    assert_int_equal(ops[7].call.list[1].scale, SCALE_COMPUTED);
    assert_int_equal(ops[9].call.list_kind, POINTER_NULL);
    assert_int_equal(ops[12].tick_count, 3);
    assert_int_equal(ops[12].ticks[2].pc, 10);
    assert_int_equal(ops[12].ticks[2].count, 70000);
    assert_int_equal(ops[14].size, 62);
    ops = list.cases[1].script.ops;
    assert_int_equal(ops[1].call.tvp, POINTER_GIVEN);
    assert_int_equal(ops[1].call.flags, FLAG_USHORT);
    assert_int_equal(ops[2].call.count, -1);
    assert_int_equal(ops[2].call.flags, FLAG_UINT | FLAG_FAST);
    assert_int_equal(list.cases[1].dialects,
                     1 << DIALECT_IRIX | 1 << DIALECT_GLIBC);
    assert_int_equal(list.cases[2].dialects,
                     ((1 << DIALECTS) - 1) & ~(1 << DIALECT_GMON));
    case_list_free(&list);
}

/* These never change: reports and bug reports quote them. */
TEST(ids_are_stable)
{
    struct case_list list = read_cases(everything);

    assert_string_equal(list.cases[0].id, "everything-aix.7b9bc7af");
    assert_string_equal(list.cases[1].id, "everything-irix.72c3d539");
    assert_string_equal(list.cases[2].id, "any-dialect.99fe4fea");
    case_list_free(&list);
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
    struct case_list list = read_cases(everything);

    assert_ptr_equal(case_list_find(&list, "any-dialect"), &list.cases[2]);
    assert_ptr_equal(case_list_find(&list, list.cases[1].id), &list.cases[1]);
    assert_null(case_list_find(&list, "any-dialect.00000000"));
    case_list_free(&list);
}

TEST(one_operation_prints_cut_to_size)
{
    struct case_list list = read_cases(everything);
    char text[80];

    test_case_print_op(&list.cases[0], 3, text, sizeof text);
    assert_string_equal(text, "profil b 64 0x1000 0x8000");
    test_case_print_op(&list.cases[0], 3, text, 9);
    assert_string_equal(text, "profil b");
    case_list_free(&list);
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
    assert_true(case_list_add(&list, &c));
    text = print_cases(&list);
    assert_string_equal(text, "case by-hand\ntick 0x1000\n");
    assert_int_equal(list.cases[0].dialects,
                     ((1 << DIALECTS) - 1) & ~(1 << DIALECT_GMON));
    free(text);
    case_list_free(&list);
}

TEST(running_out_of_memory_is_an_error_and_leaks_nothing)
{
    bool parsed = false;

    for (long limit = 0; !parsed; limit++) {
        struct case_list list = {0};
        struct case_error error = {""};

        assert_true(limit < 1000);
        grow_limit = limit;
        parsed =
            case_list_parse(&list, "t", everything, strlen(everything), &error);
        grow_limit = -1;
        assert_true(parsed || strstr(error.text, "no memory left"));
        case_list_free(&list);
    }
}

/* Damage one byte in every place, in several ways: a text is either refused
 * with a place, or read to a case that prints to a fixed point. */
TEST(damaged_text_is_refused_or_read_to_a_fixed_point)
{
    static const char damage[] = "\0\n #[];x0-|=\xff";
    char text[sizeof everything];

    for (size_t at = 0; at < sizeof everything - 1; at++)
        for (size_t d = 0; d < sizeof damage - 1; d++) {
            struct case_list list = {0};
            struct case_error error = {""};

            memcpy(text, everything, sizeof text);
            text[at] = damage[d];
            if (case_list_parse(&list, "t", text, sizeof text - 1, &error)) {
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
            case_list_free(&list);
        }
}

TESTS(NULL, NULL)
