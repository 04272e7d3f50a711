/* SPDX-License-Identifier: MIT */
/* For the tests of the dialects: an engine that has no clock.  It counts the
 * ticks that it is given, in the thread that gives them. */
#ifndef IMPLS_OWN_ENGINE_FIXTURE_H
#define IMPLS_OWN_ENGINE_FIXTURE_H

#include <stdint.h>
#include <string.h>

#include "engine.h"
#include "impls/counting/faults.h"
#include "impls/counting/table.h"

#define TEXT UINT64_C(0x2aaaaaa00000) /* where the ticks are said to be */

static struct {
    bool on, is_slow;
    unsigned microseconds;
    struct table table;
} manual;

static inline bool manual_is_on(void)
{
    return manual.on;
}

static inline void manual_stop(void)
{
    if (!manual.on)
        return;
    faults_release();
    table_free(&manual.table);
    manual.on = false;
}

static inline int manual_start(const struct region *list, size_t count,
                               unsigned microseconds)
{
    struct table table;
    int error = table_make(&table, list, count);

    if (error != 0)
        return error;
    manual_stop();
    faults_catch();
    manual.table = table;
    manual.microseconds = microseconds;
    manual.on = true;
    return 0;
}

static inline bool manual_can_be_fast(void)
{
    return !manual.is_slow;
}

static const struct engine manual_engine = {
    .is_on = manual_is_on,
    .start = manual_start,
    .stop = manual_stop,
    .can_be_fast = manual_can_be_fast,
};

static inline int use_manual_engine(void **state)
{
    (void)state;
    engine_current = &manual_engine;
    return 0;
}

static inline void tick(uint64_t pc, uint32_t count)
{
    while (manual.on && count-- > 0)
        count_tick(&manual.table, pc, 1);
}

#endif
