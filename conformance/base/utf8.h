/* SPDX-License-Identifier: MIT */
/* UTF-8, as RFC 3629 has it. */
#ifndef REPORTS_UTF8_H
#define REPORTS_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the sequence at text, which a null byte ends; or 0 where
 * there is none. */
size_t utf8_length(const unsigned char *text);

/* Whether a character of UTF-8 is not for people: U+0080 to U+009F, which a
 * terminal obeys, and those that turn the text that follows around: U+061C,
 * U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
bool utf8_misleads(const unsigned char *text);

#endif
