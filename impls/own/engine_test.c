/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine.h"
#include "process_fixture.h"
#include "reference/unit_test.h"

static unsigned noticed; /* of a fork: a digit for each of these */

static void notice_before(void)
{
    noticed += 1;
}

static void notice_after(void)
{
    noticed += 10;
}

static void notice_adoption(void)
{
    noticed += 100;
}

TEST(an_error_is_reported_by_errno_and_minus_1)
{
    struct engine_call call;

    errno = 77;
    call = engine_enter();
    errno = 78;
    assert_int_equal(engine_leave(&call, 0), 0);
    assert_int_equal(errno, 77);
    call = engine_enter();
    assert_int_equal(engine_leave(&call, EFAULT), -1);
    assert_int_equal(errno, EFAULT);
}

TEST(signals_wait_for_the_end_of_a_call)
{
    struct engine_call call;
    sigset_t mask, now;

    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    call = engine_enter();
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    engine_leave(&call, 0);
    assert_true(sigismember(&now, SIGPROF));
    assert_true(sigismember(&now, SIGINT));
    assert_false(sigismember(&now, SIGSEGV));
    assert_false(sigismember(&now, SIGBUS));
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    assert_memory_equal(&mask, &now, 8);
}

/* By fork, and by one of which no handler is called. */
TEST(a_fork_is_noticed_on_both_sides)
{
    for (int silent = 0; silent < 2; silent++) {
        struct engine_call call;
        pid_t child;

        noticed = 0;
        child = silent ? (pid_t)syscall(SYS_fork) : fork();
        if (child == 0) {
            call = engine_enter();
            engine_leave(&call, 0);
            _exit(noticed != (silent ? 100 : 101));
        }
        assert_int_equal(end_of(child), 0);
        assert_int_equal(noticed, silent ? 0 : 11);
    }
}

static void *call_often(void *count)
{
    struct engine_call call;

    for (int i = 0; i < 20000; i++) {
        call = engine_enter();
        ++*(volatile int *)count;
        engine_leave(&call, 0);
    }
    return NULL;
}

TEST(calls_of_threads_go_one_after_the_other)
{
    pthread_t threads[3];
    int count = 0;

    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &count),
                         0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(count, 60000);
}

static unsigned char *three; /* pages: writable, read-only, not there */
static size_t page;

static int set_up(void **state)
{
    static const struct engine forked = {.before_fork = notice_before,
                                         .after_fork = notice_after,
                                         .adopt_child = notice_adoption};
    struct engine_call call;

    (void)state;
    engine_current = &forked;
    call = engine_enter();
    engine_leave(&call, 0);
    page = (size_t)sysconf(_SC_PAGESIZE);
    three = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(three, 0x5a, 2 * page);
    return three == MAP_FAILED || mprotect(three + page, page, PROT_READ) ||
           munmap(three + 2 * page, page);
}

/* What is there can be read, and a read-only page not be written; no bytes are
 * always there, and memory has an end. */
TEST(each_probe_says_what_a_program_may_do)
{
    const struct {
        void *address;
        uint64_t bytes;
        bool readable, writable;
    } rows[] = {
        {three, page, true, true},
        {three + page - 1, 1, true, true},
        {three, 2 * page, true, false},
        {three + 3, page, true, false},
        {three + 2 * page - 1, 1, true, false},
        {three + 2 * page, 1, false, false},
        {three + 1, 2 * page, false, false},
        {NULL, 1, false, false},
        {NULL, 0, true, true},
        {three, UINT64_MAX, false, false},
        {three, UINT64_MAX - (uintptr_t)three + 2, false, false},
        {(void *)(UINTPTR_MAX - 3), 4, false, false},
        {(void *)UINT64_C(0x8000000000000000), 4, false, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(probe_readable(rows[k].address, rows[k].bytes),
                         rows[k].readable);
        assert_int_equal(probe_writable(rows[k].address, rows[k].bytes),
                         rows[k].writable);
    }
}

TEST(a_probe_changes_nothing)
{
    errno = 55;
    probe_writable(three, 2 * page);
    probe_readable(three, 3 * page);
    assert_int_equal(errno, 55);
    for (size_t i = 0; i < 2 * page; i++)
        assert_int_equal(three[i], 0x5a);
}

TESTS(set_up, NULL)
