/* SPDX-License-Identifier: MIT */
/* Sweeps of the model; see computed.h. */
#include "model_test.h"

#include "computed.h"

/* A sweep over the text of a list element of computed scale, or another. */
static int64_t sweep(enum choice choice, uint64_t scale, struct op sweep)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16),
               LIST({.base = {.kind = POINTER_GIVEN, .at = 8},
                     .size = 8,
                     .offset = 0x1000,
                     .high = 0x1008,
                     .scale = scale}),
               sweep));
    return last_event(EVENT_SWEEP, 0)->value;
}

static struct op sweep_from(unsigned n, unsigned at, unsigned bytes,
                            uint64_t from, uint64_t to)
{
    struct op op = SWEEP(n, bytes, from, to, 1);

    op.at = at;
    return op;
}

static void a_sweep_finds_whether_a_scale_fits(void **state)
{
    (void)state;
    /* 8 bytes of text to 4 counters, from byte 8 of the buffer */
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1008)),
        SWEEP_FITS);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1002, 0x1008)),
        SWEEP_NOT_FIRST);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1009)),
        SWEEP_OUTSIDE);
    /* too little is watched, too much before, another buffer */
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 6, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 10, 6, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(1, 8, 8, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 3, sweep_from(0, 8, 8, 0x1000, 0x1008)),
        SWEEP_TOO_COARSE);
    assert_int_equal(counter(0, 4), 0); /* asked, not done */
    assert_false(asked(RULE_COMPUTED_SCALE));
}

static void a_sweep_ends_before_its_end(void **state)
{
    (void)state;
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1000)),
        SWEEP_FITS); /* no pc, no counter to be reached */
    /* to the last address, in steps that would lead past it */
    assert_int_equal(sweep(UNIT_BYTE_OFFSET, 0xffff,
                           SWEEP(0, 8, UINT64_MAX - 3, UINT64_MAX, 2)),
                     SWEEP_OUTSIDE);
}

static void a_computed_scale_is_as_each_choice_says(void **state)
{
    struct op over = sweep_from(0, 8, 8, 0x1000, 0x1008);

    (void)state;
    assert_int_equal(sweep(COMPUTED_SCALE_FITS, SCALE_COMPUTED, over),
                     SWEEP_FITS);
    assert_int_equal(sweep(COMPUTED_SCALE_TOO_COARSE, SCALE_COMPUTED, over),
                     SWEEP_TOO_COARSE);
    assert_int_equal(sweep(COMPUTED_SCALE_TOO_FINE, SCALE_COMPUTED, over),
                     SWEEP_OUTSIDE);
    assert_true(buffer_of(0, 0)->undetermined);
    assert_false(buffer_of(0, 1)->undetermined);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_finds_whether_a_scale_fits),
        cmocka_unit_test(a_sweep_ends_before_its_end),
        cmocka_unit_test(a_computed_scale_is_as_each_choice_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
