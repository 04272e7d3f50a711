/* SPDX-License-Identifier: MIT */
/*
 * How a machine writes numbers into a file: the order of their bytes, and
 * how many an address has.
 */
#ifndef REFERENCE_ENCODING_H
#define REFERENCE_ENCODING_H

#include <stdbool.h>
#include <stdint.h>

enum byte_order {
    ORDER_ANY, /* to be found out */
    ORDER_LITTLE,
    ORDER_BIG,
    ORDER_PDP, /* of the PDP-11: high word first, in a word low byte first */
};

struct encoding {
    uint8_t order;
    uint8_t word; /* bytes in an address: 2, 4 or 8; 0: to be found out */
};

/* Numbers as this machine has them. */
#define ENCODING_HERE                                                          \
    ((struct encoding){__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ORDER_BIG      \
                                                              : ORDER_LITTLE,  \
                       sizeof(void *)})

/* Where the k-th byte is, counted from the most significant one. */
static inline unsigned number_place(unsigned width, uint8_t order, unsigned k)
{
    if (order == ORDER_BIG)
        return k;
    return order == ORDER_PDP ? k ^ 1 : width - 1 - k;
}

static inline uint64_t number_get(const unsigned char *at, unsigned width,
                                  uint8_t order)
{
    uint64_t value = 0;

    for (unsigned k = 0; k < width; k++)
        value = value << 8 | at[number_place(width, order, k)];
    return value;
}

/* The low bytes of value, as many as there is width. */
static inline void number_put(unsigned char *at, unsigned width, uint8_t order,
                              uint64_t value)
{
    for (unsigned k = width; k-- > 0; value >>= 8)
        at[number_place(width, order, k)] = (unsigned char)value;
}

static inline bool number_fits(uint64_t value, unsigned width)
{
    return width >= 8 || value >> 8 * width == 0;
}

#endif
