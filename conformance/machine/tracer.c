/* SPDX-License-Identifier: MIT */
#include "tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch.h"
#include "contain.h"

#if ARCH_TRACES

#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

enum { ROW_PORTION = 64 };

/* The ticks that a process asked for. */
struct tracer_row {
    pid_t pid;                    /* whose; 0: there is no row */
    struct user_regs_struct home; /* where it asked, to return to */
    uint64_t unread;              /* address, over there, of further ticks */
    size_t unread_count;
    struct tick ticks[ROW_PORTION];
    size_t at, count; /* in ticks */
    uint32_t given;   /* times that ticks[at] was delivered */
    bool looking;     /* whether the next one is taken */
    bool opened;      /* its file of /proc, or that was tried */
    int stat;         /* that file */
};

/*
 * How a process asks: a tgkill of itself that ends at row_asked, called as
 * tgkill's arguments, its number, then the ticks and how many there are.
 * Returns 0 where all were delivered.  SIGPROF is blocked after it.
 */
long row_ask(long pid, long tid, long signal, long number,
             const struct tick *ticks, size_t count);
extern const char row_asked[];

__asm__(".text\n"
        ".globl row_ask, row_asked\n"
        ".type row_ask, @function\n"
        "row_ask:\n"
        "    mov %rcx, %rax\n"
        "    syscall\n"
        "row_asked:\n"
        "    ret\n"
        ".size row_ask, . - row_ask\n");

/*
 * And how it is asked, before a further tick, whether SIGPROF still has a
 * handler, unless /proc says so: a tick without one would kill.  Its registers
 * are set by look_there; at row_looked rbx is the handler and rbp what
 * rt_sigaction returned.
 */
extern const char row_look[], row_looked[];

__asm__(".text\n"
        ".globl row_look, row_looked\n"
        ".type row_look, @function\n"
        "row_look:\n"
        "    syscall\n"
        "    mov %rax, %rbp\n"
        "    mov (%rdx), %rbx\n"
        "    mov %r12, %rdi\n"
        "    mov %r13, %rsi\n"
        "    mov %r14, %rdx\n"
        "    mov %r15, %rax\n"
        "    syscall\n"
        "row_looked:\n"
        "    ret\n"
        ".size row_look, . - row_look\n");

/* ptrace takes numbers where its prototype has pointers. */
static void *number(uint64_t value)
{
    return (void *)(uintptr_t)value;
}

static bool block_there(pid_t pid, int signal)
{
    uint64_t mask;

    if (ptrace(PTRACE_GETSIGMASK, pid, number(sizeof mask), &mask) != 0)
        return false;
    mask |= UINT64_C(1) << (signal - 1);
    return ptrace(PTRACE_SETSIGMASK, pid, number(sizeof mask), &mask) == 0;
}

static void row_close(struct tracer_row *row)
{
    if (row->opened && row->stat >= 0)
        close(row->stat);
    row->opened = false;
    row->pid = 0;
}

/* Go on where the row was asked for, with the answer.  A timer's tick that
 * is pending must not come there: who asked throws it away. */
static bool row_finish(struct tracer_row *row, long answer)
{
    pid_t pid = row->pid;

    row_close(row);
    row->home.rax = (unsigned long)answer;
    return block_there(pid, SIGPROF) &&
           ptrace(PTRACE_SETREGS, pid, NULL, &row->home) == 0 &&
           ptrace(PTRACE_CONT, pid, NULL, NULL) == 0;
}

/* The next portion of the ticks, out of the process's memory. */
static bool read_ticks(struct tracer_row *row)
{
    size_t count =
        row->unread_count < ROW_PORTION ? row->unread_count : ROW_PORTION;
    struct iovec here = {row->ticks, count * sizeof *row->ticks};
    struct iovec there = {number(row->unread), here.iov_len};

    if (process_vm_readv(row->pid, &here, 1, &there, 1, 0) !=
        (ssize_t)here.iov_len)
        return false;
    row->unread += here.iov_len;
    row->unread_count -= count;
    row->at = 0;
    row->count = count;
    return true;
}

static bool send_stop(pid_t pid)
{
    return arch_tgkill(pid, pid, SIGPWR) == 0;
}

static bool go_on_there(const struct tracer_row *row,
                        const struct user_regs_struct *there, int signal)
{
    return ptrace(PTRACE_SETREGS, row->pid, NULL, there) == 0 &&
           ptrace(PTRACE_CONT, row->pid, NULL, number((uint64_t)signal)) == 0;
}

static bool deliver_tick(struct tracer_row *row)
{
    struct user_regs_struct there = row->home;

    row->given++;
    row->looking = false;
    there.rip = row->ticks[row->at].pc;
    return (send_stop(row->pid) && go_on_there(row, &there, SIGPROF)) ||
           row_finish(row, -EIO);
}

static bool look_there(struct tracer_row *row)
{
    enum { BELOW = 256, MASK_SIZE = 8 }; /* BELOW: the red zone and an action */
    struct user_regs_struct there = row->home;

    row->looking = true;
    there.rip = (uintptr_t)row_look;
    there.rsp = there.rdx = row->home.rsp - BELOW;
    there.rax = SYS_rt_sigaction;
    there.rdi = SIGPROF;
    there.rsi = 0;
    there.r10 = MASK_SIZE;
    there.r12 = row->home.rdi;
    there.r13 = row->home.rsi;
    there.r14 = SIGPWR;
    there.r15 = SYS_tgkill;
    return go_on_there(row, &there, 0) || row_finish(row, -EIO);
}

static bool looked_there(struct tracer_row *row,
                         const struct user_regs_struct *there)
{
    bool taken = there->rbp == 0 && there->rbx != (uintptr_t)SIG_DFL &&
                 there->rbx != (uintptr_t)SIG_IGN;

    return taken ? deliver_tick(row) : row_finish(row, 0);
}

/*
 * Whether SIGPROF is listed in /proc as a signal that has a handler.  To read
 * that takes a fifth of what it takes to ask the process.  Where there is no
 * such list, or it may be another process's, the answer is no.
 */
static bool is_listed(struct tracer_row *row)
{
    enum { FIELDS_BEFORE = 31, LONGEST = 1024 }; /* after the task's name */
    char path[32], text[LONGEST];
    const char *at;
    ssize_t length;

    if (!row->opened) {
        snprintf(path, sizeof path, "/proc/%d/stat", (int)row->pid);
        row->stat = open(path, O_RDONLY | O_CLOEXEC);
        row->opened = true;
    }
    length = pread(row->stat, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    at = strrchr(text, ')');
    if (!at || strncmp(at, ") t ", 4) != 0)
        return false;
    at++;
    for (int k = 0; k < FIELDS_BEFORE && at; k++)
        at = strchr(at + 1, ' ');
    return at && strtoul(at, NULL, 10) >> (SIGPROF - 1) & 1;
}

static bool row_next_tick(struct tracer_row *row)
{
    bool first = row->count == 0;

    if (row->at < row->count && row->given == row->ticks[row->at].count) {
        row->at++;
        row->given = 0;
    }
    if (row->at == row->count && row->unread_count == 0)
        return row_finish(row, 0);
    if (row->at == row->count && !read_ticks(row))
        return row_finish(row, -EFAULT);
    return first || is_listed(row) ? deliver_tick(row) : look_there(row);
}

/* The stop came within the handler: let it come again after that. */
static bool put_off(struct tracer_row *row)
{
    return block_there(row->pid, SIGPWR) && send_stop(row->pid) &&
           ptrace(PTRACE_CONT, row->pid, NULL, NULL) == 0;
}

static bool row_begin(struct tracer_row *row, pid_t pid,
                      const struct user_regs_struct *home)
{
    *row = (struct tracer_row){.pid = pid,
                               .home = *home,
                               .unread = home->r8,
                               .unread_count = home->r9};
    return row_next_tick(row);
}

/* The row of that process; null: it has none. */
static struct tracer_row *row_of(struct tracer_row rows[TRACER_ROWS], pid_t pid)
{
    for (unsigned k = 0; k < TRACER_ROWS; k++)
        if (rows[k].pid == pid)
            return &rows[k];
    return NULL;
}

/* A process is stopped by SIGPWR.  Take the stop and resume the process; or
 * leave it and return false: the signal is no part of a row. */
static bool row_stop(struct tracer_row rows[TRACER_ROWS], pid_t pid)
{
    struct tracer_row *row = row_of(rows, pid);
    struct user_regs_struct now;

    if (ptrace(PTRACE_GETREGS, pid, NULL, &now) != 0)
        return true; /* it was killed: that is waited for */
    if (row) {
        if (row->looking && now.rip == (uintptr_t)row_looked)
            looked_there(row, &now);
        else if (now.rsp == row->home.rsp)
            row_next_tick(row);
        else
            put_off(row);
        return true;
    }
    if (now.rip != (uint64_t)(uintptr_t)row_asked)
        return false;
    row = row_of(rows, 0);
    if (row)
        row_begin(row, pid, &now);
    else
        row_finish(&(struct tracer_row){.pid = pid, .home = now}, -EAGAIN);
    return true;
}

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
        row_close(row);
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
    static struct tracer_row rows[TRACER_ROWS];

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
