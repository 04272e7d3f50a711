/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "conformance/contain/sandbox_time.h"
#include "conformance/inject/clock.h"

/* A counter for 32 bytes of text: 16 bits in 2 bytes, a 16th of the text. */
enum {
    SCALE = 0x1000,
    COUNTERS = 1024,
    SLOT_COUNTERS = WORK_SIZE / 32,
};

enum { REGION, OVERFLOW_BIN }; /* buffers */

bool live_begin(struct live_process *p)
{
    const struct observe_options *observe = p->options->observe;
    const struct op region = {.kind = OP_BUFFER, .size = 2 * COUNTERS};
    const struct op overflow = {
        .kind = OP_BUFFER, .buffer = OVERFLOW_BIN, .size = 64};
    struct live_seen *seen = p->seen;

    if (!work_begin() || !memory_begin(&p->memory, NULL) ||
        !memory_buffer(&p->memory, &region) ||
        !memory_buffer(&p->memory, &overflow)) {
        snprintf(seen->why, sizeof seen->why,
                 "the harness lacks memory, or functions side by side");
        return false;
    }
    p->text = work_text() - WORK_SIZE;
    p->impl = observe->impl->open(&observe->open, seen->why, sizeof seen->why);
    seen->opened = p->impl != NULL;
    return seen->opened;
}

static void call_live(struct live_process *p, unsigned scale,
                      struct impl_result *result)
{
    struct impl_region list[] = {
        {p->memory.buffers[REGION].bytes, 2 * COUNTERS, p->text, scale, 0},
        {p->memory.buffers[OVERFLOW_BIN].bytes, 64, 0, 2, 0}};
    bool glibc = p->options->dialect == DIALECT_GLIBC;
    struct impl_call native = {.entry = p->entry,
                               .region = list[0],
                               .list = list,
                               .listed = scale ? 2 : 1,
                               .count = scale ? 2 : 1,
                               .tvp = scale ? &p->seen->tvp : NULL,
                               .flags = p->flags};

    if (!scale && glibc)
        native.region = (struct impl_region){0};
    if (!scale)
        native.flags = IMPL_USHORT;
    *result = (struct impl_result){0};
    p->impl->class->call(p->impl, &native, result);
}

struct live_moment live_now(void)
{
    struct live_moment moment = {.wall = sandbox_time(),
                                 .precise = work_process_time(),
                                 .accounted = work_accounted_time()};
    struct rusage usage;

    getrusage(RUSAGE_THREAD, &usage);
    moment.switches = (unsigned)(usage.ru_nvcsw + usage.ru_nivcsw);
    return moment;
}

bool live_on(struct live_process *p)
{
    struct live_seen *seen = p->seen;

    seen->tvp = (struct timeval){-77, -77};
    p->before = live_now();
    call_live(p, SCALE, &seen->call);
    seen->on = !seen->call.has_value || seen->call.value == 0;
    seen->timer = clock_look(&seen->interval_timer);
    p->after = live_now();
    return seen->on;
}

static uint64_t process_less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static void process_note(struct live_process *p, const struct live_moment *from,
                         const struct live_moment *to, struct rate_run *run)
{
    bool unseen = p->seen->timer == 0;
    uint64_t precise = from->precise - p->after.precise;
    uint64_t accounted = from->accounted - p->after.accounted;

    run->tick = work_kernel_tick();
    run->cpu = p->seen->interval_timer ? accounted : precise;
    run->other = unseen ? accounted : run->cpu;
    run->slack = p->seen->interval_timer
                     ? to->accounted - p->before.accounted - accounted
                     : to->precise - p->before.precise - precise;
    run->slices = unseen ? from->switches - p->after.switches + 1 : 0;
    p->seen->cpu = to->precise - p->before.precise;
    run->beside =
        beside_most((double)process_less(p->seen->cpu, p->seen->inside) /
                    (double)live_likely_period(p->seen));
    p->seen->wall = from->wall - p->after.wall;
}

void live_off(struct live_process *p)
{
    struct live_moment before = live_now(), after;
    struct impl_result result;

    call_live(p, 0, &result);
    after = live_now();
    process_note(p, &before, &after, &p->seen->run);
    live_count(p, &p->seen->counts);
    p->seen->done = true;
}

static uint64_t process_counter(const struct case_buffer *buffer, size_t index)
{
    uint16_t value;

    memcpy(&value, buffer->bytes + 2 * index, sizeof value);
    return value;
}

/* By the reading of the number that puts so many counters in a slot. */
static void count_by(const struct live_process *p, size_t slot_counters,
                     struct live_counts *counts)
{
    const struct case_buffer *buffer = &p->memory.buffers[REGION];
    size_t code = slot_counters * WORK_CODE / WORK_SIZE;

    for (size_t k = 0; k < COUNTERS; k++) {
        size_t slot = k / slot_counters, within = k % slot_counters;

        if (slot >= 1 && slot <= WORK_SLOTS && within < code)
            counts->functions[slot - 1] += process_counter(buffer, k);
        else
            counts->elsewhere += process_counter(buffer, k);
    }
}

static uint64_t changed(const struct case_buffer *buffer, size_t used)
{
    const unsigned char *end = buffer->bytes + buffer->size;
    uint64_t count = memory_stray(buffer);

    for (size_t k = 1; k <= SCRIPT_ZONE; k++)
        count += buffer->bytes[-(ptrdiff_t)k] != SCRIPT_CANARY;
    for (size_t k = 0; k < SCRIPT_ZONE; k++)
        count += end[k] != SCRIPT_CANARY;
    for (size_t k = used; k < buffer->size; k++)
        count += buffer->bytes[k] != 0;
    return count;
}

void live_count(const struct live_process *p, struct live_counts *counts)
{
    const struct case_buffer *overflow = &p->memory.buffers[OVERFLOW_BIN];
    struct live_counts index = {0};

    *counts = (struct live_counts){0};
    count_by(p, SLOT_COUNTERS, counts);
    if (counts->elsewhere &&
        dialect_permission(p->options->dialect, UNIT_INDEX) == PERMITTED) {
        count_by(p, 2 * SLOT_COUNTERS, &index);
        if (!index.elsewhere)
            *counts = index;
    }
    counts->overflow = process_counter(overflow, 0);
    counts->stray = changed(&p->memory.buffers[REGION], 2 * COUNTERS) +
                    changed(overflow, 2);
}

void live_subtract(struct live_counts *counts, const struct live_counts *before)
{
    for (unsigned k = 0; k < WORK_SLOTS; k++)
        counts->functions[k] -= before->functions[k];
    counts->elsewhere -= before->elsewhere;
    counts->overflow -= before->overflow;
}

uint64_t live_told_period(const struct live_seen *seen)
{
    const struct timeval *tvp = &seen->tvp;

    if (tvp->tv_sec >= 0 && tvp->tv_usec >= 0 &&
        tvp->tv_sec + tvp->tv_usec > 0 && tvp->tv_sec < 1000)
        return (uint64_t)tvp->tv_sec * 1000000000 +
               (uint64_t)tvp->tv_usec * 1000;
    return seen->timer * 1000;
}

uint64_t live_likely_period(const struct live_seen *seen)
{
    uint64_t told = live_told_period(seen), tick = work_kernel_tick();

    if (told == 0)
        return 10000000;
    return seen->timer && told < tick && seen->tvp.tv_usec < 0 ? tick : told;
}

void live_turn(struct live_process *p, unsigned slot, uint64_t length)
{
    uint64_t begun = work_thread_time(), spent;

    work_in(slot, length);
    spent = work_thread_time() - begun;
    p->seen->inside += spent;
    if (spent > length)
        p->seen->run.stalled += (spent - length) / live_likely_period(p->seen);
    *p->moved = sandbox_time();
}

void live_work(struct live_process *p, unsigned slot, uint64_t cpu)
{
    uint64_t end = work_thread_time() + cpu;
    uint64_t half = live_likely_period(p->seen) / 2;
    uint64_t turn = half < 1000000 ? 1000000 : half > 5000000 ? 5000000 : half;

    while (work_thread_time() < end)
        live_turn(p, slot, turn);
}

static uint64_t ticks(const struct live_process *p)
{
    struct live_counts counts;

    live_count(p, &counts);
    return counts.functions[LIVE_ALONE] + counts.functions[LIVE_CHILD];
}

void live_settle(struct live_process *p, unsigned slot)
{
    uint64_t period = live_likely_period(p->seen), before = ticks(p);
    uint64_t look = work_kernel_tick();
    uint64_t end = work_thread_time() + 8 * (period > look ? period : look);

    while (work_thread_time() < end && ticks(p) == before)
        live_turn(p, slot, period / 50);
}
