/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <errno.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine_fixture.h"
#include "reference/unit_test.h"
#include "regions.h"

static uint16_t buffer[8];

static struct region member(uint64_t offset, uint64_t scale)
{
    return regions_member(buffer, sizeof buffer, offset, scale, 2);
}

TEST(a_scale_below_2_has_no_counters)
{
    assert_int_equal(member(1000, 0).bins.counters, 0);
    assert_int_equal(member(1000, 1).bins.counters, 0);
    assert_int_equal(member(1000, 2).bins.counters, 8);
}

TEST(offset_0_and_scale_2_are_the_overflow_bin)
{
    assert_true(member(0, 2).overflow_bin);
    assert_false(member(1, 2).overflow_bin);
    assert_false(member(0, 3).overflow_bin);
}

static int replace(struct region region, struct timeval *tvp)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call,
                        regions_replace(&region, 1, ENGINE_ORDINARY, tvp));
}

TEST(tvp_is_told_the_period_of_a_call_that_succeeds)
{
    struct timeval time = {7, 7};

    assert_int_equal(replace(member(1000, 2), &time), 0);
    assert_true(engine_is_on());
    assert_int_equal(time.tv_sec, 0);
    assert_int_equal(time.tv_usec, 10000);
    time.tv_usec = 7;
    assert_int_equal(replace(member(1000, 0), &time), 0);
    assert_false(engine_is_on());
    assert_int_equal(time.tv_usec, 10000);
}

TEST(without_memory_a_call_fails)
{
    const struct rlimit none = {0, RLIM_INFINITY};
    struct timeval time = {7, 7};
    int status;
    pid_t child = fork();

    if (child == 0) {
        setrlimit(RLIMIT_AS, &none);
        _exit(!regions_new(1) && replace(member(1000, 2), &time) == -1 &&
                      errno == ENOMEM && time.tv_usec == 7 && !engine_is_on()
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TESTS(use_manual_engine, NULL)
