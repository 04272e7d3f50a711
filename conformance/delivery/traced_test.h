/* SPDX-License-Identifier: MIT */
/*
 * For the tests of tracing: a body, run traced, says by its exit status
 * whether it found things as they should be.
 */
#ifndef CONFORMANCE_TRACED_TEST_H
#define CONFORMANCE_TRACED_TEST_H

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch.h"
#include "tracer_row.h"

enum { SEEN = 1024, GOOD = 42, BAD = 43 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t seen[SEEN];
static volatile unsigned seen_count;

static void note_pc(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;

    (void)signal;
    (void)info;
    seen[seen_count++ % SEEN] = (uint64_t)ARCH_PC(context);
}

static void handle(int flags, bool full_mask)
{
    struct sigaction action = {.sa_sigaction = note_pc,
                               .sa_flags = SA_SIGINFO | flags};

    if (full_mask)
        sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
}

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
    unsigned k = 0;

    seen_count = 0;
    demand(tracer_ticks(ticks, count));
    for (size_t n = 0; n < count; n++)
        for (uint32_t times = 0; times < ticks[n].count; times++)
            demand(seen[k++] == ticks[n].pc);
    demand(seen_count == k);
}

#endif
