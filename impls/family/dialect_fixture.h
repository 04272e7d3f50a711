/* SPDX-License-Identifier: MIT */
/* For the tests of the dialects: a clock that ticks when told, and buffers
 * that are zero before each test. */
#ifndef IMPLS_FAMILY_DIALECT_FIXTURE_H
#define IMPLS_FAMILY_DIALECT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>

#include "dialects.h"
#include "engine_fixture.h"

enum { COUNTERS = 32 };

#define BASE (TEXT + 0x1000)
#define BAD  ((void *)0x10) /* no address of a buffer */

static unsigned short buffer[COUNTERS], other[COUNTERS], overflow[2];
static uint32_t wide[COUNTERS];

static inline int set_up(void **state)
{
    (void)state;
    memset(buffer, 0, sizeof buffer);
    memset(other, 0, sizeof other);
    memset(overflow, 0, sizeof overflow);
    memset(wide, 0, sizeof wide);
    return 0;
}

static inline int turn_off(void **state)
{
    struct engine_call call;

    (void)state;
    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
    return 0;
}

#define DIALECT_TEST(name) TEST_WITH(name, set_up, turn_off)

#endif
