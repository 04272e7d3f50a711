/* SPDX-License-Identifier: MIT */
/* sprofil and profil, of IRIX and as glibc has them. */
#ifndef MUTANTS_IRIX_CALLS_H
#define MUTANTS_IRIX_CALLS_H

#if IRIX
typedef unsigned native_size;
typedef unsigned native_scale;
enum { PROF_USHORT = 1, PROF_UINT = 2, PROF_FAST = 4 };
#else
typedef size_t native_size;
typedef unsigned long native_scale;
enum { PROF_USHORT = 0, PROF_UINT = 1, PROF_FAST = 2 };
#endif
enum { PROFIL_MAX = 64 };

struct prof {
    void *pr_base;
    native_size pr_size;
    unsigned long pr_off;
    native_scale pr_scale;
};

/* A profcnt that is out of range: an error, the end, or nothing. */
static void out_of_range(bool accepted, bool crashes, struct errors *e)
{
    if (crashes)
        abort();
    e->too_big = e->too_big || !accepted;
}

static unsigned take_count(int count, struct errors *e)
{
    bool zero = count == 0 && (takes(COUNT_RANGE, ZERO_ACCEPTED) ||
                               takes(COUNT_RANGE, ZERO_OFF));
    bool below = count < 0 && takes(COUNT_RANGE, ZERO_ACCEPTED);

    if (count <= 0)
        out_of_range(takes(COUNT_RANGE, ACCEPTED) || zero,
                     takes(COUNT_RANGE, CRASHES) || below, e);
    else if (count > PROFIL_MAX)
        out_of_range(takes(COUNT_LIMIT, ACCEPTED), takes(COUNT_LIMIT, CRASHES),
                     e);
    if (count <= 0)
        return 0;
    return count < MOST_AREAS ? (unsigned)count : MOST_AREAS;
}

static void bad_address(struct errors *e)
{
    if (takes(BAD_ADDRESS, CRASHES))
        abort();
    e->bad_address = e->bad_address || takes(BAD_ADDRESS, EFAULT);
}

/* The members as areas; fewer than count if they can't all be read.  all_off:
 * no scale among them turns profiling on. */
static unsigned take_members(const struct prof *list, unsigned count,
                             unsigned width, struct area *areas, bool *all_off,
                             struct errors *e)
{
    struct prof p;
    bool some_off = false;

    for (unsigned k = 0; k < count; k++) {
        struct area *a = &areas[k];
        bool off = false;

        if (!memory_read(&p, &list[k], sizeof p)) {
            bad_address(e);
            return k;
        }
        *a = (struct area){.base = p.pr_base,
                           .size = p.pr_size,
                           .offset = kept_offset(p.pr_off)};
        a->scale = meant_scale(p.pr_scale, width, &off, &e->invalid);
        a->overflow = a->offset == 0 && a->scale == 2;
        disable(a, off);
        spoil_element(a, areas, p.pr_scale, k);
        some_off = some_off || off;
        *all_off = *all_off && off;
        if (a->overflow && k + 1 < count && !is_spoilt(BIN_BETWEEN, k) &&
            takes(OVERFLOW_ORDER, LAST_OR_EINVAL))
            e->invalid = true;
        if (!off && a->size != 0)
            check_buffer(a, e);
    }
    if (some_off && takes(DISABLED_REGION, ALL_OFF))
        *all_off = true;
    return count;
}

static unsigned take_width(unsigned flags, struct errors *e)
{
    bool is_16 = PROF_USHORT ? flags & PROF_USHORT : !(flags & PROF_UINT);
    bool is_32 = flags & PROF_UINT;

    if (!is_16 && !is_32 && takes(NO_WIDTH_FLAG, EINVAL))
        e->invalid = true;
    if (is_16 && is_32) {
        if (takes(BOTH_WIDTHS, EINVAL))
            e->invalid = true;
        is_32 = takes(BOTH_WIDTHS, USE_32);
    }
    if (takes(COUNTER_WIDTH, ALWAYS_16))
        return 2;
    if (takes(COUNTER_WIDTH, ALWAYS_32))
        return 4;
    return is_32 ? 4 : 2;
}

static void tell_period(struct timeval *tvp, unsigned period)
{
    struct timeval tv = {0, period};

    if (takes(TICK_TIME, WRONG))
        tv.tv_usec = 12345;
    if (tvp && !takes(TICK_TIME, UNSET))
        memory_write(tvp, &tv, sizeof tv);
}

int sprofil(struct prof *list, int count, struct timeval *tvp, unsigned flags)
{
    struct area areas[MOST_AREAS];
    struct errors e = {0};
    unsigned n, width = take_width(flags, &e);
    bool fast = (flags & PROF_FAST) != 0, all_off = true;
    unsigned period = fast && takes(FAST, ONE_MS) ? FAST_PERIOD : PERIOD;
    int error;

    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    n = take_count(count, &e);
    e.no_access = fast && takes(FAST, EACCES);
    n = take_members(list, n, width, areas, &all_off, &e);
    if (tvp && !memory_is_valid(tvp, sizeof *tvp))
        bad_address(&e);
    error = first_error(&e);
    if (error)
        return is_ineffective() && !all_off ? mutant_succeeds()
                                            : mutant_fails(error, all_off);
    if (e.no_effect || e.ends)
        return without_effect(&e);
    if (!all_off || DEFECT != NO_TIME_OFF)
        tell_period(tvp, period);
    return all_off
               ? turn_areas_off(true, areas, n, width)
               : turn_areas_on(areas, used_elements(n), width, true, period);
}

#if IRIX
int profil(unsigned short *buffer, unsigned size, unsigned long offset,
           unsigned scale)
#else
int profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
#endif
{
    struct prof one = {buffer, size, offset, scale};

    if (takes(PROFIL_MEMBER, OWN))
        return one_buffer(buffer, size, offset, scale);
    return buffer || takes(NULL_BUFFER, BAD)
               ? sprofil(&one, 1, NULL, PROF_USHORT)
               : turn_areas_off(true, NULL, 0, 2);
}

#endif
