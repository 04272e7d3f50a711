/* SPDX-License-Identifier: MIT */
#include "gmon_out.h"

#include "profile_write.h"

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
