/* SPDX-License-Identifier: MIT */
/*
 * Exact ticks counted by our signal implementation, against the floor: the
 * kernel's bare tgkill with a handler that does nothing.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "injected_bench.h"

enum { TICKS = 200000, ROUNDS = 7 };

static struct tick ticks[TICKS];

static void nothing(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    (void)context;
}

static void bare_tgkill(void *context)
{
    pid_t pid = getpid();
    long tid = syscall(SYS_gettid);

    (void)context;
    for (int i = 0; i < TICKS; i++)
        syscall(SYS_tgkill, pid, tid, SIGPROF);
}

static double floor_of_tgkill(void)
{
    struct sigaction action = {.sa_sigaction = nothing,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction old;
    double rate;

    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, &old);
    rate = bench_rate(bare_tgkill, NULL, TICKS);
    sigaction(SIGPROF, &old, NULL);
    return rate;
}

int main(void)
{
    struct injected_row by_stub = {ticks, TICKS, INJECT_STUB};
    struct injected_row by_sigreturn = {ticks, TICKS, INJECT_SIGRETURN};
    struct impl_options options = {.dialect = "freebsd"};
    double floor = 0, stub = 0, sigreturn = 0;
    char why[128];
    struct impl *impl = impl_signal.open(&options, why, sizeof why);

    if (impl == NULL)
        return 3;
    draw_ticks(ticks, TICKS);
    profile_region(impl);
    for (int i = 0; i < ROUNDS; i++) {
        bench_keep(&floor, floor_of_tgkill());
        bench_keep(&stub, bench_rate(deliver_row, &by_stub, TICKS));
        bench_keep(&sigreturn, bench_rate(deliver_row, &by_sigreturn, TICKS));
    }
    bench_row("signal, by stub", stub, "/s", "tgkill, empty handler", floor);
    bench_row("signal, by sigreturn", sigreturn, "/s", "tgkill, empty handler",
              floor);
    impl_signal.close(impl);
    return 0;
}
