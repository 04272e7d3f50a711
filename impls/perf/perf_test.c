/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include "impls/impl.h"

#define BASE UINT64_C(0x2aaaaaa00000)

static uint16_t buffer[32];
static struct impl *impl;

static void open_dialect(const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";

    memset(buffer, 0, sizeof buffer);
    impl = impl_perf.open(&options, why, sizeof why);
    assert_non_null(impl);
    impl_perf.hold(impl, true);
}

static void turn(unsigned scale)
{
    struct impl_call call = {
        .entry = IMPL_PROFIL,
        .region = {buffer, sizeof buffer, BASE, scale, 0}};
    struct impl_result result = {0};

    impl_perf.call(impl, &call, &result);
    assert_int_equal(result.error, 0);
}

static int deliver(uint64_t pc, uint32_t count)
{
    const struct impl_tick tick = {pc, count};

    return impl_perf.deliver(impl, &tick, 1);
}

static void end(void)
{
    turn(0);
    impl_perf.close(impl);
}

/* At BASE + 2 and scale 0x8000 aix and hpux round up, the others down. */
static void a_call_reaches_the_dialects_own_function(void **state)
{
    static const char *const dialects[] = {"aix", "hpux", "irix", "freebsd"};

    (void)state;
    skip_without_perf();
    for (int i = 0; i < 4; i++) {
        open_dialect(dialects[i]);
        turn(0x8000);
        assert_int_equal(deliver(BASE + 2, 1), 0);
        assert_int_equal(buffer[i < 2], 1);
        end();
    }
}

static void a_row_of_ticks_counts_each_as_often_as_it_says(void **state)
{
    struct impl_tick ticks[40];

    (void)state;
    skip_without_perf();
    open_dialect("freebsd");
    turn(65536);
    for (unsigned i = 0; i < 40; i++)
        ticks[i] = (struct impl_tick){BASE + 2 * i, i * 31};
    assert_int_equal(impl_perf.deliver(impl, ticks, 40), 0);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(buffer[i], i * 31);
    end();
}

static void nothing_counts_while_it_is_off(void **state)
{
    (void)state;
    skip_without_perf();
    open_dialect("freebsd");
    assert_int_equal(deliver(BASE, 5), 0);
    assert_int_equal(deliver(UINT64_MAX, 5), 0);
    turn(65536);
    turn(0);
    assert_int_equal(deliver(BASE, 5), 0);
    assert_int_equal(buffer[0], 0);
    end();
}

static void of_a_row_with_an_impossible_pc_nothing_is_delivered(void **state)
{
    const struct impl_tick ticks[] = {{BASE, 1000}, {UINT64_MAX, 1}};

    (void)state;
    skip_without_perf();
    open_dialect("freebsd");
    turn(65536);
    assert_int_equal(impl_perf.deliver(impl, ticks, 2), ENOTSUP);
    assert_non_null(strstr(impl->refused, "0xffffffffffffffff"));
    assert_int_equal(buffer[0], 0);
    assert_int_equal(deliver(BASE, 1), 0);
    assert_null(impl->refused);
    assert_int_equal(buffer[0], 1);
    end();
}

static void a_forked_child_delivers_to_itself(void **state)
{
    pid_t child;

    (void)state;
    skip_without_perf();
    open_dialect("freebsd");
    turn(65536);
    assert_int_equal(deliver(BASE, 1), 0);
    child = fork();
    if (child == 0)
        _exit(deliver(BASE, 4) == 0 && buffer[0] == 5 ? 0 : 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(deliver(BASE, 2), 0);
    assert_int_equal(buffer[0], 3);
    end();
}

static void where_perf_is_forbidden_it_says_so_and_why(void **state)
{
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        open_dialect("freebsd");
        _exit(forbid_perf(EPERM) &&
                      impl_perf.deliver(impl, NULL, 0) == EPERM &&
                      strstr(impl->refused, "EPERM") &&
                      strstr(impl->refused, "perf_event_paranoid")
                  ? 0
                  : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static void it_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(impl_find("perf"), &impl_perf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_reaches_the_dialects_own_function),
        cmocka_unit_test(a_row_of_ticks_counts_each_as_often_as_it_says),
        cmocka_unit_test(nothing_counts_while_it_is_off),
        cmocka_unit_test(of_a_row_with_an_impossible_pc_nothing_is_delivered),
        cmocka_unit_test(a_forked_child_delivers_to_itself),
        cmocka_unit_test(where_perf_is_forbidden_it_says_so_and_why),
        cmocka_unit_test(it_is_found_by_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
