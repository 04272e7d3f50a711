/* SPDX-License-Identifier: MIT */
/* SIGSTOP to its parent. */
#define TARGET getppid()
#define SIGNAL SIGSTOP
#include "signals.h"
