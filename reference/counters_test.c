/* SPDX-License-Identifier: MIT */
#include "counter_bytes.h"
#include "model_test.h"
#include "unit_test.h"

/* profil in FreeBSD's way: two bytes a counter, offset 0x1000 */
#define ON PROFIL(0, 8, 0x1000, 65536)

TEST(a_counter_goes_up_by_one_a_tick)
{
    run(DIALECT_FREEBSD, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, TICKS(0x1002, 3), TICK(0x1003), TICK(0x1006)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(0, 1), 4);
    assert_int_equal(counter(0, 2), 0);
    assert_int_equal(counter(0, 3), 1);
    assert_false(asked(RULE_COUNTER_FULL));
    assert_false(asked(RULE_BUFFER_START));
}

TEST(a_full_counter_in_aix_stays_at_its_greatest_value)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(FILLED(0, 8, 2, 65534), PROFIL(0, 8, 0x1000, 0xffff),
               TICKS(0x1002, 3)));
    assert_int_equal(counter(0, 1), 65535);
    assert_int_equal(counter(0, 2), 65534);
}

static void full_in_each_way(enum choice choice, unsigned from, unsigned ticks)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(choice),
        SCRIPT(FILLED(0, 8, 2, from), ON, TICKS(0x1002, ticks)));
}

TEST(a_full_counter_does_as_each_choice_says)
{
    full_in_each_way(COUNTER_FULL_SATURATE, 65535, 1);
    assert_int_equal(counter(0, 1), 65535);
    full_in_each_way(COUNTER_FULL_WRAP, 65534, 3);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 2), 65534);
    full_in_each_way(COUNTER_FULL_CARRY, 65535, 2);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 2), 0);
    assert_int_equal(counter(0, 3), 65535);
    full_in_each_way(COUNTER_FULL_STOP_AT_32767, 32766, 5);
    assert_int_equal(counter(0, 1), 32767);
    full_in_each_way(COUNTER_FULL_STOP_AT_32768, 32766, 5);
    assert_int_equal(counter(0, 1), 32768);
    full_in_each_way(COUNTER_FULL_STOP_WHEN_FULL, 32766, 5);
    assert_int_equal(counter(0, 1), 32771);
    full_in_each_way(COUNTER_FULL_STOP_WHEN_FULL, 65533, 5);
    assert_int_equal(counter(0, 1), 65535);
}

TEST(only_one_choice_stops_half_way)
{
    full_in_each_way(COUNTER_FULL_SATURATE, 32766, 5);
    assert_int_equal(counter(0, 1), 32771);
    full_in_each_way(COUNTER_FULL_WRAP, 32766, 5);
    assert_int_equal(counter(0, 1), 32771);
    full_in_each_way(COUNTER_FULL_CARRY, 32766, 5);
    assert_int_equal(counter(0, 1), 32771);
    assert_int_equal(counter(0, 2), 32766);
    full_in_each_way(COUNTER_FULL_STOP_AT_32767, 32765, 1);
    assert_int_equal(counter(0, 1), 32766);
    assert_false(asked(RULE_COUNTER_FULL));
}

/* Ticks in one counter until it stops, and one in another. */
static void stop_in_each_way(enum choice choice, unsigned last)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 8), ON, TICKS(0x1002, last), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_FREEBSD, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 8), ON, TICKS(0x1002, last + 1), TICK(0x1000)));
    assert_int_equal(counter(0, 1), last);
    assert_int_equal(counter(0, 0), 0);
}

TEST(stopping_is_for_all_counters)
{
    stop_in_each_way(COUNTER_FULL_STOP_AT_32767, 32767);
    stop_in_each_way(COUNTER_FULL_STOP_AT_32768, 32768);
    stop_in_each_way(COUNTER_FULL_STOP_WHEN_FULL, 65535);
}

static void wide(enum choice choice, uint32_t from, unsigned ticks)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(FILLED(0, 16, 4, from),
               SPROFIL(1, FLAG_UINT, REGION(0, 16, 0x1000, 0x10000)),
               TICKS(0x1004, ticks)));
}

TEST(a_counter_of_32_bits_fills_later)
{
    wide(COUNTER_FULL_STOP_AT_32767, 32766, 3);
    assert_int_equal(wide_counter(0, 1), 32769);
    assert_int_equal(wide_counter(0, 2), 32766);
    wide(COUNTER_FULL_SATURATE, 65535, 1);
    assert_int_equal(wide_counter(0, 1), 65536);
    wide(WIDE_FULL_SATURATE, UINT32_MAX - 1, 2);
    assert_int_equal(wide_counter(0, 1), UINT32_MAX);
    wide(WIDE_FULL_WRAP, UINT32_MAX, 2);
    assert_int_equal(wide_counter(0, 1), 1);
    assert_int_equal(wide_counter(0, 2), UINT32_MAX);
    wide(WIDE_FULL_STOP, UINT32_MAX, 2);
    assert_int_equal(wide_counter(0, 1), UINT32_MAX);
}

TEST(a_counter_of_32_bits_counts_as_far_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        uint32_t from, to;
    } rows[] = {
        {COUNTER_BITS_ALL, 0xfffe, 0x10001},
        {COUNTER_BITS_LOW_16_WRAP, 0x1fffe, 0x10001},
        {COUNTER_BITS_LOW_16_SATURATE, 0x1fffe, 0x1ffff},
        {COUNTER_BITS_BELOW_65535, 0xfffe, 0xffff},
        {COUNTER_BITS_BELOW_65535, 0x1fffe, 0x1fffe},
        {COUNTER_BITS_LOW_16_WRAP, 0x20000, 0x20003},
        {COUNTER_BITS_LOW_16_SATURATE, 0x20000, 0x20003},
    };

    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        wide(rows[k].choice, rows[k].from, 3);
        assert_int_equal(wide_counter(0, 1), rows[k].to);
    }
    wide(COUNTER_BITS_ALL, 0xfffc, 3);
    assert_false(asked(RULE_COUNTER_BITS));
    full_in_each_way(COUNTER_FULL_WRAP, 65534, 3);
    assert_false(asked(RULE_COUNTER_BITS));
}

TEST(a_carry_out_of_the_last_counter_is_seen_past_the_buffer)
{
    const unsigned char *bytes;

    run(DIALECT_FREEBSD, CHOICES_ARE(COUNTER_FULL_CARRY),
        SCRIPT(FILLED(0, 8, 2, 65535), ON, TICK(0x1006)));
    bytes = buffer_of(0, 0)->bytes + SCRIPT_ZONE + 8;
    assert_true(bytes[0] != SCRIPT_CANARY || bytes[1] != SCRIPT_CANARY);
}

TEST(counts_are_added_to_what_the_buffer_held_or_it_is_cleared)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(BUFFER_START_KEPT),
        SCRIPT(FILLED(0, 10, 2, 7), ON, TICK(0x1002)));
    assert_int_equal(counter(0, 0), 7);
    assert_int_equal(counter(0, 1), 8);
    run(DIALECT_FREEBSD, CHOICES_ARE(BUFFER_START_CLEARED),
        SCRIPT(FILLED(0, 10, 2, 7), ON, TICK(0x1002)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 4), 7); /* not the call's */
    assert_int_equal(buffer_of(0, 0)->bytes[SCRIPT_ZONE - 1], SCRIPT_CANARY);
}

TEST(a_buffer_is_looked_at_to_its_end_before_it_is_cleared)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(BUFFER_START_CLEARED),
        SCRIPT(FILLED(0, 8, 2, 0x0700), ON, TICK(0x1002)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(0, 1), 1);
}

TEST(a_buffer_that_does_not_count_is_not_cleared)
{
    run(DIALECT_IRIX, CHOICES_ARE(BUFFER_START_CLEARED),
        SCRIPT(FILLED(0, 8, 2, 7), FILLED(1, 8, 2, 7), FILLED(2, 8, 2, 7),
               PROTECT(2),
               SPROFIL(3, FLAG_USHORT, REGION(0, 8, 0x1000, 0),
                       REGION(1, 8, 0x2000, 0x8000),
                       REGION(2, 8, 0x3000, 0x8000))));
    assert_int_equal(counter(0, 0), 7);
    assert_int_equal(counter(1, 0), 0);
    assert_int_equal(counter(2, 0), 7);
}

/* Two regions, the second of which loses its buffer after a tick. */
static void fault(enum choice choice)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 8), BUFFER(1, 8),
               SPROFIL(2, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000),
                       REGION(1, 8, 0x2000, 0x8000)),
               TICK(0x2001), PROTECT(1), TICK(0x2001), TICK(0x1001), REMAP(1),
               TICK(0x2001), TICK(0x1001)));
}

TEST(a_fault_stops_what_each_choice_says)
{
    fault(BUFFER_FAULT_STOPS);
    assert_int_equal(counter(0, 0), 2);
    assert_int_equal(counter(1, 0), 0);
    fault(BUFFER_FAULT_STOPS_ALL);
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 0);
    fault(BUFFER_FAULT_SKIPS);
    assert_int_equal(counter(0, 0), 2);
    assert_int_equal(counter(1, 0), 1);
    fault(BUFFER_FAULT_CRASHES);
    assert_crashed_in(5);
    assert_int_equal(outcome.count, 2); /* the call, the crash */
}

TEST(what_can_not_be_written_is_a_fault)
{
    run(DIALECT_HPUX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), PROFIL(0, 8, 0x1000, 0xffff), UNMAP(0),
               TICK(0x1002)));
    assert_true(asked(RULE_BUFFER_FAULT));
    assert_null(buffer_of(0, 0)->bytes);
    run(DIALECT_HPUX, AS_PERMITTED,
        SCRIPT(PROFIL_AT(BAD_POINTER, 8, 0x1000, 0xffff), TICK(0x1002)));
    assert_true(asked(RULE_BUFFER_FAULT));
    run(DIALECT_HPUX, AS_PERMITTED,
        SCRIPT(PROFIL(3, 8, 0x1000, 0xffff), TICK(0x1002)));
    assert_true(asked(RULE_BUFFER_FAULT)); /* no such buffer */
}

/* A zone is there to be written to by mistake; what lies past it is not. */
TEST(past_a_buffers_zone_is_a_fault)
{
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 8), PROFIL(0, 74, 0x1000, 0xffff), TICK(0x1046)));
    assert_false(asked(RULE_BUFFER_FAULT)); /* bytes 70, 71 of 72 */
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 8), PROFIL(0, 74, 0x1000, 0xffff), TICK(0x1048)));
    assert_true(asked(RULE_BUFFER_FAULT)); /* bytes 72, 73 */
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 8), PROFIL(0, 200, 0x1000, 0xffff), TICK(0x1062)));
    assert_true(asked(RULE_BUFFER_FAULT)); /* byte 98 */
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 8), PROFIL(0, UINT64_MAX / 2 + 9, 0, 0xffff),
               TICK(UINT64_MAX)));
    assert_false(asked(RULE_BUFFER_FAULT)); /* beyond the buffer */
    run(DIALECT_FREEBSD, CHOICES_ARE(POOR_BUFFER_ACCEPTED),
        SCRIPT(BUFFER(0, 8), PROFIL(0, UINT64_MAX - 1, 0, 65536),
               TICK(UINT64_MAX - 9)));
    assert_true(asked(RULE_BUFFER_FAULT));
}

TEST(a_buffer_may_begin_inside_another)
{
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 16),
               PROFIL_AT(((struct pointer){POINTER_GIVEN, 0, 6}), 8, 0x1000,
                         0xffff),
               TICK(0x1002)));
    assert_int_equal(counter(0, 4), 1);
}

/* Ticks from a value on, all in one operation or each in its own. */
static void run_ticks(const enum choice *made, unsigned width, uint32_t from,
                      bool together)
{
    uint32_t flags = width == 2 ? FLAG_USHORT : FLAG_UINT;
    struct op ticks = together ? TICKS(0x1000, 9) : TICKS(0x1000, 1);
    struct op ops[12] = {FILLED(0, 16, width, from),
                         SPROFIL(1, flags, REGION(0, 16, 0x1000, 65536))};
    size_t count = 2;

    for (unsigned n = 0; n < (together ? 1 : 9); n++)
        ops[count++] = ticks;
    run(DIALECT_IRIX, made, ops, count);
}

TEST(many_ticks_at_once_are_as_many_one_by_one)
{
    static const uint32_t from[] = {0, 32762, 65530, 0xfffffffa};
    unsigned char alone[16];

    for (enum choice full = COUNTER_FULL_FIRST_; full <= COUNTER_FULL_CARRY;
         full++)
        for (enum choice bits = COUNTER_BITS_FIRST_;
             bits <= COUNTER_BITS_BELOW_65535; bits++)
            for (unsigned k = 0; k < 8; k++) {
                const enum choice *made = CHOICES_ARE(full, bits);

                run_ticks(made, k & 1 ? 4 : 2, from[k / 2], false);
                memcpy(alone, buffer_of(0, 0)->bytes + SCRIPT_ZONE, 16);
                run_ticks(made, k & 1 ? 4 : 2, from[k / 2], true);
                assert_memory_equal(buffer_of(0, 0)->bytes + SCRIPT_ZONE, alone,
                                    16);
            }
}

TEST(a_region_kept_without_a_counter_has_nothing_to_clear)
{
    run(DIALECT_FREEBSD,
        CHOICES_ARE(BUFFER_START_CLEARED, OFF_WHILE_OFF_ENABLES,
                    SETTINGS_FIRST),
        SCRIPT(FILLED(0, 8, 2, 7), PROFIL(0, 0, 0x1000, 0),
               PROFIL(0, 8, 0x1000, 0x8000), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 7);
    assert_false(asked(RULE_BUFFER_START));
}

TESTS(NULL, NULL)
