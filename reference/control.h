/* SPDX-License-Identifier: MIT */
/* profil and sprofil: what turns profiling on and off, and with which
 * errors. */
#ifndef REFERENCE_CONTROL_H
#define REFERENCE_CONTROL_H

#include "machine.h"

/* Make one call in the model's current process, and append the event of what it
 * returns, or that the process died in it. */
void control_call(struct model *model, const struct call *call);

#endif
