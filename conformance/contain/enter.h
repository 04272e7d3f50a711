/* SPDX-License-Identifier: MIT */
#ifndef CONFORMANCE_ENTER_H
#define CONFORMANCE_ENTER_H

#include <sys/types.h>

/* In a new child of parent: become the process of a sandbox's body, as
 * sandbox.h has it.  A byte written to mark is what sandbox_mark notes. */
void enter_sandbox(pid_t parent, int mark);

/* In the body, once: what cannot be taken back is noted.  Code that was run
 * there before may have seen to it that it is not. */
void sandbox_mark(void);

/* Die with the parent, at once where it has died: what each process of a
 * sandbox asks for. */
void sandbox_tie(pid_t parent);

#endif
