/* SPDX-License-Identifier: MIT */
/*
 * What can be seen of an operation as a table, events.def: the words of an
 * observation's text, the same for writing and reading, and the fields of
 * files.
 */
#ifndef CONFORMANCE_EVENTS_H
#define CONFORMANCE_EVENTS_H

#include "observation.h"

enum { EVENT_ROWS = EVENT_CRASH + 1, EVENT_VALUES = 9 };

enum event_payload {
    PAYLOAD_NOTHING,
    PAYLOAD_VALUE,
    PAYLOAD_CALL,
    PAYLOAD_BUFFER,
    PAYLOAD_MON_OUT,  /* a value, and a struct file_contents */
    PAYLOAD_GMON_OUT, /* a value, and a struct gmon_counts */
};

struct event_row {
    const char *word;
    enum event_payload payload;
    const char *values[EVENT_VALUES]; /* others are numbers */
};

/* By enum event_kind; EVENT_ANYTHING, which is never seen, has none. */
extern const struct event_row event_rows[EVENT_ROWS];

/* A member of a file's contents, whose structs are all 64-bit numbers. */
struct file_field {
    enum event_payload payload;
    const char *word;
    enum { FILE_NUMBER, FILE_MAY_UNSEEN, FILE_CHOICE } type;
    bool listed;
    uint16_t at, count_at; /* which number; of a list, which has its length */
    uint16_t width, most;  /* numbers of one of it; how many it may have */
};

extern const struct file_field file_fields[];
extern const size_t file_field_count;

enum { FILE_NUMBERS = sizeof(union file_left) / sizeof(uint64_t) };

/* The bytes of a file's contents; 0: such an event has none. */
size_t file_payload_size(enum event_payload payload);

/* The word of an event's value: one of its row, none, unseen or nonzero; null:
 * it is a number. */
const char *event_value_word(uint8_t kind, int64_t value);

/* An errno's name, where observations have one; or null. */
const char *event_error_word(int32_t number);

/* By enum tick_time, enum ended, and bit of enum delivery. */
enum { EVENT_TIMES = TIME_UNSEEN + 1, EVENT_ENDS = ENDED_HARNESS + 1 };
enum { EVENT_DELIVERIES = 6, EVENT_SPECIALS = 3, EVENT_ERRORS = 5 };
extern const char *const event_times[EVENT_TIMES];
extern const char *const event_ends[EVENT_ENDS];
extern const char *const event_deliveries[EVENT_DELIVERIES];

extern const struct event_special {
    int64_t value;
    const char *word;
} event_specials[EVENT_SPECIALS];

extern const struct event_error {
    int32_t number;
    const char *word;
} event_errors[EVENT_ERRORS];

#endif
