/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/language/stream.h"
#include "conformance/machine/clock.h"
#include "conformance/machine/contain.h"
#include "conformance/machine/sandbox.h"
#include "conformance/observe/execute.h"

/* A counter for 32 bytes of text: 16 bits in 2 bytes, a 16th of the text.  The
 * region ends where the last function begins: nothing else that runs, as what
 * reads a clock, may lie in it. */
enum {
    SCALE = 0x1000,
    SLOT_COUNTERS = WORK_SIZE / 32,
    FUNCTIONS = 20,
    COUNTERS = (FUNCTIONS - 1) * SLOT_COUNTERS,
};

enum { REGION, OVERFLOW_BIN }; /* buffers */

/* Their number keeps them apart: equal functions might be folded. */
#define FUNCTION(n)                                                            \
    __attribute__((                                                            \
        noinline, section(".text.of.work"),                                    \
        aligned(WORK_SIZE))) static void function_##n(uint64_t rounds)         \
    {                                                                          \
        while (rounds-- > 0)                                                   \
            __asm__ volatile("" : : "i"(n), "r"(rounds));                      \
    }

#define EACH_FUNCTION(of)                                                      \
    of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7) of(8) of(9) of(10) of(11)  \
        of(12) of(13) of(14) of(15) of(16) of(17) of(18) of(19)

EACH_FUNCTION(FUNCTION)

typedef void function(uint64_t rounds);

/* By address; the first is beside those that work. */
static function *functions[FUNCTIONS], **const slots = functions + 1;
static uint64_t rounds_a_millisecond;

/* Nanoseconds of CPU time of this thread. */
static uint64_t work_thread_time(void)
{
    return clock_time(CLOCK_THREAD_CPUTIME_ID);
}

/* The kernel's number for what ITIMER_PROF runs on, of this process: its
 * complement in the upper bits, kind 0 (user and system time accounted). */
#define CLOCK_ACCOUNTED ((clockid_t)-8)

uint64_t work_kernel_tick(void)
{
    struct timespec tick;

    if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0)
        return 10000000;
    return (uint64_t)tick.tv_sec * 1000000000 + (uint64_t)tick.tv_nsec;
}

static bool work_find(void)
{
#define NAME(n) function_##n,
    static function *const all[FUNCTIONS] = {EACH_FUNCTION(NAME)};
#undef NAME
    uintptr_t lowest = UINTPTR_MAX;

    for (unsigned k = 0; k < FUNCTIONS; k++)
        if ((uintptr_t)all[k] < lowest)
            lowest = (uintptr_t)all[k];
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        uintptr_t at = ((uintptr_t)all[k] - lowest) / WORK_SIZE;

        if (at >= FUNCTIONS || lowest % WORK_SIZE != 0)
            return false;
        functions[at] = all[k];
    }
    for (unsigned k = 0; k < FUNCTIONS; k++)
        if (!functions[k])
            return false;
    return true;
}

/* Find the functions, and measure how fast they are, which takes some
 * milliseconds of CPU time.  False where the linker has put them elsewhere. */
static bool work_begin(void)
{
    uint64_t rounds = 1024, spent = 0, begun;

    if (!work_find())
        return false;
    while (spent < 5000000) {
        rounds *= 2;
        begun = work_thread_time();
        slots[0](rounds);
        spent = work_thread_time() - begun;
    }
    rounds_a_millisecond = rounds * 1000000 / spent;
    return true;
}

/* Spend about so many nanoseconds of CPU time in one. */
static void work_in(unsigned slot, uint64_t length)
{
    slots[slot](rounds_a_millisecond * length / 1000000);
}

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
                 "the harness could not get memory, or its functions are not "
                 "next to each other");
        return false;
    }
    p->text = (uint64_t)(uintptr_t)functions[0];
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

static struct live_moment live_now(void)
{
    struct live_moment moment = {.wall = sandbox_time(),
                                 .precise =
                                     clock_time(CLOCK_PROCESS_CPUTIME_ID),
                                 .accounted = clock_time(CLOCK_ACCOUNTED)};
    struct rusage usage;

    getrusage(RUSAGE_THREAD, &usage);
    moment.switches = (unsigned)(usage.ru_nvcsw + usage.ru_nivcsw);
    return moment;
}

/* Unless the call says that it did well: why no tick of the implementation's
 * own can come here, if it says so; ENOTSUP: it can't deliver others. */
static void ask_why_not(struct live_process *p)
{
    const struct impl_result *call = &p->seen->call;
    int error = 0;

    if ((call->error != 0 || !call->has_value) && p->impl->class->deliver)
        error = p->impl->class->deliver(p->impl, NULL, 0);
    if (error == 0 || error == ENOTSUP || !p->impl->refused)
        return;
    p->seen->on = false;
    snprintf(p->seen->why, sizeof p->seen->why, "%s", p->impl->refused);
}

/* Profiling on, from here on measured.  False where the call fails. */
static bool live_on(struct live_process *p)
{
    struct live_seen *seen = p->seen;

    seen->tvp = (struct timeval){-77, -77};
    p->before = live_now();
    call_live(p, SCALE, &seen->call);
    seen->on = !seen->call.has_value || seen->call.value == 0;
    ask_why_not(p);
    seen->timer = clock_look(&seen->interval_timer);
    p->after = live_now();
    return seen->on;
}

/* Of a timer on the precise clock.  Between two looks is the CPU time of no
 * more than two ticks a switch; looks come once a tick on average, so that of
 * periods that are much longer less than a third is swallowed, even if a look
 * has nothing to do with another.  What promises shorter ones than the kernel's
 * does not rest on its looks. */
static uint64_t periods_unlooked(const struct rate_run *run, uint64_t switches,
                                 uint64_t period)
{
    uint64_t some = switches * 2 * run->tick / period;
    uint64_t third = run->cpu / period / 3;

    if (period < run->tick)
        return 0;
    return period >= 2 * run->tick && some > third ? third : some;
}

static void process_note(struct live_process *p, const struct live_moment *from,
                         const struct live_moment *to, struct rate_run *run)
{
    bool unseen = p->seen->timer == 0;
    uint64_t inside = p->seen->inside;
    uint64_t precise = from->precise - p->after.precise;
    uint64_t accounted = from->accounted - p->after.accounted;
    uint64_t switches = from->switches - p->after.switches;
    uint64_t likely = live_likely_period(p->seen), period = likely;
    bool faster;

    if (!unseen && p->seen->tvp.tv_usec < 0)
        period = live_reported_period(p->seen); /* overruns may be counted */
    faster = period < likely;
    run->tick = work_kernel_tick();
    run->cpu = p->seen->interval_timer ? accounted : precise;
    run->other = unseen || faster ? accounted : run->cpu;
    run->slack = p->seen->interval_timer
                     ? to->accounted - p->before.accounted - accounted
                     : to->precise - p->before.precise - precise;
    run->slices = unseen ? switches + 1 : 0;
    run->unlooked = unseen || p->seen->interval_timer
                        ? 0
                        : periods_unlooked(run, switches, likely);
    p->seen->cpu = to->precise - p->before.precise;
    run->uncounted = chance_of_more_ticks(
        (double)(p->seen->cpu > inside ? p->seen->cpu - inside : 0) /
        (double)period);
    p->seen->wall = from->wall - p->after.wall;
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

static void live_count(const struct live_process *p, struct live_counts *counts)
{
    const struct case_buffer *overflow = &p->memory.buffers[OVERFLOW_BIN];
    struct live_counts index = {0};

    *counts = (struct live_counts){0};
    count_by(p, SLOT_COUNTERS, counts);
    if ((counts->elsewhere || counts->functions[LIVE_ALONE] == 0) &&
        dialect_permission(p->options->dialect, UNIT_INDEX) == PERMITTED) {
        count_by(p, 2 * SLOT_COUNTERS, &index);
        if (!index.elsewhere)
            *counts = index;
    }
    counts->overflow = process_counter(overflow, 0);
    counts->stray = changed(&p->memory.buffers[REGION], 2 * COUNTERS) +
                    changed(overflow, 2);
}

/* Off, and counted. */
static void live_off(struct live_process *p)
{
    struct live_moment before = live_now(), after;
    struct impl_result result;

    call_live(p, 0, &result);
    after = live_now();
    process_note(p, &before, &after, &p->seen->run);
    live_count(p, &p->seen->counts);
    p->seen->done = true;
}

/* Less what was there before. */
static void live_subtract(struct live_counts *counts,
                          const struct live_counts *before)
{
    for (unsigned k = 0; k < WORK_SLOTS; k++)
        counts->functions[k] -= before->functions[k];
    counts->elsewhere -= before->elsewhere;
    counts->overflow -= before->overflow;
}

uint64_t live_reported_period(const struct live_seen *seen)
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
    uint64_t period = live_reported_period(seen), tick = work_kernel_tick();

    if (period == 0)
        return 10000000;
    return seen->timer && period < tick && seen->tvp.tv_usec < 0 ? tick
                                                                 : period;
}

/* Work there for so long without a look; periods that a stall may have
 * swallowed are noted. */
static void live_turn(struct live_process *p, unsigned slot, uint64_t length)
{
    uint64_t begun = work_thread_time(), spent;

    work_in(slot, length);
    spent = work_thread_time() - begun;
    p->seen->inside += spent;
    if (spent > length)
        p->seen->run.stalled += (spent - length) / live_likely_period(p->seen);
    *p->moved = sandbox_time();
}

/* Work there until so much CPU time of this thread is spent. */
static void live_work(struct live_process *p, unsigned slot, uint64_t cpu)
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

/*
 * And on until a tick is counted, or 8 periods passed.  The kernel looks at a
 * timer of CPU time in those of its own ticks that find the process running;
 * on a busy machine that may be late by more than one.  Once it has looked,
 * no tick is outstanding.
 */
static void live_settle(struct live_process *p, unsigned slot)
{
    uint64_t period = live_likely_period(p->seen), before = ticks(p);
    uint64_t look = work_kernel_tick();
    uint64_t end = work_thread_time() + 8 * (period > look ? period : look);

    while (work_thread_time() < end && ticks(p) == before)
        live_turn(p, slot, period / 50);
}

void live_rate(struct live_process *p)
{
    if (!live_on(p))
        return;
    live_work(p, LIVE_ALONE, p->options->plan.rate);
    live_settle(p, LIVE_ALONE);
    live_off(p);
}

void live_fast(struct live_process *p)
{
    p->flags |= IMPL_FAST;
    live_rate(p);
}

/* A turn's length depends on no draw but its own. */
static void take_turn(struct live_process *p, uint64_t period, uint64_t *random)
{
    uint64_t draw = stream_random(random) >> 32;
    uint64_t length = period / 50 + stream_random(random) % (period / 16 + 1);
    unsigned tenth = (unsigned)(draw * 10 >> 32), k = 0;

    for (; tenth >= shares_tenths[k]; k++)
        tenth -= shares_tenths[k];
    live_turn(p, LIVE_SHARES + k, length);
}

/* Until the ticks suffice, the evidence does, or no more are to come. */
void live_share(struct live_process *p)
{
    uint64_t needed = shares_needed(p->options->plan.shares);
    uint64_t period, end, random = 20;

    if (!live_on(p))
        return;
    period = live_likely_period(p->seen);
    end = work_thread_time() + (needed + needed / 5) * period;
    for (uint64_t k = 1; work_thread_time() < end; k++) {
        struct live_counts counts;
        uint64_t ticks = 0;

        take_turn(p, period, &random);
        if (k % 256 != 0)
            continue;
        live_count(p, &counts);
        for (unsigned s = 0; s < SHARES; s++)
            ticks += counts.functions[LIVE_SHARES + s];
        if (ticks >= needed ||
            shares_evidence(counts.functions + LIVE_SHARES) >= 1 / ALPHA)
            break;
    }
    live_off(p);
}

/* Asleep in a system call whose text is profiled: that of syscall() itself. */
void live_sleep(struct live_process *p)
{
    uint64_t end = sandbox_time() + p->options->plan.sleep, now;

    p->text = ((uint64_t)(uintptr_t)syscall & ~(uint64_t)63) - 64;
    if (!live_on(p))
        return;
    while ((now = sandbox_time()) < end) {
        struct timespec left = {(time_t)((end - now) / 1000000000),
                                (long)((end - now) % 1000000000)};

        syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &left, NULL);
        *p->moved = sandbox_time();
    }
    live_off(p);
}

void live_stop(struct live_process *p)
{
    uint64_t period;

    if (!live_on(p))
        return;
    period = live_likely_period(p->seen);
    live_work(p, LIVE_ALONE, 10 * period);
    live_off(p);
    p->seen->done = false;
    live_work(p, LIVE_ALONE, 20 * period);
    live_count(p, &p->seen->later);
    live_subtract(&p->seen->later, &p->seen->counts);
    p->seen->done = true;
}

static void work_as_child(struct live_process *p, pid_t parent)
{
    struct live_counts inherited;
    struct live_seen *seen = p->seen;
    static struct live_seen own;

    die_with_parent(parent);
    own = *seen;
    own.inside = 0;
    p->seen = &own;
    live_count(p, &inherited);
    p->before = p->after = live_now();
    live_work(p, LIVE_CHILD, p->options->plan.rate);
    live_settle(p, LIVE_CHILD);
    live_off(p);
    live_subtract(&own.counts, &inherited);
    seen->later_run = own.run;
    seen->later = own.counts;
    _exit(0);
}

void live_fork(struct live_process *p)
{
    uint64_t part = p->options->plan.rate;
    pid_t parent = getpid(), child;
    int status = -1;

    if (!live_on(p))
        return;
    live_work(p, LIVE_ALONE, part / 4);
    child = fork();
    if (child == 0)
        work_as_child(p, parent);
    live_work(p, LIVE_ALONE, part);
    live_settle(p, LIVE_ALONE);
    live_off(p);
    p->seen->done = false;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        *p->moved = sandbox_time();
    p->seen->done = status == 0;
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) != 0))
        snprintf(p->seen->why, sizeof p->seen->why, "fork: %s",
                 child < 0 ? strerror(errno) : "the child exited");
    if (child > 0 && WIFSIGNALED(status))
        snprintf(p->seen->why, sizeof p->seen->why,
                 "the child was killed by signal %d", WTERMSIG(status));
}

void live_exec(struct live_process *p)
{
    if (!live_on(p))
        return;
    live_work(p, LIVE_ALONE, 2 * live_likely_period(p->seen));
    execute_exec_again("/proc/self/exe", "10000"); /* 200 ms of CPU time */
    snprintf(p->seen->why, sizeof p->seen->why, "exec: %s", strerror(errno));
}

struct live_thread {
    struct live_process process; /* a copy, to note what is seen apart */
    struct live_seen seen;
    uint64_t spent;
    unsigned slot;
};

static void *thread_main(void *argument)
{
    struct live_thread *own = argument;
    uint64_t begun = work_thread_time();

    live_work(&own->process, own->slot, own->process.options->plan.rate / 4);
    own->spent = work_thread_time() - begun;
    return NULL;
}

static void run_threads(struct live_process *p, unsigned count)
{
    static struct live_thread threads[LIVE_THREADS];
    pthread_t ids[LIVE_THREADS];
    unsigned made = 0;

    if (!live_on(p))
        return;
    for (unsigned k = 0; k < count; k++) {
        threads[k] = (struct live_thread){
            .process = *p, .seen = *p->seen, .slot = 2 * k};
        threads[k].process.seen = &threads[k].seen;
        if (pthread_create(&ids[made], NULL, thread_main, &threads[k]) != 0)
            break;
        made++;
    }
    for (unsigned k = 0; k < made; k++) {
        pthread_join(ids[k], NULL);
        p->seen->threads[k] = threads[k].spent;
        p->seen->run.stalled += threads[k].seen.run.stalled;
        p->seen->inside += threads[k].seen.inside;
    }
    live_off(p);
    p->seen->done = made == count;
}

void live_two_threads(struct live_process *p)
{
    run_threads(p, 2);
}

void live_four_threads(struct live_process *p)
{
    run_threads(p, 4);
}
