/* SPDX-License-Identifier: MIT */
/* For the tests of monitor: a range, its counters, and the file that it leaves
 * in a directory of the test's own. */
#ifndef IMPLS_FAMILY_MONITOR_FIXTURE_H
#define IMPLS_FAMILY_MONITOR_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine_fixture.h"
#include "impls/include/aix-monitor/mon.h"
#include "mon_file.h"
#include "monitor.h"
#include "scratch_test.h"

enum { COUNTERS = 32 };

#define LOW  (TEXT + 0x1000)
#define HIGH (LOW + 2 * COUNTERS) /* a counter for each pair */

static unsigned short buffer[COUNTERS], other[COUNTERS];

static inline int set_up(void **state)
{
    memset(buffer, 0, sizeof buffer);
    memset(other, 0, sizeof other);
    return enter_scratch(state);
}

static inline int tear_down(void **state)
{
    family_aix_monitor_stop();
    return leave_scratch(state);
}

/* A mon.out of one range, as System V lays it out. */
struct mon {
    uint64_t low, high, functions;
    struct calls_record calls[8];
    unsigned short counters[4 * COUNTERS];
    size_t count;
};

static inline struct mon read_mon(void)
{
    struct mon mon = {0};
    size_t size, calls;
    unsigned char *bytes = read_whole("mon.out", &size);

    assert_non_null(bytes);
    assert_true(size >= 24);
    memcpy(&mon, bytes, 24);
    assert_true(mon.functions <= 8);
    calls = mon.functions * sizeof mon.calls[0];
    memcpy(mon.calls, bytes + 24, calls);
    mon.count = (size - 24 - calls) / 2;
    assert_true(mon.count <= 4 * COUNTERS);
    memcpy(mon.counters, bytes + 24 + calls, 2 * mon.count);
    free(bytes);
    return mon;
}

static inline bool has_file(void)
{
    return access("mon.out", F_OK) == 0;
}

static inline void begin(int nfunc)
{
    family_aix_monitor(LOW, HIGH, buffer, COUNTERS, nfunc);
}

static inline struct prof element(uintptr_t low, uintptr_t high,
                                  unsigned short *counters)
{
    return (struct prof){low, high, counters, sizeof buffer, 7};
}

#define IN_SCRATCH(test) TEST_WITH(test, set_up, tear_down)

#endif
