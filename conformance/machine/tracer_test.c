/* SPDX-License-Identifier: MIT */
/* A body, run traced, says by its exit status whether it found things as they
 * should be. */
#include "tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/observe/seen_test.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"

enum { GOOD = 42, BAD = 43 };

/* How a tracer ends that runs this, by end_of. */
static int traced_end(void (*body)(void *context), void *context)
{
    pid_t tracer = fork();

    if (tracer == 0) {
        tracer_run(body, context);
        _exit(BAD);
    }
    return end_of(tracer);
}

/* A test that is run traced. */
#define TRACED_TEST(name)                                                      \
    static void body_of_##name(void);                                          \
    static void traced_##name(void *unused)                                    \
    {                                                                          \
        (void)unused;                                                          \
        body_of_##name();                                                      \
        _exit(GOOD);                                                           \
    }                                                                          \
    TEST(name)                                                                 \
    {                                                                          \
        assert_int_equal(traced_end(traced_##name, NULL), GOOD);               \
    }                                                                          \
    static void body_of_##name(void)

static void demand(bool condition)
{
    if (!condition)
        _exit(BAD);
}

static void demand_delivered(const struct tick *ticks, size_t count)
{
    seen_count = 0;
    demand(tracer_ticks(ticks, count));
    demand(saw(ticks, count));
}

TRACED_TEST(every_pc_is_delivered_exactly)
{
    static const int flags[] = {0, SA_RESTART, SA_NODEFER, SA_ONSTACK};
    static unsigned char other_stack[1 << 16];
    const stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    struct tick ticks[EDGES];
    size_t count = edges(ticks);

    sigaltstack(&stack, NULL);
    for (size_t k = 0; k < 2 * COUNT(flags); k++) {
        handle(flags[k / 2], k % 2);
        demand_delivered(ticks, count);
    }
}

TRACED_TEST(a_row_may_be_of_any_length)
{
    static struct tick ticks[SEEN];

    handle(0, true);
    for (unsigned k = 0; k < SEEN; k++)
        ticks[k] = (struct tick){0x10000000 + k, 1};
    for (size_t count = 0; count <= SEEN; count += 64) {
        demand_delivered(ticks, count);
        demand_delivered(ticks, count ? count - 1 : 0);
    }
}

TRACED_TEST(the_mask_is_as_it_was)
{
    const struct tick tick = {0x10000000, 1};
    sigset_t before, after;

    handle(0, true);
    sigemptyset(&before);
    sigaddset(&before, SIGPWR);
    sigaddset(&before, SIGUSR2);
    sigprocmask(SIG_SETMASK, &before, NULL);
    demand_delivered(&tick, 1);
    sigprocmask(SIG_BLOCK, NULL, &after);
    for (int s = 1; s < NSIG; s++)
        demand(sigismember(&before, s) == sigismember(&after, s));
    sigpending(&after);
    demand(sigismember(&after, SIGPWR) == 0);
}

TRACED_TEST(ticks_that_cannot_be_read_are_refused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct tick *ticks = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t count = page / sizeof *ticks;

    handle(0, true);
    for (size_t k = 0; k < count; k++)
        ticks[k] = (struct tick){k, 1};
    munmap((unsigned char *)ticks + page, page);
    demand(!tracer_ticks((const struct tick *)8, 1));
    demand(seen_count == 0);
    demand(!tracer_ticks(ticks, count + 1));
    demand_delivered(ticks, 3);
}

static void lose_the_handler(void *unused)
{
    const struct tick ticks[] = {{0x10000000, 3}, {0x10000004, 1}, {8, 2}};

    for (last_taken = 1; last_taken <= 6; last_taken++) {
        handle(0, last_taken % 2);
        demand(tracer_ticks(ticks, COUNT(ticks)));
        demand(seen_count == last_taken);
        signal_action(SIG_IGN);
    }
    (void)unused;
    _exit(GOOD);
}

TEST(none_is_sent_once_the_handler_has_gone)
{
    assert_int_equal(traced_end(lose_the_handler, NULL), GOOD);
}

/* As where /proc is not mounted. */
TEST(where_proc_does_not_say_so_the_process_is_asked)
{
    ASSERT_IN_CHILD(forbid(SYS_openat, ENOENT) &&
                    traced_end(lose_the_handler, NULL) == GOOD);
}

/* In the handler of each: a child that has ticks of its own.  One more than
 * can be. */
static void tick_in_tick(int signal)
{
    static const struct tick tick = {0x10000000, 1};
    static int depth;
    sigset_t none;
    pid_t child = fork();

    (void)signal;
    if (child == 0) {
        depth++;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        demand(tracer_ticks(&tick, 1) == (depth < TRACER_ROWS));
        _exit(GOOD);
    }
    demand(end_of(child) == GOOD);
}

TRACED_TEST(rows_may_be_open_at_the_same_time)
{
    const struct tick tick = {0x10000000, 1};

    signal(SIGPROF, tick_in_tick);
    demand(tracer_ticks(&tick, 1));
}

/* In each of some generations: before there is a child, beside it, after. */
TRACED_TEST(children_are_traced_too)
{
    const struct tick tick = {0x10000000, 3};
    int left = 3;
    pid_t child = 0;

    handle(0, true);
    while (child == 0 && left-- > 0) {
        demand_delivered(&tick, 1);
        child = fork();
    }
    demand_delivered(&tick, 1);
    if (child != 0) {
        demand(end_of(child) == GOOD);
        demand_delivered(&tick, 1);
    }
}

TRACED_TEST(another_program_is_let_go)
{
    execl("/bin/sh", "sh", "-c",
          "while read name value; do"
          " [ $name = TracerPid: ] && [ $value = 0 ] && exit 42;"
          " done < /proc/self/status; exit 43",
          (char *)NULL);
    _exit(44);
}

/* A program that reads from one pipe, where nothing comes, and holds on to
 * the other. */
static void read_for_ever(void *context)
{
    const int *ends = context;

    dup2(ends[0], STDIN_FILENO);
    dup2(ends[3], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", "echo; read line", (char *)NULL);
    _exit(BAD);
}

TEST(another_program_ends_with_its_tracer)
{
    int ends[4];
    pid_t tracer;
    char byte;

    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(pipe2(ends + 2, O_CLOEXEC), 0);
    tracer = fork();
    if (tracer == 0)
        _exit(tracer_run(read_for_ever, ends));
    close(ends[3]);
    alarm(60);
    assert_int_equal(read(ends[2], &byte, 1), 1);
    kill(tracer, SIGKILL);
    assert_int_equal(read(ends[2], &byte, 1), 0);
    alarm(0);
    assert_int_equal(end_of(tracer), -SIGKILL);
    for (int k = 0; k < 3; k++)
        close(ends[k]);
}

static void end_so(void *context)
{
    int signal = *(int *)context;

    if (signal == 0)
        _exit(7);
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    raise(signal);
    _exit(8);
}

TEST(the_tracer_ends_as_the_traced_does)
{
    int signals[] = {SIGKILL, SIGTRAP, SIGPWR, SIGPROF, SIGSEGV, SIGTERM},
        none = 0;

    assert_int_equal(traced_end(end_so, &none), 7);
    for (size_t k = 0; k < COUNT(signals); k++)
        assert_int_equal(traced_end(end_so, &signals[k]), -signals[k]);
}

static void come_to_an_end(void *context)
{
    (void)context;
}

TEST(a_body_may_just_return)
{
    assert_int_equal(traced_end(come_to_an_end, NULL), 0);
}

static void exit_in_tick(int signal)
{
    (void)signal;
    _exit(GOOD);
}

static void exec_in_tick(int signal)
{
    (void)signal;
    execl("/bin/sh", "sh", "-c", "exit 42", (char *)NULL);
    _exit(BAD);
}

TRACED_TEST(who_ends_in_a_tick_leaves_its_row)
{
    void (*const ends[])(int) = {exit_in_tick, exec_in_tick};
    const struct tick tick = {0x10000000, 1};

    for (int k = 0; k < 2 * (TRACER_ROWS + 1); k++) {
        pid_t child = fork();

        if (child == 0) {
            signal(SIGPROF, ends[k % 2]);
            tracer_ticks(&tick, 1);
            _exit(BAD);
        }
        demand(end_of(child) == GOOD);
    }
}

enum { FILES = 64 };

static bool was_open[FILES];

static void compare_files(void *unused)
{
    (void)unused;
    for (int k = 0; k < FILES; k++)
        demand(was_open[k] == (fcntl(k, F_GETFD) >= 0));
    _exit(GOOD);
}

TEST(no_descriptor_is_left_open)
{
    for (int k = 0; k < FILES; k++)
        was_open[k] = fcntl(k, F_GETFD) >= 0;
    assert_int_equal(traced_end(compare_files, NULL), GOOD);
}

TEST(where_ptrace_is_forbidden_it_says_so)
{
    ASSERT_IN_CHILD(forbid(SYS_ptrace, EPERM) &&
                    tracer_run(come_to_an_end, NULL) == EPERM &&
                    waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
}

int main(void)
{
    const struct rlimit no_core = {0, 0};

    setrlimit(RLIMIT_CORE, &no_core);
    return RUN_TESTS(NULL, NULL);
}
