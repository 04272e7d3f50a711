/* SPDX-License-Identifier: MIT */
#include "events.h"

#include <stddef.h>

#define VALUE(value, word) [value] = word,
const struct event_row event_rows[EVENT_ROWS] = {
#define EVENT(id, word, payload, values)                                       \
    [EVENT_##id] = {word, PAYLOAD_##payload, {values}},
#include "events.def"
};
#undef VALUE

/* Of structs in 64-bit numbers. */
#define STRUCT_MON_OUT    struct file_contents
#define STRUCT_GMON_OUT   struct gmon_counts
#define INDEX(of, member) (offsetof(STRUCT_##of, member) / sizeof(uint64_t))
#define WORDS(of, member)                                                      \
    (sizeof((STRUCT_##of *)0)->member / (sizeof(uint64_t)))
#define TYPE_NUMBER FILE_NUMBER
#define TYPE_UNSEEN FILE_MAY_UNSEEN
#define TYPE_CHOICE FILE_CHOICE

const struct file_field file_fields[] = {
#define FILE_FIELD(of, word, member, type)                                     \
    {PAYLOAD_##of, word, TYPE_##type, false, INDEX(of, member), 0, 0, 0},
#define FILE_LIST(of, word, list, count, type)                                 \
    {PAYLOAD_##of,       word,                                                 \
     TYPE_##type,        true,                                                 \
     INDEX(of, list),    INDEX(of, count),                                     \
     WORDS(of, list[0]), WORDS(of, list) / WORDS(of, list[0])},
#include "events.def"
};

const size_t file_field_count = sizeof file_fields / sizeof *file_fields;

size_t file_payload_size(enum event_payload payload)
{
    return payload == PAYLOAD_MON_OUT    ? sizeof(struct file_contents)
           : payload == PAYLOAD_GMON_OUT ? sizeof(struct gmon_counts)
                                         : 0;
}

const struct event_special event_specials[EVENT_SPECIALS] = {
    {VALUE_NONE, "none"},
    {VALUE_UNSEEN, "unseen"},
    {VALUE_NOT_ZERO, "nonzero"}};

const struct event_error event_errors[EVENT_ERRORS] = {
    {ERROR_E2BIG, "E2BIG"},
    {ERROR_EACCES, "EACCES"},
    {ERROR_EFAULT, "EFAULT"},
    {ERROR_EINVAL, "EINVAL"},
    {ERROR_ENOSYS, "ENOSYS"}};

const char *const event_times[EVENT_TIMES] = {[TIME_RIGHT] = "right",
                                              [TIME_UNSET] = "unset",
                                              [TIME_WRONG] = "wrong",
                                              [TIME_UNSEEN] = "unseen"};

const char *const event_ends[EVENT_ENDS] = {
    [ENDED_NORMALLY] = "normally", [ENDED_SIGNAL] = "signal",
    [ENDED_EXIT] = "exit",         [ENDED_TIMEOUT] = "timeout",
    [ENDED_FORGED] = "forged",     [ENDED_UNSUPPORTED] = "unsupported",
    [ENDED_HARNESS] = "harness",
};

const char *const event_deliveries[EVENT_DELIVERIES] = {
    "stub", "sigreturn", "nested", "own", "traced", "clock"};

const char *event_value_word(uint8_t kind, int64_t value)
{
    for (unsigned k = 0; k < EVENT_SPECIALS; k++)
        if (value == event_specials[k].value)
            return event_specials[k].word;
    return kind < EVENT_ROWS && value >= 0 && value < EVENT_VALUES
               ? event_rows[kind].values[value]
               : NULL;
}

const char *event_error_word(int32_t number)
{
    for (unsigned k = 0; k < EVENT_ERRORS; k++)
        if (event_errors[k].number == number)
            return event_errors[k].word;
    return NULL;
}
