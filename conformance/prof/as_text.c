/* SPDX-License-Identifier: MIT */
#include "as_text.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

uint64_t as_text_doubled_feeds(const unsigned char *bytes, uint64_t size)
{
    uint64_t feeds = 0;

    for (uint64_t k = 0; k < size; k++)
        if (bytes[k] == '\n') {
            if (k == 0 || bytes[k - 1] != '\r')
                return 0;
            feeds++;
        }
    return feeds;
}

uint64_t as_text_without_returns(unsigned char *bytes, uint64_t size)
{
    uint64_t kept = 0;

    for (uint64_t k = 0; k < size; k++)
        if (bytes[k] != '\r' || k + 1 == size || bytes[k + 1] != '\n')
            bytes[kept++] = bytes[k];
    memset(bytes + kept, 0, size - kept);
    return kept;
}

/* Text of bytes, and what it was found to show so far. */
struct hexdump {
    unsigned char *bytes;
    uint64_t count, room;
    bool swapped;    /* words of several bytes have the last first */
    bool repeated;   /* the last line was "*" */
    bool lost;       /* and so was one without anything that says how often */
    int base;        /* of the offsets, once a line showed it */
    uint64_t origin; /* the first that ended with ":" */
};

/* How many there are: a line has no byte of 0, and ends with none of them. */
static size_t hex_digits(const char *at)
{
    return strspn(at, "0123456789abcdef");
}

/* Up to there a line is as the one before "*". */
static void fill_stars(struct hexdump *h, uint64_t value)
{
    while (h->repeated && h->count >= 16 && value > h->count &&
           h->room - h->count >= 16 && value <= h->room) {
        memcpy(h->bytes + h->count, h->bytes + h->count - 16, 16);
        h->count += 16;
    }
}

/* The number with which a line may begin: one that ends with ":", and may be an
 * address; or is as many bytes as there are, in any base that tools use. */
static const char *skip_offset(struct hexdump *h, const char *at,
                               const char *end, bool *offset)
{
    static const int bases[] = {16, 8, 10};
    size_t length = hex_digits(at);

    *offset = true;
    if (length >= 4 && length <= 16 && at + length < end && at[length] == ':') {
        uint64_t value = strtoull(at, NULL, 16);

        h->origin = h->count ? h->origin : value;
        fill_stars(h, value - h->origin);
        return at + length + 1;
    }
    for (size_t k = 0; k < 3 && length >= 6 && length <= 16; k++) {
        char *stop;
        uint64_t value = strtoull(at, &stop, bases[k]);

        if (stop != at + length || (h->base && h->base != bases[k]))
            continue;
        fill_stars(h, value);
        if (h->base && value + 1 == h->count && at + length == end)
            h->count = value; /* words of two bytes, an odd number of bytes */
        if (value == h->count && value)
            h->base = bases[k];
        if (value == h->count)
            return at + length;
    }
    if (end - at > 2 && at[0] == '0' && at[1] == 'x') {
        const char *colon = memchr(at, ':', (size_t)(end - at));

        if (colon)
            return colon + 1;
    }
    *offset = false;
    return at;
}

static bool take_word(struct hexdump *h, const char *at, size_t digits)
{
    size_t count = digits / 2;

    if (digits == 0 || digits % 2 || h->count + count > h->room)
        return false;
    for (size_t k = 0; k < count; k++) {
        size_t from = h->swapped ? count - 1 - k : k;

        h->bytes[h->count++] = (unsigned char)strtoul(
            (char[]){at[2 * from], at[2 * from + 1], '\0'}, NULL, 16);
    }
    return true;
}

/* Words up to the line's end, or to the text that some tools show behind. */
static void read_hex_line(struct hexdump *h, const char *at, const char *end)
{
    uint64_t before;
    bool offset;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at == 1 && *at == '*') {
        h->repeated = true;
        return;
    }
    at = skip_offset(h, at, end, &offset);
    h->lost |= h->repeated && !offset;
    before = h->count; /* behind those that "*" stands for */
    h->repeated = false;
    for (;;) {
        const char *word = at;
        size_t digits;

        while (word < end && (*word == ' ' || *word == '\t' || *word == ','))
            word++;
        if (h->count - before >= 16 && word - at > 1)
            return;
        if (end - word > 2 && word[0] == '0' && word[1] == 'x')
            word += 2;
        digits = hex_digits(word);
        if (word + digits < end && !strchr(" \t,\r", word[digits]))
            digits = 0;
        if (!offset && h->count == before && digits % 2)
            return;
        if (!take_word(h, word, digits))
            return;
        at = word + digits;
    }
}

unsigned char *as_text_hexdump(const unsigned char *text, uint64_t size,
                               bool swapped, uint64_t *count, bool *lost)
{
    enum { STARS = 1 << 24 }; /* that lines of "*" may stand for */
    struct hexdump h = {.room = size + STARS, .swapped = swapped};
    const char *at = (const char *)text, *end = at + size;

    h.bytes = memory_got(malloc(h.room + 1));
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        stop = stop ? stop : end;
        read_hex_line(&h, at, stop);
        at = stop + (stop < end);
    }
    *count = h.count;
    *lost = h.lost;
    if (h.count)
        return h.bytes;
    free(h.bytes);
    return NULL;
}

bool as_text_printable(const unsigned char *bytes, uint64_t size)
{
    for (uint64_t k = 0; k < size; k++)
        if (bytes[k] < ' ' && !strchr("\t\n\r\f", bytes[k] ? bytes[k] : 1))
            return false;
    return true;
}

bool as_text_is_utf16(const unsigned char *bytes, uint64_t size)
{
    return size >= 8 && size % 2 == 0 &&
           (memcmp(bytes, "\xff\xfe", 2) == 0 ||
            memcmp(bytes, "g\0m\0o\0n\0", 8) == 0);
}

/* Bytes that were none of UTF-8, each of which became U+FFFD. */
static uint64_t replaced_bytes(const unsigned char *bytes, uint64_t size)
{
    uint64_t count = 0;

    for (uint64_t k = 0; k + 3 <= size; k++)
        count += memcmp(bytes + k, "\xef\xbf\xbd", 3) == 0;
    return count;
}

bool as_text_is_lost(const unsigned char *bytes, uint64_t size)
{
    return as_text_is_utf16(bytes, size) ||
           replaced_bytes(bytes, size) > AS_TEXT_FEW;
}

unsigned char *as_text_recoded(const unsigned char *from, uint64_t size,
                               uint64_t *count)
{
    unsigned char *bytes = memory_got(malloc(size + 1));
    bool wide = as_text_is_utf16(from, size), good = true;
    uint64_t pairs = 0;

    *count = 0;
    for (uint64_t k = 0; good && k < size; k++) {
        unsigned next = k + 1 < size ? from[k + 1] : 0;
        unsigned byte = from[k];

        if (wide || byte >= 128) {
            good = wide ? next == 0 || (k == 0 && byte == 0xff)
                        : (byte == 0xc2 || byte == 0xc3) && next >> 6 == 2;
            byte = wide ? byte : (byte & 3) << 6 | (next & 63);
            pairs++;
            k++;
        }
        if (!wide || k > 1 || next == 0) /* the mark of UTF-16 is no byte */
            bytes[(*count)++] = (unsigned char)byte;
    }
    if (good && pairs)
        return bytes;
    free(bytes);
    return NULL;
}
