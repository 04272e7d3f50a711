/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#define PLAIN "\033[0m"

/* The second byte's range keeps out overlong forms, surrogates and what lies
 * past U+10FFFF. */
size_t utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char first, last, low, high, length;
    } forms[] = {
        {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (text[0] < forms[f].first || text[0] > forms[f].last)
            continue;
        if (text[1] < forms[f].low || text[1] > forms[f].high)
            return 0;
        for (size_t k = 2; k < forms[f].length; k++)
            if (text[k] < 0x80 || text[k] > 0xbf)
                return 0;
        return forms[f].length;
    }
    return 0;
}

bool utf8_misleads(const unsigned char *text)
{
    if (text[0] == 0xc2)
        return text[1] < 0xa0;
    if (text[0] == 0xd8)
        return text[1] == 0x9c;
    if (text[0] != 0xe2)
        return false;
    return text[1] == 0x80
               ? text[2] == 0x8e || text[2] == 0x8f ||
                     (text[2] >= 0xaa && text[2] <= 0xae)
               : text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9;
}

/* As a terminal is not to get it: what it takes for a command, and what turns
 * its line around. */
static bool is_control(const unsigned char *c)
{
    return c[0] < 0x20 || c[0] == 0x7f || utf8_misleads(c);
}

size_t terminal_clean(const char *text, FILE *out)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t columns = 0, length;

    for (; *c; c += length) {
        length = utf8_length(c);
        if (length && !is_control(c)) {
            columns++;
            if (out)
                fwrite(c, 1, length, out);
            continue;
        }
        length = 1;
        columns += 4;
        if (out)
            fprintf(out, "\\x%02x", *c);
    }
    return columns;
}

void terminal_print(FILE *out, const char *format, ...)
{
    struct memory_stream stream;
    va_list arguments;
    char *text;
    bool ends;

    va_start(arguments, format);
    vfprintf(memory_stream(&stream), format, arguments);
    va_end(arguments);
    text = memory_stream_end(&stream);
    ends = stream.length && text[stream.length - 1] == '\n';
    if (ends)
        text[stream.length - 1] = '\0';
    terminal_clean(text, out);
    fputs(ends ? "\n" : "", out);
    free(text);
}

void terminal_coloured(const char *text, const char *escape, bool colour,
                       FILE *out)
{
    fprintf(out, "%s%s%s", colour ? escape : "", text, colour ? PLAIN : "");
}

char *terminal_word(const char *word)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_./:=,+@%-")];
    struct memory_stream stream;
    FILE *out = memory_stream(&stream);

    fputs(plain ? "" : "'", out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    fputs(plain ? "" : "'", out);
    return memory_stream_end(&stream);
}

void terminal_pad(size_t written, size_t width, FILE *out)
{
    fprintf(out, "%*s", (int)(written < width ? width - written : 0), "");
}
