/* SPDX-License-Identifier: MIT */
#include "describe.h"

#include "conformance/cases/parsed_test.h"
#include "reference/computed.h"
#include "reference/unit_test.h"

#define NARROW                                                                 \
    "case narrow\nbuffer b 8\nprofil b 8 0x1000 0x8000\nfork\ntick 0x1004\n"   \
    "end\ntick 0x1008\n"
#define WIDE                                                                   \
    "case wide\nbuffer b 8\nsprofil [ b 8 0x1000 0x10000 ] 1 null uint\n"

static void check_value(const char *text, struct event event, size_t position,
                        const char *expected)
{
    struct case_list list = {0};
    char words[200];

    describe_value(parsed(&list, text), &event, position, words, sizeof words);
    assert_string_equal(words, expected);
    case_list_free(&list);
}

static void check_subject(const char *text, struct event event, size_t position,
                          const char *expected)
{
    struct case_list list = {0};
    char words[200];

    describe_subject(parsed(&list, text), &event, position, words,
                     sizeof words);
    assert_string_equal(words, expected);
    case_list_free(&list);
}

TEST(a_call_says_value_error_and_times)
{
    static const struct {
        struct event event;
        const char *words;
    } rows[] = {
        {{.value = 0}, "returned 0"},
        {{.value = -1, .error = ERROR_E2BIG}, "returned -1 E2BIG"},
        {{.value = -1, .error = ERROR_EACCES}, "returned -1 EACCES"},
        {{.value = -1, .error = ERROR_EFAULT}, "returned -1 EFAULT"},
        {{.value = 0, .error = ERROR_EINVAL}, "returned 0 EINVAL"},
        {{.value = -1, .error = 77}, "returned -1 errno 77"},
        {{.value = 5, .error = ERROR_UNSEEN}, "returned 5"},
        {{.value = VALUE_NONE, .error = ERROR_UNSEEN}, "returned"},
        {{.value = VALUE_NONE, .error = ERROR_EFAULT}, "returned with EFAULT"},
        {{.value = VALUE_UNSEEN}, "returned anything"},
        {{.value = VALUE_NOT_ZERO}, "returned another value than 0"},
        {{.tick_time = TIME_RIGHT}, "returned 0, tvp holds the clock's period"},
        {{.tick_time = TIME_UNSET}, "returned 0, tvp unset"},
        {{.tick_time = TIME_WRONG}, "returned 0, tvp holds a wrong time"},
        {{.tick_time = TIME_UNSEEN, .fast = TIME_UNSEEN}, "returned 0"},
        {{.fast = TIME_RIGHT}, "returned 0, ticks 1 ms apart"},
        {{.fast = TIME_WRONG}, "returned 0, ticks not 1 ms apart"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_value(NARROW, rows[k].event, 0, rows[k].words);
}

TEST(other_events_have_words_for_each_value)
{
    static const struct {
        struct event event;
        const char *words;
    } rows[] = {
        {{.kind = EVENT_SWEEP, .value = SWEEP_FITS},
         "counts each pc in the buffer"},
        {{.kind = EVENT_SWEEP, .value = SWEEP_OUTSIDE}, "leaves pcs uncounted"},
        {{.kind = EVENT_SLEEP, .value = 0}, "counted nothing"},
        {{.kind = EVENT_SLEEP, .value = 1}, "counted while it slept"},
        {{.kind = EVENT_CALLER, .value = 0}, "found all as it was"},
        {{.kind = EVENT_CALLER, .value = CALLER_DESTROYED},
         "found what is the caller's destroyed"},
        {{.kind = EVENT_CALLER, .value = VALUE_UNSEEN}, "anything"},
        {{.kind = EVENT_CHILD, .value = 1}, "did not come to its end"},
        {{.kind = EVENT_EXEC, .value = EXEC_COUNTED},
         "profiled the new program"},
        {{.kind = EVENT_EXEC, .value = 99}, "anything"},
        {{.kind = EVENT_RATE, .value = RATE_CLOCK}, "is the clock's"},
        {{.kind = EVENT_RATE, .value = VALUE_UNSEEN}, "anything"},
        {{.kind = EVENT_CRASH}, "ended the process"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_value(NARROW, rows[k].event, 0, rows[k].words);
    check_value(NARROW, (struct event){.kind = EVENT_BUFFER}, 0, "not mapped");
}

TEST(a_file_is_described_by_what_it_tells)
{
    struct file_contents file = {.low = 0x1000,
                                 .high = 0x2000,
                                 .ticks = 3,
                                 .functions = 2,
                                 .called = {{0x1010, 4}, {0x1080, 1}}};
    struct event event = {.kind = EVENT_FILE,
                          .value = FILE_WRITTEN,
                          .bytes = (const unsigned char *)&file,
                          .size = sizeof file};

    check_value(NARROW, event, 0,
                "0x1000 to 0x2000, 3 ticks, calls of 0x1010 x4 0x1080 x1");
    file.low = FILE_UNSEEN;
    file.functions = 0;
    file.ticks = 1;
    check_value(NARROW, event, 0, "1 tick");
    file.ticks = FILE_UNSEEN;
    check_value(NARROW, event, 0, "any number of ticks");
    file.functions = FILE_UNSEEN;
    check_value(NARROW, event, 0, "any number of ticks");
    file.at_most = 1;
    check_value(NARROW, event, 0,
                "any number of ticks, calls of at most 1 function");
    file.at_most = 2;
    check_value(NARROW, event, 0,
                "any number of ticks, calls of at most 2 functions");
    file.functions = 0;
    event.bytes = NULL;
    check_value(NARROW, event, 0, "anything");
    event.value = FILE_ABSENT;
    check_value(NARROW, event, 0, "no mon.out");
    event.bytes = (const unsigned char *)&file;
    event.value = FILE_OTHER_NAME;
    check_value(NARROW, event, 0, "as gmon.out: any number of ticks");
}

TEST(nothing_is_nothing_more)
{
    struct case_list list = {0};
    char words[40];

    describe_value(parsed(&list, NARROW), NULL, 0, words, sizeof words);
    assert_string_equal(words, "nothing more");
    case_list_free(&list);
}

/* A buffer of 8 bytes between its zones, in which byte k holds k + 1. */
static struct event buffer_event(unsigned char *bytes)
{
    memset(bytes, SCRIPT_CANARY, 8 + 2 * SCRIPT_ZONE);
    for (unsigned char k = 0; k < 8; k++)
        bytes[SCRIPT_ZONE + k] = (unsigned char)(k + 1);
    return (struct event){
        .kind = EVENT_BUFFER, .bytes = bytes, .size = 8 + 2 * SCRIPT_ZONE};
}

TEST(a_counter_is_as_wide_as_the_last_call_asked)
{
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];
    struct event event = buffer_event(bytes);
    char expected[16];
    uint16_t narrow;
    uint32_t wide;

    memcpy(&narrow, bytes + SCRIPT_ZONE + 6, sizeof narrow);
    memcpy(&wide, bytes + SCRIPT_ZONE + 4, sizeof wide);
    snprintf(expected, sizeof expected, "%u", narrow);
    check_subject(NARROW, event, SCRIPT_ZONE + 7, "b[3]");
    check_value(NARROW, event, SCRIPT_ZONE + 7, expected);
    snprintf(expected, sizeof expected, "%u", wide);
    check_subject(WIDE, event, SCRIPT_ZONE + 7, "b[1]");
    check_value(WIDE, event, SCRIPT_ZONE + 7, expected);
}

TEST(what_is_outside_the_buffer_is_said_to_be)
{
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];
    struct event event = buffer_event(bytes);

    check_subject(NARROW, event, SCRIPT_ZONE, "b[0]");
    check_subject(NARROW, event, SCRIPT_ZONE - 1, "b[-1] (outside the buffer)");
    check_subject(NARROW, event, SCRIPT_ZONE - 3, "b[-2] (outside the buffer)");
    check_subject(NARROW, event, SCRIPT_ZONE + 8, "b[4] (outside the buffer)");
    check_value(NARROW, event, SCRIPT_ZONE + 8, "42405"); /* two canaries */
    event.size--; /* the last counter is cut */
    check_value(NARROW, event, event.size - 1, "0xa5");
}

TEST(an_event_is_about_its_operation)
{
    check_subject(NARROW, (struct event){.op = 1}, 0,
                  "profil b 8 0x1000 0x8000");
    check_subject(NARROW, (struct event){.op = 3, .process = 1}, 0,
                  "in the child a tick");
    check_subject(NARROW, (struct event){.kind = EVENT_CHILD, .process = 1}, 0,
                  "the child");
    check_subject(NARROW, (struct event){.op = 6}, 0, "the end");
    check_subject(NARROW, (struct event){.kind = EVENT_BUFFER, .process = 1},
                  DESCRIBE_WHOLE, "in the child buffer b");
}

TESTS(NULL, NULL)
