/* SPDX-License-Identifier: MIT */
/* The process between a sandbox's body and the one that wants to know. */
#ifndef CONFORMANCE_WARDEN_H
#define CONFORMANCE_WARDEN_H

#include "contain.h"
#include "sandbox_task.h"

/*
 * What it writes: any number of WARDEN_WAITS, one each time that it lets a
 * limit pass because the machine did not run the body, and of WARDEN_STAGE, one
 * for each stage that begins; then a line
 * "end HOW STATUS MARKED SIZE", or "failed ERRNO"; and SIZE bytes.
 */
#define WARDEN_WAITS '.'
#define WARDEN_STAGE ':'
enum { WARDEN_LINE = 80 };

/* Be it.  Does not return. */
_Noreturn void warden_run(const struct sandbox_task *task,
                          struct container *container, pid_t parent, int out);

#endif
