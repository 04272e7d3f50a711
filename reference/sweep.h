/* SPDX-License-Identifier: MIT */
/* Operations that ask where a tick would count, and count none. */
#ifndef REFERENCE_SWEEP_H
#define REFERENCE_SWEEP_H

#include "machine.h"

/* A sweep of pcs over the counters of a buffer: one event. */
void sweep_run(struct model *model, const struct op *op);

/* The process sleeps at a pc: an event, of whether ticks counted. */
void sweep_sleep(struct model *model, const struct op *op);

#endif
