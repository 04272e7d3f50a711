/* SPDX-License-Identifier: MIT */
#include "inject.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch.h"
#include "burst.h"
#include "stub.h"
#include "tracer.h"

bool inject_received(void)
{
    struct sigaction action;

    if (sigaction(SIGPROF, NULL, &action) != 0)
        return false;
    return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

static long own_pid, own_tid;

void inject_begin(void)
{
    own_pid = getpid();
    own_tid = syscall(SYS_gettid);
    burst_begin(own_pid, own_tid);
}

enum {
    BURST_LEAST = 64, /* ticks that are worth it */
    BURST_APART = 8,  /* by signals of their own, before it and after */
};

/* One row of ticks as the handler of SIGPWR walks along it.  The row is
 * current from the first arrival of that signal, whose context is kept to
 * return to in the end. */
static struct {
    const struct tick *tick, *end;
    uint32_t left; /* ticks to deliver at tick->pc */
    bool begun, nested, failed, bursting, burst;
    unsigned char home[ARCH_REGISTERS_SIZE];
    uintptr_t stack;
    uint64_t pc; /* where the last tick was delivered */
} row;

static void resend(ucontext_t *context)
{
    row.nested = true;
    sigaddset(&context->uc_sigmask, SIGPWR);
    row.failed |= arch_tgkill(own_pid, own_tid, SIGPWR) != 0;
}

/* Whether left of a tick's count are to be delivered by a burst, but for the
 * last. */
static bool burst_now(const struct tick *tick, uint32_t left)
{
    return left >= BURST_LEAST && tick->count - left == BURST_APART;
}

static bool send_burst(const ucontext_t *context)
{
    if (!burst_now(row.tick, row.left) ||
        !burst_prepare(&context->uc_sigmask, row.left - BURST_APART, true))
        return false;
    row.failed |= arch_tgkill(own_pid, own_tid, SIGPWR) != 0;
    row.bursting = row.burst = true;
    return true;
}

static void send_tick(void)
{
    if (--row.left == 0 && ++row.tick != row.end)
        row.left = row.tick->count;
    row.failed |= arch_tgkill(own_pid, own_tid, SIGPROF) != 0;
    row.failed |= arch_tgkill(own_pid, own_tid, SIGPWR) != 0;
}

/* As its mask says: where that is not in force, a tick would come here. */
static void shut(void)
{
    sigset_t all;

    sigfillset(&all);
    arch_system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)(uintptr_t)&all, 0,
                     8, 0, 0);
}

ARCH_HANDLER static void next_tick(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;

    (void)signal;
    (void)info;
    if (ARCH_MASK_IGNORED)
        shut();
    if (!row.begun) {
        row.begun = true;
        row.stack = arch_stack(context);
        memcpy(row.home, ARCH_REGISTERS(context), sizeof row.home);
    } else if (arch_pc(context) != (uintptr_t)row.pc ||
               arch_stack(context) != row.stack) {
        resend(context);
        return;
    }
    if (row.bursting)
        row.left = BURST_APART + burst_left();
    row.bursting = false;
    if (row.tick == row.end || row.failed || !inject_received()) {
        memcpy(ARCH_REGISTERS(context), row.home, sizeof row.home);
        return;
    }
    row.pc = row.tick->pc;
    arch_set_pc(context, row.pc);
    if (!send_burst(context))
        send_tick();
}

static bool by_sigreturn(const struct tick *ticks, size_t count,
                         struct injected *injected)
{
    struct sigaction action = {.sa_sigaction = next_tick,
                               .sa_flags = SA_SIGINFO},
                     before;
    sigset_t open, mask;

    row.tick = ticks;
    row.end = ticks + count;
    row.left = ticks->count;
    row.begun = row.nested = row.failed = row.bursting = row.burst = false;

    sigfillset(&action.sa_mask);
    sigemptyset(&open);
    sigaddset(&open, SIGPWR);
    sigaction(SIGPWR, &action, &before);
    sigprocmask(SIG_UNBLOCK, &open, &mask);
    arch_tgkill(own_pid, own_tid, SIGPWR);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGPWR, &before, NULL);

    injected->sigreturn = true;
    injected->nested |= row.nested;
    injected->burst |= row.burst;
    if (row.failed || !row.begun)
        injected->refused = "a signal could not be sent";
    return injected->refused == NULL;
}

static bool prepare_stub(const struct tick *tick, uint32_t left)
{
    sigset_t mask;

    return burst_now(tick, left) &&
           arch_system_call(SYS_rt_sigprocmask, SIG_BLOCK, 0,
                            (long)(uintptr_t)&mask, 8, 0, 0) == 0 &&
           burst_prepare(&mask, left - BURST_APART, false);
}

static void by_stub(uint64_t stub, const struct tick *tick,
                    struct injected *injected)
{
    uint32_t left = tick->count;

    do {
        bool burst = prepare_stub(tick, left);

        arch_stub_call(own_pid, own_tid, burst ? SIGPWR : SIGPROF,
                       (uintptr_t)stub, SYS_tgkill, 0);
        left = burst ? BURST_APART + burst_left() : left - 1;
        injected->burst |= burst;
    } while (left != 0 && inject_received());
    injected->stub = true;
}

static bool by_tracer(const struct tick *ticks, size_t count,
                      struct injected *injected)
{
    injected->traced = true;
    if (!tracer_ticks(ticks, count))
        injected->refused = "the tracer could not deliver a tick";
    return injected->refused == NULL;
}

/* How many ticks from the first on cannot be delivered by a stub. */
static size_t stubless(const struct tick *ticks, size_t count)
{
    size_t n = 1;

    while (n < count && !stub_write(ticks[n].pc))
        n++;
    return n;
}

bool inject_ticks(const struct tick *ticks, size_t count,
                  enum inject_method method, struct injected *injected)
{
    if (count == 0 || !inject_received())
        return true;
    if (!ARCH_DELIVERS) {
        injected->refused = "exact delivery is not ported to this machine";
        return false;
    }
    if (method == INJECT_SIGRETURN)
        return by_sigreturn(ticks, count, injected);
    if (method == INJECT_TRACED)
        return by_tracer(ticks, count, injected);
    for (size_t k = 0; k < count && inject_received();) {
        uint64_t stub = stub_write(ticks[k].pc);
        size_t n;

        if (stub) {
            by_stub(stub, &ticks[k++], injected);
            continue;
        }
        if (method == INJECT_STUB) {
            injected->refused = "the page of a pc cannot be mapped";
            return false;
        }
        n = stubless(ticks + k, count - k);
        if (!by_sigreturn(ticks + k, n, injected))
            return false;
        k += n;
    }
    return true;
}

bool inject_sleep(uint64_t pc, const struct timespec *until,
                  unsigned *interruptions)
{
    uint64_t stub = stub_write(pc);
    long result;

    *interruptions = 0;
    if (!stub)
        return false;
    do {
        result = arch_stub_call(CLOCK_MONOTONIC, TIMER_ABSTIME,
                                (long)(uintptr_t)until, (uintptr_t)stub,
                                SYS_clock_nanosleep, 0);
        *interruptions += result == -EINTR;
    } while (result == -EINTR);
    return result == 0;
}
