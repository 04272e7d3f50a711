/* SPDX-License-Identifier: MIT */
/*
 * Exact ticks into text that an implementation profiles, against floors: by
 * signals into ours, the kernel's bare tgkill with a handler that does nothing;
 * by ptrace into the host's own profil, PTRACE_CONT and waitpid of a process
 * that stops itself again and again.  And the time that a tick takes ours with
 * the kernel's delivery, beside glibc's; that of the handler alone is in
 * tick_bench.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch.h"
#include "clock.h"
#include "conformance/bench.h"
#include "impls/impl.h"
#include "inject.h"
#include "tracer.h"

enum { REGION = 4096, BASE = 0x10400000 };
enum { SENT = 200000, TRACED = 50000, TIMED = 20000, ROUNDS = 7, TURNS = 21 };

static uint16_t buffer[REGION / 2];
static struct tick ticks[SENT];

/* All over the region, a byte apart or more, in no order. */
static void draw_ticks(void)
{
    uint64_t state = 1;

    for (size_t i = 0; i < SENT; i++)
        ticks[i] =
            (struct tick){BASE + 16 + bench_draw(&state, REGION - 32), 1};
}

static struct impl *open_impl(const struct impl_class *class)
{
    struct impl_options options = {.dialect = "glibc"};
    char why[400];
    struct impl *impl = class->open(&options, why, sizeof why);

    if (!impl) {
        fprintf(stderr, "inject_bench: %s: %s\n", class->name, why);
        exit(3);
    }
    return impl;
}

static void set_scale(struct impl *impl, unsigned scale)
{
    struct impl_call call = {.entry = IMPL_PROFIL,
                             .region = {buffer, sizeof buffer, BASE, scale, 0}};
    struct impl_result result;

    impl->class->call(impl, &call, &result);
}

/* Have it profile the region.  Its clock, which is held from then on. */
static struct profiling_clock profile_region(struct impl *impl)
{
    struct profiling_clock clock = {0};

    set_scale(impl, 65536);
    clock_hold(&clock);
    inject_begin();
    return clock;
}

struct row {
    size_t count;
    enum inject_method method;
};

static void deliver(void *context)
{
    const struct row *row = context;
    struct injected injected = {0};

    if (!inject_ticks(ticks, row->count, row->method, &injected)) {
        fprintf(stderr, "no ticks are delivered: %s\n", injected.refused);
        exit(3);
    }
}

static double rate_of(size_t count, enum inject_method method)
{
    struct row row = {count, method};

    return bench_rate(deliver, &row, (double)count);
}

static void nothing(int signal)
{
    (void)signal;
}

static void bare_tgkill(void *context)
{
    pid_t pid = getpid();
    long tid = syscall(SYS_gettid);

    (void)context;
    for (int i = 0; i < SENT; i++)
        syscall(SYS_tgkill, pid, tid, SIGPROF);
}

static double floor_of_tgkill(void)
{
    struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
    struct sigaction old;
    double rate;

    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, &old);
    rate = bench_rate(bare_tgkill, NULL, SENT);
    sigaction(SIGPROF, &old, NULL);
    return rate;
}

static void measure_signals(void)
{
    static const char against[] = "tgkill, empty handler";
    double floor = 0, stub = 0, sigreturn = 0;
    struct impl *impl = open_impl(&impl_signal);
    struct profiling_clock clock = profile_region(impl);

    for (int i = 0; i < ROUNDS; i++) {
        bench_keep(&floor, floor_of_tgkill());
        bench_keep(&stub, rate_of(SENT, INJECT_STUB));
        bench_keep(&sigreturn, rate_of(SENT, INJECT_SIGRETURN));
    }
    bench_row("signal, by stub", stub, "/s", against, floor);
    bench_row("signal, by sigreturn", sigreturn, "/s", against, floor);
    clock_release(&clock);
    set_scale(impl, 0);
    impl_signal.close(impl);
}

/* Nanoseconds that a tick takes. */
static double measure_tick(struct impl *impl)
{
    struct profiling_clock clock = profile_region(impl);
    double delivered = 1e9 / rate_of(TIMED, INJECT_STUB);

    clock_release(&clock);
    set_scale(impl, 0);
    return delivered;
}

static void measure_ticks(void)
{
    static double ours[TURNS], ratios[TURNS];
    struct impl *signal = open_impl(&impl_signal),
                *libc = open_impl(&impl_libc);
    double middle;

    for (int i = 0; i < TURNS; i++) {
        ours[i] = measure_tick(signal);
        ratios[i] = ours[i] / measure_tick(libc);
    }
    middle = bench_quantile(ours, TURNS, 0.5);
    bench_row("a tick, with delivery", middle, "ns", "glibc's",
              middle / bench_quantile(ratios, TURNS, 0.5));
    impl_signal.close(signal);
    impl_libc.close(libc);
}

static void stop_again(void *context)
{
    pid_t traced = *(pid_t *)context;
    int status;

    for (int i = 0; i < TRACED; i++) {
        ptrace(PTRACE_CONT, traced, NULL, NULL);
        waitpid(traced, &status, __WALL);
    }
}

static double floor_of_stops(void)
{
    pid_t traced = fork();
    double rate;

    if (traced == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        for (;;)
            __asm__ volatile("int3");
    }
    waitpid(traced, NULL, 0);
    rate = bench_rate(stop_again, &traced, TRACED);
    kill(traced, SIGKILL);
    waitpid(traced, NULL, 0);
    return rate;
}

/* In the traced process. */
static void profile_self(void *context)
{
    unsigned counted = 0;

    memset(buffer, 0, sizeof buffer);
    profile_region(open_impl(&impl_libc));
    *(double *)context = rate_of(TRACED, INJECT_TRACED);
    for (int k = 0; k < REGION / 2; k++)
        counted += buffer[k];
    if (counted != TRACED) {
        fprintf(stderr, "inject_bench: %u of %d ticks counted\n", counted,
                TRACED);
        exit(3);
    }
}

static void measure_tracer(void)
{
    double floor = 0, rate = 0;
    double *traced_rate =
        mmap(NULL, sizeof *traced_rate, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status;

    if (traced_rate == MAP_FAILED)
        exit(3);
    for (int i = 0; i < ROUNDS; i++) {
        pid_t tracer = fork();

        if (tracer == 0)
            exit(tracer_run(profile_self, traced_rate) ? 3 : 0);
        if (waitpid(tracer, &status, 0) != tracer || status != 0)
            exit(3);
        bench_keep(&rate, *traced_rate);
        bench_keep(&floor, floor_of_stops());
    }
    bench_row("libc, by ptrace", rate, "/s", "PTRACE_CONT and waitpid, int3",
              floor);
}

int main(void)
{
    draw_ticks();
    if (ARCH_DELIVERS)
        measure_ticks();
    measure_signals();
    measure_tracer();
    return 0;
}
