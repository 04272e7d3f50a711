/* SPDX-License-Identifier: MIT */
/* What stops a program, and what it waits in, is as without the engine. */
#include "fixture.h"
#include "reference/unit_test.h"

#include <sys/epoll.h>

/* Not again before its parent saw that it went on. */
static void stop_again_and_again(void)
{
    for (;;) {
        raise(SIGSTOP);
        other[1]++;
        buffer[0] = 0;
        if (!counted(buffer))
            _exit(1);
        while (atomic_load((_Atomic uint16_t *)&other[3]) != other[1])
            spin();
    }
}

/* Whoever waits for the process sees it stop and go on. */
LIVE_TEST(a_stopped_process_stays_stopped_until_it_is_continued)
{
    int tracer, status;
    siginfo_t info;
    pid_t child;

    start_on(buffer);
    stop();
    child = profiled_child(stop_again_and_again, &tracer);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(waitpid(child, &status, WUNTRACED), child);
        assert_true(WIFSTOPPED(status));
        assert_int_equal(WSTOPSIG(status), SIGSTOP);
        work(0.01); /* it might go on meanwhile */
        assert_int_equal(other[1], i);
        info.si_pid = 0;
        assert_int_equal(
            waitid(P_PID, (id_t)child, &info, WCONTINUED | WNOHANG), 0);
        assert_int_equal(info.si_pid, 0);
        kill(child, SIGCONT);
        assert_int_equal(waitpid(child, &status, WCONTINUED), child);
        assert_true(WIFCONTINUED(status));
        atomic_fetch_add((_Atomic uint16_t *)&other[3], 1);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    while (WIFSTOPPED(status))
        waitpid(child, &status, 0);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_true(tracer < 0 || ends(tracer));
}

static volatile int taken, sum;

static void take(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    taken++;
    sum += info->si_value.sival_int;
}

LIVE_TEST(signals_arrive_as_they_were_sent)
{
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO};

    start_on(buffer);
    taken = sum = 0;
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
    for (int i = 1; i <= 1000; i++)
        sigqueue(getpid(), i % 2 ? SIGUSR1 : SIGTRAP,
                 (union sigval){.sival_int = i});
    signal(SIGUSR1, SIG_DFL);
    signal(SIGTRAP, SIG_DFL);
    assert_int_equal(taken, 1000);
    assert_int_equal(sum, 500500);
}

static void *work_long(void *done)
{
    while (!atomic_load((atomic_bool *)done))
        spin();
    return NULL;
}

/* It comes to wait as another thread keeps the tracer busy. */
LIVE_TEST(no_system_call_fails_by_a_tick)
{
    struct epoll_event event;
    int empty = epoll_create1(0);
    struct timespec nap = {.tv_nsec = 500000};
    atomic_bool done = false;
    pthread_t thread;

    start_on(buffer);
    pthread_create(&thread, NULL, work_long, &done);
    for (int i = 0; i < 100; i++) {
        work(0.0005);
        assert_int_equal(epoll_wait(empty, &event, 1, 1), 0);
        assert_int_equal(nanosleep(&nap, NULL), 0);
    }
    atomic_store(&done, true);
    pthread_join(thread, NULL);
    close(empty);
}

TESTS(NULL, NULL)
