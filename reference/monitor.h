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

/* Make one call of the three and note what it returns. */
void monitor_call(struct model *model, const struct call *call);

/* Functions compiled for it are called (aix-monitor.5). */
void monitor_functions(struct model *model, const struct op *op);

/* The process exits (aix-monitor.9). */
void monitor_exit(struct model *model);

#endif
