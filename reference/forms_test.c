/* SPDX-License-Identifier: MIT */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)

TEST(size_zero_does_as_each_choice_says)
{
    /* a later call to turn on: ignored in aix if this one turned on */
    run(DIALECT_AIX, CHOICES_ARE(SIZE_ZERO_ON_BUT_IDLE),
        SCRIPT(BUFFERS, PROFIL(0, 0, 0x1000, 0xffff), TICK(0x1000),
               PROFIL(1, 8, 0x1000, 0xffff), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 0);
    run(DIALECT_AIX, CHOICES_ARE(SIZE_ZERO_NO_CHANGE),
        SCRIPT(BUFFERS, PROFIL(0, 0, 0x1000, 0xffff), TICK(0x1000),
               PROFIL(1, 8, 0x1000, 0xffff), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 1);
    run(DIALECT_AIX, CHOICES_ARE(SIZE_ZERO_COUNTS),
        SCRIPT(BUFFERS, PROFIL(0, 0, 0x1000, 0xffff), TICKS(0x1000, 3),
               TICK(0x1002)));
    assert_int_equal(counter(0, 0), 3);
    assert_int_equal(counter(0, 1), 0);
}

TEST(size_zero_to_turn_off_turns_off)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0xffff), PROFIL(0, 0, 0x1000, 0),
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_false(asked(RULE_SIZE_ZERO));
}

TEST(an_error_comes_before_size_zero)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(SCALE_ABOVE_EINVAL),
        SCRIPT(BUFFERS, PROFIL(0, 0, 0x1000, 65537)));
    assert_returned(2, -1, ERROR_EINVAL);
    assert_false(asked(RULE_SIZE_ZERO));
}

TEST(a_null_buffer_turns_off_in_glibc)
{
    run(DIALECT_GLIBC, AS_PERMITTED,
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 65536),
               PROFIL_AT(NULL_POINTER, 8, 0x1000, 65536), TICK(0x1000),
               CALLER_CHECK));
    assert_int_equal(counter(0, 0), 0);
    assert_returned(3, 0, ERROR_NONE);
    assert_int_equal(event_of_op(5)->value, 0); /* it is off */
    run(DIALECT_GLIBC, CHOICES_ARE(NULL_BUFFER_BAD, BAD_BUFFER_EFAULT),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 65536),
               PROFIL_AT(NULL_POINTER, 8, 0x1000, 65536), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    assert_returned(3, -1, ERROR_EFAULT);
}

TEST(in_irix_profil_is_sprofil_with_one_member)
{
    /* its overflow bin, and the start of its region, are sprofil's */
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_BELOW, COUNTER_WIDTH_BY_FLAG),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0, 2), TICK(0x12345678)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_IRIX, CHOICES_ARE(REGION_START_BELOW),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0x8000), TICK(0x1000),
               TICK(0x1004)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(0, 1), 1);
    run(DIALECT_IRIX, CHOICES_ARE(PROFIL_MEMBER_OWN, SIZE_ZERO_NO_CHANGE),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0x8000), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
}

static int apart(enum choice choice)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff),
                             ELEMENT(1, 4, 0x2000, 0x2004, 0xffff))));
    return error_of(event_of_op(2));
}

TEST(separate_buffers_are_as_each_choice_says)
{
    assert_int_equal(apart(LIST_CONTIGUITY_ACCEPTED), 0);
    assert_int_equal(apart(LIST_CONTIGUITY_EINVAL), ERROR_EINVAL);
    assert_int_equal(apart(LIST_CONTIGUITY_EFAULT), ERROR_EFAULT);
}

TEST(only_buffers_can_be_separate)
{
    const struct region_arguments nowhere = {BAD_POINTER, 4, 0x1000, 0xffff,
                                             0x1004};
    const struct region_arguments nowhere_too = {
        {.kind = POINTER_BAD, .buffer = 1}, 4, 0x2000, 0xffff, 0x2004};

    run(DIALECT_AIX, CHOICES_ARE(LIST_CONTIGUITY_EINVAL),
        SCRIPT(BUFFERS, LIST(nowhere, ELEMENT(1, 4, 0x2000, 0x2004, 0xffff))));
    assert_returned(2, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(LIST_CONTIGUITY_EINVAL),
        SCRIPT(BUFFERS,
               LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff), nowhere_too)));
    assert_returned(2, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(LIST_CONTIGUITY_EINVAL),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff),
                             ELEMENT(1, 4, 0x2000, 0x2004, 0xffff),
                             ELEMENT(0, 4, 0x3000, 0x3004, 0xffff))));
    assert_returned(2, -1, ERROR_EINVAL);
}

TEST(all_buffers_are_compared_with_the_first)
{
    run(DIALECT_AIX, CHOICES_ARE(LIST_CONTIGUITY_EINVAL),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff),
                             ELEMENT(0, 4, 0x2000, 0x2004, 0xffff),
                             ELEMENT(1, 4, 0x3000, 0x3004, 0xffff))));
    assert_returned(2, -1, ERROR_EINVAL);
}

/* profcnt is out of range: what the call returns, or that it crashes. */
static const struct event *count_of(enum choice choice, int count)
{
    struct region_arguments regions[66];

    for (unsigned i = 0; i < 66; i++)
        regions[i] =
            (struct region_arguments)REGION(0, 2, 0x1000 + i * 0x100, 0x8000);
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 2),
               CALL_(.kind = CALL_SPROFIL, .count = count,
                     .list_kind = POINTER_GIVEN, .flags = FLAG_USHORT,
                     .list = regions, .listed = 66),
               TICK(0x1001 + 64 * 0x100)));
    return event_of_op(1);
}

TEST(profcnt_is_between_1_and_64)
{
    static const int bad[] = {INT32_MIN, -1, 0};

    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(error_of(count_of(COUNT_RANGE_E2BIG, bad[k])),
                         ERROR_E2BIG);
        assert_int_equal(error_of(count_of(COUNT_RANGE_ACCEPTED, bad[k])), 0);
        assert_int_equal(count_of(COUNT_RANGE_CRASHES, bad[k])->kind,
                         EVENT_CRASH);
    }
    assert_int_equal(error_of(count_of(COUNT_RANGE_ZERO_ACCEPTED, 0)), 0);
    assert_int_equal(count_of(COUNT_RANGE_ZERO_ACCEPTED, -1)->kind,
                     EVENT_CRASH);
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 1)), 0);
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 64)), 0);
    assert_int_equal(counter(0, 0), 0); /* the 65th is not in the list */
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 65)), ERROR_E2BIG);
    assert_int_equal(count_of(COUNT_LIMIT_CRASHES, 65)->kind, EVENT_CRASH);
    assert_int_equal(error_of(count_of(COUNT_LIMIT_ACCEPTED, 65)), 0);
    assert_int_equal(counter(0, 0), 1);
}

/* Where the implementation's header has another PROFIL_MAX. */
TEST(profcnt_is_held_against_the_machines_limit)
{
    profil_max = 65;
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 65)), 0);
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 66)), ERROR_E2BIG);
    profil_max = 3;
    assert_int_equal(error_of(count_of(COUNT_LIMIT_E2BIG, 4)), ERROR_E2BIG);
    profil_max = 0;
}

TEST(a_list_ends_where_it_ends)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(3, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000)),
               TICK(0x1001)));
    assert_int_equal(counter(0, 0), 1);
}

/* Which of 4 counters of 16 bits goes up for the pc 0x1004 by these flags:
 * the 3rd, or with counters of 32 bits the 2nd of those. */
static int width_under(enum choice choice, unsigned flags)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, SPROFIL(1, flags, REGION(0, 8, 0x1000, 0x10000)),
               TICK(0x1004), TICK(0x1002)));
    if (error_of(event_of_op(2)) != 0)
        return -error_of(event_of_op(2));
    return counter(0, 1) == 1 ? 16 : wide_counter(0, 0) == 1 ? 32 : 0;
}

TEST(flags_say_how_wide_counters_are)
{
    unsigned both = FLAG_USHORT | FLAG_UINT;

    assert_int_equal(width_under(COUNTER_WIDTH_BY_FLAG, FLAG_USHORT), 16);
    assert_int_equal(width_under(COUNTER_WIDTH_BY_FLAG, FLAG_UINT), 32);
    assert_int_equal(width_under(COUNTER_WIDTH_ALWAYS_16, FLAG_UINT), 16);
    assert_int_equal(width_under(COUNTER_WIDTH_ALWAYS_32, FLAG_USHORT), 32);
    assert_int_equal(width_under(BOTH_WIDTHS_EINVAL, both), -ERROR_EINVAL);
    assert_int_equal(width_under(BOTH_WIDTHS_USE_16, both), 16);
    assert_int_equal(width_under(BOTH_WIDTHS_USE_32, both), 32);
    assert_int_equal(width_under(NO_WIDTH_FLAG_EINVAL, 0), -ERROR_EINVAL);
    assert_int_equal(width_under(NO_WIDTH_FLAG_ACCEPTED, 0), 16);
}

static const struct event *clocked(enum choice choice, unsigned flags,
                                   unsigned tvp)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, CALL_(.kind = CALL_SPROFIL, .count = 1,
                              .flags = (uint8_t)flags, .tvp = (uint8_t)tvp,
                              LIST_(REGION(0, 8, 0x1000, 0x8000)))));
    return event_of_op(2);
}

TEST(prof_fast_does_as_each_choice_says)
{
    unsigned flags = FLAG_USHORT | FLAG_FAST;

    assert_int_equal(clocked(FAST_ONE_MS, flags, 0)->fast, TIME_RIGHT);
    assert_int_equal(clocked(FAST_ORDINARY, flags, 0)->fast, TIME_WRONG);
    assert_int_equal(error_of(clocked(FAST_EACCES, flags, 0)), ERROR_EACCES);
    assert_int_equal(error_of(clocked(FAST_EACCES, FLAG_USHORT, 0)), 0);
    assert_int_equal(clocked(FAST_ONE_MS, FLAG_USHORT, 0)->fast,
                     TIME_NOT_ASKED);
}

TEST(tvp_receives_what_each_choice_says)
{
    assert_int_equal(
        clocked(TICK_TIME_PERIOD, FLAG_USHORT, POINTER_GIVEN)->tick_time,
        TIME_RIGHT);
    assert_int_equal(
        clocked(TICK_TIME_UNSET, FLAG_USHORT, POINTER_GIVEN)->tick_time,
        TIME_UNSET);
    assert_int_equal(
        clocked(TICK_TIME_WRONG, FLAG_USHORT, POINTER_GIVEN)->tick_time,
        TIME_WRONG);
    assert_int_equal(
        clocked(TICK_TIME_WRONG, FLAG_USHORT, POINTER_NULL)->tick_time,
        TIME_NOT_ASKED);
    assert_int_equal(clocked(TICK_TIME_WRONG, 0, POINTER_GIVEN)->tick_time,
                     TIME_UNSEEN); /* no width: EINVAL, of which no page says
                                      what tvp holds then */
}

TEST(a_bad_tvp_is_a_bad_address)
{
    assert_int_equal(
        error_of(clocked(BAD_ADDRESS_EFAULT, FLAG_USHORT, POINTER_BAD)),
        ERROR_EFAULT);
    assert_int_equal(
        error_of(clocked(BAD_ADDRESS_ACCEPTED, FLAG_USHORT, POINTER_BAD)), 0);
    assert_int_equal(
        clocked(BAD_ADDRESS_CRASHES, FLAG_USHORT, POINTER_BAD)->kind,
        EVENT_CRASH);
}

static int overflow_first(enum choice choice)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, REGION(1, 2, 0, 2),
                       REGION(0, 8, 0x1000, 0x8000)),
               TICK(0x1001), TICK(0x9000)));
    return error_of(event_of_op(2));
}

TEST(the_overflow_bin_is_the_last_or_an_error)
{
    assert_int_equal(overflow_first(OVERFLOW_ORDER_LAST_OR_EINVAL),
                     ERROR_EINVAL);
    assert_int_equal(overflow_first(OVERFLOW_ORDER_ANYWHERE), 0);
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(counter(1, 0), 1);
}

TEST(a_member_that_the_list_lacks_follows_the_overflow_bin)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(2, FLAG_USHORT, REGION(1, 2, 0, 2))));
    assert_returned(2, -1, ERROR_EINVAL);
}

TEST(only_offset_0_and_scale_2_make_an_overflow_bin)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS,
               SPROFIL(3, FLAG_USHORT, REGION(0, 8, 0, 3),
                       REGION(0, 8, 0x1000, 2), REGION(1, 8, 0x2000, 0x8000))));
    assert_returned(2, 0, ERROR_NONE);
    assert_false(asked(RULE_OVERFLOW_ORDER));
}

TESTS(NULL, NULL)
