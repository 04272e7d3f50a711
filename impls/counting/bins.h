/* SPDX-License-Identifier: MIT */
/*
 * From the distance of a pc to the number of its counter, fast and exact.
 *
 * With d the distance from a region's offset and s its scale, a fraction of
 * 65536ths of a byte of buffer for a byte of text, all dialects come to
 *
 *     counter = (d * s + bias) >> shift
 *
 * where shift is 17 for 16-bit counters and 18 for 32-bit ones, and bias is
 * 0, or 65536 where an odd byte rounds up to the next (aix.profil.2).  A
 * scale that we compute ourselves has a finer fraction: shift 63.
 */
#ifndef IMPLS_COUNTING_BINS_H
#define IMPLS_COUNTING_BINS_H

#include <stdbool.h>
#include <stdint.h>

struct bins {
    uint64_t scale;    /* 0: every distance is in counter 0 */
    uint64_t counters; /* as many as lie whole inside the buffer */
    uint32_t bias;
    uint32_t shift; /* 17 to 63 */
};

struct bins_product {
    uint64_t high, low;
};

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 bins_wide;

static inline struct bins_product bins_multiply(uint64_t a, uint64_t b)
{
    bins_wide product = (bins_wide)a * b;

    return (struct bins_product){(uint64_t)(product >> 64), (uint64_t)product};
}
#else
static inline struct bins_product bins_multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32);
    uint64_t cross = a0 * b1 + (uint32_t)middle;

    return (struct bins_product){a1 * b1 + (middle >> 32) + (cross >> 32),
                                 (cross << 32) | (uint32_t)low};
}
#endif

/* A distance's place, of which the bits from the shift on are its counter. */
static inline struct bins_product bins_place(const struct bins *bins,
                                             uint64_t distance)
{
    struct bins_product p = bins_multiply(distance, bins->scale);

    p.low += bins->bias;
    p.high += p.low < bins->bias;
    return p;
}

static inline uint64_t bins_counter_at(const struct bins *bins,
                                       struct bins_product p)
{
    return p.high << (64 - bins->shift) | p.low >> bins->shift;
}

/* The counter for a distance that has one. */
static inline uint64_t bins_counter(const struct bins *bins, uint64_t distance)
{
    return bins_counter_at(bins, bins_place(bins, distance));
}

/* The counter for a distance; false where the buffer has none for it. */
static inline bool bins_find(const struct bins *bins, uint64_t distance,
                             uint64_t *counter)
{
    struct bins_product p = bins_place(bins, distance);

    *counter = bins_counter_at(bins, p);
    return p.high >> bins->shift == 0 && *counter < bins->counters;
}

/* The largest distance, at most `most`, that has a counter.  There must be
 * one: bins->counters is not 0. */
static inline uint64_t bins_reach(const struct bins *bins, uint64_t most)
{
    uint64_t reached = 0, counter;

    for (int bit = 63; bit >= 0; bit--) {
        uint64_t further = reached | UINT64_C(1) << bit;

        if (further <= most && bins_find(bins, further, &counter))
            reached = further;
    }
    return reached;
}

/* (parts << 63) / whole, rounded down; parts must be less than whole. */
static inline uint64_t bins_fraction(uint64_t parts, uint64_t whole)
{
    uint64_t quotient = 0, rest = parts;

    for (int bit = 0; bit < 63; bit++) {
        bool carry = rest >> 63;

        rest <<= 1;
        quotient <<= 1;
        if (carry || rest >= whole) {
            rest -= whole;
            quotient |= 1;
        }
    }
    return quotient;
}

#endif
