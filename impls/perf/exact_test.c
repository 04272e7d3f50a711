/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include "exact.h"
#include "reference/unit_test.h"

#define BASE UINT64_C(0x2aaaaaa00000)

enum { MANY = 100000 };

static uint64_t asked[MANY], told[MANY];
static size_t told_count;
static char why[400];

static void take(const uint64_t *pcs, size_t count)
{
    memcpy(told + told_count, pcs, count * sizeof *pcs);
    told_count += count;
}

static int samples(size_t count)
{
    sigset_t all, mask;
    int error;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    told_count = 0;
    error = exact_prepare(why, sizeof why);
    if (error == 0)
        error = exact_samples(asked, count, take, why, sizeof why);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return error;
}

static bool as_asked(size_t count)
{
    return told_count == count &&
           memcmp(asked, told, count * sizeof *asked) == 0;
}

static int set_up(void **state)
{
    (void)state;
    why[0] = '\0';
    return 0;
}

static void need_exact(void)
{
    if (exact_prepare(why, sizeof why) != 0)
        skip();
}

TEST_WITH(each_byte_of_a_page_can_be_a_pc, set_up, NULL)
{
    need_exact();
    for (unsigned i = 0; i < 4096; i++)
        asked[i] = BASE + i;
    assert_int_equal(samples(4096), 0);
    assert_true(as_asked(4096));
}

TEST_WITH(one_pc_may_be_sampled_many_times, set_up, NULL)
{
    need_exact();
    for (unsigned i = 0; i < MANY; i++)
        asked[i] = BASE + 0x123;
    assert_int_equal(samples(MANY), 0);
    assert_true(as_asked(MANY));
}

/* More than are held at a time, and than are in a batch. */
TEST_WITH(pages_may_be_many, set_up, NULL)
{
    uint64_t state_of_draw = 1;

    need_exact();
    for (unsigned i = 0; i < 6000; i++) {
        state_of_draw =
            state_of_draw * 6364136223846793005u + 1442695040888963407u;
        asked[i] = BASE + (state_of_draw >> 33) % (3000 * 4096);
    }
    assert_int_equal(samples(6000), 0);
    assert_true(as_asked(6000));
}

TEST_WITH(pcs_may_be_low_and_high, set_up, NULL)
{
    need_exact();
    asked[0] = 0x100000;
    asked[1] = UINT64_C(0x7d0000000000);
    asked[2] = UINT64_C(0x200000000000);
    assert_int_equal(samples(3), 0);
    assert_true(as_asked(3));
}

TEST_WITH(a_pc_that_cannot_be_is_refused_with_its_reason, set_up, NULL)
{
    static const uint64_t pcs[] = {0,
                                   0xfff,
                                   UINT64_C(0x7ffffffff000),
                                   UINT64_C(0x800000000000),
                                   UINT64_C(0xffffffff81000000),
                                   UINT64_MAX};

    need_exact();
    for (size_t i = 0; i < sizeof pcs / sizeof *pcs; i++) {
        asked[0] = pcs[i];
        assert_int_equal(exact_possible(pcs[i], why, sizeof why), ENOTSUP);
        assert_non_null(strstr(why, "no program"));
        assert_int_equal(samples(1), ENOTSUP);
        assert_int_equal(told_count, 0);
    }
}

TEST_WITH(a_page_of_somebody_else_is_left_alone, set_up, NULL)
{
    static unsigned char here = 17;

    need_exact();
    assert_int_equal(
        exact_possible((uint64_t)(uintptr_t)&here, why, sizeof why), ENOTSUP);
    assert_non_null(strstr(why, "taken"));
    assert_int_equal(here, 17);
}

TEST_WITH(a_child_has_samples_of_its_own, set_up, NULL)
{
    pid_t child;

    need_exact();
    for (unsigned i = 0; i < 1000; i++)
        asked[i] = BASE + 3 * i;
    assert_int_equal(samples(1000), 0);
    child = fork();
    if (child == 0)
        _exit(samples(1000) == 0 && as_asked(1000) ? 0 : 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(samples(1000), 0);
    assert_true(as_asked(1000));
}

TEST_WITH(nothing_is_left_open, set_up, NULL)
{
    int before;

    exact_close();
    need_exact();
    before = entries("/proc/self/fd");
    exact_close();
    assert_int_equal(entries("/proc/self/fd"), before - 1);
    exact_close();
    assert_int_equal(entries("/proc/self/fd"), before - 1);
}

TEST_WITH(where_perf_is_forbidden_the_reason_names_error_and_knob, set_up, NULL)
{
    pid_t child;

    exact_close();
    child = fork();
    if (child == 0)
        _exit(forbid(SYS_perf_event_open, EACCES) &&
                      exact_prepare(why, sizeof why) == EACCES &&
                      strstr(why, "EACCES") &&
                      strstr(why, "/proc/sys/kernel/perf_event_paranoid")
                  ? 0
                  : 1);
    assert_int_equal(end_of(child), 0);
}

TESTS(NULL, NULL)
