/* SPDX-License-Identifier: MIT */
/*
 * Numbers out of an input's bytes, such that a byte more or less leads to
 * values where arithmetic goes wrong: small ones, powers of two, the edges of
 * counters.  Past the end all bytes are zero.
 */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at;
    size_t left;
};

/* The next n bytes, at most 8, the lowest first. */
static inline uint64_t bytes_take(struct bytes *b, unsigned n)
{
    uint64_t value = 0;

    for (unsigned k = 0; k < n && b->left > 0; k++, b->at++, b->left--)
        value |= (uint64_t)*b->at << 8 * k;
    return value;
}

static inline uint64_t bytes_number(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1), bits = how & 63;

    switch (how >> 6) {
    case 0: return bytes_take(b, 2);
    case 1: return (UINT64_C(1) << bits) + bytes_take(b, 1) % 5 - 2;
    case 2: return bytes_take(b, 8) >> bits;
    default: return UINT64_MAX - bytes_take(b, 1) % 16;
    }
}

static inline uint64_t bytes_scale(struct bytes *b)
{
    static const uint32_t scales[] = {
        2,      0x8000, 0xffff, 65536,  1,       0,       3,       0x4000,
        0x7fff, 0x8001, 0xc000, 0x5555, 0x10001, 0x18000, 0x20000, UINT32_MAX,
    };
    unsigned how = (unsigned)bytes_take(b, 1);

    if (how < 128)
        return scales[how % 16];
    return how < 192 ? bytes_take(b, 2) : bytes_take(b, 4);
}

/* A size of a buffer of a case: 16 MiB at most. */
static inline uint64_t bytes_size(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1);

    return how < 192   ? how
           : how < 224 ? bytes_take(b, 2)
                       : (UINT64_C(1) << how % 25) - bytes_take(b, 1) % 4 % 2;
}

/* The region of which a pc is to be near an edge. */
struct edges {
    uint64_t offset, size, scale;
    unsigned width;
};

/* The distance at which a counter begins: the least d with d * scale >> 16 not
 * below its first byte. */
static inline uint64_t edges_distance(const struct edges *e, uint64_t counter)
{
    uint64_t scale = e->scale ? e->scale : 1;
    uint64_t bytes = counter * e->width & 0xffffffff;

    return (bytes * 65536 + scale - 1) / scale;
}

static inline uint64_t bytes_pc(struct bytes *b, const struct edges *e)
{
    uint64_t scale = e->scale ? e->scale : 1, last = e->size / e->width;
    unsigned how = (unsigned)bytes_take(b, 1);
    uint64_t near = bytes_take(b, 1) % 7 - 3;

    switch (how & 7) {
    case 0: return bytes_number(b);
    case 1: return e->offset + near;
    case 2: return e->offset + (UINT64_C(1) << (how >> 3) * 2) / scale + near;
    case 3: return e->offset + edges_distance(e, last - (how >> 3) % 4) + near;
    case 4: return e->offset + edges_distance(e, how >> 3) + near;
    case 5: return e->offset + (UINT64_C(1) << (how >> 3) * 2) + near;
    default:
        return e->offset + edges_distance(e, bytes_take(b, 2) % (last + 2)) +
               near;
    }
}

#endif
