/* SPDX-License-Identifier: MIT */
/*
 * Whose ticks they are: the counters of a histogram shared out to functions.
 *
 * Counter i of n covers the addresses from low + i * span / n up to those
 * of the next, span being high - low; this is how gprof reads a file, and
 * what profil's scale amounts to.  A counter that reaches over several
 * functions is shared out in proportion to the addresses that each has of
 * it, as gprof does.  Bounds are exact fractions here, where gprof cuts them
 * to pairs of bytes: no tick is lost or counted twice.
 */
#ifndef CONFORMANCE_PROF_SHARE_H
#define CONFORMANCE_PROF_SHARE_H

#include <stddef.h>

#include "reference/files/profile_file.h"

/* A function's addresses: from start up to but not including end. */
struct function {
    uint64_t start, end;
    const char *name;
    bool local; /* to a file of its source */
};

/* Whole counters, and parts of other counters. */
struct ticks {
    uint64_t whole;
    double part;
};

/* The share of the addresses from <= a < to, as the file has them.  False
 * where counters add up to more than 64 bits; ticks then mean nothing. */
bool share_of(const struct histogram *histogram, uint64_t from, uint64_t to,
              struct ticks *ticks);

/* Add to each of a list of functions, in order of address and apart, its
 * share, and to *elsewhere what belongs to none.  base is the difference
 * between addresses in the file and those of functions.  False: see above. */
bool share_out(const struct histogram *histogram, uint64_t base,
               const struct function *functions, size_t count,
               struct ticks *shares, struct ticks *elsewhere);

double ticks_value(struct ticks ticks);

/* False, and sum is unchanged, on more than 64 bits. */
bool ticks_add(struct ticks *sum, struct ticks more);

/* The address with which counter i begins, rounded up; i may be
 * histogram->count: where it ends. */
uint64_t share_bound(const struct histogram *histogram, uint64_t i);

/* The first function that ends after an address, or count. */
size_t function_after(const struct function *functions, size_t count,
                      uint64_t address);

/* Of functions in order of address: the first at each, up to the next.  Returns
 * how many are left. */
size_t functions_apart(struct function *functions, size_t count);

#endif
