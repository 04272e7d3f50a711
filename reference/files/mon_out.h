/* SPDX-License-Identifier: MIT */
/*
 * mon.out, which monitor writes (aix-monitor.3).  That manual leaves the
 * layout open; this is the one of System V and, with other words, of
 * Version 7 and 4BSD:
 *
 *     lowpc, highpc   a word each
 *     functions       a word
 *     functions times:
 *         address     a word
 *         calls       a word, but 4 bytes where words have 2
 *     counters        2 bytes each, to the end of the file
 *
 * Words have 8 bytes in System V on 64-bit machines, 4 on 32-bit ones and in
 * 32V to 4.3BSD, 2 in Version 7 and 2.11BSD.  Some writers leave slots of
 * functions unused, with address 0 and no calls; they are records too.
 * There is no mark and no rate.
 */
#ifndef REFERENCE_MON_OUT_H
#define REFERENCE_MON_OUT_H

#include "layout.h"

enum { MON_COUNTER = 2 }; /* bytes */

struct mon_call {
    uint64_t function, calls;
};

struct mon_contents {
    uint64_t low, high;
    const struct mon_call *calls;
    uint64_t call_count;
    const uint16_t *counters;
    uint64_t counter_count;
};

/*
 * Write it into bytes, if there is that much room.  Returns the file's size,
 * or 0 where a number does not fit into its field, or there is no such
 * encoding.
 */
uint64_t mon_out_write(const struct mon_contents *contents,
                       struct encoding encoding, unsigned char *bytes,
                       uint64_t room);

/* Bytes in a header, and in the record of a function. */
unsigned mon_out_header_size(unsigned word);
unsigned mon_out_call_size(unsigned word);

#endif
