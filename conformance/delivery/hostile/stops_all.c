/* SPDX-License-Identifier: MIT */
/* SIGSTOP to all that it can reach. */
#define TARGET -1
#define SIGNAL SIGSTOP
#include "signals.h"
