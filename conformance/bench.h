/* SPDX-License-Identifier: MIT */
/*
 * Measuring, for the *_bench.c programs.  A machine is shared and noisy, so
 * time is the process's own, and a rate is measured in turns with its floor,
 * several times, the best of each taken: what counts is the ratio.
 */
#ifndef CONFORMANCE_BENCH_H
#define CONFORMANCE_BENCH_H

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

/* Seconds of a clock. */
static inline double bench_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds of CPU time of this process.  CLOCK_PROCESS_CPUTIME_ID is no good
 * here: where the process has, or had, a timer on its CPU time, as profiling
 * does, Linux moves it on at the ticks of the scheduler only. */
static inline double bench_cpu(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

/* Things a second that one call of run(context) does, it doing n. */
static inline double bench_rate(void (*run)(void *context), void *context,
                                double n)
{
    double start = bench_cpu();

    run(context);
    return n / (bench_cpu() - start);
}

static inline void bench_keep(double *best, double rate)
{
    if (rate > *best)
        *best = rate;
}

static inline void bench_print(const char *what, double rate)
{
    printf("%-52s %12.0f /s\n", what, rate);
}

static inline void bench_print_ratio(const char *what, double rate,
                                     double floor, double wanted)
{
    printf("%-52s %12.0f /s  %.2f of the floor (%.2f wanted)\n", what, rate,
           rate / floor, wanted);
}

#endif
