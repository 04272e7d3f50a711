/* SPDX-License-Identifier: MIT */
/*
 * Processes that lost their parents and became children of this process, a
 * subreaper.
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

/* Kill the process group, unless it is 0, and kill and reap every other child
 * that was not there before, until none is left.  False: after a second there
 * still were some. */
bool strays_end(const struct strays *strays, pid_t group, int *status);

#endif
