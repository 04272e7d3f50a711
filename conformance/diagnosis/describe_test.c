/* SPDX-License-Identifier: MIT */
#include <signal.h>

#include "conformance/language/parsed_test.h"
#include "describe.h"
#include "reference/computed.h"
#include "reference/unit_test.h"
#include "views.h"

#define NARROW                                                                 \
    "case narrow\nbuffer b 8\nprofil b 8 0x1000 0x8000\nfork\ntick 0x1004\n"   \
    "end\ntick 0x1008\n"
#define WIDE                                                                   \
    "case wide\nbuffer b 8\nsprofil [ b 8 0x1000 0x10000 ] 1 null uint\n"

/* What is said of an event, and what it is about; null: that is not asked. */
static void check_event(const char *text, const struct event *event,
                        size_t position, const char *value, const char *subject)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, text);
    char words[200];

    if (value) {
        describe_value(c, event, position, words, sizeof words);
        assert_string_equal(words, value);
    }
    if (subject) {
        describe_subject(c, event, position, words, sizeof words);
        assert_string_equal(words, subject);
    }
    case_list_free(&list);
}

static void check_value(struct event event, const char *expected)
{
    check_event(NARROW, &event, 0, expected, NULL);
}

TEST(an_event_has_words_for_each_value)
{
    static const struct {
        struct event event;
        const char *words;
    } rows[] = {
        {{.value = 0}, "returned 0"},
        {{.value = -1, .error = ERROR_E2BIG}, "returned -1 E2BIG"},
        {{.value = -1, .error = ERROR_EACCES}, "returned -1 EACCES"},
        {{.value = -1, .error = ERROR_EFAULT}, "returned -1 EFAULT"},
        {{.value = 0, .error = ERROR_EINVAL}, "returned 0 with errno EINVAL"},
        {{.value = -1, .error = 77}, "returned -1 errno 77"},
        {{.value = 5, .error = ERROR_UNSEEN}, "returned 5"},
        {{.value = VALUE_NONE, .error = ERROR_UNSEEN}, "returned"},
        {{.value = VALUE_NONE, .error = ERROR_EFAULT},
         "returned with errno EFAULT"},
        {{.value = VALUE_UNSEEN}, "returned anything"},
        {{.value = VALUE_NOT_ZERO}, "returned another value than 0"},
        {{.tick_time = TIME_RIGHT}, "returned 0, tvp holds the clock's period"},
        {{.tick_time = TIME_UNSET}, "returned 0, tvp unset"},
        {{.tick_time = TIME_WRONG}, "returned 0, tvp holds a wrong time"},
        {{.tick_time = TIME_UNSEEN, .fast = TIME_UNSEEN}, "returned 0"},
        {{.fast = TIME_RIGHT}, "returned 0, ticks 1 ms apart"},
        {{.fast = TIME_WRONG}, "returned 0, ticks not 1 ms apart"},
        {{.kind = EVENT_SWEEP, .value = SWEEP_FITS},
         "counts each pc in the buffer"},
        {{.kind = EVENT_SWEEP, .value = SWEEP_OUTSIDE}, "leaves pcs uncounted"},
        {{.kind = EVENT_SWEEP, .value = SWEEP_NONE},
         "counts no pc in the buffer"},
        {{.kind = EVENT_SLEEP, .value = 0}, "counted nothing"},
        {{.kind = EVENT_SLEEP, .value = 1}, "counted while it slept"},
        {{.kind = EVENT_CALLER, .value = 0}, "found everything unchanged"},
        {{.kind = EVENT_CALLER, .value = CALLER_DESTROYED},
         "found that something of the caller's was destroyed"},
        {{.kind = EVENT_CALLER, .value = VALUE_UNSEEN}, "anything"},
        {{.kind = EVENT_CHILD, .value = 1}, "did not end"},
        {{.kind = EVENT_EXEC, .value = EXEC_COUNTED},
         "profiled the new program"},
        {{.kind = EVENT_EXEC, .value = 99}, "anything"},
        {{.kind = EVENT_RATE, .value = RATE_CLOCK}, "is the clock's"},
        {{.kind = EVENT_RATE, .value = VALUE_UNSEEN}, "anything"},
        {{.kind = EVENT_CRASH}, "ended the process"},
        {{.kind = EVENT_BUFFER}, "not mapped"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_value(rows[k].event, rows[k].words);
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

    check_value(event,
                "0x1000 to 0x2000, 3 ticks, calls of 0x1010 x4 0x1080 x1");
    file.low = FILE_UNSEEN;
    file.functions = 0;
    file.ticks = 1;
    check_value(event, "1 tick");
    file.ticks = FILE_UNSEEN;
    check_value(event, "any number of ticks");
    file.functions = FILE_UNSEEN;
    check_value(event, "any number of ticks");
    file.at_most = 1;
    check_value(event, "any number of ticks, calls of at most 1 function");
    file.at_most = 2;
    check_value(event, "any number of ticks, calls of at most 2 functions");
    file.functions = 0;
    event.bytes = NULL;
    check_value(event, "anything");
    event.value = FILE_ABSENT;
    check_value(event, "no mon.out");
    event.bytes = (const unsigned char *)&file;
    event.value = FILE_OTHER_NAME;
    check_value(event, "as gmon.out: any number of ticks");
}

TEST(nothing_is_nothing_more)
{
    check_event(NARROW, NULL, 0, "nothing more", NULL);
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
    check_event(NARROW, &event, SCRIPT_ZONE + 7, expected, "b[3]");
    snprintf(expected, sizeof expected, "%u", wide);
    check_event(WIDE, &event, SCRIPT_ZONE + 7, expected, "b[1]");
}

TEST(what_is_outside_the_buffer_is_stated_to_be)
{
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];
    struct event event = buffer_event(bytes);

    check_event(NARROW, &event, SCRIPT_ZONE, NULL, "b[0]");
    check_event(NARROW, &event, SCRIPT_ZONE - 1, NULL,
                "b[-1] (outside the buffer)");
    check_event(NARROW, &event, SCRIPT_ZONE - 3, NULL,
                "b[-2] (outside the buffer)");
    check_event(NARROW, &event, SCRIPT_ZONE + 8, "untouched",
                "b[4] (outside the buffer)");
    event.size--; /* the last counter is cut */
    check_event(NARROW, &event, event.size - 1, "untouched", NULL);
}

TEST(an_event_is_about_its_operation)
{
    static const struct {
        struct event event;
        size_t position;
        const char *subject;
    } rows[] = {
        {{.op = 1}, 0, "profil b 8 0x1000 0x8000"},
        {{.op = 3, .process = 1}, 0, "in the child a tick"},
        {{.kind = EVENT_CHILD, .process = 1}, 0, "the child"},
        {{.op = 6}, 0, "the end"},
        {{.kind = EVENT_BUFFER, .process = 1},
         DESCRIBE_WHOLE,
         "in the child buffer b"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_event(NARROW, &rows[k].event, rows[k].position, NULL,
                    rows[k].subject);
    check_event(NARROW, &(struct event){.kind = EVENT_BUFFER}, DESCRIBE_WHOLE,
                "as no scale leaves it", NULL);
}

#define TWO_CALLS                                                              \
    "case two\nbuffer b 8\nprofil b 8 0x1000 0x8000\nprofil b 8 0x1000 0\n"

enum { WHOLE = 8 + 2 * SCRIPT_ZONE };

/* Two calls, and a buffer whose counter holds that number. */
struct shown {
    unsigned char bytes[WHOLE];
    struct event events[3];
    struct outcome outcome;
};

/* By words: what the calls returned, a counter and its number, and what else is
 * so. */
static const char *show(struct shown *shown, const char *words)
{
    int first, second, n = 0;
    unsigned counter;
    uint16_t number;
    char else_is[8] = "";

    sscanf(words, "%d %d %u=%hu%n %7[a-z]%n", &first, &second, &counter,
           &number, &n, else_is, &n);
    assert_true(n > 0);
    memset(shown->bytes, 0, WHOLE);
    memcpy(shown->bytes + SCRIPT_ZONE + 2 * counter, &number, sizeof number);
    shown->events[0] = (struct event){.op = 1, .value = first};
    shown->events[1] = (struct event){.op = 2, .value = second};
    shown->events[2] = (struct event){
        .kind = EVENT_BUFFER, .op = 3, .bytes = shown->bytes, .size = WHOLE};
    shown->outcome = (struct outcome){shown->events, 3, 3};
    if (strcmp(else_is, "dies") == 0)
        shown->events[2] = (struct event){.kind = EVENT_CRASH, .op = 3};
    else if (strcmp(else_is, "cut") == 0) /* after the first call */
        shown->outcome.count = 1;
    else if (strcmp(else_is, "empty") == 0)
        shown->outcome.count = 0;
    else if (strcmp(else_is, "slow") == 0)
        shown->events[0].fast = TIME_WRONG;
    else if (strcmp(else_is, "before") == 0) /* the buffer something changed */
        shown->bytes[SCRIPT_ZONE - 1] = 1;
    else if (strcmp(else_is, "behind") == 0)
        shown->bytes[WHOLE - SCRIPT_ZONE] = 1;
    else
        assert_string_equal(else_is, "");
    return words + n + strspn(words + n, "; ");
}

/* Beside these permitted outcomes. */
static struct divergence diverge(const struct test_case *c,
                                 struct shown *observed, const char *seen,
                                 const char *permitted)
{
    struct divergence d = {.c = c, .observed = &observed->outcome};
    struct shown other;

    show(observed, seen);
    while (*permitted) {
        permitted = show(&other, permitted);
        divergence_add(&d, &other.outcome);
    }
    return d;
}

TEST(the_first_difference_to_what_agrees_longest_is_named)
{
    static const struct {
        const char *seen, *permitted, *says;
    } rows[] = {
        {"0 -1 2=5", "0 -1 2=6", "b[2] is 5, permitted 6"},
        {"0 -1 2=5", "0 0 2=6",
         "profil b 8 0x1000 0 returned -1, permitted returned 0"},
        {"0 0 1=1", "0 0 1=1", ""},
        {"0 0 3=5", "9 0 2=5; 0 0 0=7; 0 0 2=5", "b[2] is 0, permitted 5"},
        {"0 0 3=5", "0 0 2=5; 0 0 0=7; 9 0 2=5", "b[2] is 0, permitted 5"},
        /* each value once */
        {"0 0 0=0", "1 0 0=0; 2 0 0=0; 1 0 0=0",
         "profil b 8 0x1000 0x8000 returned 0, permitted returned 1 or "
         "returned 2"},
        {"0 0 0=0", "1 0 0=0; 2 0 0=0; 1 0 0=0; 3 0 0=0; 4 0 0=0; 5 0 0=0",
         "profil b 8 0x1000 0x8000 returned 0, permitted any of: returned 1, "
         "returned 2, returned 3, returned 4, returned 5"},
        /* of counters as a whole: 32769 is 0x8001, its low byte that of 1 */
        {"0 0 1=32769", "0 0 1=65535; 0 0 1=1",
         "b[1] is 32769, permitted 65535 or 1"},
        {"0 0 0=0 cut", "0 0 0=0", "then nothing more, permitted returned 0"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct shown observed;
        struct divergence d = diverge(parsed(&list, TWO_CALLS), &observed,
                                      rows[k].seen, rows[k].permitted);
        struct difference words;
        char text[1500];

        diagnose_difference(&d, &words);
        snprintf(text, sizeof text, "%s%s%s", words.got,
                 *words.permitted ? ", permitted " : "", words.permitted);
        assert_string_equal(text, rows[k].says);
        case_list_free(&list);
    }
}

TEST(of_many_permitted_values_not_all_are_shown)
{
    struct values values = {.count = 0};
    char text[200] = "", words[8];

    for (unsigned k = 0; k < DESCRIBE_VALUES + 2; k++) {
        snprintf(words, sizeof words, "%u", k % (DESCRIBE_VALUES + 1));
        values_add(&values, words);
        assert_int_equal(values.more, k >= DESCRIBE_VALUES);
    }
    values_put(&values, text, sizeof text);
    assert_string_equal(text,
                        "any of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...");
}

/* Two values, and a third. */
static void check_values(const char *a, const char *b, const char *c,
                         size_t size, const char *expected)
{
    struct values values = {.count = 0};
    char text[200] = "";

    values_add(&values, a);
    values_add(&values, b);
    if (c)
        values_add(&values, c);
    values_put(&values, text, size);
    assert_string_equal(text, expected);
}

TEST(values_are_kept_apart_where_they_have_commas)
{
    check_values("1", "2", NULL, 200, "1 or 2");
    check_values("1", "2", "3", 200, "any of: 1, 2, 3");
    check_values("1, 2", "2", NULL, 200, "1, 2 / 2");
    check_values("1", "2", "2, 3", 200, "any of: 1 / 2 / 2, 3");
}

TEST(what_has_no_room_ends_in_dots)
{
    check_values("ten", "twelve", NULL, 15, "ten or twelve");
    check_values("ten", "twelve", NULL, 13, "ten or tw...");
    check_values("ten", "twelve", NULL, 3, "te");
}

TEST(a_profile_without_a_histogram_has_no_range)
{
    struct gmon_counts counts = {.arcs = 1, .arc = {{0x1010, 0x1080, 4}}};
    struct event event = {.kind = EVENT_PROFILE,
                          .value = FILE_WRITTEN,
                          .bytes = (const unsigned char *)&counts,
                          .size = sizeof counts};

    check_value(event,
                "a gmon.out without a histogram; calls of 0x1080 from 0x1010 "
                "x4");
    counts.high = 0x2000;
    check_value(event,
                "0x0 to 0x2000, no ticks; calls of 0x1080 from 0x1010 x4");
}

TEST(the_input_is_one_line_cut_where_too_long)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    char text[60], all[200];

    diagnose_input(c, all, sizeof all);
    assert_string_equal(all, "buffer b 8; profil b 8 0x1000 0x8000; "
                             "profil b 8 0x1000 0");
    for (size_t size = 50; size <= sizeof text; size++) {
        diagnose_input(c, text, size);
        assert_string_equal(text, "buffer b 8; profil b 8 0x1000 0x8000; ...");
    }
    case_list_free(&list);
}

TEST(an_operation_that_is_cut_ends_in_dots)
{
    char source[400] = "case c\nbuffer b 8\nsprofil [", text[400];
    struct case_list list = {0};
    const struct test_case *c;

    for (unsigned k = 0; k < 12; k++)
        strcat(source, k ? " ; b 8 0x123456 0x8000" : " b 8 0x123456 0x8000");
    strcat(source, " ] 12 null ushort\n");
    c = parsed(&list, source);
    diagnose_input(c, text, sizeof text);
    assert_string_equal(text + strlen(text) - 3, "...");
    describe_subject(c, &(struct event){.op = 1}, 0, text, sizeof text);
    assert_string_equal(text + strlen(text) - 3, "...");
    case_list_free(&list);
}

TEST(the_end_names_the_signal_and_the_place)
{
    static const struct {
        struct observation observation;
        const char *words;
    } rows[] = {
        {{.ended = ENDED_SIGNAL, .status = SIGSEGV, .op = 1},
         "killed by SIGSEGV in `profil b 8 0x1000 0x8000`"},
        {{.ended = ENDED_SIGNAL, .status = 1000, .op = 2},
         "killed by SIG? in `profil b 8 0x1000 0`"},
        {{.ended = ENDED_EXIT, .status = 7, .op = 3},
         "exited with status 7 at the end of the case"},
        {{.ended = ENDED_TIMEOUT, .op = 1},
         "still running in `profil b 8 0x1000 0x8000` after its time limit"},
        {{.ended = ENDED_TIMEOUT, .op = 0},
         "still running at its opening after its time limit"},
        {{.ended = ENDED_SIGNAL, .status = SIGSEGV, .op = 0},
         "killed by SIGSEGV at its opening"},
    };
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    char text[300];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        diagnose_end(c, &rows[k].observation, text, sizeof text);
        assert_string_equal(text, rows[k].words);
    }
    case_list_free(&list);
}

/* Of each length, where the first that differs is each byte or none. */
TEST(bytes_that_are_alike_are_passed_over_up_to_the_first_that_is_not)
{
    enum { MOST = 40, AT_ONCE = 8 };
    static const unsigned char zeros[MOST + 1];

    for (size_t size = 0; size <= MOST; size++)
        for (size_t at = 0; at <= MOST; at++) {
            unsigned char bytes[MOST + 1] = {0};

            size_t alike = (at < size ? at : size) / AT_ONCE * AT_ONCE;

            bytes[at] = 1;
            assert_int_equal(describe_alike(bytes, zeros, size), alike);
            assert_int_equal(describe_zeros(bytes, size), alike);
        }
}

TEST(a_wrong_counter_shows_wherever_it_is)
{
    enum { SIZE = 2 * SCRIPT_ZONE + 42, COUNTERS = 21 };
    struct case_list list = {0};
    unsigned char seen[SIZE] = {0}, right[SIZE] = {0};
    struct event events[] = {
        {.kind = EVENT_BUFFER, .op = 3, .bytes = seen, .size = SIZE},
        {.kind = EVENT_BUFFER, .op = 3, .bytes = right, .size = SIZE}};
    struct outcome outcomes[] = {{events, 1, 1}, {events + 1, 1, 1}};
    const struct test_case *c = parsed(&list, TWO_CALLS);

    assert_false(outcome_counts(&outcomes[0], false));
    for (size_t k = 0; k < COUNTERS; k++) {
        struct divergence d = {.c = c, .observed = &outcomes[0]};
        size_t at = SCRIPT_ZONE + 2 * k + (k + 1) % 2; /* or its other byte */

        seen[at] = 2;
        right[at] = 3;
        divergence_add(&d, &outcomes[1]);
        assert_int_equal(d.counted, COUNTED_FEWER);
        assert_true(outcome_counts(&outcomes[0], false));
        seen[at] = right[at] = 0;
    }
    case_list_free(&list);
}

#define A_LIST                                                                 \
    "case list\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"                        \
    "profil [ 0x1000 0x1010 b 8 0x8000 ] -1 0 0\n"

TEST(the_like_have_the_same_few_words)
{
    static const struct {
        const char *text;
        uint8_t ended;
        uint16_t op;
        const char *seen, *permitted, *says;
    } rows[] = {
        /* by how many ticks they differ, and after what */
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3",
         "unexplained: too few, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3; 0 0 1=3",
         "unexplained: too few, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=1",
         "unexplained: too many, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 2=2",
         "unexplained: elsewhere, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3; 0 0 1=1",
         "unexplained: a counter after profil"},
        {A_LIST, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 2=2",
         "unexplained: elsewhere, profil of a list"},
        /* memory beside a buffer is no counter */
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2 before", "0 0 1=2",
         "unexplained: memory beside a buffer"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2 behind", "0 0 1=2",
         "unexplained: memory beside a buffer"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 -1 1=3", "0 0 1=3",
         "unexplained: what profil returned"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 -1 1=3 empty", "0 0 1=3",
         "unexplained: the end of the case"},
        {TWO_CALLS, ENDED_TIMEOUT, 1, "0 0 0=0", "", "timeout: profil"},
        {TWO_CALLS, ENDED_SIGNAL, 9, "0 0 0=0", "", "killed: the end"},
        {TWO_CALLS, ENDED_FORGED, 0, "0 0 0=0", "",
         "forged: the process of a case"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=3 slow", "0 0 1=3",
         "unexplained: the distance of ticks with PROF_FAST"},
        /* A call returned what it may not, and what came of it died: as it
         * may. */
        {TWO_CALLS, ENDED_SIGNAL, 3, "0 1 1=3 dies", "0 0 1=3",
         "killed: the end"},
        {TWO_CALLS, ENDED_SIGNAL, 3, "0 1 1=3 dies", "0 0 1=3 dies",
         "unexplained: what profil returned"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct shown observed;
        struct divergence d = diverge(parsed(&list, rows[k].text), &observed,
                                      rows[k].seen, rows[k].permitted);
        const struct observation o = {.ended = rows[k].ended, .op = rows[k].op};
        char words[80];

        diagnose_like(d.c, &o, *rows[k].permitted ? &d : NULL, words,
                      sizeof words);
        assert_string_equal(words, rows[k].says);
        case_list_free(&list);
    }
}

enum { BYTES = 31, OUTCOME_TEXT_WHOLE = BYTES + 2 * SCRIPT_ZONE };

#define FILLED "case c\nbuffer b 31 fill16=0x0303\nprofil b 31 0x1000 0x8000\n"

/* What is printed of these events. */
static void outcome_text_check(const char *text, struct event *events,
                               size_t count, const char *expected)
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
                          .size = OUTCOME_TEXT_WHOLE,
                          .undetermined = undetermined};

    outcome_text_check(FILLED, &event, 1, expected);
}

static void fill(unsigned char *bytes)
{
    memset(bytes, SCRIPT_CANARY, OUTCOME_TEXT_WHOLE);
    memset(bytes + SCRIPT_ZONE, 3, BYTES - 1);
    bytes[SCRIPT_ZONE + BYTES - 1] = 0; /* too short for a fill */
}

TEST(only_what_changed_is_shown_of_a_buffer)
{
    unsigned char bytes[OUTCOME_TEXT_WHOLE];

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
    unsigned char bytes[OUTCOME_TEXT_WHOLE];

    fill(bytes);
    bytes[OUTCOME_TEXT_WHOLE - 1] = 0;
    check_buffer(bytes, false,
                 "       buffer b: as it was; written outside its size\n");
}

TEST(the_first_twelve_counters_are_enough)
{
    unsigned char bytes[OUTCOME_TEXT_WHOLE];

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

    outcome_text_check(FILLED, events, 3,
                       "       profil b 31 0x1000 0x8000: returned -1 EFAULT\n"
                       "       in the child buffer b: not mapped\n"
                       "       the child: ended\n");
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
    outcome_text_check(
        "case w\nbuffer b 8\nsprofil [ b 8 0 65536 ] 1 null uint\n", &event, 1,
        "       buffer b: [1] 70000\n");
}

TESTS(NULL, NULL)
