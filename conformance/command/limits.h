/* SPDX-License-Identifier: MIT */
/* What the program needs of its own process, so that the lack of it is not
 * taken for a fault of whoever is judged. */
#ifndef CONFORMANCE_LIMITS_H
#define CONFORMANCE_LIMITS_H

#include <stdbool.h>

/* Before a verb is begun.  ticks: it delivers ticks.  STATUS_PASS, or
 * STATUS_HARNESS after a complaint that names the limit. */
int limits_check(bool ticks);

#endif
