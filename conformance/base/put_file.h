/* SPDX-License-Identifier: MIT */
/* A file that appears whole, or what was there stays. */
#ifndef CONFORMANCE_PUT_FILE_H
#define CONFORMANCE_PUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Have `write` write a new file, of a name that nobody can guess, in the
 * directory of path; it then takes that name, and the mode of the file that had
 * it.  Nothing that is there is opened, followed or cut, and both the file and
 * the directory are on the disk before this returns.  write says false where
 * memory ran out.  0, or an errno: then what was there is as it was.
 */
int put_file_whole(const char *path, bool (*write)(void *context, FILE *out),
                   void *context);

/*
 * The same; but a link stays, and the file that it leads to is written, and what
 * is there and no plain file (a pipe, /dev/stdout) is written to as it is.
 */
int put_file(const char *path, void (*write)(FILE *out, const void *context),
             const void *context);

#endif
