/* SPDX-License-Identifier: MIT */
#include "work.h"

#include <stddef.h>
#include <time.h>

/* Their number keeps them apart: equal functions might be folded. */
#define FUNCTION(n)                                                            \
    __attribute__((                                                            \
        noinline, section(".text.of.work"),                                    \
        aligned(WORK_SIZE))) static void function_##n(uint64_t rounds)         \
    {                                                                          \
        while (rounds-- > 0)                                                   \
            __asm__ volatile("" : : "i"(n), "r"(rounds));                      \
    }

FUNCTION(0)
FUNCTION(1)
FUNCTION(2)
FUNCTION(3)
FUNCTION(4)
FUNCTION(5)
FUNCTION(6)
FUNCTION(7)

typedef void function(uint64_t rounds);

static function *slots[WORK_SLOTS];
static uint64_t rounds_a_millisecond;

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t work_thread_time(void)
{
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t work_process_time(void)
{
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* The kernel's number for what ITIMER_PROF runs on, of this process: its
 * complement in the upper bits, kind 0 (user and system time accounted). */
uint64_t work_accounted_time(void)
{
    return nanoseconds((clockid_t)-8);
}

uint64_t work_kernel_tick(void)
{
    struct timespec tick;

    if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0)
        return 10000000;
    return (uint64_t)tick.tv_sec * 1000000000 + (uint64_t)tick.tv_nsec;
}

static bool work_find(void)
{
    static function *const all[WORK_SLOTS] = {
        function_0, function_1, function_2, function_3,
        function_4, function_5, function_6, function_7};
    uintptr_t lowest = UINTPTR_MAX;

    for (unsigned k = 0; k < WORK_SLOTS; k++)
        if ((uintptr_t)all[k] < lowest)
            lowest = (uintptr_t)all[k];
    for (unsigned k = 0; k < WORK_SLOTS; k++) {
        uintptr_t slot = ((uintptr_t)all[k] - lowest) / WORK_SIZE;

        if (slot >= WORK_SLOTS || lowest % WORK_SIZE != 0)
            return false;
        slots[slot] = all[k];
    }
    for (unsigned k = 0; k < WORK_SLOTS; k++)
        if (!slots[k])
            return false;
    return true;
}

bool work_begin(void)
{
    uint64_t rounds = 1024, spent = 0, begun;

    if (!work_find())
        return false;
    while (spent < 5000000) {
        rounds *= 2;
        begun = work_thread_time();
        slots[0](rounds);
        spent = work_thread_time() - begun;
    }
    rounds_a_millisecond = rounds * 1000000 / spent;
    return true;
}

uint64_t work_text(void)
{
    return (uint64_t)(uintptr_t)slots[0];
}

void work_in(unsigned slot, uint64_t length)
{
    slots[slot](rounds_a_millisecond * length / 1000000);
}
