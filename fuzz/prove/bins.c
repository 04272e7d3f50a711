/* SPDX-License-Identifier: MIT */
/*
 * What is proved of impls/counting/bins.h, for all inputs.  bins_multiply is
 * the portable one; with __int128 it is the compiler's product.
 */
#include "impls/counting/bins.h"

/*@ assigns \nothing;
    ensures exact: \result.high * 0x10000000000000000 + \result.low == a * b;
*/
static inline struct bins_product bins_multiply(uint64_t a, uint64_t b);

/*@ requires \valid_read(bins);
    assigns \nothing;
*/
static inline struct bins_product bins_place(const struct bins *bins,
                                             uint64_t distance);

/*@ requires \valid_read(bins);
    requires 17 <= bins->shift <= 63;
    assigns \nothing;
*/
static inline uint64_t bins_counter_at(const struct bins *bins,
                                       struct bins_product p);

/*@ requires \valid_read(bins) && \valid(counter);
    requires \separated(bins, counter);
    requires 17 <= bins->shift <= 63;
    requires bins->bias == 0 || bins->bias == 65536;
    assigns *counter;
    ensures inside: \result ==> *counter < bins->counters;
*/
static inline bool bins_find(const struct bins *bins, uint64_t distance,
                             uint64_t *counter);
