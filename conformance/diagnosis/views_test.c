/* SPDX-License-Identifier: MIT */
/* How a case differs from what a right library shows: in what, and which way. */
#include "views.h"

#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "reference/unit_test.h"

#include <string.h>

#define PROFIL "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
#define PLAIN  PROFIL "tick 0x1000\n"
#define MONITOR                                                                \
    "case a\nbuffer b 64\nmonitor 0x10000 0x10040 b 32 0\n"                    \
    "tick 0x10020 x3\nexit\n"
#define MONITORED                                                              \
    "1 call none; 3 buffer 0 64 [ 0*16 3 0*15 ]; 3 file written layout mon "   \
    "low 65536 high 65600 ticks "
#define UNCOUNTED(file)                                                        \
    "1 call none; 3 buffer 0 64 [ 0*32 ]; 3 file " file "; ended normally at " \
    "3"
#define STARTED                                                                \
    "case a\nmonstartup 0x20000 0x21000\ntick 0x20000\nmcleanup\nprofile\n"
#define CLEANED                                                                \
    "0 call none; 2 call none; 3 profile written low 131072 high 135168 "      \
    "ticks [ 131072 131076 "
#define NO_ARCS " ] more 0 arcs [ ] row 0 beside 0 more 0 several 0"

struct row {
    enum dialect dialect;
    const char *text, *observed;
    unsigned kind, way;
    bool counts;
};

/* What all there is to see differs in, with no departure. */
static void check(const struct row *row)
{
    struct case_list cases = {0};
    const struct test_case *c = parsed(&cases, row->text);
    struct evidence e = evidence_of(row->dialect);
    struct hypothesis h = {0};
    struct observation o;
    struct observed_error error;
    struct views views;

    if (!observed_parse(row->observed, strlen(row->observed), &o, &error))
        fail_msg("%s: %s", row->observed, error.text);
    evidence_add(&e, c, &o);
    hypothesis_test(&h, &e, 1);
    views_make(&(struct examined){&e, &h, h.explains}, 1, &views);
    if (views.of[0].kind != row->kind || views.of[0].way != row->way ||
        views.of[0].counts != row->counts)
        fail_msg("%s: %u, way 0x%x, %d", row->observed, views.of[0].kind,
                 views.of[0].way, views.of[0].counts);
    views_free(&views);
    hypothesis_free(&h);
    evidence_free(&e);
    observation_free(&o);
    case_list_free(&cases);
}

#define COUNTS(more) "1 call 0; 3 buffer 0 16 [ " more " ]; ended normally at 3"

TEST(how_counts_differ_is_told_by_counter)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD, PLAIN, COUNTS("1 0*7"), UNKNOWN_NOTHING, 0, true},
        {DIALECT_FREEBSD, PLAIN, COUNTS("1 0*3 77 0*3"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW, true},
        {DIALECT_FREEBSD, PLAIN, COUNTS("1 0*3 1000 0*3"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW, true},
        {DIALECT_FREEBSD, PLAIN, COUNTS("1 0*3 1001 0*3"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW | WAY_FAR, true},
        {DIALECT_FREEBSD, PLAIN, COUNTS("77 0*7"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_FIRST | WAY_PART, true},
        {DIALECT_FREEBSD, PLAIN, COUNTS("0*8"), UNKNOWN_COUNTS,
         COUNTED_FEWER | WAY_FIRST | WAY_GONE, false},
        {DIALECT_FREEBSD, PLAIN, COUNTS("2 0*6 1"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW | WAY_PART, true},
        {DIALECT_FREEBSD, PROFIL "tick 0x1000 x600\n", COUNTS("599 0*7"),
         UNKNOWN_COUNTS, COUNTED_FEWER | WAY_FIRST | WAY_PART, true},
        {DIALECT_FREEBSD, PROFIL "tick 0x1000 x600\n", COUNTS("601 0*7"),
         UNKNOWN_COUNTS, COUNTED_MORE | WAY_FIRST | WAY_PART, true},
        {DIALECT_FREEBSD, PROFIL "tick 0x1008\n", COUNTS("77 0 1 0*5"),
         UNKNOWN_COUNTS, COUNTED_MORE | WAY_FIRST | WAY_ANEW, true},
        {DIALECT_FREEBSD, PROFIL "tick 0x1008\n", COUNTS("0*8"), UNKNOWN_COUNTS,
         COUNTED_FEWER | WAY_GONE, false},
        {DIALECT_FREEBSD, PROFIL,
         "1 call 0; 2 buffer 0 16 [ 0*8 ]; ended normally at 2",
         UNKNOWN_NOTHING, 0, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check(&rows[k]);
}

TEST(values_and_deaths_are_told_apart)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD, PLAIN,
         "1 call 7; 3 buffer 0 16 [ 1 0*7 ]; ended normally at 3",
         UNKNOWN_RETURN, 0, true},
        {DIALECT_FREEBSD, PLAIN, "1 call 0; ended normally at 3",
         UNKNOWN_OTHERS + EVENT_CRASH, 0, false},
        {DIALECT_FREEBSD, PLAIN, "0 crash; ended signal 11 at 0",
         UNKNOWN_DEATH_ELSEWHERE, 0, false},
        {DIALECT_FREEBSD, PLAIN, "1 crash; ended signal 11 at 1",
         UNKNOWN_DEATH_IN_CALL, 0, false},
        {DIALECT_FREEBSD, PLAIN, "1 call 0; 2 crash; ended signal 11 at 2",
         UNKNOWN_DEATH_IN_TICK, 0, false},
        {DIALECT_FREEBSD, PLAIN, "1 call 0; 3 crash; ended signal 11 at 3",
         UNKNOWN_DEATH_ELSEWHERE, 0, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check(&rows[k]);
    assert_false(unknown_is_death(UNKNOWN_DEATH_IN_CALL - 1));
    assert_true(unknown_is_death(UNKNOWN_DEATH_IN_CALL));
    assert_true(unknown_is_death(UNKNOWN_DEATH_ELSEWHERE));
    assert_false(unknown_is_death(UNKNOWN_DEATH_ELSEWHERE + 1));
}

/* The ticks of a gmon.out are not added up. */
TEST(ticks_in_files_and_calls_are_told_apart)
{
    static const struct row rows[] = {
        {DIALECT_AIX_MONITOR, MONITOR,
         MONITORED "3 calls [ ]; ended normally at 3", UNKNOWN_NOTHING, 0,
         true},
        {DIALECT_AIX_MONITOR, MONITOR,
         MONITORED "4 calls [ ]; ended normally at 3", UNKNOWN_COUNTS,
         COUNTED_MORE, true},
        {DIALECT_AIX_MONITOR, MONITOR,
         MONITORED "2 calls [ ]; ended normally at 3", UNKNOWN_COUNTS,
         COUNTED_FEWER, true},
        {DIALECT_AIX_MONITOR, MONITOR,
         MONITORED "3 calls [ 65536 1 ]; ended normally at 3",
         UNKNOWN_CALLS_COUNTED, 0, true},
        {DIALECT_AIX_MONITOR, MONITOR,
         "1 call none; 3 buffer 0 64 [ 0*16 3 0*15 ]; 3 file absent; ended "
         "normally at 3",
         UNKNOWN_OTHERS + EVENT_FILE, 0, true},
        {DIALECT_AIX_MONITOR, MONITOR, UNCOUNTED("absent"), UNKNOWN_NOTHING, 0,
         false},
        {DIALECT_AIX_MONITOR, MONITOR, UNCOUNTED("empty"), UNKNOWN_NOTHING, 0,
         false},
        {DIALECT_AIX_MONITOR, MONITOR, UNCOUNTED("unreadable"), UNKNOWN_NOTHING,
         0, true},
        {DIALECT_AIX_MONITOR, MONITOR,
         UNCOUNTED("written layout mon low 65536 high 65600 ticks 0 calls [ ]"),
         UNKNOWN_NOTHING, 0, false},
        {DIALECT_GMON,
         "case a\nmonstartup 0x20000 0x21000\ntick 0x20000\n"
         "arc 0x20100 0x20400\nmcleanup\nprofile\n",
         "0 call none; 3 call none; 4 profile written low 131072 high 135168 "
         "ticks [ 131072 131076 1" NO_ARCS "; ended normally at 5",
         UNKNOWN_CALLS_COUNTED, 0, true},
        {DIALECT_GMON, STARTED, CLEANED "1" NO_ARCS "; ended normally at 4",
         UNKNOWN_NOTHING, 0, true},
        {DIALECT_GMON, STARTED, CLEANED "2" NO_ARCS "; ended normally at 4",
         UNKNOWN_COUNTS, COUNTED_AS_MANY, true},
        {DIALECT_GMON, STARTED,
         CLEANED "1 ] more 0 arcs [ 131072 131080 1 ] row 0 beside 0 more 0 "
                 "several 0; ended normally at 4",
         UNKNOWN_CALLS_COUNTED, 0, true},
        {DIALECT_GMON, STARTED,
         "0 call none; 2 call none; 3 profile absent; ended normally at 4",
         UNKNOWN_OTHERS + EVENT_PROFILE, 0, true},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check(&rows[k]);
}

TESTS(NULL, NULL)
