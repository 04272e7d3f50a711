/* SPDX-License-Identifier: MIT */
/* The words of a case text, line by line. */
#ifndef CONFORMANCE_CASE_LEX_H
#define CONFORMANCE_CASE_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of bytes without white space; [ ] and ; are words of their own.
 * Length 0: the line, or the text, has no more. */
struct word {
    const char *text;
    size_t length;
};

/* The text is the caller's and need not end with a zero or a newline. */
struct lexer {
    const char *at; /* not yet read, in the line */
    const char *line_end;
    const char *end;  /* of the text */
    unsigned line;    /* the current one's number, from 1 */
    bool at_end;      /* there is no current line */
    struct word word; /* the one being looked at */
};

void lexer_start(struct lexer *lexer, const char *text, size_t length);

/* Go to the first word of the next line that has one.  False at the end. */
bool lexer_line(struct lexer *lexer);

/* Make a line of another text the current one, and go to its first word;
 * null is an empty one. */
void lexer_take(struct lexer *lexer, const char *text, size_t length,
                unsigned line);

/* Go to the next word of the line. */
void lexer_next(struct lexer *lexer);

bool word_is(struct word word, const char *text);

/* Copy a word, with a final zero.  False if it does not fit. */
bool word_copy(struct word word, char *text, size_t size);

/* A number, decimal or hexadecimal with 0x.  No leading zeros otherwise: the
 * manuals' octal scales would pass for decimal.  False if it is none. */
bool word_number(struct word word, uint64_t *value);

/* The same of a whole text: as all of profilcheck reads numbers. */
bool text_number(const char *text, uint64_t *number);

#endif
