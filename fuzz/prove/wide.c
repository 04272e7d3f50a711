/* SPDX-License-Identifier: MIT */
/* What is proved of reference/wide.h, for all inputs. */
#include "reference/wide.h"

/*@ logic integer value(struct wide w) =
        w.high * 0x10000000000000000 + w.low;
*/

/*@ assigns \nothing;
    ensures exact: value(\result) == a * b;
*/
static inline struct wide wide_product(uint64_t a, uint64_t b);

/*@ requires a.high < UINT64_MAX;
    assigns \nothing;
    behavior plain:
        assumes a.low + b <= UINT64_MAX;
        ensures exact: value(\result) == value(a) + b;
    behavior carry:
        assumes a.low + b > UINT64_MAX;
        ensures exact: value(\result) == value(a) + b;
    complete behaviors;
*/
static inline struct wide wide_plus(struct wide a, uint64_t b);

/*@ assigns \nothing;
    ensures exact: \result <==> value(a) > value(b);
*/
static inline bool wide_above(struct wide a, struct wide b);

/*@ requires 0 < by < 64;
    assigns \nothing;
*/
static inline uint64_t wide_shift(struct wide value, unsigned by);
