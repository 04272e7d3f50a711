/* SPDX-License-Identifier: MIT */
/* Tests of what does harm, in a cgroup that bounds processes and memory where
 * one is available, and in a process besides the one that removes it. */
#ifndef CONFORMANCE_BOUNDED_TEST_H
#define CONFORMANCE_BOUNDED_TEST_H

#include "command_test.h"

#include <errno.h>

#include "conformance/machine/contain.h"

static struct cgroup bounds; /* empty paths: there is none */

/* Of a child, where waiting may be interrupted. */
static inline int status_of(pid_t pid)
{
    int status = 1;

    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static inline int run_bounded(int (*tests)(void))
{
    bool bounded = cgroup_begin(&bounds);
    pid_t self = getpid(), pid = fork();
    int status;

    if (pid == 0) {
        die_with_parent(self);
        exit(bounded && !cgroup_enter(&bounds) ? 1 : tests());
    }
    status = status_of(pid);
    if (bounded)
        cgroup_end(&bounds);
    return status;
}

#endif
