/* SPDX-License-Identifier: MIT */
#include "caught.h"

#include "arch.h"

#if ARCH_BURSTS

#include <fcntl.h>
#include <linux/prctl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF          0
#define PR_SYS_DISPATCH_ON           1
#endif

enum {
    CALL_ALLOWED = 0, /* values of the selector */
    CALL_CAUGHT = 1,
    CODE_CAUGHT = 2, /* si_code of a system call that was */
    CALL_BYTES = 2,  /* of a system call instruction */
    SIGNALS = 64,
};

static struct {
    long pid, tid;
    enum { UNTRIED, CAN, CAN_NOT } can;
    struct caught_action before, own; /* of SIGSYS */
    bool called, blocks;
} caught;

static volatile unsigned char selector;

void caught_look(int signal, struct caught_action *action)
{
    arch_system_call(SYS_rt_sigaction, signal, 0, (long)(uintptr_t)action, 8, 0,
                     0);
}

void caught_set(int signal, const struct caught_action *action)
{
    arch_system_call(SYS_rt_sigaction, signal, (long)(uintptr_t)action, 0, 8, 0,
                     0);
}

bool caught_handler(const struct caught_action *action)
{
    return action->handler != (uintptr_t)SIG_DFL &&
           action->handler != (uintptr_t)SIG_IGN;
}

/* All system calls but those at addresses from allowed on. */
static bool catch_calls(uint64_t allowed)
{
    selector = CALL_ALLOWED;
    return arch_system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                            PR_SYS_DISPATCH_ON, (long)allowed,
                            (long)(allowed ? ~allowed : 0),
                            (long)(uintptr_t)&selector, 0) == 0;
}

void caught_stop(void)
{
    selector = CALL_ALLOWED;
    arch_system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                     PR_SYS_DISPATCH_OFF, 0, 0, 0, 0);
    caught_set(SIGSYS, &caught.before);
}

/* A system call is about to be made: have it made after all, with everything
 * as it would be in a handler that a signal had called. */
static void on_call(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;
    uint64_t blocked = caught.blocks ? caught_bit(SIGSYS) : 0;

    caught_stop();
    caught.called = true;
    if (info->si_code != CODE_CAUGHT) {
        arch_tgkill(caught.pid, caught.tid, signal);
        return;
    }
    if (context->uc_mcontext.gregs[REG_RAX] == SYS_rt_sigreturn)
        *(uint64_t *)(void *)&((ucontext_t *)ARCH_STACK(context))->uc_sigmask |=
            blocked;
    *(uint64_t *)(void *)&context->uc_sigmask |= blocked;
    ARCH_PC(context) -= CALL_BYTES;
}

static void catch_signal(bool blocks)
{
    caught_look(SIGSYS, &caught.before);
    caught_set(SIGSYS, &caught.own);
    caught.called = false;
    caught.blocks = blocks;
}

/* By the C library, whose restorer it then has. */
static void make_own(void)
{
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    struct sigaction before;

    sigfillset(&action.sa_mask);
    sigaction(SIGSYS, &action, &before);
    caught_look(SIGSYS, &caught.own);
    sigaction(SIGSYS, &before, NULL);
}

/*
 * Whether a system call is caught where it is made, tried at an address below
 * all code: where code is translated it is made elsewhere, and that must go on
 * to be let through.
 */
static bool try_catching(void)
{
    enum { PAGE = 4096, WANT = 0x70000 };
    static const unsigned char bytes[] = ARCH_STUB_BYTES;
    uint64_t mask = caught_bit(SIGSYS), before;
    long page = arch_system_call(
        SYS_mmap, WANT, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    if (page != WANT) {
        if (page > 0)
            arch_system_call(SYS_munmap, page, PAGE, 0, 0, 0, 0);
        return false;
    }
    for (unsigned k = 0; k < sizeof bytes; k++)
        ((volatile unsigned char *)WANT)[k] = bytes[k];
    make_own();
    catch_signal(false);
    arch_system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)(uintptr_t)&mask,
                     (long)(uintptr_t)&before, 8, 0, 0);
    if (catch_calls(WANT + PAGE)) {
        selector = CALL_CAUGHT;
        arch_stub_call(0, 0, 0, WANT, SYS_getppid, 0);
    }
    caught_stop();
    arch_system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)(uintptr_t)&before,
                     0, 8, 0, 0);
    arch_system_call(SYS_munmap, WANT, PAGE, 0, 0, 0, 0);
    return caught.called;
}

/* A tracer is to see every signal; where that is not told there may be one. */
static bool traced(void)
{
    static const char row[] = "\nTracerPid:\t0\n", file[] = "/proc/self/status";
    char text[4096];
    long length;
    long fd = arch_system_call(SYS_openat, AT_FDCWD, (long)(uintptr_t)file,
                               O_RDONLY | O_CLOEXEC, 0, 0, 0);

    if (fd < 0)
        return true;
    length = arch_system_call(SYS_read, fd, (long)(uintptr_t)text,
                              sizeof text - 1, 0, 0, 0);
    arch_system_call(SYS_close, fd, 0, 0, 0, 0, 0);
    text[length > 0 ? length : 0] = '\0';
    return strstr(text, row) == NULL;
}

/* Whether another handler that blocks SIGSYS may run in that mask, or at a
 * fault: a system call in it, though caught, would kill. */
static bool another_blocks(uint64_t mask)
{
    uint64_t faults = caught_bit(SIGSEGV) | caught_bit(SIGBUS) |
                      caught_bit(SIGFPE) | caught_bit(SIGILL) |
                      caught_bit(SIGTRAP);

    mask = (mask & ~faults) | caught_bit(SIGPROF) | caught_bit(SIGSYS);
    for (int signal = 1; signal <= SIGNALS; signal++) {
        struct caught_action action = {0};

        if ((mask & caught_bit(signal)) != 0)
            continue;
        caught_look(signal, &action);
        if (caught_handler(&action) && (action.mask & caught_bit(SIGSYS)) != 0)
            return true;
    }
    return false;
}

void caught_begin(long pid, long tid)
{
    caught.pid = pid;
    caught.tid = tid;
    caught.can = UNTRIED;
}

bool caught_can(uint64_t restorer, uint64_t mask)
{
    if (another_blocks(mask))
        return false;
    if (caught.can == UNTRIED)
        caught.can = !traced() && try_catching() ? CAN : CAN_NOT;
    return caught.can == CAN && restorer == caught.own.restorer;
}

bool caught_start(bool blocks)
{
    catch_signal(blocks);
    if (catch_calls(0))
        return true;
    caught_stop();
    caught.can = CAN_NOT;
    return false;
}

void caught_next(void)
{
    selector = CALL_CAUGHT;
}

bool caught_one(void)
{
    return caught.called;
}

#endif
