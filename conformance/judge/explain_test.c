/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "reference/unit_test.h"

static void check(enum dialect dialect, const char *choice,
                  struct mapping mapping, uint64_t pc, const char *expected)
{
    char *text = NULL, why[200];
    struct formula formula;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    formula_begin(&formula, dialect);
    assert_true(!choice || formula_choose(&formula, choice, why, sizeof why));
    explain_pc(&formula, &mapping, pc, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static struct mapping region(uint64_t offset, uint64_t size, uint64_t scale)
{
    return (struct mapping){offset, size, scale, 2, 64};
}

TEST(every_step_is_a_number_with_its_clause)
{
    check(DIALECT_AIX, NULL, region(0x400000, 64, 65535), 0x400004,
          "pc 0x400004: counter 2, bytes 4 to 5\n"
          "    d = 0x400004 - 0x400000 = 4\n"
          "    4 * 65535 = 262140\n"
          "    / 65536 = 3 + 65532/65536\n"
          "    3 is rounded up to 4  [rounding=up, aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    4 is less than the size, 64 bytes  "
          "[unit=byte-offset, aix.profil.6 "
          "(sentences 21 and 22: Description, paragraphs 5 and 6)]\n"
          "    4 / 2: counter 2\n");
}

TEST(a_scale_with_a_sign_is_shown_with_it)
{
    check(DIALECT_AIX, "rounding=signed-scale", region(0, 64, 65535), 4,
          "pc 0x4: counter 0, bytes 0 to 1\n"
          "    d = 0x4 - 0x0 = 4\n"
          "    d / 2 = 2, s is -1  [rounding=signed-scale, against "
          "aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    2 * -1 = -2\n"
          "    / 16384, rounded up to an even number: 0\n"
          "    0 is less than the size, 64 bytes  "
          "[unit=byte-offset, aix.profil.6 "
          "(sentences 21 and 22: Description, paragraphs 5 and 6)]\n"
          "    0 / 2: counter 0\n");
    check(DIALECT_AIX, "rounding=signed-scale", region(0, 64, 0x8000), 4,
          "pc 0x4: counted nowhere\n"
          "    d = 0x4 - 0x0 = 4\n"
          "    d / 2 = 2, s is -32768  [rounding=signed-scale, against "
          "aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    2 * -32768 = -65536\n"
          "    / 16384, rounded up to an even number: below 0\n");
}

TEST(a_halved_scale_may_be_rounded_up)
{
    check(DIALECT_AIX, "rounding=scale-low-bit-lost-up", region(0, 64, 3),
          0xaaac,
          "pc 0xaaac: counter 1, bytes 2 to 3\n"
          "    d = 0xaaac - 0x0 = 43692\n"
          "    d / 2 = 21846, s / 2 = 1  [rounding=scale-low-bit-lost-up, "
          "against aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    21846 * 1 = 21846\n"
          "    / 16384 = 1 + 5462/16384\n"
          "    1 is rounded up to 2  [rounding=scale-low-bit-lost-up, "
          "against aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    2 is less than the size, 64 bytes  "
          "[unit=byte-offset, aix.profil.6 "
          "(sentences 21 and 22: Description, paragraphs 5 and 6)]\n"
          "    2 / 2: counter 1\n");
}

TEST(a_forbidden_choice_names_the_clause_it_breaks)
{
    check(DIALECT_AIX, "rounding=divide-first", region(0, 64, 65535), 3,
          "pc 0x3: counter 0, bytes 0 to 1\n"
          "    d = 0x3 - 0x0 = 3\n"
          "    d / 2 = 1  [rounding=divide-first, against aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    1 * 65535 = 65535\n"
          "    / 65536 = 0 + 65535/65536\n"
          "    counter 0, which starts at byte 0\n"
          "    0 is less than the size, 64 bytes  "
          "[unit=byte-offset, aix.profil.6 "
          "(sentences 21 and 22: Description, paragraphs 5 and 6)]\n"
          "    0 / 2: counter 0\n");
}

TEST(nowhere_has_its_reason)
{
    check(DIALECT_FREEBSD, NULL, region(8, 64, 1024), 7,
          "pc 0x7: counted nowhere\n"
          "    0x7 is below the offset 0x8: not counted  "
          "[below-offset=ignored, freebsd.profil.4 "
          "(sentence 11: Description, paragraph 3, sentence 1)]\n");
    check(DIALECT_AIX, NULL, region(0, 64, 1), 7,
          "pc 0x7: counted nowhere\n"
          "    scale 1 turns profiling off  "
          "[scale-off=zero-and-one, aix.profil.8 "
          "(sentences 24 and 25: Description, paragraphs 8 and 9)]\n");
    check(DIALECT_AIX, NULL, region(0, 0, 4), 7,
          "pc 0x7: counted nowhere\n"
          "    a buffer of size 0 has no counters\n");
    check(DIALECT_FREEBSD, NULL, region(0, 63, 32768), 124,
          "pc 0x7c: counted nowhere\n"
          "    d = 0x7c - 0x0 = 124\n"
          "    124 * 32768 = 4063232\n"
          "    / 65536 = 62\n"
          "    62 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    of the 2 bytes from 62, 1 lie inside the size, 63 bytes  "
          "[odd-tail=whole-counters, freebsd.profil.2 "
          "(sentence 8: Description, paragraph 2, sentence 1)]\n");
}

TEST(narrow_products_are_shown_as_they_come_out)
{
    check(DIALECT_FREEBSD, "product=mod-2^32", region(0, 64, 32768), 0x20004,
          "pc 0x20004: counter 1, bytes 2 to 3\n"
          "    d = 0x20004 - 0x0 = 131076\n"
          "    131076 * 32768 = 4295098368\n"
          "    which comes out as 131072  "
          "[product=mod-2^32, against freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    / 65536 = 2\n"
          "    2 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    2 is less than the size, 64 bytes  "
          "[unit=byte-offset, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    2 / 2: counter 1\n");
    check(DIALECT_FREEBSD, "product=signed-32", region(0, 64, 32768), 0x10000,
          "pc 0x10000: counted nowhere\n"
          "    d = 0x10000 - 0x0 = 65536\n"
          "    65536 * 32768 = 2147483648\n"
          "    which comes out as 2147483648, as a signed number below 0  "
          "[product=signed-32, against freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n");
}

TEST(the_overflow_bin_needs_no_arithmetic)
{
    check(DIALECT_IRIX, NULL, region(0, 64, 2), UINT64_MAX,
          "pc 0xffffffffffffffff: counter 0, bytes 0 to 1\n"
          "    offset 0 and scale 2: the overflow bin  "
          "[overflow-bin=first-counter, irix.sprofil.8 "
          "(sentences 25 and 26: Description, paragraph 12, sentences 1 and "
          "2)]\n");
}

TEST(wide_numbers_are_decimal_to_the_last_digit)
{
    char text[EXPLAIN_DIGITS];

    assert_string_equal(explain_wide((struct wide){0, 0}, text), "0");
    assert_string_equal(explain_wide((struct wide){1, 0}, text),
                        "18446744073709551616");
    assert_string_equal(
        explain_wide((struct wide){UINT64_MAX, UINT64_MAX}, text),
        "340282366920938463463374607431768211455");
}

static void check_choice(const char *assignment, const char *expected)
{
    struct formula formula;
    char why[256];

    formula_begin(&formula, DIALECT_AIX);
    assert_false(formula_choose(&formula, assignment, why, sizeof why));
    assert_string_equal(why, expected);
}

TEST(a_choice_that_is_none_is_described)
{
    check_choice("rounding", "read rounding, expected rule=choice, as "
                             "rounding=up");
    check_choice("round=up",
                 "unknown rule 'round'; see profilcheck list rules");
    check_choice("scale-two=x", "unknown choice of scale-two 'x'; choose from "
                                "arithmetic, first-counter, no-size");
}

TEST(an_assumed_choice_is_one_that_the_dialect_lets_pass)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct formula formula;

        formula_begin(&formula, (enum dialect)d);
        for (unsigned r = 0; r < RULES; r++) {
            choice_set set = formula.sets.of[r];

            assert_true(set && (set & (set - 1)) == 0);
            if (dialect_has_rule((enum dialect)d, r))
                assert_int_equal(
                    set & dialect_choices((enum dialect)d, r, FORBIDDEN), 0);
        }
    }
}

TEST(what_is_kept_of_an_address_is_stated)
{
    check(DIALECT_FREEBSD, "address=pc-32", region(0x1000, 64, 0x8000),
          0x500001004,
          "pc 0x500001004: counter 1, bytes 2 to 3\n"
          "    the pc's low 32 bits: 0x1004  [address=pc-32, against "
          "freebsd.profil.3 (sentence 10: Description, paragraph 2, "
          "sentence 3)]\n"
          "    d = 0x1004 - 0x1000 = 4\n"
          "    4 * 32768 = 131072\n"
          "    / 65536 = 2\n"
          "    2 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    2 is less than the size, 64 bytes  [unit=byte-offset, "
          "freebsd.profil.3 (sentence 10: Description, paragraph 2, "
          "sentence 3)]\n"
          "    2 / 2: counter 1\n");
}

TEST(an_index_may_be_compared_with_bytes)
{
    check(DIALECT_FREEBSD, "unit=index-to-end", region(0x1000, 4, 0x8000),
          0x1006,
          "pc 0x1006: counted nowhere\n"
          "    d = 0x1006 - 0x1000 = 6\n"
          "    6 * 32768 = 196608\n"
          "    / 65536 = 3\n"
          "    3 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    3 is not at most the 2 counters  [unit=index-to-end, against "
          "freebsd.profil.3 (sentence 10: Description, paragraph 2, "
          "sentence 3)]\n");
    check(DIALECT_FREEBSD, "unit=counter-of-bytes", region(0x1000, 4, 0x8000),
          0x1008,
          "pc 0x1008: counter 2, bytes 4 to 5\n"
          "    d = 0x1008 - 0x1000 = 8\n"
          "    8 * 32768 = 262144\n"
          "    / 65536 = 4\n"
          "    4 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    counter 2 is less than the size, 4 bytes  "
          "[unit=counter-of-bytes, against freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    4 / 2: counter 2\n");
}

TESTS(NULL, NULL)
