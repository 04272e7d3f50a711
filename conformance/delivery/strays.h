/* SPDX-License-Identifier: MIT */
/*
 * Processes that a sandbox leaves behind.  They become children of this
 * process, a subreaper, when their parents die.
 */
#ifndef CONFORMANCE_STRAYS_H
#define CONFORMANCE_STRAYS_H

#include <stdbool.h>
#include <sys/types.h>

enum { STRAYS_KNOWN = 64 };

/* Children that were there before, which are not to be touched. */
struct strays {
    pid_t known[STRAYS_KNOWN];
    unsigned count;
};

void strays_before(struct strays *strays);

/* Kill and reap the process group, and every other child that was not there
 * before, until none is left. */
void strays_end(const struct strays *strays, pid_t group);

#endif
