/* SPDX-License-Identifier: MIT */
#include "mon_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "monitor_fixture.h"
#include "reference/unit_test.h"

IN_SCRATCH(a_stop_writes_the_range_and_its_counters)
{
    struct mon mon;

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

IN_SCRATCH(only_counters_that_are_used_are_written)
{
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

IN_SCRATCH(calls_stand_before_the_counters)
{
    struct mon mon;

    begin(2);
    for (uintptr_t k = 1; k <= 3; k++)
        calls_count(k << 8, 0);
    calls_count(0x100, 0);
    family_aix_monitor_stop();
    calls_count(0x100, 0);
    mon = read_mon();
    assert_int_equal(mon.functions, 2);
    assert_int_equal(mon.calls[0].address, 0x100);
    assert_int_equal(mon.calls[0].calls, 2);
    assert_int_equal(mon.calls[1].address, 0x200);
    assert_int_equal(mon.calls[1].calls, 1);
}

/* The bytes of a list's file, in glibc's layout. */
IN_SCRATCH(a_list_is_written_range_by_range)
{
    const struct prof list[] = {
        element(LOW, HIGH, buffer), element(HIGH, HIGH + 16, other), {0}};
    uint32_t count, calls;
    uint64_t address;
    size_t size;
    unsigned char *bytes;

    family_aix_monitor(0, 0, (void *)(uintptr_t)list, -1, 2);
    tick(LOW, 3);
    tick(HIGH + 15, 4);
    calls_count(0x1234, 0);
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

IN_SCRATCH(at_exit_the_file_is_written_though_paused)
{
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

IN_SCRATCH(a_buffer_that_went_away_leaves_no_file)
{
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

IN_SCRATCH(a_full_disk_leaves_the_earlier_file)
{
    begin(0);
    tick(LOW, 1);
    family_aix_monitor_stop();
    assert_int_equal(exit_status(begin_with_a_full_disk), 0);
    assert_int_equal(read_mon().counters[0], 1);
    assert_int_equal(files_here(), 1);
}

TESTS(use_manual_engine, NULL)
