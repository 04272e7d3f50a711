/* SPDX-License-Identifier: MIT */
/*
 * A tick's work, so many times: what conformance/growth.sh and bench.sh count
 * the instructions of.  Without words, the time of each.
 *
 *     tick N         our handler of SIGPROF, called as the kernel calls it
 *     libc-tick N    glibc's
 *     apart R N      ticks found among R regions side by side
 *     nested R N     ticks found among R regions, each inside the one before
 *     threads T N    ticks counted by each of T threads at once
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "conformance/bench.h"
#include "conformance/inject/arch.h"
#include "impls/counting/count.h"
#include "impls/counting/faults.h"
#include "impls/impl.h"

enum { BASE = 0x10400000, SPAN = 4096 };

static uint64_t drawn(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void fail_work(const char *what)
{
    fprintf(stderr, "tick_bench: %s\n", what);
    exit(3);
}

#if ARCH_DELIVERS
static void call_handler_of(const struct impl_class *class, unsigned n)
{
    static uint16_t buffer[SPAN / 2];
    struct impl_options options = {.dialect = "glibc"};
    struct impl_call on = {.entry = IMPL_PROFIL,
                           .region = {buffer, sizeof buffer, BASE, 65536, 0}};
    struct impl_result result;
    struct sigaction action;
    siginfo_t info = {.si_signo = SIGPROF};
    static ucontext_t interrupted;
    char why[400];
    sigset_t ticks;
    uint64_t state = 1;
    struct impl *impl = class->open(&options, why, sizeof why);

    if (!impl)
        fail_work(why);
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &ticks, NULL);
    class->call(impl, &on, &result);
    sigaction(SIGPROF, NULL, &action);
    for (unsigned i = 0; i < n; i++) {
        arch_set_pc(&interrupted, BASE + drawn(&state) % SPAN);
        action.sa_sigaction(SIGPROF, &info, &interrupted);
    }
    on.region = (struct impl_region){0};
    class->call(impl, &on, &result);
    class->close(impl);
}
#else
static void call_handler_of(const struct impl_class *class, unsigned n)
{
    (void)class;
    (void)n;
}
#endif

static void work_tick(unsigned unused, unsigned n)
{
    (void)unused;
    call_handler_of(&impl_signal, n);
}

static void work_libc_tick(unsigned unused, unsigned n)
{
    (void)unused;
    call_handler_of(&impl_libc, n);
}

/* Regions side by side; nested, each begins after the one that it lies in. */
static struct table make_regions(unsigned count, bool nested)
{
    static uint16_t counters[8];
    struct region *list = calloc(count, sizeof *list);
    struct table table;

    if (!list)
        fail_work("out of memory");
    for (unsigned i = 0; i < count; i++) {
        list[i] = region_make(counters, sizeof counters, BASE + i * 16, 65536,
                              2, REGION_DOWN);
        list[i].last =
            nested ? BASE + 32 * (uint64_t)count - i * 16 : BASE + i * 16 + 15;
        if (nested)
            region_gather(&list[i]);
        if (nested)
            list[i].last = BASE + 32 * (uint64_t)count - i * 16;
    }
    if (table_make(&table, list, count) != 0)
        fail_work("out of memory");
    free(list);
    return table;
}

static void find_among(unsigned regions, bool nested, unsigned n)
{
    struct table table = make_regions(regions, nested);
    uint64_t state = 1;

    faults_catch();
    for (unsigned i = 0; i < n; i++)
        count_tick(&table,
                   BASE + drawn(&state) % ((nested ? 32 : 16) * regions), 1);
    faults_release();
    table_free(&table);
}

static void work_apart(unsigned regions, unsigned n)
{
    find_among(regions, false, n);
}

static void work_nested(unsigned regions, unsigned n)
{
    find_among(regions, true, n);
}

struct counting {
    const struct table *table;
    unsigned n;
};

static void *count_often(void *context)
{
    const struct counting *counting = context;

    for (unsigned i = 0; i < counting->n; i++)
        count_tick(counting->table, BASE + i % 16, 1);
    return NULL;
}

static void work_threads(unsigned threads, unsigned n)
{
    struct table table = make_regions(1, false);
    struct counting counting = {&table, n};
    pthread_t ids[64];

    if (threads > 64)
        fail_work("at most 64 threads");
    faults_catch();
    for (unsigned t = 0; t < threads; t++)
        if (pthread_create(&ids[t], NULL, count_often, &counting) != 0)
            fail_work("no thread");
    for (unsigned t = 0; t < threads; t++)
        pthread_join(ids[t], NULL);
    faults_release();
    table_free(&table);
}

struct work {
    const char *name;
    bool sized; /* has a word before N */
    unsigned often;
    void (*run)(unsigned size, unsigned n);
};

static const struct work works[] = {
    {"tick", false, 1000000, work_tick},
    {"libc-tick", false, 1000000, work_libc_tick},
    {"apart", true, 1000000, work_apart},
    {"nested", true, 100000, work_nested},
    {"threads", true, 100000, work_threads},
};

enum { WORKS = sizeof works / sizeof *works };

static double nanoseconds_of(const struct work *work, unsigned size)
{
    double start = bench_cpu();

    work->run(size, work->often);
    return 1e9 * (bench_cpu() - start) / work->often;
}

static void measure_works(void)
{
    double libc = nanoseconds_of(&works[1], 1);
    double one = nanoseconds_of(&works[2], 1);

    bench_row("a tick in the handler", nanoseconds_of(&works[0], 1), "ns",
              "glibc's", libc);
    bench_row("a tick among 10,000 regions", nanoseconds_of(&works[2], 10000),
              "ns", "one", one);
    bench_row("a tick among 10,000 nested regions",
              nanoseconds_of(&works[3], 10000), "ns", "one", one);
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        measure_works();
        return 0;
    }
    for (unsigned k = 0; k < WORKS; k++)
        if (strcmp(works[k].name, argv[1]) == 0 && argc == 3 + works[k].sized) {
            works[k].run((unsigned)atoi(argv[2]),
                         (unsigned)atoi(argv[argc - 1]));
            return 0;
        }
    fail_work("see the head of tick_bench.c");
}
