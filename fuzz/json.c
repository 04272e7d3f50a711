/* SPDX-License-Identifier: MIT */
/*
 * Strings in JSON: any bytes are written as one JSON string, of UTF-8 without
 * control characters, in which a reader finds the same characters, and for each
 * byte that was not UTF-8 the character U+F700 and the byte, as for each byte
 * of these characters themselves.
 */

#include "conformance/base/json_text.h"
#include "fuzz.h"

/* The code point at *at, moved past it; -1 where there is none.  By RFC 3629,
 * from the number that the bits make. */
static int32_t decode_code_point(const unsigned char **at)
{
    const unsigned char *p = *at;
    int extra = *p < 0x80       ? 0
                : *p >> 5 == 6  ? 1
                : *p >> 4 == 14 ? 2
                : *p >> 3 == 30 ? 3
                                : -1;
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    int32_t code;

    if (extra < 0)
        return -1;
    code = extra == 0 ? *p : *p & 0x3f >> extra;
    for (int k = 1; k <= extra; k++) {
        if (p[k] >> 6 != 2)
            return -1;
        code = code << 6 | (p[k] & 0x3f);
    }
    if (code < least[extra] || code > 0x10ffff || code >> 11 == 0x1b)
        return -1;
    *at = p + extra + 1;
    return code;
}

/* The next character of a JSON string; -1 where it is malformed. */
static int32_t read_character(const unsigned char **at)
{
    unsigned code;

    if (**at < 0x20 || **at == '"')
        return -1;
    if (**at != '\\')
        return decode_code_point(at);
    ++*at;
    if (**at == '"' || **at == '\\')
        return *(*at)++;
    if (strspn((const char *)*at + 1, "0123456789abcdef") < 4 ||
        sscanf((const char *)*at, "u%4x", &code) != 1)
        return -1;
    *at += 5;
    return (int32_t)code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *string = fuzz_copy(data, size);
    const unsigned char *from = (const unsigned char *)string, *at;
    struct memory_stream json;

    json_text(string, memory_stream(&json));
    memory_stream_end(&json);
    at = (const unsigned char *)json.text;
    if (*at++ != '"')
        text_finding("no quotation mark", json.text, json.length);
    while (*from) {
        const unsigned char *byte = from;
        int32_t expected = decode_code_point(&from);
        bool bytes = expected < 0 || (expected >= 0xf780 && expected <= 0xf7ff);

        from += expected < 0;
        if (!bytes && read_character(&at) != expected)
            text_finding("another character", json.text, json.length);
        for (; bytes && byte < from; byte++)
            if (read_character(&at) != (0xf700 | *byte))
                text_finding("another byte", json.text, json.length);
    }
    if (strcmp((const char *)at, "\"") != 0)
        text_finding("no end", json.text, json.length);
    free(json.text);
    free(string);
    return 0;
}
