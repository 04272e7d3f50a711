/* SPDX-License-Identifier: MIT */
#ifndef CONFORMANCE_ENTER_H
#define CONFORMANCE_ENTER_H

#include <sys/types.h>

/* In a new child of parent: become the process of a sandbox's body, as
 * sandbox.h has it.  A byte written to mark is what sandbox_mark notes. */
void enter_sandbox(pid_t parent, int mark);

#endif
