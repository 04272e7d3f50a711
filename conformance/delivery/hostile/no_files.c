/* SPDX-License-Identifier: MIT */
/* Leaves no descriptor to be had, and children that nobody can wait for. */
#include <sys/resource.h>

#include "hostile.h"

static void misbehave(void)
{
    const struct rlimit none = {0, 0};

    for (int file = 0; file < 65536; file++)
        close(file);
    setrlimit(RLIMIT_NOFILE, &none);
    signal(SIGCHLD, SIG_IGN);
}
