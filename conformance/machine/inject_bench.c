/* SPDX-License-Identifier: MIT */
/*
 * Exact ticks counted by our signal implementation, against the floor: the
 * kernel's bare tgkill with a handler that does nothing.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "conformance/bench.h"
#include "impls/impl.h"
#include "inject.h"

enum { TICKS = 200000, ROUNDS = 7, REGION = 4096, BASE = 0x10400000 };

static struct tick *ticks;

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

static void deliver_injected(void *context)
{
    struct injected injected = {0};

    if (!inject_ticks(ticks, TICKS, *(enum inject_method *)context,
                      &injected)) {
        fprintf(stderr, "inject_bench: %s\n", injected.refused);
        exit(3);
    }
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

/* Ticks all over a region, a byte apart or more, in no order. */
static void draw_injected(void)
{
    uint64_t state = 1;

    ticks = calloc(TICKS, sizeof *ticks);
    for (int i = 0; ticks != NULL && i < TICKS; i++) {
        ticks[i] =
            (struct tick){BASE + 16 + bench_draw(&state, REGION - 32), 1};
    }
}

int main(void)
{
    static uint16_t buffer[REGION / 2];
    static enum inject_method methods[] = {INJECT_STUB, INJECT_SIGRETURN};
    struct impl_options options = {.dialect = "freebsd"};
    struct impl_call on = {.entry = IMPL_PROFIL,
                           .region = {buffer, sizeof buffer, BASE, 65536, 0}};
    struct impl_result result;
    struct profiling_clock clock = {0};
    double floor = 0, stub = 0, sigreturn = 0;
    char why[128];

    draw_injected();
    struct impl *impl = impl_signal.open(&options, why, sizeof why);
    if (impl == NULL || ticks == NULL)
        return 3;
    clock_release(&clock);
    impl_signal.call(impl, &on, &result);
    clock_hold(&clock);
    inject_begin();
    for (int i = 0; i < ROUNDS; i++) {
        bench_keep(&floor, floor_of_tgkill());
        bench_keep(&stub, bench_rate(deliver_injected, &methods[0], TICKS));
        bench_keep(&sigreturn,
                   bench_rate(deliver_injected, &methods[1], TICKS));
    }
    bench_row("signal, by stub", stub, "/s", "tgkill, empty handler", floor);
    bench_row("signal, by sigreturn", sigreturn, "/s", "tgkill, empty handler",
              floor);
    impl_signal.close(impl);
    free(ticks);
    return 0;
}
