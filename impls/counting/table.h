/* SPDX-License-Identifier: MIT */
/*
 * A table of regions, made once and then only read, but for the mark of a
 * region that was stopped.
 *
 * A pc belongs to the region of the largest offset that is not above it; of
 * equal offsets to the first listed (irix.sprofil.6, .7).  Where that
 * region's buffer has no counter for it, it belongs to the next in that
 * order that has one; where none has, to the overflow bin, which counts all
 * in its first counter (irix.sprofil.8).  A stopped region is as if it was
 * not listed.
 */
#ifndef IMPLS_COUNTING_TABLE_H
#define IMPLS_COUNTING_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bins.h"

struct region {
    unsigned char *base; /* its first counter */
    uint64_t offset;     /* the first pc that counts in it */
    uint64_t last;       /* the last */
    uint64_t reach;      /* the greatest last, of this and those before it */
    struct bins bins;
    uint32_t width;  /* bytes in a counter: 2 or 4 */
    uint32_t listed; /* its place in the caller's list */
    uint32_t under;  /* 1 + the region that it lies upon, or 0; see table.c */
    bool overflow_bin;
    bool narrow; /* the products of its distances have 64 bits */
    atomic_bool stopped;
};

/* From start to the next one's start pcs belong to one region. */
struct stretch {
    uint64_t start;
    uint32_t region; /* 1 + its place in the table, or 0: none */
};

struct table {
    struct region *regions; /* by offset, ascending; the overflow bin after */
    struct region *overflow_bin; /* or null */
    size_t count;                /* without the overflow bin */
    struct stretch *stretches;   /* ascending */
    size_t stretch_count;
    size_t mapped; /* bytes */
};

enum region_rounding {
    REGION_DOWN, /* to a whole counter */
    REGION_UP,   /* an odd byte to the next, then to a whole counter */
};

/*
 * A region of `size` bytes of counters at base.  Only counters that lie whole
 * inside the buffer exist; a region that has none is dropped by table_make.
 */
struct region region_make(void *base, uint64_t size, uint64_t offset,
                          uint64_t scale, unsigned width,
                          enum region_rounding rounding);

/* Have every pc from offset on count in the first counter. */
void region_gather(struct region *region);

/*
 * Fill a table with those regions of a list that have counters.  0, or
 * ENOMEM.  table_free gives its memory back.
 */
int table_make(struct table *table, const struct region *list, size_t count);
void table_free(struct table *table);

/* The region for a pc, or null, where it is not the last that begins at or
 * below pc.  There must be one that does. */
struct region *table_search(const struct table *table, uint64_t pc);

#endif
