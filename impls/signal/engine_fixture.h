/* SPDX-License-Identifier: MIT */
/* What the tests of the engine have in common: a buffer with a counter for
 * each pair of bytes of text, and profiling on and off. */
#ifndef IMPLS_SIGNAL_ENGINE_FIXTURE_H
#define IMPLS_SIGNAL_ENGINE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"
#include "stub.h"
#include "ticker.h"

enum { BYTES = 4096, COUNTERS = BYTES / 2 };

#define PC(counter) (STUB_TEXT + 0x100 + 2 * (uint64_t)(counter))

static uint16_t *buffer; /* a page, zeroed before each test */

static inline struct region region_at(void *base, uint64_t offset)
{
    return region_make(base, BYTES, offset, 65536, 2, REGION_DOWN);
}

static inline int start_with_clock(const struct region *list, size_t count)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, ENGINE_ORDINARY));
}

static inline int start(const struct region *list, size_t count)
{
    int result = start_with_clock(list, count);

    stub_stop_clock();
    return result;
}

static inline void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
}

static inline void *pages(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

static inline void start_on(void *base)
{
    struct region region = region_at(base, PC(0));

    if (!STUB_WORKS)
        skip();
    assert_int_equal(start(&region, 1), 0);
}

static inline void start_clock_on(void *base)
{
    struct region region = region_at(base, PC(0));

    assert_int_equal(start_with_clock(&region, 1), 0);
}

/* Of a child: its exit status, or minus the signal that killed it. */
static inline int end_of(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static inline int set_up(void **state)
{
    (void)state;
    memset(buffer, 0, BYTES);
    return 0;
}

static inline int turn_off(void **state)
{
    (void)state;
    stop();
    return 0;
}
static inline bool has_timer(void)
{
    FILE *timers = fopen("/proc/self/timers", "r");
    bool any = timers && fgetc(timers) != EOF;

    if (timers)
        fclose(timers);
    return any;
}

static inline void wait_for_a_pending_tick(void)
{
    sigset_t set;

    do
        sigpending(&set);
    while (!sigismember(&set, SIGPROF) && stub_cpu_seconds() < 60);
}

static inline void block(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static inline void unblock(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, turn_off)

/* The text and the buffer, for the whole program. */
static inline int map_all(void **state)
{
    (void)state;
    engine_current = &engine_signal;
    buffer = pages(MAP_PRIVATE);
    return STUB_WORKS && !stub_map();
}

#endif
