/* SPDX-License-Identifier: MIT */
#include "pinned.h"

#include <string.h>

#include "conformance/machine/inject.h"
#include "conformance/machine/pin.h"

enum {
    PERIOD_UNSEEN = 10000, /* microseconds */
    PERIOD_MOST = 100000,
    PART = 4000,         /* less than the period of a clock that is held */
    TIME_FOR_ONE = 1000, /* milliseconds */
};

/* What is done for one tick. */
struct wait {
    struct run *run;
    uint64_t pc;
    uint64_t period; /* microseconds, where seen; else 0 */
    struct memory_copy before;
    struct pin_range ranges[SCRIPT_BUFFERS];
    unsigned count;
    bool armed, handled, elsewhere;
};

uint64_t pinned_count(const struct script *script)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];

        for (size_t t = 0; op->kind == OP_TICKS && t < op->tick_count; t++)
            sum += op->ticks[t].count;
        if (op->kind == OP_SWEEP && op->pc < op->end)
            sum += op->step ? (op->end - op->pc - 1) / op->step + 1 : 1;
    }
    return sum;
}

uint64_t pinned_time(const struct script *script)
{
    uint64_t count = pinned_count(script);

    return count > PINNED_MOST ? 0 : count * TIME_FOR_ONE * 1000000;
}

/* By more than one, in a half of a counter. */
static bool rose_twice(const struct pin_range *range)
{
    uint16_t now, before;

    for (size_t at = 0; at + sizeof now <= range->size; at += sizeof now) {
        memcpy(&now, range->now + at, sizeof now);
        memcpy(&before, range->before + at, sizeof before);
        if ((uint16_t)(now - before) > 1)
            return true;
    }
    return false;
}

static void wait_begin(struct wait *wait, struct run *run, uint64_t pc)
{
    *wait = (struct wait){
        .run = run, .pc = pc, .period = clock_period(&run->clock)};
    memory_copy(&run->memory, &wait->before);
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        if (wait->before.bytes[k])
            wait->ranges[wait->count++] = (struct pin_range){
                run->memory.buffers[k].bytes, wait->before.bytes[k],
                run->memory.buffers[k].size};
}

static void pinned_let_go(struct wait *wait)
{
    struct run *run = wait->run;

    if (wait->period && !wait->armed)
        clock_shoot(&run->clock);
    wait->armed = true;
    if (run->impl->class->hold)
        run->impl->class->hold(run->impl, false);
    if (!wait->period && memory_changed(&run->memory, &wait->before))
        wait->elsewhere = true;
}

/* Be at the pc, with the clock running, for so many microseconds at most. */
static bool wait_at_pc(struct wait *wait, uint64_t microseconds)
{
    struct run *run = wait->run;
    struct pin pin;
    const char *why = pin_prepare(&pin, wait->pc, microseconds * 1000,
                                  wait->ranges, wait->count);

    if (why) {
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "no thread can wait at %#llx: %s",
                    (unsigned long long)wait->pc, why);
        return false;
    }
    pinned_let_go(wait);
    pin_enter(&pin);
    if (run->impl->class->hold)
        run->impl->class->hold(run->impl, true);
    pin_finish(&pin);
    wait->handled |= pin.handled;
    return true;
}

static bool has_come(const struct wait *wait)
{
    return wait->period ? wait->armed && clock_shot(&wait->run->clock)
                        : wait->handled ||
                              memory_changed(&wait->run->memory, &wait->before);
}

static bool wait_for_tick(struct wait *wait)
{
    uint64_t period =
        wait->period > PERIOD_UNSEEN ? wait->period : PERIOD_UNSEEN;
    bool held = wait->run->impl->class->hold;
    uint64_t most = period * (wait->period ? PINNED_SEEN
                              : held       ? PINNED_HELD
                                           : PINNED_UNSEEN);
    uint64_t part;

    for (uint64_t spent = 0; spent < most && !has_come(wait); spent += part) {
        part = wait->period                 ? PINNED_HELD * period
               : held && spent < 2 * period ? PART
                                            : most - spent;
        if (!wait_at_pc(wait, part))
            return false;
    }
    return true;
}

/* Whether other ticks came than the one, or that one not at the pc. */
static bool disturbed(struct wait *wait)
{
    struct run *run = wait->run;
    struct profiling_clock held = run->clock;

    if (wait->period && !has_come(wait)) {
        clock_disturbed(&held); /* disarms what was armed here */
        return true;
    }
    if (wait->period)
        clock_unwatch(&run->clock);
    if (wait->period && !wait->handled && pin_shows_handlers() &&
        inject_received())
        wait->elsewhere = true;
    for (unsigned k = 0; !wait->period && k < wait->count; k++)
        wait->elsewhere |= rose_twice(&wait->ranges[k]);
    return clock_disturbed(&run->clock) || wait->elsewhere;
}

/* Whether what is counted lies in memory that the implementation allocated. */
static bool counts_elsewhere(const struct run *run)
{
    const struct script *script = &run->c->script;

    for (size_t k = 0; k < run->op; k++)
        if (script->ops[k].kind == OP_CALL &&
            script->ops[k].call.kind == CALL_MONSTARTUP)
            return true;
    return false;
}

/* Whether it would have been noticed; else the case is ended. */
static bool tick_shows(const struct wait *wait)
{
    if (wait->period || has_come(wait) || !counts_elsewhere(wait->run))
        return true;
    journal_end(wait->run->writer, ENDED_UNSUPPORTED,
                "its clock can't be seen, and no buffer of the case shows when "
                "it ticked: monstartup allocates its own");
    return false;
}

static bool one_tick(struct run *run, uint64_t pc)
{
    struct wait wait;
    bool done;

    if (!clock_running(&run->clock))
        return true;
    if (clock_period(&run->clock) > PERIOD_MOST) {
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "its clock ticks every %llu ms; profilcheck waits for at "
                    "most %d ms",
                    (unsigned long long)clock_period(&run->clock) / 1000,
                    PERIOD_MOST / 1000);
        return false;
    }
    wait_begin(&wait, run, pc);
    done = wait_for_tick(&wait) && tick_shows(&wait);
    if (done && disturbed(&wait))
        run->writer->journal.disturbed = true;
    memory_copy_free(&wait.before);
    run->writer->journal.delivered |= DELIVERED_CLOCK;
    return done;
}

bool pinned_ticks(struct run *run, const struct tick *ticks, size_t count)
{
    for (size_t k = 0; k < count; k++)
        for (uint32_t n = 0; n < ticks[k].count; n++)
            if (!one_tick(run, ticks[k].pc))
                return false;
    return true;
}

bool pinned_comes(struct run *run, uint64_t pc, bool *came)
{
    struct wait wait;
    bool done;

    wait_begin(&wait, run, pc);
    done = wait_for_tick(&wait);
    *came = has_come(&wait);
    if (wait.period)
        clock_unwatch(&run->clock);
    memory_copy_free(&wait.before);
    return done;
}

static bool ticks_unasked(const struct run *run)
{
    return run->options->backend == BACKEND_CLOCK && !run->impl->class->hold &&
           clock_running(&run->clock) && clock_period(&run->clock) == 0;
}

void pinned_note(struct run *run)
{
    memory_copy_free(&run->noted);
    if (ticks_unasked(run))
        memory_copy(&run->memory, &run->noted);
}

void pinned_check(struct run *run)
{
    if (memory_changed(&run->memory, &run->noted))
        run->writer->journal.disturbed = true;
    memory_copy_free(&run->noted);
}
