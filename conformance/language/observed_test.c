/* SPDX-License-Identifier: MIT */
#include "conformance/base/whole_file.h"
#include "parsed_test.h"

#include <stdlib.h>
#include <string.h>

/* The first has everything that a line can hold; the second, looks at a
 * gmon.out. */
static char *whole, *profiles;

/* What a model's event may be, model_test holds against its text. */
TEST(each_field_is_read)
{
    struct observation o = observed_from(whole);
    const struct event *e = o.outcome.events;
    const unsigned char damaged[] = {0xa5, 0xa5, 0x00, 7, 0};

    assert_int_equal(o.outcome.count, 39);
    assert_int_equal(e[4].error, -3);
    assert_int_equal(e[10].value, 9);
    assert_int_equal(e[17].bytes[0], SCRIPT_CANARY);
    assert_memory_equal(e[24].bytes + 61, damaged, sizeof damaged);
    assert_int_equal(e[24].bytes[SCRIPT_ZONE + 6], 0x80);
    assert_int_equal(e[24].bytes[SCRIPT_ZONE + 7 + 2], 1);
    assert_int_equal(e[26].size, 144);
    assert_int_equal(o.ended, ENDED_SIGNAL);
    assert_int_equal(o.status, 11);
    assert_int_equal(o.op, 8);
    assert_int_equal(o.delivered, 63);
    assert_true(o.disturbed && o.batched);
    assert_true(o.stray == UINT32_MAX);
    assert_string_equal(o.note, "a \" b; [ \\\n\xff");
    observation_free(&o);
}

/* The last address is the number that stands for what was not seen. */
TEST(the_greatest_number_of_a_file_is_unseen)
{
    struct observation o = observed_from(
        "1 file written layout mon low 8 high 18446744073709551615 ticks "
        "1 calls [ ]; ended normally at 1");
    char *text = observed_text(&o);

    assert_string_equal(text, "1 file written layout mon low 8 high unseen "
                              "ticks 1 calls [ ]; ended normally at 1");
    free(text);
    observation_free(&o);
}

static void refused(const char *text, const char *words)
{
    struct observation observation;
    struct observed_error error;

    if (observed_parse(text, strlen(text), &observation, &error))
        fail_msg("accepted: %s", text);
    if (strstr(error.text, words) == NULL)
        fail_msg("\"%s\" not in \"%s\"", words, error.text);
    assert_null(observation.arena);
    assert_null(observation.outcome.events);
}

TEST(a_note_longer_than_any_is_refused)
{
    char text[300] = "ended normally at 0; note \"";
    struct observation o;

    memset(text + strlen(text), 'x', 199);
    strcat(text, "\"");
    o = observed_from(text);
    assert_int_equal(strlen(o.note), 199);
    observation_free(&o);
    text[strlen(text) - 1] = 'y';
    strcat(text, "\"");
    refused(text, "199 bytes");
}

/* Buffers too large together, each of them small as text. */
TEST(hostile_sizes_are_refused)
{
    char text[4096] = "";

    for (int k = 0; k < 17; k++)
        strcat(text, "0 buffer 0 16777216 [ 0*8388608 ]; ");
    refused(text, "buffers that are smaller together");
}

/* Every part of a good line, and every change of one byte, is read or
 * refused; what is read prints to what reads the same. */
static void change_one_byte(const char *line, unsigned least)
{
    static const char bytes[] = " ;[]\"\\*-x09af\n\x80";
    size_t length = strlen(line);
    struct observed_error error;
    struct observation o;
    unsigned good = 0;

    for (size_t cut = 0; cut < length; cut++) {
        char *part = malloc(cut + 1); /* of its own, for the sanitizers */

        memcpy(part, line, cut);
        if (observed_parse(part, cut, &o, &error))
            observation_free(&o);
        free(part);
    }
    for (size_t at = 0; at < length; at++)
        for (const char *b = bytes; *b; b++) {
            char *text = strdup(line), *first, *second;

            text[at] = *b;
            if (observed_parse(text, length, &o, &error)) {
                first = observed_text(&o);
                observation_free(&o);
                o = observed_from(first);
                second = observed_text(&o);
                assert_string_equal(first, second);
                observation_free(&o);
                free(first);
                free(second);
                good++;
            }
            free(text);
        }
    assert_true(good > least);
}

TEST(any_bytes_may_be_given)
{
    change_one_byte(whole, 500);
    change_one_byte(profiles, 100);
}

/* What the implementation may have written over still prints as a line. */
TEST(an_event_of_no_known_kind_prints)
{
    static const struct {
        struct event event;
        const char *text;
    } rows[] = {
        {{.kind = 200, .op = 3}, "3 crash; ended harness at 0"},
        {{.kind = EVENT_ANYTHING, .op = 3}, "3 crash; ended harness at 0"},
        {{.kind = EVENT_BUFFER, .bytes = (void *)"x", .size = 1},
         "0 buffer 0 unmapped 1; ended harness at 0"},
        {{.kind = EVENT_CALL, .tick_time = 99, .fast = 99},
         "0 call 0; ended harness at 0"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct event event = rows[k].event;
        struct observation o = {.outcome = {&event, 1, 1}, .ended = 77};
        char *text = observed_text(&o);

        assert_string_equal(text, rows[k].text);
        free(text);
    }
}

/* Its bytes are those that it had there. */
TEST(what_a_big_endian_machine_shows_is_in_its_order)
{
    static const char text[] = "0 buffer 0 5 before [ a5*63 07 ] [ 1 513 byte "
                               "03 ]; ended normally at 1; big-endian";
    static const unsigned char bytes[] = {7, 0, 1, 2, 1, 3};
    struct observation o;
    struct observed_error error;

    assert_true(observed_parse(text, strlen(text), &o, &error));
    assert_int_equal(o.swapped, !observed_big_endian());
    assert_memory_equal(o.outcome.events[0].bytes + SCRIPT_ZONE - 1, bytes,
                        sizeof bytes);
    observation_free(&o);
}

static int set_up(void **state)
{
    struct whole_file lines;

    (void)state;
    if (!whole_file_read(&lines, "conformance/language/accepted/observed.txt"))
        return -1;
    whole = strtok(lines.text, "\n");
    profiles = strtok(NULL, "\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(whole);
    return 0;
}

TESTS(set_up, tear_down)
