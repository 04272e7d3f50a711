/* SPDX-License-Identifier: MIT */
/*
 * From a pc to a counter: the formula of one region, with every rule that
 * the manuals leave or make in it.
 */
#ifndef REFERENCE_MAPPING_H
#define REFERENCE_MAPPING_H

#include "choices.h"
#include "wide.h"

/* One region as the formula sees it. */
struct mapping {
    uint64_t offset;      /* address of the region's start */
    uint64_t size;        /* bytes in its buffer */
    uint64_t scale;       /* as mapping_scale gave it */
    uint8_t width;        /* bytes in a counter: 2 or 4 */
    uint8_t address_bits; /* of the machine: 16, 32 or 64 */
    bool region;          /* it starts at offset: no number is negative */
};

enum where {
    WHERE_COUNTER,  /* counted, at `at` */
    WHERE_BELOW,    /* the pc is below offset */
    WHERE_NEGATIVE, /* the product turned negative (a defect) */
    WHERE_BEYOND,   /* the number lies past the buffer */
    WHERE_TAIL,     /* only part of the counter lies inside */
    WHERE_DROPPED,  /* past the rounded end address (a defect) */
};

/* Where a pc was found to belong, with the arithmetic that led there. */
struct place {
    uint8_t where;     /* enum where */
    bool has_product;  /* else there was no arithmetic */
    uint8_t shift;     /* number = product >> shift, before rounding */
    uint64_t distance; /* d, as multiplied */
    uint64_t scale;    /* s, as multiplied */
    struct wide product;
    uint64_t number; /* after rounding: a byte offset */
    uint64_t at;     /* the counter's first byte, from the buffer's start */
};

/* What is kept of the address of a tick, and of an offset (RULE_ADDRESS). */
uint64_t mapping_pc(struct choices *c, uint64_t pc);
uint64_t mapping_offset(struct choices *c, uint64_t offset);

/* What a scale argument means. */
struct scale_meaning {
    uint64_t scale; /* after SCALE_RANGE or SCALE_ABOVE */
    bool off;       /* it turns profiling off (SCALE_OFF) */
    bool invalid;   /* EINVAL (SCALE_ABOVE, SCALE_OFF) */
};

/* For counters of so many bytes.  aix.profil.5, .8; hpux.profil.3, .6;
 * irix.sprofil.4, .16; freebsd.profil.5, .6 */
struct scale_meaning mapping_scale(struct choices *c, uint64_t scale,
                                   unsigned width);

/* The scale to multiply by: 0xffff gives one counter to each pc, 0x7fff one to
 * a pair, for which they may have to be the fractions 1 and 1/2 (hpux.profil.3,
 * .4; aix.profil.5). */
uint64_t mapping_full_scale(struct choices *choices, uint64_t scale);

/* Whether a choice of UNIT takes the number for a counter's index. */
static inline bool mapping_is_index(enum choice unit)
{
    return unit == UNIT_INDEX || unit == UNIT_INDEX_TO_END ||
           unit == UNIT_INDEX_OF_BYTES;
}

/* Where a pc is counted, or why it is not: into place.  aix.profil.2, .3;
 * hpux.profil.2; irix.sprofil.1; freebsd.profil.3, .4 */
void mapping_place(struct choices *c, const struct mapping *m, uint64_t pc,
                   struct place *place);

/* The formula alone: pc is not below offset, and scale 2 means nothing. */
void mapping_formula(struct choices *c, const struct mapping *m, uint64_t pc,
                     struct place *place);

#endif
