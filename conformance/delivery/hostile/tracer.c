/* SPDX-License-Identifier: MIT */
/* Exits while a child traces it, which then does not let it be reaped. */
#include <sys/ptrace.h>

#include "hostile.h"

static void misbehave(void)
{
    pid_t subject = getpid();
    int ready[2];
    char seized;

    if (pipe(ready) != 0)
        _exit(9);
    if (fork() == 0) {
        seized = ptrace(PTRACE_SEIZE, subject, NULL, NULL) == 0;
        if (write(ready[1], &seized, 1) != 1)
            _exit(9);
        hostile_stay();
    }
    if (read(ready[0], &seized, 1) != 1 || !seized)
        _exit(9);
    _exit(7);
}
