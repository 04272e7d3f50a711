/* SPDX-License-Identifier: MIT */
/*
 * For the tests of tracing: a body, run traced, says by its exit status
 * whether it found things as they should be.
 */
#ifndef CONFORMANCE_TRACED_TEST_H
#define CONFORMANCE_TRACED_TEST_H

#include <sys/wait.h>
#include <unistd.h>

#include "conformance/machine/tracer.h"
#include "reference/unit_test.h"
#include "seen_test.h"

enum { GOOD = 42, BAD = 43 };

/* How a tracer ends that runs this. */
static int status_of(void (*body)(void *context), void *context)
{
    pid_t tracer = fork();
    int status;

    if (tracer == 0) {
        tracer_run(body, context);
        _exit(BAD);
    }
    assert_int_equal(waitpid(tracer, &status, 0), tracer);
    return status;
}

static void assert_good(void (*body)(void *context), void *context)
{
    int status = status_of(body, context);

    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), GOOD);
}

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
