/* SPDX-License-Identifier: MIT */
#include "limits.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "conformance/base/output.h"

static const rlim_t stack_usual = (rlim_t)8 << 20;
static const rlim_t stack_least = (rlim_t)1 << 20;
static const rlim_t data_least = (rlim_t)64 << 20;

/* A stack that has begun grows up to the limit that there is then. */
static int check_stack(void)
{
    struct rlimit stack;

    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= stack_usual)
        return STATUS_PASS;
    stack.rlim_cur =
        stack.rlim_max < stack_usual ? stack.rlim_max : stack_usual;
    setrlimit(RLIMIT_STACK, &stack);
    if (stack.rlim_cur >= stack_least)
        return STATUS_PASS;
    return complain(STATUS_HARNESS,
                    "the stack may have %llu KiB only; 1024 are needed: see "
                    "ulimit -s",
                    (unsigned long long)stack.rlim_cur / 1024);
}

static int check_data(void)
{
    struct rlimit data;

    if (getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_cur >= data_least)
        return STATUS_PASS;
    data.rlim_cur = data.rlim_max;
    setrlimit(RLIMIT_DATA, &data);
    if (data.rlim_cur >= data_least)
        return STATUS_PASS;
    return complain(STATUS_HARNESS,
                    "a process may have %llu KiB of data only; 65536 are "
                    "needed: see ulimit -d",
                    (unsigned long long)data.rlim_cur / 1024);
}

/* A timer keeps a place for its signal. */
static int check_signals(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    timer_t timer;

    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) {
        timer_delete(timer);
        return STATUS_PASS;
    }
    if (errno != EAGAIN)
        return STATUS_PASS;
    return complain(STATUS_HARNESS, "no more signals may be pending, and none "
                                    "of a timer: see ulimit -i");
}

int limits_check(bool ticks)
{
    int status = check_stack();

    if (status == STATUS_PASS)
        status = check_data();
    return status == STATUS_PASS && ticks ? check_signals() : status;
}
