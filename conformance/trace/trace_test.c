/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/delivery/observed.h"
#include "reference/unit_test.h"
#include "trace.h"

#define BEGIN "trace 1\ndialect freebsd\n"
#define ON    "call profil b 8 0x1000 0x8000 = 0\n"

static void reads_as(const char *text, const char *case_text,
                     const char *observed)
{
    struct case_error error = {""};
    struct trace trace;
    char *printed, *seen;

    if (!trace_read(&trace, "log", text, strlen(text), &error))
        fail_msg("%s\nof %s", error.text, text);
    assert_int_equal(trace.count, 1);
    printed = test_case_text(&trace.list.cases[0]);
    seen = observed_text(&trace.cases[0].observation);
    assert_string_equal(printed, case_text);
    assert_string_equal(seen, observed);
    free(printed);
    free(seen);
    trace_free(&trace);
}

static void refused(const char *text, const char *words)
{
    struct case_error error = {""};
    struct trace trace;

    assert_false(trace_read(&trace, "log", text, strlen(text), &error));
    assert_string_equal(error.text, words);
    trace_free(&trace);
}

#define CASE "case log\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"

TEST(what_is_not_told_was_not_seen)
{
    reads_as(BEGIN "buffer b 8\ncall profil b 8 0x1000 0x8000\n", CASE,
             "1 call unseen errno unseen tvp unseen fast unseen; "
             "2 buffer 0 8 [ 0*4 ]; ended normally at 2");
    reads_as(BEGIN "buffer b 8 fill16=7\ncall profil b 8 0x1000 0x8000 = void"
                   "\nsleep 0x1000 10\ncounters unseen\n",
             "case log\nbuffer b 8 fill16=7\nprofil b 8 0x1000 0x8000\n"
             "sleep 0x1000 10\n",
             "1 call none errno unseen tvp unseen fast unseen; 2 sleep unseen; "
             "3 buffer 0 undetermined 8 [ 7*4 ]; ended normally at 3");
}

TEST(counters_are_told_in_any_way)
{
    static const char *const ways[] = {
        "counter 1 = 3\ncounter 3 = 65535\n",
        "counter b 3 = 0xffff # so many\ncounter b 1 = 3\n",
        "counters b [ 0 3 0 65535 ]\n",
        "counters [ 0 3 0*1 65535 ]\n",
    };

    for (unsigned k = 0; k < 3; k++) {
        char text[200];

        snprintf(text, sizeof text, BEGIN "buffer b 8\n" ON "%s", ways[k]);
        reads_as(text, CASE,
                 "1 call 0 errno unseen tvp unseen fast unseen; "
                 "2 buffer 0 8 [ 0 3 0 65535 ]; ended normally at 2");
    }
    refused(BEGIN "buffer b 8\ncounters [ 0 3 0*1 65535 ]\n",
            "log:4: read 0*1, expected a run that fits");
    reads_as(BEGIN "buffer b 8\n" ON "before b [ a5*63 00 ]\n"
                   "after [ 01 a5*63 ]\ncounter 0 = 1\n",
             CASE,
             "1 call 0 errno unseen tvp unseen fast unseen; 2 buffer 0 8 "
             "before [ a5*63 00 ] [ 1 0*3 ] after [ 01 a5*63 ]; "
             "ended normally at 2");
}

TEST(calls_are_read_as_programs_write_them)
{
    reads_as(BEGIN "call profil(0x7ffc0010, 8, 4096, 32768) = 0\n"
                   "pc 0x1002\npc 0x1004 x2 0x1006\r\n"
                   "call profil(0x7ffc0012, 4, 4096, 1) = 0\n"
                   "profil(0x20, 8, 4096, 32768) = -1 EFAULT (Bad address)\n"
                   "profil(NULL, 0, 0, 0) = -1 EPERM (Not permitted)\n",
             "case log\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
             "tick 0x1002 0x1004 x2 0x1006\nprofil b+2 4 0x1000 1\n"
             "profil bad 8 0x1000 0x8000\nprofil null 0 0 0\n",
             "1 call 0 errno unseen tvp unseen fast unseen; "
             "3 call 0 errno unseen tvp unseen fast unseen; "
             "4 call -1 EFAULT tvp unseen fast unseen; "
             "5 call -1 errno 1 tvp unseen fast unseen; "
             "6 buffer 0 8 [ 0*4 ]; ended normally at 6");
    reads_as("trace 1\nbuffer b 64 at 0x5000\n"
             "call sprofil [ 0x5000 8 0x1000 0x8000 ; 0x5020 8 0 2 ] 2 null "
             "uint = 0\n",
             "case log\nbuffer b 64\n"
             "sprofil [ b 8 0x1000 0x8000 ; b+32 8 0 2 ] 2 null uint\n",
             "1 call 0 errno unseen tvp unseen fast unseen; "
             "2 buffer 0 64 [ 0*32 ]; ended normally at 2");
}

TEST(a_trace_is_found_within_tap)
{
    reads_as("TAP version 13\n#: trace 1\nok 1 - x\n  # a note\n#: case odd\n"
             "#: buffer b 8\n#:\n#: " ON "not ok 2\ncounter 1 = 1\n",
             "case odd\nbuffer b 8\nprofil b 8 0x1000 0x8000\n",
             "1 call 0 errno unseen tvp unseen fast unseen; "
             "2 buffer 0 8 [ 0*4 ]; ended normally at 2");
}

TEST(processes_have_ends_of_their_own)
{
    reads_as(BEGIN "buffer b 8\nfork\n" ON
                   "counter 2 = 9\nend\ncounter 0 = 1\n",
             "case log\nbuffer b 8\nfork\nprofil b 8 0x1000 0x8000\nend\n",
             "2 in-child call 0 errno unseen tvp unseen fast unseen; "
             "3 in-child buffer 0 8 [ 0*2 9 0 ]; 3 in-child child ended; "
             "4 buffer 0 8 [ 1 0*3 ]; ended normally at 4");
    reads_as(BEGIN "buffer b 8\nfork\n" ON "ended signal 11\npc 0x1000\nend\n",
             "case log\nbuffer b 8\nfork\nprofil b 8 0x1000 0x8000\n"
             "tick 0x1000\nend\n",
             "2 in-child call 0 errno unseen tvp unseen fast unseen; "
             "2 in-child crash; 4 in-child child died; "
             "5 buffer 0 8 [ 0*4 ]; ended normally at 5");
    reads_as(BEGIN "buffer b 8\n" ON "unmap b\npc 0x1000\nended signal 11\n"
                   "exec\n",
             "case log\nbuffer b 8\nprofil b 8 0x1000 0x8000\nunmap b\n"
             "tick 0x1000\nexec\n",
             "1 call 0 errno unseen tvp unseen fast unseen; 3 crash; "
             "ended signal 11 at 3");
    reads_as(BEGIN "buffer b 8\nexec\nseen exec killed\n",
             "case log\nbuffer b 8\nexec\n",
             "1 buffer 0 8 [ 0*4 ]; 1 exec killed; ended normally at 1");
}

/* A 32-bit counter of a big machine, in halves: the high one first. */
TEST(counters_of_another_machine_are_the_same_numbers)
{
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    const char *other = little ? "big" : "little";
    char text[300];

    snprintf(text, sizeof text,
             "trace 1\nmachine %s 32 short 2 int 4 long 4 pointer 4\n"
             "buffer b 8\ncall sprofil [ b 8 0x1000 0x10000 ] 1 null uint = 0\n"
             "counters b [ %s ]\n",
             other, little ? "0 7 0 0" : "7 0 0 0");
    reads_as(text,
             "case log\naddress 32\nbuffer b 8\n"
             "sprofil [ b 8 0x1000 0x10000 ] 1 null uint\n",
             little ? "1 call 0 errno unseen tvp unseen fast unseen; "
                      "2 buffer 0 8 [ 7 0*3 ]; ended normally at 2"
                    : "1 call 0 errno unseen tvp unseen fast unseen; "
                      "2 buffer 0 8 [ 0 7 0*2 ]; ended normally at 2");
}

TEST(a_case_has_the_id_that_it_has_everywhere)
{
    static const char text[] = "trace 1\nmachine big 32\ncase odd\n"
                               "buffer b 8\n" ON;
    static const char plain[] = "case odd\nbuffer b 8\n"
                                "profil b 8 0x1000 0x8000\n";
    struct case_list list = {0};
    struct case_error error;
    struct trace trace;

    assert_true(trace_read(&trace, "log", text, sizeof text - 1, &error));
    assert_true(case_list_parse(&list, "f", plain, sizeof plain - 1, &error));
    assert_string_equal(trace.list.cases[0].id, list.cases[0].id);
    assert_int_equal(trace.list.cases[0].script.address_bits, 32);
    trace_free(&trace);
    case_list_free(&list);
}

TEST(what_is_wrong_is_named_with_its_line)
{
    refused("", "log:0: read the end of the file, expected trace 1, the first "
                "line of a trace");
    refused("hello\n",
            "log:1: read hello, expected trace 1, the first line of a trace");
    refused("trace 2\n", "log:1: read 2, expected 1");
    refused("trace 1\nmachine middle 64\n",
            "log:2: read middle, expected little or big");
    refused("trace 1\nmachine big 64 short 4\n",
            "log:2: read 4, expected the bytes of short: 2");
    refused(BEGIN "buffer b 8\npc 0x1000\npc 0x10OO\n",
            "log:5: read 0x10OO, expected a pc: a number, decimal or 0x...");
    refused(BEGIN "buffer b 8\ncounter 4 = 1\n",
            "log:4: read counter 4, expected one below 4: the buffer has no "
            "more");
    refused(BEGIN "buffer b 8\ncounter 3 = 65536\n",
            "log:4: read a counter above 65535, expected one of 16 bits");
    refused(BEGIN "buffer b 8\ncounter 3 = 1\ncounters [ 0*4 ]\n",
            "log:5: read counters that a line before it tells of, expected "
            "others");
    refused(BEGIN "buffer b 8\nbuffer c 8\ncounter 1 = 1\n",
            "log:5: read 1, expected a buffer's name: there is not just one");
    refused(BEGIN "buffer b 8\n" ON "seen sleep nothing\n",
            "log:5: read sleep, expected what the operation before it leads "
            "to; of buffers: counters, before, after");
    refused(BEGIN "buffer b 8\n" ON "ended signal 0\n",
            "log:5: read ended, expected a signal from 1 to 64");
    refused(BEGIN "buffer b 8 at 0x5000\ncall profil 0x4000 8 0 0 = 0\n",
            "log:4: read 0x4000, expected null, bad, or an address within a "
            "buffer that a line before placed: buffer NAME SIZE at ADDRESS");
    refused(BEGIN "buffer b 8\npc 0x1000 = 0\n",
            "log:4: read =, expected a pc: a number, decimal or 0x...");
    refused(BEGIN "buffer b 8\nend = 0\n", "log:4: read end, expected fork "
                                           "before it");
    refused(BEGIN "buffer b 8\nfork\ncase x\n",
            "log:5: read case, expected end, for the fork in line 4");
}

TEST(lack_of_memory_is_told)
{
    static const char text[] =
        BEGIN "case a\nbuffer b 8\n" ON "fork\npc 0x1000\npc 0x1002\nend\n"
              "counter 1 = 3\nseen note \"x\"\ncase c\nunsupported no reason\n";
    struct case_error error;
    struct trace trace;
    long most = 0;

    for (bool good = false; !good; most++) {
        grow_limit = most;
        good = trace_read(&trace, "log", text, sizeof text - 1, &error);
        grow_limit = -1;
        if (!good)
            assert_non_null(strstr(error.text, "no memory left"));
        trace_free(&trace);
    }
    assert_true(most > 20);
}

TESTS(NULL, NULL)
