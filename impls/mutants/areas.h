/* SPDX-License-Identifier: MIT */
/* Which area a pc belongs to, and counting it there. */
#ifndef MUTANTS_AREAS_H
#define MUTANTS_AREAS_H

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "map.h"

/*
 * Memory that may not be there.  A call tries its arguments by way of the
 * kernel, for which an address that is not valid is an error and no signal.
 * A tick, of which there may be many, reads and writes, and comes back from
 * the signal.  Neither changes errno.
 */

typedef ssize_t moves(pid_t, const struct iovec *, unsigned long,
                      const struct iovec *, unsigned long, unsigned long);

static bool memory_move(moves *move, void *here, void *there, size_t size)
{
    struct iovec own = {here, size}, other = {there, size};
    int before = errno;
    ssize_t done = move(getpid(), &own, 1, &other, 1, 0);

    errno = before;
    return done == (ssize_t)size;
}

static bool memory_read(void *to, const void *from, size_t size)
{
    return memory_move(process_vm_readv, to, (void *)(uintptr_t)from, size);
}

static bool memory_write(void *to, const void *from, size_t size)
{
    return memory_move(process_vm_writev, (void *)(uintptr_t)from, to, size);
}

/* Can all of it be read and written?  Asked of one byte a page. */
static bool memory_is_valid(const void *start, uint64_t size)
{
    uintptr_t from = (uintptr_t)start;
    char byte;

    if (size > UINTPTR_MAX - from)
        return false;
    for (uint64_t at = 0; at < size; at += 4096 - (from + at) % 4096)
        if (!memory_read(&byte, (void *)(from + at), 1) ||
            !memory_write((void *)(from + at), &byte, 1))
            return false;
    return true;
}

static struct {
    jmp_buf back;
    volatile sig_atomic_t armed;
    struct sigaction segv, bus; /* the caller's */
} guard;

static void on_memory_fault(int number)
{
    if (guard.armed)
        longjmp(guard.back, 1);
    /* Not ours: the access is tried again, under the caller's handler. */
    sigaction(number, number == SIGSEGV ? &guard.segv : &guard.bus, NULL);
}

/* No signal is blocked in the handler, so that leaving it need not unblock
 * any. */
static void guard_begin(void)
{
    struct sigaction action = {.sa_handler = on_memory_fault,
                               .sa_flags = SA_NODEFER};

    sigaction(SIGSEGV, &action, &guard.segv);
    sigaction(SIGBUS, &action, &guard.bus);
}

static void guard_end(void)
{
    sigaction(SIGSEGV, &guard.segv, NULL);
    sigaction(SIGBUS, &guard.bus, NULL);
}

/* False, with nothing done, where it can't be read or written. */
static bool guarded_copy(void *to, const void *from, size_t size)
{
    if (setjmp(guard.back)) {
        guard.armed = 0;
        return false;
    }
    guard.armed = 1;
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(to, from, size);
    atomic_signal_fence(memory_order_seq_cst);
    guard.armed = 0;
    return true;
}

enum { MOST_AREAS = 1025 };

static struct {
    volatile bool on;
    bool ended;   /* and a call turned it off */
    bool by_list; /* the list form turned it on */
    unsigned width;
    unsigned count;
    struct area areas[MOST_AREAS];
    unsigned found; /* by the search, last: a slice */
} profiling;

/* The buffers that profiling began with last. */
static struct {
    const unsigned char *bases[MOST_AREAS];
    unsigned count;
} begun;

static inline void note_begun(void)
{
    for (unsigned k = 0; k < profiling.count; k++)
        begun.bases[k] = profiling.areas[k].base;
    begun.count = profiling.count;
}

static inline bool area_is_cleared(const struct area *a)
{
    bool again = false;

    for (unsigned k = 0; k < begun.count; k++)
        again = again || begun.bases[k] == a->base;
    return takes(BUFFER_START, CLEARED) ||
           (takes(BUFFER_START, CLEARED_IF_OTHER) && !again);
}

static void fault(struct area *a)
{
    if (takes(MON_FIT, WIDE_COUNTERS)) /* no kernel looks after monitor */
        abort();
    if (takes(BUFFER_FAULT, STOPS))
        a->stopped = true;
    if (takes(BUFFER_FAULT, STOPS_ALL))
        profiling.on = false;
}

/* Whether profiling stops rather than go on from that value. */
static bool is_last(uint64_t value, uint64_t most)
{
    if (profiling.width == 4)
        return takes(WIDE_FULL, STOP) && value == most;
    return (takes(COUNTER_FULL, STOP_AT_32767) && value >= 32767) ||
           (takes(COUNTER_FULL, STOP_AT_32768) && value >= 32768) ||
           (takes(COUNTER_FULL, STOP_WHEN_FULL) && value == most);
}

/* What one more makes of a counter of 32 bits of which not all count. */
static uint64_t next_of_16_bits(uint64_t value)
{
    uint64_t low = value & 65535, high = value - low;

    if (takes(COUNTER_BITS, BELOW_65535))
        return value < 65535 ? value + 1 : value;
    if (low < 65535)
        return value + 1;
    return takes(COUNTER_BITS, LOW_16_WRAP) ? high : value;
}

/* Add one to the counter at `at`, which is the overflow bin's for a pc outside
 * of all areas; true when it began again at 0. */
static bool add_one(struct area *a, uint64_t at, bool outside)
{
    bool narrow = profiling.width == 2;
    uint64_t value = 0, most = narrow ? 65535 : 4294967295;
    unsigned char *counter = a->base + at;

    if (!guarded_copy(&value, counter, profiling.width)) {
        fault(a);
        return false;
    }
    if (!narrow && !takes(COUNTER_BITS, ALL)) {
        value = next_of_16_bits(value);
    } else if (outside && value == most) {
        profiling.on = profiling.on && !(narrow ? takes(BIN_FULL, STOP)
                                                : takes(WIDE_BIN_FULL, STOP));
        value = (narrow ? takes(BIN_FULL, WRAP) : takes(WIDE_BIN_FULL, WRAP))
                    ? 0
                    : most;
    } else if (is_last(value, most)) {
        profiling.on = false;
        return false;
    } else if (value < most ||
               is_spoilt("wraps", (unsigned)(a - profiling.areas)) ||
               !(narrow ? takes(COUNTER_FULL, SATURATE)
                        : takes(WIDE_FULL, SATURATE))) {
        value++;
    }
    if (has_defect("8-bit"))
        value %= 256;
    if (!guarded_copy(counter, &value, profiling.width))
        fault(a);
    return narrow && value > most;
}

static void count_at(struct area *a, uint64_t at)
{
    if (add_one(a, at, false) && takes(COUNTER_FULL, CARRY))
        add_one(a, at + profiling.width, false);
}

/* Count pc in that area.  True if it has a counter for it. */
static bool count_in_area(struct area *a, uint64_t pc)
{
    uint64_t at;

    if (a->stopped || a->disabled)
        return false;
    at = counter_place(a, pc, profiling.width);
    if (at == nowhere)
        return false;
    if (takes(MON_PLACE, ONE))
        at = 0;
    if ((a->reversed || takes(MON_PLACE, DESCENDING)) && at < a->size)
        at = a->size / profiling.width * profiling.width - profiling.width - at;
    count_at(a, at);
    return true;
}

static bool is_text(const struct area *a)
{
    return !a->overflow && (!a->disabled || !takes(DISABLED_REGION, ABSENT));
}

static bool is_absent(const struct area *a)
{
    return (a->disabled || a->stopped) && takes(DISABLED_REGION, ABSENT);
}

static bool is_below_end(const struct area *a, uint64_t pc)
{
    if (takes(MON_RANGE, TO_BUFFER_END) && pc - a->offset < a->size)
        return true;
    if (takes(MON_RANGE, BELOW_LAST))
        return pc < a->high - 1;
    if (takes(MON_RANGE, ROUNDED_DOWN))
        return pc < (a->high & ~UINT64_C(7));
    return pc < a->high || takes(LIST_BOUNDS, BUFFER_ONLY) ||
           (pc == a->high && (takes(LIST_BOUNDS, HIGH_INCLUDED) ||
                              takes(MON_RANGE, INCLUDES_HIGH)));
}

/* Whether that area, which begins at or before pc, has a counter for it. */
static bool reaches(const struct area *a, uint64_t pc)
{
    return a->offset <= pc && formula_place(a, pc, profiling.width) != nowhere;
}

/* Whether another area, of those that begin before if `before`, has a counter
 * where this one begins; or else this one where another begins. */
static bool meets_another(const struct area *a, bool before)
{
    for (unsigned k = 0; k < profiling.count; k++) {
        const struct area *b = &profiling.areas[k];

        if (b == a || !is_text(a) || !is_text(b))
            continue;
        if (reaches(b, a->offset) && (!before || b->offset < a->offset))
            return true;
        if (!before && reaches(a, b->offset) && a->offset < b->offset)
            return true;
    }
    return false;
}

static bool some_meet(void)
{
    for (unsigned k = 0; k < profiling.count; k++)
        if (meets_another(&profiling.areas[k], false))
            return true;
    return false;
}

/* Whether the first address of an area is in it. */
static bool has_its_start(const struct area *a)
{
    switch (taken(RULE_REGION_START)) {
    case REGION_START_BELOW: return false;
    case REGION_START_FIRST_LISTED: return a == profiling.areas;
    case REGION_START_IF_CLAIMED: return !meets_another(a, true);
    case REGION_START_IF_OVERLAPPING: return !meets_another(a, false);
    case REGION_START_IF_ANY_OVERLAP: return !some_meet();
    default: return true;
    }
}

static bool contains(const struct area *a, uint64_t pc)
{
    if (a->overflow || is_absent(a))
        return false;
    if (a->bounded)
        return a->offset + takes(MON_LOW, ABOVE) <= pc && is_below_end(a, pc);
    return a->offset < pc || (a->offset == pc && has_its_start(a));
}

/* Areas of one offset are a tie and no overlap. */
static bool areas_overlap(uint64_t pc)
{
    const struct area *first = NULL;

    for (unsigned k = 0; k < profiling.count; k++)
        if (contains(&profiling.areas[k], pc)) {
            if (first && profiling.areas[k].offset != first->offset)
                return true;
            first = &profiling.areas[k];
        }
    return false;
}

/* Whether area i comes before area k in the choice for pc. */
static bool goes_before(unsigned i, unsigned k, uint64_t pc)
{
    const struct area *a = &profiling.areas[i], *b = &profiling.areas[k];

    if (has_defect("unsorted"))
        return i > k;
    if (takes(REGION_OVERLAP, FIRST_LISTED) && areas_overlap(pc))
        return i < k;
    if (a->offset == b->offset)
        return takes(REGION_TIE, LAST_LISTED) ? i > k : i < k;
    return takes(REGION_OVERLAP, SMALLEST_OFFSET) ? a->offset < b->offset
                                                  : a->offset > b->offset;
}

/* The area after `previous` in the choice for pc, or none: count. */
static unsigned next_area(uint64_t pc, unsigned previous)
{
    unsigned best = profiling.count;

    for (unsigned k = 0; k < profiling.count; k++)
        if (contains(&profiling.areas[k], pc) &&
            (previous == profiling.count || goes_before(previous, k, pc)) &&
            (best == profiling.count || goes_before(k, best, pc)))
            best = k;
    return best;
}

/* How many bytes an overflow bin needs; another region needs a whole
 * counter. */
static unsigned least_of_bin(void)
{
    bool part = takes(ODD_TAIL, FIRST_BYTE) || takes(ODD_TAIL, END_INCLUSIVE);

    return part && !takes(OVERFLOW_BIN, FIRST_LISTED) ? 1 : profiling.width;
}

static void count_overflow(uint64_t pc)
{
    unsigned width = profiling.width;
    struct area *bin = NULL;
    uint64_t at = 0;

    for (unsigned k = profiling.count; k-- > 0;)
        if (profiling.areas[k].overflow && !is_absent(&profiling.areas[k]))
            bin = &profiling.areas[k];
    if (takes(OVERFLOW_BIN, FIRST_LISTED))
        bin = profiling.by_list && !profiling.areas[0].bounded &&
                      !profiling.areas[0].disabled
                  ? &profiling.areas[0]
                  : NULL;
    if (!bin || bin->stopped || bin->size < least_of_bin() ||
        takes(OVERFLOW_BIN, IGNORED))
        return;
    if (takes(OVERFLOW_BIN, ARITHMETIC) || takes(OVERFLOW_BIN, FORMULA_ONLY))
        at = formula_place(bin, pc, profiling.width);
    if (has_defect("narrow-bin"))
        profiling.width = 2;
    if (takes(OVERFLOW_BIN, FIRST_COUNTER) ||
        (at == nowhere && takes(OVERFLOW_BIN, ARITHMETIC)))
        add_one(bin, 0, true);
    else if (at != nowhere)
        count_at(bin, at);
    profiling.width = width;
}

static bool is_below_all(uint64_t pc)
{
    bool some = false;

    for (unsigned k = 0; k < profiling.count; k++) {
        const struct area *a = &profiling.areas[k];

        if (a->bounded || (!a->disabled && !a->stopped && a->offset <= pc))
            return false;
        some = some || (!a->disabled && !a->stopped);
    }
    return some;
}

/* A pc below all areas may be for the first of them, as for a single one. */
static bool count_below(uint64_t pc)
{
    for (unsigned k = 0; k < profiling.count; k++) {
        struct area *a = &profiling.areas[k];

        if (!a->overflow && !a->bounded && !a->disabled && pc < a->offset)
            return !takes(BELOW_OFFSET, IGNORED) &&
                   !takes(BELOW_OFFSET, CRASHES) && count_in_area(a, pc);
    }
    return false;
}

/* The area that may count if area k did not. */
static unsigned area_behind(uint64_t pc, unsigned k)
{
    unsigned next = next_area(pc, k);

    while (takes(REGION_TIE, FIRST_ALONE) && next < profiling.count &&
           profiling.areas[next].offset == profiling.areas[k].offset &&
           !(takes(REGION_OVERLAP, FIRST_LISTED) && areas_overlap(pc)))
        next = next_area(pc, next);
    return next;
}

/* Whether area k, which did not count pc, or one that comes after it in the
 * choice has a counter for it for all that. */
static bool has_counter(unsigned k, uint64_t pc)
{
    for (; k < profiling.count; k = area_behind(pc, k))
        if (reaches(&profiling.areas[k], pc))
            return true;
    return false;
}

static bool is_area_live(const struct area *a)
{
    return !a->disabled && !a->stopped && a->size >= profiling.width;
}

/* Whether area k is to count as well as area i, before it: not where the order
 * is that of the list. */
static bool ties(unsigned i, unsigned k, uint64_t pc)
{
    return (takes(REGION_TIE, EVERY) || (takes(REGION_TIE, FIRST_REACHING) &&
                                         is_area_live(&profiling.areas[i]) &&
                                         !reaches(&profiling.areas[i], pc))) &&
           k < profiling.count &&
           profiling.areas[i].offset == profiling.areas[k].offset &&
           !(takes(REGION_OVERLAP, FIRST_LISTED) && areas_overlap(pc));
}

static void count_in_list(uint64_t pc)
{
    bool every = takes(REGION_OVERLAP, EVERY) && areas_overlap(pc);
    unsigned k = next_area(pc, profiling.count);
    bool counted = k == profiling.count && count_below(pc);

    if (takes(REGION_BELOW, CRASHES) && is_below_all(pc))
        abort();
    while (k < profiling.count && profiling.on) {
        unsigned next = area_behind(pc, k);

        counted = count_in_area(&profiling.areas[k], pc) || counted;
        if (!every && !ties(k, next, pc) &&
            (counted || !takes(REGION_END, NEXT_LOWER) ||
             has_defect("unsorted")))
            break;
        k = next;
    }
    if (!counted && !(takes(REGION_END, NOWHERE) && has_counter(k, pc)))
        count_overflow(pc);
}

/* Says so of an area that is to count nothing. */
static inline void disable(struct area *a, bool off)
{
    a->disabled = a->size == 0 || (off && !takes(DISABLED_REGION, COUNTS));
}

/* A search for the area of a pc that takes what it finds for a miss. */

static unsigned sort_by_offset(struct area **sorted)
{
    unsigned n = 0;

    for (unsigned k = 0; k < profiling.count; k++) {
        struct area *a = &profiling.areas[k];
        unsigned at = n;

        if (!is_area_live(a))
            continue;
        for (; at > 0 && sorted[at - 1]->offset > a->offset; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = a;
        n++;
    }
    return n;
}

/* A part of the addresses, and who counts its pcs. */
struct slice {
    uint64_t from, to;
    struct area *a;
};

enum { MOST_SLICES = 2 * MOST_AREAS };

/* The first pc that is past the last counter, found by halves. */
static uint64_t end_of_area(const struct area *a)
{
    uint64_t low = a->offset, high = UINT64_MAX;

    while (low < high) {
        uint64_t middle = low + (high - low) / 2;

        if (formula_place(a, middle, profiling.width) == nowhere)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static unsigned put_slice(struct slice *slices, unsigned n, unsigned at,
                          struct slice slice)
{
    if (slice.from >= slice.to || n == MOST_SLICES)
        return n;
    for (unsigned k = n; k > at; k--)
        slices[k] = slices[k - 1];
    slices[at] = slice;
    return n + 1;
}

/* Another area, in what those before it leave. */
static unsigned slice_area(struct slice *slices, unsigned n, struct area *a)
{
    struct slice rest = {a->offset, end_of_area(a), a};

    for (unsigned k = 0; k < n; k++) {
        struct slice before = rest;

        if (rest.to <= slices[k].from)
            return put_slice(slices, n, k, rest);
        if (before.from < slices[k].from) {
            before.to = slices[k].from;
            n = put_slice(slices, n, k++, before);
        }
        rest.from = slices[k].to > rest.from ? slices[k].to : rest.from;
    }
    return put_slice(slices, n, n, rest);
}

/* In ascending order: the areas of the highest offset first, and of such the
 * first. */
static unsigned slice_all(struct slice *slices)
{
    struct area *sorted[MOST_AREAS];
    unsigned n = 0, first;

    for (unsigned k = sort_by_offset(sorted); k > 0; k = first) {
        for (first = k - 1;
             first > 0 && sorted[first - 1]->offset == sorted[k - 1]->offset;)
            first--;
        for (unsigned i = first; i < k; i++)
            n = slice_area(slices, n, sorted[i]);
    }
    return n;
}

/* Count pc in that area, at the place that is its own in what is taken for the
 * overflow bin: who has the first slice. */
static void count_missed(const struct slice *slices, unsigned n, struct area *a,
                         uint64_t pc)
{
    struct area *bin = NULL, by = {.size = a->size, .scale = 2};
    uint64_t at;

    for (unsigned k = 0; k < n; k++)
        if (slices[k].a->overflow)
            bin = slices[0].a;
    if (bin) {
        by.offset = bin->offset;
        by.scale = bin->scale;
    }
    at = formula_place(&by, pc, profiling.width);
    if (at != nowhere)
        count_at(a, at);
    else if (bin)
        add_one(bin, 0, true);
}

static bool is_in_slice(const struct slice *slice, uint64_t pc)
{
    return slice->from <= pc && pc < slice->to;
}

static void count_searched(uint64_t pc)
{
    struct slice slices[MOST_SLICES];
    unsigned n = slice_all(slices);
    int low = 0, high = (int)n - 1, middle = 0;

    if (n == 0)
        return;
    if (profiling.found < n && is_in_slice(&slices[profiling.found], pc)) {
        struct area *a = slices[profiling.found].a;

        count_at(a, formula_place(a, pc, profiling.width));
        return;
    }
    while (low <= high) {
        middle = low + (high - low) / 2;
        if (is_in_slice(&slices[middle], pc)) {
            profiling.found = (unsigned)middle;
            break;
        }
        if (slices[middle].from <= pc)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (high < 0 && takes(REGION_BELOW, CRASHES))
        abort();
    count_missed(slices, n, slices[middle].a, pc);
}

static void count_in_buffer(struct area *a, uint64_t pc)
{
    if (pc < a->offset && !a->disabled && !a->stopped &&
        takes(BELOW_OFFSET, CRASHES) &&
        !(takes(ROUNDING, SIGNED_HALVING) && a->offset - pc < 2))
        abort();
    count_in_area(a, pc);
}

static void count_by_search(uint64_t pc)
{
    if (!profiling.on || takes(TICKS, LOST))
        return;
    pc = kept_pc(pc);
    if (!profiling.by_list)
        count_in_buffer(&profiling.areas[0], pc);
    else if (takes(REGION_SEARCH, HIT_AS_MISS))
        count_searched(pc);
    else
        count_in_list(pc);
}

#endif
