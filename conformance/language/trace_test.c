/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "observed.h"
#include "reference/unit_test.h"
#include "trace.h"

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

/* A 32-bit counter of a big machine, in halves: the high one first. */
TEST(counters_of_another_machine_are_the_same_numbers)
{
    bool little = !observed_big_endian();
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

/* Of a log no counter was seen, but those that a line records. */
TEST(counters_that_a_log_does_not_record_were_not_seen)
{
    static const char *const logs[] = {
        "call profil(0x100, 64, 0x1000, 0x8000) = 0\n",
        "call profil(0x100, 64, 0x1000, 0x8000) = 0\ncounter 2 = 1\n"};

    for (unsigned k = 0; k < 2; k++) {
        struct case_error error;
        const struct outcome *o;
        struct trace trace;

        if (!trace_read_log(&trace, "log", logs[k], strlen(logs[k]), &error))
            fail_msg("%s", error.text);
        o = &trace.cases[0].observation.outcome;
        assert_int_equal(o->events[o->count - 1].kind, EVENT_BUFFER);
        assert_int_equal(o->events[o->count - 1].undetermined, k == 0);
        trace_free(&trace);
    }
}

TEST(signals_and_calls_of_a_log_are_counted)
{
    static const char log[] = "profil(1) = 0\n"
                              "[0x401008] --- SIGPROF (Profiling) ---\n"
                              "[0000000000401010] --- SIGPROF {si} ---\n"
                              "--- SIGPROF {si} ---\n--- SIGALRM {si} ---\n";
    struct trace_log made = trace_log_convert(log, sizeof log - 1);

    assert_int_equal(made.calls, 1);
    assert_int_equal(made.ticks, 2);
    assert_int_equal(made.signals, 1);
    free(made.text);
}

TESTS(NULL, NULL)
