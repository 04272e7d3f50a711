/* SPDX-License-Identifier: MIT */
/*
 * An observation as one line of text, to be kept, pasted and read again.
 *
 * Items are separated by "; ".  First the events in their order, each with
 * the operation that it belongs to, by index:
 *
 *     1 call -1 EFAULT            2 call 0 tvp right fast wrong
 *     3 sweep fits                4 sleep nothing       5 caller restored
 *     6 in-child call 0           7 child ended         8 exec killed
 *     6 in-grandchild call 0   (a child's child)
 *     9 crash                     9 buffer 1 unmapped 144
 *     9 buffer 0 64 [ 0 1 0*30 ]  9 file absent
 *     9 file written layout mon low 4096 high 8192 ticks 3 calls [ 4096 2 ]
 *
 * A buffer has its number, its size in bytes, and its contents as 16-bit
 * numbers of its machine, in decimal (a last odd byte as "byte 7f"); V*N is
 * V, N times.  A damaged zone stands before or after it: before [ a5*63 00 ],
 * bytes in hexadecimal.  Then how it ended, and what else was noted:
 *
 *     ended signal 11 at 3; delivered stub nested; disturbed; batched;
 *     stray 2; big-endian; note "text, with \x22 for what is not printable"
 *
 * big-endian is the machine on which it was observed, where it is not little.
 *
 * What is printed parses to the same observation, and prints the same again.
 */
#ifndef CONFORMANCE_OBSERVED_H
#define CONFORMANCE_OBSERVED_H

#include <stdio.h>

#include "observation.h"

/* One line, without its newline, in memory of its own; null where there is
 * none. */
char *observed_text(const struct observation *observation);

/* One event of it, as one item.  swapped: its counters have the other byte
 * order than this machine. */
void observed_put_event(const struct event *event, bool swapped, FILE *out);

/* Where a text is wrong: "column N: read X, expected Y". */
struct observed_error {
    char text[200];
};

/*
 * Read a line of that form.  observation_free releases what it becomes.
 * Any bytes may be given.  False at the first mistake, or where memory ran
 * out: described in error, and there is nothing to release.
 */
bool observed_parse(const char *text, size_t length,
                    struct observation *observation,
                    struct observed_error *error);

/* Whether the event agrees with everything because whoever told of it, a log or
 * a program asked line by line, did not look: our own code always does. */
bool observed_is_unseen(const struct event *event);

/* The bytes of an event that tells of a file; 0: it does not. */
size_t observed_file_size(const struct event *event);

#endif
