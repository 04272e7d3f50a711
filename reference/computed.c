/* SPDX-License-Identifier: MIT */
#include "computed.h"

struct sweep sweep_begin(uint64_t counters, uint64_t span)
{
    return (struct sweep){.counters = counters, .span = span};
}

static enum sweep_result fault(const struct sweep *sweep, uint64_t counter)
{
    if (counter == SWEEP_NOWHERE)
        return SWEEP_OUTSIDE;
    if (!sweep->started && counter != 0)
        return SWEEP_NOT_FIRST;
    if (sweep->started && counter < sweep->last)
        return SWEEP_DESCENDS;
    return SWEEP_FITS;
}

void sweep_tick(struct sweep *sweep, uint64_t counter)
{
    if (sweep->result == SWEEP_FITS)
        sweep->result = (uint8_t)fault(sweep, counter);
    if (!sweep->started || counter != sweep->last)
        sweep->reached++;
    sweep->last = counter;
    sweep->started = true;
}

enum sweep_result sweep_end(const struct sweep *sweep)
{
    uint64_t reachable = sweep->span / 2;

    if (sweep->result != SWEEP_FITS)
        return (enum sweep_result)sweep->result;
    if (reachable > sweep->counters)
        reachable = sweep->counters;
    return sweep->reached >= (reachable + 1) / 2 ? SWEEP_FITS
                                                 : SWEEP_TOO_COARSE;
}
