/* SPDX-License-Identifier: MIT */
/*
 * A small monitor, monstartup and moncontrol on SIGPROF, that can be made to
 * take any choice of any rule, as mutant.c is a profil that can.
 */

/* The headers of libc declare a profil of its own prototype. */
#define profil profil_of_libc
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "gmon_file.h"
#undef profil

enum { PERIOD = 10000, RATE = 100, MOST_FUNCTIONS = 64 };

struct area_called {
    uint64_t address, calls;
};

static struct {
    bool on, paused, by_list, exit_watched;
    pid_t begun_by;
    uint64_t low, high;
    unsigned limit, functions;
    struct area_called called[MOST_FUNCTIONS]; /* by their first call */
} monitoring;

/* File */

static void put_area_counters(FILE *out)
{
    for (unsigned k = 0; k < profiling.count; k++)
        put(out, profiling.areas[k].base,
            profiling.areas[k].disabled ? 0 : profiling.areas[k].size);
}

static void put_mon(FILE *out)
{
    uint64_t header[] = {monitoring.low, monitoring.high, monitoring.functions};

    put(out, header, sizeof header);
    put(out, monitoring.called,
        monitoring.functions * sizeof monitoring.called[0]);
    put_area_counters(out);
}

static void put_gmon(FILE *out)
{
    uint32_t size = 40;

    for (unsigned k = 0; k < profiling.count; k++)
        size += (uint32_t)profiling.areas[k].size;
    put_gmon_head(out, monitoring.low, monitoring.high, size, RATE, 0);
    put_area_counters(out);
    for (unsigned k = 0; k < monitoring.functions; k++) {
        uint64_t arc[] = {0, monitoring.called[k].address,
                          monitoring.called[k].calls};

        put(out, arc, sizeof arc);
    }
}

static void put_tagged_range(FILE *out, const struct area *a)
{
    uint64_t range[] = {a->offset, a->high};
    uint32_t numbers[] = {a->disabled ? 0 : (uint32_t)a->size / 2, RATE};

    put(out, "", 1);
    put(out, range, sizeof range);
    put(out, numbers, sizeof numbers);
    put(out, "seconds\0\0\0\0\0\0\0\0s", 16);
    put(out, a->base, 2 * (size_t)numbers[0]);
}

static void put_tagged(FILE *out)
{
    put(out, "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    for (unsigned k = 0; k < profiling.count; k++)
        put_tagged_range(out, &profiling.areas[k]);
    for (unsigned k = 0; k < monitoring.functions; k++) {
        uint64_t arc[] = {0, monitoring.called[k].address};
        uint32_t calls = (uint32_t)monitoring.called[k].calls;

        put(out, "\1", 1);
        put(out, arc, sizeof arc);
        put(out, &calls, sizeof calls);
    }
}

/* As if nothing had been counted. */
static void lose_ticks(void)
{
    for (unsigned k = 0; k < profiling.count; k++)
        if (!profiling.areas[k].disabled)
            memset(profiling.areas[k].base, 0, profiling.areas[k].size);
}

static void write_file(bool at_exit)
{
    bool none =
        takes(MON_FILE, MISSING) || (at_exit && takes(MON_FILE, BY_STOP)) ||
        (!at_exit && takes(MON_FILE, AT_EXIT)) ||
        (at_exit && monitoring.paused && takes(MON_FILE, UNLESS_PAUSED));
    FILE *out =
        none ? NULL
             : fopen(takes(MON_FILE, OTHER_NAME) ? "gmon.out" : "mon.out", "w");

    if (takes(MON_FILE, NO_TICKS))
        lose_ticks();
    if (!out)
        return;
    if (takes(MON_FILE, EMPTY))
        ;
    else if (monitoring.by_list || takes(MON_LAYOUT, GMON_TAGGED))
        put_tagged(out);
    else if (takes(MON_LAYOUT, GMON_44))
        put_gmon(out);
    else
        put_mon(out);
    fflush(out);
    fclose(out);
}

/* Control */

static void end_areas(bool at_exit, bool with_file)
{
    if (!monitoring.on) {
        if (with_file && takes(MON_FILE_OFF, WRITTEN))
            write_file(at_exit);
        return;
    }
    profiling.on = false;
    clock_stop();
    if (with_file)
        write_file(at_exit);
    monitoring.on = monitoring.paused = false;
}

static void exits(void)
{
    bool in_child = getpid() != monitoring.begun_by;

    end_areas(true, !in_child || takes(MON_CHILD_EXIT, WRITTEN));
}

static void begin_areas(const struct area *areas, unsigned count, bool by_list,
                        uint64_t low, uint64_t high, int limit)
{
    if (monitoring.on && takes(ON_WHILE_ON, IGNORED))
        return;
    if (monitoring.on && takes(ON_WHILE_ON, TURNS_OFF)) {
        end_areas(false, false);
        return;
    }
    end_areas(false, false);
    for (unsigned k = 0; k < count; k++) {
        profiling.areas[k] = areas[k];
        if (area_is_cleared(&areas[k]))
            memset(areas[k].base, 0, areas[k].size);
    }
    profiling.count = count;
    note_begun();
    profiling.width = takes(MON_FIT, WIDE_COUNTERS) ? 4 : 2;
    profiling.by_list = true; /* areas are bounded */
    monitoring.by_list = by_list;
    monitoring.low = low;
    monitoring.high = high;
    monitoring.limit = (unsigned)limit;
    monitoring.functions = 0;
    monitoring.begun_by = getpid();
    monitoring.on = true;
    if (!monitoring.exit_watched)
        atexit(exits);
    monitoring.exit_watched = true;
    profiling.on = true;
    clock_start(PERIOD);
}

/* A range whose scale is computed: the last pc is in the last counter. */
static struct area range(uint64_t low, uint64_t high, void *base, uint64_t size)
{
    uint64_t offset =
        kept_offset(takes(MON_LOW, ROUNDED_DOWN) ? low & ~UINT64_C(15) : low);
    uint64_t span = high - offset + takes(MON_RANGE, INCLUDES_HIGH);
    struct area a = {.base = base,
                     .size = size & ~UINT64_C(1),
                     .offset = offset,
                     .high = high,
                     .bounded = true};

    if (high <= offset)
        span = 1;
    a.scale = a.size < span ? a.size * 65536 / span : 65536;
    if (a.size == 2)
        a.scale = 0; /* all are in the one counter */
    if (takes(MON_FIT, TOO_FINE))
        a.scale *= 2;
    if (takes(MON_FIT, UNSCALED))
        a.scale = 65536;
    disable(&a, false);
    return a;
}

static void one_area(uint64_t low, uint64_t high, void *base, int shorts,
                     int limit)
{
    uint64_t size = (uint64_t)shorts * (takes(MON_BUFSIZE_UNIT, BYTES) ? 1 : 2);
    uint64_t header[] = {low, high, (uint64_t)limit};
    uint64_t before = takes(MON_BUFFER, WHOLE_FILE)
                          ? sizeof header + (uint64_t)limit * 16
                          : 0;
    struct area a;

    if (low == 0) {
        end_areas(false, true);
        return;
    }
    if (!memory_is_valid(base, size) || (before > 0 && size < before + 2))
        return;
    if (before > 0)
        memcpy(base, header, sizeof header);
    a = range(low, high, (char *)base + before, size - before);
    begin_areas(&a, 1, false, low, high, limit);
}

static void list_of_areas(uint64_t low, uint64_t high,
                          const struct element *list, int limit)
{
    struct area areas[MOST_AREAS];
    struct element p;
    unsigned n = 0;

    if (low == 0 &&
        (takes(MON_LIST_LOW_ZERO, STOPS) ||
         (takes(MON_LIST_LOW_ZERO, STARTS_OR_STOPS) && monitoring.on))) {
        end_areas(false, true);
        return;
    }
    if (takes(MON_LIST_FORM, REFUSED))
        return;
    if (takes(MON_LIST_FORM, AS_BUFFER)) {
        areas[0] = range(1, UINT64_MAX, NULL, UINT64_MAX / 2);
        areas[0].scale = 65536;
        begin_areas(areas, 1, false, low, high, limit);
        return;
    }
    for (; n < MOST_AREAS && memory_read(&p, &list[n], sizeof p) &&
           !ends_areas(&p);
         n++) {
        bool off = false, bad = false;
        uint64_t scale = meant_scale(p.p_scale, 2, &off, &bad);

        areas[n] =
            range(p.p_low, p.p_high, p.p_buff,
                  (uint64_t)p.p_bufsize * (takes(LIST_SIZE, SHORTS) ? 2 : 1));
        if (p.p_scale != (unsigned)-1 &&
            (takes(MON_SCALE, TAKEN) ||
             (takes(MON_SCALE, TAKEN_IF_GIVEN) && p.p_scale != 0))) {
            areas[n].scale = scale;
            disable(&areas[n], p.p_scale == 0); /* of 1 no page speaks here */
        }
        if (takes(MON_SCALE, ZERO_OFF) && p.p_scale == 0)
            disable(&areas[n], true);
    }
    if (n == 0 && low == 0)
        end_areas(false, true);
    if (has_defect("range-taken") && n > 0 && low < high)
        areas[0] = range(low, high, areas[0].base, areas[0].size);
    if (has_defect("calls-unbounded") || has_defect("calls-lost"))
        limit = has_defect("calls-lost") ? 0 : MOST_FUNCTIONS;
    n = used_elements(n);
    if (n > 0)
        begin_areas(areas, n, true, areas[0].offset, areas[n - 1].high, limit);
}

/* With one argument the others are whatever is there. */
void monitor(void *low, ...)
{
    uint64_t high;
    void *base;
    int size, limit;
    va_list rest;

    va_start(rest, low);
    high = (uintptr_t)va_arg(rest, void *);
    base = va_arg(rest, void *);
    size = va_arg(rest, int);
    limit = va_arg(rest, int);
    va_end(rest);
    if (size == -1)
        list_of_areas((uintptr_t)low, high, base, limit);
    else
        one_area((uintptr_t)low, high, base, size, limit);
}

/* Wide counters are past its end, where in the end no memory is. */
static void *own_buffer(size_t size)
{
    enum { ROOM = 0x80000 };
    char *base;

    if (!takes(MON_FIT, WIDE_COUNTERS))
        return calloc(1, size);
    base = mmap(NULL, 5 * size + ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
    mprotect(base, size + ROOM, PROT_READ | PROT_WRITE);
    return base;
}

int monstartup(void *low, void *high)
{
    uint64_t span = (uint64_t)((char *)high - (char *)low);
    void *base = own_buffer(span + 2);
    struct area a =
        range((uintptr_t)low, (uintptr_t)high, base, span < 2 ? 2 : span);

    begin_areas(&a, 1, false, (uintptr_t)low, (uintptr_t)high, MOST_FUNCTIONS);
    return 0;
}

void moncontrol(int mode)
{
    bool pause = takes(MON_PAUSE, INVERTED) ? mode != 0 : mode == 0;

    if (!monitoring.on || monitoring.paused == pause)
        return;
    monitoring.paused = pause;
    if (!takes(MON_PAUSE, COUNTS))
        profiling.on = !pause;
}

/* Calls */

static struct area_called *room_for_one(void)
{
    unsigned limit = monitoring.limit + takes(MON_CALL_LIMIT, OVERRUNS);

    if (takes(MON_CALL_LIMIT, UNBOUNDED) || limit > MOST_FUNCTIONS)
        limit = MOST_FUNCTIONS;
    if (monitoring.functions < limit)
        return &monitoring.called[monitoring.functions++];
    if (takes(MON_CALL_LIMIT, AT_MOST))
        monitoring.limit = monitoring.functions = 0;
    if (limit == 0 || !takes(MON_CALL_LIMIT, LAST_CALLED))
        return NULL;
    memmove(monitoring.called, monitoring.called + 1,
            (limit - 1) * sizeof monitoring.called[0]);
    return &monitoring.called[limit - 1];
}

static void count_call(uint64_t address)
{
    struct area_called *called = NULL;

    for (unsigned k = 0; k < monitoring.functions; k++)
        if (monitoring.called[k].address == address)
            called = &monitoring.called[k];
    if (!called) {
        called = room_for_one();
        if (!called)
            return;
        *called = (struct area_called){address, 0};
    }
    called->calls++;
}

/* Whether the calls of a function at that address are counted. */
static bool is_call_counted(uint64_t address)
{
    for (unsigned k = 0; k < profiling.count; k++)
        if (address >= profiling.areas[k].offset &&
            address < profiling.areas[k].high)
            return true;
    return takes(MON_CALL_RANGE, COUNTED);
}

/* Those that call it here have nothing in their registers. */
void mcount(void)
{
    uint64_t address = (uintptr_t)__builtin_return_address(0);

    if (monitoring.on &&
        (!monitoring.paused || takes(MON_PAUSED_CALLS, COUNTED)) &&
        is_call_counted(address))
        count_call(address);
}
