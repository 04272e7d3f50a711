/* SPDX-License-Identifier: MIT */
/* The mappings on all inputs at once, for an abstract interpreter. */
#include "__fc_builtin.h"

#include "impls/counting/bins.h"
#include "reference/mapping.c"

extern volatile uint64_t any;

static void reference(void)
{
    struct choices c;
    struct mapping m = {any, any, any, Frama_C_interval(2, 4),
                        Frama_C_interval(1, 64)};
    struct place place;

    Frama_C_make_unknown((char *)&c, sizeof c);
    c.consulted = RULE_SET_ALL;
    mapping_scale(&c, any, any & 1 ? 2 : 4);
    mapping_place(&c, &m, any, &place);
    mapping_formula(&c, &m, any, &place);
}

static void fast_is_proved(void)
{
    struct bins bins = {any, any, any, Frama_C_interval(17, 63)};
    uint64_t counter;

    bins_find(&bins, any, &counter);
    bins_reach(&bins, any);
    bins_fraction(any, any);
}

int main(void)
{
    reference();
    fast_is_proved();
    return 0;
}
