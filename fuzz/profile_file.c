/* SPDX-License-Identifier: MIT */
/*
 * The readers of mon.out and gmon.out, and their writers.  Three bytes say as
 * what the rest is to be read: layout, order of bytes, size of a word.  Any
 * bytes are read or refused at an offset inside the file; what was read of a
 * layout that has a writer is written, and read again it tells the same; a
 * mon.out has the same bytes again.
 */
#include <string.h>

#include "bytes.h"
#include "fuzz.h"
#include "reference/gmon_out.h"
#include "reference/mon_out.h"
#include "text.h"

/* Where a mark that is missing should be: past the end of a short file. */
enum { MARK_AT_MOST = 20 };

/* All that a file tells; no more records than it has bytes. */
struct contents {
    struct histogram histogram;
    uint16_t *counters;
    uint64_t histograms, call_count, arc_count, block_count;
    struct mon_call *calls;
    struct gmon_arc *arcs;
};

static void *room_for(uint64_t count, size_t each)
{
    void *memory = calloc(count + 1, each);

    if (!memory)
        fuzz_broken("out of memory");
    return memory;
}

static void take_histogram(struct contents *c, const struct histogram *h)
{
    c->histogram = *h;
    c->histograms++;
    free(c->counters);
    c->counters = room_for(h->count, sizeof *c->counters);
    for (uint64_t k = 0; k < h->count; k++)
        c->counters[k] = (uint16_t)histogram_counter(h, k);
}

static struct contents read_all(struct profile_file *file)
{
    struct contents c = {.calls = room_for(file->size, sizeof *c.calls),
                         .arcs = room_for(file->size, sizeof *c.arcs)};
    struct record record;

    while (profile_file_next(file, &record)) {
        if (record.offset > file->size)
            text_finding("a record outside the file", "", 0);
        if (record.kind == RECORD_HISTOGRAM)
            take_histogram(&c, &record.histogram);
        else if (record.kind == RECORD_CALLS)
            c.calls[c.call_count++] =
                (struct mon_call){record.address, record.count};
        else if (record.kind == RECORD_ARC)
            c.arcs[c.arc_count++] =
                (struct gmon_arc){record.from, record.address, record.count};
    }
    return c;
}

static void free_contents(struct contents *c)
{
    free(c->counters);
    free(c->calls);
    free(c->arcs);
}

static uint64_t write_again(const struct profile_file *file,
                            const struct contents *c, unsigned char *bytes,
                            uint64_t room)
{
    const struct histogram *h =
        file->layout == LAYOUT_GMON_TAGGED ? &c->histogram : &file->histogram;
    struct mon_contents mon = {
        h->low,        h->high,     c->calls,
        c->call_count, c->counters, c->counters ? c->histogram.count : 0};
    struct gmon_contents gmon = {mon.low,     mon.high,          h->rate,
                                 c->counters, mon.counter_count, c->arcs,
                                 c->arc_count};

    return file->layout == LAYOUT_MON
               ? mon_out_write(&mon, file->encoding, bytes, room)
               : gmon_out_write(&gmon, file->layout, file->encoding, bytes,
                                room);
}

static bool same(const struct contents *a, const struct contents *b)
{
    return a->histograms == b->histograms && a->call_count == b->call_count &&
           a->arc_count == b->arc_count &&
           a->histogram.low == b->histogram.low &&
           a->histogram.high == b->histogram.high &&
           a->histogram.rate == b->histogram.rate &&
           a->histogram.count == b->histogram.count &&
           (a->histograms == 0 ||
            memcmp(a->counters, b->counters,
                   a->histogram.count * sizeof *a->counters) == 0) &&
           memcmp(a->calls, b->calls, a->call_count * sizeof *a->calls) == 0 &&
           memcmp(a->arcs, b->arcs, a->arc_count * sizeof *a->arcs) == 0;
}

/* Whether there is a writer of such files: of 16-bit counters, and where there
 * are tags of one histogram and no blocks. */
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

static void round_trip(const struct profile_file *file,
                       const struct contents *c)
{
    uint64_t room = file->size + 64, size;
    unsigned char *bytes = room_for(room, 1);
    struct profile_file again;
    struct file_error error;
    struct contents second;

    size = write_again(file, c, bytes, room);
    if (size == 0 || size > room)
        text_finding("what was read can't be written", "", 0);
    if (file->layout == LAYOUT_MON &&
        (size != file->size || memcmp(bytes, file->bytes, size) != 0))
        text_finding("written with other bytes", "", 0);
    if (!profile_file_open(&again, bytes, size, file->layout, file->encoding,
                           &error))
        text_finding(profile_fault_text(error.fault), "", 0);
    second = read_all(&again);
    if (!same(c, &second))
        text_finding("tells something else when read again", "", 0);
    free_contents(&second);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    enum file_layout layout = bytes_take(&b, 1) % LAYOUTS;
    struct encoding asked = {bytes_take(&b, 1) % (ORDER_PDP + 1), 0};
    struct profile_file file;
    struct file_error error = {0};
    struct contents contents;

    asked.word = bytes_take(&b, 1) % 16;
    if (!profile_file_open(&file, b.at, b.left, layout, asked, &error)) {
        if (error.fault == FAULT_NONE || error.fault >= FAULTS ||
            error.offset >
                (error.fault == FAULT_MARK ? MARK_AT_MOST : b.left) ||
            !*profile_fault_text(error.fault))
            text_finding("refused without a place", "", 0);
        return 0;
    }
    contents = read_all(&file);
    if (has_writer(&file, &contents))
        round_trip(&file, &contents);
    profile_file_rewind(&file);
    free_contents(&contents);
    return 0;
}
