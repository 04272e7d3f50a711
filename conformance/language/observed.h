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
 * numbers of its machine, in decimal (a last odd byte as "byte 7f"); V*N is V,
 * N times.  A damaged zone is written before or after it: before [ a5*63 00 ],
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

#include "conformance/base/memory.h"
#include "observation.h"

/* One line, without its newline, that free releases. */
char *observed_text(const struct observation *observation);

/* One event of it, as one item.  swapped: its counters have the other byte
 * order than this machine. */
void observed_put_event(const struct event *event, bool swapped, FILE *out);

/* Whether this machine is big-endian. */
bool observed_big_endian(void);

/* Where a text is wrong: "column N: read X, expected Y". */
struct observed_error {
    char text[200];
};

/*
 * Read a line of that form.  observation_free releases what it becomes.
 * Any bytes may be given.  False at the first mistake, described in error, and
 * then there is nothing to release.
 */
bool observed_parse(const char *text, size_t length,
                    struct observation *observation,
                    struct observed_error *error);

/*
 * Parts of it within the lines of a trace: an event after its operation's
 * number, whose bytes are then in own; what a call returned, as programs write
 * it (void, any errno's name); bytes in brackets, in numbers of width bytes;
 * and an item that is noted besides events, or -1 where the current word begins
 * none.
 */
bool observed_read_event(struct lexer *in, struct arena *own,
                         struct event *event);
bool observed_read_result(struct lexer *in, struct event *event);
bool observed_read_bytes(struct lexer *in, unsigned char *bytes, size_t size,
                         unsigned width);
int observed_read_tail(struct lexer *in, struct observation *o);

/* Copy all that its events point to into memory of its own, in the byte order
 * of its machine. */
void observation_own(struct observation *observation);

/* The bytes that an event of a file has; 0: it has none. */
size_t observed_file_size(const struct event *event);

#endif
