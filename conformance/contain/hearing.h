/* SPDX-License-Identifier: MIT */
/*
 * Listening to a warden (warden.h).  Below it are processes that may do
 * anything, so that what comes is read as any stranger's: of bounded length,
 * for a bounded time, and nothing in it is taken for granted.
 */
#ifndef CONFORMANCE_HEARING_H
#define CONFORMANCE_HEARING_H

#include "sandbox_task.h"

enum { HEARING_GRACE = 900000000 }; /* nanoseconds that a warden may be late */

/* How long nothing may be heard. */
uint64_t sandbox_longest(const struct sandbox_task *task);

/* Until it ended, or was found to lie, or until that time of sandbox_time has
 * come.  False: there was no process, and errno tells why. */
bool sandbox_hear(const struct sandbox_task *task, int in, uint64_t until,
                  struct sandbox_end *end);

#endif
