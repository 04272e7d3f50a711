/* SPDX-License-Identifier: MIT */
#include "fixture.h"
#include "impls/family/adapter_tests.h"
#include "reference/unit_test.h"

static const struct impl_class *const tested_class = &impl_perf;

static void skip_where_impossible(void)
{
    skip_without_perf();
}

TEST(of_a_row_with_an_impossible_pc_nothing_is_delivered)
{
    const struct impl_tick ticks[] = {{BASE, 1000}, {UINT64_MAX, 1}};

    skip_where_impossible();
    open_dialect("freebsd");
    assert_int_equal(turn(65536), 0);
    assert_int_equal(impl_perf.deliver(impl, ticks, 2), ENOTSUP);
    assert_non_null(strstr(impl->refused, "0xffffffffffffffff"));
    assert_int_equal(counters[0], 0);
    assert_int_equal(deliver(BASE, 1), 0);
    assert_null(impl->refused);
    assert_int_equal(counters[0], 1);
    end();
}

TEST(a_forked_child_delivers_to_itself)
{
    pid_t child;

    skip_where_impossible();
    open_dialect("freebsd");
    assert_int_equal(turn(65536), 0);
    assert_int_equal(deliver(BASE, 1), 0);
    child = fork();
    if (child == 0)
        _exit(deliver(BASE, 4) == 0 && counters[0] == 5 ? 0 : 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(deliver(BASE, 2), 0);
    assert_int_equal(counters[0], 3);
    end();
}

TEST(where_perf_is_forbidden_it_says_so_and_why)
{
    pid_t child = fork();

    if (child == 0) {
        open_dialect("freebsd");
        _exit(forbid(SYS_perf_event_open, EPERM) &&
                      impl_perf.deliver(impl, NULL, 0) == EPERM &&
                      strstr(impl->refused, "EPERM") &&
                      strstr(impl->refused, "perf_event_paranoid")
                  ? 0
                  : 1);
    }
    assert_int_equal(end_of(child), 0);
}

ENLIST(a_call_reaches_the_dialects_own_function, NULL, NULL)
ENLIST(a_row_of_ticks_counts_each_as_often_as_it_says, NULL, NULL)
ENLIST(nothing_counts_while_it_is_off, NULL, NULL)
ENLIST(it_is_found_by_its_name, NULL, NULL)

TESTS(NULL, NULL)
