/* SPDX-License-Identifier: MIT */
/* The engine over fork, exec, and whoever dies first. */
#include "fixture.h"
#include "reference/unit_test.h"

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

LIVE_TEST(exec_ends_it_and_the_new_program_lives)
{
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

LIVE_TEST(a_vfork_and_its_program_are_not_traced)
{
    pid_t child;

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
    int tracer;
    uint16_t before;

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

LIVE_TEST(off_and_fork_are_well_after_the_tracer_was_killed)
{
    int threads = entries("/proc/self/task");
    pid_t child;

    start_on(buffer);
    kill(engine_ptrace_tracer(), SIGKILL);
    child = fork();
    if (child == 0) {
        stop();
        _exit(entries("/proc/self/task") == 3 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
    stop();
    assert_true(threads_left_are(threads));
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
        {by_exit, 5},         {by_signal, -SIGTERM}, {by_kill, -SIGKILL},
        {by_fault, -SIGSEGV}, {by_other_program, 0}, {by_another_thread, 6},
    };

    start_on(buffer);
    stop();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int tracer;
        pid_t child = profiled_child(ways[i].by, &tracer);

        assert_int_equal(end_of(child), ways[i].end);
        assert_true(tracer < 0 || ends(tracer));
    }
}

ENLIST(after_fork_both_count_each_in_its_own_copy, set_up, tear_down)
ENLIST(memory_that_is_shared_has_the_ticks_of_both, set_up, tear_down)
ENLIST(a_fork_that_tells_nobody_is_noticed_at_the_next_call, set_up, tear_down)
ENLIST(a_child_that_may_not_be_profiled_is_off_and_says_so, set_up, tear_down)

TESTS(NULL, NULL)
