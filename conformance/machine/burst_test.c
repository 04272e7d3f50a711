/* SPDX-License-Identifier: MIT */
/* Of a tick that is repeated, the first and last are by signals; those between
 * are not to be distinguished from them, nor is what comes of what a handler
 * does. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmmintrin.h>

#include "arch.h"
#include "inject.h"
#include "reference/unit_test.h"

#if ARCH_BURSTS

/* A handler that notes all that it can see, and what it may do at a tick. */

enum { TICKS = 300, EARLY = 4, AMID = 100, LOG = 2 * TICKS, PC = 0x20000802 };
enum { ARITHMETIC = 0x8d5 }; /* flags that any instruction may change */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What a handler finds without a system call. */
struct sight {
    uint64_t pc, flags, r8, mask, stack;
    unsigned mode, control;
    int who, number, listed, code, pid, error, argument;
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
    sight->listed = info->si_signo;
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

/* Of one tick so often, or of so many. */
static bool run_story(struct story *story, bool repeated,
                      enum inject_method method)
{
    struct tick ticks[TICKS];
    struct injected injected = {0};

    memset(story, 0, sizeof *story);
    now = story;
    errno = 0;
    for (unsigned k = 0; k < TICKS; k++)
        ticks[k] = (struct tick){PC, repeated ? TICKS : 1};
    inject_begin();
    assert_true(inject_ticks(ticks, repeated ? 1 : TICKS, method, &injected));
    assert_false(!repeated && injected.burst);
    return injected.burst;
}

static struct story by_signals, by_burst;

static void begin(int flags, bool full)
{
    sigset_t mask;

    signal(SIGPROF, SIG_IGN); /* none is pending */
    sigemptyset(&mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    signal(SIGSYS, come_back);
    handle(note, flags, full);
}

/* A burst that ended before it could begin is none. */
static void assert_same(int flags, bool full, enum inject_method method)
{
    struct sigaction after;

    begin(flags, full);
    run_story(&by_signals, false, method);
    begin(flags, full);
    assert_true(run_story(&by_burst, true, method) || deed_at == EARLY);
    sigaction(SIGSYS, NULL, &after);
    assert_true(after.sa_handler == come_back);
    assert_int_equal(by_burst.count, by_signals.count);
    assert_memory_equal(&by_burst, &by_signals, sizeof by_burst);
}

TEST(a_burst_is_not_distinguished_from_signals)
{
    static const int flags[] = {0, SA_RESTART, SA_NODEFER, SA_ONSTACK};
    static const enum inject_method methods[] = {INJECT_STUB, INJECT_SIGRETURN};
    static unsigned char room[1 << 17];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};

    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0) != 0)
        skip();
    signal(SIGSEGV, come_back);
    for (unsigned k = 0; k < COUNT(deeds) * COUNT(flags) * 8; k++) {
        deed = deeds[k / 8 / COUNT(flags)];
        deed_at = k & 4 ? EARLY : AMID;
        if (deed == fault && k & 1) /* where SIGSEGV is blocked it kills */
            continue;
        sigaltstack(&stack, NULL);
        assert_same(flags[k / 8 % COUNT(flags)], k & 1, methods[k / 2 % 2]);
    }
    signal(SIGSEGV, SIG_DFL);
}

/* The status of a process that ends at a tick in the middle. */
static int end_of(bool repeated, void (*how)(ucontext_t *), bool full)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        alarm(60);
        deed = how;
        deed_at = AMID;
        handle(note, 0, full);
        run_story(&by_signals, repeated, INJECT_SIGRETURN);
        _exit(1);
    }
    waitpid(child, &status, 0);
    return status;
}

static void crash(ucontext_t *context)
{
    (void)context;
    *nowhere = 1;
}

static void exit_with_place(int number, siginfo_t *info, void *context)
{
    uint64_t pc = arch_pc((ucontext_t *)context);

    _exit((int)(pc + (unsigned)number + now->count +
                (info->si_addr == (const void *)(uintptr_t)nowhere)) &
          0xff);
}

TEST(a_crash_is_the_same)
{
    struct sigaction action = {.sa_sigaction = exit_with_place,
                               .sa_flags = SA_SIGINFO};

    signal(SIGSEGV, SIG_DFL);
    assert_int_equal(end_of(true, crash, true), SIGSEGV);
    assert_int_equal(end_of(true, crash, false), end_of(false, crash, false));
    sigaction(SIGSEGV, &action, NULL);
    assert_true(WIFEXITED(end_of(false, crash, false)));
    assert_int_equal(end_of(true, crash, false), end_of(false, crash, false));
    signal(SIGSEGV, SIG_DFL);
}

static void come_once(int number, siginfo_t *info, void *context)
{
    see(1, number, info, context);
    handle(come_once, SA_RESETHAND, true);
}

/* Another restorer than the C library's may do what it likes. */
void restore(void);
__asm__(".text\n"
        "restore:\n"
        "    mov $15, %eax\n" /* SYS_rt_sigreturn */
        "    syscall\n");

TEST(none_where_the_handler_returns_elsewhere)
{
    const uint64_t action[] = {(uintptr_t)note, SA_SIGINFO | 0x04000000,
                               (uintptr_t)restore, 0};

    deed = NULL;
    arch_system_call(SYS_rt_sigaction, SIGPROF, (long)(uintptr_t)action, 0, 8,
                     0, 0);
    assert_false(run_story(&by_burst, true, INJECT_SIGRETURN));
    assert_int_equal(by_burst.count, TICKS);
}

TEST(none_under_a_tracer)
{
    int status = 0, signals = 0;
    pid_t child = fork();

    if (child == 0) {
        deed = NULL;
        handle(note, 0, true);
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(2);
        _exit(run_story(&by_burst, true, INJECT_SIGRETURN));
    }
    while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        signals += WSTOPSIG(status) == SIGPROF;
        ptrace(PTRACE_CONT, child, NULL, (long)WSTOPSIG(status));
    }
    if (WEXITSTATUS(status) == 2)
        skip();
    assert_int_equal(status, 0);
    assert_int_equal(signals, TICKS);
}

TEST(there_is_none_where_it_could_be_reported)
{
    static unsigned char room[1 << 14];
    const stack_t small = {.ss_sp = room, .ss_size = sizeof room};
    const stack_t none = {.ss_flags = SS_DISABLE};
    struct sigaction blocking = {.sa_handler = come_back};

    deed = NULL;
    sigaltstack(&small, NULL);
    handle(note, SA_ONSTACK, true);
    assert_false(run_story(&by_burst, true, INJECT_SIGRETURN));
    sigaltstack(&none, NULL);

    sigfillset(&blocking.sa_mask);
    sigaction(SIGBUS, &blocking, NULL);
    handle(note, 0, true);
    assert_false(run_story(&by_burst, true, INJECT_SIGRETURN));
    signal(SIGBUS, SIG_DFL);

    handle(come_once, SA_RESETHAND, true);
    assert_false(run_story(&by_burst, true, INJECT_SIGRETURN));
    assert_int_equal(by_burst.count, TICKS);
}

TEST(no_count_is_missed)
{
    deed = NULL;
    handle(note, 0, true);
    for (uint32_t count = 1; count < 200; count++) {
        const struct tick ticks[] = {{PC, count}, {PC + 1, 1}, {3, count}};
        struct injected injected = {0};

        now = &by_burst;
        now->count = 0;
        assert_true(inject_ticks(ticks, 3, INJECT_AUTOMATIC, &injected));
        assert_int_equal(now->count, 2 * count + 1);
        assert_int_equal(now->sights[count - 1].pc, PC);
        assert_int_equal(now->sights[count].pc, PC + 1);
        assert_int_equal(now->sights[2 * count].pc, 3);
    }
}

static int set_up(void **state)
{
    (void)state;
    nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return nowhere == MAP_FAILED;
}

TESTS(set_up, NULL)

#else

int main(void)
{
    return 0;
}

#endif
