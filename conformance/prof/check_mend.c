/* SPDX-License-Identifier: MIT */
#include "check_mend.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/whole_file.h"
#include "reference/files/gmon_out.h"
#include "reference/files/profile_read.h"

static const struct encoding mend_encodings[] = {
    {ORDER_LITTLE, 8}, {ORDER_BIG, 8}, {ORDER_LITTLE, 4}, {ORDER_BIG, 4}};

enum {
    MEND_ENCODINGS = sizeof mend_encodings / sizeof *mend_encodings,
    MEND_RATE = 1000000, /* no clock of a profile ticks more often */
};

/* How far a tagged file can be read. */
struct mend_walk {
    struct encoding encoding;
    uint64_t end;   /* of its whole records */
    uint8_t fault;  /* of the next */
    uint64_t whole; /* size of a file that has all of its counters, or 0 */
    uint64_t missing, wanted;
};

/* The histogram that begins at a tag, whose counters are not all there. */
static void walk_into_histogram(const struct profile_file *file, uint64_t at,
                                struct mend_walk *walk)
{
    unsigned word = file->encoding.word;
    uint64_t header = 1 + GMON_TAGGED_HISTOGRAM(word), low, high, rate, there;

    if (file->bytes[at] != GMON_TAG_HISTOGRAM || file->size - at < header)
        return;
    low = word_at(file, at + 1);
    high = word_at(file, at + 1 + word);
    walk->wanted = half_at(file, at + 1 + 2 * word);
    rate = half_at(file, at + 1 + 2 * word + 4);
    there = (file->size - at - header) / 2;
    if (low >= high || walk->wanted > high - low || rate > MEND_RATE ||
        walk->wanted <= there || walk->wanted > WHOLE_FILE_LIMIT / 4)
        return;
    walk->missing = walk->wanted - there;
    walk->whole = at + header + 2 * walk->wanted;
}

static struct mend_walk walk_as(const unsigned char *bytes, uint64_t size,
                                struct encoding encoding)
{
    struct mend_walk walk = {encoding, GMON_TAGGED_HEADER, FAULT_NONE, 0, 0, 0};
    struct profile_file file = {.layout = LAYOUT_GMON_TAGGED,
                                .encoding = encoding,
                                .bytes = bytes,
                                .size = size,
                                .next = GMON_TAGGED_HEADER};
    struct record record;

    while (walk.fault == FAULT_NONE && file.next < size) {
        uint64_t at = file.next;

        walk.fault = gmon_tagged_next(&file, &record).fault;
        if (walk.fault == FAULT_COUNT || walk.fault == FAULT_SHORT)
            walk_into_histogram(&file, at, &walk);
        if (walk.fault == FAULT_NONE && !file.blocks)
            walk.end = file.next;
    }
    return walk;
}

static bool mend_grow(unsigned char **bytes, uint64_t *size, uint64_t whole)
{
    unsigned char *longer = realloc(*bytes, whole + 1);

    if (!longer)
        return false;
    memset(longer + *size, 0, whole + 1 - *size);
    *bytes = longer;
    *size = whole;
    return true;
}

static bool mend_tagged(unsigned char **bytes, uint64_t *size,
                        struct prof_mended *mended)
{
    struct mend_walk best = {.end = 0}, walk;

    for (unsigned k = 0; k < MEND_ENCODINGS; k++) {
        walk = walk_as(*bytes, *size, mend_encodings[k]);
        if (walk.end > best.end || (!best.whole && walk.whole))
            best = walk;
    }
    if (best.fault == FAULT_NONE ||
        (best.end == GMON_TAGGED_HEADER && !best.whole))
        return false;
    mended->encoding = best.encoding;
    if (best.whole) {
        mended->missing = best.missing;
        mended->wanted = best.wanted;
        return mend_grow(bytes, size, best.whole);
    }
    *(best.fault == FAULT_TAG ? &mended->junk : &mended->cut) =
        *size - best.end;
    *size = best.end;
    return true;
}

/* The rate's place is after that of the version. */
static bool mend_rate(struct profile_file *file, unsigned char *bytes,
                      struct prof_mended *mended)
{
    unsigned at = 2 * file->encoding.word + 8;

    mended->rate = half_at(file, at);
    if (mended->rate <= INT32_MAX)
        mended->rate = 0;
    else
        memset(bytes + at, 0, 4);
    return mended->rate != 0;
}

static bool mend_marked(unsigned char **bytes, uint64_t *size,
                        struct encoding encoding, struct prof_mended *mended)
{
    struct profile_file file = {
        .encoding = encoding, .bytes = *bytes, .size = *size};
    unsigned header = gmon_bsd_header_size(LAYOUT_GMON_44, encoding.word);
    uint64_t counted, tail;
    bool any;

    if (*size < header)
        return false;
    counted = half_at(&file, 2 * encoding.word);
    any = mend_rate(&file, *bytes, mended);
    mended->encoding = encoding;
    if (counted > *size && counted <= WHOLE_FILE_LIMIT && counted % 2 == 0 &&
        counted - header <=
            2 * (word_at(&file, encoding.word) - word_at(&file, 0))) {
        mended->wanted = (counted - header) / 2;
        mended->missing = mended->wanted - (*size - header) / 2;
        return mend_grow(bytes, size, counted);
    }
    if (counted < header || counted > *size)
        return any;
    tail = (*size - counted) % (3u * encoding.word);
    mended->cut = tail;
    *size -= tail;
    return any || tail != 0;
}

bool prof_mend(unsigned char **bytes, uint64_t *size,
               struct prof_mended *mended)
{
    *mended = (struct prof_mended){.size = *size};
    if (*size >= GMON_TAGGED_HEADER && memcmp(*bytes, GMON_MARK, 4) == 0)
        return mended->any = mend_tagged(bytes, size, mended);
    for (unsigned k = 0; k < MEND_ENCODINGS; k++) {
        struct profile_file file = {.bytes = *bytes, .size = *size};

        if (gmon_bsd_marked(&file, mend_encodings[k]))
            return mended->any =
                       mend_marked(bytes, size, mend_encodings[k], mended);
    }
    return false;
}
