/* SPDX-License-Identifier: MIT */
/*
 * A directory for what is written in a sandbox, which is removed with all that
 * was put there.  Where a container has a file system of its own it is there:
 * what is written takes nothing from the next one, and is gone with the
 * container, however that ends.
 */
#ifndef CONFORMANCE_SCRATCH_H
#define CONFORMANCE_SCRATCH_H

#include <stdbool.h>

enum { SCRATCH_NAME = 128 }; /* bytes that a name has room for */

/* Before the sandbox: make one, in TMPDIR or /tmp; or choose its name, where it
 * is to be in the container.  False: errno tells why. */
bool scratch_make(char *name);

/* Make one in TMPDIR or /tmp, where there must be room for what a case writes.
 * False: errno tells why. */
bool scratch_make_outside(char *name);

/* In the sandbox's begin: make it, where it is in the container.  False: errno
 * tells why. */
bool scratch_enter(const char *name);

/* After it: remove what is left.  Links are not followed, and directories that
 * forbid it are made to permit it. */
void scratch_remove(const char *name);

#endif
