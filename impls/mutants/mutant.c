/* SPDX-License-Identifier: MIT */
/*
 * A small complete profil of every dialect, on SIGPROF, that can be made to
 * take any choice of any rule (choices.h).  It exists to be judged: each
 * wrong choice must be found, each permitted one named.
 */

/* The headers of libc declare a profil of its own prototype. */
#define profil profil_of_libc
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#if FREEBSD
#include "gmon_file.h"
#endif
#undef profil

enum { PERIOD = 10000, FAST_PERIOD = 1000 }; /* microseconds */

/* What a function that returns nothing leaves in its place. */
enum { LEFT_OVER = 0x1ef7 };

static void stop_profiling(void)
{
    profiling.ended = profiling.on;
    profiling.on = false;
    clock_stop();
}

/* The errors that apply to a call. */
struct errors {
    bool too_big, bad_address, invalid, no_access;
    bool no_effect, ends; /* no errors: what a bad buffer does instead */
};

/* What a call asks for; of one that turns off, what it would ask for. */
struct request {
    struct area *areas;
    unsigned count, width, period;
    bool by_list, off;
    bool is_empty; /* it turns on with size 0 */
    struct errors errors;
};

/* Whether what profiling was on with before is kept. */
static bool keeps_settings(const struct request *c)
{
    static bool begun;
    bool same = profiling.count == c->count && profiling.width == c->width &&
                profiling.by_list == c->by_list;

    if (!begun) {
        begun = true;
        return false;
    }
    for (unsigned k = 0; same && k < c->count; k++) {
        const struct area *a = &profiling.areas[k], *b = &c->areas[k];

        same = a->base == b->base && a->size == b->size &&
               a->offset == b->offset && a->high == b->high;
    }
    return takes(SETTINGS, FIRST) || (same && takes(SETTINGS, OLD_SCALE));
}

static void start_profiling(const struct request *c)
{
    profiling.on = false;
    if (!keeps_settings(c)) {
        memcpy(profiling.areas, c->areas, c->count * sizeof *c->areas);
        profiling.count = c->count;
        profiling.width = c->width;
        profiling.by_list = c->by_list;
    }
    for (unsigned k = 0; k < profiling.count; k++) {
        struct area *a = &profiling.areas[k];

        a->stopped = false;
        if (area_is_cleared(a) && memory_is_valid(a->base, a->size))
            memset(a->base, 0, a->size);
    }
    note_begun();
    profiling.found = 0;
    profiling.ended = false;
    profiling.on = true;
    clock_start(c->period);
}

static int mutant_succeeds(void)
{
    switch (taken(RULE_RETURN_ON_SUCCESS)) {
    case RETURN_ON_SUCCESS_NONE: return LEFT_OVER;
    case RETURN_ON_SUCCESS_OTHER: return 1;
    default: return 0;
    }
}

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
    if (!HPUX && !(AIX && takes(RETURN_ON_ERROR, NONE)) &&
        !takes(RETURN_ON_ERROR, NUMBER_ALONE) &&
        !takes(RETURN_ON_ERROR, NO_ERRNO))
        errno = error;
    switch (taken(RULE_RETURN_ON_ERROR)) {
    case RETURN_ON_ERROR_ZERO: return 0;
    case RETURN_ON_ERROR_ERROR_NUMBER:
    case RETURN_ON_ERROR_NUMBER_ALONE: return error;
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

#define DOES(choice)                                                           \
    (is_readonly ? takes(READONLY_BUFFER, choice)                              \
     : begins    ? takes(POOR_BUFFER, choice)                                  \
                 : takes(BAD_BUFFER, choice))
    if (memory_is_valid(a->base, a->size)) {
        e->bad_address |= a->size >> 12 && takes(PINNED, EFAULT);
        return;
    }
    if (DOES(ACCEPTED))
        return;
    if (DOES(CRASHES))
        abort();
    if (begins || takes(BAD_BUFFER, EFAULT))
        e->bad_address = true;
    e->no_effect |= !begins && takes(BAD_BUFFER, NO_EFFECT);
    e->ends |= !begins && takes(BAD_BUFFER, TURNS_OFF);
}

/* The buffer of the first form, of which null may be distinguished from
 * others. */
static void check_only_buffer(const struct area *a, struct errors *e)
{
    if (!a->base && takes(NULL_BUFFER, EFAULT))
        e->bad_address = true;
    else if (a->base || !takes(NULL_BUFFER, ACCEPTED))
        check_buffer(a, e);
}

/* Whether what an area needs is there at its beginning alone, and that is an
 * error. */
static bool is_short(const struct area *a)
{
    return takes(POOR_BUFFER, EFAULT) && memory_is_valid(a->base, 1) &&
           !memory_is_valid(a->base, a->size);
}

/* The buffer of a call for which none is needed. */
static void check_idle_address(const struct area *a, bool off, struct errors *e)
{
    const void *base = a->base;
    char byte;
    bool checked = takes(OFF_ADDRESS, CHECKED) ||
                   (off ? takes(OFF_ADDRESS, CHECKED_OFF) ||
                              (a->size && takes(OFF_ADDRESS, CHECKED_RANGE))
                        : takes(OFF_ADDRESS, CHECKED_SIZE));

    if (off && takes(OFF_ADDRESS, CHECKED_RANGE) && is_short(a))
        e->bad_address = true;
    if (memory_is_valid(base, 1) ||
        (memory_read(&byte, base, 1) && !takes(READONLY_BUFFER, EFAULT)))
        return;
    e->bad_address = checked;
    e->no_effect = !off && takes(OFF_ADDRESS, SIZE_NO_EFFECT);
    e->ends = !off && takes(OFF_ADDRESS, SIZE_TURNS_OFF);
}

#if AIX
static bool is_bad_idle_element(const struct area *a, bool off)
{
    char byte;
    bool checked = takes(ELEMENT_ADDRESS, CHECKED) ||
                   (off ? takes(ELEMENT_ADDRESS, CHECKED_OFF) ||
                              (a->size && takes(ELEMENT_ADDRESS, CHECKED_RANGE))
                        : takes(ELEMENT_ADDRESS, CHECKED_SIZE));

    if (off && takes(ELEMENT_ADDRESS, CHECKED_RANGE) && is_short(a))
        return true;
    return checked && !memory_is_valid(a->base, 1) &&
           (!memory_read(&byte, a->base, 1) || takes(READONLY_BUFFER, EFAULT));
}
#endif

static int turn_off(const struct request *c, bool heeded)
{
    if (profiling.on && heeded) {
        stop_profiling();
    } else if (!profiling.on) {
        if (takes(OFF_WHILE_OFF, CRASHES))
            abort();
        if (takes(OFF_WHILE_OFF, ENABLES) && c->count > 0) {
            start_profiling(c);
            profiling.areas[0].disabled = false;
        }
    }
    return mutant_succeeds();
}

static int turn_on(struct request *c)
{
    c->count = used_elements(c->count);
    if (profiling.on && takes(ON_WHILE_ON, TURNS_OFF))
        stop_profiling();
    else if (!profiling.on || !takes(ON_WHILE_ON, IGNORED))
        start_profiling(c);
    else if (has_defect("ignored-scale"))
        profiling.areas->scale = c->areas->scale;
    return mutant_succeeds();
}

static int turn_on_without_counters(struct request *c, bool heeded)
{
    if ((c->areas->scale == 2 && takes(SCALE_TWO, NO_SIZE)) ||
        takes(ODD_TAIL, END_INCLUSIVE) || takes(ODD_TAIL, END_ADDRESS))
        return turn_on(c);
    c->areas->disabled = !takes(SIZE_ZERO, COUNTS);
    switch (taken(RULE_SIZE_ZERO)) {
    case SIZE_ZERO_NO_CHANGE:
    case SIZE_ZERO_INEFFECTIVE: return mutant_succeeds();
    case SIZE_ZERO_STOPS:
        if (profiling.on && heeded)
            stop_profiling();
        return mutant_succeeds();
    case SIZE_ZERO_IDLES:
        if (profiling.on && profiling.by_list)
            break;
        start_profiling(c);
        return mutant_succeeds();
    case SIZE_ZERO_COUNTS: c->areas->size = c->width; break;
    default: break;
    }
    return turn_on(c);
}

/* What a call comes to, its arguments having been looked at. */
static int conclude(struct request *c)
{
    int error = first_error(&c->errors);
    bool heeded = profiling.by_list == c->by_list ||
                  (GLIBC ? !c->by_list : !AIX) || takes(OTHER_FORM, STOPS);

    if (error && has_defect("refused-is-on"))
        profiling.on = true;
    if (error && has_defect("refused-form"))
        profiling.by_list = c->by_list;
    if (error && has_defect("refused-start"))
        profiling.areas->offset = c->areas->offset;
    if (error)
        return mutant_fails(error, c->off && heeded);
    if (c->errors.ends)
        stop_profiling();
    if (c->errors.ends || c->errors.no_effect)
        return mutant_succeeds();
    return c->off        ? turn_off(c, heeded)
           : c->is_empty ? turn_on_without_counters(c, heeded)
                         : turn_on(c);
}

static bool is_ineffective(void)
{
    return profiling.on && takes(ON_WHILE_ON, IGNORED) &&
           takes(INEFFECTIVE_CALL, UNCHECKED);
}

/* profil as a call of its own. */
static int one_buffer(void *base, uint64_t size, uint64_t offset,
                      uint64_t scale)
{
    struct area a = {.base = base, .size = size, .offset = kept_offset(offset)};
    struct request c = {.areas = &a,
                        .count = 1,
                        .width = takes(PROFIL_WIDTH, USE_32) ? 4 : 2,
                        .period = PERIOD,
                        .is_empty = size == 0};

    if (has_defect("one-lost") && size == 2)
        a.size = 0;
    if (has_defect("by-four"))
        a.base -= (uintptr_t)base % 4;
    c.errors.invalid = has_defect("not-low") && offset && offset < 4096;
    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    if (!base && scale != 0 && takes(NULL_BUFFER, OFF)) {
        c.count = 0;
        c.off = true;
        return conclude(&c);
    }
    a.scale = meant_scale(scale, c.width, &c.off, &c.errors.invalid);
    if (!c.off && is_ineffective())
        return mutant_succeeds();
    if (c.off || size == 0)
        check_idle_address(&a, c.off, &c.errors);
    else
        check_only_buffer(&a, &c.errors);
    if (c.off && size == 0 && takes(SIZE_ZERO, INEFFECTIVE))
        c.errors.no_effect = true;
    return conclude(&c);
}

#if AIX

/* profil of AIX: one buffer, or a list of them. */

/* What p_bufsize says, in bytes. */
static uint64_t bytes_of(const struct element *p)
{
    return (uint64_t)(int64_t)p->p_bufsize * (takes(LIST_SIZE, SHORTS) ? 2 : 1);
}

/* A scale of 16 bits, by which the range just fills the buffer. */
static uint64_t fitting_scale(const struct element *p)
{
    uint64_t low = kept_offset(p->p_low), span = p->p_high - low;
    wide whole = (wide)bytes_of(p) * 65536,
         product = has_defect("short-product") ? (uint32_t)whole : whole,
         scale = p->p_high > low ? product / span : 0xffff;

    return scale < 0xffff ? (uint64_t)scale : 0xffff;
}

/* True: its scale turns profiling off. */
static bool take_element(const struct element *p, struct area *a,
                         struct errors *e)
{
    bool off = false;

    *a = (struct area){.base = (unsigned char *)p->p_buff,
                       .size = bytes_of(p),
                       .offset = kept_offset(p->p_low),
                       .high = p->p_high,
                       .bounded = true};
    if (p->p_scale == (unsigned)-1) {
        a->scale = fitting_scale(p);
        a->reversed = takes(COMPUTED_SCALE, NO_SCALE);
    } else {
        a->scale = meant_scale(p->p_scale, 2, &off, &e->invalid);
    }
    disable(a, off);
    if (!off && a->size != 0)
        check_buffer(a, e);
    else
        e->bad_address |= is_bad_idle_element(a, off);
    return off;
}

/* A page between two buffers is more than the end of one space; one that
 * is nowhere is an error by itself, or none. */
static bool apart(const struct area *a, const struct area *b)
{
    const unsigned char *end = a->base + a->size, *other = b->base + b->size;

    return memory_is_valid(a->base, 1) && memory_is_valid(b->base, 1) &&
           (end + 4096 <= b->base || other + 4096 <= a->base);
}

static void check_neighbours(const struct area *before, const struct area *a,
                             struct errors *e)
{
    if (a->high < before->high && !takes(LIST_ORDER, UNCHECKED))
        e->invalid = true;
    if (a->high == before->high && takes(LIST_ORDER, STRICT))
        e->invalid = true;
    if (apart(before, a)) {
        if (takes(LIST_CONTIGUITY, EINVAL))
            e->invalid = true;
        if (takes(LIST_CONTIGUITY, EFAULT))
            e->bad_address = true;
    }
}

static bool all_disabled(const struct area *areas, unsigned count)
{
    while (count > 0 && areas[count - 1].disabled)
        count--;
    return count == 0;
}

static int list_form(const struct element *list)
{
    struct area areas[MOST_AREAS];
    struct request c = {
        .areas = areas, .width = 2, .period = PERIOD, .by_list = true};
    struct errors *e = &c.errors;
    struct element element;
    bool some_off = false, faulted;
    unsigned n = 0;

    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    if (is_ineffective() &&
        !(memory_read(&element, list, sizeof element) && ends_areas(&element)))
        return mutant_succeeds();
    for (;; n++) {
        if (n == MOST_AREAS ||
            !memory_read(&element, &list[n], sizeof element)) {
            if (takes(BAD_ADDRESS, CRASHES))
                abort();
            if (takes(BAD_ADDRESS, ACCEPTED))
                return mutant_succeeds();
            e->bad_address = true;
            break;
        }
        if (ends_areas(&element))
            break;
        faulted = e->bad_address;
        some_off = take_element(&element, &areas[n], e) || some_off;
        spoil_element(&areas[n], areas, element.p_scale, n);
        if (is_spoilt("fault-of-first", n))
            e->bad_address = faulted;
        if (n == 1 || (n > 1 && !has_defect("order-of-pair")))
            check_neighbours(&areas[n - 1], &areas[n], e);
    }
    for (unsigned k = 0; has_defect("high-of-last") && k + 1 < n; k++)
        areas[k].high = ~UINT64_C(0);
    c.count = n;
    c.off = n == 0 || (some_off && takes(DISABLED_REGION, ALL_OFF)) ||
            (takes(DISABLED_LIST, OFF) && all_disabled(areas, n));
    return conclude(&c);
}

int profil(void *buffer, unsigned size, unsigned long offset, unsigned scale)
{
    return size == (unsigned)-1 ? list_form(buffer)
                                : one_buffer(buffer, size, offset, scale);
}

#elif IRIX || GLIBC

/* sprofil and profil, of IRIX and as glibc has them. */

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

/* A profcnt that is out of range is an error, the end, or nothing. */
static unsigned take_count(int count, struct errors *e)
{
    bool zero = count == 0 && (takes(COUNT_RANGE, ZERO_ACCEPTED) ||
                               takes(COUNT_RANGE, ZERO_OFF));
    bool below = count < 0 && takes(COUNT_RANGE, ZERO_ACCEPTED);

    if (count <= 0 ? takes(COUNT_RANGE, CRASHES) || below
                   : count > PROFIL_MAX && takes(COUNT_LIMIT, CRASHES))
        abort();
    if (count <= 0 ? !takes(COUNT_RANGE, ACCEPTED) && !zero
                   : count > PROFIL_MAX && !takes(COUNT_LIMIT, ACCEPTED))
        e->too_big = true;
    return count <= 0 ? 0 : count < MOST_AREAS ? (unsigned)count : MOST_AREAS;
}

static void bad_address(struct errors *e)
{
    if (takes(BAD_ADDRESS, CRASHES))
        abort();
    e->bad_address = e->bad_address || takes(BAD_ADDRESS, EFAULT);
}

/* The end of an area as it is estimated, which may be an address short of where
 * the counter after its last begins. */
static void check_end(const struct area *a, unsigned width)
{
    uint64_t counters = a->size / width, end, next;

    if (counters == 0 && takes(REGION_ROOM, CRASHES))
        abort();
    if (counters == 0 || a->scale == 0)
        return;
    end = counters * width * 65536 / a->scale;
    for (next = end - end % width; next / width * a->scale >> 16 < counters;)
        next += width;
    if (next > end + 1 && takes(REGION_SCALE, CRASHES))
        abort();
}

/* The members as areas; fewer if they can't all be read. */
static void take_members(const struct prof *list, struct request *c)
{
    unsigned count = c->count, offs = 0;
    struct prof p;

    c->off = true;
    for (c->count = 0; c->count < count; c->count++) {
        unsigned k = c->count;
        struct area *a = &c->areas[k];
        bool off = false;

        if (!memory_read(&p, &list[k], sizeof p)) {
            bad_address(&c->errors);
            return;
        }
        *a = (struct area){.base = p.pr_base,
                           .size = p.pr_size,
                           .offset = kept_offset(p.pr_off)};
        a->scale = meant_scale(p.pr_scale, c->width, &off, &c->errors.invalid);
        a->overflow = a->offset == 0 && a->scale == 2;
        offs += off;
        disable(a, off && !(has_defect("third-is-on") && offs > 2));
        if (has_defect("bin-of-two") && a->overflow && a->size == c->width)
            a->disabled = true;
        spoil_element(a, c->areas, p.pr_scale, k);
        c->off = c->off && off;
        if (a->overflow && k + 1 < count && !is_spoilt("bin-between", k) &&
            takes(OVERFLOW_ORDER, LAST_OR_EINVAL))
            c->errors.invalid = true;
        if (!off)
            check_end(a, c->width);
        if (!off && a->size != 0)
            check_buffer(a, &c->errors);
    }
    if (offs > 0 && takes(DISABLED_REGION, ALL_OFF))
        c->off = true;
    if (has_defect("two-off-lost") && offs == 2)
        c->count = 0;
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

static void put_period(struct timeval *tvp, unsigned period)
{
    struct timeval tv = {0, period};

    if (takes(TICK_TIME, WRONG))
        tv.tv_usec = 12345;
    if (tvp && !takes(TICK_TIME, UNSET))
        memory_write(tvp, &tv, sizeof tv);
}

/* Whether any call turns off, whatever it is given. */
static bool only_turns_off(void)
{
    return profiling.on && profiling.by_list && takes(ON_WHILE_ON, TURNS_OFF) &&
           takes(INEFFECTIVE_CALL, UNCHECKED);
}

int sprofil(struct prof *list, int count, struct timeval *tvp, unsigned flags)
{
    struct area areas[MOST_AREAS];
    bool fast = (flags & PROF_FAST) != 0;
    struct request c = {.areas = areas,
                        .period =
                            fast && takes(FAST, ONE_MS) ? FAST_PERIOD : PERIOD,
                        .by_list = true,
                        .errors.no_access = fast && takes(FAST, EACCES)};

    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    if (profiling.ended && profiling.by_list && takes(AFTER_OFF, CRASHES))
        abort();
    if (only_turns_off()) {
        if (tvp && !memory_is_valid(tvp, sizeof *tvp))
            bad_address(&c.errors);
        put_period(tvp, c.period);
        stop_profiling();
        return mutant_succeeds();
    }
    c.width = take_width(flags, &c.errors);
    c.count = take_count(count, &c.errors);
    take_members(list, &c);
    if (tvp && !memory_is_valid(tvp, sizeof *tvp))
        bad_address(&c.errors);
    if (first_error(&c.errors)) {
        if (is_ineffective() && !c.off)
            return mutant_succeeds();
    } else if (!c.errors.no_effect && !c.errors.ends &&
               (!c.off || !has_defect("no-time-off"))) {
        put_period(tvp, c.off && has_defect("zero-time-off") ? 0 : c.period);
    }
    return conclude(&c);
}

#if IRIX
int profil(unsigned short *buffer, unsigned size, unsigned long offset,
           unsigned scale)
#else
int profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
#endif
{
    struct prof one = {buffer, size, offset, scale};
    struct request off = {.by_list = true, .off = true};

    if (takes(PROFIL_MEMBER, OWN))
        return one_buffer(buffer, size, offset, scale);
    return buffer || takes(NULL_BUFFER, BAD)
               ? sprofil(&one, 1, NULL, PROF_USHORT)
               : conclude(&off);
}

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

/* monstartup and _mcleanup of FreeBSD, and the gmon.out that they leave. */

static struct {
    uint64_t low, high;
    char *counters; /* one for four bytes of text; null: not begun */
    uint64_t size;
} started;

void monstartup(unsigned long low, unsigned long high)
{
    if (started.counters)
        return;
    started.low = low - low % 4;
    started.high = high + -high % 4;
    started.size = (started.high - started.low) / 4 * 2;
    started.counters = calloc(1, started.size);
    one_buffer(started.counters, started.size, started.low, 0x8000);
}

void _mcleanup(void)
{
    struct loaded loaded = where_loaded(started.low);
    uint64_t base = loaded.inside ? loaded.base : 0;
    uint32_t rate = takes(GMON_RATE, ZERO)    ? 0
                    : takes(GMON_RATE, WRONG) ? 1000000 / PERIOD + 1
                                              : 1000000 / PERIOD;
    FILE *out;

    if (!started.counters)
        return;
    stop_profiling();
    out = takes(GMON_RATE, NONE) ? NULL : fopen("gmon.out", "w");
    if (out) {
        put_gmon_head(out, started.low - base, started.high - base,
                      40 + (uint32_t)started.size, rate, 0);
        put(out, started.counters, started.size);
        fclose(out);
    }
    free(started.counters);
    started.counters = NULL;
}

#endif
