/* SPDX-License-Identifier: MIT */
/* What lines are made of: numbers, names, pointers; and what is said of a
 * word that is none. */
#include "case_parse.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* A word in a message: at most 40 bytes of it, printable. */
static void show_word(const struct case_parser *p, struct word word,
                      char text[44])
{
    size_t shown = word.length < 40 ? word.length : 40;

    if (word.length == 0) {
        strcpy(text,
               p->lexer.at_end ? "the end of the file" : "the end of the line");
        return;
    }
    for (size_t i = 0; i < shown; i++)
        text[i] = word.text[i] > ' ' && word.text[i] < 127 ? word.text[i] : '?';
    strcpy(text + shown, shown < word.length ? "..." : "");
}

bool parse_wrong(struct case_parser *p, struct word word, const char *format,
                 ...)
{
    char read[44], expected[160];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    show_word(p, word, read);
    snprintf(p->error->text, sizeof p->error->text,
             "%.60s:%u: read %s, expected %.120s", p->c.file, p->lexer.line,
             read, expected);
    return false;
}

bool parse_no_memory(struct case_parser *p)
{
    snprintf(p->error->text, sizeof p->error->text,
             "%.60s:%u: no memory left for this case",
             p->c.file ? p->c.file : "the suites", p->lexer.line);
    return false;
}

bool parse_number(struct case_parser *p, uint64_t limit, const char *what,
                  uint64_t *value)
{
    if (!word_number(p->lexer.word, value))
        return parse_expected(p, "%s: a number, decimal or 0x...", what);
    if (*value > limit)
        return parse_expected(p, "%s: at most %" PRIu64 " (0x%" PRIx64 ")",
                              what, limit, limit);
    lexer_next(&p->lexer);
    return true;
}

bool parse_address(struct case_parser *p, const char *what, uint64_t *value)
{
    return parse_number(p, UINT64_MAX >> (64 - p->c.script.address_bits), what,
                        value);
}

bool parse_word(struct case_parser *p, const char *text)
{
    if (!word_is(p->lexer.word, text))
        return parse_expected(p, "%s", text);
    lexer_next(&p->lexer);
    return true;
}

bool parse_line_end(struct case_parser *p)
{
    if (p->lexer.word.length > 0)
        return parse_expected(p, "the end of the line");
    return true;
}

static bool find_buffer(struct case_parser *p, struct word name,
                        uint8_t *buffer, const char *what)
{
    for (unsigned i = 0; i < p->buffers; i++)
        if (word_is(name, p->c.names[i])) {
            *buffer = (uint8_t)i;
            return true;
        }
    return parse_expected(p, "%s", what);
}

bool parse_buffer_name(struct case_parser *p, uint8_t *buffer)
{
    if (!find_buffer(p, p->lexer.word, buffer, "a buffer declared before"))
        return false;
    lexer_next(&p->lexer);
    return true;
}

static bool parse_given(struct case_parser *p, struct pointer *pointer,
                        const char *what)
{
    struct word name = p->lexer.word, distance;
    const char *plus = memchr(name.text, '+', name.length);
    uint64_t at = 0;

    if (plus) {
        name.length = (size_t)(plus - name.text);
        distance.text = plus + 1;
        distance.length = p->lexer.word.length - name.length - 1;
        if (!word_number(distance, &at))
            return parse_expected(p, "a number after +");
    }
    if (!find_buffer(p, name, &pointer->buffer, what))
        return false;
    if (at > p->sizes[pointer->buffer])
        return parse_expected(p, "at most +%" PRIu32 ": the buffer ends there",
                              p->sizes[pointer->buffer]);
    pointer->kind = POINTER_GIVEN;
    pointer->at = (uint32_t)at;
    lexer_next(&p->lexer);
    return true;
}

bool parse_into_buffer(struct case_parser *p, struct pointer *pointer)
{
    return parse_given(p, pointer, "a buffer declared before");
}

bool parse_pointer(struct case_parser *p, struct pointer *pointer)
{
    bool null = word_is(p->lexer.word, "null");

    if (!null && !word_is(p->lexer.word, "bad"))
        return parse_given(p, pointer, "a buffer declared before, null or bad");
    *pointer = (struct pointer){null ? POINTER_NULL : POINTER_BAD, 0, 0};
    lexer_next(&p->lexer);
    return true;
}

/* A greater one would be -1 where an int is passed. */
static uint64_t greatest_size(const struct case_parser *p)
{
    return p->c.script.address_bits == 16 ? 0xffff : INT32_MAX;
}

static uint64_t room_at(const struct case_parser *p, struct pointer pointer)
{
    return p->sizes[pointer.buffer] - pointer.at;
}

bool parse_watched_size(struct case_parser *p, struct pointer pointer,
                        uint32_t *size)
{
    uint64_t value;

    if (!parse_number(p, room_at(p, pointer),
                      "a size in bytes, within the buffer", &value))
        return false;
    *size = (uint32_t)value;
    return true;
}

bool parse_size(struct case_parser *p, struct pointer pointer, uint64_t *size)
{
    struct word word = p->lexer.word;

    if (!parse_number(p, greatest_size(p), "a size in bytes", size))
        return false;
    if (pointer.kind == POINTER_GIVEN && *size > room_at(p, pointer) &&
        *size < room_at(p, pointer) + 2 * SCRIPT_ZONE)
        return parse_wrong(p, word,
                           "a size within the buffer, or 128 bytes "
                           "or more past it");
    return true;
}
