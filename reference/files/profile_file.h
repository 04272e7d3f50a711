/* SPDX-License-Identifier: MIT */
/*
 * The files that profiling leaves, mon.out and gmon.out: from bytes to what
 * they say, one record after the other.  mon_out.h and gmon_out.h say how
 * each layout is written, and write it.
 *
 * Opening reads the whole file once.  What a file says of itself is believed
 * only where its size bears it out; where it does not, the fault is named
 * with the offset of the bytes that are wrong.  Nothing is read outside the
 * bytes given, nothing is copied: records point into them, so they must stay
 * as they are while the file is used.
 *
 *     if (!profile_file_open(&file, bytes, size, LAYOUT_ANY,
 *                            (struct encoding){0}, &error))
 *         ... profile_fault_text(error.fault), error.offset
 *     while (profile_file_next(&file, &record))
 *         ... record.kind
 */
#ifndef REFERENCE_PROFILE_FILE_H
#define REFERENCE_PROFILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

enum profile_fault {
    FAULT_NONE,
    FAULT_SHORT,   /* the file ends inside a header or record */
    FAULT_TAG,     /* no such kind of record */
    FAULT_RANGE,   /* the lowest address is not below the highest */
    FAULT_COUNT,   /* it counts more than the file holds */
    FAULT_TAIL,    /* bytes are left that are no whole record or counter */
    FAULT_RATE,    /* negative */
    FAULT_WIDTH,   /* no width of a counter */
    FAULT_SPAN,    /* too few counters for so many addresses */
    FAULT_SEVERAL, /* readable with more than one encoding: say which */
    FAULT_MARK,    /* it does not have the mark of its layout */
    FAULT_VERSION,
    FAULT_ENCODING, /* asked for an encoding that the layout does not have */
    FAULTS,
};

struct file_error {
    uint8_t fault;   /* enum profile_fault */
    uint8_t layout;  /* as which it was read */
    uint64_t offset; /* of the bytes that are wrong */
};

/* Counters of equal shares of the addresses low <= pc < high. */
struct histogram {
    uint64_t low, high;
    uint64_t count; /* of counters */
    const unsigned char *counters;
    uint8_t width; /* bytes in a counter: 1, 2, 4 or 8 */
    uint8_t order;
    uint32_t rate; /* ticks a second; 0: the file does not say */
    const unsigned char *dimension; /* 15 bytes that name the unit, of which
                                       there are `rate` ticks; null: seconds */
};

enum record_kind {
    RECORD_HISTOGRAM,
    RECORD_CALLS, /* a function was called count times */
    RECORD_ARC,   /* from a place, count times */
    RECORD_BLOCK, /* a basic block ran count times */
};

struct record {
    uint8_t kind;
    uint64_t offset; /* in the file */
    struct histogram histogram;
    uint64_t from;    /* RECORD_ARC: in the caller */
    uint64_t address; /* all but RECORD_HISTOGRAM: of what ran */
    uint64_t count;
};

struct profile_file {
    uint8_t layout;           /* as found */
    struct encoding encoding; /* as found */
    const unsigned char *bytes;
    uint64_t size;
    struct histogram histogram; /* the one that untagged files have */
    uint64_t histogram_at;      /* offset, as are the next two */
    uint64_t first, next;       /* records */
    uint32_t item_size;         /* bytes in each other record */
    uint64_t blocks;            /* left in a group of basic blocks */
};

/*
 * layout, asked.order and asked.word may be given or left to be found out.
 * Marks show the layouts of gmon.out; what has none is mon.out.  Words of 8
 * and 4 bytes in either order are tried, and exactly one must be borne out
 * by the file's size, and in mon.out by addresses that can be: lowpc not 0, and
 * no more of them than a scale of 2 leaves for the counters.  2-byte words, and
 * the PDP-11's order, are mon.out's only and must be given.  False: error says
 * why.
 */
bool profile_file_open(struct profile_file *file, const unsigned char *bytes,
                       uint64_t size, enum file_layout layout,
                       struct encoding asked, struct file_error *error);

/* The next record, in the file's order, or false after the last. */
bool profile_file_next(struct profile_file *file, struct record *record);

/* Back to the first record. */
void profile_file_rewind(struct profile_file *file);

/* Counter i, i < histogram.count. */
uint64_t histogram_counter(const struct histogram *histogram, uint64_t i);

/* A few words, to follow "offset N: ". */
const char *profile_fault_text(enum profile_fault fault);

#endif
