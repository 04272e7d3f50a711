/* SPDX-License-Identifier: MIT */
/* Putting numbers into a file, field by field. */
#ifndef REFERENCE_PROFILE_WRITE_H
#define REFERENCE_PROFILE_WRITE_H

#include <stddef.h>

#include "encoding.h"

struct pen {
    unsigned char *at; /* null: fields are only checked */
    uint8_t order;
    bool overflowed; /* a number did not fit into its field */
};

/* Where a file of that size is to be written, and there is so much room. */
static inline struct pen pen_at(unsigned char *bytes, uint64_t room,
                                uint64_t size, uint8_t order)
{
    return (struct pen){size <= room ? bytes : NULL, order, false};
}

static inline void pen_put(struct pen *pen, unsigned width, uint64_t value)
{
    if (!number_fits(value, width))
        pen->overflowed = true;
    if (!pen->at)
        return;
    number_put(pen->at, width, pen->order, value);
    pen->at += width;
}

/* A C int: no negative number can come of it. */
static inline void pen_put_int(struct pen *pen, uint64_t value)
{
    pen_put(pen, 4, value > INT32_MAX ? UINT64_MAX : value);
}

static inline void pen_put_bytes(struct pen *pen, const char *bytes,
                                 unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        pen_put(pen, 1, (unsigned char)bytes[k]);
}

#endif
