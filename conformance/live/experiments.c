/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/cases/stream.h"
#include "conformance/contain/enter.h"
#include "conformance/contain/sandbox_time.h"
#include "conformance/delivery/execute.h"
#include "process.h"

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
static void experiments_turn(struct live_process *p, uint64_t period,
                             uint64_t *random)
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

        experiments_turn(p, period, &random);
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

static void childs_part(struct live_process *p, pid_t parent)
{
    struct live_counts inherited;
    struct live_seen *seen = p->seen;
    static struct live_seen own;

    sandbox_tie(parent);
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
        childs_part(p, parent);
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

struct hand {
    struct live_process process; /* a copy, to note what is seen apart */
    struct live_seen seen;
    uint64_t spent;
    unsigned slot;
};

static void *labour(void *argument)
{
    struct hand *hand = argument;
    uint64_t begun = work_thread_time();

    live_work(&hand->process, hand->slot, hand->process.options->plan.rate / 4);
    hand->spent = work_thread_time() - begun;
    return NULL;
}

static void experiments_threads(struct live_process *p, unsigned count)
{
    static struct hand hands[LIVE_THREADS];
    pthread_t ids[LIVE_THREADS];
    unsigned made = 0;

    if (!live_on(p))
        return;
    for (unsigned k = 0; k < count; k++) {
        hands[k] =
            (struct hand){.process = *p, .seen = *p->seen, .slot = 2 * k};
        hands[k].process.seen = &hands[k].seen;
        if (pthread_create(&ids[made], NULL, labour, &hands[k]) != 0)
            break;
        made++;
    }
    for (unsigned k = 0; k < made; k++) {
        pthread_join(ids[k], NULL);
        p->seen->threads[k] = hands[k].spent;
        p->seen->run.stalled += hands[k].seen.run.stalled;
        p->seen->inside += hands[k].seen.inside;
    }
    live_off(p);
    p->seen->done = made == count;
}

void live_two_threads(struct live_process *p)
{
    experiments_threads(p, 2);
}

void live_four_threads(struct live_process *p)
{
    experiments_threads(p, 4);
}
