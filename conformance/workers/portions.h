/* SPDX-License-Identifier: MIT */
/*
 * The file in which several processes leave observations, a portion at a
 * time, for the one that started them.
 */
#ifndef CONFORMANCE_PORTIONS_H
#define CONFORMANCE_PORTIONS_H

#include "conformance/delivery/observation.h"

/* Some of the cases, side by side. */
struct portion {
    size_t first, length;
};

/* A file without a name, or -1: errno tells. */
int portions_open(void);

/* Append the observations of a portion, one a case.  False where they could
 * not be written whole; errno is EFBIG where the limit of files forbids it. */
bool portions_append(int file, const struct portion *portion,
                     const struct observation *observations);

/* Read that portion, which was appended whole, into observations, which has
 * room for it.  False where it could not be. */
bool portions_read(int file, const struct portion *portion,
                   struct observation *observations);

/*
 * Read the portions of count cases, from that one on, into observations; those
 * of cases that are in no whole portion stay as they are.  They are read in the
 * order of the cases, whichever came first: memory is then laid out the same
 * for the processes that this one forks later.
 */
void portions_collect(int file, size_t from, struct observation *observations,
                      size_t count);

#endif
