/* SPDX-License-Identifier: MIT */
/* A file that appears whole, or what was there stays. */
#ifndef CONFORMANCE_PUT_FILE_H
#define CONFORMANCE_PUT_FILE_H

#include <stdio.h>

/*
 * Have `write` write it, under a name of its own until it is whole.  A link
 * stays, and the file that it leads to is written.  What is there and no plain
 * file (a pipe, /dev/stdout) is written to as it is.  0, or an errno.
 */
int put_file(const char *path, void (*write)(FILE *out, const void *context),
             const void *context);

#endif
