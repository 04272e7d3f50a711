/* SPDX-License-Identifier: MIT */
#include "observed_read.h"
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

/* Everything that a line can hold. */
static const char whole[] =
    "0 call -1 EFAULT; 1 call 0 tvp right fast wrong; 1 call none errno "
    "unseen; 1 call unseen errno 5; 1 call nonzero errno -3; 1 call 17 E2BIG "
    "tvp unset; 1 call 0 EINVAL; 1 call 0 EACCES fast unseen; 2 sweep fits; "
    "2 sweep outside; 2 sweep 9; 3 sleep nothing; 3 sleep counted; 4 caller "
    "restored; 4 caller changed; 4 caller unseen; 5 in-child call 0; 6 "
    "in-child buffer 0 4 [ 1 65535 ]; 6 in-child child ended; 6 in-child "
    "child died; 7 exec lived; 7 exec killed; 7 exec counted; 8 buffer 0 64 "
    "[ 0 1 0*30 ]; 8 buffer 1 7 before [ a5*63 00 ] [ 7*3 byte 80 ] after [ "
    "00 01*2 a5*61 ]; 8 buffer 2 undetermined 0 [ ]; 8 buffer 3 unmapped "
    "144; 8 file absent; 8 file empty; 8 file unreadable; 8 file gmon.out "
    "layout gmon-tagged low 1 high 2 ticks 3 calls [ ]; 8 file written layout "
    "mon low 1 high 2 ticks unseen calls [ ]; 8 file "
    "written layout unseen low unseen high 18446744073709551614 ticks 7 "
    "calls [ 4096 1 8192 18446744073709551615 ]; 8 rate clock; 8 rate zero; "
    "8 rate wrong; 8 rate absent; 8 rate unseen; 8 crash; ended signal 11 at "
    "8; delivered stub sigreturn nested own "
    "traced clock; disturbed; batched; stray 4294967295; note \"a \\x22 b; [ "
    "\\x5c\\x0a\\xff\"";

static struct observation read(const char *text)
{
    struct observation observation;
    struct observed_error error;

    if (!observed_parse(text, strlen(text), &observation, &error))
        fail_msg("%s", error.text);
    return observation;
}

static void assert_prints_again(const char *text)
{
    struct observation observation = read(text);
    char *again = observed_text(&observation);

    assert_string_equal(again, text);
    free(again);
    observation_free(&observation);
}

TEST(what_is_printed_reads_and_prints_the_same)
{
    assert_prints_again(whole);
    assert_prints_again("ended normally at 0");
    assert_prints_again("ended exit 3 at 65535");
    assert_prints_again("0 file written layout mon low 1 high 2 ticks 3 calls "
                        "unseen; ended normally at 1");
    assert_prints_again("ended timeout at 1; delivered own");
    assert_prints_again("ended unsupported at 0; note \"why\"");
    assert_prints_again("ended harness at 0; note \" \"");
    assert_prints_again("0 buffer 0 5 [ 1 2 byte 03 ]; ended normally at 1; "
                        "big-endian");
}

TEST(each_field_is_read)
{
    struct observation o = read(whole);
    const struct event *e = o.outcome.events;
    const unsigned char damaged[] = {0xa5, 0xa5, 0x00, 7, 0};
    struct file_contents file;

    assert_int_equal(o.outcome.count, 39);
    assert_int_equal(e[0].kind, EVENT_CALL);
    assert_int_equal(e[0].value, -1);
    assert_int_equal(e[0].error, ERROR_EFAULT);
    assert_int_equal(e[1].tick_time, TIME_RIGHT);
    assert_int_equal(e[1].fast, TIME_WRONG);
    assert_int_equal(e[2].value, VALUE_NONE);
    assert_int_equal(e[2].error, ERROR_UNSEEN);
    assert_true(e[3].value == VALUE_UNSEEN);
    assert_true(e[4].value == VALUE_NOT_ZERO);
    assert_int_equal(e[4].error, -3);
    assert_int_equal(e[10].value, 9);
    assert_int_equal(e[16].process, 1);
    assert_int_equal(e[17].size, 4 + 2 * SCRIPT_ZONE);
    assert_memory_equal(e[17].bytes + SCRIPT_ZONE, "\1\0\xff\xff", 4);
    assert_int_equal(e[17].bytes[0], SCRIPT_CANARY);
    assert_int_equal(e[24].buffer, 1);
    assert_memory_equal(e[24].bytes + 61, damaged, sizeof damaged);
    assert_int_equal(e[24].bytes[SCRIPT_ZONE + 6], 0x80);
    assert_int_equal(e[24].bytes[SCRIPT_ZONE + 7 + 2], 1);
    assert_true(e[25].undetermined);
    assert_null(e[26].bytes);
    assert_int_equal(e[26].size, 144);
    assert_int_equal(e[32].value, FILE_WRITTEN);
    memcpy(&file, e[32].bytes, sizeof file);
    assert_int_equal(e[32].size, sizeof file);
    assert_int_equal(file.ticks, 7);
    assert_true(file.low == FILE_UNSEEN);
    assert_int_equal(file.functions, 2);
    assert_int_equal(file.called[1].address, 8192);
    assert_int_equal(e[34].kind, EVENT_RATE);
    assert_int_equal(e[34].value, RATE_ZERO);
    assert_int_equal(e[38].kind, EVENT_CRASH);
    assert_int_equal(o.ended, ENDED_SIGNAL);
    assert_int_equal(o.status, 11);
    assert_int_equal(o.op, 8);
    assert_int_equal(o.delivered, 63);
    assert_true(o.disturbed && o.batched);
    assert_true(o.stray == UINT32_MAX);
    assert_string_equal(o.note, "a \" b; [ \\\n\xff");
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

TEST(a_mistake_is_told_with_its_column)
{
    refused("", "column 1: read the end, expected an operation's number");
    refused("1 call 0", "column 9: read the end, expected ; after");
    refused("1 cal 0;", "column 3: read cal, expected an event");
    refused("65536 call 0; ended normally at 0", "column 1: read 65536");
    refused("1 call zero; ended normally at 0", "column 8: read zero");
    refused("1 file written; ended", "read ;, expected layout");
    refused("1 file written layout vax", "read vax, expected a layout, or");
    refused("1 file written layout mon high 3", "read high, expected low");
    refused("1 file written layout mon low -3", "read -3, expected a number");
    refused("1 file written layout mon low 1 high 2 ticks 3 calls 4",
            "read 4, expected [, or unseen");
    refused("1 file written layout mon low 1 high 2 ticks 3 calls [ 4 ]",
            "read ], expected a number of calls");
    refused("1 file written layout mon low 1 high 2 ticks 3 calls [ 1 1 1 1 1 "
            "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ]",
            "read 1, expected ], after so many");
    refused("1 call 0 errno", "column 15: read the end");
    refused("1 call 0 tvp late;", "column 14: read late");
    refused("1 buffer 8 2 [ 0 ];", "column 10: read 8");
    refused("1 buffer 0 4 [ 0 ];", "column 18: read ]");
    refused("1 buffer 0 4 [ 0*3 ];", "column 16: read 0*3, expected a run");
    refused("1 buffer 0 4 [ 0*1 0 ];", "column 16: read 0*1");
    refused("1 buffer 0 4 [ 65536 0 ];", "column 16: read 65536");
    refused("1 buffer 0 3 [ 0 ];", "column 18: read ], expected byte");
    refused("1 buffer 0 3 [ 0 byte 7 ];", "column 23: read 7");
    refused("1 buffer 0 99999999 [ 0 ];", "column 12: read 99999999");
    refused("1 buffer 0 2 before [ a5 ] [ 0 ];", "column 26: read ]");
    refused("1 buffer 0 2 before [ A5*64 ] [ 0 ];", "column 23: read A5*64");
    refused("ended", "column 6: read the end, expected normally");
    refused("ended signal 11", "column 16: read the end, expected at");
    refused("ended normally at 0 disturbed", "column 21: read disturbed");
    refused("ended normally at 0; delivered", "column 31: read the end");
    refused("ended normally at 0; stray 4294967296", "read 4294967296");
    refused("ended normally at 0; note x", "column 27: read x");
    refused("ended normally at 0; note \"x", "ends in a quote");
    refused("ended normally at 0; note \"\\\"", "before xNN");
    refused("ended normally at 0; note \"\\x00\"", "before xNN");
    refused("ended normally at 0; now", "column 22: read now");
    refused("\x1b[2J", "column 1: read ?, ");
}

TEST(a_note_longer_than_any_is_refused)
{
    char text[300] = "ended normally at 0; note \"";

    memset(text + strlen(text), 'x', 199);
    strcat(text, "\"");
    assert_prints_again(text);
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
TEST(any_bytes_may_be_given)
{
    static const char bytes[] = " ;[]\"\\*-x09af\n\x80";
    size_t length = strlen(whole);
    struct observed_error error;
    struct observation o;
    unsigned good = 0;

    for (size_t cut = 0; cut < length; cut++) {
        char *part = malloc(cut + 1); /* of its own, for the sanitizers */

        memcpy(part, whole, cut);
        if (observed_parse(part, cut, &o, &error))
            observation_free(&o);
        free(part);
    }
    for (size_t at = 0; at < length; at++)
        for (const char *b = bytes; *b; b++) {
            char *text = strdup(whole), *first, *second;

            text[at] = *b;
            if (observed_parse(text, length, &o, &error)) {
                first = observed_text(&o);
                observation_free(&o);
                o = read(first);
                second = observed_text(&o);
                assert_string_equal(first, second);
                observation_free(&o);
                free(first);
                free(second);
                good++;
            }
            free(text);
        }
    assert_true(good > 500);
}

/* What the implementation may have written over still prints as a line. */
TEST(an_event_of_no_known_kind_prints)
{
    struct event event = {.kind = 200, .op = 3};
    struct observation o = {.outcome = {.events = &event, .count = 1},
                            .ended = 77};
    char *text = observed_text(&o);

    assert_string_equal(text, "3 crash; ended harness at 0");
    free(text);
    event.kind = EVENT_ANYTHING;
    text = observed_text(&o);
    assert_string_equal(text, "3 crash; ended harness at 0");
    free(text);
    event =
        (struct event){.kind = EVENT_BUFFER, .bytes = (void *)"x", .size = 1};
    text = observed_text(&o);
    assert_string_equal(text, "0 buffer 0 unmapped 1; ended harness at 0");
    free(text);
    event = (struct event){.kind = EVENT_CALL, .tick_time = 99, .fast = 99};
    text = observed_text(&o);
    assert_string_equal(text, "0 call 0; ended harness at 0");
    free(text);
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

TESTS(NULL, NULL)
