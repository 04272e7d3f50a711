/* SPDX-License-Identifier: MIT */
/*
 * Whole numbers of any size, as one does them on paper: rows of digits
 * in base 256.
 */
#ifndef REFERENCE_DIGITS_TEST_H
#define REFERENCE_DIGITS_TEST_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { ROW_DIGITS = 24 };

/* The lowest digit first; all digits from count on are zero. */
struct row {
    int count;
    uint8_t digit[ROW_DIGITS];
};

static inline void row_trim(struct row *a)
{
    while (a->count > 0 && a->digit[a->count - 1] == 0)
        a->count--;
}

static inline struct row row_of(uint64_t value)
{
    struct row a = {0};

    for (; value != 0; value /= 256)
        a.digit[a.count++] = (uint8_t)(value % 256);
    return a;
}

static inline uint64_t row_value(const struct row *a)
{
    uint64_t value = 0;

    assert(a->count <= 8);
    for (int i = a->count; i-- > 0;)
        value = value * 256 + a->digit[i];
    return value;
}

static inline int row_compare(struct row a, struct row b)
{
    if (a.count != b.count)
        return a.count < b.count ? -1 : 1;
    for (int i = a.count; i-- > 0;)
        if (a.digit[i] != b.digit[i])
            return a.digit[i] < b.digit[i] ? -1 : 1;
    return 0;
}

static inline struct row row_plus(struct row a, struct row b)
{
    struct row sum = {0};
    int carry = 0;

    for (int i = 0; i < a.count || i < b.count || carry; i++) {
        carry += a.digit[i] + b.digit[i];
        sum.digit[sum.count++] = (uint8_t)(carry % 256);
        carry /= 256;
    }
    return sum;
}

/* a - b, b not above a */
static inline struct row row_minus(struct row a, struct row b)
{
    int borrow = 0;

    for (int i = 0; i < a.count; i++) {
        int left = a.digit[i] - b.digit[i] - borrow;

        borrow = left < 0;
        a.digit[i] = (uint8_t)(left + 256 * borrow);
    }
    assert(borrow == 0);
    row_trim(&a);
    return a;
}

static inline struct row row_times(struct row a, struct row b)
{
    struct row product = {0};

    for (int i = 0; i < a.count; i++) {
        int carry = 0;

        for (int k = 0; k < b.count || carry; k++) {
            carry += product.digit[i + k] + a.digit[i] * b.digit[k];
            product.digit[i + k] = (uint8_t)(carry % 256);
            carry /= 256;
        }
    }
    product.count = a.count + b.count;
    row_trim(&product);
    return product;
}

/* Short division: divisor is a digit. */
static inline struct row row_share(struct row a, unsigned divisor)
{
    unsigned rest = 0;

    for (int i = a.count; i-- > 0;) {
        rest = rest * 256 + a.digit[i];
        a.digit[i] = (uint8_t)(rest / divisor);
        rest %= divisor;
    }
    row_trim(&a);
    return a;
}

/* Long division by a divisor of any length. */
static inline struct row row_over(struct row a, struct row b)
{
    struct row quotient = {0}, rest = {0};

    for (int i = a.count; i-- > 0;) {
        for (int k = rest.count; k > 0; k--)
            rest.digit[k] = rest.digit[k - 1];
        rest.digit[0] = a.digit[i];
        rest.count++;
        row_trim(&rest);
        for (unsigned n = 128; row_compare(rest, b) >= 0; n /= 2) {
            struct row part = row_times(b, row_of(n));

            if (row_compare(rest, part) < 0)
                continue;
            rest = row_minus(rest, part);
            quotient.digit[i] += (uint8_t)n;
        }
    }
    quotient.count = a.count;
    row_trim(&quotient);
    return quotient;
}

/* Without its lowest digits. */
static inline struct row row_drop(struct row a, int digits)
{
    struct row rest = {0};

    for (int i = digits; i < a.count; i++)
        rest.digit[rest.count++] = a.digit[i];
    return rest;
}

/* Nothing but its lowest digits. */
static inline struct row row_keep(struct row a, int digits)
{
    for (int i = digits; i < a.count; i++)
        a.digit[i] = 0;
    if (a.count > digits)
        a.count = digits;
    row_trim(&a);
    return a;
}

static inline bool row_odd(struct row a)
{
    return a.digit[0] % 2 != 0;
}

#endif
