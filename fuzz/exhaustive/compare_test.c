/* SPDX-License-Identifier: MIT */
/* The quick part of the exhaustive comparison: 8 bits as a whole, and lines
 * of 16 bits of some scales. */
#include "exhaustive.h"
#include "reference/unit_test.h"

#define ROUNDINGS (ROUNDING_SIGNED_SCALE - ROUNDING_DOWN + 1)

static uint32_t line[FORMULA_DISTANCES];

static struct formula formula_of(unsigned number)
{
    return (struct formula){
        (enum choice)(ROUNDING_DOWN + (int)(number % ROUNDINGS)),
        (enum choice)(UNIT_BYTE_OFFSET + (int)(number / ROUNDINGS % 3)),
        number / ROUNDINGS / 3 % 2 ? 4 : 2};
}

enum { FORMULAS = ROUNDINGS * 3 * 2 };

static void check(bool good, const struct formula *f,
                  const struct difference *d)
{
    if (good)
        return;
    compare_print(f, d);
    fail();
}

TEST(the_reference_agrees_at_all_of_8_bits)
{
    struct difference d;

    for (unsigned n = 0; n < FORMULAS; n++) {
        struct formula f = formula_of(n);

        for (uint32_t k = 0; k < WHOLE_SCALES; k++)
            check(compare_scale(&f, whole_scale(k), WHOLE_SPAN, line, &d), &f,
                  &d);
    }
}

TEST(both_agree_on_lines_of_16_bits)
{
    static const uint32_t scales[] = {0,      1,      2,      3,      0x5555,
                                      0x7fff, 0x8000, 0xaaab, 0xffff, 65536};
    struct difference d;

    for (unsigned n = 0; n < FORMULAS; n++) {
        struct formula f = formula_of(n);

        for (unsigned k = 0; k < sizeof scales / sizeof *scales; k++)
            check(compare_scale(&f, scales[k], FORMULA_DISTANCES, line, &d), &f,
                  &d);
        for (uint32_t s = n; s < FORMULA_SCALES; s += 4099)
            check(compare_scale(&f, s, FORMULA_DISTANCES, line, &d), &f, &d);
    }
}

TEST(the_model_counts_as_the_slow_oracle_does)
{
    for (int r = ROUNDING_DOWN; r <= ROUNDING_DIVIDE_FIRST; r++) {
        struct formula f = {(enum choice)r, UNIT_BYTE_OFFSET, 2};

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
    static compare_fn *const by[] = {compare_bins, compare_reference};
    struct formula f = {ROUNDING_UP, UNIT_BYTE_OFFSET, 2};

    formula_line(&f, 0xffff, FORMULA_ROOM, FORMULA_DISTANCES, line);
    line[40000]++;
    for (unsigned k = 0; k < 2; k++) {
        struct difference d = {0};

        assert_false(
            by[k](&f, 0xffff, FORMULA_ROOM, FORMULA_DISTANCES, line, &d));
        assert_int_equal(d.distance, 40000);
        assert_int_equal(d.formula, d.other + 1);
    }
}

/* Its twin: counting by another choice than the oracle is seen. */
TEST(lines_of_other_choices_differ)
{
    static compare_fn *const by[] = {compare_bins, compare_reference};
    struct formula up = {ROUNDING_UP, UNIT_BYTE_OFFSET, 2};
    struct formula down = {ROUNDING_DOWN, UNIT_BYTE_OFFSET, 2};
    struct difference d;

    for (unsigned k = 0; k < 2; k++) {
        formula_line(&up, 0xffff, 64, WHOLE_SPAN, line);
        assert_false(by[k](&down, 0xffff, 64, WHOLE_SPAN, line, &d));
        formula_line(&up, 0xffff, 62, WHOLE_SPAN, line);
        assert_false(by[k](&up, 0xffff, 64, WHOLE_SPAN, line, &d));
    }
}

TESTS(NULL, NULL)
