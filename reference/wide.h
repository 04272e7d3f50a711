/* SPDX-License-Identifier: MIT */
/* Exact products: two 64-bit factors, 128 bits, in portable C. */
#ifndef REFERENCE_WIDE_H
#define REFERENCE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

struct wide {
    uint64_t high, low;
};

static inline struct wide wide_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32); /* cannot overflow */
    uint64_t other = a0 * b1 + (uint32_t)middle;

    return (struct wide){a1 * b1 + (middle >> 32) + (other >> 32),
                         other << 32 | (uint32_t)low};
}

/* a + b; no more than 128 bits */
static inline struct wide wide_plus(struct wide a, uint64_t b)
{
    uint64_t low = a.low + b;

    return (struct wide){a.high + (low < b), low};
}

/* The low 64 bits of a / b; b is not 0. */
static inline uint64_t wide_quotient(struct wide a, uint64_t b)
{
    uint64_t quotient = 0, rest = 0;

    if (a.high == 0)
        return a.low / b;
    for (unsigned k = 0; k < 128; k++) {
        bool carry = rest >> 63;

        rest = rest << 1 | a.high >> 63;
        a.high = a.high << 1 | a.low >> 63;
        a.low <<= 1;
        quotient <<= 1;
        if (carry || rest >= b) {
            rest -= b;
            quotient |= 1;
        }
    }
    return quotient;
}

static inline bool wide_above(struct wide a, struct wide b)
{
    return a.high != b.high ? a.high > b.high : a.low > b.low;
}

/* value >> by, 0 < by < 64; all ones if that is more than 64 bits */
static inline uint64_t wide_shift(struct wide value, unsigned by)
{
    if (value.high >> by)
        return UINT64_MAX;
    return value.high << (64 - by) | value.low >> by;
}

#endif
