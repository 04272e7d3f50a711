/* SPDX-License-Identifier: MIT */
/* UTF-8, as RFC 3629 has it. */
#ifndef REPORTS_UTF8_H
#define REPORTS_UTF8_H

#include <stddef.h>

/* The length of the sequence at text, which a null byte ends; or 0 where
 * there is none. */
size_t utf8_length(const unsigned char *text);

#endif
