/* SPDX-License-Identifier: MIT */
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

TEST(a_pc_goes_to_the_region_that_reaches_it)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x2000)),
               TICK(0x1004), TICK(0x200c), TICKS(0x1800, 2)));
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(1, 3), 1);
    assert_int_equal(all(0) + all(1), 2);
}

TEST(a_regions_first_address_is_inside_it_or_not)
{
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_BELOW),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_AT_OR_BELOW),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_BELOW),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x1001)));
    assert_int_equal(counter(0, 0), 1);
    assert_false(asked(RULE_REGION_START));
}

TEST(only_the_first_listed_may_have_its_first_address)
{
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_FIRST_LISTED),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x2000), CODE(1, 0x1000)),
               TICK(0x1000), TICK(0x2000)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(all(1), 0);
}

/* A pc in three regions, of offsets 0x1004, 0x1000 and 0x1008 in order. */
static void overlap(enum choice choice)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, CODE(0, 0x1004), CODE(1, 0x1000),
                       CODE(2, 0x1008)),
               TICK(0x100c)));
}

TEST(of_overlapping_regions_the_largest_offset_counts)
{
    overlap(REGION_OVERLAP_LARGEST_OFFSET);
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 1), 1);
    overlap(REGION_OVERLAP_FIRST_LISTED);
    assert_int_equal(all(1) + all(2), 0);
    assert_int_equal(counter(0, 2), 1);
    overlap(REGION_OVERLAP_SMALLEST_OFFSET);
    assert_int_equal(all(0) + all(2), 0);
    assert_int_equal(counter(1, 3), 1);
    overlap(REGION_OVERLAP_EVERY);
    assert_int_equal(counter(0, 2), 1);
    assert_int_equal(counter(1, 3), 1);
    assert_int_equal(counter(2, 1), 1);
}

TEST(of_equal_offsets_the_first_counts)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x1000)),
               TICK(0x1004)));
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(all(1), 0);
    assert_false(asked(RULE_REGION_OVERLAP));
    run(DIALECT_IRIX, CHOICES_ARE(REGION_TIE_LAST_LISTED),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x1000)),
               TICK(0x1004)));
    assert_int_equal(all(0), 0);
    assert_int_equal(counter(1, 1), 1);
}

/* The chosen region, of offset 0x1004, has one counter only. */
TEST(of_equal_offsets_every_one_may_count)
{
    run(DIALECT_IRIX, CHOICES_ARE(REGION_TIE_EVERY),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, REGION(0, 2, 0x1000, 0x8000),
                       CODE(1, 0x0ffc), CODE(2, 0x1000)),
               TICK(0x1001), TICK(0x1004)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(all(1), 0);
    assert_int_equal(counter(2, 0), 1);
    assert_int_equal(counter(2, 1), 1);
    run(DIALECT_IRIX,
        CHOICES_ARE(REGION_TIE_EVERY, REGION_OVERLAP_FIRST_LISTED),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x0ffc),
                       CODE(2, 0x1000)),
               TICK(0x1001)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(all(1) + all(2), 0);
    run(DIALECT_IRIX, CHOICES_ARE(REGION_TIE_EVERY),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000),
                       REGION(1, 2, 0x1000, 0x8000)),
               TICK(0x1004), TICK(0x1100)));
    assert_int_equal(all(0), 1);
    assert_int_equal(all(1), 0);
}

static void past_the_end(enum choice choice)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000),
                       REGION(1, 2, 0x1004, 0x8000), BIN(2)),
               TICK(0x100c)));
}

TEST(past_the_chosen_regions_end_is_as_each_choice_says)
{
    past_the_end(REGION_END_OVERFLOW_BIN);
    assert_int_equal(all(0), 0);
    assert_int_equal(counter(2, 0), 1);
    past_the_end(REGION_END_NEXT_LOWER);
    assert_int_equal(counter(0, 3), 1);
    assert_int_equal(counter(2, 0), 0);
}

TEST(every_region_counts_even_past_the_end_of_one)
{
    run(DIALECT_IRIX, CHOICES_ARE(REGION_OVERLAP_EVERY),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, REGION(1, 2, 0x1004, 0x8000),
                       CODE(0, 0x1000), BIN(2)),
               TICK(0x100c), TICK(0x1100)));
    assert_int_equal(counter(0, 3), 1);
    assert_int_equal(counter(1, 0), 0);
    assert_int_equal(counter(2, 0), 1); /* 0x1100 alone */
    assert_false(asked(RULE_REGION_END));
}

TEST(the_only_region_has_no_next)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, CODE(0, 0x1000)),
               TICK(0x1100)));
    assert_false(asked(RULE_REGION_END));
    assert_int_equal(all(0), 0);
}

TEST(of_two_overflow_bins_a_disabled_one_is_as_each_choice_says)
{
    static const enum choice choices[] = {DISABLED_REGION_ABSENT,
                                          DISABLED_REGION_SHADOWS};

    for (unsigned k = 0; k < 2; k++) {
        run(DIALECT_GLIBC, CHOICES_ARE(choices[k]),
            SCRIPT(
                BUFFERS,
                SPROFIL(2, FLAG_USHORT, REGION(0, 0, 0, 2), REGION(1, 8, 0, 2)),
                TICK(0x9000)));
        assert_int_equal(counter(1, 0), k == 0);
    }
}

/* A region of the largest offset that counts nothing. */
static void disabled(enum choice choice, unsigned size, uint64_t scale)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000),
                       REGION(1, size, 0x1004, scale), BIN(2)),
               TICK(0x1008)));
}

TEST(a_disabled_region_is_as_each_choice_says)
{
    disabled(DISABLED_REGION_ABSENT, 8, 1);
    assert_int_equal(counter(0, 2), 1);
    disabled(DISABLED_REGION_SHADOWS, 8, 1);
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 0), 1);
    disabled(DISABLED_REGION_COUNTS, 8, 1);
    assert_int_equal(all(0), 0);
    assert_int_equal(counter(1, 0), 1);
    disabled(DISABLED_REGION_COUNTS, 0, 0x8000);
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 0), 1);
    disabled(DISABLED_REGION_ABSENT, 0, 0x8000);
    assert_int_equal(counter(0, 2), 1);
}

TEST(a_region_that_faulted_is_a_disabled_region)
{
    static const enum choice rows[] = {DISABLED_REGION_ABSENT,
                                       DISABLED_REGION_SHADOWS};

    for (unsigned k = 0; k < 2; k++) {
        run(DIALECT_IRIX, CHOICES_ARE(rows[k]),
            SCRIPT(BUFFERS,
                   SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x1004)),
                   PROTECT(1), TICKS(0x1008, 3)));
        assert_int_equal(counter(0, 2), k == 0 ? 2 : 0);
        assert_int_equal(all(1), 0);
    }
}

TEST(a_pc_of_a_list_element_is_below_p_high)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1004, 0xffff)),
               TICK(0xfff), TICK(0x1000), TICK(0x1003), TICK(0x1004)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 2), 0);
    run(DIALECT_AIX, CHOICES_ARE(LIST_BOUNDS_BUFFER_ONLY),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1004, 0xffff)),
               TICK(0xfff), TICK(0x1004)));
    assert_int_equal(all(0), 1);
    assert_int_equal(counter(0, 2), 1);
}

TEST(an_element_that_ends_before_a_pc_and_has_no_counter_for_it_is_no_claimant)
{
    run(DIALECT_AIX,
        CHOICES_ARE(LIST_BOUNDS_BUFFER_ONLY, REGION_OVERLAP_SMALLEST_OFFSET,
                    REGION_END_NOWHERE, DISABLED_REGION_SHADOWS),
        SCRIPT(BUFFERS,
               LIST(ELEMENT(0, 8, 0x1000, 0x1010, 0x8000),
                    ELEMENT(2, 8, 0x1800, 0x1810, 0),
                    ELEMENT(1, 8, 0x2000, 0x2010, 0x8000)),
               TICK(0x2004)));
    assert_int_equal(counter(1, 1), 1);
    assert_int_equal(all(0) + all(2), 0);
    assert_false(asked(RULE_REGION_OVERLAP));
}

TEST(a_pc_below_all_regions_is_as_below_offset_says)
{
    run(DIALECT_IRIX, CHOICES_ARE(BELOW_OFFSET_COUNTED_IN_FIRST),
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, REGION(0, 8, 0x1000, 0), CODE(1, 0x2000),
                       BIN(2)),
               TICK(0x800)));
    assert_int_equal(all(0), 0);
    assert_int_equal(counter(1, 0), 1);
    assert_int_equal(counter(2, 0), 0);
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(
            BUFFERS,
            SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x2000), BIN(2)),
            TICK(0x800)));
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 0), 1);
}

TEST(of_several_regions_above_a_pc_the_first_claims_it)
{
    run(DIALECT_IRIX, CHOICES_ARE(BELOW_OFFSET_COUNTED_IN_FIRST),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x2000), CODE(1, 0x1000)),
               TICK(0x800)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(all(1), 0);
}

TEST(a_pc_below_p_low_is_no_list_elements)
{
    run(DIALECT_AIX, CHOICES_ARE(BELOW_OFFSET_COUNTED_IN_FIRST),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1004, 0xffff)),
               TICK(0xfff)));
    assert_int_equal(all(0), 0);
}

TEST(an_element_of_computed_scale_takes_its_pcs)
{
    run(DIALECT_AIX, CHOICES_ARE(REGION_END_NEXT_LOWER),
        SCRIPT(BUFFERS,
               LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff),
                    ELEMENT(1, 8, 0x1004, 0x100c, SCALE_COMPUTED)),
               TICK(0x1006)));
    assert_int_equal(all(0), 0);
    assert_true(buffer_of(0, 1)->undetermined);
}

TEST(what_starts_below_a_pc_comes_before_what_starts_above)
{
    run(DIALECT_IRIX, CHOICES_ARE(BELOW_OFFSET_COUNTED_IN_FIRST),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x2000), CODE(1, 0x1000)),
               TICK(0x1004)));
    assert_int_equal(all(0), 0);
    assert_int_equal(counter(1, 1), 1);
}

TEST(a_single_region_of_profil_begins_at_its_offset)
{
    run(DIALECT_HPUX, AS_PERMITTED,
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0xffff), TICK(0x1000),
               TICK(0xfff)));
    assert_int_equal(counter(0, 0), 1);
    assert_false(asked(RULE_REGION_START));
}

TESTS(NULL, NULL)
