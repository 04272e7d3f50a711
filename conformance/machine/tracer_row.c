/* SPDX-License-Identifier: MIT */
#include "tracer_row.h"

#if ARCH_TRACES

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/* ptrace takes numbers where its prototype has pointers. */
static void *tracer_row_number(uint64_t value)
{
    return (void *)(uintptr_t)value;
}

__asm__(".text\n"
        ".globl row_ask, row_asked\n"
        ".type row_ask, @function\n"
        "row_ask:\n"
        "    mov %rcx, %rax\n"
        "    syscall\n"
        "row_asked:\n"
        "    ret\n"
        ".size row_ask, . - row_ask\n");

static bool tracer_row_block(pid_t pid, int signal)
{
    uint64_t mask;

    if (ptrace(PTRACE_GETSIGMASK, pid, tracer_row_number(sizeof mask), &mask) !=
        0)
        return false;
    mask |= UINT64_C(1) << (signal - 1);
    return ptrace(PTRACE_SETSIGMASK, pid, tracer_row_number(sizeof mask),
                  &mask) == 0;
}

/* Go on where the row was asked for, with the answer.  A timer's tick that
 * is pending must not come there: who asked throws it away. */
static bool tracer_row_finish(struct tracer_row *row, long answer)
{
    pid_t pid = row->pid;

    row->pid = 0;
    row->home.rax = (unsigned long)answer;
    return tracer_row_block(pid, SIGPROF) &&
           ptrace(PTRACE_SETREGS, pid, NULL, &row->home) == 0 &&
           ptrace(PTRACE_CONT, pid, NULL, NULL) == 0;
}

/* The next portion of the ticks, out of the process's memory. */
static bool read_ticks(struct tracer_row *row)
{
    size_t count =
        row->unread_count < ROW_PORTION ? row->unread_count : ROW_PORTION;
    struct iovec here = {row->ticks, count * sizeof *row->ticks};
    struct iovec there = {tracer_row_number(row->unread), here.iov_len};

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

static bool tracer_row_next_tick(struct tracer_row *row)
{
    if (row->at < row->count && row->given == row->ticks[row->at].count) {
        row->at++;
        row->given = 0;
    }
    if (row->at == row->count && row->unread_count == 0)
        return tracer_row_finish(row, 0);
    if (row->at == row->count && !read_ticks(row))
        return tracer_row_finish(row, -EFAULT);
    row->given++;
    if (ptrace(PTRACE_POKEUSER, row->pid,
               tracer_row_number(offsetof(struct user_regs_struct, rip)),
               tracer_row_number(row->ticks[row->at].pc)) != 0 ||
        !send_stop(row->pid))
        return tracer_row_finish(row, -EIO);
    return ptrace(PTRACE_CONT, row->pid, NULL, tracer_row_number(SIGPROF)) == 0;
}

/* The stop came within the handler: let it come again after that. */
static bool put_off(struct tracer_row *row)
{
    return tracer_row_block(row->pid, SIGPWR) && send_stop(row->pid) &&
           ptrace(PTRACE_CONT, row->pid, NULL, NULL) == 0;
}

static bool tracer_row_begin(struct tracer_row *row, pid_t pid,
                             const struct user_regs_struct *home)
{
    *row = (struct tracer_row){.pid = pid,
                               .home = *home,
                               .unread = home->r8,
                               .unread_count = home->r9};
    return tracer_row_next_tick(row);
}

struct tracer_row *row_of(struct tracer_row rows[ROWS], pid_t pid)
{
    for (unsigned k = 0; k < ROWS; k++)
        if (rows[k].pid == pid)
            return &rows[k];
    return NULL;
}

bool row_stop(struct tracer_row rows[ROWS], pid_t pid)
{
    struct tracer_row *row = row_of(rows, pid);
    struct user_regs_struct now;

    if (ptrace(PTRACE_GETREGS, pid, NULL, &now) != 0)
        return true; /* it was killed: that is waited for */
    if (row) {
        if (now.rsp == row->home.rsp)
            tracer_row_next_tick(row);
        else
            put_off(row);
        return true;
    }
    if (now.rip != (uint64_t)(uintptr_t)row_asked)
        return false;
    row = row_of(rows, 0);
    if (row)
        tracer_row_begin(row, pid, &now);
    else
        tracer_row_finish(&(struct tracer_row){.pid = pid, .home = now},
                          -EAGAIN);
    return true;
}

#endif
