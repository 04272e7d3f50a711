/* SPDX-License-Identifier: MIT */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/observe/traced_test.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"

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
