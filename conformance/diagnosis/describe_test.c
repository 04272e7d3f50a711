/* SPDX-License-Identifier: MIT */
#include "conformance/language/parsed_test.h"
#include "describe.h"
#include "reference/computed.h"
#include "reference/unit_test.h"
#include "views.h"

/* What observed text does not have; all else is in words.txt and
 * differences.txt of judge/judged/. */
TEST(what_only_the_model_says_has_words)
{
    struct file_contents file = {.low = FILE_UNSEEN,
                                 .ticks = FILE_UNSEEN,
                                 .functions = FILE_UNSEEN,
                                 .at_most = 1};
    unsigned char bytes[7 + 2 * SCRIPT_ZONE];
    const struct event events[] = {
        {.kind = EVENT_FILE,
         .value = FILE_WRITTEN,
         .bytes = (const unsigned char *)&file,
         .size = sizeof file},
        {.kind = EVENT_FILE, .value = FILE_WRITTEN},
        {.kind = EVENT_BUFFER},
        {.kind = EVENT_BUFFER, .bytes = bytes, .size = sizeof bytes},
        {.kind = EVENT_FILE, .value = VALUE_NOT_ZERO}};
    const struct {
        const struct event *event;
        size_t position;
        const char *words;
        uint64_t at_most;
    } rows[] = {
        {&events[0], 0, "any number of ticks, calls of at most 1 function", 1},
        {&events[0], 0, "any number of ticks, calls of at most 2 functions", 2},
        {&events[1], 0, "anything", 0},
        {&events[4], 0, "a mon.out, whatever is in it", 0}, /* but there */
        {&events[2], DESCRIBE_WHOLE, "filled as by no 16-bit scale", 0},
        {&events[3], sizeof bytes - 1, "untouched", 0}, /* a counter is cut */
        {NULL, 0, "nothing more", 0},
    };
    struct case_list list = {0};
    const struct test_case *c =
        parsed(&list, "case narrow\nbuffer b 7\nprofil b 7 0x1000 0x8000\n");
    char words[200];

    memset(bytes, SCRIPT_CANARY, sizeof bytes);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        file.at_most = rows[k].at_most;
        describe_value(c, rows[k].event, rows[k].position, words, sizeof words);
        assert_string_equal(words, rows[k].words);
    }
    case_list_free(&list);
}

#define TWO_CALLS                                                              \
    "case two\nbuffer b 8\nprofil b 8 0x1000 0x8000\nprofil b 8 0x1000 0\n"

TEST(what_has_no_room_ends_in_dots)
{
    static const struct {
        size_t size;
        const char *text;
    } rows[] = {{15, "ten or twelve"}, {13, "ten or tw..."}, {3, "te"}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct values values = {.count = 0};
        char text[200] = "";

        values_add(&values, "ten");
        values_add(&values, "twelve");
        values_put(&values, text, rows[k].size);
        assert_string_equal(text, rows[k].text);
    }
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

TESTS(NULL, NULL)
