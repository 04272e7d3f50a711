/* SPDX-License-Identifier: MIT */
/*
 * Bytes that were written or sent as text, and what they were before: a
 * hexdump, line feeds that were made two bytes, bytes that were made
 * characters.  Of a profile nothing is known here.
 */
#ifndef CONFORMANCE_PROF_AS_TEXT_H
#define CONFORMANCE_PROF_AS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum { AS_TEXT_FEW = 4 }; /* of which more are no chance */

/* Whether all of it can be printed. */
bool as_text_printable(const unsigned char *bytes, uint64_t size);

/* How many bytes of 10 there are, if each has one of 13 before it; else 0. */
uint64_t as_text_doubled_feeds(const unsigned char *bytes, uint64_t size);

/* Take these of 13 away; the size without them. */
uint64_t as_text_without_returns(unsigned char *bytes, uint64_t size);

/* Text of UTF-16, low byte first. */
bool as_text_is_utf16(const unsigned char *bytes, uint64_t size);

/* Whether what it was sent as does not say what it had been. */
bool as_text_is_lost(const unsigned char *bytes, uint64_t size);

/* The bytes that were written as text, malloc'ed, with room for one more: in
 * UTF-16, or in UTF-8, in which those from 128 on have two.  Null: they were
 * not, or can't be put back. */
unsigned char *as_text_recoded(const unsigned char *from, uint64_t size,
                               uint64_t *count);

/* The bytes that a hexdump shows, likewise; swapped: words of several have the
 * last first.  *lost: "*" is in place of lines, and it is not said of how
 * many.  Null where it shows nothing. */
unsigned char *as_text_hexdump(const unsigned char *text, uint64_t size,
                               bool swapped, uint64_t *count, bool *lost);

#endif
