/* SPDX-License-Identifier: MIT */
/* A file that appears whole, or what was there stays. */
#ifndef CONFORMANCE_PUT_FILE_H
#define CONFORMANCE_PUT_FILE_H

#include <stdio.h>

typedef void file_writer(FILE *out, const void *context);

/*
 * Have `write` write a new file, of a name that nobody can guess, in the
 * directory of path; it then takes that name, and the mode of the file that had
 * it.  Nothing that is there is opened, followed or cut, and both the file and
 * the directory are on the disk before this returns.  0, or an errno: then what
 * was there is as it was.
 */
int put_file_whole(const char *path, file_writer *write, const void *context);

/* What is there (a pipe, /dev/stdout) is written to as it is.  One that nobody
 * reads is not waited for. */
int put_in_place(const char *path, file_writer *write, const void *context);

/*
 * The first; but a link stays, and the file that it leads to is written, and
 * what is there and no plain file is written to in its place.
 */
int put_file(const char *path, file_writer *write, const void *context);

#endif
