/* SPDX-License-Identifier: MIT */
/* What is written of a case; that the file compiles, and judges as run does,
 * check.sh sees. */
#include "emit.h"

#include "conformance/base/grow.h"
#include "conformance/cases/parsed_test.h"
#include "reference/unit_test.h"

static struct emit_case made_of(enum dialect dialect, struct case_list *list,
                                const char *text)
{
    struct emit_case made;

    assert_true(emit_case_make(dialect, parsed(list, text), &made));
    return made;
}

static bool permits(const struct emit_case *made, const char *outcome)
{
    for (size_t k = 0; k < made->count; k++)
        if (strcmp(made->outcomes[k], outcome) == 0)
            return true;
    return false;
}

/* 3 * 0xc000 / 65536 is 2, or, where 3 is halved first, 1. */
TEST(each_permitted_outcome_is_told)
{
    struct case_list list = {0};
    struct emit_case made = made_of(
        DIALECT_FREEBSD, &list,
        "case c\nbuffer b 64 fill16=7\nprofil b 64 0x1000 0xc000\ntick 0x1003\n"
        "tick 0x1010 x2\n");

    assert_true(made.judged);
    assert_true(permits(&made, "1 call 0 ?;4 b 1=8 6=9;"));
    assert_true(permits(&made, "1 call 0 ?;4 b 0=8 6=9;"));
    assert_false(permits(&made, "1 call 0 ?;4 b 1=8 6=8;"));
    emit_case_free(&made);
    case_list_free(&list);
}

TEST(runs_of_equal_counters_are_told_once)
{
    struct case_list list = {0};
    struct emit_case made =
        made_of(DIALECT_IRIX, &list,
                "case c\nbuffer b 64\n"
                "sprofil [ b 64 0x1000 0x10000 ] 1 null uint\n"
                "tick 0x1008 0x100c 0x1010 0x1018 x5\n");

    assert_int_equal(made.width, 4);
    assert_true(permits(&made, "1 call 0 ?;3 b 2=1*3 6=5;"));
    emit_case_free(&made);
    case_list_free(&list);
}

/* aix may clear more than there is, where a size is one of shorts. */
TEST(what_is_beside_a_buffer_is_told)
{
    struct case_list list = {0};
    struct emit_case made = made_of(
        DIALECT_AIX, &list,
        "case c\nbuffer b 32\nprofil [ 0x1000 0x1020 b 32 0x8000 ] -1 0 0\n"
        "tick 0x1008\n");

    assert_true(permits(&made, "1 call void ?;3 b 2=1;"));
    assert_true(permits(&made, "1 call void ?;3 b 2=1 after 0=0*32;"));
    emit_case_free(&made);
    case_list_free(&list);
}

TEST(processes_and_their_ends_are_told)
{
    struct case_list list = {0};
    struct emit_case made =
        made_of(DIALECT_IRIX, &list,
                "case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\nfork\n"
                "profil b 16 0x1000 0\nend\nunmap b\n");

    assert_true(permits(&made, "1 call 0 ?;3c call 0 ?;4c b;4c child ended;"
                               "6 b unmapped;"));
    emit_case_free(&made);
    case_list_free(&list);
}

TEST(what_a_case_needs_is_seen)
{
    static const struct {
        enum dialect dialect;
        const char *text;
        unsigned needs, width, first;
    } rows[] = {
        {DIALECT_IRIX, "buffer b 16\nprofil b 16 0x1000 0x8000\n",
         EMIT_NEEDS_PROFIL, 2, 0},
        {DIALECT_IRIX, "buffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1000\n",
         EMIT_NEEDS_PROFIL | EMIT_NEEDS_TICKS, 2, 0},
        {DIALECT_FREEBSD, "buffer b 16\nprofil b+1 14 0x1000 0x8000\n",
         EMIT_NEEDS_PROFIL, 2, 1},
        {DIALECT_FREEBSD, "buffer b 16\nprofil b 65536 0x1000 0x8000\n",
         EMIT_NEEDS_PROFIL | EMIT_NEEDS_PAGES | EMIT_NEEDS_WIDE, 2, 0},
        {DIALECT_FREEBSD, "buffer b 16\nprofil b 16 0x1000 65535\n",
         EMIT_NEEDS_PROFIL, 2, 0},
        {DIALECT_FREEBSD, "buffer b 16\nprofil b 16 0x1000 65536\n",
         EMIT_NEEDS_PROFIL | EMIT_NEEDS_WIDE, 2, 0},
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 65536 ] 1 null ushort\n",
         EMIT_NEEDS_LIST | EMIT_NEEDS_WIDE, 2, 0},
        {DIALECT_FREEBSD, "profil bad 16 0x1000 0x8000\n",
         EMIT_NEEDS_PROFIL | EMIT_NEEDS_BAD, 2, 0},
        {DIALECT_FREEBSD, "buffer b 16 shared\n", EMIT_NEEDS_PROCESSES, 2, 0},
        {DIALECT_FREEBSD, "buffer b 16\nfork\nend\n", EMIT_NEEDS_PROCESSES, 2,
         0},
        {DIALECT_FREEBSD, "buffer b 16\nprotect b\n", EMIT_NEEDS_PAGES, 2, 0},
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 bad ushort\n",
         EMIT_NEEDS_LIST | EMIT_NEEDS_BAD, 2, 0},
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null ushort|uint\n",
         EMIT_NEEDS_LIST | EMIT_NEEDS_LITTLE, 1, 0},
        {DIALECT_FREEBSD, "buffer b 16 fill32=7\nprofil b 16 0x1000 0x8000\n",
         EMIT_NEEDS_PROFIL | EMIT_NEEDS_LITTLE, 1, 0},
        {DIALECT_FREEBSD, "caller set\ncaller check\n", EMIT_NEEDS_MORE, 2, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        char text[200];
        struct emit_case made;

        snprintf(text, sizeof text, "case c\n%s", rows[k].text);
        made = made_of(rows[k].dialect, &list, text);
        assert_int_equal(made.needs, rows[k].needs);
        assert_int_equal(made.width, rows[k].width);
        assert_int_equal(made.first, rows[k].first);
        emit_case_free(&made);
        case_list_free(&list);
    }
}

TEST(a_computed_scale_is_left_to_the_judge)
{
    struct case_list list = {0};
    struct emit_case made =
        made_of(DIALECT_AIX, &list,
                "case c\nbuffer b 64\nprofil [ 0x1000 0x1100 b 64 -1 ] -1 0 0\n"
                "tick 0x1007\n");

    assert_false(made.judged);
    emit_case_free(&made);
    case_list_free(&list);
}

/* The case for a machine of so many bits: its text from the second line on; ""
 * where it does not fit. */
static void assert_readdressed(const char *text, unsigned bits,
                               const char *expected)
{
    struct case_list list = {0}, there = {0};
    char *got;
    bool fits;

    assert_true(emit_readdress(parsed(&list, text), bits, &there, &fits));
    assert_int_equal(fits, *expected != '\0');
    assert_int_equal(there.count, fits);
    if (fits) {
        got = test_case_text(there.cases);
        assert_string_equal(strchr(got, '\n') + 1, expected);
        free(got);
    }
    case_list_free(&list);
    case_list_free(&there);
}

TEST(a_case_is_made_for_another_machine_if_it_fits)
{
    static const char plain[] = "case c\ndialect aix irix\nbuffer b 16\n"
                                "profil b 16 0xffff1000 0x8000\n";

    assert_readdressed(plain, 64, strchr(plain, '\n') + 1);
    assert_readdressed(plain, 32,
                       "dialect aix irix\naddress 32\nbuffer b 16\n"
                       "profil b 16 0xffff1000 0x8000\n");
    assert_readdressed(plain, 16, "");
    assert_readdressed("case c\naddress 32\nbuffer b 4\n", 32,
                       "address 32\nbuffer b 4\n");
    assert_readdressed("case c\naddress 32\nbuffer b 4\n", 64, "");
    assert_readdressed("case c\nbuffer b 4\nprofil b 4 0x1000 65536\n", 32,
                       "address 32\nbuffer b 4\nprofil b 4 0x1000 0x10000\n");
    assert_readdressed("case c\nbuffer b 4\nprofil b 4 0x1000 65535\n", 16,
                       "address 16\nbuffer b 4\nprofil b 4 0x1000 0xffff\n");
    assert_readdressed("case c\nbuffer b 4\nprofil b 4 0x1000 65536\n", 16, "");
}

TEST(where_memory_runs_out_nothing_is_kept)
{
    struct case_list list = {0};
    const struct test_case *c =
        parsed(&list, "case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\n");
    struct emit_case made;

    grow_limit = 0;
    assert_false(emit_case_make(DIALECT_FREEBSD, c, &made));
    grow_limit = -1;
    assert_null(made.outcomes);
    case_list_free(&list);
}

TESTS(NULL, NULL)
