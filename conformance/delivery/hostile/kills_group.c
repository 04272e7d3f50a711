/* SPDX-License-Identifier: MIT */
/* SIGKILL to its group. */
#define TARGET 0
#define SIGNAL SIGKILL
#include "signals.h"
