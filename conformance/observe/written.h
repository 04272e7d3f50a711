/* SPDX-License-Identifier: MIT */
/*
 * What monitor leaves, mon.out, and _mcleanup, gmon.out, in a directory that
 * is the case's own.
 *
 * It is read by the reference's reader and reduced to what can be compared: a
 * function's address in the file may be any in the code of one that the
 * script calls.
 */
#ifndef CONFORMANCE_WRITTEN_H
#define CONFORMANCE_WRITTEN_H

#include "conformance/machine/scratch.h"
#include "reference/files/encoding.h"
#include "reference/outcome.h"

/* Whether a script makes use of monitor, and so of a directory. */
bool written_used(const struct script *script);

/* A regular file's bytes, to be freed; null where there is none. */
unsigned char *written_read_all(const char *directory, const char *name,
                                size_t *size);

/* Numbers as this machine has them. */
struct encoding encoding_here(void);

/* Where the program was loaded, beside where its file says. */
uint64_t written_load_address(void);

/* Where its code is in memory.  False: at the addresses of its file. */
bool written_own_text(uint64_t *low, uint64_t *high);

/*
 * Look at the file in the directory; "." for the current one.  Returns its
 * state.  contents is filled in where it was written; where it can't be read,
 * why says at which offset what is wrong.
 */
enum file_state written_look(const char *directory, const struct script *script,
                             struct file_contents *contents, char *why,
                             size_t why_size);

/*
 * Look at the rate in the header of the directory's gmon.out, where the clock's
 * period was so many microseconds; 0 where it could not be seen.  Returns an
 * enum rate_found, or VALUE_UNSEEN.
 */
int64_t written_rate(const char *directory, uint64_t period);

#endif
