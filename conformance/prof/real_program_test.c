/* SPDX-License-Identifier: MIT */
/*
 * A real program profiled by our profil, in each dialect and each way of
 * having it, while perf samples the same run: the shares of its functions
 * agree.
 *
 * H0: ticks and samples fall on functions with the same probabilities.  A
 * two-sample chi-square over the functions rejects it at 1e-6 for a dialect;
 * functions with fewer than 5 ticks to expect are one cell.  Both clocks are
 * periodic and the program's portions of work are not, so that counts vary
 * less than independent ones would: the test errs on the side of agreement.
 * That it rejects what it should is seen on the same ticks, given to the
 * function next to theirs.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>

#include "conformance/built_test.h"
#include "conformance/machine/scratch_test.h"
#include "flat.h"
#include "impls/perf/fixture.h"
#include "impls/perf/sampler.h"
#include "reference/unit_test.h"

#if defined __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { PERIOD = 1000000 /* ns, of perf */, RING_PAGES = 64 };

#define HUNDREDTHS "30" /* of CPU time, in one run */

static const char *const functions[] = {
    "next_random", "make_text",    "count_words", "read_numbers",
    "sift_down",   "sort_numbers", "hash_text",
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Samples of a process's own code from its next exec on. */
static int open_samples(pid_t child)
{
    struct perf_event_attr attr = {
        .size = sizeof attr,
        .type = PERF_TYPE_SOFTWARE,
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .sample_period = PERIOD,
        .sample_type = PERF_SAMPLE_IP,
        .disabled = 1,
        .enable_on_exec = 1,
        .exclude_kernel = 1,
    };

    return (int)syscall(SYS_perf_event_open, &attr, child, -1, -1,
                        PERF_FLAG_FD_CLOEXEC);
}

/* What one run, or several, gave to each function. */
struct counts {
    double ticks[FUNCTIONS];   /* of profil */
    double samples[FUNCTIONS]; /* of perf */
};

struct run {
    struct symbols symbols;
    struct counts *counts;
};

static int number_of(const char *function)
{
    for (int k = 0; k < FUNCTIONS; k++)
        if (strcmp(function, functions[k]) == 0)
            return k;
    return -1;
}

static void take_sample(void *context, uint64_t pc)
{
    struct run *run = context;
    const struct function *function = symbols_at(&run->symbols, pc);
    int k = function ? number_of(function->name) : -1;

    if (k >= 0)
        run->counts->samples[k]++;
}

static void take_profile(struct run *run)
{
    static const struct flat_request request = {0};
    struct flat flat = {.symbols = &run->symbols};
    const char *problem;

    problem = flat_add(&flat, &request, path_of("mon.out"));
    if (problem || (problem = flat_sum(&flat, &request)))
        fail_msg("%s", problem);
    for (size_t row = 0; row < flat.row_count; row++) {
        int k = number_of(flat.rows[row].function->name);

        if (k >= 0)
            run->counts->ticks[k] += ticks_value(flat.rows[row].ticks);
    }
    flat_free(&flat);
}

static void start(const char *program, const char *preload, int go)
{
    char word;

    if (preload)
        setenv("LD_PRELOAD", preload, 1);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    if (read(go, &word, 1) == 1)
        execl(program, "busy", HUNDREDTHS, path_of("mon.out"), (char *)NULL);
    _exit(126);
}

static void run_program(const char *program, const char *preload,
                        struct counts *counts)
{
    struct run run = {.counts = counts};
    struct ring ring;
    int go[2], event;
    pid_t child;

    assert_null(symbols_load(&run.symbols, program));
    assert_int_equal(pipe(go), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        start(program, preload, go[0]);
    event = open_samples(child);
    assert_true(event >= 0);
    assert_int_equal(ring_map(&ring, event, RING_PAGES), 0);
    assert_int_equal(write(go[1], "", 1), 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(ring_drain(&ring, EVENT_PC, take_sample, &run), 0);
    ring_unmap(&ring);
    close(event);
    close(go[0]);
    close(go[1]);
    take_profile(&run);
    symbols_free(&run.symbols);
}

/* The statistic, and in *freedom one less than the cells. */
static double chi_square(const double *a, const double *b, int *freedom)
{
    double all_a = 0, all_b = 0, rest_a = 0, rest_b = 0, sum = 0;
    int cells = 0;

    for (int k = 0; k < FUNCTIONS; k++) {
        all_a += a[k];
        all_b += b[k];
    }
    for (int k = 0; k <= FUNCTIONS; k++) {
        double x = k < FUNCTIONS ? a[k] : rest_a;
        double y = k < FUNCTIONS ? b[k] : rest_b;
        double difference = x * all_b - y * all_a;

        if (k < FUNCTIONS && (x + y) * all_a < 5 * (all_a + all_b)) {
            rest_a += x;
            rest_b += y;
        } else if (x + y > 0) {
            sum += difference * difference / (all_a * all_b * (x + y));
            cells++;
        }
    }
    *freedom = cells - 1;
    return sum;
}

/* What the statistic exceeds once in a million, for 1 to 6 degrees. */
static const double critical[] = {0, 23.93, 27.63, 30.66, 33.38, 35.89, 38.26};

static bool differ(const double *a, const double *b)
{
    int freedom;
    double statistic = chi_square(a, b, &freedom);

    assert_in_range(freedom, 1, 6);
    return statistic > critical[freedom];
}

static double sum_of(const double *values)
{
    double sum = 0;

    for (int k = 0; k < FUNCTIONS; k++)
        sum += values[k];
    return sum;
}

static void check(const struct counts *c, const char *what)
{
    if (differ(c->ticks, c->samples))
        for (int k = 0; k < FUNCTIONS; k++)
            print_error("%s: %s: %.1f of %.0f ticks, %.0f of %.0f samples\n",
                        what, functions[k], c->ticks[k], sum_of(c->ticks),
                        c->samples[k], sum_of(c->samples));
    assert_false(differ(c->ticks, c->samples));
}

TEST(the_statistic_is_as_worked_by_hand)
{
    /* 10 of 40 against 40 of 80: (10 * 80 - 40 * 40)^2 / (40 * 80 * 50) and
     * (30 * 80 - 40 * 40)^2 / (40 * 80 * 70), 4 + 20 / 7 */
    static const double a[FUNCTIONS] = {10, 30}, b[FUNCTIONS] = {40, 40};
    /* two cells too small, as one: 4 of 40 against 6 of 80 */
    static const double c[FUNCTIONS] = {2, 36, 2}, d[FUNCTIONS] = {2, 74, 4};
    int freedom;
    double seen = chi_square(a, b, &freedom), expected = 4 + 20 / 7.0;

    assert_true(seen > expected - 1e-9 && seen < expected + 1e-9);
    assert_int_equal(freedom, 1);
    seen = chi_square(c, d, &freedom);
    expected = 80.0 * 80 / (40 * 80 * 10) + 80.0 * 80 / (40 * 80 * 110);
    assert_true(seen > expected - 1e-9 && seen < expected + 1e-9);
    assert_int_equal(freedom, 1);
}

TEST(shares_are_those_that_perf_sees)
{
    static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd",
                                           "glibc"};
    static const char *const ways[] = {"", "-shared", "-host"};
    struct counts all = {0}, shifted;

    skip_without_perf();
    if (!symbols_can_be_read || SANITIZED)
        skip();
    for (size_t d = 0; d < sizeof dialects / sizeof *dialects; d++) {
        struct counts counts = {0};

        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            run_program(built("libraries/busy-%s%s", dialects[d], ways[w]),
                        w == 2 ? built("libprofil-%s.so", dialects[d]) : NULL,
                        &counts);
        check(&counts, dialects[d]);
        for (int k = 0; k < FUNCTIONS; k++) {
            all.ticks[k] += counts.ticks[k];
            all.samples[k] += counts.samples[k];
        }
    }
    check(&all, "all dialects");
    shifted = all;
    for (int k = 0; k < FUNCTIONS; k++)
        shifted.ticks[(k + 1) % FUNCTIONS] = all.ticks[k];
    assert_true(differ(shifted.ticks, shifted.samples));
    /* a fifth of all ticks given to one function */
    shifted = all;
    for (int k = 0; k < FUNCTIONS; k++)
        shifted.ticks[k] *= 0.8;
    shifted.ticks[0] += 0.2 * sum_of(all.ticks);
    assert_true(differ(shifted.ticks, shifted.samples));
}

TESTS(set_up, tear_down)
