/* SPDX-License-Identifier: MIT */
/* What is written of a case; that the file compiles, and judges as run does,
 * check_emit.sh sees. */
#include "emit.h"

#include "conformance/language/parsed_test.h"

static const struct test_case *case_of(struct case_list *list, const char *text)
{
    char whole[400];

    snprintf(whole, sizeof whole, "case c\n%s", text);
    return parsed(list, whole);
}

static bool permits(const struct emit_case *made, const char *outcome)
{
    for (size_t k = 0; k < made->count; k++)
        if (strcmp(made->outcomes[k], outcome) == 0)
            return true;
    return false;
}

TEST(each_permitted_outcome_is_written)
{
    static const struct {
        enum dialect dialect;
        const char *text, *permitted[2], *not ;
        size_t count; /* 0: of others, too */
    } rows[] = {
        /* 3 * 0xc000 / 65536 is 2, or, where 3 is halved first, 1. */
        {DIALECT_FREEBSD,
         "buffer b 64 fill16=7\nprofil b 64 0x1000 0xc000\ntick 0x1003\n"
         "tick 0x1010 x2\n",
         {"1 call 0 ?;4 b 1=8 6=9;", "1 call 0 ?;4 b 0=8 6=9;"},
         "1 call 0 ?;4 b 1=8 6=8;",
         0},
        {DIALECT_IRIX,
         "buffer b 64\nsprofil [ b 64 0x1000 0x10000 ] 1 null uint\n"
         "tick 0x1008 0x100c 0x1010 0x1018 x5\n",
         {"1 call 0 ?;3 b 2=1*3 6=5;"},
         NULL,
         1},
        /* aix may clear more than there is, where a size is one of shorts. */
        {DIALECT_AIX,
         "buffer b 32\nprofil [ 0x1000 0x1020 b 32 0x8000 ] -1 0 0\n"
         "tick 0x1008\n",
         {"1 call void ?;3 b 2=1;", "1 call void ?;3 b 2=1 after 0=0*32;"},
         NULL,
         0},
        {DIALECT_IRIX,
         "buffer b 16\nprofil b 16 0x1000 0x8000\nfork\n"
         "profil b 16 0x1000 0\nend\nunmap b\n",
         {"1 call 0 ?;3c call 0 ?;4c b;4c child ended;6 b unmapped;"},
         NULL,
         1},
        /* What an open buffer covers need not be written. */
        {DIALECT_FREEBSD,
         "buffer b 16\nbuffer c 16\nprofil b 16 0x1000 0x8000\n"
         "profil c 16 0x1000 0x8000\ntick 0x1008\n",
         {"2 call 0 ?;3 call 0 ?;5 b~;5 c~;",
          "2 call 0 ?;3 call -1 ?;5 b~;5 c~;"},
         "2 call 0 ?;3 call 0 ?;5 b;5 c 2=1;",
         2},
        {DIALECT_HPUX,
         "buffer b 16\nprofil b 4096 0x1000 0x8000\ntick 0x1008\n",
         {"1 call void ?;3 b~~;"},
         NULL,
         1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct arena memory = {0};
        struct emit_case made = emit_case_make(
            rows[k].dialect, case_of(&list, rows[k].text), &memory);

        assert_true(made.judged);
        for (unsigned n = 0; n < 2; n++)
            if (rows[k].permitted[n] && !permits(&made, rows[k].permitted[n]))
                fail_msg("%s is not permitted, but %s", rows[k].permitted[n],
                         made.outcomes[0]);
        assert_false(rows[k].not &&permits(&made, rows[k].not ));
        if (rows[k].count && made.count != rows[k].count)
            fail_msg("%zu outcomes of %s", made.count, rows[k].text);
        arena_free(&memory);
        case_list_free(&list);
    }
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
        struct arena memory = {0};
        struct emit_case made = emit_case_make(
            rows[k].dialect, case_of(&list, rows[k].text), &memory);

        assert_int_equal(made.needs, rows[k].needs);
        assert_int_equal(made.width, rows[k].width);
        assert_int_equal(made.first, rows[k].first);
        arena_free(&memory);
        case_list_free(&list);
    }
}

TEST(a_computed_scale_is_left_to_the_judge)
{
    struct case_list list = {0};
    struct arena memory = {0};
    const struct test_case *c =
        case_of(&list, "buffer b 64\nprofil [ 0x1000 0x1100 b 64 -1 ] -1 0 0\n"
                       "tick 0x1007\n");

    assert_false(emit_case_make(DIALECT_AIX, c, &memory).judged);
    arena_free(&memory);
    case_list_free(&list);
}

TEST(a_case_is_for_machines_of_its_addresses)
{
    static const struct {
        const char *text;
        unsigned bits; /* of those of 16, 32 and 64 that it fits, or-ed */
    } rows[] = {
        {"buffer b 16\nprofil b 16 0xffff1000 0x8000\n", 64},
        {"address 32\nbuffer b 4\nprofil b 4 0x1000 65536\n", 32},
        {"address 16\nbuffer b 4\nprofil b 4 0x1000 65535\n", 16},
        {"address 16\nbuffer b 4\nprofil b 4 0x1000 65536\n", 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        const struct test_case *c = case_of(&list, rows[k].text);
        unsigned bits = 0;

        for (unsigned b = 16; b <= 64; b *= 2)
            bits |= emit_fits(c, b) ? b : 0;
        assert_int_equal(bits, rows[k].bits);
        case_list_free(&list);
    }
}

TESTS(NULL, NULL)
