/* SPDX-License-Identifier: MIT */
/* SIGKILL to its parent. */
#define TARGET getppid()
#define SIGNAL SIGKILL
#include "signals.h"
