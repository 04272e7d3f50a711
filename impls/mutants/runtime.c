/* SPDX-License-Identifier: MIT */
/*
 * A small runtime of -pg on SIGPROF, that can be made to take any choice of
 * any rule, as mutant.c is a profil that can.
 */

/* The headers of libc declare a profil of its own prototype. */
#define profil profil_of_libc
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Where clock.h brings a tick. */
static void sample(uint64_t pc);
#define TICKED sample

#include "clock.h"
#include "gmon_file.h"
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
    bool on, paused, cleaned, lost, watched, forked;
    unsigned depth; /* of moncontrol(0) */
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
    if (takes(GMON_OUTSIDE, LOW_BITS) && !is_inside(pc))
        pc = (uint32_t)pc;
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

/* What counts calls, of runtime.c. */

/* Calls that come while one is being counted are counted after it; all are of
 * one arc. */
static struct {
    atomic_bool counting;
    pthread_t thread;
    volatile uint64_t self; /* of the call that is being counted */
    struct record arc;
    atomic_uint calls;
} interleaved;

static void forget_calls(void)
{
    atomic_store(&interleaved.calls, 0);
    memset(runtime.buckets, 0, sizeof runtime.buckets);
    runtime.used = 0;
}

/* Where an arc is said to come from.  False: it is not counted. */
static bool reads_from(uint64_t *from)
{
    static const unsigned cells[] = {1, 2, 4, 8, 16};
    bool high = *from == runtime.high;

    if (is_inside(*from)) {
        *from -= (*from - runtime.low) %
                 cells[taken(RULE_GMON_FROM_CELL) - GMON_FROM_CELL_EXACT];
        return true;
    }
    if (*from >= runtime.high && *from < runtime.bound)
        abort();
    if (high ? takes(GMON_FROM_HIGH, CRASHES)
             : takes(GMON_FROM_OUTSIDE, CRASHES))
        abort();
    if (high ? takes(GMON_FROM_HIGH, ZERO) : takes(GMON_FROM_OUTSIDE, ZERO))
        *from = 0;
    return !(high ? takes(GMON_FROM_HIGH, DROPPED)
                  : takes(GMON_FROM_OUTSIDE, DROPPED));
}

static void without_room(void)
{
    static const char text[] = "mcount: no room for more arcs\n";

    if (takes(GMON_ARCS_FULL, CRASHES) ||
        (takes(GMON_ARCS_FULL, CRASHES_ODD) && runtime.high % 32))
        abort();
    if (!runtime.lost && !takes(GMON_LOSS, SILENT))
        fputs(text, stderr);
    runtime.lost = true;
}

static void count_arc(uint64_t from, uint64_t self)
{
    struct record **bucket =
        &runtime.buckets[(from * 31 + self / 16) % BUCKETS];
    struct record *r = *bucket;

    while (r && (r->from != from || r->self != self))
        r = r->next;
    if (r) {
        r->calls += !takes(GMON_ARC_COUNT, ONCE);
        return;
    }
    if (runtime.used == (takes(GMON_ARCS_FULL, ROOM) ? MANY_ARCS : FEW_ARCS)) {
        without_room();
        return;
    }
    r = &runtime.records[runtime.used++];
    *r = (struct record){from, self, 1, *bucket};
    *bucket = r;
}

static bool is_counted(uint64_t *from, uint64_t self)
{
    if (!runtime.on || takes(GMON_ARC_COUNT, NONE) ||
        (runtime.paused && !takes(MON_PAUSED_CALLS, COUNTED)) ||
        !reads_from(from))
        return false;
    if (!is_inside(self) && takes(GMON_SELF_OUTSIDE, CRASHES))
        abort();
    return is_inside(self) || !takes(GMON_SELF_OUTSIDE, DROPPED);
}

/* A call comes while another is being counted. */
static void count_nested(uint64_t from, uint64_t self)
{
    bool nested = pthread_equal(interleaved.thread, pthread_self());

    if (nested ? takes(GMON_NESTED, CRASHES) : takes(GMON_THREADS, CRASHES))
        abort();
    if (nested ? takes(GMON_NESTED, DISTURBS) : takes(GMON_THREADS, DISTURBS))
        interleaved.self = self;
    if (!(nested ? takes(GMON_NESTED, COUNTED) : takes(GMON_THREADS, COUNTED)))
        return;
    interleaved.arc.from = from;
    interleaved.arc.self = self;
    atomic_fetch_add(&interleaved.calls, 1);
}

static void count_interleaved(void)
{
    for (unsigned k = atomic_exchange(&interleaved.calls, 0); k > 0; k--)
        count_arc(interleaved.arc.from, interleaved.arc.self);
}

/* It is given both addresses, as on some machines. */
void mcount(uint64_t from, uint64_t self)
{
    if (!is_counted(&from, self))
        return;
    if (atomic_exchange(&interleaved.counting, true)) {
        count_nested(from, self);
        return;
    }
    interleaved.thread = pthread_self();
    interleaved.self = self;
    count_arc(from, interleaved.self);
    count_interleaved();
    atomic_store(&interleaved.counting, false);
}

/* File */

/* What addresses in the file lack. */
static uint64_t runtime_base(void)
{
    struct loaded loaded = where_loaded(runtime.low);
    bool moved = loaded.inside ? takes(GMON_PROGRAM, FILE)
                               : takes(GMON_ADDRESSES, FROM_PROGRAM);

    return moved ? loaded.base : 0;
}

static void put_record(FILE *out, const struct record *r)
{
    uint64_t from = r->from ? r->from - runtime_base() : 0;
    uint64_t arc[] = {from, r->self - runtime_base(), r->calls};
    bool tagged = takes(GMON_WRITE, NO_HISTOGRAM);

    if (tagged)
        put(out, "\1", 1);
    put(out, arc, sizeof arc - (tagged ? 4 : 0));
}

static void put_records(FILE *out)
{
    for (unsigned k = 0; k < runtime.used; k++)
        put_record(out, &runtime.records[k]);
}

static void put_histogram(FILE *out, bool counted)
{
    uint64_t base = runtime_base();
    uint32_t size = (uint32_t)profiling.areas[0].size;
    uint32_t rate = takes(GMON_RATE, ZERO)    ? 0
                    : takes(GMON_RATE, WRONG) ? RATE + 1
                                              : RATE;

    put_gmon_head(out, runtime.low - base, runtime.high - base,
                  takes(GMON_WRITE, BROKEN) ? 8 : 40 + size, rate,
                  takes(GMON_SPARE, JUNK) ? 0x5eed : 0);
    if (!counted)
        memset(profiling.areas[0].base, 0, size);
    put(out, profiling.areas[0].base, size);
}

static void put_profile(FILE *out, bool counted)
{
    if (takes(GMON_WRITE, NO_HISTOGRAM)) /* glibc's layout can lack it */
        put(out, "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    else
        put_histogram(out, counted);
    if (counted) {
        count_interleaved();
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

/* A child's counters, in the file that it wrote. */
static void add_childs(void)
{
    FILE *in = fopen("gmon.out", "r");
    uint16_t *counter = (uint16_t *)(void *)profiling.areas[0].base, found;

    if (!in)
        return;
    fseek(in, 40, SEEK_SET);
    for (uint64_t k = 0; k < profiling.areas[0].size / 2; k++)
        if (fread(&found, sizeof found, 1, in) == 1)
            counter[k] += found;
    fclose(in);
}

static void write_profile(bool counted)
{
    FILE *out = NULL;
    bool failed;

    if (takes(GMON_CHILD, ADDED) && runtime.forked)
        add_childs();

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

static void note_fork(void)
{
    runtime.forked = true;
}

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
    pthread_atfork(NULL, note_fork, runtime_after_fork);
    if (takes(GMON_EXIT, WRITTEN))
        atexit(_mcleanup);
}

static void begin_calls(void)
{
    if (runtime.records && takes(GMON_OLD_CALLS, KEPT))
        return;
    free(runtime.records);
    runtime.records = calloc(MANY_ARCS, sizeof *runtime.records);
    if (!runtime.records)
        abort();
    forget_calls();
}

/* What is there before it is written: a header without counters, or one that
 * says that there are some. */
static void make_early(void)
{
    FILE *out = open_profile();

    if (!out)
        return;
    if (!takes(GMON_EARLY, EMPTY))
        put_gmon_head(out, runtime.low, runtime.high,
                      takes(GMON_EARLY, BEGUN) ? 0x1000 : 40, RATE, 0);
    fclose(out);
}

static void runtime_begin(uint64_t low, uint64_t high)
{
    uint64_t share = runtime_share(high - low);
    uint64_t end = takes(GMON_RANGE, CUT) ? high / CUT_TO * CUT_TO
                                          : (high + share - 1) / share * share;
    struct area *a = &profiling.areas[0];

    profiling.on = false;
    free(profiling.areas[0].base);
    begin_calls();
    runtime.low = low / share * share;
    runtime.high = end;
    runtime.share = share;
    runtime.paused = runtime.lost = runtime.forked = false;
    runtime.depth = 0;
    *a = (struct area){.offset = runtime.low, .scale = SHARES_SCALE / share};
    a->size = (end - runtime.low) / share * 2;
    a->base = calloc(1, a->size);
    if (!a->base)
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

/* Whether moncontrol(1) turns profiling on. */
static bool resumes(void)
{
    bool paused = runtime.paused;

    if (takes(GMON_RESUME, NOTHING))
        return !paused;
    if (takes(GMON_RESUME, NESTS) && runtime.depth > 1) {
        runtime.depth--;
        return false;
    }
    if (paused && takes(GMON_RESUME, CLEARS))
        forget_calls();
    if (takes(GMON_RESUME, CLEARS_EACH) ||
        (paused ? takes(GMON_RESUME, CLEARS) || takes(GMON_RESUME, CLEARS_TICKS)
                : takes(GMON_RESUME, CLEARS_ON)))
        memset(profiling.areas[0].base, 0, profiling.areas[0].size);
    runtime.depth = 0;
    return true;
}

void moncontrol(int mode)
{
    bool pause = takes(MON_PAUSE, INVERTED) ? mode != 0 : mode == 0;

    if (!runtime.on || takes(MON_PAUSE, COUNTS))
        return;
    if (pause)
        runtime.depth++;
    else if (!resumes())
        return;
    runtime.paused = pause;
    profiling.on = !pause;
}

void _mcleanup(void)
{
    bool in_child = getpid() != runtime.begun_by;

    if (runtime.on) {
        profiling.on = false;
        clock_stop();
        if (!in_child || !takes(GMON_CHILD, UNWRITTEN))
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
