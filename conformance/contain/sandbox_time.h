/* SPDX-License-Identifier: MIT */
/* The time that limits are of. */
#ifndef CONFORMANCE_SANDBOX_TIME_H
#define CONFORMANCE_SANDBOX_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* The wall time of CLOCK_MONOTONIC in nanoseconds. */
uint64_t sandbox_time(void);

/* By what limits of time are multiplied here: PROFILCHECK_TIMEOUT_FACTOR of the
 * environment, from 1 to 1000, or 1.  False: it is no such number. */
bool sandbox_factor(double *factor);

/* Nanoseconds for that many milliseconds of a limit. */
uint64_t sandbox_limit(unsigned milliseconds);

#endif
