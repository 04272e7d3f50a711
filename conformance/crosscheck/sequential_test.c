/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include "conformance/language/stream.h"
#include "reference/unit_test.h"
#include "sequential.h"

static double difference(double a, double b)
{
    return a > b ? a - b : b - a;
}

/* With prior 1/2: the first tick of k has predictive 1/4, over share[k]; the
 * second of the same (3/2) / 3, of another (1/2) / 3; and so on. */
TEST(the_evidence_is_that_computed_by_hand)
{
    static const struct {
        uint64_t counts[SHARES];
        double evidence;
    } rows[] = {
        {{0, 0, 0, 0}, 1},
        {{1, 0, 0, 0}, 0.25 / 0.7},
        {{0, 1, 0, 0}, 2.5},
        {{0, 0, 0, 1}, 2.5},
        {{1, 1, 0, 0}, 0.25 / 0.7 / 0.6},
        {{0, 2, 0, 0}, 12.5},
        {{0, 3, 0, 0}, 12.5 * 2.5 / 4 / 0.1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_true(
            difference(shares_evidence(rows[k].counts) / rows[k].evidence, 1) <
            1e-12);
}

static double share(unsigned k)
{
    return shares_tenths[k] / 10.0;
}

/* All sequences of so many more ticks: the mean of the evidence under H0, and
 * how likely it is to have reached the limit on the way. */
struct walk {
    double mean, reached, limit;
};

static void enumerate(struct walk *walk, uint64_t *counts, unsigned left,
                      double likely, int reached)
{
    double evidence = shares_evidence(counts);

    reached |= evidence >= walk->limit;
    if (left == 0) {
        walk->mean += likely * evidence;
        walk->reached += reached ? likely : 0;
        return;
    }
    for (unsigned k = 0; k < SHARES; k++) {
        counts[k]++;
        enumerate(walk, counts, left - 1, likely * share(k), reached);
        counts[k]--;
    }
}

TEST(the_evidence_is_a_martingale_of_mean_1)
{
    for (unsigned n = 0; n <= 7; n++) {
        struct walk walk = {.limit = 10};
        uint64_t counts[SHARES] = {0};

        enumerate(&walk, counts, n, 1, 0);
        assert_true(difference(walk.mean, 1) < 1e-12);
    }
}

/* Exactly, looking after every tick. */
TEST(it_reaches_a_limit_no_more_often_than_one_in_the_limit)
{
    for (double limit = 2; limit <= 64; limit *= 2) {
        struct walk walk = {.limit = limit};
        uint64_t counts[SHARES] = {0};

        enumerate(&walk, counts, 8, 1, 0);
        assert_true(walk.reached > 0);
        assert_true(walk.reached <= 1 / limit);
    }
}

static double uniform(uint64_t *random)
{
    return (double)(stream_random(random) >> 11) * 0x1p-53;
}

/* Of H0's shares, so many hundredths then counted for the next function. */
static void draw(uint64_t *random, unsigned hundredths, uint64_t *counts)
{
    double at = uniform(random) * 10;
    unsigned k = 0;

    for (; k < SHARES - 1 && at >= shares_tenths[k]; k++)
        at -= shares_tenths[k];
    counts[(k + (uniform(random) * 100 < hundredths)) % SHARES]++;
}

static double found(unsigned hundredths, uint64_t ticks)
{
    enum { RUNS = 1000 };
    uint64_t random = hundredths;
    unsigned hits = 0;

    for (unsigned run = 0; run < RUNS; run++) {
        uint64_t counts[SHARES] = {0};

        for (uint64_t n = 0; n < ticks; n++)
            draw(&random, hundredths, counts);
        hits += shares_judge(counts, ticks) == SETTLED_DIFFERS;
    }
    return (double)hits / RUNS;
}

/* And what is asked for is not far more than it takes. */
TEST(the_power_is_as_stated)
{
    static const unsigned hundredths[] = {10, 15, 25, 50, 75};

    for (size_t k = 0; k < sizeof hundredths / sizeof *hundredths; k++) {
        uint64_t ticks = shares_needed(hundredths[k]);

        assert_int_equal(shares_power(ticks), hundredths[k]);
        assert_int_not_equal(shares_power(ticks - 1), hundredths[k]);
        assert_true(found(hundredths[k], ticks) >= 0.99);
        assert_true(found(hundredths[k], ticks * 3 / 4) < 0.99);
    }
    assert_int_equal(shares_power(0), 0);
}

TEST(shares_agree_where_there_were_enough_ticks)
{
    const uint64_t good[SHARES] = {70, 10, 10, 10};
    const uint64_t bad[SHARES] = {10, 70, 10, 10};

    assert_int_equal(shares_judge(good, 100), SETTLED_AGREES);
    assert_int_equal(shares_judge(good, 101), SETTLED_NOT);
    assert_int_equal(shares_judge(bad, 1000), SETTLED_DIFFERS);
}

/* More than a double holds, on the way and at the end. */
TEST(much_evidence_is_not_lost)
{
    const uint64_t against[SHARES] = {0, 60000, 0, 0};
    const uint64_t none[SHARES] = {42000, 6000, 6000, 6000};

    assert_true(shares_evidence(against) > 1e300);
    assert_true(shares_evidence(none) < 1e-3);
    assert_true(shares_evidence(none) > 1e-9);
}

/* The number of a Poisson distribution is above it with chance ALPHA. */
TEST(ticks_beside_the_functions_are_bounded)
{
    const double e = 2.718281828459045;

    for (unsigned mean = 0; mean <= 64; mean++) {
        double term = 1, above = 0;
        uint64_t most = chance_of_more_ticks(mean);

        for (unsigned k = 0; k < mean; k++)
            term /= e;
        for (uint64_t k = 1; k < 1000; k++) {
            term *= mean / (double)k;
            above += k > most ? term : 0;
        }
        assert_true(above < ALPHA);
    }
    assert_int_equal(chance_of_more_ticks(0), 0);
    assert_int_equal(chance_of_more_ticks(0.05), 3); /* 0.05^4 / 24 is 2.6e-7 */
    assert_int_equal(chance_of_more_ticks(0.5),
                     7); /* 0.5^8 / 40320 is 9.7e-8 */
}

TESTS(NULL, NULL)
