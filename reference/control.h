/* SPDX-License-Identifier: MIT */
/*
 * The calls: what turns profiling on and off, with which errors
 *.
 */
#ifndef REFERENCE_CONTROL_H
#define REFERENCE_CONTROL_H

#include "machine.h"

/* Make one call in the model's current process and note what it returns. */
void control_call(struct model *model, const struct call *call);

#endif
