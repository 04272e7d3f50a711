/* SPDX-License-Identifier: MIT */
/* The page of a full suite: how long, how large, how much memory.
 *
 *     html_bench [FILE]    also leaves a page of ten implementations there */
#include <stdlib.h>
#include <sys/resource.h>

#include "conformance/bench.h"
#include "reports/reports.h"

enum { IMPLEMENTATIONS = 10, DIALECTS = 5, CASES = 400, MANY = 20000 };

static const char *const implementations[IMPLEMENTATIONS] = {
    "signal",       "perf",       "ptrace",      "libc",       "./one.so",
    "./another.so", "./third.so", "./fourth.so", "./fifth.so", "./sixth.so"};
static const char *const dialects[DIALECTS] = {"aix", "irix", "hpux", "freebsd",
                                               "glibc"};
static const char *const rules[] = {"rounding",  "unit",      "scale-off",
                                    "odd-tail",  "product",   "extent",
                                    "scale-two", "off-twice", "counter-full"};
enum { RULES = sizeof rules / sizeof *rules };

static char *text_of_number(const char *format, size_t number)
{
    char *made = malloc(200);

    if (!made)
        exit(3);
    snprintf(made, 200, format, number);
    return made;
}

/* Every tenth fails; of those, every fifth for a reason of its own. */
static struct results run_of_cases(const char *implementation,
                                   const char *dialect, size_t count)
{
    struct result *cases = calloc(count, sizeof *cases);
    struct results made = {.implementation = implementation,
                           .dialect = dialect,
                           .backend = "signal",
                           .cases = cases,
                           .case_count = count};

    if (!cases)
        exit(3);
    for (size_t k = 0; k < count; k++) {
        bool fails = k % 10 == 0;

        cases[k] = (struct result){
            .id = text_of_number("map-case-with-a-name-%zu.84ec000f", k),
            .rules = rules + k % 3,
            .rule_count = RULES - k % 3,
            .verdict = fails ? VERDICT_FAIL : VERDICT_PASS,
            .detail = fails ? text_of_number(
                                  k % 50 ? "buffer b 64; tick 0x%zx: b[0] is "
                                           "1, permitted 0: product is "
                                           "mod-2^64, but x.1 requires exact"
                                         : "b[%zu] is 1: rounding is odd",
                                  k)
                            : text_of_number("", k),
            .text = text_of_number("case a\nbuffer b 64\ntick 0x%zx\n", k),
            .observed = text_of_number(
                "3 buffer 0 64 [ %zu 0*31 ]; ended normally", k)};
        made.summary[cases[k].verdict]++;
    }
    return made;
}

static double memory(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss / 1024;
}

static void measure_page(const char *what, const struct results *runs,
                         size_t count, FILE *out)
{
    double before = memory(), start = bench_cpu(), seconds;

    report_html(runs, count, out);
    fflush(out);
    seconds = bench_cpu() - start;
    printf("%s\t%.2f s\twanted 1; %.0f KB, %.0f MB of memory\t%.4g\n", what,
           seconds, (double)ftell(out) / 1024, memory() - before, seconds);
}

int main(int argc, char **argv)
{
    static struct results runs[IMPLEMENTATIONS * DIALECTS], many;
    FILE *page = argc > 1 ? fopen(argv[1], "w") : tmpfile(), *out = tmpfile();
    size_t count = 0;

    if (!page || !out) {
        perror(argc > 1 ? argv[1] : "a temporary file");
        return 3;
    }
    for (size_t i = 0; i < IMPLEMENTATIONS; i++)
        for (size_t d = 0; d < DIALECTS; d++)
            runs[count++] =
                run_of_cases(implementations[i], dialects[d], CASES);
    measure_page("10 implementations of 2,000 cases", runs, count, page);
    many = run_of_cases("libc", "aix", MANY);
    measure_page("1 implementation of 20,000 cases", &many, 1, out);
    return (fclose(page) | fclose(out)) != 0;
}
