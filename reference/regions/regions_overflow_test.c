/* SPDX-License-Identifier: MIT */
/* A pc that no region takes. */
#include "reference/model_test.h"
#include "reference/unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8), BUFFER(2, 8)

/* A region of 4 counters, one a 4-byte instruction: 16 bytes of text. */
#define CODE(n, from) REGION(n, 8, from, 0x8000)
#define BIN(n)        REGION(n, 2, 0, 2)

static unsigned all(unsigned n)
{
    return counter(n, 0) + counter(n, 1) + counter(n, 2) + counter(n, 3);
}

/* Outside all regions at 0x6000; 0x6000 * 2 >> 16 is 0, 0x9000 * 2 >> 16
 * is 1, and the bin has two counters in it if its size is 4. */
static void outside(enum choice choice, enum choice rounding)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice, rounding),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), REGION(1, 4, 0, 2)),
               TICK(0x9000), TICK(0x90000)));
}

TEST(the_overflow_bin_counts_where_each_choice_says)
{
    outside(OVERFLOW_BIN_FIRST_COUNTER, ROUNDING_UP);
    assert_int_equal(counter(1, 0), 2);
    assert_int_equal(counter(1, 1), 0);
    outside(OVERFLOW_BIN_ARITHMETIC, ROUNDING_UP);
    assert_int_equal(counter(1, 0), 1);
    assert_int_equal(counter(1, 1), 1);
    outside(OVERFLOW_BIN_FORMULA_ONLY, ROUNDING_UP);
    assert_int_equal(counter(1, 0), 0);
    assert_int_equal(counter(1, 1), 1);
    outside(OVERFLOW_BIN_IGNORED, ROUNDING_UP);
    assert_int_equal(counter(1, 0) + counter(1, 1), 0);
}

/* A pc that no region takes; the first listed is on, or off, or too small. */
static void in_the_first_listed(unsigned size, uint64_t scale)
{
    run(DIALECT_IRIX, CHOICES_ARE(OVERFLOW_BIN_FIRST_LISTED),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, REGION(0, size, 0x1000, scale),
                       CODE(2, 0x2000), BIN(1)),
               TICK(0x9000)));
    assert_int_equal(all(1) + all(2), 0);
}

TEST(the_first_listed_may_count_for_the_overflow_bin)
{
    in_the_first_listed(8, 0x8000);
    assert_int_equal(counter(0, 0), 1);
    in_the_first_listed(8, 0);
    assert_int_equal(all(0), 0);
    in_the_first_listed(1, 0x8000);
    assert_int_equal(all(0), 0);
    run(DIALECT_IRIX, CHOICES_ARE(OVERFLOW_BIN_FIRST_LISTED),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x9000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x9000)));
    assert_int_equal(all(0), 0);
    run(DIALECT_AIX, CHOICES_ARE(OVERFLOW_BIN_FIRST_LISTED),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)),
               TICK(0x9000)));
    assert_int_equal(all(0), 0);
}

TEST(the_first_of_two_overflow_bins_counts)
{
    run(DIALECT_GLIBC, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(3, 0, BIN(0), BIN(1), CODE(2, 0x1000)),
               TICK(0x9000)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(counter(1, 0), 0);
}

TEST(an_overflow_bin_needs_room_for_a_counter)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_UINT, REGION(0, 3, 0, 2)),
               TICK(0x9000)));
    assert_int_equal(all(0), 0);
    assert_false(asked(RULE_OVERFLOW_BIN));
}

TEST(an_overflow_bin_that_faulted_is_off)
{
    static const enum choice choices[] = {DISABLED_REGION_ABSENT,
                                          DISABLED_REGION_SHADOWS};

    for (unsigned k = 0; k < 2; k++) {
        run(DIALECT_IRIX, CHOICES_ARE(choices[k]),
            SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, BIN(0)), PROTECT(0),
                   TICK(0x9000), REMAP(0), TICK(0x9000)));
        assert_int_equal(counter(0, 0), 0);
    }
}

TESTS(NULL, NULL)
