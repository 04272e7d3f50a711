/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include "utf8.h"

/* The number of a character of two or three bytes. */
static unsigned json_number(const unsigned char *text, size_t length)
{
    return length == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                       : (text[0] & 0xfu) << 12 | (text[1] & 0x3fu) << 6 |
                             (text[2] & 0x3fu);
}

void json_text(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;

    putc('"', out);
    while (*text) {
        size_t length = utf8_length(text);

        if (!length) {
            fputs("\\ufffd", out);
            length = 1;
        } else if (*text == '"' || *text == '\\') {
            fprintf(out, "\\%c", *text);
        } else if (*text < 0x20 || *text == 0x7f) {
            fprintf(out, "\\u%04x", *text);
        } else if (utf8_misleads(text)) {
            fprintf(out, "\\u%04x", json_number(text, length));
        } else {
            fwrite(text, 1, length, out);
        }
        text += length;
    }
    putc('"', out);
}

void json_member(const char *name, const char *value, FILE *out)
{
    json_text(name, out);
    fputs(": ", out);
    json_text(value, out);
}

void json_list(const char *const *texts, size_t count, FILE *out)
{
    putc('[', out);
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ", " : "", out);
        json_text(texts[k], out);
    }
    putc(']', out);
}
