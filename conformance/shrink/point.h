/* SPDX-License-Identifier: MIT */
/*
 * The point at which an observation leaves everything that a dialect permits,
 * with what was seen there and what is permitted, as numbers.
 */
#ifndef CONFORMANCE_POINT_H
#define CONFORMANCE_POINT_H

#include "conformance/cases/case.h"
#include "reference/outcome.h"

enum { POINT_VALUES = 8, POINT_NONE = 255 };

/* One thing that may be seen there: a call's value, error and tick_time; a
 * counter; a child's or an exec's end. */
struct point_value {
    int64_t value;
    int32_t error;
    uint8_t tick_time;
};

struct point {
    uint8_t kind; /* enum event_kind; POINT_NONE: nothing was seen there,
                         or all that was seen is permitted */
    uint8_t process;
    uint16_t op;
    uint8_t buffer; /* of EVENT_BUFFER */
    bool outside;   /* ... not a counter of it, but bytes around it */
    size_t counter; /* ... its index, of `width` bytes each */
    unsigned width;
    struct point_value got, permitted[POINT_VALUES];
    unsigned count; /* of those permitted; more than there is room for are
                         left out */
};

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point);

#endif
