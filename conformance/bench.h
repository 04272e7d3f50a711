/* SPDX-License-Identifier: MIT */
/*
 * Measuring, for the *_bench.c programs.  A machine is shared and noisy, so
 * time is the process's own, and a rate is measured in turns with its floor,
 * several times, the best of each taken: what counts is the ratio.
 */
#ifndef CONFORMANCE_BENCH_H
#define CONFORMANCE_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

/* A row of `make bench`: a figure beside the floor, the peer or the wish that
 * it is held against, between tabs. */
static inline void bench_row(const char *what, double figure, const char *unit,
                             const char *against, double other)
{
    printf("%s\t%.4g %s\t%s %.4g\t%.4g\n", what, figure, unit, against, other,
           figure / other);
}

static inline int bench_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts the numbers: the one below which that part of them lies. */
static inline double bench_quantile(double *numbers, size_t count, double part)
{
    qsort(numbers, count, sizeof *numbers, bench_ascending);
    return numbers[(size_t)(part * (double)(count - 1))];
}

/* Numbers in no order, the same in each run. */
static inline uint64_t bench_draw(uint64_t *state, uint64_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % below;
}

#endif
