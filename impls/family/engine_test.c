/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine_fixture.h"
#include "reference/unit_test.h"

static int before, after, adopted;

static void count_before(void)
{
    before++;
}

static void count_after(void)
{
    after++;
}

static void count_adopted(void)
{
    adopted++;
}

static const struct engine forked_engine = {
    .name = "forked",
    .before_fork = count_before,
    .after_fork = count_after,
    .adopt_child = count_adopted,
};

static int use_forked_engine(void **state)
{
    struct engine_call call;

    (void)state;
    engine_current = &forked_engine;
    engine_enter(&call);
    return engine_leave(&call, 0);
}

TEST(an_error_is_told_by_errno_and_minus_1)
{
    struct engine_call call;

    errno = 77;
    engine_enter(&call);
    errno = 78;
    assert_int_equal(engine_leave(&call, 0), 0);
    assert_int_equal(errno, 77);
    engine_enter(&call);
    assert_int_equal(engine_leave(&call, EFAULT), -1);
    assert_int_equal(errno, EFAULT);
}

TEST(signals_wait_for_the_end_of_a_call)
{
    struct engine_call call;
    sigset_t mask, now;

    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    engine_enter(&call);
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    engine_leave(&call, 0);
    assert_true(sigismember(&now, SIGPROF));
    assert_true(sigismember(&now, SIGINT));
    assert_false(sigismember(&now, SIGSEGV));
    assert_false(sigismember(&now, SIGBUS));
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    assert_memory_equal(&mask, &now, 8);
}

static int status_of(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    return status;
}

TEST(a_fork_is_told_on_both_sides)
{
    pid_t child;
    struct engine_call call;

    before = after = adopted = 0;
    child = fork();
    if (child == 0) {
        engine_enter(&call);
        engine_leave(&call, 0);
        _exit(before == 1 && after == 0 && adopted == 1 ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
    assert_int_equal(before, 1);
    assert_int_equal(after, 1);
    assert_int_equal(adopted, 0);
}

TEST(a_fork_that_tells_nobody_is_noticed_at_the_next_call)
{
    pid_t child;
    struct engine_call call;

    before = after = adopted = 0;
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        engine_enter(&call);
        engine_leave(&call, 0);
        _exit(before == 0 && adopted == 1 ? 0 : 1);
    }
    assert_int_equal(status_of(child), 0);
}

static void *call_often(void *count)
{
    struct engine_call call;

    for (int i = 0; i < 20000; i++) {
        engine_enter(&call);
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

TESTS(use_forked_engine, NULL)
