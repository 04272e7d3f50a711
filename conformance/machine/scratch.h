/* SPDX-License-Identifier: MIT */
/*
 * The directory of a sandbox (sandbox.h) in which files may be written.  Where
 * a container has a file system of its own it is there: what is written takes
 * nothing from the next one, and is gone with the container, however that ends.
 */
#ifndef CONFORMANCE_SCRATCH_H
#define CONFORMANCE_SCRATCH_H

#include <stdbool.h>

enum { SCRATCH_NAME = 128 }; /* bytes that a name has room for */

/* Before the sandbox: choose its name, which nobody can guess, in TMPDIR or
 * /tmp; or where it is to be in the container. */
void scratch_choose(char *name);
void scratch_choose_outside(char *name);

/* In the supervisor, which removes it whoever else is killed: make it, where
 * there is room for what a case writes.  False: errno says why. */
bool scratch_enter(const char *name);

/* Whether more was put there than the file system of a container would hold,
 * where it is not in one. */
bool scratch_too_large(const char *name);

/* Remove it.  Links are not followed, and directories that forbid it are made
 * to permit it. */
void scratch_remove(const char *name);

#endif
