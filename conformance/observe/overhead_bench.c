/* SPDX-License-Identifier: MIT */
/*
 * What a profiled program feels: its CPU time, against its own unprofiled.
 *
 * One piece of work is done in turns with profiling off, on at the ordinary
 * rate, and off again.  Other programs only ever add to it, so the quiet turns
 * of each kind are compared: the time below which a tenth of them stays.  How
 * far the two unprofiled kinds differ is the noise.
 */
#include <signal.h>
#include <stdlib.h>

#include "conformance/bench.h"
#include "impls/impl.h"

enum { ROUNDS = 101, WORK = 16000000, TURNS = 21 };
static const double quiet = 0.1;
static uint16_t buffer[2048];

static double work_unprofiled(void)
{
    double start = bench_cpu();
    volatile uint64_t sink;
    uint64_t state = 1;

    for (int i = 0; i < WORK; i++)
        state = state * 6364136223846793005u + 1442695040888963407u;
    sink = state;
    (void)sink;
    return bench_cpu() - start;
}

static void turn(struct impl *impl, bool on)
{
    struct impl_call call = {.entry = IMPL_PROFIL};
    struct impl_result result;

    /* All of the program's text, and more; glibc's is turned off by null. */
    if (on)
        call.region = (struct impl_region){
            buffer, sizeof buffer, (uintptr_t)&work_unprofiled, 65536, 0};
    impl->class->call(impl, &call, &result);
    if (result.has_value && result.value != 0) {
        fprintf(stderr, "overhead_bench: %s: profil failed\n",
                impl->class->name);
        exit(3);
    }
}

static struct impl *open_impl(const struct impl_class *class)
{
    struct impl_options options = {.dialect = "glibc"};
    static char why[400];
    struct impl *impl = class->open(&options, why, sizeof why);

    if (!impl)
        printf("%s is not measured: %s\n", class->name, why);
    return impl;
}

static void measure_overhead(const struct impl_class *class)
{
    static double off[2][ROUNDS], on[ROUNDS];
    struct impl *impl = open_impl(class);
    double alone, beside, profiled;
    char what[80];

    if (!impl)
        return;
    for (int i = 0; i < ROUNDS; i++) {
        off[0][i] = work_unprofiled();
        turn(impl, true);
        on[i] = work_unprofiled();
        turn(impl, false);
        off[1][i] = work_unprofiled();
    }
    alone = bench_quantile(off[0], ROUNDS, quiet);
    beside = bench_quantile(off[1], ROUNDS, quiet);
    profiled = bench_quantile(on, ROUNDS, quiet);
    snprintf(what, sizeof what, "a program profiled by %s", class->name);
    bench_row(what, profiled * 1e3, "ms", "unprofiled", (alone + beside) * 500);
    class->close(impl);
}

/* SIGPROF so often, by the clock on the wall: a clock of CPU time goes on at
 * the scheduler's ticks only, and could not come so often. */
static timer_t tick_at(unsigned rate)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct timespec period = {.tv_nsec = 1000000000 / rate};
    struct itimerspec setting = {period, period};
    timer_t timer;

    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_settime(timer, 0, &setting, NULL) != 0) {
        perror("overhead_bench: timer_create");
        exit(3);
    }
    return timer;
}

static double work_ticked(struct impl *impl, unsigned rate)
{
    timer_t timer;
    double used;

    turn(impl, true);
    timer = tick_at(rate);
    used = work_unprofiled();
    timer_delete(timer);
    turn(impl, false);
    return used;
}

static void measure_rate(unsigned rate)
{
    static double ours[TURNS], theirs[TURNS], alone[TURNS];
    struct impl *signal = open_impl(&impl_signal),
                *libc = open_impl(&impl_libc);
    char what[80];

    if (!signal || !libc)
        return;
    for (int i = 0; i < TURNS; i++) {
        alone[i] = work_unprofiled();
        ours[i] = work_ticked(signal, rate);
        theirs[i] = work_ticked(libc, rate);
    }
    snprintf(what, sizeof what, "a program ticked %u times a second", rate);
    bench_row(what, bench_quantile(ours, TURNS, quiet) * 1e3, "ms", "by glibc",
              bench_quantile(theirs, TURNS, quiet) * 1e3);
    snprintf(what, sizeof what, "the same, %u, by glibc", rate);
    bench_row(what, bench_quantile(theirs, TURNS, quiet) * 1e3, "ms",
              "unticked", bench_quantile(alone, TURNS, quiet) * 1e3);
    impl_signal.close(signal);
    impl_libc.close(libc);
}

int main(void)
{
    measure_overhead(&impl_signal);
    measure_overhead(&impl_perf);
    for (unsigned rate = 100; rate <= 10000; rate *= 10)
        measure_rate(rate);
    return 0;
}
