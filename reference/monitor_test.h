/* SPDX-License-Identifier: MIT */
/* Scripts of monitor, and what they leave. */
#ifndef REFERENCE_MONITOR_TEST_H
#define REFERENCE_MONITOR_TEST_H

#include "model_test.h"

/* 8 shorts for 32 bytes of text. */
#define RANGE(functions) MONITOR(0, 8, 0x1000, 0x1020, functions)
#define AS(...)          DIALECT_AIX_MONITOR, CHOICES_ARE(__VA_ARGS__)
#define PLAINLY          DIALECT_AIX_MONITOR, AS_PERMITTED

static inline enum file_state file_state(void)
{
    return (enum file_state)last_event(EVENT_FILE, 0)->value;
}

/* What the file that was looked at last tells. */
static inline struct file_contents file(void)
{
    const struct event *event = last_event(EVENT_FILE, 0);
    struct file_contents contents;

    assert_int_equal(event->value, FILE_WRITTEN);
    assert_int_equal(event->size, sizeof contents);
    memcpy(&contents, event->bytes, sizeof contents);
    return contents;
}

#endif
