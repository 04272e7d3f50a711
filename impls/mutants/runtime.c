/* SPDX-License-Identifier: MIT */
/*
 * A small runtime of -pg on SIGPROF, that can be told to take any choice of
 * any rule, as mutant.c is a profil that can.
 */

/* The headers of libc declare a profil of its own prototype. */
#define profil profil_of_libc
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Where clock.h brings a tick. */
static void sample(uint64_t pc);
#define TICKED sample

#include "clock.h"
#undef profil

enum {
    PERIOD = 10000,
    RATE = 100,
    SHARE = 4, /* bytes of text that have one counter */
    LARGE_SHARE = 16,
    CUT_TO = 64,     /* bytes, where an end is missing */
    LARGE = 1 << 20, /* bytes of text where they have more */
    SHARES_SCALE = 2 * 65536,
    BUCKETS = 1024,
    FEW_ARCS = 1024, /* that there is room for, where that is for some */
    MANY_ARCS = 65536,
    MOST_PATH = 4096,
};

struct record {
    uint64_t from, self, calls;
    struct record *next; /* of the bucket */
};

static struct {
    bool on, paused, cleaned, lost, watched;
    pid_t begun_by;
    uint64_t low, high, share;
    uint64_t bound; /* of the range before, where that is kept */
    struct record *buckets[BUCKETS];
    struct record *records; /* as they came */
    unsigned used;
} runtime;

static bool is_inside(uint64_t pc)
{
    return pc >= runtime.low && pc < runtime.high;
}

static uint64_t runtime_share(uint64_t bytes)
{
    return bytes > LARGE ? LARGE_SHARE : SHARE;
}

/* Ticks */

static void sample(uint64_t pc)
{
    if (!is_inside(pc)) {
        if (takes(GMON_OUTSIDE, IN_CALLS) && runtime.used &&
            pc >= runtime.high &&
            pc - runtime.high < runtime.high - runtime.low)
            runtime.records[(pc - runtime.high) % runtime.used].calls++;
        if (!takes(GMON_OUTSIDE, AT_THE_END))
            return;
        pc = pc < runtime.low ? runtime.low : runtime.high - 1;
    }
    if (takes(GMON_COUNTER, OTHER))
        pc = pc - runtime.low < runtime.share ? pc + runtime.share
                                              : pc - runtime.share;
    count_by_search(pc);
}

#include "arcs.h"

/* File */

static void put(FILE *out, const void *bytes, size_t size)
{
    fwrite(bytes, 1, size, out);
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uint64_t *)base = info->dlpi_addr;
    return 1;
}

/* What addresses in the file lack. */
static uint64_t runtime_base(void)
{
    uint64_t base = 0;

    if (takes(GMON_ADDRESSES, FROM_PROGRAM))
        dl_iterate_phdr(first_object, &base);
    return base;
}

static void put_record(FILE *out, const struct record *r, uint64_t calls)
{
    uint64_t from = r->from ? r->from - runtime_base() : 0;
    uint64_t arc[] = {from, r->self - runtime_base(), calls};

    put(out, arc, sizeof arc);
}

static void put_records(FILE *out)
{
    for (unsigned k = 0; k < runtime.used; k++) {
        const struct record *r = &runtime.records[k];
        bool several = takes(GMON_ARC_RECORDS, SEVERAL) && r->calls > 1;

        if (several)
            put_record(out, r, 1);
        put_record(out, r, r->calls - several);
    }
}

static void put_profile(FILE *out, bool counted)
{
    uint64_t base = runtime_base(), high = runtime.high;
    uint64_t range[] = {runtime.low - base, high - base};
    uint32_t size = (uint32_t)profiling.areas[0].size;
    uint32_t rate = takes(GMON_RATE, ZERO)    ? 0
                    : takes(GMON_RATE, WRONG) ? RATE + 1
                                              : RATE;
    uint32_t spare = takes(GMON_SPARE, JUNK) ? 0x5eed : 0;
    uint32_t rest[] = {40 + size, 0x00051879, rate, 16, spare, spare};

    if (takes(GMON_WRITE, BROKEN))
        rest[0] = 8;
    put(out, range, sizeof range);
    put(out, rest, sizeof rest);
    if (!counted)
        memset(profiling.areas[0].base, 0, size);
    put(out, profiling.areas[0].base, size);
    if (counted) {
        count_those_beside();
        put_records(out);
    }
}

static FILE *open_profile(void)
{
    const char *prefix = getenv("GMON_OUT_PREFIX");
    char name[MOST_PATH];

    if (!prefix || !takes(GMON_PREFIX, NAMES))
        return fopen("gmon.out", "w");
    snprintf(name, sizeof name, "%s.%d", prefix, (int)getpid());
    return fopen(name, "w");
}

static void write_profile(bool counted)
{
    FILE *out = NULL;
    bool failed;

    if (!takes(GMON_WRITE, MISSING) &&
        !(takes(GMON_WRITE, UNLESS_PAUSED) && runtime.paused) &&
        !(takes(GMON_ARCS_FULL, FILE_LOST) && runtime.lost))
        out = open_profile();
    if (!out) {
        if (takes(GMON_UNWRITABLE, DIES))
            abort();
        return;
    }
    if (!takes(GMON_WRITE, EMPTY))
        put_profile(out, counted);
    failed = fflush(out) != 0;
    fclose(out);
    if (failed && takes(GMON_NO_ROOM, DIES))
        abort();
}

/* Control */

static void runtime_after_fork(void)
{
    if (takes(FORK, CHILD_CLEARED))
        forget_calls();
}

void _mcleanup(void);

static void watch(void)
{
    if (runtime.watched)
        return;
    runtime.watched = true;
    pthread_atfork(NULL, NULL, runtime_after_fork);
    if (takes(GMON_EXIT, WRITTEN))
        atexit(_mcleanup);
}

static void runtime_free(void)
{
    free(profiling.areas[0].base);
    free(runtime.records);
    profiling.areas[0].base = NULL;
    runtime.records = NULL;
}

/* What is there before it is written: a header without counters, or one that
 * says that there are some. */
static void make_early(void)
{
    const uint64_t header[] = {runtime.low, runtime.high,
                               UINT64_C(0x0005187900000000) |
                                   (takes(GMON_EARLY, BEGUN) ? 0x1000 : 40),
                               RATE, 0};
    FILE *out = open_profile();

    if (!out)
        return;
    if (!takes(GMON_EARLY, EMPTY))
        put(out, header, sizeof header);
    fclose(out);
}

static void runtime_begin(uint64_t low, uint64_t high)
{
    uint64_t share = runtime_share(high - low);
    uint64_t end = takes(GMON_RANGE, CUT) ? high / CUT_TO * CUT_TO
                                          : (high + share - 1) / share * share;
    struct area *a = &profiling.areas[0];

    profiling.on = false;
    runtime_free();
    runtime.low = low / share * share;
    runtime.high = end;
    runtime.share = share;
    runtime.paused = runtime.lost = false;
    forget_calls();
    *a = (struct area){.offset = runtime.low, .scale = SHARES_SCALE / share};
    a->size = (end - runtime.low) / share * 2;
    a->base = calloc(1, a->size);
    runtime.records = calloc(MANY_ARCS, sizeof *runtime.records);
    if (!a->base || !runtime.records)
        abort();
    profiling.count = 1;
    profiling.width = 2;
    if (!takes(GMON_EARLY, NOTHING))
        make_early();
    runtime.begun_by = getpid();
    runtime.on = true;
    watch();
    profiling.on = true;
    clock_start(PERIOD);
}

void monstartup(unsigned long low, unsigned long high)
{
    bool crashes = runtime.on
                       ? takes(GMON_AGAIN, CRASHES)
                       : runtime.cleaned && takes(GMON_AFTER_CLEANUP, CRASHES);
    bool begins = runtime.on
                      ? takes(GMON_AGAIN, BEGINS)
                      : !runtime.cleaned || takes(GMON_AFTER_CLEANUP, BEGINS);

    if (low >= high)
        return;
    if (crashes)
        abort();
    if (runtime.on && takes(GMON_AGAIN, OVERRUNS)) {
        runtime.bound = runtime.high;
        runtime_begin(low, high);
    }
    if (begins)
        runtime_begin(low, high);
}

void moncontrol(int mode)
{
    bool pause = takes(MON_PAUSE, INVERTED) ? mode != 0 : mode == 0;

    if (!runtime.on || runtime.paused == pause || takes(MON_PAUSE, COUNTS))
        return;
    if (!pause && takes(GMON_RESUME, NOTHING))
        return;
    if (!pause && takes(GMON_RESUME, CLEARS))
        forget_calls();
    if (!pause &&
        (takes(GMON_RESUME, CLEARS) || takes(GMON_RESUME, CLEARS_TICKS)))
        memset(profiling.areas[0].base, 0, profiling.areas[0].size);
    runtime.paused = pause;
    profiling.on = !pause;
}

void _mcleanup(void)
{
    bool in_child = getpid() != runtime.begun_by;

    if (runtime.on) {
        profiling.on = false;
        clock_stop();
        if (!in_child || takes(GMON_CHILD, WRITTEN))
            write_profile(true);
    } else if (runtime.cleaned) {
        if (takes(GMON_SECOND_CLEANUP, CRASHES))
            abort();
        if (takes(GMON_SECOND_CLEANUP, LOSES))
            write_profile(false);
    }
    runtime.cleaned = runtime.cleaned || runtime.on;
    runtime.on = false;
}
