/* SPDX-License-Identifier: MIT */
/* The quick part of the exhaustive comparison: 8 bits as a whole, and lines
 * of 16 bits of some scales. */
#include "compare.h"
#include "reference/unit_test.h"
#include "whole.h"

#define ROUNDINGS (ROUNDING_SIGNED_SCALE - ROUNDING_DOWN + 1)

static uint32_t line[FORMULA_DISTANCES];

static struct exhaustive_formula formula_of(unsigned number)
{
    return (struct exhaustive_formula){
        (enum choice)(ROUNDING_DOWN + (int)(number % ROUNDINGS)),
        (enum choice)(UNIT_BYTE_OFFSET + (int)(number / ROUNDINGS % 3)),
        number / ROUNDINGS / 3 % 2 ? 4 : 2};
}

enum { FORMULAS = ROUNDINGS * 3 * 2 };

static void check(bool good, const struct exhaustive_formula *f,
                  const struct exhaustive_difference *d)
{
    if (good)
        return;
    compare_print(f, d);
    fail();
}

TEST(the_reference_agrees_at_all_of_8_bits)
{
    struct exhaustive_difference d;

    for (unsigned n = 0; n < FORMULAS; n++) {
        struct exhaustive_formula f = formula_of(n);

        for (uint32_t k = 0; k < WHOLE_SCALES; k++)
            check(compare_scale(&f, whole_scale(k), WHOLE_SPAN, true, line, &d),
                  &f, &d);
    }
}

TEST(both_agree_on_lines_of_16_bits)
{
    static const uint32_t scales[] = {0,      1,      2,      3,      0x5555,
                                      0x7fff, 0x8000, 0xaaab, 0xffff, 65536};
    struct exhaustive_difference d;

    for (unsigned n = 0; n < FORMULAS; n++) {
        struct exhaustive_formula f = formula_of(n);

        for (unsigned k = 0; k < sizeof scales / sizeof *scales; k++)
            check(compare_scale(&f, scales[k], FORMULA_DISTANCES, false, line,
                                &d),
                  &f, &d);
        for (uint32_t s = n; s < FORMULA_SCALES; s += 4099)
            check(compare_scale(&f, s, FORMULA_DISTANCES, false, line, &d), &f,
                  &d);
    }
}

TEST(the_model_counts_as_the_slow_oracle_does)
{
    for (int r = ROUNDING_DOWN; r <= ROUNDING_DIVIDE_FIRST; r++) {
        struct exhaustive_formula f = {(enum choice)r, UNIT_BYTE_OFFSET, 2};

        for (uint32_t part = (uint32_t)r; part < WHOLE_SCALES * 256;
             part += 331)
            assert_int_equal(
                whole_compare(&f, whole_scale(part / 256), part % 256, 37),
                WHOLE_SPAN);
    }
}

/* Its twin: a line that is wrong in one place is seen, where it is. */
TEST(a_wrong_counter_is_seen)
{
    struct exhaustive_formula f = {ROUNDING_UP, UNIT_BYTE_OFFSET, 2};
    struct exhaustive_difference d = {0};

    formula_line(&f, 0xffff, COMPARE_ROOM, FORMULA_DISTANCES, line);
    line[40000]++;
    assert_false(
        compare_bins(&f, 0xffff, COMPARE_ROOM, FORMULA_DISTANCES, line, &d));
    assert_int_equal(d.distance, 40000);
    assert_int_equal(d.formula, d.other + 1);
    assert_false(compare_everywhere(&f, 0xffff, COMPARE_ROOM, FORMULA_DISTANCES,
                                    line, &d));
    assert_int_equal(d.distance, 40000);
    assert_int_equal(d.formula, d.other + 1);
    assert_false(compare_reference(&f, 0xffff, COMPARE_ROOM, FORMULA_DISTANCES,
                                   true, line, &d));
    assert_int_equal(d.distance, 40000);
}

/* Its twin: counting by another choice than the oracle is seen. */
TEST(lines_of_other_choices_differ)
{
    struct exhaustive_formula up = {ROUNDING_UP, UNIT_BYTE_OFFSET, 2};
    struct exhaustive_formula down = {ROUNDING_DOWN, UNIT_BYTE_OFFSET, 2};
    struct exhaustive_difference d = {0};

    formula_line(&up, 0xffff, 64, WHOLE_SPAN, line);
    assert_false(compare_bins(&down, 0xffff, 64, WHOLE_SPAN, line, &d));
    formula_line(&up, 0xffff, 62, WHOLE_SPAN, line);
    assert_false(compare_bins(&up, 0xffff, 64, WHOLE_SPAN, line, &d));
    assert_false(
        compare_reference(&up, 0xffff, 64, WHOLE_SPAN, false, line, &d));
}

TESTS(NULL, NULL)
