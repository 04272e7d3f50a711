/* SPDX-License-Identifier: MIT */
/*
 * What a tick does to the code that it interrupts, besides being counted.
 *
 * A handler that leaves errno otherwise than it found it changes it between
 * two statements of the caller, which can't guard itself.  One that was set
 * without SA_RESTART lets a slow system call of the caller's fail with EINTR.
 * Both are tried with ticks of the harness: an errno that nobody else sets,
 * and a read that waits.
 */
#ifndef CONFORMANCE_INTRUSION_H
#define CONFORMANCE_INTRUSION_H

#include <stdbool.h>

struct intrusion {
    bool tried;
    bool errno_changed;
    bool call_failed; /* and would not have on this host with SA_RESTART */
};

/* With SIGPROF let in, and a handler for it.  Some ticks at pcs of no account
 * come of it, over some milliseconds. */
void intrusion_try(struct intrusion *intrusion);

#endif
