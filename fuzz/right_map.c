/* SPDX-License-Identifier: MIT */
/* A mapping that is right by every dialect that has profil, so that fuzz-mine
 * is to find nothing; but with $MAP_PAST_END the counters are one too many, and
 * with $MAP_WRAPS a buffer of size 0 has nearly all that there can be, and with
 * $MAP_INT a distance is an int, with $MAP_ODD one that is even. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "probes.h"

static bool by(const char *dialect)
{
    return strcmp(getenv("FUZZ_DIALECT"), dialect) == 0;
}

int64_t my_map(uint64_t pc, uint64_t size, uint64_t offset, uint64_t scale,
               unsigned width)
{
    unsigned __int128 at = pc - offset;

    if (by("aix"))
        scale &= 0xffff;
    if (pc < offset || scale < (by("freebsd") ? 1 : 2))
        return -1;
    if (getenv("MAP_INT") && (int32_t)(pc - offset) < 0)
        return -1;
    if (getenv("MAP_ODD"))
        at += at & 1;
    at = at * scale >> 16;
    at = (by("aix") ? at + 1 : at) / width;
    if (getenv("MAP_PAST_END"))
        size += width;
    if (getenv("MAP_WRAPS") && size == 0)
        size--;
    return at < size / width ? (int64_t)at : -1;
}
