/* SPDX-License-Identifier: MIT */
/* What fork and exec keep, and what one process may do with another. */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/delivery/execute.h"
#include "measure.h"

/* The exit status of a child that does this; less than 0: it had none. */
static int measure_process_child(int (*body)(void))
{
    pid_t pid = fork();
    int status;

    if (pid == 0)
        _exit(body());
    if (pid < 0)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int has_timer(void)
{
    struct itimerval prof;

    getitimer(ITIMER_PROF, &prof);
    return prof.it_value.tv_sec != 0 || prof.it_value.tv_usec != 0;
}

static int has_pending(void)
{
    sigset_t pending;

    sigpending(&pending);
    return sigismember(&pending, SIGPROF) == 1;
}

static void inherited(struct host_fact *fact, int status, const char *what)
{
    if (status < 0)
        measured(fact, HOST_UNKNOWN, "a child of fork did not tell");
    else
        measured(fact, status ? HOST_BROKEN : HOST_RIGHT,
                 "a child of fork has %s%s", status ? "" : "not ", what);
}

void measure_fork_timer(struct host_fact *fact)
{
    measure_arm(CLOCK_CALLER_SECONDS * 1000000L, 0);
    inherited(fact, measure_process_child(has_timer),
              "its parent's ITIMER_PROF");
}

void measure_fork_pending(struct host_fact *fact)
{
    measure_block(true);
    raise(SIGPROF);
    inherited(fact, measure_process_child(has_pending),
              "the signals that wait for its parent");
}

static int exec_and_look(void)
{
    char program[512];

    execute_find_program(program, sizeof program);
    execute_exec_again(program, EXEC_LOOK);
    return -1;
}

/* What the new program found; less than 0: there was none, and the fact says
 * so. */
static int look_after_exec(int (*body)(void), struct host_fact *fact)
{
    int status = measure_process_child(body);

    if (status >= EXEC_FOUND && status <= EXEC_FOUND_MOST)
        return status - EXEC_FOUND;
    measured(fact, HOST_UNKNOWN, "this program can't become itself again");
    return -1;
}

void measure_exec(struct host_fact *fact)
{
    if (look_after_exec(exec_and_look, fact) >= 0)
        measured(fact, HOST_RIGHT, "this program can become itself again");
    else
        fact->state = HOST_BROKEN;
}

/* Have a tick of a timer wait. */
static bool let_a_tick_wait(void)
{
    const struct itimerspec soon = {.it_value = {0, 1}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    timer_t timer;

    measure_block(true);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_settime(timer, 0, &soon, NULL) != 0)
        return false;
    while (!has_pending())
        sched_yield();
    return true;
}

static int wait_and_exec(void)
{
    return let_a_tick_wait() ? exec_and_look() : -1;
}

void measure_exec_pending(struct host_fact *fact)
{
    int found = look_after_exec(wait_and_exec, fact);

    if (found >= 0 && found & EXEC_FOUND_PENDING)
        measured(fact, HOST_BROKEN,
                 "a POSIX timer's signal that waits at exec reaches the new "
                 "program, and may kill it");
    else if (found >= 0)
        measured(fact, HOST_RIGHT,
                 "a POSIX timer's signal that waits at exec is gone then");
}

static int arm_and_exec(void)
{
    measure_arm(CLOCK_CALLER_SECONDS * 1000000L, 0);
    return exec_and_look();
}

void measure_exec_timer(struct host_fact *fact)
{
    int found = look_after_exec(arm_and_exec, fact);

    if (found >= 0)
        measured(fact, found & EXEC_FOUND_TIMER ? HOST_RIGHT : HOST_BROKEN,
                 "ITIMER_PROF %s exec",
                 found & EXEC_FOUND_TIMER ? "goes on after" : "ends at");
}

void measure_perf(struct host_fact *fact)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_type = PERF_SAMPLE_IP,
        .exclude_kernel = 1,
        .disabled = 1,
        .sample_period = 1000000,
    };
    long event = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);

    if (event < 0)
        measured(fact, HOST_ABSENT, "perf_event_open: %s", strerror(errno));
    else
        measured(fact, HOST_RIGHT, "perf_event_open samples this process");
}

void measure_ptrace(struct host_fact *fact)
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(errno);
        raise(SIGSTOP);
        _exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        measured(fact, HOST_UNKNOWN, "fork: %s", strerror(errno));
        return;
    }
    if (!WIFSTOPPED(status)) {
        measured(fact, HOST_ABSENT, "a child can't be traced: %s",
                 strerror(WEXITSTATUS(status)));
        return;
    }
    ptrace(PTRACE_CONT, pid, NULL, NULL);
    waitpid(pid, &status, 0);
    measured(fact, HOST_RIGHT, "a child can be traced");
}

static int is_first_process(void)
{
    return getpid() == 1;
}

void measure_namespace(struct host_fact *fact)
{
    if (unshare(CLONE_NEWPID) != 0 &&
        unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        measured(fact, HOST_ABSENT, "there can be no PID namespace: %s",
                 strerror(errno));
    else if (measure_process_child(is_first_process) == 1)
        measured(fact, HOST_RIGHT,
                 "a case can have a PID namespace of its own");
    else
        measured(fact, HOST_ABSENT,
                 "a PID namespace can be had, but no first "
                 "process in it");
}
