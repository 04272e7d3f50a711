/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "trace_log.h"

#include <stdlib.h>
#include <string.h>

#include "trace.h"

static void becomes(const char *log, const char *expected)
{
    struct trace_log made = trace_log_convert(log, strlen(log));

    assert_non_null(made.text);
    assert_string_equal(made.text, expected);
    free(made.text);
}

TEST(calls_are_found_behind_what_tools_put_before_them)
{
    becomes("profil(0x10, 64, 0, 2) = 0\n",
            "call profil(0x10, 64, 0, 2) = 0\n");
    becomes("[pid  12] profil(1) = 0\n", "call profil(1) = 0\n");
    becomes("12 12:30:01.25 profil(1) = 0\n", "call profil(1) = 0\n");
    becomes("[00007f0011223344] profil(1) = 0", "call profil(1) = 0\n");
    becomes("prog->profil(1)   = 0\n", "call profil(1)   = 0\n");
    becomes("libx.so->sprofil(1) = -1\n", "call sprofil(1) = -1\n");
    becomes("moncontrol(0) = 0 <0.000012>\n", "call moncontrol(0) = 0 \n");
}

TEST(each_line_becomes_one)
{
    becomes("execve(\"p\") = 0\nprofil(1) = 0\n+++ exited +++\n",
            "\ncall profil(1) = 0\n\n");
    becomes("profile(1) = 0\nwrite(1, \"profil(1)\", 9) = 9\n", "\n\n");
    becomes("counter 2 = 1\nmachine big 32\n",
            "counter 2 = 1\nmachine big 32\n");
}

TEST(a_call_that_is_resumed_ends_there)
{
    becomes("[pid 1] profil(0x10, 8, 0, 2 <unfinished ...>\nread(0) = 0\n"
            "[pid 1] <... profil resumed>) = -1 EFAULT (Bad address)\n",
            "\n\ncall profil(0x10, 8, 0, 2 ) = -1 EFAULT (Bad address)\n");
}

TEST(a_signal_is_a_tick_where_its_pc_is_shown)
{
    static const char log[] = "[0x401008] --- SIGPROF (Profiling) ---\n"
                              "[0000000000401010] --- SIGPROF {si} ---\n"
                              "--- SIGPROF {si} ---\n--- SIGALRM {si} ---\n";
    struct trace_log made = trace_log_convert(log, sizeof log - 1);

    assert_string_equal(made.text, "pc 0x401008\npc 0x0000000000401010\n\n\n");
    assert_int_equal(made.ticks, 2);
    assert_int_equal(made.signals, 1);
    assert_int_equal(made.calls, 0);
    free(made.text);
}

/* Of a log no counter was seen, but those of which a line tells. */
TEST(counters_that_a_log_does_not_tell_of_were_not_seen)
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

TESTS(NULL, NULL)
