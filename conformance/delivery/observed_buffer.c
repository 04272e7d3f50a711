/* SPDX-License-Identifier: MIT */
/* A buffer in the text of an observation. */
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/case_parse.h"
#include "observed_read.h"

/* Bytes of all buffers together, at most. */
enum {
    BYTES_LIMIT = 2 * SCRIPT_BUFFERS * (CASE_BUFFER_LIMIT + 2 * SCRIPT_ZONE)
};

bool observed_byte(struct word word, uint64_t *byte)
{
    static const char digits[] = "0123456789abcdef";
    const char *high, *low;

    if (word.length != 2)
        return false;
    high = memchr(digits, word.text[0], 16);
    low = memchr(digits, word.text[1], 16);
    if (!high || !low)
        return false;
    *byte = (uint64_t)((high - digits) * 16 + (low - digits));
    return true;
}

/* V or V*N, N no more than there is room for. */
static bool observed_buffer_run(struct observed_reader *r, unsigned width,
                                size_t room, uint16_t *what, size_t *count)
{
    const char *star = memchr(r->word.text, '*', r->word.length);
    struct word first = r->word, times = {0};
    uint64_t v, n = 1;

    if (star) {
        first.length = (size_t)(star - first.text);
        times.text = star + 1;
        times.length = r->word.length - first.length - 1;
    }
    if (star && (!word_number(times, &n) || n < 2 || n > room))
        return observed_expected(r, "a run that fits");
    if (width == 1 ? !observed_byte(first, &v)
                   : !word_number(first, &v) || v > UINT16_MAX)
        return observed_expected(r, width == 1
                                        ? "a byte, as a5 or a5*64"
                                        : "a 16-bit number, as 7 or 0*32");
    *what = (uint16_t)v;
    *count = (size_t)n;
    observed_next(r);
    return true;
}

/* Exactly count numbers of width bytes. */
static bool runs(struct observed_reader *r, unsigned char *bytes, size_t count,
                 unsigned width)
{
    size_t done = 0, n;
    uint16_t what;

    while (done < count) {
        if (!observed_buffer_run(r, width, count - done, &what, &n))
            return false;
        for (; n > 0; n--, done++)
            if (width == 2)
                memcpy(bytes + 2 * done, &what, sizeof what);
            else
                bytes[done] = (unsigned char)what;
    }
    return true;
}

static bool bracket(struct observed_reader *r, const char *which)
{
    return observed_accept(r, which) || observed_expected(r, which);
}

static bool zone(struct observed_reader *r, const char *name,
                 unsigned char *bytes)
{
    memset(bytes, SCRIPT_CANARY, SCRIPT_ZONE);
    return !observed_accept(r, name) ||
           (bracket(r, "[") && runs(r, bytes, SCRIPT_ZONE, 1) &&
            bracket(r, "]"));
}

static bool contents(struct observed_reader *r, unsigned char *bytes,
                     size_t size)
{
    uint64_t byte;

    if (!bracket(r, "[") || !runs(r, bytes, size / 2, 2))
        return false;
    if (size % 2) {
        if (!observed_accept(r, "byte") || !observed_byte(r->word, &byte))
            return observed_expected(r, "byte and two hexadecimal digits");
        bytes[size - 1] = (unsigned char)byte;
        observed_next(r);
    }
    return bracket(r, "]");
}

unsigned char *observed_allocate(struct observed_reader *r, size_t size)
{
    struct observation *o = r->observation;
    unsigned char *grown;

    if (size > r->capacity - r->used) {
        r->capacity = r->used + r->used / 2 + size;
        grown = realloc(o->arena, r->capacity);
        if (!grown)
            return NULL;
        o->arena = grown;
    }
    r->used += size;
    return o->arena + r->used - size;
}

bool observed_buffer(struct observed_reader *r, struct event *event)
{
    unsigned char *bytes;
    uint64_t size, index;

    if (!observed_number(r, SCRIPT_BUFFERS - 1, "a buffer's number", &index))
        return false;
    event->buffer = (uint8_t)index;
    event->undetermined = observed_accept(r, "undetermined");
    if (observed_accept(r, "unmapped")) {
        event->size = 0;
        if (!observed_number(r, SIZE_MAX, "a size", &size))
            return false;
        event->size = (size_t)size;
        return true;
    }
    if (!observed_number(r, CASE_BUFFER_LIMIT, "unmapped, or a buffer's size",
                         &size))
        return false;
    event->size = (size_t)size + 2 * SCRIPT_ZONE;
    if (event->size > BYTES_LIMIT - r->used)
        return observed_expected(r, "buffers that are smaller together");
    bytes = observed_allocate(r, event->size);
    if (!bytes)
        return observed_no_memory(r);
    event->value = (int64_t)(bytes - r->observation->arena) + 1;
    return zone(r, "before", bytes) &&
           contents(r, bytes + SCRIPT_ZONE, (size_t)size) &&
           zone(r, "after", bytes + SCRIPT_ZONE + size);
}
