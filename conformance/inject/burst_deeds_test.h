/* SPDX-License-Identifier: MIT */
/* A handler that notes all that it can see, and what it may do at a tick. */
#ifndef CONFORMANCE_BURST_DEEDS_TEST_H
#define CONFORMANCE_BURST_DEEDS_TEST_H

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <xmmintrin.h>

#include "arch.h"

#if ARCH_BURSTS

enum { TICKS = 300, EARLY = 4, AMID = 100, LOG = 2 * TICKS, PC = 0x20000802 };
enum { ARITHMETIC = 0x8d5 }; /* flags that any instruction may change */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What a handler finds without a system call. */
struct sight {
    uint64_t pc, flags, r8, mask, stack;
    unsigned mode, control;
    int who, number, told, code, pid, error, argument;
};

/* And with some. */
struct look {
    uint64_t mask, pending, ticks[4], calls[4];
    stack_t stack;
};

struct story {
    struct sight sights[LOG];
    struct look look;
    unsigned count;
};

static struct story *now;
static void (*deed)(ucontext_t *context);
static unsigned deed_at;

/* What is overwritten was the handler's own. */
static void see(int who, int number, siginfo_t *info, const ucontext_t *context)
{
    struct sight *sight = &now->sights[now->count++ % LOG];

    sight->pc = arch_pc(context);
    sight->flags =
        (uint64_t)context->uc_mcontext.gregs[REG_EFL] & ~(uint64_t)ARITHMETIC;
    sight->r8 = (uint64_t)context->uc_mcontext.gregs[REG_R8];
    memcpy(&sight->mask, &context->uc_sigmask, sizeof sight->mask);
    sight->stack = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    sight->who = who;
    sight->number = number;
    sight->told = info->si_signo;
    sight->code = info->si_code;
    sight->pid = info->si_pid;
    sight->error = errno;
    sight->mode = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(sight->control));
    sight->argument = (int)context->uc_mcontext.gregs[REG_RDX];
    errno = (int)now->count;
    memset(info, 0x55, sizeof *info);
}

static void other(int number, siginfo_t *info, void *context)
{
    see(2, number, info, context);
}

static void note(int number, siginfo_t *info, void *context)
{
    see(1, number, info, context);
    if (now->count == deed_at && deed)
        deed(context);
}

static void handle(void (*handler)(int, siginfo_t *, void *), int flags,
                   bool full)
{
    struct sigaction action = {.sa_sigaction = handler,
                               .sa_flags = SA_SIGINFO | flags};

    if (full)
        sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
}

static void look_around(ucontext_t *context)
{
    struct look *look = &now->look;

    (void)context;
    arch_system_call(SYS_rt_sigprocmask, SIG_BLOCK, 0,
                     (long)(uintptr_t)&look->mask, 8, 0, 0);
    arch_system_call(SYS_rt_sigpending, (long)(uintptr_t)&look->pending, 8, 0,
                     0, 0, 0);
    arch_system_call(SYS_rt_sigaction, SIGPROF, 0, (long)(uintptr_t)look->ticks,
                     8, 0, 0);
    arch_system_call(SYS_rt_sigaction, SIGSYS, 0, (long)(uintptr_t)look->calls,
                     8, 0, 0);
    sigaltstack(NULL, &look->stack);
}

static void have_another_take_over(ucontext_t *context)
{
    (void)context;
    handle(other, 0, false);
}

static void have_another_once(ucontext_t *context)
{
    (void)context;
    handle(other, SA_RESETHAND | SA_NODEFER, false);
    raise(SIGPROF);
    handle(note, 0, false);
}

static void have_ticks_ignored(ucontext_t *context)
{
    (void)context;
    signal(SIGPROF, SIG_IGN);
}

static void send_one_more(ucontext_t *context)
{
    (void)context;
    raise(SIGPROF);
}

static void block_now(ucontext_t *context)
{
    sigset_t set;

    (void)context;
    sigfillset(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static void unblock_now(ucontext_t *context)
{
    sigset_t set;

    (void)context;
    sigfillset(&set);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void block_from_then_on(ucontext_t *context)
{
    sigaddset(&context->uc_sigmask, SIGUSR1);
}

static void block_ticks_from_then_on(ucontext_t *context)
{
    sigaddset(&context->uc_sigmask, SIGPROF);
}

static void change_a_register(ucontext_t *context)
{
    context->uc_mcontext.gregs[REG_R8] = 0x1234;
}

static void round_up(ucontext_t *context)
{
    (void)context;
    _mm_setcsr(_mm_getcsr() | _MM_ROUND_UP);
}

static void be_less_precise(ucontext_t *context)
{
    static const unsigned short control = 0x7f;

    (void)context;
    __asm__ volatile("fldcw %0" : : "m"(control));
}

static void write_over_the_stack_of_signals(ucontext_t *context)
{
    static unsigned char room[1 << 16];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};

    (void)context;
    sigaltstack(&stack, NULL);
}

static volatile int *nowhere; /* can't be written */
static sigjmp_buf back;

static void come_back(int number)
{
    siglongjmp(back, number);
}

static void fault(ucontext_t *context)
{
    (void)context;
    if (sigsetjmp(back, 1) == 0)
        *nowhere = 1;
}

static void (*const deeds[])(ucontext_t *) = {
    NULL,
    look_around,
    have_another_take_over,
    have_another_once,
    have_ticks_ignored,
    send_one_more,
    block_now,
    unblock_now,
    block_from_then_on,
    block_ticks_from_then_on,
    change_a_register,
    round_up,
    be_less_precise,
    write_over_the_stack_of_signals,
    fault,
};

#endif

#endif
