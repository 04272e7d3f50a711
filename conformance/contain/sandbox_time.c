/* SPDX-License-Identifier: MIT */
#include "sandbox_time.h"

#include <stdlib.h>
#include <time.h>

uint64_t sandbox_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool sandbox_factor(double *factor)
{
    const char *text = getenv("PROFILCHECK_TIMEOUT_FACTOR");
    char *end;

    *factor = 1;
    if (!text)
        return true;
    *factor = strtod(text, &end);
    if (end != text && !*end && *factor >= 1 && *factor <= 1000)
        return true;
    *factor = 1;
    return false;
}

uint64_t sandbox_limit(unsigned milliseconds)
{
    double factor;

    sandbox_factor(&factor);
    return (uint64_t)(milliseconds * 1e6 * factor);
}
