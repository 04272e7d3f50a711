/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "hearing.h"
#include "warden.h"

uint64_t sandbox_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool sandbox_factor(double *factor)
{
    const char *text = getenv("PROFILCHECK_TIMEOUT_FACTOR");
    char *end;

    *factor = 1;
    if (!text)
        return true;
    *factor = strtod(text, &end);
    if (end != text && !*end && *factor >= 1 && *factor <= 1000)
        return true;
    *factor = 1;
    return false;
}

uint64_t sandbox_limit(unsigned milliseconds)
{
    double factor;

    sandbox_factor(&factor);
    return (uint64_t)(milliseconds * 1e6 * factor);
}

bool sandbox_run(const struct sandbox_task *task, struct sandbox_end *end)
{
    struct container container;
    pid_t parent = getpid(), pid;
    uint64_t until;
    int ends[2], error;
    bool good;

    *end = (struct sandbox_end){.how = SANDBOX_LOST};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL); /* or an exit in there writes what is buffered here */
    until = sandbox_time() + task->most + HEARING_GRACE;
    pid = contain_fork(&container);
    if (pid == 0) {
        close(ends[0]);
        warden_run(task, &container, parent, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        error = errno;
        close(ends[0]);
        errno = error;
        return false;
    }
    good = sandbox_hear(task, ends[0], until, end);
    error = errno;
    close(ends[0]);
    contain_end(&container, pid);
    errno = error;
    return good;
}
