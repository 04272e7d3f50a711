/* SPDX-License-Identifier: MIT */
#include "burst.h"

#include "arch.h"

#if ARCH_BURSTS

#include <linux/prctl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "proc.h"

/*
 * The first system call that a function makes, caught before it is made, by
 * Syscall User Dispatch: a SIGSYS, which must not be blocked.  Then all is put
 * as it was, and the call is made.
 */

/* A signal's action as the kernel has it; a signal's bit in a mask. */
struct kernel_action {
    uint64_t handler, flags, restorer, mask;
};

static inline uint64_t signal_bit(int signal)
{
    return UINT64_C(1) << (signal - 1);
}

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

static long own_pid, own_tid;

static struct {
    enum { UNTRIED, CAN, CAN_NOT } can;
    struct kernel_action before, own; /* of SIGSYS */
    bool called; /* one was made since the start: then it is all over */
    bool blocks;
} trap;

static volatile unsigned char selector;

static void look_at_action(int signal, struct kernel_action *action)
{
    arch_system_call(SYS_rt_sigaction, signal, 0, (long)(uintptr_t)action, 8, 0,
                     0);
}

static void set_action(int signal, const struct kernel_action *action)
{
    arch_system_call(SYS_rt_sigaction, signal, (long)(uintptr_t)action, 0, 8, 0,
                     0);
}

static bool has_handler(const struct kernel_action *action)
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

static void trap_stop(void)
{
    selector = CALL_ALLOWED;
    arch_system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                     PR_SYS_DISPATCH_OFF, 0, 0, 0, 0);
    set_action(SIGSYS, &trap.before);
}

/* A system call is about to be made: have it made after all, with everything
 * as it would be in a handler that a signal had called. */
static void on_call(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;
    uint64_t blocked = trap.blocks ? signal_bit(SIGSYS) : 0;

    trap_stop();
    trap.called = true;
    if (info->si_code != CODE_CAUGHT) {
        arch_tgkill(own_pid, own_tid, signal);
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
    look_at_action(SIGSYS, &trap.before);
    set_action(SIGSYS, &trap.own);
    trap.called = false;
    trap.blocks = blocks;
}

/* By the C library, whose restorer it then has. */
static void make_own(void)
{
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    struct sigaction before;

    sigfillset(&action.sa_mask);
    sigaction(SIGSYS, &action, &before);
    look_at_action(SIGSYS, &trap.own);
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
    static const unsigned char bytes[] = {ARCH_STUB_BYTES};
    uint64_t mask = signal_bit(SIGSYS), before;
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
    trap_stop();
    arch_system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)(uintptr_t)&before,
                     0, 8, 0, 0);
    arch_system_call(SYS_munmap, WANT, PAGE, 0, 0, 0, 0);
    return trap.called;
}

/* A tracer is to see every signal; where that is not known there may be one. */
static bool traced(void)
{
    char text[4096];

    proc_text("/proc/self/status", text, sizeof text);
    return strstr(text, "\nTracerPid:\t0\n") == NULL;
}

/* Whether another handler that blocks SIGSYS may run in that mask, or at a
 * fault: a system call in it, though caught, would kill. */
static bool another_blocks(uint64_t mask)
{
    uint64_t faults = signal_bit(SIGSEGV) | signal_bit(SIGBUS) |
                      signal_bit(SIGFPE) | signal_bit(SIGILL) |
                      signal_bit(SIGTRAP);

    mask = (mask & ~faults) | signal_bit(SIGPROF) | signal_bit(SIGSYS);
    for (int signal = 1; signal <= SIGNALS; signal++) {
        struct kernel_action action = {0};

        if ((mask & signal_bit(signal)) != 0)
            continue;
        look_at_action(signal, &action);
        if (has_handler(&action) && (action.mask & signal_bit(SIGSYS)) != 0)
            return true;
    }
    return false;
}

/*
 * Whether they can be caught here, in that mask and a handler that returns to
 * restorer, which must be the C library's.  Not under a tracer, which is to see
 * no other signals than there were; where code is translated; or where another
 * handler may come in that blocks SIGSYS: a call in it would kill.
 */
static bool trap_can(uint64_t restorer, uint64_t mask)
{
    if (another_blocks(mask))
        return false;
    if (trap.can == UNTRIED)
        trap.can = !traced() && try_catching() ? CAN : CAN_NOT;
    return trap.can == CAN && restorer == trap.own.restorer;
}

/* Once the selector says so the next call is caught, wherever it is made.
 * blocks: SIGSYS is to be blocked again when it has been.  False: none can be.
 */
static bool trap_start(bool blocks)
{
    catch_signal(blocks);
    if (catch_calls(0))
        return true;
    trap_stop();
    trap.can = CAN_NOT;
    return false;
}

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
    struct kernel_action back;  /* of SIGPWR */
    struct kernel_action ticks; /* of SIGPROF */
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
    own_pid = pid;
    own_tid = tid;
    trap.can = UNTRIED;
}

static uint64_t mask_of_handler(bool pending)
{
    uint64_t mask = burst.ticks.mask;

    if (pending)
        mask |= signal_bit(SIGPWR);
    if (!(burst.ticks.flags & SA_NODEFER))
        mask |= signal_bit(SIGPROF);
    return mask;
}

bool burst_prepare(const sigset_t *interrupted, uint32_t count, bool pending)
{
    struct kernel_action action;

    look_at_action(SIGPWR, &burst.back);
    look_at_action(SIGPROF, &burst.ticks);
    if (!has_handler(&burst.ticks) || (burst.ticks.flags & SA_RESETHAND) != 0 ||
        sigismember(interrupted, SIGPROF) || sigismember(interrupted, SIGPWR) ||
        sigismember(interrupted, SIGSYS) || !stack_fits() ||
        !trap_can(burst.ticks.restorer, mask_of_handler(pending)))
        return false;
    action = burst.ticks; /* with its restorer */
    action.handler = (uintptr_t)burst_enter;
    action.flags =
        (action.flags & (SA_ONSTACK | SA_RESTORER)) | SA_SIGINFO | SA_NODEFER;
    action.mask = mask_of_handler(pending) & ~signal_bit(SIGSYS);
    set_action(SIGPWR, &action);
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

    set_action(SIGPWR, &burst.back);
    if (burst.pending)
        arch_tgkill(own_pid, own_tid, SIGPWR);
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
    burst.over = !trap_start((burst.ticks.mask & signal_bit(SIGSYS)) != 0);
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
        if (trap.called) {
            burst.over = true;
        } else if (burst.left == 0 || !frame_kept() || !unit_kept()) {
            trap_stop();
            burst.over = true;
        }
    }
    if (burst.over)
        return 0;
    *burst_info = burst.info;
    selector = CALL_CAUGHT;
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
