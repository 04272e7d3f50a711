/* SPDX-License-Identifier: MIT */
/*
 * Compiling a C program and running it, in a sandbox (contain/sandbox.h), as
 * a case is run, and in a directory of its own that is removed again.  The
 * compiler is $CC, or cc.
 */
#ifndef CONFORMANCE_COMPILE_H
#define CONFORMANCE_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

struct compiled {
    bool compiled;
    int status;     /* its exit status; -1: it was killed or hung */
    char said[400]; /* what it printed, or why it did not compile, cut */
};

/* library: the path of a shared object to link with, or null.  The program
 * has so many seconds.  False where the system refused; errno tells why. */
bool compile_and_run(const char *text, const char *library, unsigned seconds,
                     struct compiled *compiled);

#endif
