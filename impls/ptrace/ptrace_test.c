/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include "impls/impl.h"

#define BASE UINT64_C(0x2aaaaaa00000)

static uint16_t counters[32];
static struct impl *impl;

static void turn(unsigned scale, int error)
{
    struct impl_call call = {
        .entry = IMPL_PROFIL,
        .region = {counters, sizeof counters, BASE, scale, 0}};
    struct impl_result result = {0};

    impl_ptrace.call(impl, &call, &result);
    assert_int_equal(result.error, error);
}

static void open_dialect(const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";

    memset(counters, 0, sizeof counters);
    impl = impl_ptrace.open(&options, why, sizeof why);
    assert_non_null(impl);
    impl_ptrace.hold(impl, true);
}

static int deliver(uint64_t pc, uint32_t count)
{
    const struct impl_tick tick = {pc, count};

    return impl_ptrace.deliver(impl, &tick, 1);
}

static void end(void)
{
    turn(0, 0);
    impl_ptrace.close(impl);
}

/* At BASE + 2 and scale 0x8000 aix and hpux round up, the others down. */
static void a_call_reaches_the_dialects_own_function(void **state)
{
    static const char *const dialects[] = {"aix", "hpux", "irix", "freebsd"};

    (void)state;
    start_on(buffer);
    stop();
    for (int i = 0; i < 4; i++) {
        open_dialect(dialects[i]);
        turn(0x8000, 0);
        assert_int_equal(deliver(BASE + 2, 1), 0);
        assert_int_equal(counters[i < 2], 1);
        end();
    }
}

static void a_row_of_ticks_counts_each_as_often_as_it_says(void **state)
{
    struct impl_tick ticks[40];

    (void)state;
    start_on(buffer);
    stop();
    open_dialect("freebsd");
    turn(65536, 0);
    for (unsigned i = 0; i < 40; i++)
        ticks[i] = (struct impl_tick){BASE + 2 * i, i * 31};
    assert_int_equal(impl_ptrace.deliver(impl, ticks, 40), 0);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(counters[i], i * 31);
    end();
}

static void nothing_counts_while_it_is_off(void **state)
{
    (void)state;
    start_on(buffer);
    stop();
    open_dialect("freebsd");
    assert_int_equal(deliver(BASE, 5), 0);
    turn(65536, 0);
    turn(0, 0);
    assert_int_equal(deliver(BASE, 5), 0);
    assert_int_equal(counters[0], 0);
    end();
}

static void where_ptrace_is_forbidden_it_says_so_and_why(void **state)
{
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        open_dialect("freebsd");
        if (!forbid_ptrace(EPERM))
            _exit(1);
        turn(65536, EPERM);
        _exit(impl_ptrace.deliver(impl, NULL, 0) == EPERM &&
                      strstr(impl->refused, "EPERM") &&
                      strstr(impl->refused, "yama/ptrace_scope")
                  ? 0
                  : 2);
    }
    assert_int_equal(end_of(child), 0);
}

static void it_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(impl_find("ptrace"), &impl_ptrace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_call_reaches_the_dialects_own_function),
        TEST(a_row_of_ticks_counts_each_as_often_as_it_says),
        TEST(nothing_counts_while_it_is_off),
        TEST(where_ptrace_is_forbidden_it_says_so_and_why),
        TEST(it_is_found_by_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
