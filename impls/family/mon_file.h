/* SPDX-License-Identifier: MIT */
/*
 * mon.out: what monitor leaves in the current directory.
 *
 * Of one range it has the layout of System V on this machine: lowpc, highpc,
 * the number of functions (8 bytes each), for each of them an address in its
 * entry and its calls (8 bytes each), then the counters (2 bytes each), of
 * equal shares of the range.  That layout has no place for several ranges:
 * those of a list stand in glibc's layout of gmon.out, one record each.
 */
#ifndef IMPLS_FAMILY_MON_FILE_H
#define IMPLS_FAMILY_MON_FILE_H

#include "calls.h"

/* Counters of equal shares of the addresses low <= pc < high. */
struct mon_range {
    uintptr_t low, high;
    unsigned short *counters;
    uint64_t count;
};

/* Write it, whole or not at all.  0, or an errno. */
int mon_file_write(const struct mon_range *ranges, size_t count, bool by_list,
                   int rate, const struct calls_record *calls,
                   size_t functions);

#endif
