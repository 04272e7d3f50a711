/* SPDX-License-Identifier: MIT */
/* The engine over fork, exec, signals, and whoever dies first. */
#include "fixture.h"

#include <sys/epoll.h>

static void after_fork_both_count_each_in_its_own_copy(void **state)
{
    uint16_t parents;
    pid_t child;

    (void)state;
    start_on(buffer);
    assert_true(counted(buffer));
    child = fork();
    if (child == 0) {
        parents = buffer[0];
        work(0.1);
        stop();
        _exit(parents >= 1 && buffer[0] >= parents + 20 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
    parents = buffer[0];
    work(0.05);
    assert_true(buffer[0] > parents);
}

static void memory_that_is_shared_has_the_ticks_of_both(void **state)
{
    pid_t child;

    (void)state;
    hold(true);
    start_on(other);
    tick_at(5, 10);
    child = fork();
    if (child == 0) {
        tick_at(5, 2000);
        _exit(0);
    }
    tick_at(5, 3000);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(other[0], 5010);
}

static void a_fork_that_tells_nobody_is_noticed_at_the_next_call(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        hold(false);
        buffer[0] = 0;
        _exit(counted(buffer) && tracer_of(getpid()) > 0 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static void a_child_that_may_not_be_traced_is_off_and_says_so(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = fork();
    if (child == 0) {
        if (engine_ptrace_refused() != 0 || !forbid_ptrace(EACCES))
            _exit(1);
        child = fork();
        if (child == 0)
            _exit(engine_ptrace_refused() == EACCES && !engine_is_on() ? 0
                                                                       : 2);
        _exit(end_of(child));
    }
    assert_int_equal(end_of(child), 0);
}

/* Says by its status whether anything of ours is left there. */
static const char after_exec[] =
    "grep -q '^TracerPid:[[:space:]]*0$' /proc/$$/status &&"
    " grep -q '^Threads:[[:space:]]*1$' /proc/$$/status &&"
    " grep -q '^ShdPnd:[[:space:]]*0*$' /proc/$$/status &&"
    " { read -r left </proc/$$/task/$$/children; test -z \"$left\"; }";

static void become_sh(void)
{
    execlp("sh", "sh", "-c", after_exec, (char *)NULL);
    _exit(127);
}

static void *become_sh_in_thread(void *unused)
{
    become_sh();
    return unused;
}

static void exec_ends_it_and_the_new_program_lives(void **state)
{
    (void)state;
    start_on(buffer);
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        pid_t child = fork();
        pthread_t thread;

        if (child == 0) {
            if (!in_thread)
                become_sh();
            pthread_create(&thread, NULL, become_sh_in_thread, NULL);
            for (;;)
                spin();
        }
        assert_int_equal(end_of(child), 0);
    }
}

static void a_vfork_and_its_program_are_not_traced(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = vfork();
    if (child == 0) {
        execlp("sh", "sh", "-c", after_exec, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(end_of(child), 0);
    buffer[0] = 0;
    assert_true(counted(buffer));
}

static void a_process_made_by_clone_is_let_go(void **state)
{
    pid_t child;
    int status;

    (void)state;
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

static void a_killed_tracer_leaves_the_program_running(void **state)
{
    int tracer;
    uint16_t before;

    (void)state;
    start_on(buffer);
    tracer = handle_of(engine_ptrace_tracer());
    kill(engine_ptrace_tracer(), SIGKILL);
    assert_true(ends(tracer));
    while (engine_is_on()) /* the thread that waits has to notice */
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

static void off_and_fork_are_well_after_the_tracer_was_killed(void **state)
{
    int threads = entries("/proc/self/task");
    pid_t child;

    (void)state;
    start_on(buffer);
    kill(engine_ptrace_tracer(), SIGKILL);
    child = fork();
    if (child == 0) {
        stop();
        _exit(entries("/proc/self/task") == 3 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
    stop();
    assert_int_equal(entries("/proc/self/task"), threads);
}

/* A child that is profiled, in a pipe the handle of its tracer's. */
static pid_t profiled_child(void (*ends_by)(void), int *tracer)
{
    int ends_of_pipe[2];
    pid_t child, id = 0;

    assert_int_equal(pipe(ends_of_pipe), 0);
    child = fork();
    if (child == 0) {
        start_on(buffer);
        id = engine_ptrace_tracer();
        if (write(ends_of_pipe[1], &id, sizeof id) != sizeof id)
            _exit(99);
        close(ends_of_pipe[1]);
        if (!counted(buffer))
            _exit(98);
        ends_by();
        _exit(97);
    }
    close(ends_of_pipe[1]);
    if (read(ends_of_pipe[0], &id, sizeof id) != sizeof id)
        id = 0;
    *tracer = id > 0 ? handle_of(id) : -1;
    /* Nobody but the child held the other end: the tracer closed its own. */
    if (*tracer >= 0)
        assert_int_equal(read(ends_of_pipe[0], &id, sizeof id), 0);
    close(ends_of_pipe[0]);
    return child;
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

static void by_fault(void)
{
    signal(SIGSEGV, SIG_DFL);
    mprotect(other, BYTES, PROT_NONE);
    other[0]++;
}

static void by_other_program(void)
{
    execlp("true", "true", (char *)NULL);
}

static void *exit_later(void *unused)
{
    work(0.02);
    exit(6);
    return unused;
}

static void by_another_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, exit_later, NULL);
    pthread_exit(NULL);
}

static void however_a_process_ends_so_does_its_tracer(void **state)
{
    static const struct {
        void (*by)(void);
        int end;
    } ways[] = {
        {by_exit, 5},         {by_signal, -SIGTERM},  {by_kill, -SIGKILL},
        {by_fault, -SIGSEGV}, {by_other_program, 0}, {by_another_thread, 6},
    };

    (void)state;
    start_on(buffer);
    stop();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int tracer;
        pid_t child = profiled_child(ways[i].by, &tracer);

        assert_int_equal(end_of(child), ways[i].end);
        assert_true(tracer < 0 || ends(tracer));
    }
}

static void stop_again_and_again(void)
{
    for (;;) {
        raise(SIGSTOP);
        buffer[0] = 0;
        if (!counted(buffer))
            _exit(1);
    }
}

/* Whoever waits for the process sees it stop and go on. */
static void a_stopped_process_stays_stopped_until_it_is_continued(void **state)
{
    int tracer, status;
    siginfo_t info;
    pid_t child;

    (void)state;
    start_on(buffer);
    stop();
    child = profiled_child(stop_again_and_again, &tracer);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(waitpid(child, &status, WUNTRACED), child);
        assert_true(WIFSTOPPED(status));
        assert_int_equal(WSTOPSIG(status), SIGSTOP);
        info.si_pid = 0;
        assert_int_equal(waitid(P_PID, (id_t)child, &info,
                                WCONTINUED | WNOHANG), 0);
        assert_int_equal(info.si_pid, 0);
        kill(child, SIGCONT);
        assert_int_equal(waitpid(child, &status, WCONTINUED), child);
        assert_true(WIFCONTINUED(status));
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

static void signals_arrive_as_they_were_sent(void **state)
{
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO};

    (void)state;
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
static void no_system_call_fails_by_a_tick(void **state)
{
    struct epoll_event event;
    int empty = epoll_create1(0);
    struct timespec nap = {.tv_nsec = 500000};
    atomic_bool done = false;
    pthread_t thread;

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_fork_both_count_each_in_its_own_copy),
        TEST(memory_that_is_shared_has_the_ticks_of_both),
        TEST(a_fork_that_tells_nobody_is_noticed_at_the_next_call),
        TEST(a_child_that_may_not_be_traced_is_off_and_says_so),
        TEST(exec_ends_it_and_the_new_program_lives),
        TEST(a_vfork_and_its_program_are_not_traced),
        TEST(a_process_made_by_clone_is_let_go),
        TEST(a_killed_tracer_leaves_the_program_running),
        TEST(off_and_fork_are_well_after_the_tracer_was_killed),
        TEST(however_a_process_ends_so_does_its_tracer),
        TEST(a_stopped_process_stays_stopped_until_it_is_continued),
        TEST(signals_arrive_as_they_were_sent),
        TEST(no_system_call_fails_by_a_tick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
