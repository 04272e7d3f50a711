/* SPDX-License-Identifier: MIT */
/* Leaves a process of another session, whose parents have gone. */
#include <sys/wait.h>

#include "hostile.h"

static void misbehave(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        setsid();
        if (fork() == 0)
            hostile_stay();
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}
