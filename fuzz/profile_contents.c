/* SPDX-License-Identifier: MIT */
#include "profile_contents.h"

#include <string.h>

#include "text.h"

static void *room_for(uint64_t count, size_t each)
{
    void *memory = calloc(count + 1, each);

    if (!memory)
        fuzz_broken("out of memory");
    return memory;
}

static void take_contents(struct contents *c, const struct histogram *h)
{
    c->histogram = *h;
    c->histograms++;
    free(c->counters);
    c->counters = room_for(h->count, sizeof *c->counters);
    for (uint64_t k = 0; k < h->count; k++)
        c->counters[k] = (uint16_t)histogram_counter(h, k);
}

struct contents contents_read(struct profile_file *file)
{
    struct contents c = {.calls = room_for(file->size, sizeof *c.calls),
                         .arcs = room_for(file->size, sizeof *c.arcs)};
    struct record record;

    while (profile_file_next(file, &record)) {
        if (record.offset > file->size)
            text_finding("a record outside the file", "", 0);
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

void contents_free(struct contents *c)
{
    free(c->counters);
    free(c->calls);
    free(c->arcs);
}

uint64_t contents_write(const struct contents *c, const struct histogram *h,
                        enum file_layout layout, struct encoding encoding,
                        unsigned char *bytes, uint64_t room)
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

bool contents_same(const struct contents *a, const struct contents *b)
{
    return a->histograms == b->histograms && same_histogram(a, b) &&
           a->histogram.rate == b->histogram.rate && same_calls(a, b) &&
           same_arcs(a, b);
}

bool contents_same_in(enum file_layout layout, const struct contents *a,
                      const struct contents *b)
{
    if (layout == LAYOUT_MON)
        return same_histogram(a, b) && same_calls(a, b);
    return same_histogram(a, b) && same_arcs(a, b) &&
           (layout == LAYOUT_GMON_42 || a->histogram.rate == b->histogram.rate);
}
