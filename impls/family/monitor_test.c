/* SPDX-License-Identifier: MIT */
#include "monitor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine_fixture.h"
#include "impls/include/aix-monitor/mon.h"
#include "mon_file.h"
#include "scratch_test.h"

enum { COUNTERS = 32 };

#define LOW  (TEXT + 0x1000)
#define HIGH (LOW + 2 * COUNTERS) /* a counter for each pair */

static unsigned short buffer[COUNTERS], other[COUNTERS];

static int set_up(void **state)
{
    memset(buffer, 0, sizeof buffer);
    memset(other, 0, sizeof other);
    return enter_scratch(state);
}

static int tear_down(void **state)
{
    family_aix_monitor_stop();
    return leave_scratch(state);
}

/* A mon.out of one range, as System V lays it out. */
struct mon {
    uint64_t low, high, functions;
    struct calls_record calls[8];
    unsigned short counters[4 * COUNTERS];
    size_t count;
};

static struct mon read_mon(void)
{
    struct mon mon = {0};
    size_t size, calls;
    unsigned char *bytes = read_whole("mon.out", &size);

    assert_non_null(bytes);
    assert_true(size >= 24);
    memcpy(&mon, bytes, 24);
    assert_true(mon.functions <= 8);
    calls = mon.functions * sizeof mon.calls[0];
    memcpy(mon.calls, bytes + 24, calls);
    mon.count = (size - 24 - calls) / 2;
    assert_true(mon.count <= 4 * COUNTERS);
    memcpy(mon.counters, bytes + 24 + calls, 2 * mon.count);
    free(bytes);
    return mon;
}

static bool has_file(void)
{
    return access("mon.out", F_OK) == 0;
}

static void begin(int nfunc)
{
    family_aix_monitor(LOW, HIGH, buffer, COUNTERS, nfunc);
}

static void a_stop_writes_the_range_and_its_counters(void **state)
{
    struct mon mon;

    (void)state;
    begin(0);
    tick(LOW - 1, 1);
    tick(LOW, 2);
    tick(LOW + 3, 3);
    tick(HIGH - 1, 4);
    tick(HIGH, 5);
    assert_false(has_file());
    family_aix_monitor_stop();
    mon = read_mon();
    assert_int_equal(mon.low, LOW);
    assert_int_equal(mon.high, HIGH);
    assert_int_equal(mon.functions, 0);
    assert_int_equal(mon.count, COUNTERS);
    assert_int_equal(mon.counters[0], 2);
    assert_int_equal(mon.counters[1], 3);
    assert_int_equal(mon.counters[COUNTERS - 1], 4);
    assert_false(manual.on);
}

static void only_counters_that_are_used_are_written(void **state)
{
    (void)state;
    family_aix_monitor(LOW, LOW + 8, buffer, COUNTERS, 0);
    tick(LOW + 7, 1);
    tick(LOW + 8, 1);
    family_aix_monitor(0, 0, NULL, 0, 0);
    assert_int_equal(buffer[4], 0);
    assert_int_equal(read_mon().count, 4);
    assert_int_equal(read_mon().counters[3], 1);
    family_aix_monitor(LOW, LOW + 1, other, COUNTERS, 0);
    tick(LOW, 2);
    family_aix_monitor(0, 0, NULL, 0, 0);
    assert_int_equal(read_mon().count, 1);
    assert_int_equal(read_mon().counters[0], 2);
}

static void calls_stand_before_the_counters(void **state)
{
    struct mon mon;

    (void)state;
    begin(2);
    for (uintptr_t k = 1; k <= 3; k++)
        calls_count(k << 8);
    calls_count(0x100);
    family_aix_monitor_stop();
    calls_count(0x100);
    mon = read_mon();
    assert_int_equal(mon.functions, 2);
    assert_int_equal(mon.calls[0].address, 0x100);
    assert_int_equal(mon.calls[0].calls, 2);
    assert_int_equal(mon.calls[1].address, 0x200);
    assert_int_equal(mon.calls[1].calls, 1);
}

static void moncontrol_stops_and_resumes(void **state)
{
    struct mon mon;

    (void)state;
    family_aix_moncontrol(1);
    assert_false(manual.on);
    begin(1);
    family_aix_moncontrol(0);
    family_aix_moncontrol(0);
    tick(LOW, 1);
    calls_count(1);
    family_aix_moncontrol(2);
    tick(LOW, 2);
    calls_count(1);
    family_aix_moncontrol(1);
    tick(LOW, 4);
    family_aix_moncontrol(0);
    family_aix_monitor_stop();
    mon = read_mon();
    assert_int_equal(mon.counters[0], 6);
    assert_int_equal(mon.calls[0].calls, 1);
    family_aix_moncontrol(1); /* there is nothing to resume */
    assert_false(manual.on);
}

static void what_can_t_begin_has_no_effect(void **state)
{
    (void)state;
    family_aix_monitor(HIGH, LOW, buffer, COUNTERS, 0);
    family_aix_monitor(LOW, LOW, buffer, COUNTERS, 0);
    family_aix_monitor(LOW, HIGH, (void *)16, COUNTERS, 0);
    family_aix_monitor(LOW, HIGH, (void *)16, -1, 0);
    family_aix_monitor(LOW, HIGH, buffer, -2, 0);
    family_aix_monitor(0, HIGH, buffer, COUNTERS, 0);
    assert_false(manual.on);
    family_aix_monitor_stop();
    assert_false(has_file());
}

static void beginning_while_on_drops_what_was_counted(void **state)
{
    (void)state;
    begin(1);
    tick(LOW, 1);
    calls_count(1);
    family_aix_monitor(LOW, LOW, buffer, COUNTERS, 0); /* no effect */
    family_aix_monitor(HIGH, HIGH + 64, other, COUNTERS, 1);
    tick(LOW, 1);
    tick(HIGH, 2);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().low, HIGH);
    assert_int_equal(read_mon().counters[0], 2);
    assert_int_equal(read_mon().functions, 0);
    assert_int_equal(buffer[0], 1);
}

static struct prof element(uintptr_t low, uintptr_t high,
                           unsigned short *counters)
{
    return (struct prof){low, high, counters, sizeof buffer, 7};
}

/* The bytes of a list's file, in glibc's layout. */
static void a_list_is_written_range_by_range(void **state)
{
    const struct prof list[] = {
        element(LOW, HIGH, buffer), element(HIGH, HIGH + 16, other), {0}};
    uint32_t count, calls;
    uint64_t address;
    size_t size;
    unsigned char *bytes;

    (void)state;
    family_aix_monitor(0, 0, (void *)(uintptr_t)list, -1, 2);
    tick(LOW, 3);
    tick(HIGH + 15, 4);
    calls_count(0x1234);
    family_aix_monitor(0, 0, (void *)(uintptr_t)list, -1, 2); /* it is on */
    assert_false(manual.on);
    bytes = read_whole("mon.out", &size);
    assert_non_null(bytes);
    assert_int_equal(size, 20 + 41 + 2 * COUNTERS + 41 + 2 * 8 + 21);
    assert_memory_equal(bytes, "gmon\1\0\0\0", 8);
    memcpy(&address, bytes + 21, sizeof address);
    assert_int_equal(address, LOW);
    assert_int_equal(bytes[20 + 41], 3);
    memcpy(&count, bytes + 20 + 41 + 2 * COUNTERS + 17, sizeof count);
    assert_int_equal(count, 8);
    assert_int_equal(bytes[20 + 41 + 2 * COUNTERS + 41 + 2 * 7], 4);
    assert_int_equal(bytes[size - 21], 1);
    memcpy(&address, bytes + size - 12, sizeof address);
    memcpy(&calls, bytes + size - 4, sizeof calls);
    assert_int_equal(address, 0x1234);
    assert_int_equal(calls, 1);
    free(bytes);
}

static void a_list_that_is_wrong_has_no_effect(void **state)
{
    const struct prof good = element(LOW, HIGH, buffer);
    struct prof rows[][3] = {
        {{0}},
        {element(HIGH, LOW, buffer)},
        {good, element(LOW, HIGH, other)},
        {element(LOW, HIGH, (void *)16)},
        {good},
    };

    (void)state;
    rows[4][0].p_bufsize = -2;
    for (unsigned k = 0; k < 5; k++) {
        family_aix_monitor(1, 0, rows[k], -1, 0);
        assert_false(manual.on);
    }
}

static void monstartup_has_a_counter_for_each_pair(void **state)
{
    (void)state;
    assert_int_equal(family_aix_monstartup(LOW, HIGH), 0);
    tick(LOW + 2, 3);
    calls_count(1);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().count, COUNTERS);
    assert_int_equal(read_mon().counters[1], 3);
    assert_int_equal(read_mon().functions, 1);
    errno = 0;
    assert_int_equal(family_aix_monstartup(HIGH, LOW), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(family_aix_monstartup(LOW, LOW + 1), 0);
    tick(LOW, 1);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().counters[0], 1);
}

/* monstartup((int)2, etext) */
static void the_lowest_address_may_be_2(void **state)
{
    extern char etext;
    uintptr_t here = (uintptr_t)monstartup_has_a_counter_for_each_pair;
    uint64_t low, high, ticks = 0;
    unsigned char *bytes;
    size_t size;

    (void)state;
    assert_int_equal(family_aix_monstartup(2, (uintptr_t)&etext), 0);
    tick(here, 1);
    family_aix_monitor_stop();
    bytes = read_whole("mon.out", &size);
    assert_non_null(bytes);
    memcpy(&low, bytes, sizeof low);
    memcpy(&high, bytes + 8, sizeof high);
    assert_true(low <= here && here < high && high == (uintptr_t)&etext);
    assert_true(high - low < 1 << 30);
    for (size_t at = 24; at < size; at++)
        ticks += bytes[at];
    assert_int_equal(ticks, 1);
    free(bytes);
}

/* In a process of its own, which then exits. */
static int exit_status(void (*part)(void))
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        part();
        exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void begin_and_pause(void)
{
    begin(0);
    tick(LOW, 5);
    family_aix_moncontrol(0);
}

static void begin_and_stop(void)
{
    begin(0);
    tick(LOW, 6);
    family_aix_monitor_stop();
    rename("mon.out", "kept");
}

static void at_exit_the_file_is_written_though_paused(void **state)
{
    (void)state;
    assert_int_equal(exit_status(begin_and_pause), 0);
    assert_int_equal(read_mon().counters[0], 5);
    unlink("mon.out");
    assert_int_equal(exit_status(begin_and_stop), 0);
    assert_false(has_file()); /* it was written by the stop */
}

/* What is told there is expected. */
static void silence(void)
{
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
}

static void begin_in_a_buffer_that_goes_away(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    family_aix_monitor(LOW, HIGH, page, COUNTERS, 0);
    munmap(page, 4096);
    silence();
}

static void a_buffer_that_went_away_leaves_no_file(void **state)
{
    (void)state;
    assert_int_equal(exit_status(begin_in_a_buffer_that_goes_away), 0);
    assert_int_equal(files_here(), 0);
}

static void begin_with_a_full_disk(void)
{
    struct rlimit limit = {30, 30};

    begin(0);
    setrlimit(RLIMIT_FSIZE, &limit);
    silence();
}

static void a_full_disk_leaves_the_earlier_file(void **state)
{
    (void)state;
    begin(0);
    tick(LOW, 1);
    family_aix_monitor_stop();
    assert_int_equal(exit_status(begin_with_a_full_disk), 0);
    assert_int_equal(read_mon().counters[0], 1);
    assert_int_equal(files_here(), 1);
}

#define IN_SCRATCH(test)                                                       \
    cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_stop_writes_the_range_and_its_counters),
        IN_SCRATCH(only_counters_that_are_used_are_written),
        IN_SCRATCH(calls_stand_before_the_counters),
        IN_SCRATCH(moncontrol_stops_and_resumes),
        IN_SCRATCH(what_can_t_begin_has_no_effect),
        IN_SCRATCH(beginning_while_on_drops_what_was_counted),
        IN_SCRATCH(a_list_is_written_range_by_range),
        IN_SCRATCH(a_list_that_is_wrong_has_no_effect),
        IN_SCRATCH(monstartup_has_a_counter_for_each_pair),
        IN_SCRATCH(the_lowest_address_may_be_2),
        IN_SCRATCH(at_exit_the_file_is_written_though_paused),
        IN_SCRATCH(a_buffer_that_went_away_leaves_no_file),
        IN_SCRATCH(a_full_disk_leaves_the_earlier_file),
    };

    return cmocka_run_group_tests(tests, use_manual_engine, NULL);
}
