/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#define PLAIN "\033[0m"

size_t terminal_clean(const char *text, FILE *out)
{
    size_t columns = 0;

    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool control = c < 0x20 || c == 0x7f;

        columns += control ? 4 : 1;
        if (out)
            fprintf(out, control ? "\\x%02x" : "%c", c);
    }
    return columns;
}

void terminal_coloured(const char *text, const char *escape, bool colour,
                       FILE *out)
{
    fprintf(out, "%s%s%s", colour ? escape : "", text, colour ? PLAIN : "");
}

void terminal_pad(size_t written, size_t width, FILE *out)
{
    fprintf(out, "%*s", (int)(written < width ? width - written : 0), "");
}
