/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <inttypes.h>
#include <string.h>

#include "terminal.h"

/* The number of a character of two or three bytes. */
static unsigned character_number(const unsigned char *text, size_t length)
{
    return length == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                       : (text[0] & 0xfu) << 12 | (text[1] & 0x3fu) << 6 |
                             (text[2] & 0x3fu);
}

/* Bytes that are no UTF-8 are U+F780 to U+F7FF, of the private use area: 0xf700
 * and the byte.  Where these characters are themselves, theirs are. */
static bool is_byte(const unsigned char *text, size_t length)
{
    return length == 0 ||
           (length == 3 && text[0] == 0xef && (text[1] & 0xfe) == 0x9e);
}

char *json_bytes(char *string)
{
    unsigned char *to = (unsigned char *)string, *from = to;

    while (*from) {
        if (*from >= 0x80 && utf8_length(from) == 3 && is_byte(from, 3)) {
            *to++ = (unsigned char)(0x80 | (character_number(from, 3) & 0x7f));
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return string;
}

/* How many of its first characters are written as they are, each of a byte. */
static size_t count_plain(const unsigned char *text)
{
    size_t n = 0;

    while (text[n] >= 0x20 && text[n] < 0x7f && text[n] != '"' &&
           text[n] != '\\')
        n++;
    return n;
}

void json_text(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;

    putc('"', out);
    while (*text) {
        size_t length = count_plain(text);

        if (length) {
            fwrite(text, 1, length, out);
            text += length;
            continue;
        }
        length = utf8_length(text);
        if (is_byte(text, length)) {
            fprintf(out, "\\uf7%02x", *text);
            length = 1;
        } else if (*text == '"' || *text == '\\') {
            fprintf(out, "\\%c", *text);
        } else if (*text < 0x20 || *text == 0x7f) {
            fprintf(out, "\\u%04x", *text);
        } else if (utf8_misleads(text)) {
            fprintf(out, "\\u%04x", character_number(text, length));
        } else {
            fwrite(text, 1, length, out);
        }
        text += length;
    }
    putc('"', out);
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

void json_next(struct json *json, const char *name)
{
    const char *separator = json->levels[json->depth].separator;

    if (json->levels[json->depth].begun)
        fputs(separator, json->out);
    else if (separator && strncmp(separator, ",\n  ", 4) == 0)
        fputs(separator + 1, json->out);
    json->levels[json->depth].begun = true;
    if (!name)
        return;
    json_text(name, json->out);
    fputs(": ", json->out);
}

void json_open(struct json *json, const char *name, const char *bracket,
               const char *separator)
{
    json_next(json, name);
    fputs(bracket, json->out);
    json->depth++;
    json->levels[json->depth].separator = separator;
    json->levels[json->depth].begun = false;
}

void json_close(struct json *json, const char *bracket)
{
    fputs(bracket, json->out);
    json->depth--;
}

void json_put(struct json *json, const char *name, const char *text)
{
    if (!text)
        return;
    json_next(json, name);
    json_text(text, json->out);
}

void json_number(struct json *json, const char *name, uint64_t number)
{
    json_next(json, name);
    fprintf(json->out, "%" PRIu64, number);
}

void json_flag(struct json *json, const char *name, bool flag)
{
    json_next(json, name);
    fputs(flag ? "true" : "false", json->out);
}
