/* SPDX-License-Identifier: MIT */
#include "fixture.h"
#include "impls/family/adapter_tests.h"

static const struct impl_class *const tested_class = &impl_ptrace;

static void skip_where_impossible(void)
{
    start_on(buffer);
    stop();
}

static void where_ptrace_is_forbidden_it_says_so_and_why(void **state)
{
    pid_t child = fork();

    (void)state;
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
