/* SPDX-License-Identifier: MIT */
/*
 * gmon.out, which monstartup and its kin write; the layout is undocumented
 * (freebsd.profil.9 mentions the rate only).
 *
 * 4.4BSD, with words of 8 or 4 bytes:
 *
 *     lowpc, highpc   a word each
 *     bytes           4: of the header and the counters
 *     version         4: 0x00051879
 *     rate            4: of the profiling clock, ticks a second
 *     spare           12; may be anything
 *     counters        2 bytes each
 *     arcs            from, self, count: a word each, to the end
 *
 * FreeBSD has in the first 4 spare bytes the bits of a counter, negative
 * where counters are signed.  A file with any other value there is 4.4BSD's
 * if it is not said to be FreeBSD's.
 *
 * Two are like it, and nothing in the file shows which.  PS2SDK, with words of
 * 4 bytes, has counters of 4 bytes.  mingw-w64, with words of 8, has counts of
 * calls of 4 bytes, each followed by 4 that may be anything.
 *
 * 4.2BSD: the header is lowpc, highpc and bytes alone, padded to three words.
 *
 * glibc, for which GNU gprof was made: 20 bytes "gmon", version 1 in 4 bytes,
 * zeros; then records, unaligned, each after a byte:
 *
 *     0  lowpc, highpc, counters (4), rate (4), dimension (15 bytes),
 *        its abbreviation (1), then that many counters of 2 bytes
 *     1  from, self: a word each, count (4)
 *     2  blocks (4), then that many: address, count: a word each
 *
 * The number of blocks has 4 bytes as gprof reads it; glibc writes a word,
 * but no compiler has made it do so for long.
 */
#ifndef REFERENCE_GMON_OUT_H
#define REFERENCE_GMON_OUT_H

#include "layout.h"

enum { GMON_VERSION = 0x00051879 };

/* Bytes in the header of a layout without tags. */
static inline unsigned gmon_bsd_header_size(enum file_layout layout,
                                            unsigned word)
{
    return layout == LAYOUT_GMON_42 ? 3 * word : 2 * word + 24;
}

#define GMON_MARK    "gmon"
#define GMON_SECONDS "seconds"

enum {
    GMON_TAGGED_VERSION = 1,
    GMON_TAGGED_HEADER = 20,
    GMON_TAG_HISTOGRAM = 0,
    GMON_TAG_ARC = 1,
    GMON_TAG_BLOCKS = 2,
    GMON_DIMENSION = 15,
};

/* Bytes after the tag, of a histogram those before its counters. */
#define GMON_TAGGED_HISTOGRAM(word) (2u * (word) + 8 + GMON_DIMENSION + 1)
#define GMON_TAGGED_ARC(word)       (2u * (word) + 4)

struct gmon_arc {
    uint64_t from, self, count;
};

struct gmon_contents {
    uint64_t low, high;
    uint32_t rate;
    const uint16_t *counters;
    uint64_t counter_count;
    const struct gmon_arc *arcs;
    uint64_t arc_count;
};

/*
 * Write it in one of the layouts of gmon.out, with words of 4 or 8 bytes,
 * little or big end first, into bytes, if there is that much room.  Returns
 * the file's size, or 0 where a number does not fit into its field, or there
 * is no such layout or encoding.
 */
uint64_t gmon_out_write(const struct gmon_contents *contents,
                        enum file_layout layout, struct encoding encoding,
                        unsigned char *bytes, uint64_t room);

#endif
