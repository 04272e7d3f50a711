/* SPDX-License-Identifier: MIT */
#include "gmon_out.h"

#include <string.h>

#include "profile_read.h"

enum { COUNTER = 2, WIDE_COUNTER = 4 };

static void put_counters(struct pen *pen, const struct gmon_contents *contents,
                         unsigned width)
{
    for (uint64_t k = 0; k < contents->counter_count; k++)
        pen_put(pen, width, contents->counters[k]);
}

static uint64_t write_tagged(const struct gmon_contents *contents,
                             struct encoding encoding, unsigned char *bytes,
                             uint64_t room)
{
    unsigned word = encoding.word;
    uint64_t size = GMON_TAGGED_HEADER + 1 + GMON_TAGGED_HISTOGRAM(word) +
                    contents->counter_count * COUNTER +
                    contents->arc_count * (1 + GMON_TAGGED_ARC(word));
    struct pen pen = pen_at(bytes, room, size, encoding.order);

    pen_put_bytes(&pen, GMON_MARK, 4);
    pen_put_int(&pen, GMON_TAGGED_VERSION);
    pen_put_bytes(&pen, "\0\0\0\0\0\0\0\0\0\0\0\0", 12);
    pen_put(&pen, 1, GMON_TAG_HISTOGRAM);
    pen_put(&pen, word, contents->low);
    pen_put(&pen, word, contents->high);
    pen_put_int(&pen, contents->counter_count);
    pen_put_int(&pen, contents->rate);
    pen_put_bytes(&pen, GMON_SECONDS "\0\0\0\0\0\0\0", GMON_DIMENSION);
    pen_put_bytes(&pen, "s", 1);
    put_counters(&pen, contents, COUNTER);
    for (uint64_t k = 0; k < contents->arc_count; k++) {
        pen_put(&pen, 1, GMON_TAG_ARC);
        pen_put(&pen, word, contents->arcs[k].from);
        pen_put(&pen, word, contents->arcs[k].self);
        pen_put_int(&pen, contents->arcs[k].count);
    }
    return pen.overflowed ? 0 : size;
}

static uint64_t write_bsd(const struct gmon_contents *contents,
                          enum file_layout layout, struct encoding encoding,
                          unsigned char *bytes, uint64_t room)
{
    unsigned word = encoding.word, header = gmon_bsd_header_size(layout, word);
    unsigned width = layout == LAYOUT_GMON_PS2SDK ? WIDE_COUNTER : COUNTER;
    uint64_t counted = header + contents->counter_count * width;
    uint64_t size = counted + contents->arc_count * 3 * word;
    struct pen pen = pen_at(bytes, room, size, encoding.order);

    pen_put(&pen, word, contents->low);
    pen_put(&pen, word, contents->high);
    pen_put_int(&pen, counted);
    if (layout == LAYOUT_GMON_42) {
        pen_put(&pen, word - 4, 0);
    } else {
        pen_put_int(&pen, GMON_VERSION);
        pen_put_int(&pen, contents->rate);
        pen_put_int(&pen, layout == LAYOUT_GMON_FREEBSD ? 8 * COUNTER : 0);
        pen_put(&pen, 8, 0);
    }
    put_counters(&pen, contents, width);
    for (uint64_t k = 0; k < contents->arc_count; k++) {
        pen_put(&pen, word, contents->arcs[k].from);
        pen_put(&pen, word, contents->arcs[k].self);
        if (layout == LAYOUT_GMON_MINGW64) {
            pen_put(&pen, 4, contents->arcs[k].count);
            pen_put(&pen, 4, 0);
        } else {
            pen_put(&pen, word, contents->arcs[k].count);
        }
    }
    return pen.overflowed ? 0 : size;
}

uint64_t gmon_out_write(const struct gmon_contents *contents,
                        enum file_layout layout, struct encoding encoding,
                        unsigned char *bytes, uint64_t room)
{
    if (!encoding_exists(layout, encoding))
        return 0;
    switch (layout) {
    case LAYOUT_GMON_TAGGED:
        return write_tagged(contents, encoding, bytes, room);
    case LAYOUT_GMON_42:
    case LAYOUT_GMON_44:
    case LAYOUT_GMON_FREEBSD:
    case LAYOUT_GMON_PS2SDK:
    case LAYOUT_GMON_MINGW64:
        return write_bsd(contents, layout, encoding, bytes, room);
    default: return 0;
    }
}

/* Offsets of the fields after lowpc and highpc, of 4 bytes each. */
enum { BYTES = 0, VERSION = 4, RATE = 8, WIDTH = 12 };

/* What FreeBSD has in place of a spare field: bits, negative where counters
 * are signed. */
static unsigned width_of(uint32_t type)
{
    uint32_t bits = type > INT32_MAX ? -type : type;

    switch (bits) {
    case 8: return 1;
    case 16: return 2;
    case 32: return 4;
    case 64: return 8;
    default: return 0;
    }
}

bool gmon_bsd_marked(const struct profile_file *file, struct encoding e)
{
    unsigned at = 2 * e.word + VERSION;

    return file->size >= at + 4 &&
           number_get(file->bytes + at, 4, e.order) == GMON_VERSION;
}

/* What 4.4BSD has in its header and 4.2BSD has not. */
static struct file_error begin_44(struct profile_file *file, unsigned fields)
{
    unsigned width;

    file->histogram.rate = half_at(file, fields + RATE);
    if (file->histogram.rate > INT32_MAX)
        return fault_at(FAULT_RATE, fields + RATE);
    if (file->layout == LAYOUT_GMON_PS2SDK)
        file->histogram.width = WIDE_COUNTER;
    if (file->layout == LAYOUT_GMON_PS2SDK ||
        file->layout == LAYOUT_GMON_MINGW64)
        return fault_at(FAULT_NONE, 0);
    width = width_of(half_at(file, fields + WIDTH));
    if (width == 0 && file->layout == LAYOUT_GMON_FREEBSD)
        return fault_at(FAULT_WIDTH, fields + WIDTH);
    if (width != 0 && file->layout == LAYOUT_ANY)
        file->layout = LAYOUT_GMON_FREEBSD;
    if (file->layout == LAYOUT_GMON_FREEBSD)
        file->histogram.width = (uint8_t)width;
    else
        file->layout = LAYOUT_GMON_44;
    return fault_at(FAULT_NONE, 0);
}

struct file_error gmon_bsd_begin(struct profile_file *file)
{
    unsigned word = file->encoding.word, fields = 2 * word;
    unsigned header =
        gmon_bsd_header_size((enum file_layout)file->layout, word);
    struct file_error error = fault_at(FAULT_NONE, 0);
    uint64_t counted, tail;

    if (file->layout != LAYOUT_GMON_42 &&
        !gmon_bsd_marked(file, file->encoding))
        return fault_at(FAULT_MARK, fields + VERSION);
    if (file->size < header)
        return fault_at(FAULT_SHORT, file->size);
    file->histogram.width = COUNTER;
    if (file->layout != LAYOUT_GMON_42)
        error = begin_44(file, fields);
    if (error.fault)
        return error;
    file->histogram.low = word_at(file, 0);
    file->histogram.high = word_at(file, word);
    if (file->histogram.low >= file->histogram.high)
        return fault_at(FAULT_RANGE, 0);
    counted = half_at(file, fields + BYTES);
    if (counted < header || counted > file->size)
        return fault_at(FAULT_COUNT, fields + BYTES);
    if ((counted - header) % file->histogram.width != 0)
        return fault_at(FAULT_TAIL, fields + BYTES);
    file->histogram.count = (counted - header) / file->histogram.width;
    file->histogram_at = header;
    file->next = header;
    file->item_size = 3 * word;
    tail = left_from(file, counted) % file->item_size;
    return tail ? fault_at(FAULT_TAIL, file->size - tail)
                : fault_at(FAULT_NONE, 0);
}

struct file_error gmon_tagged_begin(struct profile_file *file)
{
    if (file->size < GMON_TAGGED_HEADER)
        return fault_at(FAULT_SHORT, file->size);
    if (memcmp(file->bytes, GMON_MARK, 4) != 0)
        return fault_at(FAULT_MARK, 0);
    if (half_at(file, 4) != GMON_TAGGED_VERSION)
        return fault_at(FAULT_VERSION, 4);
    file->next = GMON_TAGGED_HEADER;
    return fault_at(FAULT_NONE, 0);
}

static struct file_error histogram(struct profile_file *file, uint64_t at,
                                   struct histogram *h)
{
    unsigned word = file->encoding.word;
    uint64_t header = GMON_TAGGED_HISTOGRAM(word), counts = at + 2 * word;

    if (left_from(file, at) < header)
        return fault_at(FAULT_SHORT, file->size);
    *h = (struct histogram){
        .low = word_at(file, at),
        .high = word_at(file, at + word),
        .count = half_at(file, counts),
        .counters = file->bytes + at + header,
        .width = COUNTER,
        .order = file->encoding.order,
        .rate = half_at(file, counts + 4),
        .dimension = file->bytes + counts + 8,
    };
    if (h->low >= h->high)
        return fault_at(FAULT_RANGE, at);
    if (h->count > (left_from(file, at) - header) / COUNTER)
        return fault_at(FAULT_COUNT, counts);
    if (h->rate > INT32_MAX)
        return fault_at(FAULT_RATE, counts + 4);
    file->next = at + header + h->count * COUNTER;
    return fault_at(FAULT_NONE, 0);
}

static struct file_error arc(struct profile_file *file, uint64_t at,
                             struct record *record)
{
    unsigned word = file->encoding.word;

    if (left_from(file, at) < GMON_TAGGED_ARC(word))
        return fault_at(FAULT_SHORT, file->size);
    record->from = word_at(file, at);
    record->address = word_at(file, at + word);
    record->count = half_at(file, at + 2 * word);
    file->next = at + GMON_TAGGED_ARC(word);
    return fault_at(FAULT_NONE, 0);
}

static void block(struct profile_file *file, struct record *record)
{
    unsigned word = file->encoding.word;

    record->address = word_at(file, file->next);
    record->count = word_at(file, file->next + word);
    file->next += 2 * word;
    file->blocks--;
}

static struct file_error blocks(struct profile_file *file, uint64_t at)
{
    uint32_t count;

    if (left_from(file, at) < 4)
        return fault_at(FAULT_SHORT, file->size);
    count = half_at(file, at);
    if (count > left_from(file, at + 4) / (2 * file->encoding.word))
        return fault_at(FAULT_COUNT, at);
    file->blocks = count;
    file->next = at + 4;
    return fault_at(FAULT_NONE, 0);
}

struct file_error gmon_tagged_next(struct profile_file *file,
                                   struct record *record)
{
    uint64_t at = file->next + 1;

    if (file->blocks) {
        record->kind = RECORD_BLOCK;
        block(file, record);
        return fault_at(FAULT_NONE, 0);
    }
    switch (file->bytes[at - 1]) {
    case GMON_TAG_HISTOGRAM:
        record->kind = RECORD_HISTOGRAM;
        return histogram(file, at, &record->histogram);
    case GMON_TAG_ARC: record->kind = RECORD_ARC; return arc(file, at, record);
    case GMON_TAG_BLOCKS: record->kind = RECORD_GROUP; return blocks(file, at);
    default: return fault_at(FAULT_TAG, at - 1);
    }
}
