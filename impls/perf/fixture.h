/* SPDX-License-Identifier: MIT */
/* What the tests of perf have in common. */
#ifndef IMPLS_PERF_FIXTURE_H
#define IMPLS_PERF_FIXTURE_H

#include <fcntl.h>
#include <sys/resource.h>

#include "impls/own/process_fixture.h"
#include "sampler.h"

/* Where the kernel gives no events there is nothing to test. */
static inline bool perf_is_possible(void)
{
    int event = event_open_faults();

    if (event >= 0)
        close(event);
    return event >= 0;
}

static inline void skip_without_perf(void)
{
    if (!perf_is_possible())
        skip();
}

/* From here on this process may open so many more files, and no more. */
static inline void limit_files(int more)
{
    struct rlimit limit;
    int above = 0;

    /* Its limit is a number: others may be in use below and above it. */
    while (fcntl(above, F_GETFD) >= 0 || more-- > 0)
        above++;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = (rlim_t)above;
    setrlimit(RLIMIT_NOFILE, &limit);
}

#endif
