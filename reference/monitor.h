/* SPDX-License-Identifier: MIT */
/*
 * monitor, monstartup and moncontrol: what they sample, whose calls they
 * count, and what they write.  Sampling is profil's, of regions whose scale
 * is computed: the ticks in range are counted here, and in which counter each
 * of them is, nobody knows.
 */
#ifndef REFERENCE_MONITOR_H
#define REFERENCE_MONITOR_H

#include "machine.h"

/* A histogram of more ticks may have a counter that is full. */
enum { MONITOR_TICKS = 32767 };

/* Rounded down, lowpc or highpc is a multiple of so many. */
enum { MONITOR_LOW_STEP = 16, MONITOR_HIGH_STEP = 8 };

/* How a tick in monitor's range is counted. */
enum monitor_place {
    MONITOR_COUNTED,
    MONITOR_DOUBTFUL, /* it is in the histogram or not */
    MONITOR_FAULT,    /* its counter is where there is no memory */
    MONITOR_UNKNOWN,  /* what is done is spoken of by no sentence */
};

/* How a tick at pc, which goes to that region, is counted; and how many bytes
 * from its base, or -1 where that is not known. */
enum monitor_place monitor_place(struct model *model,
                                 const struct region *region, uint64_t pc,
                                 int64_t *at);

/* A tick at pc, which no range has.  It may be counted if it is a p_high: that
 * the address highpc is not sampled is said of the form with a buffer alone
 * (aix-monitor.2). */
void monitor_maybe(struct model *model, uint64_t pc);

/* Make one call of the three and note what it returns. */
void monitor_call(struct model *model, const struct call *call);

/* Functions compiled for it are called (aix-monitor.5). */
void monitor_functions(struct model *model, const struct op *op);

/* The process exits (aix-monitor.9). */
void monitor_exit(struct model *model);

#endif
