/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "hearing.h"
#include "sandbox_time.h"
#include "warden.h"

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
    until = sandbox_time() + sandbox_longest(task) + HEARING_GRACE;
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
