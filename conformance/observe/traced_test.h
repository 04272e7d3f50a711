/* SPDX-License-Identifier: MIT */
/*
 * For the tests of tracing: a body, run traced, says by its exit status
 * whether it found things as they should be.
 */
#ifndef CONFORMANCE_TRACED_TEST_H
#define CONFORMANCE_TRACED_TEST_H

#include "conformance/machine/tracer.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"
#include "seen_test.h"

enum { GOOD = 42, BAD = 43 };

/* How a tracer ends that runs this, by end_of. */
static int traced_end(void (*body)(void *context), void *context)
{
    pid_t tracer = fork();

    if (tracer == 0) {
        tracer_run(body, context);
        _exit(BAD);
    }
    return end_of(tracer);
}

/* A test that is run traced. */
#define TRACED_TEST(name)                                                      \
    static void body_of_##name(void);                                          \
    static void traced_##name(void *unused)                                    \
    {                                                                          \
        (void)unused;                                                          \
        body_of_##name();                                                      \
        _exit(GOOD);                                                           \
    }                                                                          \
    TEST(name)                                                                 \
    {                                                                          \
        assert_int_equal(traced_end(traced_##name, NULL), GOOD);               \
    }                                                                          \
    static void body_of_##name(void)

static void demand(bool condition)
{
    if (!condition)
        _exit(BAD);
}

static void demand_delivered(const struct tick *ticks, size_t count)
{
    seen_count = 0;
    demand(tracer_ticks(ticks, count));
    demand(saw(ticks, count));
}

#endif
