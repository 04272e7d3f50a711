/* SPDX-License-Identifier: MIT */
#include "fixture.h"
#include "impls/family/adapter_tests.h"
#include "reference/unit_test.h"

static const struct impl_class *const tested_class = &impl_ptrace;

static void skip_where_impossible(void)
{
    start_on(buffer);
    stop();
}

LIVE_TEST(where_ptrace_is_forbidden_it_says_so_and_why)
{
    pid_t child = fork();

    if (child == 0) {
        open_dialect("freebsd");
        _exit(forbid(SYS_ptrace, EPERM) && turn(65536) == EPERM &&
                      impl_ptrace.deliver(impl, NULL, 0) == EPERM &&
                      strstr(impl->refused, "EPERM") &&
                      strstr(impl->refused, "yama/ptrace_scope")
                  ? 0
                  : 1);
    }
    assert_int_equal(end_of(child), 0);
}

ENLIST(a_call_reaches_the_dialects_own_function, set_up, tear_down)
ENLIST(a_row_of_ticks_counts_each_as_often_as_it_says, set_up, tear_down)
ENLIST(nothing_counts_while_it_is_off, set_up, tear_down)
ENLIST(it_is_found_by_its_name, set_up, tear_down)

TESTS(NULL, NULL)
