/* SPDX-License-Identifier: MIT */
/* Bytes of files, spelled out, and what reading them gives. */
#ifndef REFERENCE_PROFILE_FILE_TEST_H
#define REFERENCE_PROFILE_FILE_TEST_H

#include "reference/unit_test.h"

#include <string.h>

#include "profile_file.h"

static const char digits[] = "0123456789abcdef";

static inline unsigned digit(char c)
{
    const char *found = c ? strchr(digits, c) : NULL;

    assert_non_null(found);
    return (unsigned)(found - digits);
}

/* Bytes as hexadecimal digits, blanks between them for the reader. */
static inline size_t bytes_of(const char *hex, unsigned char *bytes,
                              size_t room)
{
    size_t size = 0;

    for (; *hex; hex++) {
        if (*hex == ' ')
            continue;
        assert_true(size < room);
        bytes[size++] = (unsigned char)(digit(hex[0]) << 4 | digit(hex[1]));
        hex++;
    }
    return size;
}

enum { DESCRIPTION = 1024 };

/* They return the end of what they wrote. */
static inline char *put(char *at, const char *words)
{
    return strcpy(at, words) + strlen(words);
}

static inline char *put_number(char *at, const char *before, uint64_t number,
                               unsigned base)
{
    char text[24], *first = text + sizeof text;

    *--first = 0;
    do
        *--first = digits[number % base];
    while (number /= base);
    return put(put(at, before), first);
}

/* One line a record, "histogram LOW-HIGH rate R: COUNTERS", "calls ADDRESS
 * COUNT", "arc FROM-ADDRESS COUNT", "block ADDRESS COUNT". */
static inline void describe(struct profile_file *file, char *text)
{
    struct record r;
    char *at = put(text, "");

    while (profile_file_next(file, &r)) {
        const struct histogram *h = &r.histogram;

        switch (r.kind) {
        case RECORD_HISTOGRAM:
            at = put_number(at, "histogram ", h->low, 16);
            at = put_number(at, "-", h->high, 16);
            at = put(put_number(at, " rate ", h->rate, 10), ":");
            for (uint64_t i = 0; i < h->count; i++)
                at = put_number(at, " ", histogram_counter(h, i), 10);
            at = put(at, "\n");
            continue;
        case RECORD_CALLS: at = put(at, "calls "); break;
        case RECORD_ARC:
            at = put(put_number(at, "arc ", r.from, 16), "-");
            break;
        case RECORD_BLOCK: at = put(at, "block "); break;
        default: fail();
        }
        at = put_number(at, "", r.address, 16);
        at = put(put_number(at, " ", r.count, 10), "\n");
    }
    assert_true(at - text < DESCRIPTION);
}

static inline struct profile_file opened(const unsigned char *bytes,
                                         size_t size, enum file_layout layout,
                                         struct encoding asked)
{
    struct profile_file file;
    struct file_error error;

    if (!profile_file_open(&file, bytes, size, layout, asked, &error))
        fail_msg("offset %d: %s", (int)error.offset,
                 profile_fault_text(error.fault));
    return file;
}

static inline void assert_reads(const unsigned char *bytes, size_t size,
                                enum file_layout layout, struct encoding asked,
                                const char *expected)
{
    struct profile_file file = opened(bytes, size, layout, asked);
    char text[DESCRIPTION];

    describe(&file, text);
    assert_string_equal(text, expected);
    profile_file_rewind(&file);
    describe(&file, text);
    assert_string_equal(text, expected);
}

static inline void assert_faulty(const char *hex, enum file_layout layout,
                                 struct encoding asked,
                                 enum profile_fault fault, uint64_t offset)
{
    unsigned char bytes[256];
    size_t size = bytes_of(hex, bytes, sizeof bytes);
    struct profile_file file;
    struct file_error error;

    assert_false(profile_file_open(&file, bytes, size, layout, asked, &error));
    assert_string_equal(profile_fault_text(error.fault),
                        profile_fault_text(fault));
    assert_int_equal(error.offset, offset);
}

#define ANY_ENCODING ((struct encoding){ORDER_ANY, 0})
#define LITTLE(word) ((struct encoding){ORDER_LITTLE, word})
#define BIG(word)    ((struct encoding){ORDER_BIG, word})

#endif
