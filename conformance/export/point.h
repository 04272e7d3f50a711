/* SPDX-License-Identifier: MIT */
/*
 * The point at which an observation leaves everything that a dialect permits,
 * with what was seen there and what is permitted, as numbers.
 */
#ifndef CONFORMANCE_POINT_H
#define CONFORMANCE_POINT_H

#include "conformance/language/case.h"
#include "reference/outcome.h"

enum { POINT_VALUES = 8, POINT_NONE = 255 };

/* What is wrong of a file, of EVENT_FILE and EVENT_PROFILE. */
enum point_part {
    PART_NONE,     /* nothing that is one number */
    PART_STATE,    /* enum file_state */
    PART_TICKS,    /* in all counters; of these below, -1: there is no file */
    PART_TICKS_AT, /* in the counter of an address */
    PART_CALLS,    /* of the function at an address; in gmon.out from another */
    PART_LOW,      /* the first address of its range; in gmon.out no more */
    PART_HIGH,     /* the first above it; in gmon.out no less */
};

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
    uint8_t part; /* enum point_part */
    uint64_t address, from;
    struct point_value got, permitted[POINT_VALUES];
    unsigned count; /* of those permitted; more than there is room for are
                         left out */
};

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point);

/* Of a file: the part, with what was got and is permitted of it. */
void point_find_part(enum dialect dialect, const struct test_case *c,
                     const struct outcome *observed, struct point *point);

#endif
