/* SPDX-License-Identifier: MIT */
/* The engine on ptrace: what all engines do; and that what stops a program,
 * what it waits in and what it sees of other processes is as without it. */
#include <poll.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/ptrace.h>

#include "impls/own/live_test.h"
#include "registers.h"

static const struct tested tested = {
    .engine = &engine_ptrace,
    .needs = SYS_ptrace,
};

/* For processes that are not our children. */
static int handle_of(pid_t process)
{
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/* Wait for one to end; a minute is for ever. */
static bool ends(int handle)
{
    struct pollfd end = {.fd = handle, .events = POLLIN};
    bool ended = poll(&end, 1, 60000) == 1;

    close(handle);
    return ended;
}

/* A child that is profiled, and a handle of its tracer. */
static pid_t profiled_child(void (*ends_by)(void), int *tracer_handle)
{
    struct pollfd closed = {.events = POLLIN};
    int ends_of_pipe[2];
    pid_t child, id = 0;

    other[2] = 0;
    assert_int_equal(pipe(ends_of_pipe), 0);
    child = fork();
    if (child == 0) {
        start_on(buffer);
        id = tracer_of(getpid());
        if (write(ends_of_pipe[1], &id, sizeof id) != sizeof id)
            _exit(99);
        close(ends_of_pipe[1]);
        if (!counted(buffer))
            _exit(98);
        while (!atomic_load((_Atomic uint16_t *)&other[2]))
            spin();
        ends_by();
        _exit(97);
    }
    close(ends_of_pipe[1]);
    if (read(ends_of_pipe[0], &id, sizeof id) != sizeof id)
        id = 0;
    *tracer_handle = id > 0 ? handle_of(id) : -1;
    /* Nobody but the child held the other end: the tracer closed its own. */
    closed.fd = ends_of_pipe[0];
    assert_int_equal(poll(&closed, 1, 10000), 1);
    atomic_store((_Atomic uint16_t *)&other[2], 1);
    close(ends_of_pipe[0]);
    return child;
}

/* How often a process came to run. */
static unsigned long turns_of(pid_t process)
{
    unsigned long turns = 0;
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*u %*u %lu", &turns), 1);
    fclose(file);
    return turns;
}

/* Nor does anybody look at it each period. */
LIVE_TEST(a_process_that_sleeps_gets_no_ticks)
{
    const struct timespec nap = {.tv_nsec = 300000000};
    unsigned long turns;

    start_on(buffer);
    work(0.01);
    buffer[0] = 0;
    turns = turns_of(tracer_of(getpid()));
    assert_int_equal(nanosleep(&nap, NULL), 0);
    assert_in_range(turns_of(tracer_of(getpid())) - turns, 0, 100);
    assert_in_range(buffer[0], 0, 2);
    assert_true(counted_to(buffer, 5)); /* work wakes who looks */
}

static void sees_nobody(void)
{
    sigset_t all, pending;
    int handle, files = entries("/proc/self/fd");

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    start_on(buffer);
    handle = handle_of(tracer_of(getpid()));
    if (entries("/proc/self/fd") != files + 1 || tracer_of(getpid()) <= 0 ||
        waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
        _exit(1);
    stop();
    if (!ends(handle) || tracer_of(getpid()) != 0 ||
        waitpid(-1, NULL, WNOHANG | __WALL) != -1 || errno != ECHILD)
        _exit(2);
    sigpending(&pending);
    _exit(sigismember(&pending, SIGCHLD) ? 3 : 0);
}

LIVE_TEST(the_program_sees_no_child_and_no_descriptor)
{
    start_on(buffer);
    stop();
    for (int adopts = 0; adopts < 2; adopts++) { /* orphans */
        pid_t child = fork();

        if (child == 0) {
            prctl(PR_SET_CHILD_SUBREAPER, adopts, 0, 0, 0);
            sees_nobody();
        }
        assert_int_equal(end_of(child), 0);
    }
}

LIVE_TEST(where_somebody_traces_already_it_says_so)
{
    struct region region = everything(buffer);
    int status;
    pid_t child;

    child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(start(&region, 1, ENGINE_FAST) == -1 && errno == EPERM &&
                      deliver(NULL, 0) == EPERM
                  ? 0
                  : 1);
    }
    waitpid(child, &status, 0);
    if (!WIFSTOPPED(status))
        skip(); /* nobody can */
    ptrace(PTRACE_CONT, child, NULL, NULL);
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(any_number_can_be_a_pc)
{
    static const uint64_t pcs[] = {0,
                                   1,
                                   0x7fffffffefff,
                                   0x7fffffffffff,
                                   0x800000000000,
                                   0xffff7fffffffffff,
                                   0xffffffffff600000,
                                   UINT64_MAX};

    start_held_on(buffer);
    for (size_t i = 0; i < sizeof pcs / sizeof *pcs; i++) {
        struct region region =
            region_make(other, 2, pcs[i], 65536, 2, REGION_DOWN);

        other[0] = 0;
        assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
        count_at(pcs[i] - 1, 2);
        count_at(pcs[i], 3);
        assert_int_equal(other[0], 3);
    }
}

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
    int tracer_handle, status;
    siginfo_t info;
    pid_t child;

    start_on(buffer);
    stop();
    child = profiled_child(stop_again_and_again, &tracer_handle);
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
    assert_true(tracer_handle < 0 || ends(tracer_handle));
}

static volatile int taken, sum;

static void take(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
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

/* What a child that waits in epoll ends with, its tracer having stopped it
 * there, and sent a signal too or not. */
static int waits_and_is_stopped(bool and_signalled)
{
    int status, result;
    registers now;
    pid_t child = fork();

    if (child == 0) {
        struct epoll_event event;

        signal(SIGUSR1, and_signalled ? (void (*)(int))spin : SIG_DFL);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        result = epoll_wait(epoll_create1(0), &event, 1, 50);
        _exit(result == 0 ? 10 : errno == EINTR ? 11 : 12);
    }
    waitpid(child, &status, 0);
    ptrace(PTRACE_DETACH, child, NULL, NULL);
    if (ptrace(PTRACE_SEIZE, child, NULL, NULL) != 0)
        return -1;
    for (;;) { /* until it is in that call */
        ptrace(PTRACE_INTERRUPT, child, NULL, NULL);
        waitpid(child, &status, 0);
        if (!registers_read(child, &now))
            return -2;
        if (registers_fails_by_stop(&now))
            break;
        ptrace(PTRACE_CONT, child, NULL, NULL);
        sched_yield();
    }
    registers_restart(child);
    if (and_signalled)
        kill(child, SIGUSR1);
    ptrace(PTRACE_DETACH, child, NULL, NULL);
    return end_of(child);
}

LIVE_TEST(a_call_that_a_stop_ends_is_made_again_unless_a_handler_ran)
{
    start_on(buffer);
    stop();
    assert_int_equal(waits_and_is_stopped(false), 10);
    assert_int_equal(waits_and_is_stopped(true), 11);
}

static void *become_sh_in_thread(void *unused)
{
    become_sh();
    return unused;
}

static void exec_in_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, become_sh_in_thread, NULL);
    for (;;)
        spin();
}

LIVE_TEST(a_vfork_and_its_program_are_not_traced)
{
    pid_t child;

    start_on(buffer);
    child = vfork();
    if (child == 0)
        become_sh();
    assert_int_equal(end_of(child), 0);
    buffer[0] = 0;
    assert_true(counted(buffer));
}

LIVE_TEST(a_process_made_by_clone_is_let_go)
{
    pid_t child;
    int status;

    start_on(buffer);
    child = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, 0);
    if (child == 0) {
        while (tracer_of((pid_t)syscall(SYS_getpid)) > 0)
            spin();
        _exit(7);
    }
    assert_int_equal(waitpid(child, &status, __WALL), child);
    assert_int_equal(status, 7 << 8);
}

LIVE_TEST(a_killed_tracer_leaves_the_program_running)
{
    int threads = entries("/proc/self/task"), handle;
    uint16_t before;

    start_on(buffer);
    kill(tracer_of(getpid()), SIGKILL);
    ASSERT_IN_CHILD((stop(), entries("/proc/self/task") == 3));
    stop();
    assert_true(threads_left_are(threads));
    start_on(buffer);
    handle = handle_of(tracer_of(getpid()));
    kill(tracer_of(getpid()), SIGKILL);
    assert_true(ends(handle));
    while (engine_current->is_on()) /* the thread that waits has to notice */
        sched_yield();
    before = buffer[0];
    work(0.02);
    assert_int_equal(buffer[0], before);
    assert_int_equal(tracer_of(getpid()), 0);
    hold(false);
    start_on(buffer);
    buffer[0] = 0;
    assert_true(counted(buffer));
}

static void by_exit(void)
{
    _exit(5);
}

static void by_signal(void)
{
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
}

static void by_kill(void)
{
    raise(SIGKILL);
}

/* The program has none of the faults of counting, and all of its own. */
static void by_fault(void)
{
    signal(SIGSEGV, SIG_DFL);
    mprotect(other, BYTES, PROT_NONE);
    other[0]++;
}

static void *exit_later(void *unused)
{
    work(0.02);
    _exit(6);
    return unused;
}

static void by_another_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, exit_later, NULL);
    pthread_exit(NULL);
}

LIVE_TEST(however_a_process_ends_so_does_its_tracer)
{
    static const struct {
        void (*by)(void);
        int end;
    } ways[] = {
        {by_exit, 5},           {by_signal, -SIGTERM}, {by_kill, -SIGKILL},
        {by_fault, -SIGSEGV},   {become_sh, 0},        {exec_in_thread, 0},
        {by_another_thread, 6},
    };

    start_on(buffer);
    stop();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int tracer_handle;
        pid_t child = profiled_child(ways[i].by, &tracer_handle);

        assert_int_equal(end_of(child), ways[i].end);
        assert_true(tracer_handle < 0 || ends(tracer_handle));
    }
}

TESTS(NULL, NULL)
