/* SPDX-License-Identifier: MIT */
#include "tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contain.h"
#include "tracer_row.h"

#if ARCH_TRACES

#include <sys/ptrace.h>

static void tracer_resume(enum __ptrace_request how, pid_t pid, int signal)
{
    ptrace(how, pid, NULL, (void *)(intptr_t)signal);
}

/* Whether the signal of a stop comes from a timer, not from a process. */
static bool of_timer(pid_t pid)
{
    siginfo_t info;

    return ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) == 0 &&
           (info.si_code == SI_KERNEL || info.si_code == SI_TIMER);
}

static void signalled(struct tracer_row *rows, pid_t pid, int signal)
{
    if (signal == SIGPWR && row_stop(rows, pid))
        return;
    if (signal == SIGPROF && row_of(rows, pid) && of_timer(pid))
        signal = 0;
    tracer_resume(PTRACE_CONT, pid, signal);
}

static void forget(struct tracer_row *rows, pid_t pid)
{
    struct tracer_row *row = row_of(rows, pid);

    if (row)
        row->pid = 0;
}

static void tracer_stopped(struct tracer_row *rows, pid_t pid, int status)
{
    switch (status >> 16) {
    case 0: signalled(rows, pid, WSTOPSIG(status)); break;
    case PTRACE_EVENT_EXEC:
        forget(rows, pid);
        tracer_resume(PTRACE_DETACH, pid, 0);
        break;
    case PTRACE_EVENT_STOP:
        /* SIGTRAP: a new child.  Else its group stopped, and stays so. */
        tracer_resume(WSTOPSIG(status) == SIGTRAP ? PTRACE_CONT : PTRACE_LISTEN,
                      pid, 0);
        break;
    default: tracer_resume(PTRACE_CONT, pid, 0);
    }
}

/* Returns how the process ended. */
static int tracer_trace(pid_t traced)
{
    static struct tracer_row rows[ROWS];

    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, __WALL);

        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            _exit(1);
        if (WIFSTOPPED(status)) {
            tracer_stopped(rows, pid, status);
            continue;
        }
        forget(rows, pid);
        if (pid == traced)
            return status;
    }
}

static _Noreturn void end_as(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t all;

        sigfillset(&all);
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* A session of its own: what it sends to its group is not for the tracer. */
static _Noreturn void be_traced(pid_t tracer, const int ends[2],
                                void (*body)(void *context), void *context)
{
    char word;
    ssize_t got;

    setsid();
    die_with_parent(tracer);
    close(ends[1]);
    got = read(ends[0], &word, 1);
    close(ends[0]);
    if (got == 1 && getppid() == tracer)
        body(context);
    _exit(0);
}

static int tracer_seize(pid_t pid)
{
    const long options = PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;

    return ptrace(PTRACE_SEIZE, pid, NULL, (void *)options) == 0 ? 0 : errno;
}

static int give_up(pid_t pid, int error)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return error;
}

int tracer_run(void (*body)(void *context), void *context)
{
    pid_t tracer = getpid(), pid;
    int ends[2], error;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    pid = fork();
    if (pid == 0)
        be_traced(tracer, ends, body, context);
    error = pid < 0 ? errno : tracer_seize(pid);
    if (!error && write(ends[1], "", 1) != 1)
        error = errno;
    close(ends[0]);
    close(ends[1]);
    if (error)
        return pid < 0 ? error : give_up(pid, error);
    end_as(tracer_trace(pid));
}

bool tracer_ticks(const struct tick *ticks, size_t count)
{
    static const struct timespec at_once;
    sigset_t stop, tick, mask;
    long answer;

    if (count == 0)
        return true;
    sigemptyset(&stop);
    sigaddset(&stop, SIGPWR);
    sigprocmask(SIG_UNBLOCK, &stop, &mask);
    answer = row_ask(getpid(), syscall(SYS_gettid), SIGPWR, SYS_tgkill, ticks,
                     count);
    sigemptyset(&tick);
    sigaddset(&tick, SIGPROF);
    while (sigtimedwait(&tick, NULL, &at_once) == SIGPROF)
        ;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return answer == 0;
}

#else

int tracer_run(void (*body)(void *context), void *context)
{
    (void)body;
    (void)context;
    return ENOSYS;
}

bool tracer_ticks(const struct tick *ticks, size_t count)
{
    (void)ticks;
    return count == 0;
}

#endif
