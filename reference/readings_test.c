/* SPDX-License-Identifier: MIT */
/* Where a page leaves a reading open: what each of them leads to. */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)

TEST(the_address_of_a_call_that_turns_off_is_checked_or_not)
{
#define CHECKED CHOICES_ARE(OFF_ADDRESS_CHECKED, AFTER_ERROR_KEPT)
    run(DIALECT_FREEBSD, CHECKED,
        SCRIPT(BUFFERS, ON, PROFIL_AT(BAD_POINTER, 8, 0x1000, 0),
               TICK(0x1000)));
    assert_returned(3, -1, ERROR_EFAULT);
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_FREEBSD, CHOICES_ARE(OFF_ADDRESS_UNCHECKED),
        SCRIPT(BUFFERS, ON, PROFIL_AT(BAD_POINTER, 8, 0x1000, 0),
               TICK(0x1000)));
    assert_returned(3, 0, ERROR_NONE);
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_FREEBSD, CHECKED,
        SCRIPT(BUFFERS, PROFIL_AT(NULL_POINTER, 0, 0x1000, 65536)));
    assert_returned(2, -1, ERROR_EFAULT);
    run(DIALECT_FREEBSD, CHECKED,
        SCRIPT(BUFFERS, UNMAP(0), PROFIL(0, 0, 0x1000, 65536)));
    assert_returned(3, -1, ERROR_EFAULT);
    run(DIALECT_FREEBSD, CHECKED, SCRIPT(BUFFERS, PROFIL(7, 0, 0x1000, 65536)));
    assert_returned(2, -1, ERROR_EFAULT);
    run(DIALECT_FREEBSD,
        CHOICES_ARE(OFF_ADDRESS_CHECKED, READONLY_BUFFER_ACCEPTED),
        SCRIPT(BUFFERS, ON, PROTECT(0), PROFIL(0, 8, 0, 0)));
    assert_returned(4, 0, ERROR_NONE);
    run(DIALECT_FREEBSD,
        CHOICES_ARE(OFF_ADDRESS_CHECKED, READONLY_BUFFER_EFAULT),
        SCRIPT(BUFFERS, ON, PROTECT(0), PROFIL(0, 8, 0, 0)));
    assert_returned(4, -1, ERROR_EFAULT);
    for (unsigned size = 0; size <= 8; size += 8) {
        run(DIALECT_FREEBSD, CHOICES_ARE(OFF_ADDRESS_CHECKED_OFF),
            SCRIPT(PROFIL_AT(BAD_POINTER, size, 0x1000, size ? 0 : 65536)));
        assert_returned(0, size ? -1 : 0, size ? ERROR_EFAULT : ERROR_NONE);
        run(DIALECT_FREEBSD, CHOICES_ARE(OFF_ADDRESS_CHECKED_SIZE),
            SCRIPT(PROFIL_AT(BAD_POINTER, size, 0x1000, size ? 0 : 65536)));
        assert_returned(0, size ? 0 : -1, size ? ERROR_NONE : ERROR_EFAULT);
    }
}

TEST(size_zero_at_a_bad_address_may_be_another_call)
{
#define SIZE_ZERO_BAD PROFIL_AT(BAD_POINTER, 0, 0x1000, 65535)
    for (enum choice k = SIZE_ZERO_ON_BUT_IDLE; k <= SIZE_ZERO_IDLES; k++) {
        run(DIALECT_HPUX, CHOICES_ARE(k, OFF_ADDRESS_SIZE_NO_EFFECT),
            SCRIPT(BUFFERS, ON, SIZE_ZERO_BAD, TICK(0x1000)));
        assert_int_equal(counter(0, 0), 1);
        run(DIALECT_HPUX, CHOICES_ARE(k, OFF_ADDRESS_SIZE_TURNS_OFF),
            SCRIPT(BUFFERS, ON, SIZE_ZERO_BAD, TICK(0x1000)));
        assert_int_equal(counter(0, 0), 0);
        assert_null(last_event(EVENT_CRASH, 0));
    }
}

TEST(a_mapped_buffer_that_can_not_be_written_is_another_matter)
{
    run(DIALECT_AIX, CHOICES_ARE(READONLY_BUFFER_EFAULT, POOR_BUFFER_ACCEPTED),
        SCRIPT(BUFFERS, PROTECT(0), ON));
    assert_returned(3, -1, ERROR_EFAULT);
    assert_false(asked(RULE_BAD_BUFFER));
    run(DIALECT_AIX, CHOICES_ARE(READONLY_BUFFER_ACCEPTED, POOR_BUFFER_EFAULT),
        SCRIPT(BUFFERS, PROTECT(0), ON));
    assert_returned(3, 0, ERROR_NONE);
    run(DIALECT_AIX, CHOICES_ARE(READONLY_BUFFER_CRASHES),
        SCRIPT(BUFFERS, PROTECT(0), ON));
    assert_crashed_in(3);
    run(DIALECT_AIX, CHOICES_ARE(POOR_BUFFER_EFAULT, READONLY_BUFFER_ACCEPTED),
        SCRIPT(BUFFERS, PROFIL(0, 800, 0x1000, 0xffff)));
    assert_returned(2, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(POOR_BUFFER_ACCEPTED, READONLY_BUFFER_EFAULT),
        SCRIPT(BUFFERS, PROFIL(0, 800, 0x1000, 0xffff)));
    assert_returned(2, 0, ERROR_NONE);
    run(DIALECT_AIX, CHOICES_ARE(POOR_BUFFER_CRASHES),
        SCRIPT(BUFFERS, PROFIL(0, 800, 0x1000, 0xffff)));
    assert_crashed_in(2);
}

/* Turned on for the first buffer, then with size 0, then for the second. */
static void after_size_0(enum choice choice)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, ON, PROFIL(0, 0, 0x1000, 0xffff), TICK(0x1000),
               PROFIL(1, 8, 0x1000, 0xffff), TICK(0x1000)));
}

TEST(size_0_while_on_does_as_each_choice_says)
{
    after_size_0(SIZE_ZERO_NO_CHANGE);
    assert_int_equal(counter(0, 0), 2);
    assert_int_equal(counter(1, 0), 0);
    after_size_0(SIZE_ZERO_ON_BUT_IDLE); /* ignored: aix.profil.18 */
    assert_int_equal(counter(0, 0), 2);
    after_size_0(SIZE_ZERO_STOPS);
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 1);
    after_size_0(SIZE_ZERO_IDLES);
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 0);
    run(DIALECT_AIX, CHOICES_ARE(SIZE_ZERO_STOPS),
        SCRIPT(BUFFERS, PROFIL(0, 0, 0x1000, 0xffff), ON, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
}

/* A list of an element that counts nothing, then one buffer. */
static void after_disabled_list(enum choice choice, uint64_t scale,
                                uint32_t size)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, LIST(ELEMENT(1, size, 0x1000, 0x1008, scale)), ON,
               TICK(0x1000)));
}

TEST(a_list_that_counts_nothing_is_on_or_off)
{
    after_disabled_list(DISABLED_LIST_ON, 1, 8);
    assert_int_equal(counter(0, 0), 0); /* on already */
    after_disabled_list(DISABLED_LIST_OFF, 0, 8);
    assert_int_equal(counter(0, 0), 1);
    after_disabled_list(DISABLED_LIST_OFF, 0xffff, 0);
    assert_int_equal(counter(0, 0), 1);
    after_disabled_list(DISABLED_LIST_OFF, 0xffff, 8);
    assert_false(asked(RULE_DISABLED_LIST));
    run(DIALECT_AIX, CHOICES_ARE(DISABLED_LIST_OFF),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)),
               LIST(ELEMENT(0, 0, 0x1000, 0x1008, 0xffff)), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
}

/* A tick where an element ends, and one after it. */
static unsigned beyond_high(enum choice choice)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1004, 0xffff)),
               TICK(0x1003), TICK(0x1004), TICK(0x1006)));
    return 100 * counter(0, 2) + counter(0, 3);
}

TEST(an_element_ends_as_each_choice_says)
{
    assert_int_equal(beyond_high(LIST_BOUNDS_LOW_TO_HIGH), 0);
    assert_int_equal(beyond_high(LIST_BOUNDS_HIGH_INCLUDED), 100);
    assert_int_equal(beyond_high(LIST_BOUNDS_BUFFER_ONLY), 101);
}

/* A region of 4 counters, one a 4-byte instruction: 16 bytes of text. */
#define CODE(n, from) REGION(n, 8, from, 0x8000)

/* Which of the buffers a tick at pc goes to, by its number, or -1: of an outer
 * region from 0x1000 in 0, one inside it from 0x1008 in 1, one by itself from
 * 0x2000 in 2, and a bin. */
static int start_of(enum choice choice, uint64_t pc)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 8), BUFFER(1, 8), BUFFER(2, 8), BUFFER(3, 2),
               SPROFIL(4, FLAG_USHORT, CODE(2, 0x2000), CODE(1, 0x1008),
                       CODE(0, 0x1000), REGION(3, 2, 0, 2)),
               TICK(pc)));
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < 4; i++)
            if (counter(n, i))
                return n;
    return counter(3, 0) ? 3 : -1;
}

TEST(a_regions_first_address_is_its_own_unless)
{
    static const struct {
        enum choice choice;
        int inner, outer, alone;
    } rows[] = {
        {REGION_START_AT_OR_BELOW, 1, 0, 2},
        {REGION_START_IF_CLAIMED, 0, 0, 2},
        {REGION_START_IF_OVERLAPPING, 0, 3, 2},
        {REGION_START_IF_ANY_OVERLAP, 0, 3, 3},
        {REGION_START_BELOW, 0, 3, 3},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(start_of(rows[i].choice, 0x1008), rows[i].inner);
        assert_int_equal(start_of(rows[i].choice, 0x1000), rows[i].outer);
        assert_int_equal(start_of(rows[i].choice, 0x2000), rows[i].alone);
        assert_int_equal(start_of(rows[i].choice, 0x1009), 1);
    }
}

TEST(regions_side_by_side_do_not_overlap)
{
    static const enum choice unless[] = {REGION_START_IF_CLAIMED,
                                         REGION_START_IF_OVERLAPPING,
                                         REGION_START_IF_ANY_OVERLAP};

    for (unsigned i = 0; i < 3; i++) {
        run(DIALECT_IRIX, CHOICES_ARE(unless[i]),
            SCRIPT(BUFFER(0, 8), BUFFER(1, 8), BUFFER(2, 8),
                   SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x1010),
                           REGION(2, 8, 0x1000, 0)),
                   TICK(0x1000), TICK(0x1010)));
        assert_int_equal(counter(0, 0), 1); /* one that is off is none */
        assert_int_equal(counter(1, 0), 1);
    }
}

TEST(a_region_that_counts_nothing_overlaps_where_it_is_there)
{
    static const enum choice off[] = {DISABLED_REGION_ABSENT,
                                      DISABLED_REGION_SHADOWS};

    for (int there = 0; there < 2; there++) {
        run(DIALECT_IRIX, CHOICES_ARE(off[there], REGION_START_IF_OVERLAPPING),
            SCRIPT(BUFFER(0, 8), BUFFER(1, 8),
                   SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000),
                           REGION(1, 8, 0x1008, 1)),
                   TICK(0x1000)));
        assert_int_equal(counter(0, 0), !there);
    }
}

/* What a bin counts of a tick in the text of a region of scale 1, or past it. */
static int left_to_the_bin(enum choice end, uint64_t pc)
{
    run(DIALECT_IRIX, CHOICES_ARE(DISABLED_REGION_SHADOWS, end),
        SCRIPT(BUFFER(0, 8), BUFFER(1, 2),
               SPROFIL(2, FLAG_USHORT, REGION(0, 8, 0x1000, 1),
                       REGION(1, 2, 0, 2)),
               TICK(pc)));
    return counter(1, 0);
}

TEST(the_text_of_a_region_that_counts_nothing_may_be_matched)
{
    const uint64_t past = 0x1000 + 8 * 0x10000;

    assert_int_equal(left_to_the_bin(REGION_END_NOWHERE, 0x1002), 0);
    assert_int_equal(left_to_the_bin(REGION_END_NOWHERE, past), 1);
    assert_int_equal(left_to_the_bin(REGION_END_OVERFLOW_BIN, 0x1002), 1);
    assert_int_equal(left_to_the_bin(REGION_END_NEXT_LOWER, 0x1002), 1);
}

TEST(rounding_up_exactly_is_to_the_next_counter)
{
    run(DIALECT_IRIX, CHOICES_ARE(ROUNDING_UP_EXACT),
        SCRIPT(BUFFER(0, 32),
               SPROFIL(1, FLAG_UINT, REGION(0, 32, 0x1000, 0x10000)),
               TICK(0x1000), TICK(0x1001), TICK(0x1002), TICK(0x1004),
               TICK(0x1005)));
    assert_int_equal(wide_counter(0, 0), 1);
    assert_int_equal(wide_counter(0, 1), 3);
    assert_int_equal(wide_counter(0, 2), 1);
}

TEST(no_region_may_be_a_way_to_turn_off)
{
    run(DIALECT_GLIBC, CHOICES_ARE(COUNT_RANGE_ZERO_OFF),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, REGION(0, 8, 0x1000, 0x10000)),
               CALL_(.kind = CALL_SPROFIL, .count = 0), TICK(0x1002)));
    assert_returned(3, 0, ERROR_NONE);
    assert_int_equal(counter(0, 1), 0);
    run(DIALECT_GLIBC, CHOICES_ARE(COUNT_RANGE_ZERO_OFF),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = -1)));
    assert_returned(0, -1, ERROR_E2BIG);
}

TESTS(NULL, NULL)
