/* SPDX-License-Identifier: MIT */
/* What monitor leaves in mon.out. */
#ifndef REFERENCE_MONITOR_WRITE_H
#define REFERENCE_MONITOR_WRITE_H

#include "machine.h"

/* A histogram of more ticks may have a counter that is full. */
enum { MONITOR_TICKS = 32767 };

/* The results as they are now, into m->written. */
void monitor_write(struct model *m);

#endif
