/* SPDX-License-Identifier: MIT */
/* How much of the machine the processes of a container take, as the first of
 * them sees it. */
#ifndef CONFORMANCE_CROWD_H
#define CONFORMANCE_CROWD_H

#include <stdbool.h>
#include <stdint.h>

enum { CROWD_PROCESSES = 4096 };

/* In the first process of a namespace: whether more than CROWD_PROCESSES were
 * made in it by now, or they have more than 2 GiB of memory. */
bool crowd_too_large(void);

/* How the other processes there fared.  Nothing is known, and all is zero, where
 * /proc is not the namespace's own. */
struct crowd_time {
    uint64_t ran;    /* nanoseconds on a processor */
    uint64_t waited; /* nanoseconds ready to run, before they then ran */
    bool ready;      /* one runs, or would */
};

struct crowd_time crowd_time(void);

#endif
