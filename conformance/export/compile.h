/* SPDX-License-Identifier: MIT */
/*
 * Compiling a C program and running it, or any program, in a sandbox
 * (machine/sandbox.h), as a case is run.  What is compiled is in a directory of
 * its own that is removed again.  The compiler is $CC, or cc.
 */
#ifndef CONFORMANCE_COMPILE_H
#define CONFORMANCE_COMPILE_H

#include <stdbool.h>
#include <stdio.h>

struct compiled {
    bool compiled;
    int status;       /* its exit status; -1: it was killed or hung */
    char output[400]; /* what it printed, or why it did not compile, cut */
};

/* library: the path of a shared object to link with, or null.  The program
 * has so many seconds.  False where the system refused; errno says why. */
bool compile_and_run(const char *text, const char *library, unsigned seconds,
                     struct compiled *compiled);

/* A program and its arguments, in the current directory: what it prints, a
 * megabyte of it at most, goes to out when it has ended.  writes: it may write
 * files.  Its exit status; 128 and the signal that it died of; or 124, as
 * timeout(1) has it, where it hung or took too much.  -1: the system refused;
 * errno says why. */
int run_contained(char *const command[], unsigned seconds, bool writes,
                  FILE *out);

#endif
