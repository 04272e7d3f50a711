/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include <string.h>

#include "computed.h"
#include "gmon/counts.h"

bool outcome_add(struct outcome *outcome, const struct event *event)
{
    if (outcome->count == outcome->capacity)
        return false;
    outcome->events[outcome->count++] = *event;
    return true;
}

static bool value_agrees(int64_t a, int64_t b)
{
    if (a == VALUE_UNSEEN || b == VALUE_UNSEEN)
        return true;
    if (a == VALUE_NOT_ZERO || b == VALUE_NOT_ZERO)
        return a != 0 && b != 0 && a != VALUE_NONE && b != VALUE_NONE;
    return a == b;
}

/* The ways of counting that a result of a sweep leaves, a bit each. */
static unsigned sweep_ways(int64_t value)
{
    enum { NONE = 1, SPREAD = 2, ONE = 4, BACK = 8, CUT = 16, GAPS = 32 };
    static const unsigned ways[] = {
        [SWEEP_FITS] = SPREAD | ONE | BACK,
        [SWEEP_OUTSIDE] = CUT | GAPS,
        [SWEEP_NONE] = NONE,
        [SWEEP_SPREAD] = SPREAD,
        [SWEEP_ONE] = ONE,
        [SWEEP_BACK] = BACK,
        [SWEEP_ORDERED] = SPREAD | ONE,
        [SWEEP_CUT] = CUT,
        [SWEEP_GAPS] = GAPS,
    };

    return (uint64_t)value <= SWEEP_GAPS ? ways[value] : 0;
}

static bool sweep_agrees(int64_t a, int64_t b)
{
    return value_agrees(a, b) || (sweep_ways(a) & sweep_ways(b)) != 0;
}

static bool error_agrees(int32_t a, int32_t b)
{
    return a == b || a == ERROR_UNSEEN || b == ERROR_UNSEEN;
}

static bool time_agrees(uint8_t a, uint8_t b)
{
    return a == b || a == TIME_UNSEEN || b == TIME_UNSEEN;
}

static bool zones_agree(const struct event *a, const struct event *b)
{
    return memcmp(a->bytes, b->bytes, SCRIPT_ZONE) == 0 &&
           (a->beyond || b->beyond ||
            memcmp(a->bytes + a->size - SCRIPT_ZONE,
                   b->bytes + b->size - SCRIPT_ZONE, SCRIPT_ZONE) == 0);
}

static bool counts_agree(const struct event *model, const struct event *seen)
{
    return computed_explains(
        model->computed, model->buffer, model->bytes + SCRIPT_ZONE,
        seen->bytes + SCRIPT_ZONE, model->size - 2 * SCRIPT_ZONE);
}

static bool bytes_agree(const struct event *a, const struct event *b)
{
    bool undetermined = a->undetermined || b->undetermined;

    if (a->bytes == NULL || b->bytes == NULL)
        return undetermined || a->bytes == b->bytes;
    if (a->size != b->size)
        return false;
    if (!undetermined)
        return memcmp(a->bytes, b->bytes, a->size) == 0;
    if (!zones_agree(a, b))
        return false;
    if (a->computed != NULL && !b->undetermined)
        return counts_agree(a, b);
    if (b->computed != NULL && !a->undetermined)
        return counts_agree(b, a);
    return true;
}

static bool number_agrees(uint64_t a, uint64_t b)
{
    return a == b || a == FILE_UNSEEN || b == FILE_UNSEEN;
}

/* Some of the ticks may not be in the counters. */
static bool ticks_agree(const struct file_contents *x,
                        const struct file_contents *y)
{
    const struct file_contents *more = x->ticks > y->ticks ? x : y;
    const struct file_contents *less = x->ticks > y->ticks ? y : x;

    return number_agrees(x->ticks, y->ticks) ||
           more->ticks - less->ticks <= more->doubtful;
}

/* Whether a function is among those of a list, and has no more calls. */
static bool is_among(const struct file_contents *all, uint64_t address,
                     uint64_t calls)
{
    if (all->called[0].address == FILE_UNSEEN)
        return true;
    for (unsigned k = 0; k < SCRIPT_FUNCTIONS; k++)
        if (all->called[k].address == address)
            return calls <= all->called[k].calls;
    return false;
}

/* Whether functions are among those that may be counted, are no more of them
 * than that, and none has more calls than were made. */
static bool are_of_those(const struct file_contents *some,
                         const struct file_contents *all)
{
    if (some->functions == FILE_UNSEEN)
        return true;
    for (uint64_t k = 0; k < some->functions; k++)
        if (!is_among(all, some->called[k].address, some->called[k].calls))
            return false;
    return some->functions <= all->at_most;
}

static bool functions_agree(const struct file_contents *x,
                            const struct file_contents *y)
{
    if (x->functions == FILE_UNSEEN)
        return are_of_those(y, x);
    if (y->functions == FILE_UNSEEN)
        return are_of_those(x, y);
    return x->functions == y->functions &&
           memcmp(x->called, y->called, sizeof x->called) == 0;
}

static bool contents_agree(const struct event *a, const struct event *b)
{
    struct file_contents x, y;

    if (a->bytes == NULL || b->bytes == NULL || a->size != sizeof x ||
        b->size != sizeof y)
        return false;
    memcpy(&x, a->bytes, sizeof x);
    memcpy(&y, b->bytes, sizeof y);
    return number_agrees(x.layout, y.layout) && number_agrees(x.low, y.low) &&
           number_agrees(x.high, y.high) && ticks_agree(&x, &y) &&
           functions_agree(&x, &y);
}

static bool profiles_agree(const struct event *a, const struct event *b)
{
    struct gmon_counts x, y;

    if (!value_agrees(a->value, b->value))
        return false;
    if (!file_has_contents(a->value) || !file_has_contents(b->value))
        return true;
    if (a->bytes == NULL || b->bytes == NULL || a->size != sizeof x ||
        b->size != sizeof y)
        return false;
    memcpy(&x, a->bytes, sizeof x);
    memcpy(&y, b->bytes, sizeof y);
    return gmon_counts_agree(&x, &y);
}

/* Of a file that can't be read, only that it is there is known. */
static bool file_agrees(const struct event *a, const struct event *b)
{
    if (a->value == VALUE_NOT_ZERO || b->value == VALUE_NOT_ZERO)
        return a->value != FILE_ABSENT && b->value != FILE_ABSENT;
    if (a->value == FILE_UNREADABLE)
        return b->value == FILE_UNREADABLE || b->value == FILE_WRITTEN;
    if (b->value == FILE_UNREADABLE)
        return a->value == FILE_WRITTEN;
    return a->value == b->value &&
           (!file_has_contents(a->value) || contents_agree(a, b));
}

bool event_agrees(const struct event *a, const struct event *b)
{
    if (a->kind != b->kind || a->process != b->process || a->op != b->op)
        return false;
    if (a->kind == EVENT_CRASH)
        return true;
    if (a->kind == EVENT_BUFFER)
        return a->buffer == b->buffer && bytes_agree(a, b);
    if (a->kind == EVENT_FILE)
        return file_agrees(a, b);
    if (a->kind == EVENT_PROFILE)
        return profiles_agree(a, b);
    if (a->kind == EVENT_SWEEP)
        return sweep_agrees(a->value, b->value);
    return value_agrees(a->value, b->value) &&
           error_agrees(a->error, b->error) &&
           time_agrees(a->tick_time, b->tick_time) &&
           time_agrees(a->fast, b->fast);
}

bool outcome_is_open(const struct outcome *outcome, size_t i)
{
    return i < outcome->count && outcome->events[i].kind == EVENT_ANYTHING;
}

ptrdiff_t outcome_difference(const struct outcome *a, const struct outcome *b)
{
    size_t i = 0;

    while (i < a->count && i < b->count && !outcome_is_open(a, i) &&
           !outcome_is_open(b, i) && event_agrees(&a->events[i], &b->events[i]))
        i++;
    if (outcome_is_open(a, i) || outcome_is_open(b, i))
        return -1;
    return a->count == i && b->count == i ? -1 : (ptrdiff_t)i;
}
