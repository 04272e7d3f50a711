/* SPDX-License-Identifier: MIT */
/*
 * A small complete profil of every dialect, on SIGPROF, that can be told to
 * take any choice of any rule (choices.h).  It exists to be judged: each
 * wrong choice must be found, each permitted one named.
 */

/* The headers of libc declare a profil of its own prototype. */
#define profil profil_of_libc
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#undef profil

enum { PERIOD = 10000, FAST_PERIOD = 1000 }; /* microseconds */

/* What a function that returns nothing leaves in its place. */
enum { LEFT_OVER = 0x1ef7 };

static void stop_profiling(void)
{
    profiling.on = false;
    clock_stop();
}

static bool same_area(const struct area *a, const struct area *b)
{
    return a->base == b->base && a->size == b->size && a->offset == b->offset &&
           a->high == b->high;
}

/* Whether what profiling was on with before is kept. */
static bool mutant_keeps_settings(const struct area *areas, unsigned count,
                                  unsigned width, bool by_list)
{
    static bool begun;
    bool same = begun && profiling.count == count && profiling.width == width &&
                profiling.by_list == by_list;
    bool keeps = begun && takes(SETTINGS, FIRST);

    begun = true;
    for (unsigned k = 0; same && k < count; k++)
        same = same_area(&profiling.areas[k], &areas[k]);
    return keeps || (same && takes(SETTINGS, OLD_SCALE));
}

static void start_profiling(const struct area *areas, unsigned count,
                            unsigned width, bool by_list, unsigned period)
{
    profiling.on = false;
    if (!mutant_keeps_settings(areas, count, width, by_list)) {
        for (unsigned k = 0; k < count; k++)
            profiling.areas[k] = areas[k];
        profiling.count = count;
        profiling.width = width;
        profiling.by_list = by_list;
    }
    for (unsigned k = 0; k < profiling.count; k++) {
        struct area *a = &profiling.areas[k];

        a->stopped = false;
        if (takes(BUFFER_START, CLEARED) && memory_is_valid(a->base, a->size))
            memset(a->base, 0, a->size);
    }
    profiling.found = NULL;
    profiling.on = true;
    clock_start(period);
}

static int mutant_succeeds(void)
{
    switch (taken(RULE_RETURN_ON_SUCCESS)) {
    case RETURN_ON_SUCCESS_NONE: return LEFT_OVER;
    case RETURN_ON_SUCCESS_OTHER: return 1;
    default: return 0;
    }
}

/* The errors that apply to a call. */
struct errors {
    bool too_big, bad_address, invalid, no_access;
    bool no_effect, ends; /* no errors: what a bad buffer does instead */
};

static int first_error(const struct errors *e)
{
    if (takes(ERROR_PRECEDENCE, EFAULT) && e->bad_address)
        return EFAULT;
    if (takes(ERROR_PRECEDENCE, EINVAL) && e->invalid)
        return EINVAL;
    if (takes(ERROR_PRECEDENCE, EACCES) && e->no_access)
        return EACCES;
    return e->too_big       ? E2BIG
           : e->bad_address ? EFAULT
           : e->invalid     ? EINVAL
           : e->no_access   ? EACCES
                            : 0;
}

/* ends: it was to turn off what is on. */
static int mutant_fails(int error, bool ends)
{
    if (takes(AFTER_ERROR, STOPPED) || (ends && takes(AFTER_ERROR, OFF_ENDS)))
        stop_profiling();
    if (!HPUX && !(AIX && takes(RETURN_ON_ERROR, NONE)))
        errno = error;
    switch (taken(RULE_RETURN_ON_ERROR)) {
    case RETURN_ON_ERROR_ZERO: return 0;
    case RETURN_ON_ERROR_ERROR_NUMBER: return error;
    case RETURN_ON_ERROR_NONE:
    case RETURN_ON_ERROR_ERRNO_ALONE: return AIX ? LEFT_OVER : -1;
    default: return -1;
    }
}

/* A buffer that can't be written, as a whole or at all: an error, nothing, or
 * the end. */
static void check_buffer(const struct area *a, struct errors *e)
{
    char byte;
    bool begins = memory_read(&byte, a->base, 1);
    bool is_readonly = begins && !memory_write(a->base, &byte, 1);

    if (memory_is_valid(a->base, a->size) ||
        (is_readonly ? takes(READONLY_BUFFER, ACCEPTED)
         : begins    ? takes(POOR_BUFFER, ACCEPTED)
                     : takes(BAD_BUFFER, ACCEPTED)))
        return;
    if (is_readonly ? takes(READONLY_BUFFER, CRASHES)
        : begins    ? takes(POOR_BUFFER, CRASHES)
                    : takes(BAD_BUFFER, CRASHES))
        abort();
    if (begins || takes(BAD_BUFFER, EFAULT))
        e->bad_address = true;
    e->no_effect |= !begins && takes(BAD_BUFFER, NO_EFFECT);
    e->ends |= !begins && takes(BAD_BUFFER, TURNS_OFF);
}

/* The buffer of the first form, of which null may be told from others. */
static void check_only_buffer(const struct area *a, struct errors *e)
{
    if (!a->base && takes(NULL_BUFFER, EFAULT))
        e->bad_address = true;
    else if (a->base || !takes(NULL_BUFFER, ACCEPTED))
        check_buffer(a, e);
}

/* A call that is no error and turns nothing on. */
static int without_effect(const struct errors *e)
{
    if (e->ends)
        stop_profiling();
    return mutant_succeeds();
}

/* The buffer of a call for which none is needed. */
static void check_idle_address(const void *base, bool off, struct errors *e)
{
    char byte;
    bool checked =
        takes(OFF_ADDRESS, CHECKED) || (off ? takes(OFF_ADDRESS, CHECKED_OFF)
                                            : takes(OFF_ADDRESS, CHECKED_SIZE));

    if (memory_is_valid(base, 1) ||
        (memory_read(&byte, base, 1) && !takes(READONLY_BUFFER, EFAULT)))
        return;
    e->bad_address = checked;
    e->no_effect = !off && takes(OFF_ADDRESS, SIZE_NO_EFFECT);
    e->ends = !off && takes(OFF_ADDRESS, SIZE_TURNS_OFF);
}

/* Whether a call to turn off by that form has an effect on the other. */
static bool mutant_heeds(bool by_list)
{
    return profiling.by_list == by_list || !AIX || takes(OTHER_FORM, STOPS);
}

/* Turning off by that form, with areas that would be those of turning on. */
static int turn_areas_off(bool by_list, struct area *areas, unsigned count,
                          unsigned width)
{
    if (profiling.on && mutant_heeds(by_list)) {
        stop_profiling();
    } else if (!profiling.on) {
        if (takes(OFF_WHILE_OFF, CRASHES))
            abort();
        if (takes(OFF_WHILE_OFF, ENABLES) && count > 0) {
            start_profiling(areas, count, width, by_list, PERIOD);
            profiling.areas[0].disabled = false;
        }
    }
    return mutant_succeeds();
}

/* What is common to all ways of turning on, the arguments being good. */
static int turn_areas_on(const struct area *areas, unsigned count,
                         unsigned width, bool by_list, unsigned period)
{
    if (profiling.on && takes(ON_WHILE_ON, IGNORED))
        return mutant_succeeds();
    if (profiling.on && takes(ON_WHILE_ON, TURNS_OFF)) {
        stop_profiling();
        return mutant_succeeds();
    }
    start_profiling(areas, count, width, by_list, period);
    return mutant_succeeds();
}

static bool is_ineffective(void)
{
    return profiling.on && takes(ON_WHILE_ON, IGNORED) &&
           takes(INEFFECTIVE_CALL, UNCHECKED);
}

/* Turning on with size 0, the arguments being good. */
static int without_counters(struct area *a)
{
    a->disabled = !takes(SIZE_ZERO, COUNTS);
    switch (taken(RULE_SIZE_ZERO)) {
    case SIZE_ZERO_NO_CHANGE: return mutant_succeeds();
    case SIZE_ZERO_STOPS:
        return profiling.on ? turn_areas_off(false, NULL, 0, 2)
                            : mutant_succeeds();
    case SIZE_ZERO_IDLES:
        if (profiling.on && profiling.by_list)
            break;
        start_profiling(a, 1, 2, false, PERIOD);
        return mutant_succeeds();
    case SIZE_ZERO_COUNTS: a->size = 2; break;
    default: break;
    }
    return turn_areas_on(a, 1, 2, false, PERIOD);
}

/* profil as a call of its own. */
static int one_buffer(void *base, uint64_t size, uint64_t offset,
                      uint64_t scale)
{
    struct area a = {.base = base, .size = size, .offset = kept_offset(offset)};
    struct errors e = {0};
    bool off = false;
    int error;

    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    if (!base && scale != 0 && takes(NULL_BUFFER, OFF))
        return turn_areas_off(false, NULL, 0, 2);
    a.scale = meant_scale(scale, 2, &off, &e.invalid);
    if (!off && is_ineffective())
        return mutant_succeeds();
    if (off || size == 0)
        check_idle_address(base, off, &e);
    else
        check_only_buffer(&a, &e);
    error = first_error(&e);
    if (error)
        return mutant_fails(error, off && mutant_heeds(false));
    if (e.no_effect || e.ends)
        return without_effect(&e);
    if (off)
        return turn_areas_off(false, &a, 1, 2);
    return size == 0 ? without_counters(&a)
                     : turn_areas_on(&a, 1, 2, false, PERIOD);
}

#if AIX
#include "aix_calls.h"
#elif IRIX || GLIBC
#include "irix_calls.h"
#elif HPUX
void profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
{
    one_buffer(buffer, size, offset, scale);
}
#else
int profil(char *buffer, size_t size, uintptr_t offset, int scale)
{
    return one_buffer(buffer, size, offset, (unsigned)scale);
}

#include "gmon.h"
#endif
