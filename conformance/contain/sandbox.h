/* SPDX-License-Identifier: MIT */
/*
 * Processes of their own for code that may do anything.
 *
 *     this process       parses what it is told, and holds the last limit
 *       warden           tells; holds the limits; runs no foreign code
 *         body           in which foreign code may be loaded
 *           ...          what that starts
 *
 * All below this process is in a container (contain.h) and gone when
 * sandbox_run returns.  The body has a session of its own, standard streams on
 * /dev/null, default signal dispositions, an empty mask, and limits on its
 * stack, its data, and files.  The calling process must not make or wait for
 * children meanwhile.
 */
#ifndef CONFORMANCE_SANDBOX_H
#define CONFORMANCE_SANDBOX_H

#include "sandbox_task.h"

/* Run it.  False where there could be no process, or begin failed: errno. */
bool sandbox_run(const struct sandbox_task *task, struct sandbox_end *end);

#endif
