/* SPDX-License-Identifier: MIT */
#include "computed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What a sweep finds whose pcs go to these counters. */
static enum sweep_result sweep(uint64_t counters, uint64_t span, unsigned n,
                               const uint64_t *at)
{
    struct sweep s = sweep_begin(counters, span);

    for (unsigned i = 0; i < n; i++)
        sweep_tick(&s, at[i]);
    return sweep_end(&s);
}

#define SWEEP_OF(counters, span, ...)                                          \
    sweep(counters, span, sizeof((uint64_t[]){__VA_ARGS__}) / 8,               \
          (uint64_t[]){__VA_ARGS__})

static void counters_in_order_from_the_first_fit(void **state)
{
    (void)state;
    assert_int_equal(SWEEP_OF(4, 8, 0, 1, 2, 3), SWEEP_FITS);
    assert_int_equal(SWEEP_OF(4, 8, 0, 0, 1, 1, 2, 2, 3, 3), SWEEP_FITS);
    assert_int_equal(SWEEP_OF(4, 8, 0, 2), SWEEP_FITS);
}

static void the_first_pc_is_in_the_first_counter(void **state)
{
    (void)state;
    assert_int_equal(SWEEP_OF(4, 8, 1, 2, 3), SWEEP_NOT_FIRST);
    assert_int_equal(SWEEP_OF(4, 8, 1, 0, 3), SWEEP_NOT_FIRST);
}

static void no_pc_falls_outside(void **state)
{
    (void)state;
    assert_int_equal(SWEEP_OF(4, 8, 0, 1, 2, SWEEP_NOWHERE), SWEEP_OUTSIDE);
    assert_int_equal(SWEEP_OF(4, 8, SWEEP_NOWHERE, 0, 1), SWEEP_OUTSIDE);
}

static void counters_do_not_descend(void **state)
{
    (void)state;
    assert_int_equal(SWEEP_OF(4, 8, 0, 2, 1), SWEEP_DESCENDS);
    assert_int_equal(SWEEP_OF(4, 8, 0, 2, 0, SWEEP_NOWHERE), SWEEP_DESCENDS);
}

static void half_of_the_counters_are_reached(void **state)
{
    (void)state;
    /* of 5 counters, 3 */
    assert_int_equal(SWEEP_OF(5, 100, 0, 1, 1), SWEEP_TOO_COARSE);
    assert_int_equal(SWEEP_OF(5, 100, 0, 1, 2), SWEEP_FITS);
    /* of 100 counters a range of 8 bytes can reach 4, half of which are 2 */
    assert_int_equal(SWEEP_OF(100, 8, 0, 0), SWEEP_TOO_COARSE);
    assert_int_equal(SWEEP_OF(100, 8, 0, 25), SWEEP_FITS);
    /* of 4 and 4, 2 */
    assert_int_equal(SWEEP_OF(4, 8, 0), SWEEP_TOO_COARSE);
    /* no counter: none */
    assert_int_equal(sweep(0, 8, 0, (uint64_t[]){0}), SWEEP_FITS);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_in_order_from_the_first_fit),
        cmocka_unit_test(the_first_pc_is_in_the_first_counter),
        cmocka_unit_test(no_pc_falls_outside),
        cmocka_unit_test(counters_do_not_descend),
        cmocka_unit_test(half_of_the_counters_are_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
