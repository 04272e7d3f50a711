/* SPDX-License-Identifier: MIT */
/*
 * The readers and writers of mon.out and gmon.out.  The first three bytes
 * choose how the rest is read: layout, byte order, word size; and how it is
 * written as another file.  Any bytes are read, or refused at an offset inside
 * the file.  What was read of a layout that has a writer is the same when it is
 * written and read again; a mon.out gets the same bytes.  As another layout its
 * contents are the same, or it is refused.
 */

#include "reference/files/profile_file.h"
#include "fuzz.h"
#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"

/* All that a mon.out or gmon.out holds, so that it can be written again; there
 * are no more records than the file has bytes. */
struct contents {
    struct histogram histogram; /* the last */
    uint16_t *counters;
    uint64_t histograms, call_count, arc_count, block_count;
    struct mon_call *calls;
    struct gmon_arc *arcs;
};

static void take_contents(struct contents *c, const struct histogram *h)
{
    c->histogram = *h;
    c->histograms++;
    free(c->counters);
    c->counters = memory_new(h->count, sizeof *c->counters);
    for (uint64_t k = 0; k < h->count; k++)
        c->counters[k] = (uint16_t)histogram_counter(h, k);
}

static struct contents contents_read(struct profile_file *file)
{
    struct contents c = {.calls = memory_new(file->size, sizeof *c.calls),
                         .arcs = memory_new(file->size, sizeof *c.arcs)};
    struct record record;

    while (profile_file_next(file, &record)) {
        fuzz_must(record.offset <= file->size, "a record outside the file", "");
        if (record.kind == RECORD_HISTOGRAM)
            take_contents(&c, &record.histogram);
        else if (record.kind == RECORD_CALLS)
            c.calls[c.call_count++] =
                (struct mon_call){record.address, record.count};
        else if (record.kind == RECORD_ARC)
            c.arcs[c.arc_count++] =
                (struct gmon_arc){record.from, record.address, record.count};
        else
            c.block_count++;
    }
    return c;
}

static void contents_free(struct contents *c)
{
    free(c->counters);
    free(c->calls);
    free(c->arcs);
}

/* With that histogram's range.  Returns what the layout's writer does. */
static uint64_t contents_write(const struct contents *c,
                               const struct histogram *h,
                               enum file_layout layout,
                               struct encoding encoding, unsigned char *bytes,
                               uint64_t room)
{
    uint64_t count = c->counters ? c->histogram.count : 0;
    struct mon_contents mon = {h->low,        h->high,     c->calls,
                               c->call_count, c->counters, count};
    struct gmon_contents gmon = {h->low, h->high, h->rate,     c->counters,
                                 count,  c->arcs, c->arc_count};

    return layout == LAYOUT_MON
               ? mon_out_write(&mon, encoding, bytes, room)
               : gmon_out_write(&gmon, layout, encoding, bytes, room);
}

static bool same_histogram(const struct contents *a, const struct contents *b)
{
    return a->histogram.low == b->histogram.low &&
           a->histogram.high == b->histogram.high &&
           a->histogram.count == b->histogram.count &&
           (!a->counters || !b->counters ||
            memcmp(a->counters, b->counters,
                   a->histogram.count * sizeof *a->counters) == 0);
}

static bool same_calls(const struct contents *a, const struct contents *b)
{
    return a->call_count == b->call_count &&
           memcmp(a->calls, b->calls, a->call_count * sizeof *a->calls) == 0;
}

static bool same_arcs(const struct contents *a, const struct contents *b)
{
    return a->arc_count == b->arc_count &&
           memcmp(a->arcs, b->arcs, a->arc_count * sizeof *a->arcs) == 0;
}

static bool contents_same(const struct contents *a, const struct contents *b)
{
    return a->histograms == b->histograms && same_histogram(a, b) &&
           a->histogram.rate == b->histogram.rate && same_calls(a, b) &&
           same_arcs(a, b);
}

/* The same, but for what files of that layout, without tags, have no place
 * for. */
static bool contents_same_in(enum file_layout layout, const struct contents *a,
                             const struct contents *b)
{
    if (layout == LAYOUT_MON)
        return same_histogram(a, b) && same_calls(a, b);
    return same_histogram(a, b) && same_arcs(a, b) &&
           (layout == LAYOUT_GMON_42 || a->histogram.rate == b->histogram.rate);
}

/* The offset of a missing mark may be past the end of a short file. */
enum { MARK_AT_MOST = 20 };

/* As which kind of file bytes are read. */
struct taken {
    enum file_layout layout;
    struct encoding encoding;
};

/* Whether there is a writer of such files: counters have 16 bits, and a file
 * with tags has one histogram and no blocks. */
static bool has_writer(const struct profile_file *file,
                       const struct contents *c)
{
    if (file->layout != LAYOUT_GMON_TAGGED)
        return file->histogram.width == 2;
    for (uint64_t k = 0; k < c->arc_count; k++)
        if (c->arcs[k].count > INT32_MAX)
            return false; /* nobody's int */
    return c->histograms == 1 && c->block_count == 0;
}

static struct contents read_again(const unsigned char *bytes, uint64_t size,
                                  struct taken as)
{
    struct profile_file again;
    struct file_error error;

    if (!profile_file_open(&again, bytes, size, as.layout, as.encoding, &error))
        fuzz_must(false, profile_fault_text(error.fault),
                  file_layout_name(as.layout));
    return contents_read(&again);
}

static void profile_round_trip(const struct profile_file *file,
                               const struct contents *c)
{
    struct taken as = {(enum file_layout)file->layout, file->encoding};
    uint64_t room = file->size + 64, size;
    unsigned char *bytes = memory_new(room, 1);
    struct contents second;

    size = contents_write(
        c, as.layout == LAYOUT_GMON_TAGGED ? &c->histogram : &file->histogram,
        as.layout, as.encoding, bytes, room);
    fuzz_must(size > 0 && size <= room, "what was read can't be written", "");
    fuzz_must(as.layout != LAYOUT_MON ||
                  (size == file->size && memcmp(bytes, file->bytes, size) == 0),
              "written with other bytes", "");
    second = read_again(bytes, size, as);
    fuzz_must(contents_same(c, &second), "is something else when read again",
              "");
    contents_free(&second);
    free(bytes);
}

static void write_other(const struct contents *c, struct taken as)
{
    uint64_t size =
        contents_write(c, &c->histogram, as.layout, as.encoding, NULL, 0);
    unsigned char *bytes;
    struct contents second;

    if (size == 0)
        return;
    fuzz_must(encoding_exists(as.layout, as.encoding),
              "written in no encoding of the layout", "");
    if (c->histograms == 0)
        return; /* its range is empty */
    bytes = memory_new(size, 1);
    fuzz_must(contents_write(c, &c->histogram, as.layout, as.encoding, bytes,
                             size) == size,
              "another size where there is room", "");
    second = read_again(bytes, size, as);
    fuzz_must(contents_same_in(as.layout, c, &second),
              "is something else in another layout", "");
    contents_free(&second);
    free(bytes);
}

static void profile_refused(const struct file_error *error, uint64_t size)
{
    uint64_t most = error->fault == FAULT_MARK ? MARK_AT_MOST : size;

    fuzz_must(error->fault != FAULT_NONE && error->fault < FAULTS &&
                  error->offset <= most && *profile_fault_text(error->fault),
              "refused without a place", "");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ORDERS = ORDER_PDP + 1, WORDS = 16 };
    struct bytes b = {data, size};
    unsigned layouts = (unsigned)bytes_take(&b, 1);
    unsigned orders = (unsigned)bytes_take(&b, 1);
    unsigned words = (unsigned)bytes_take(&b, 1);
    struct taken as = {layouts % LAYOUTS, {orders % ORDERS, words % WORDS}};
    struct taken other = {layouts / LAYOUTS % LAYOUTS,
                          {orders / ORDERS % ORDERS, (uint8_t)(words / WORDS)}};
    struct profile_file file;
    struct file_error error = {0};
    struct contents contents;

    if (!profile_file_open(&file, b.at, b.left, as.layout, as.encoding,
                           &error)) {
        profile_refused(&error, b.left);
        return 0;
    }
    fuzz_must(*file_layout_name((enum file_layout)file.layout),
              "a layout without a name", "");
    contents = contents_read(&file);
    if (has_writer(&file, &contents))
        profile_round_trip(&file, &contents);
    write_other(&contents, other);
    profile_file_rewind(&file);
    contents_free(&contents);
    return 0;
}
