/* SPDX-License-Identifier: MIT */
#include "stream.h"
#include "conformance/base/memory.h"

/* Ticks to be drawn, and those drawn so far. */
struct drawing {
    uint64_t state;
    const struct region_arguments *regions[SCRIPT_LIST]; /* drawn from */
    unsigned region_count;
    unsigned width;
    uint64_t mask; /* of the address width */
    unsigned address_bits;
    struct tick *ticks;
    size_t count;
    uint32_t left; /* ticks still wanted */
};

uint64_t stream_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A number below bound. */
static uint64_t below(struct drawing *d, uint64_t bound)
{
    return stream_random(&d->state) % bound;
}

static bool has_counters(const struct call *call,
                         const struct region_arguments *region, unsigned width)
{
    if (region->size < width || region->scale == 0)
        return false;
    if (call->kind >= CALL_MONITOR)
        return false; /* what scale it computes is not known */
    return call->kind != CALL_PROFIL_LIST || region->scale != SCALE_COMPUTED ||
           region->high > region->offset;
}

static unsigned call_regions(const struct call *call, unsigned width,
                             const struct region_arguments **regions)
{
    unsigned count = 0;

    if (call->kind == CALL_PROFIL) {
        if (has_counters(call, &call->region, width))
            regions[count++] = &call->region;
        return count;
    }
    for (uint32_t i = 0; i < call->listed; i++) {
        if (call->kind == CALL_PROFIL_LIST && call->list[i].high == 0)
            break;
        if (has_counters(call, &call->list[i], width))
            regions[count++] = &call->list[i];
    }
    return count;
}

unsigned stream_width(const struct call *call)
{
    return (call->flags & (FLAG_UINT | FLAG_USHORT)) == FLAG_UINT ? 4 : 2;
}

bool stream_can_draw(const struct call *call)
{
    const struct region_arguments *regions[SCRIPT_LIST];

    return call_regions(call, stream_width(call), regions) > 0;
}

/* Append run ticks at pc, but no more than are wanted. */
static void add(struct drawing *d, uint64_t pc, uint64_t run)
{
    pc &= d->mask;
    if (run > d->left)
        run = d->left;
    d->left -= (uint32_t)run;
    if (d->count > 0 && d->ticks[d->count - 1].pc == pc) {
        d->ticks[d->count - 1].count += (uint32_t)run;
        return;
    }
    MEMORY_ADD(d->ticks, d->count) = (struct tick){pc, (uint32_t)run};
}

static const struct region_arguments *draw_region(struct drawing *d)
{
    return d->regions[below(d, d->region_count)];
}

/* The scale drawn with: a computed one spreads the buffer over the range. */
static uint64_t scale_of(const struct region_arguments *region)
{
    uint64_t scale = region->scale;

    if (scale == SCALE_COMPUTED && region->high > region->offset)
        scale = region->size * 65536 / (region->high - region->offset);
    return scale ? scale : 1;
}

/* The least distance d with ((d * scale) >> 16) / width >= counter. */
static uint64_t first_distance(const struct drawing *d,
                               const struct region_arguments *region,
                               uint64_t counter)
{
    uint64_t scale = scale_of(region);

    return (counter * d->width * 65536 + scale - 1) / scale;
}

static uint64_t counters(const struct drawing *d,
                         const struct region_arguments *region)
{
    return region->size / d->width;
}

static uint64_t draw_edge(struct drawing *d)
{
    const struct region_arguments *region = draw_region(d);
    uint64_t counter = below(d, counters(d, region) + 1);
    uint64_t pc = region->offset + first_distance(d, region, counter);

    return pc + below(d, 3) - 1;
}

static uint64_t draw_uniform(struct drawing *d)
{
    const struct region_arguments *region = draw_region(d);
    uint64_t extent = first_distance(d, region, counters(d, region));
    uint64_t margin = extent / 8 + 1;

    return region->offset - margin + below(d, extent + 2 * margin);
}

static uint64_t draw_far(struct drawing *d)
{
    uint64_t bit;

    switch (below(d, 3)) {
    case 0:
        bit = UINT64_C(1) << below(d, d->address_bits);
        return bit + below(d, 3) - 1;
    case 1: return stream_random(&d->state);
    default: return d->mask - below(d, 16);
    }
}

static void draw_hot(struct drawing *d)
{
    uint64_t pcs[8];

    for (unsigned i = 0; i < 8; i++)
        pcs[i] = draw_uniform(d);
    while (d->left > 0) {
        uint64_t pc = pcs[below(d, 8)];

        add(d, pc, 1 + below(d, 100));
    }
}

/* One pc in the regions, more ticks than a 16-bit counter holds. */
static void draw_saturating(struct drawing *d)
{
    const struct region_arguments *region = draw_region(d);
    uint64_t counter = below(d, counters(d, region));
    uint64_t pc = region->offset + first_distance(d, region, counter);

    add(d, pc, 65536 + below(d, 16));
}

static void draw_some(struct drawing *d, enum stream_over over)
{
    switch (over) {
    case STREAM_EDGES: add(d, draw_edge(d), 1); break;
    case STREAM_UNIFORM: add(d, draw_uniform(d), 1); break;
    case STREAM_HOT: draw_hot(d); break;
    case STREAM_FAR: add(d, draw_far(d), 1); break;
    default: draw_saturating(d);
    }
}

struct tick *stream_draw(const struct stream *stream, const struct call *call,
                         unsigned width, unsigned address_bits, size_t *count)
{
    struct drawing d = {
        .state = stream->seed,
        .width = width,
        .mask = UINT64_MAX >> (64 - address_bits),
        .address_bits = address_bits,
        .left = stream->n,
    };

    d.region_count = call_regions(call, width, d.regions);
    while (d.left > 0)
        draw_some(&d, (enum stream_over)stream->over);
    *count = d.count;
    return d.ticks;
}

const char *const stream_over_names[STREAM_OVERS] = {"edges", "uniform", "hot",
                                                     "far", "saturate"};
