/* SPDX-License-Identifier: MIT */
#include "case_lex.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool case_lex_stands_alone(char c)
{
    return c == '[' || c == ']' || c == ';';
}

void lexer_start(struct lexer *lexer, const char *text, size_t length)
{
    *lexer = (struct lexer){text, text, text + length, 0, false, {text, 0}};
}

/* Make the text from start to the next newline the current line. */
static void enter_line(struct lexer *lexer, const char *start)
{
    size_t left = (size_t)(lexer->end - start);
    const char *newline = memchr(start, '\n', left);

    lexer->at = start;
    lexer->line_end = newline ? newline : lexer->end;
    lexer->line++;
}

bool lexer_line(struct lexer *lexer)
{
    const char *start = lexer->line ? lexer->line_end + 1 : lexer->at;

    for (; start < lexer->end; start = lexer->line_end + 1) {
        enter_line(lexer, start);
        lexer_next(lexer);
        if (lexer->word.length > 0)
            return true;
    }
    lexer->at = lexer->line_end = lexer->end;
    lexer->word = (struct word){lexer->end, 0};
    lexer->at_end = true;
    return false;
}

void lexer_take(struct lexer *lexer, const char *text, size_t length,
                unsigned line)
{
    const char *end;

    text = text ? text : "";
    end = text + length;
    *lexer = (struct lexer){text, end, end, line, false, {text, 0}};
    lexer_next(lexer);
}

void lexer_next(struct lexer *lexer)
{
    const char *at = lexer->at, *end = lexer->line_end;

    while (at < end && is_space(*at))
        at++;
    lexer->word.text = at;
    if (at < end && case_lex_stands_alone(*at))
        at++;
    else
        while (at < end && !is_space(*at) && *at != '#' &&
               !case_lex_stands_alone(*at))
            at++;
    lexer->word.length = (size_t)(at - lexer->word.text);
    lexer->at = at;
}

bool word_is(struct word word, const char *text)
{
    return word.length == strlen(text) &&
           memcmp(word.text, text, word.length) == 0;
}

bool word_copy(struct word word, char *text, size_t size)
{
    if (word.length >= size)
        return false;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    return true;
}

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 99;
}

bool word_number(struct word word, uint64_t *value)
{
    const char *at = word.text, *end = word.text + word.length;
    unsigned base = 10;

    if (word.length > 1 && *at == '0') {
        if (at[1] != 'x')
            return false;
        base = 16;
        at += 2;
    }
    if (at == end)
        return false;
    for (*value = 0; at < end; at++) {
        unsigned digit = digit_value(*at);

        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return true;
}

bool text_number(const char *text, uint64_t *number)
{
    return word_number((struct word){.text = text, .length = strlen(text)},
                       number);
}
