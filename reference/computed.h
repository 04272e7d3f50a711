/* SPDX-License-Identifier: MIT */
/*
 * A scale that is computed (aix.profil.11).  The manual says from what it is
 * computed, and no more: so all that can be checked is whether some scale
 * explains all counts of the element, by the formula and the choices in force.
 * The model keeps the ticks that such an element took; which counters they are
 * in is worked out when an outcome is compared with what was seen.
 */
#ifndef REFERENCE_COMPUTED_H
#define REFERENCE_COMPUTED_H

#include "mapping.h"

enum {
    COMPUTED_PARTS = 8,  /* elements of a process that took ticks */
    COMPUTED_COUNTS = 96 /* different pcs that they took */
};

/* An element, and where in its buffer its counters begin, in bytes. */
struct computed_part {
    struct mapping mapping; /* its scale is not known */
    uint8_t buffer;
    int64_t at;
    uint64_t reach; /* bytes that they may take from there on: some choices
                       let them go past the element's size */
    uint32_t least; /* the least scale that may be computed for it */
};

struct computed_count {
    uint8_t part;
    uint64_t pc, count;
};

struct computed {
    uint8_t rounding, unit, scale_two, odd_tail, extent; /* the choices in
                                                            force */
    uint16_t product; /* ... where some pc is far */
    uint8_t parts, counts;
    bool swapped; /* as its script is */
    struct computed_part part[COMPUTED_PARTS];
    struct computed_count count[COMPUTED_COUNTS];
};

/* The reach of an element, by the choices in force. */
uint64_t computed_reach(const struct computed *computed,
                        const struct mapping *mapping);

/* Note a tick at pc in that element.  False: there is no room, or its counters
 * overlap another's: then it is not known what the buffer holds. */
bool computed_tick(struct computed *computed, const struct computed_part *part,
                   uint64_t pc);

/* Forget the ticks in that part of its buffer: it was cleared. */
void computed_clear(struct computed *computed,
                    const struct computed_part *part);

/* Whether some ticks were noted for that part of its buffer. */
bool computed_counted(const struct computed *computed,
                      const struct computed_part *part);

/* Whether `found` differs from `before`, what the buffer held before those
 * ticks (both of `size` bytes), by just the counts of some scale in each
 * element. */
bool computed_explains(const struct computed *computed, unsigned buffer,
                       const unsigned char *before, const unsigned char *found,
                       uint64_t size);

#endif
