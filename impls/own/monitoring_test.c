/* SPDX-License-Identifier: MIT */
/* What no case can say of the files that are left, and of what begins them. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "calls.h"
#include "conformance/base/whole_file.h"
#include "conformance/machine/scratch_test.h"
#include "dialects.h"
#include "engine_fixture.h"
#include "impls/include/aix-monitor/mon.h"
#include "monitoring.h"
#include "process_fixture.h"
#include "reference/files/profile_file.h"
#include "reference/unit_test.h"

#define NAME "whole"

static int enter(void **state)
{
    return set_up(state) != 0 || chdir(directory) != 0;
}

static int leave(void **state)
{
    return chdir("/") != 0 || tear_down(state) != 0;
}

/* How many files are there, besides . and .. themselves. */
static int files_here(void)
{
    return entries(".") - 2;
}

#define IN_SCRATCH(name) TEST_WITH(name, enter, leave)

static int replace_by(const char *name, const void *memory, size_t size)
{
    static struct new_file file;

    new_file_begin(&file, name);
    new_file_put(&file, memory, size > 16 ? 16 : size);
    if (size > 16)
        new_file_put_from(&file, (const char *)memory + 16, size - 16);
    return new_file_end(&file);
}

static int replace_text(const char *text)
{
    return replace_by(NAME, text, strlen(text));
}

static void assert_holds(const char *text)
{
    struct whole_file file;

    assert_true(whole_file_read(&file, NAME));
    assert_string_equal(file.text, text);
    free(file.text);
    assert_int_equal(files_here(), 1);
}

IN_SCRATCH(what_is_put_is_there_in_order)
{
    static char parts[20000], all[20001];
    struct new_file file;
    size_t sizes[] = {1, 4000, 95, 2, 9000, 1}, at = 0;

    for (size_t k = 0; k < sizeof parts; k++)
        all[k] = parts[k] = (char)('!' + k % 89);
    new_file_begin(&file, NAME);
    for (size_t k = 0; k < 6; at += sizes[k], k++)
        new_file_put(&file, parts + at, sizes[k]);
    new_file_put_from(&file, parts + at, 7);
    new_file_put(&file, parts + at + 7, 1);
    assert_int_equal(new_file_end(&file), 0);
    all[at + 8] = '\0';
    assert_holds(all);
    assert_int_equal(replace_text("shorter"), 0);
    assert_holds("shorter");
}

IN_SCRATCH(the_mode_is_what_the_umask_leaves)
{
    mode_t before = umask(027);
    struct stat status;

    assert_int_equal(replace_text("a"), 0);
    umask(before);
    assert_int_equal(stat(NAME, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
}

IN_SCRATCH(a_temporary_that_was_left_is_removed)
{
    int fd = open(NAME ".tmp", O_CREAT | O_WRONLY, 0400);

    assert_int_equal(write(fd, "something longer", 16), 16);
    close(fd);
    assert_int_equal(replace_text("a"), 0);
    assert_holds("a");
}

/* SIGXFSZ would end the test. */
IN_SCRATCH(after_an_error_the_old_file_is_there)
{
    static const char large[8192];
    struct rlimit before, limit;
    struct new_file file;
    int error;

    replace_text("old");
    new_file_begin(&file, NAME);
    new_file_put(&file, "ab", 2);
    new_file_put_from(&file, (void *)16, 8);
    assert_int_equal(new_file_end(&file), EFAULT);
    assert_holds("old");
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 6000;
    setrlimit(RLIMIT_FSIZE, &limit);
    error = replace_by(NAME, large, sizeof large);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(error, EFBIG);
    assert_holds("old");
}

IN_SCRATCH(a_place_that_can_t_be_taken_is_an_error)
{
    char name[5000];

    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_int_equal(replace_by(name, "", 0), ENAMETOOLONG);
    assert_int_equal(replace_by("nowhere/" NAME, "", 0), ENOENT);
    assert_int_equal(files_here(), 0);
    assert_int_equal(mkdir(NAME, 0700), 0);
    assert_int_equal(replace_text("new"), EISDIR);
    rmdir(NAME);
    assert_int_equal(mkdir(NAME ".tmp", 0700), 0);
    assert_int_equal(replace_text("new"), EISDIR);
    rmdir(NAME ".tmp");
    assert_int_equal(symlink("elsewhere", NAME ".tmp"), 0);
    assert_int_equal(replace_text("new"), ELOOP); /* it is not followed */
    assert_int_equal(files_here(), 1);
}

/* A file each of whose words says which it is, 256 KiB long. */
enum { WORDS = 32768 };

static int replace_words(uint64_t which)
{
    static uint64_t words[WORDS];

    for (size_t k = 0; k < WORDS; k++)
        words[k] = which;
    return replace_by(NAME, words, sizeof words);
}

static void assert_whole(void)
{
    struct whole_file file;
    const uint64_t *words;

    assert_true(whole_file_read(&file, NAME));
    assert_int_equal(file.length, WORDS * sizeof *words);
    words = (const uint64_t *)(void *)file.text;
    for (size_t k = 1; k < WORDS; k++)
        assert_true(words[k] == words[0]);
    free(file.text);
}

/* Killed anywhere in the 4 ms after it began. */
static void kill_a_writer(unsigned draw)
{
    struct timespec pause = {0, (long)(draw * 2654435761u >> 10)};
    int begun[2];
    char byte = 0;
    pid_t pid;

    assert_int_equal(pipe(begun), 0);
    pid = fork();
    if (pid == 0) {
        assert_int_equal(write(begun[1], &byte, 1), 1);
        for (uint64_t which = 0;; which++)
            replace_words(which);
    }
    assert_int_equal(read(begun[0], &byte, 1), 1);
    close(begun[0]);
    close(begun[1]);
    nanosleep(&pause, NULL);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

IN_SCRATCH(a_writer_that_is_killed_leaves_a_whole_file)
{
    unsigned left = 0;

    assert_int_equal(replace_words(0), 0);
    for (unsigned k = 0; k < 200; k++) {
        kill_a_writer(k);
        assert_whole();
        left += access(NAME ".tmp", F_OK) == 0;
        assert_in_range(files_here(), 1, 2);
    }
    assert_true(left > 0); /* some were killed while they wrote */
    assert_int_equal(replace_words(0), 0);
    assert_int_equal(files_here(), 1);
}

IN_SCRATCH(writers_at_once_leave_one_file)
{
    pid_t pids[4];

    for (unsigned k = 0; k < 4; k++)
        if ((pids[k] = fork()) == 0) {
            int bad = 0;

            for (int n = 0; n < 20; n++)
                bad |= replace_words(k) != 0;
            _exit(bad);
        }
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(end_of(pids[k]), 0);
    assert_whole();
    assert_int_equal(files_here(), 1);
}

/* The functions of AIX and FreeBSD. */

enum { COUNTERS = 32 };

#define LOW     (TEXT + 0x1000)
#define HIGH    (LOW + 2 * COUNTERS) /* a counter for each pair */
#define CODE(a) ((int (*)(void))(uintptr_t)(a))

static unsigned short buffer[COUNTERS];

static void print_record(FILE *out, const struct record *r)
{
    const struct histogram *h = &r->histogram;

    if (r->kind != RECORD_HISTOGRAM) {
        fprintf(out, "%#x from %#x: %u; ", (unsigned)r->address,
                (unsigned)r->from, (unsigned)r->count);
        return;
    }
    fprintf(out, "%#x to %#x in %u at %u:", (unsigned)(h->low - TEXT),
            (unsigned)(h->high - TEXT), (unsigned)h->count, h->rate);
    for (uint64_t k = 0; k < h->count; k++)
        if (histogram_counter(h, k))
            fprintf(out, " %u=%u", (unsigned)k,
                    (unsigned)histogram_counter(h, k));
    fputs("; ", out);
}

/* What the file holds, as its records are read, addresses from TEXT on; the
 * file is removed. */
static void assert_leaves(const char *name, const char *expected)
{
    struct encoding encoding = {.order = ORDER_LITTLE, .word = 8};
    struct profile_file file;
    struct file_error error;
    struct record record;
    char text[400] = "";
    struct whole_file whole;
    FILE *out = fmemopen(text, sizeof text, "w");

    assert_true(whole_file_read(&whole, name));
    assert_true(profile_file_open(&file, (unsigned char *)whole.text,
                                  whole.length, LAYOUT_ANY, encoding, &error));
    while (profile_file_next(&file, &record))
        print_record(out, &record);
    fclose(out);
    assert_string_equal(text, expected);
    free(whole.text);
    unlink(name);
    assert_int_equal(files_here(), 0);
}

static void monitor_range(void *counters)
{
    memset(buffer, 0, sizeof buffer);
    own_aix_monitor(CODE(LOW), CODE(HIGH), counters, COUNTERS, 1);
}

IN_SCRATCH(a_negative_size_is_no_size)
{
    const struct prof list[] = {{LOW, HIGH, buffer, -2, 0}, {0}};

    own_aix_monitor(CODE(LOW), CODE(HIGH), buffer, -2, 0);
    own_aix_monitor(CODE(1), CODE(0), list, -1, 0);
    assert_false(manual.on);
}

IN_SCRATCH(a_list_is_written_range_by_range)
{
    static unsigned short few[8];
    const struct prof list[] = {{LOW, HIGH, buffer, sizeof buffer, 7},
                                {HIGH, HIGH + 16, few, sizeof few, 7},
                                {0}};

    memset(buffer, 0, sizeof buffer);
    own_aix_monitor(CODE(0), CODE(0), list, -1, 2);
    tick(LOW, 3);
    tick(HIGH + 15, 4);
    calls_count(0x1234, 0);
    own_aix_monitor(CODE(0), CODE(0), list, -1, 2); /* it is on */
    assert_false(manual.on);
    assert_leaves("mon.out", "0x1000 to 0x1040 in 32 at 100: 0=3; "
                             "0x1040 to 0x1050 in 8 at 100: 7=4; "
                             "0x1234 from 0: 1; ");
}

/* monstartup((int)2, etext) */
IN_SCRATCH(the_lowest_address_may_be_2)
{
    extern char etext;
    uintptr_t here = (uintptr_t)monitor_range;
    uint64_t range[2], ticks = 0;
    struct whole_file file;

    assert_int_equal(own_aix_monstartup(CODE(2), CODE(&etext)), 0);
    tick(here, 1);
    monitoring_stop();
    assert_true(whole_file_read(&file, "mon.out"));
    memcpy(range, file.text, sizeof range);
    assert_true(range[0] <= here && here < range[1]);
    assert_true(range[1] == (uintptr_t)&etext && range[1] - range[0] < 1 << 30);
    for (size_t at = 24; at < file.length; at++)
        ticks += (unsigned char)file.text[at];
    assert_int_equal(ticks, 1);
    free(file.text);
}

/* In a process of its own, which then exits; what it prints is expected. */
static void run_and_exit(void (*part)(void))
{
    pid_t pid = fork();

    if (pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        part();
        exit(0);
    }
    assert_int_equal(end_of(pid), 0);
}

static void begin_in_a_buffer_that_goes_away(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    monitor_range(page);
    munmap(page, 4096);
}

static void begin_with_a_full_disk(void)
{
    const struct rlimit limit = {30, 30};

    monitor_range(buffer);
    setrlimit(RLIMIT_FSIZE, &limit);
}

IN_SCRATCH(where_no_file_can_be_written_the_earlier_one_is_left)
{
    run_and_exit(begin_in_a_buffer_that_goes_away);
    assert_int_equal(files_here(), 0);
    monitor_range(buffer);
    tick(LOW, 5);
    monitoring_stop();
    run_and_exit(begin_with_a_full_disk);
    assert_leaves("mon.out", "0x1000 to 0x1040 in 32 at 0: 0=5; ");
}

TESTS(use_manual_engine, NULL)
