/* SPDX-License-Identifier: MIT */
#include "outcome_text.h"

#include "conformance/cases/parsed_test.h"
#include "reference/unit_test.h"

enum { BYTES = 31, WHOLE = BYTES + 2 * SCRIPT_ZONE };

#define FILLED "case c\nbuffer b 31 fill16=0x0303\nprofil b 31 0x1000 0x8000\n"

/* What is printed of these events. */
static void check(const char *text, struct event *events, size_t count,
                  const char *expected)
{
    struct outcome outcome = {events, count, count};
    struct case_list list = {0};
    char *printed = NULL;
    size_t length;
    FILE *out = open_memstream(&printed, &length);

    assert_non_null(out);
    outcome_print(parsed(&list, text), &outcome, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, expected);
    free(printed);
    case_list_free(&list);
}

static void check_buffer(const unsigned char *bytes, bool undetermined,
                         const char *expected)
{
    struct event event = {.kind = EVENT_BUFFER,
                          .bytes = bytes,
                          .size = WHOLE,
                          .undetermined = undetermined};

    check(FILLED, &event, 1, expected);
}

static void fill(unsigned char *bytes)
{
    memset(bytes, SCRIPT_CANARY, WHOLE);
    memset(bytes + SCRIPT_ZONE, 3, BYTES - 1);
    bytes[SCRIPT_ZONE + BYTES - 1] = 0; /* too short for a fill */
}

TEST(only_what_changed_is_shown_of_a_buffer)
{
    unsigned char bytes[WHOLE];

    fill(bytes);
    check_buffer(bytes, false, "       buffer b: as it was\n");
    memset(bytes + SCRIPT_ZONE + 4, 0, 2);
    memset(bytes + SCRIPT_ZONE + 28, 1, 2);
    bytes[SCRIPT_ZONE + 30] = 9;
    check_buffer(bytes, true,
                 "       buffer b: counts of a computed scale; [2] 0 [14] 257 "
                 "byte 30 is 9\n");
    bytes[SCRIPT_ZONE - 1] = 0;
    check_buffer(bytes, false,
                 "       buffer b: [2] 0 [14] 257 byte 30 is 9; written "
                 "outside its size\n");
}

TEST(a_write_after_the_buffer_is_seen)
{
    unsigned char bytes[WHOLE];

    fill(bytes);
    bytes[WHOLE - 1] = 0;
    check_buffer(bytes, false,
                 "       buffer b: as it was; written outside its size\n");
}

TEST(the_first_twelve_counters_are_enough)
{
    unsigned char bytes[WHOLE];

    fill(bytes);
    memset(bytes + SCRIPT_ZONE, 0, BYTES - 1);
    check_buffer(bytes, false,
                 "       buffer b: [0] 0 [1] 0 [2] 0 [3] 0 [4] 0 [5] 0 [6] 0 "
                 "[7] 0 [8] 0 [9] 0 [10] 0 [11] 0 and 3 more\n");
}

TEST(each_event_has_its_line)
{
    struct event events[] = {
        {.kind = EVENT_CALL, .op = 1, .value = -1, .error = ERROR_EFAULT},
        {.kind = EVENT_BUFFER, .process = 1},
        {.kind = EVENT_CHILD, .process = 1},
    };

    check(FILLED, events, 3,
          "       profil b 31 0x1000 0x8000: returned -1 EFAULT\n"
          "       in the child buffer b: not mapped\n"
          "       the child: came to its end\n");
}

TEST(wide_counters_are_shown_whole)
{
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];
    struct event event = {
        .kind = EVENT_BUFFER, .bytes = bytes, .size = sizeof bytes};
    uint32_t wide = 70000;

    memset(bytes, SCRIPT_CANARY, sizeof bytes);
    memset(bytes + SCRIPT_ZONE, 0, 8);
    memcpy(bytes + SCRIPT_ZONE + 4, &wide, sizeof wide);
    check("case w\nbuffer b 8\nsprofil [ b 8 0 65536 ] 1 null uint\n", &event,
          1, "       buffer b: [1] 70000\n");
}

TESTS(NULL, NULL)
