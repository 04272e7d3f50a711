/* SPDX-License-Identifier: MIT */
/* SIGSTOP to its group. */
#define TARGET 0
#define SIGNAL SIGSTOP
#include "signals.h"
