/* SPDX-License-Identifier: MIT */
#include "gmon.h"

#include <stdlib.h>

#include <fcntl.h>
#include <sys/wait.h>

#include "calls.h"
#include "engine_fixture.h"
#include "reference/unit_test.h"
#include "scratch_test.h"

#define LOW  (TEXT + 0x1000)
#define HIGH (LOW + 64)

enum { COUNTERS = 16, HEADER = 40, ARCS_MOST = 512 + (HIGH - LOW) / 32 };

/* gmon.out of LOW to HIGH, as FreeBSD lays it out. */
struct gmon {
    uint64_t low, high;
    int32_t bytes, version, rate, counter_bits, spare[2];
    uint16_t counters[COUNTERS];
    struct calls_arc arcs[ARCS_MOST];
};

/* With so many arcs. */
static struct gmon read_gmon_of(size_t arcs)
{
    static struct gmon gmon;
    size_t size;
    unsigned char *bytes = read_whole("gmon.out", &size);

    assert_non_null(bytes);
    assert_int_equal(size, HEADER + sizeof gmon.counters +
                               arcs * sizeof gmon.arcs[0]);
    memcpy(&gmon, bytes, size);
    free(bytes);
    return gmon;
}

static struct gmon read_gmon(void)
{
    return read_gmon_of(0);
}

static int set_up(void **state)
{
    return enter_scratch(state);
}

static int tear_down(void **state)
{
    family_freebsd_mcleanup();
    return leave_scratch(state);
}

TEST_WITH(the_header_tells_the_rate_and_the_width, set_up, tear_down)
{
    struct gmon gmon;

    family_freebsd_monstartup(LOW, HIGH);
    assert_int_equal(manual.microseconds, 10000);
    family_freebsd_mcleanup();
    assert_false(manual.on);
    gmon = read_gmon();
    assert_int_equal(gmon.low, LOW);
    assert_int_equal(gmon.high, HIGH);
    assert_int_equal(gmon.bytes, HEADER + 2 * COUNTERS);
    assert_int_equal(gmon.version, 0x51879);
    assert_int_equal(gmon.rate, 100);
    assert_int_equal(gmon.counter_bits, 16);
    assert_int_equal(gmon.spare[0] | gmon.spare[1], 0);
    assert_int_equal(files_here(), 1);
}

TEST_WITH(a_counter_stands_for_four_bytes, set_up, tear_down)
{
    struct gmon gmon;

    family_freebsd_monstartup(LOW, HIGH);
    tick(LOW - 1, 1);
    tick(LOW, 2);
    tick(LOW + 3, 3);
    tick(LOW + 4, 4);
    tick(HIGH - 1, 5);
    tick(HIGH, 6);
    family_freebsd_mcleanup();
    gmon = read_gmon();
    assert_int_equal(gmon.counters[0], 5);
    assert_int_equal(gmon.counters[1], 4);
    assert_int_equal(gmon.counters[COUNTERS - 1], 5);
}

TEST_WITH(a_range_is_rounded_to_whole_counters, set_up, tear_down)
{
    family_freebsd_monstartup(LOW + 3, HIGH - 3);
    family_freebsd_mcleanup();
    assert_int_equal(read_gmon().low, LOW);
    assert_int_equal(read_gmon().high, HIGH);
}

TEST_WITH(moncontrol_stops_and_resumes, set_up, tear_down)
{
    family_freebsd_moncontrol(1);
    assert_false(manual.on);
    family_freebsd_monstartup(LOW, HIGH);
    family_freebsd_moncontrol(1);
    tick(LOW, 1);
    family_freebsd_moncontrol(0);
    family_freebsd_moncontrol(0);
    assert_false(manual.on);
    tick(LOW, 10);
    family_freebsd_moncontrol(-1);
    tick(LOW, 100);
    family_freebsd_moncontrol(0);
    family_freebsd_mcleanup();
    assert_int_equal(read_gmon().counters[0], 101);
}

TEST_WITH(calls_between_are_arcs, set_up, tear_down)
{
    const struct calls_arc *arcs;
    struct gmon gmon;

    calls_count(LOW, LOW + 4);
    family_freebsd_monstartup(LOW, HIGH);
    calls_count(LOW + 9, LOW + 30);
    calls_count(LOW + 9, LOW + 31);
    family_freebsd_moncontrol(0);
    calls_count(LOW + 9, LOW + 30);
    family_freebsd_moncontrol(1);
    calls_count(LOW + 9, LOW + 31);
    calls_count(LOW + 9, HIGH);
    family_freebsd_mcleanup();
    calls_count(LOW + 9, LOW + 30);
    gmon = read_gmon_of(2);
    assert_int_equal(gmon.bytes, HEADER + 2 * COUNTERS);
    assert_int_equal(gmon.arcs[0].from, LOW + 30);
    assert_int_equal(gmon.arcs[0].self, LOW + 9);
    assert_int_equal(gmon.arcs[0].calls, 1);
    assert_int_equal(gmon.arcs[1].from, LOW + 31);
    assert_int_equal(gmon.arcs[1].calls, 2);
    assert_int_equal(calls_list_arcs(&arcs), 2);
    assert_int_equal(arcs[0].calls, 1); /* none since */
}

/* In a child whose standard error is not seen. */
static void in_silence(void (*run)(void))
{
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        run();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void call_everything(void)
{
    family_freebsd_monstartup(LOW, HIGH);
    for (uint64_t k = 0; k < 64 * 64; k++)
        calls_count(LOW + k / 64, LOW + k % 64);
    family_freebsd_mcleanup();
}

TEST_WITH(of_too_many_arcs_the_first_are_kept, set_up, tear_down)
{
    struct gmon gmon;

    in_silence(call_everything);
    gmon = read_gmon_of(ARCS_MOST);
    assert_int_equal(gmon.arcs[ARCS_MOST - 1].from, LOW + (ARCS_MOST - 1) % 64);
}

static void begin_wrongly(void)
{
    family_freebsd_monstartup(HIGH, LOW);
    family_freebsd_monstartup(LOW, LOW);
    family_freebsd_monstartup(LOW, LOW + (UINT64_C(1) << 32));
    if (manual.on)
        _exit(1);
    family_freebsd_monstartup(LOW, HIGH);
    family_freebsd_monstartup(HIGH, HIGH + 64);
    tick(LOW, 1);
    family_freebsd_mcleanup();
}

TEST_WITH(a_wrong_or_second_beginning_has_no_effect, set_up, tear_down)
{
    in_silence(begin_wrongly);
    assert_int_equal(read_gmon().low, LOW);
    assert_int_equal(read_gmon().counters[0], 1);
}

static void exit_without_end(void)
{
    family_freebsd_monstartup(LOW, HIGH);
    tick(LOW, 7);
    family_freebsd_moncontrol(0);
    exit(0);
}

TEST_WITH(the_file_is_written_at_exit_even_if_stopped, set_up, tear_down)
{
    in_silence(exit_without_end);
    assert_int_equal(read_gmon().counters[0], 7);
}

TEST_WITH(without_a_beginning_there_is_no_file, set_up, tear_down)
{
    family_freebsd_mcleanup();
    assert_int_equal(files_here(), 0);
}

TESTS(use_manual_engine, NULL)
