/* SPDX-License-Identifier: MIT */
/* Text for a terminal. */
#ifndef REPORTS_TERMINAL_H
#define REPORTS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"

/* The one way in which words of others are shown: control characters, and bytes
 * that are no UTF-8, as \xNN.  They must neither break a line nor reach the
 * terminal as commands.  Returns how many columns it took, out null: would
 * take. */
size_t terminal_clean(const char *text, FILE *out);

/* In that colour, if colour. */
void terminal_coloured(const char *text, const char *escape, bool colour,
                       FILE *out);

/* Blanks up to a width. */
void terminal_pad(size_t written, size_t width, FILE *out);

#endif
