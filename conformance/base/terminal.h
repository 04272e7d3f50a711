/* SPDX-License-Identifier: MIT */
/* Other people's text, for a terminal; UTF-8 is that of RFC 3629. */
#ifndef REPORTS_TERMINAL_H
#define REPORTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"

/* The length of the sequence at text, which a null byte ends; or 0 where there
 * is none. */
size_t utf8_length(const unsigned char *text);

/* Whether a character of UTF-8 is not for people: U+0080 to U+009F, which a
 * terminal obeys, and those that turn the text that follows around: U+061C,
 * U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
bool utf8_misleads(const unsigned char *text);

/* The one way in which other people's text is shown: control characters, and
 * bytes that are no UTF-8, as \xNN.  They must neither break a line nor reach
 * the terminal as commands.  Returns how many columns it took, out null: would
 * take. */
size_t terminal_clean(const char *text, FILE *out);

/* The same of a text made by a format, but for a newline at its end. */
void terminal_print(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* In that colour, if colour. */
void terminal_coloured(const char *text, const char *escape, bool colour,
                       FILE *out);

/* A word of a command line, as a shell takes it: between quotes where it needs
 * them.  To be freed. */
char *terminal_word(const char *word);

/* Blanks up to a width. */
void terminal_pad(size_t written, size_t width, FILE *out);

#endif
