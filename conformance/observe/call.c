/* SPDX-License-Identifier: MIT */
/* A call of a script, made on the implementation. */
#include <string.h>

#include "conformance/language/ops.h"
#include "execute.h"
#include "guard.h"

/* What tvp holds before a call that is to write it. */
static const struct timeval unset = {-77, -77};

static struct impl_region region_of(const struct run *run,
                                    const struct region_arguments *arguments)
{
    return (struct impl_region){
        .base = memory_pointer(&run->memory, &arguments->base),
        .size = arguments->size,
        .offset = arguments->offset,
        .scale = arguments->scale,
        .high = arguments->high,
    };
}

static void *nowhere(const struct run *run, uint8_t kind)
{
    return kind == POINTER_BAD ? run->memory.nowhere : NULL;
}

/* The implementation's call for a script's; list has room for SCRIPT_LIST. */
static struct impl_call native_call(const struct run *run,
                                    const struct call *call,
                                    struct impl_region *list,
                                    struct timeval *tvp)
{
    struct impl_call native = {.entry =
                                   call_row((enum call_kind)call->kind)->entry,
                               .count = call->count,
                               .flags = call->flags};

    if (call->kind != CALL_PROFIL_LIST && call->kind != CALL_SPROFIL)
        native.region = region_of(run, &call->region);
    if (!call_has_list(call))
        return native;
    native.tvp = call->tvp == POINTER_GIVEN ? tvp : nowhere(run, call->tvp);
    if (call->list_kind != POINTER_GIVEN) {
        native.list_address = nowhere(run, call->list_kind);
        return native;
    }
    for (uint32_t k = 0; k < call->listed && k < SCRIPT_LIST; k++)
        list[k] = region_of(run, &call->list[k]);
    native.list = list;
    native.listed = call->listed < SCRIPT_LIST ? call->listed : SCRIPT_LIST;
    return native;
}

static uint8_t tick_time(const struct run *run, const struct timeval *tvp)
{
    uint64_t period = clock_period(&run->clock);

    if (tvp->tv_sec == unset.tv_sec && tvp->tv_usec == unset.tv_usec)
        return TIME_UNSET;
    if (tvp->tv_sec == 0 && tvp->tv_usec == 0)
        return TIME_WRONG;
    if (period == 0)
        return TIME_UNSEEN;
    return tvp->tv_sec >= 0 && tvp->tv_usec >= 0 &&
                   (uint64_t)tvp->tv_sec * 1000000 + (uint64_t)tvp->tv_usec ==
                       period
               ? TIME_RIGHT
               : TIME_WRONG;
}

static uint8_t fast_time(const struct run *run)
{
    uint64_t period = clock_period(&run->clock);

    return period == 0 ? TIME_UNSEEN : period == 1000 ? TIME_RIGHT : TIME_WRONG;
}

static struct event call_event(const struct run *run, const struct call *call,
                               const struct impl_result *result,
                               const struct timeval *tvp)
{
    struct event event = {.kind = EVENT_CALL};

    event.error = result->error;
    event.value = result->has_value ? result->value : VALUE_NONE;
    if (call->kind != CALL_SPROFIL || result->value != 0)
        return event;
    if (call->tvp == POINTER_GIVEN)
        event.tick_time = tick_time(run, tvp);
    if (call->flags & FLAG_FAST)
        event.fast = fast_time(run);
    return event;
}

static void make_call(struct run *run, const struct call *call,
                      struct impl_result *result, struct timeval *tvp)
{
    struct impl_region list[SCRIPT_LIST];
    struct impl_call native = native_call(run, call, list, tvp);
    bool plainly = run->plainly || run->caller.set;
    uint64_t period;

    memset(result, 0, sizeof *result);
    clock_release(&run->clock);
    if (plainly && !run->left_blocked)
        clock_open();
    guard_begin();
    run->impl->class->call(run->impl, &native, result);
    guard_end();
    run->left_blocked = plainly && clock_shut();
    clock_hold(&run->clock);
    period = clock_period(&run->clock);
    if (period != 0)
        run->period = period;
}

bool execute_has(struct run *run, const struct call *call)
{
    enum call_kind kind = (enum call_kind)call->kind;
    bool has =
        run->impl->class->capabilities(run->impl) & call_row(kind)->capability;

    if (!has)
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "the implementation has no %s", call_lacking(kind));
    return has;
}

void execute_call(struct run *run, const struct call *call)
{
    struct timeval tvp = unset;
    struct impl_result result;

    if (!execute_has(run, call))
        return;
    make_call(run, call, &result, &tvp);
    execute_event(run, call_event(run, call, &result, &tvp));
    execute_intrusion(run);
}

/* In a buffer that is mapped, and of a size that it has: an address or a range
 * that is not valid may be an error, a call of size 0 ineffective, and neither
 * turns anything off. */
static void point_somewhere(const struct run *run,
                            struct region_arguments *region)
{
    region->size = 2;
    for (uint8_t k = 0; k < SCRIPT_BUFFERS; k++)
        if (run->memory.buffers[k].bytes && !run->memory.buffers[k].unmapped) {
            region->base = (struct pointer){.kind = POINTER_GIVEN, .buffer = k};
            return;
        }
}

void execute_off_call(struct run *run, const struct call *last)
{
    struct region_arguments region = last->region;
    struct call off = {.kind = last->kind,
                       .list_kind = POINTER_GIVEN,
                       .list = &region,
                       .flags = FLAG_USHORT};
    struct impl_result result;

    if (last->kind == CALL_PROFIL &&
        !strcmp(run->options->open.dialect, "glibc"))
        region = (struct region_arguments){0};
    else if (last->kind == CALL_PROFIL)
        point_somewhere(run, &region);
    if (last->kind == CALL_SPROFIL) {
        if (last->list_kind == POINTER_GIVEN && last->listed > 0)
            region = last->list[0];
        off.count = 1;
        off.listed = 1;
    }
    region.scale = 0;
    off.region = region;
    make_call(run, &off, &result, NULL);
}
