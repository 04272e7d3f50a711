/* SPDX-License-Identifier: MIT */
/*
 * A tick's work, so many times: what conformance/growth.sh and bench.sh count
 * the instructions of.
 *
 *     tick N         our handler of SIGPROF, called as the kernel calls it
 *     libc-tick N    glibc's
 *     apart R N      ticks found among R regions side by side
 *     nested R N     ticks found among R regions, each inside the one before
 *     threads T N    ticks counted by each of T threads at once
 *
 * Without words, the time of each; and exact ticks delivered on perf and on
 * ptrace, against floors that count nothing: the same page faults with nobody
 * sampling them; to set a child's pc and read it back.  Each round of those is
 * a ratio of its own, and the middle one of many is printed: other programs
 * slow down one side of some rounds.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "conformance/bench.h"
#include "conformance/machine/arch.h"
#include "impls/counting/faults.h"
#include "impls/counting/table.h"
#include "impls/impl.h"
#include "impls/perf/exact.h"
#include "impls/ptrace/registers.h"
#include "process_fixture.h"

enum { BASE = 0x10400000, SPAN = 4096, TICKS = 8192, ROUNDS = 101 };

static _Noreturn void fail_work(const char *what)
{
    fprintf(stderr, "tick_bench: %s\n", what);
    exit(3);
}

static void set_scale(struct impl *impl, unsigned scale)
{
    static uint16_t buffer[SPAN / 2];
    struct impl_call call = {.entry = IMPL_PROFIL,
                             .region = {buffer, sizeof buffer, BASE, scale, 0}};
    struct impl_result result;

    impl->class->call(impl, &call, &result);
}

static struct impl *open_glibc(const struct impl_class *class)
{
    struct impl_options options = {.dialect = "glibc"};
    char why[400];
    struct impl *impl = class->open(&options, why, sizeof why);

    if (!impl)
        fail_work(why);
    return impl;
}

static void call_handler_of(const struct impl_class *class, unsigned n)
{
    struct impl *impl;
    struct sigaction action;
    siginfo_t info = {.si_signo = SIGPROF};
    static ucontext_t interrupted;
    sigset_t ticks;
    uint64_t state = 1;

    if (!ARCH_DELIVERS)
        return;
    impl = open_glibc(class);
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &ticks, NULL);
    set_scale(impl, 65536);
    sigaction(SIGPROF, NULL, &action);
    for (unsigned i = 0; i < n; i++) {
        arch_set_pc(&interrupted, BASE + bench_draw(&state, SPAN));
        action.sa_sigaction(SIGPROF, &info, &interrupted);
    }
    set_scale(impl, 0);
    class->close(impl);
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
        list[i].last = BASE + i * 16 + 15;
        if (!nested)
            continue;
        region_gather(&list[i]);
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
                   BASE + bench_draw(&state, (nested ? 32 : 16) * regions), 1);
    faults_release();
    table_free(&table);
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

static void count_in_threads(unsigned threads, unsigned n)
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

enum work { TICK, LIBC_TICK, APART, NESTED, THREADS, WORKS };

static const struct {
    const char *name;
    bool sized; /* has a word before N */
    unsigned often;
} works[] = {
    [TICK] = {"tick", false, 1000000},
    [LIBC_TICK] = {"libc-tick", false, 1000000},
    [APART] = {"apart", true, 1000000},
    [NESTED] = {"nested", true, 100000},
    [THREADS] = {"threads", true, 100000},
};

static void do_work(enum work work, unsigned size, unsigned n)
{
    if (work == THREADS)
        count_in_threads(size, n);
    else if (work == APART || work == NESTED)
        find_among(size, work == NESTED, n);
    else
        call_handler_of(work == TICK ? &impl_signal : &impl_libc, n);
}

static double nanoseconds_of(enum work work, unsigned size)
{
    double start = bench_cpu();

    do_work(work, size, works[work].often);
    return 1e9 * (bench_cpu() - start) / works[work].often;
}

static void measure_works(void)
{
    double libc = nanoseconds_of(LIBC_TICK, 1), one = nanoseconds_of(APART, 1);

    bench_row("a tick in the handler", nanoseconds_of(TICK, 1), "ns", "glibc's",
              libc);
    bench_row("a tick among 10,000 regions", nanoseconds_of(APART, 10000), "ns",
              "one", one);
    bench_row("a tick among 10,000 nested regions",
              nanoseconds_of(NESTED, 10000), "ns", "one", one);
}

static struct impl_tick ticks[TICKS];
static uint64_t pcs[TICKS];
static pid_t traced;
static struct impl *impl;

static void bare_faults(void)
{
    if (exact_samples(pcs, TICKS, NULL, NULL, 0) != 0)
        fail_work("no page faults");
}

static void bare_registers(void)
{
    registers now;

    for (int i = 0; i < TICKS; i++)
        if (!registers_poke(traced, offsetof(registers, REGISTERS_PC),
                            pcs[i]) ||
            !registers_read(traced, &now) || now.REGISTERS_PC != pcs[i])
            fail_work("no registers");
}

static void deliver_ticks(void)
{
    if (impl->class->deliver(impl, ticks, TICKS) != 0)
        fail_work(impl->refused);
}

static double seconds_of(pid_t process)
{
    clockid_t clock;

    return process > 0 && clock_getcpuclockid(process, &clock) == 0
               ? bench_clock(clock)
               : 0;
}

/* Two processes may share the work: by the CPU time of both. */
static double rate_of(void (*work)(void), pid_t other)
{
    double start = seconds_of(getpid()) + seconds_of(other);

    work();
    return TICKS / (seconds_of(getpid()) + seconds_of(other) - start);
}

static void measure_delivery(const struct impl_class *class, const char *what,
                             void (*bare)(void), pid_t bare_with,
                             const char *floor_is)
{
    static double ratios[ROUNDS];
    double best = 0;

    impl = open_glibc(class);
    class->hold(impl, true);
    set_scale(impl, 65536);
    if (class->deliver(impl, ticks, 1) != 0) {
        printf("not measured: %s\n", impl->refused);
    } else {
        for (int i = 0; i < ROUNDS; i++) {
            double floor = rate_of(bare, bare_with);

            ratios[i] = rate_of(deliver_ticks, tracer_of(getpid())) / floor;
            bench_keep(&best, floor);
        }
        bench_row(what, best * bench_quantile(ratios, ROUNDS, 0.5), "/s",
                  floor_is, best);
    }
    set_scale(impl, 0);
    class->close(impl);
}

static void measure_deliveries(void)
{
    uint64_t state = 1;

    /* All over a region, in no order. */
    for (int i = 0; i < TICKS; i++) {
        pcs[i] = BASE + bench_draw(&state, SPAN);
        ticks[i] = (struct impl_tick){pcs[i], 1};
    }
    traced = fork();
    if (traced == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(0);
    }
    waitpid(traced, NULL, 0);
    measure_delivery(&impl_perf, "perf, exact delivery", bare_faults, 0,
                     "page faults, nobody samples");
    measure_delivery(&impl_ptrace, "ptrace, ticks where the pc is set",
                     bare_registers, traced, "POKEUSER and GETREGSET");
    kill(traced, SIGKILL);
    waitpid(traced, NULL, 0);
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        measure_works();
        measure_deliveries();
        return 0;
    }
    for (unsigned k = 0; k < WORKS; k++)
        if (strcmp(works[k].name, argv[1]) == 0 && argc == 3 + works[k].sized) {
            do_work((enum work)k, (unsigned)atoi(argv[2]),
                    (unsigned)atoi(argv[argc - 1]));
            return 0;
        }
    fail_work("see the head of tick_bench.c");
}
