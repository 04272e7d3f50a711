/* SPDX-License-Identifier: MIT */
#include "sequential.h"

#include <math.h>

/* Unlike, so that a count moved to a neighbour shows. */
const unsigned shares_tenths[SHARES] = {7, 1, 1, 1};

/* A product that may leave the range of a double on its way. */
struct product {
    double value;
    int scaled; /* times 2^(512 * scaled) */
};

static const double large = 0x1p512;

static void sequential_multiply(struct product *p, double factor)
{
    p->value *= factor;
    if (p->value > large) {
        p->value /= large;
        p->scaled++;
    } else if (p->value < 1 / large && p->value > 0) {
        p->value *= large;
        p->scaled--;
    }
}

double shares_evidence(const uint64_t *counts)
{
    const double prior = 0.5;
    struct product p = {1, 0};
    double seen = 0;

    for (unsigned k = 0; k < SHARES; k++)
        for (uint64_t c = 0; c < counts[k]; c++, seen++)
            sequential_multiply(&p, ((double)c + prior) /
                                        (seen + prior * SHARES) * 10 /
                                        shares_tenths[k]);
    for (; p.scaled > 0 && p.value < INFINITY; p.scaled--)
        p.value *= large;
    for (; p.scaled < 0 && p.value > 0; p.scaled++)
        p.value /= large;
    return p.value;
}

/* By simulation; the test does it again. */
static const struct {
    unsigned hundredths;
    uint64_t ticks;
} powers[] = {{10, 2800}, {15, 1350}, {25, 450}, {50, 130}, {75, 60}};

enum { POWERS = sizeof powers / sizeof *powers };

unsigned shares_power(uint64_t ticks)
{
    for (unsigned k = 0; k < POWERS; k++)
        if (ticks >= powers[k].ticks)
            return powers[k].hundredths;
    return 0;
}

uint64_t shares_needed(unsigned hundredths)
{
    uint64_t ticks = powers[0].ticks;

    for (unsigned k = 0; k < POWERS && powers[k].hundredths <= hundredths; k++)
        ticks = powers[k].ticks;
    return ticks;
}

enum settled shares_judge(const uint64_t *counts, uint64_t needed)
{
    uint64_t ticks = 0;

    if (shares_evidence(counts) >= 1 / ALPHA)
        return SETTLED_DIFFERS;
    for (unsigned k = 0; k < SHARES; k++)
        ticks += counts[k];
    return ticks >= needed ? SETTLED_AGREES : SETTLED_NOT;
}

static uint64_t root(uint64_t square)
{
    uint64_t t = 0;

    while (t * t < square)
        t++;
    return t;
}

/* The least t for which a sum of so many errors of at most 1, of mean 0, is
 * beyond t either way with probability ALPHA: with L = ln(2 / ALPHA) = 14.51,
 * t^2 = n L / 2 (Hoeffding); or t = L / 3 + sqrt(L^2 / 9 + 2 L V), where the
 * variance V is neither above n / 4 nor above the periods (Bernstein). */
static uint64_t sampling_error(uint64_t slices, uint64_t periods)
{
    uint64_t variance = slices / 4 < periods ? slices / 4 + 1 : periods;
    uint64_t hoeffding = root((slices * 7255 + 999) / 1000);
    uint64_t bernstein = 5 + root(24 + (variance * 2902 + 99) / 100);

    return hoeffding < bernstein ? hoeffding : bernstein;
}

static uint64_t sequential_less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* A Poisson number of mean m is n or more with chance m^n / n! at most. */
uint64_t chance_of_more_ticks(double periods)
{
    double chance = periods;
    uint64_t most = 0;

    while (chance >= ALPHA)
        chance *= periods / (double)(++most + 1);
    return most;
}

static uint64_t fewest(const struct rate_run *run, uint64_t cpu)
{
    return sequential_less(sequential_less(cpu, run->tick) / run->period,
                           run->uncounted);
}

static uint64_t sequential_most(const struct rate_run *run, uint64_t cpu)
{
    return (cpu + run->slack) / run->period + 1;
}

void rate_limits(const struct rate_run *run, struct rate_limits *limits)
{
    uint64_t low = run->cpu < run->other ? run->cpu : run->other;
    uint64_t high = run->cpu > run->other ? run->cpu : run->other;
    uint64_t wide = sampling_error(run->slices, high / run->period + 1);

    limits->least = fewest(run, run->cpu);
    limits->most = sequential_most(run, run->cpu);
    limits->least_possible =
        sequential_less(fewest(run, low), run->stalled + run->unlooked + wide);
    limits->most_possible = sequential_most(run, high) + wide;
}

enum settled rate_judge(const struct rate_run *run, uint64_t ticks)
{
    struct rate_limits limits;

    rate_limits(run, &limits);
    if (ticks < limits.least_possible || ticks > limits.most_possible)
        return SETTLED_DIFFERS;
    if (ticks < limits.least || ticks > limits.most)
        return SETTLED_NOT;
    return (limits.most - limits.least) * 100 <=
                   run->cpu / run->period * RATE_DEPARTURE
               ? SETTLED_AGREES
               : SETTLED_NOT;
}
