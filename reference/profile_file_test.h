/* SPDX-License-Identifier: MIT */
/* Bytes of files, spelled out, and what reading them tells. */
#ifndef REFERENCE_PROFILE_FILE_TEST_H
#define REFERENCE_PROFILE_FILE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "profile_file.h"

/* Bytes as hexadecimal digits, blanks between them for the reader. */
static inline size_t bytes_of(const char *hex, unsigned char *bytes,
                              size_t room)
{
    size_t size = 0;

    for (; *hex; hex++) {
        unsigned byte;

        if (*hex == ' ')
            continue;
        assert_true(size < room);
        assert_int_equal(sscanf(hex, "%2x", &byte), 1);
        bytes[size++] = (unsigned char)byte;
        hex++;
    }
    return size;
}

enum { DESCRIPTION = 1024 };

/* One line a record, "histogram LOW-HIGH rate R: COUNTERS", "calls ADDRESS
 * COUNT", "arc FROM-ADDRESS COUNT", "block ADDRESS COUNT". */
static inline void describe(struct profile_file *file, char *text)
{
    struct record r;
    char *at = text;

    *at = '\0';
    while (profile_file_next(file, &r)) {
        const struct histogram *h = &r.histogram;

        switch (r.kind) {
        case RECORD_HISTOGRAM:
            at += sprintf(
                at, "histogram %llx-%llx rate %u:", (unsigned long long)h->low,
                (unsigned long long)h->high, h->rate);
            for (uint64_t i = 0; i < h->count; i++)
                at += sprintf(at, " %llu",
                              (unsigned long long)histogram_counter(h, i));
            at += sprintf(at, "\n");
            continue;
        case RECORD_CALLS: at += sprintf(at, "calls "); break;
        case RECORD_ARC:
            at += sprintf(at, "arc %llx-", (unsigned long long)r.from);
            break;
        case RECORD_BLOCK: at += sprintf(at, "block "); break;
        default: fail();
        }
        at += sprintf(at, "%llx %llu\n", (unsigned long long)r.address,
                      (unsigned long long)r.count);
    }
    assert_true(at - text < DESCRIPTION);
}

static inline void assert_reads(const unsigned char *bytes, size_t size,
                                enum file_layout layout, struct encoding asked,
                                const char *expected)
{
    struct profile_file file;
    struct file_error error;
    char text[DESCRIPTION];

    if (!profile_file_open(&file, bytes, size, layout, asked, &error))
        fail_msg("offset %d: %s", (int)error.offset,
                 profile_fault_text(error.fault));
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
