/* SPDX-License-Identifier: MIT */
#include "burst.h"

#include "arch.h"
#include "caught.h"

#if ARCH_BURSTS

#include <stddef.h>
#include <string.h>

#ifndef SA_RESTORER
#define SA_RESTORER 0x04000000
#endif

enum {
    STACK_ROOM = 32 << 10, /* on an alternate stack, for one more frame */
    CONTEXT = offsetof(ucontext_t, uc_sigmask) + 8, /* bytes of the kernel's */
    UNIT = 512 + 64, /* of the floating-point unit's state: the first part */
    UNIT_MAGIC = 0x46505853, /* there is more of it than 512 bytes */
    UNIT_MAGIC_AT = 464,
};

static struct {
    long pid, tid;
    struct caught_action back;  /* of SIGPWR */
    struct caught_action ticks; /* of SIGPROF */
    bool pending, ready, over;
    uint32_t left;
    siginfo_t info;
    unsigned char context[CONTEXT], unit[UNIT];
    size_t unit_size;
    unsigned char registers[512] __attribute__((aligned(16)));
} burst;

/* What the lines below read and write. */
#define NAMED static __attribute__((used))
NAMED siginfo_t *burst_info;
NAMED ucontext_t *burst_context;
NAMED uint64_t burst_frame, burst_restorer, burst_handler;

void burst_enter(int signal, siginfo_t *info, void *context);
NAMED uint64_t burst_next(void);

/*
 * The handler is called with its return address where the kernel would have
 * put that of the restorer, so that the stack is as deep; and the registers are
 * those of the frame.  None that it might have changed is needed after it.
 */
__asm__(".text\n"
        ".type burst_enter, @function\n"
        "burst_enter:\n"
        "    mov %rsi, burst_info(%rip)\n"
        "    mov %rdx, burst_context(%rip)\n"
        "    mov %rsp, burst_frame(%rip)\n"
        "    mov (%rsp), %rax\n"
        "    mov %rax, burst_restorer(%rip)\n"
        "1:  sub $8, %rsp\n"
        "    call burst_next\n"
        "    mov burst_frame(%rip), %rsp\n"
        "    mov %rax, burst_handler(%rip)\n"
        "    test %rax, %rax\n"
        "    jz 2f\n"
        "    mov burst_info(%rip), %rsi\n"
        "    mov burst_context(%rip), %rdx\n"
        "    mov 40(%rdx), %r8\n" /* of uc_mcontext.gregs: REG_R8 */
        "    mov 48(%rdx), %r9\n"
        "    mov 56(%rdx), %r10\n"
        "    mov 64(%rdx), %r11\n"
        "    mov 152(%rdx), %rcx\n" /* REG_RCX */
        "    add $8, %rsp\n"
        "    mov $27, %edi\n" /* SIGPROF */
        "    xor %eax, %eax\n"
        "    call *burst_handler(%rip)\n"
        "    cld\n"
        "    mov burst_frame(%rip), %rsp\n"
        "    jmp 1b\n"
        "2:  mov burst_restorer(%rip), %rax\n"
        "    mov %rax, (%rsp)\n"
        "    ret\n"
        ".size burst_enter, . - burst_enter\n");

/* What the kernel does in the handler's favour on a stack of its own. */
static bool stack_fits(void)
{
    stack_t stack = {0};

    if (!(burst.ticks.flags & SA_ONSTACK))
        return true;
    arch_system_call(SYS_sigaltstack, 0, (long)(uintptr_t)&stack, 0, 0, 0, 0);
    return stack.ss_size == 0 || (stack.ss_flags & SS_DISABLE) != 0 ||
           (stack.ss_flags == 0 && stack.ss_size >= STACK_ROOM);
}

void burst_begin(long pid, long tid)
{
    burst.pid = pid;
    burst.tid = tid;
    caught_begin(pid, tid);
}

static uint64_t mask_of_handler(bool pending)
{
    uint64_t mask = burst.ticks.mask;

    if (pending)
        mask |= caught_bit(SIGPWR);
    if (!(burst.ticks.flags & SA_NODEFER))
        mask |= caught_bit(SIGPROF);
    return mask;
}

bool burst_prepare(const sigset_t *interrupted, uint32_t count, bool pending)
{
    struct caught_action action;

    caught_look(SIGPWR, &burst.back);
    caught_look(SIGPROF, &burst.ticks);
    if (!caught_handler(&burst.ticks) ||
        (burst.ticks.flags & SA_RESETHAND) != 0 ||
        sigismember(interrupted, SIGPROF) || sigismember(interrupted, SIGPWR) ||
        sigismember(interrupted, SIGSYS) || !stack_fits() ||
        !caught_can(burst.ticks.restorer, mask_of_handler(pending)))
        return false;
    action = burst.ticks; /* with its restorer */
    action.handler = (uintptr_t)burst_enter;
    action.flags =
        (action.flags & (SA_ONSTACK | SA_RESTORER)) | SA_SIGINFO | SA_NODEFER;
    action.mask = mask_of_handler(pending) & ~caught_bit(SIGSYS);
    caught_set(SIGPWR, &action);
    burst.left = count;
    burst.pending = pending;
    burst.ready = false;
    return true;
}

uint32_t burst_left(void)
{
    return burst.left;
}

/* Arrived. */
static void burst_start(void)
{
    const unsigned char *unit = (void *)burst_context->uc_mcontext.fpregs;
    uint32_t magic = 0;

    caught_set(SIGPWR, &burst.back);
    if (burst.pending)
        arch_tgkill(burst.pid, burst.tid, SIGPWR);
    else
        burst_context->uc_mcontext.gregs[REG_RDX] = SIGPROF;
    burst.info = *burst_info;
    burst.info.si_signo = SIGPROF;
    memcpy(burst.context, burst_context, CONTEXT);
    burst.unit_size = 0;
    if (unit) {
        memcpy(&magic, unit + UNIT_MAGIC_AT, sizeof magic);
        burst.unit_size = magic == UNIT_MAGIC ? UNIT : 512;
        memcpy(burst.unit, unit, burst.unit_size);
    }
    __builtin_ia32_fxsave64(burst.registers);
    burst.ready = true;
    burst.over = !caught_start((burst.ticks.mask & caught_bit(SIGSYS)) != 0);
}

/* Whether the frame is as the kernel made it. */
static bool frame_kept(void)
{
    return memcmp(burst.context, burst_context, CONTEXT) == 0 &&
           (burst.unit_size == 0 ||
            memcmp(burst.unit, burst_context->uc_mcontext.fpregs,
                   burst.unit_size) == 0);
}

/* Control and state of the floating-point unit, whatever numbers it holds. */
static bool unit_kept(void)
{
    enum { WORDS = 5, CONTROL = 24, CONTROL_SIZE = 8 };
    static unsigned char now[512] __attribute__((aligned(16)));

    __builtin_ia32_fxsave64(now);
    return memcmp(now, burst.registers, WORDS) == 0 &&
           memcmp(now + CONTROL, burst.registers + CONTROL, CONTROL_SIZE) == 0;
}

/* The handler to call, or 0: back to the frame.  No system call is made
 * between two calls of it. */
static uint64_t burst_next(void)
{
    if (!burst.ready) {
        burst_start();
    } else {
        burst.left--;
        if (caught_one()) {
            burst.over = true;
        } else if (burst.left == 0 || !frame_kept() || !unit_kept()) {
            caught_stop();
            burst.over = true;
        }
    }
    if (burst.over)
        return 0;
    *burst_info = burst.info;
    caught_next();
    return burst.ticks.handler;
}

#else

void burst_begin(long pid, long tid)
{
    (void)pid;
    (void)tid;
}

bool burst_prepare(const sigset_t *interrupted, uint32_t count, bool pending)
{
    (void)interrupted;
    (void)count;
    (void)pending;
    return false;
}

uint32_t burst_left(void)
{
    return 0;
}

#endif
