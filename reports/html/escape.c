/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <string.h>

#include "conformance/base/utf8.h"
#include "html.h"
#include "reports/percent.h"

/* A control character would be taken for another, or for nothing. */
static void escape_one(unsigned char c, FILE *out)
{
    switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    case '\n': putc('\n', out); break;
    default:
        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            putc(c, out);
    }
}

/* In a script element, where only the end of one has a meaning. */
static void escape_one_json(unsigned char c, FILE *out)
{
    switch (c) {
    case '&':
    case '<':
    case '>': fprintf(out, "\\u%04x", c); break;
    case '"':
    case '\\': fprintf(out, "\\%c", c); break;
    case '\n': fputs("\\n", out); break;
    default:
        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\\\x%02x", c);
        else
            putc(c, out);
    }
}

/* XML has no U+FFFE and U+FFFF. */
static bool misleads(const unsigned char *text)
{
    return utf8_misleads(text) ||
           (text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe);
}

static void escape(const char *string, void (*one)(unsigned char, FILE *),
                   FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;

    while (*text) {
        size_t length = utf8_length(text);

        if (length == 1)
            one(*text, out);
        else if (!length || misleads(text))
            fputs("\xef\xbf\xbd", out);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

static void escape_json(const char *string, FILE *out)
{
    putc('"', out);
    escape(string, escape_one_json, out);
    putc('"', out);
}

void html_put(FILE *out, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        size_t plain = strcspn(format, "%");

        fwrite(format, 1, plain, out);
        format += plain;
        if (!*format++)
            break;
        switch (*format) {
        case 's':
            escape(va_arg(arguments, const char *), escape_one, out);
            break;
        case 'j': escape_json(va_arg(arguments, const char *), out); break;
        case 'p': report_percent(va_arg(arguments, const char *), out); break;
        case 'u': fprintf(out, "%zu", va_arg(arguments, size_t)); break;
        default: putc(*format, out);
        }
    }
    va_end(arguments);
}
