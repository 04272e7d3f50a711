/* SPDX-License-Identifier: MIT */
/*
 * A file as it is: all of its bytes, or an error.
 *
 * Whatever ends the reading but the end of the file is an error: what is cut is
 * never taken for what is whole.
 */
#ifndef CONFORMANCE_WHOLE_FILE_H
#define CONFORMANCE_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The most that is read: a device that never ends must not fill a machine. */
enum { WHOLE_FILE_LIMIT = 1 << 28 };

struct whole_file {
    char *text; /* a byte of 0 follows it; free releases it */
    size_t length;
};

/* Null is standard input.  False: errno says why, and there is nothing to
 * release. */
bool whole_file_read(struct whole_file *file, const char *name);

/* The line, from 1, of the first byte of 0; 0: there is none. */
size_t whole_file_nul(const struct whole_file *file);

#endif
