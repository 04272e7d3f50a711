/* SPDX-License-Identifier: MIT */
/* SIGKILL to all that it can reach. */
#define TARGET -1
#define SIGNAL SIGKILL
#include "signals.h"
