/* SPDX-License-Identifier: MIT */
/*
 * The words of a text, line by line, and where they are wrong: of cases, of
 * traces and of observations.  The text is the caller's and need not end with a
 * zero or a newline.
 */
#ifndef CONFORMANCE_CASE_LEX_H
#define CONFORMANCE_CASE_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a text is wrong, as one line: "FILE:LINE: read X, expected Y". */
struct case_error {
    char text[256];
};

/* A run of bytes without white space; [ ] and ; are words of their own.
 * Length 0: the line, or the text, has no more. */
struct word {
    const char *text;
    size_t length;
};

struct lexer {
    const char *at; /* not yet read, in the line */
    const char *line_end;
    const char *end;  /* of the text */
    unsigned line;    /* the current one's number, from 1 */
    bool at_end;      /* there is no current line */
    struct word word; /* the one being looked at */
    bool is_call;     /* as C has them: brackets and commas are blanks */
    const char *file; /* in errors */
    /* Of one line without a file: errors have the column, counted from here;
     * words are apart by blanks alone, and # begins no comment. */
    const char *line_alone;
    struct case_error *error;
};

/* Before the first line.  Errors need a file and a place to be written to. */
void lexer_start(struct lexer *lexer, const char *text, size_t length);

/* Go to the first word of the next line that has one.  False at the end. */
bool lexer_line(struct lexer *lexer);

/* Make a line of another text the current one, and go to its first word. */
void lexer_take(struct lexer *lexer, const char *text, size_t length,
                unsigned line);

/* Go to the next word of the line. */
void lexer_next(struct lexer *lexer);

/* Go past the current word if it is that one. */
bool lexer_accept(struct lexer *lexer, const char *text);

/* From the current word to the line's end. */
struct word lexer_rest(const struct lexer *lexer);

/* Write "FILE:LINE: read WORD, expected ...", or "column N: ...", and return
 * false: of a word, of the current one, and where that is none of several. */
bool lexer_wrong(const struct lexer *lexer, struct word word,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
#define lexer_expected(lexer, ...)                                             \
    lexer_wrong(lexer, (lexer)->word, __VA_ARGS__)
bool lexer_expected_of(const struct lexer *lexer, const char *what,
                       const char *const *words, size_t count);

/* Go past a word that is one of a list, which may have holes, and return its
 * index; -1: it is none. */
int lexer_one_of(struct lexer *lexer, const char *const *words, size_t count);

bool word_is(struct word word, const char *text);

/* Copy a word, with a final zero.  False if it does not fit. */
bool word_copy(struct word word, char *text, size_t size);

/* What is behind the first bytes of a word; length 0 if it begins otherwise or
 * ends there. */
struct word word_after(struct word word, const char *first);

/* A number, decimal or hexadecimal with 0x.  No leading zeros otherwise: the
 * manuals' octal scales would pass for decimal.  False if it is none. */
bool word_number(struct word word, uint64_t *value);

/* The same of a whole text: as all of profilcheck reads numbers. */
bool text_number(const char *text, uint64_t *number);

/* One with a sign or without, up to that most either way. */
bool word_signed(struct word word, uint64_t most, int64_t *value);

#endif
