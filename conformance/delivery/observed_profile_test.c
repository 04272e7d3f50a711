/* SPDX-License-Identifier: MIT */
/* Looks at a gmon.out, as text and back. */
#include "observed_read.h"
#include "reference/gmon/counts.h"
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

static const char whole[] =
    "0 profile absent; 1 profile empty; 2 profile unreadable; 3 profile "
    "written low 1 high 18446744073709551615 ticks [ ] more 0 arcs [ ] row 0 "
    "beside 0 more 0 several 0; 4 profile prefixed low 4096 high 8192 ticks [ "
    "4096 4100 "
    "3 5000 5004 18446744073709551615 ] more 7 arcs [ 0 4096 1 4100 4200 2 ] "
    "row 8 beside 6 more 9 several 1; 5 header plain; 5 header absent; 6 said "
    "something; ended normally "
    "at 7";

static struct observation read(const char *text)
{
    struct observation observation;
    struct observed_error error;

    if (!observed_parse(text, strlen(text), &observation, &error))
        fail_msg("%s", error.text);
    return observation;
}

TEST(what_is_printed_reads_and_prints_the_same)
{
    struct observation o = read(whole);
    char *again = observed_text(&o);

    assert_string_equal(again, whole);
    free(again);
    observation_free(&o);
}

TEST(each_field_is_read)
{
    struct observation o = read(whole);
    const struct event *e = o.outcome.events;
    struct gmon_counts c;

    assert_int_equal(o.outcome.count, 8);
    for (unsigned k = 0; k < 5; k++)
        assert_int_equal(e[k].kind, EVENT_PROFILE);
    assert_int_equal(e[2].value, FILE_UNREADABLE);
    assert_null(e[2].bytes);
    assert_int_equal(e[3].value, FILE_WRITTEN);
    assert_int_equal(e[4].value, FILE_OTHER_NAME);
    assert_int_equal(e[4].size, sizeof c);
    memcpy(&c, e[4].bytes, sizeof c);
    assert_int_equal(c.low, 4096);
    assert_int_equal(c.high, 8192);
    assert_int_equal(c.places, 2);
    assert_int_equal(c.place[1].low, 5000);
    assert_int_equal(c.place[1].high, 5004);
    assert_true(c.place[1].ticks == UINT64_MAX);
    assert_int_equal(c.more_ticks, 7);
    assert_int_equal(c.arcs, 2);
    assert_int_equal(c.arc[1].from, 4100);
    assert_int_equal(c.arc[1].self, 4200);
    assert_int_equal(c.arc[1].calls, 2);
    assert_int_equal(c.row, 8);
    assert_int_equal(c.beside, 6);
    assert_int_equal(c.more_calls, 9);
    assert_int_equal(c.several, 1);
    assert_int_equal(e[6].kind, EVENT_HEADER);
    assert_int_equal(e[6].value, HEADER_NONE);
    assert_int_equal(e[7].kind, EVENT_SAID);
    assert_int_equal(e[7].value, 1);
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
}

#define START "0 profile written "
#define TEN   "1 1 1 1 1 1 1 1 1 1 "

TEST(a_mistake_is_told)
{
    refused("0 profile vanished;", "read vanished");
    refused(START "high 3", "read high, expected low");
    refused(START "low -1", "read -1, expected a number");
    refused(START "low 1 high 2 more", "read more, expected ticks");
    refused(START "low 1 high 2 ticks 3", "read 3, expected [");
    refused(START "low 1 high 2 ticks [ 3 ]", "read ], expected a number");
    refused(START "low 1 high 2 ticks [ 3", "read the end, expected a number");
    refused(START "low 1 high 2 ticks [ " TEN TEN TEN TEN TEN "1 ]",
            "read 1, expected ], after so many");
    refused(START "low 1 high 2 ticks [ ] arcs", "read arcs, expected more");
    refused(START "low 1 high 2 ticks [ ] more 0 row", "expected arcs");
    refused(START "low 1 high 2 ticks [ ] more 0 arcs [ 1 2 ]", "read ]");
    refused(START "low 1 high 2 ticks [ ] more 0 arcs [ ] more 1",
            "read more, expected row");
    refused(START "low 1 high 2 ticks [ ] more 0 arcs [ ] row 1 beside",
            "read the end, expected a number");
    refused(START
            "low 1 high 2 ticks [ ] more 0 arcs [ ] row 1 beside 1 several",
            "read several, expected more");
    refused(START
            "low 1 high 2 ticks [ ] more 0 arcs [ ] row 1 beside 0 more 1;",
            "read ;, expected several");
}

/* Every part of a good line, and every change of one byte, is read or
 * refused. */
TEST(any_bytes_may_be_given)
{
    static const char bytes[] = " ;[]-09a";
    size_t length = strlen(whole);
    struct observed_error error;
    struct observation o;

    for (size_t cut = 0; cut < length; cut++) {
        char *part = malloc(cut + 1); /* of its own, for the sanitizers */

        memcpy(part, whole, cut);
        if (observed_parse(part, cut, &o, &error))
            observation_free(&o);
        free(part);
    }
    for (size_t at = 0; at < length; at++)
        for (const char *b = bytes; *b; b++) {
            char *text = strdup(whole), *first;

            text[at] = *b;
            if (observed_parse(text, length, &o, &error)) {
                first = observed_text(&o);
                observation_free(&o);
                o = read(first);
                observation_free(&o);
                free(first);
            }
            free(text);
        }
}

TESTS(NULL, NULL)
