/* SPDX-License-Identifier: MIT */
/* Of a tick that is repeated, the first and last are by signals; those between
 * are not to be told from them, nor is what comes of what a handler does. */
#include <stdint.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burst_deeds_test.h"
#include "inject.h"
#include "reference/unit_test.h"

#if ARCH_BURSTS

/* Of one tick so often, or of so many. */
static bool tell(struct story *story, bool repeated, enum inject_method method)
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
    tell(&by_signals, false, method);
    begin(flags, full);
    assert_true(tell(&by_burst, true, method) || deed_at == EARLY);
    sigaction(SIGSYS, NULL, &after);
    assert_true(after.sa_handler == come_back);
    assert_int_equal(by_burst.count, by_signals.count);
    assert_memory_equal(&by_burst, &by_signals, sizeof by_burst);
}

TEST(a_burst_is_not_told_from_signals)
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
        tell(&by_signals, repeated, INJECT_SIGRETURN);
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
    assert_false(tell(&by_burst, true, INJECT_SIGRETURN));
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
        _exit(tell(&by_burst, true, INJECT_SIGRETURN));
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

TEST(there_is_none_where_it_could_be_told)
{
    static unsigned char room[1 << 14];
    const stack_t small = {.ss_sp = room, .ss_size = sizeof room};
    const stack_t none = {.ss_flags = SS_DISABLE};
    struct sigaction blocking = {.sa_handler = come_back};

    deed = NULL;
    sigaltstack(&small, NULL);
    handle(note, SA_ONSTACK, true);
    assert_false(tell(&by_burst, true, INJECT_SIGRETURN));
    sigaltstack(&none, NULL);

    sigfillset(&blocking.sa_mask);
    sigaction(SIGBUS, &blocking, NULL);
    handle(note, 0, true);
    assert_false(tell(&by_burst, true, INJECT_SIGRETURN));
    signal(SIGBUS, SIG_DFL);

    handle(come_once, SA_RESETHAND, true);
    assert_false(tell(&by_burst, true, INJECT_SIGRETURN));
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
