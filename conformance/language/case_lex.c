/* SPDX-License-Identifier: MIT */
#include "case_lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(const struct lexer *lexer, char c)
{
    if (c > ',') /* the last of them */
        return false;
    if (c == ' ')
        return true;
    if (lexer->line_alone)
        return false;
    return c == '\t' || c == '\r' || c == '\f' || c == '\v' ||
           (lexer->is_call && (c == '(' || c == ')' || c == ','));
}

static bool is_word_by_itself(char c)
{
    return c == '[' || c == ']' || c == ';';
}

void lexer_start(struct lexer *lexer, const char *text, size_t length)
{
    *lexer = (struct lexer){
        .at = text, .line_end = text, .end = text + length, .word = {text, 0}};
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
    lexer->at = text;
    lexer->line_end = lexer->end = text + length;
    lexer->line = line;
    lexer->at_end = false;
    lexer_next(lexer);
}

void lexer_next(struct lexer *lexer)
{
    const char *at = lexer->at, *end = lexer->line_end;

    while (at < end && is_blank(lexer, *at))
        at++;
    lexer->word.text = at;
    if (at < end && is_word_by_itself(*at))
        at++;
    else
        while (at < end && !is_blank(lexer, *at) && !is_word_by_itself(*at) &&
               (*at != '#' || lexer->line_alone))
            at++;
    lexer->word.length = (size_t)(at - lexer->word.text);
    lexer->at = at;
}

bool lexer_accept(struct lexer *lexer, const char *text)
{
    if (!word_is(lexer->word, text))
        return false;
    lexer_next(lexer);
    return true;
}

struct word lexer_rest(const struct lexer *lexer)
{
    const char *text = lexer->word.text;

    return (struct word){text, (size_t)(lexer->line_end - text)};
}

/* A word in a message: at most 40 bytes of it, printable. */
static void show_word(const struct lexer *lexer, struct word word,
                      char text[44])
{
    size_t shown = word.length < 40 ? word.length : 40;

    if (word.length == 0) {
        strcpy(text, lexer->line_alone ? "the end"
                     : lexer->at_end   ? "the end of the file"
                                       : "the end of the line");
        return;
    }
    for (size_t i = 0; i < shown; i++)
        text[i] = word.text[i] > ' ' && word.text[i] < 127 ? word.text[i] : '?';
    strcpy(text + shown, shown < word.length ? "..." : "");
}

bool lexer_wrong(const struct lexer *lexer, struct word word,
                 const char *format, ...)
{
    char place[73], read[44], expected[160];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    show_word(lexer, word, read);
    if (lexer->line_alone)
        snprintf(place, sizeof place, "column %zu",
                 (size_t)(word.text - lexer->line_alone) + 1);
    else
        snprintf(place, sizeof place, "%.60s:%u", lexer->file,
                 lexer->line ? lexer->line : 1); /* of an empty file */
    snprintf(lexer->error->text, sizeof lexer->error->text,
             "%s: read %s, expected %.120s", place, read, expected);
    return false;
}

bool lexer_expected_of(const struct lexer *lexer, const char *what,
                       const char *const *words, size_t count)
{
    char text[160];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", what);
    const char *before = "";

    for (size_t k = 0; k < count && used < sizeof text; k++) {
        if (!words[k])
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 before, words[k]);
        before = k + 2 < count ? ", " : " or ";
    }
    return lexer_expected(lexer, "%s", text);
}

int lexer_one_of(struct lexer *lexer, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (words[k] && lexer_accept(lexer, words[k]))
            return (int)k;
    return -1;
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

struct word word_after(struct word word, const char *first)
{
    size_t length = strlen(first);

    if (word.length < length || memcmp(word.text, first, length) != 0)
        return (struct word){word.text, 0};
    return (struct word){word.text + length, word.length - length};
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

bool word_signed(struct word word, uint64_t most, int64_t *value)
{
    bool negative = word.length > 0 && *word.text == '-';
    uint64_t magnitude;

    word.text += negative;
    word.length -= negative;
    if (!word_number(word, &magnitude) || magnitude > most)
        return false;
    *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return true;
}
