/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include "utf8.h"

#define PLAIN "\033[0m"

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

void terminal_coloured(const char *text, const char *escape, bool colour,
                       FILE *out)
{
    fprintf(out, "%s%s%s", colour ? escape : "", text, colour ? PLAIN : "");
}

void terminal_pad(size_t written, size_t width, FILE *out)
{
    fprintf(out, "%*s", (int)(written < width ? width - written : 0), "");
}
