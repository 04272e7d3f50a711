/* SPDX-License-Identifier: MIT */
/* An engine whose clock ticks, on and off, and buffers to look at. */
#ifndef IMPLS_OWN_LIVE_FIXTURE_H
#define IMPLS_OWN_LIVE_FIXTURE_H

#include <pthread.h>
#include <sys/time.h>

#include "engine.h"
#include "impls/impl.h"
#include "process_fixture.h"

enum { BYTES = 4096 };

#define PCS UINT64_C(0x2aaaaaa00000) /* no program is there */

static uint16_t *buffer, *other; /* a private page, and a shared one */

/* The engine that is tested, as its test defines it. */
struct tested {
    const struct engine *engine;
    bool (*is_possible)(void); /* here; null: to be tried */
    long needs;                /* a system call that it needs */

    /* Where its ticks are signals: hold the clock that is on, or let it go; and
     * ticks at a pc, or null where those are not available. */
    void (*hold)(bool held);
    void (*send)(uint64_t pc, uint32_t ticks);
};

static const struct tested tested;

static inline uint16_t *page(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* Every pc counts in the first counter. */
static inline struct region everything(void *base)
{
    struct region region = region_make(base, BYTES, 0, 65536, 2, REGION_DOWN);

    region_gather(&region);
    return region;
}

static bool is_held;

static inline void hold(bool held)
{
    struct engine_call call;

    is_held = held;
    engine_enter(&call);
    (tested.hold ? tested.hold : tested.engine->hold)(held);
    engine_leave(&call, 0);
}

/* Of an engine that delivers. */
static inline int deliver(const struct impl_tick *ticks, size_t count)
{
    char why[400];
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = tested.engine->deliver(ticks, count, why, sizeof why);
    engine_leave(&call, 0);
    return error;
}

static inline void count_at(uint64_t pc, uint32_t ticks)
{
    if (tested.send)
        tested.send(pc, ticks);
    else
        assert_int_equal(deliver(&(struct impl_tick){pc, ticks}, 1), 0);
}

static inline int start(const struct region *list, size_t count,
                        unsigned period)
{
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = engine_current->start(list, count, period);
    if (is_held && error == 0 && tested.hold)
        tested.hold(true);
    return engine_leave(&call, error);
}

/* Where it is not available there is nothing to test. */
static inline void start_on(void *base)
{
    static bool was_on;
    struct region region = everything(base);
    int result = start(&region, 1, ENGINE_FAST);

    if (result != 0 && !was_on && !(tested.is_possible && tested.is_possible()))
        skip();
    assert_int_equal(result, 0);
    was_on = true;
}

/* With no ticks but those that are asked for. */
static inline void start_held_on(void *base)
{
    if (!tested.send && !tested.engine->deliver)
        skip();
    hold(true);
    start_on(base);
}

static inline void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_current->stop();
    engine_leave(&call, 0);
}

/* In a minute of CPU time at most. */
static inline bool counted_to(const uint16_t *counter, unsigned least)
{
    double end = cpu_seconds() + 60;

    while (__atomic_load_n(counter, __ATOMIC_RELAXED) < least &&
           cpu_seconds() < end)
        spin();
    return __atomic_load_n(counter, __ATOMIC_RELAXED) >= least;
}

static inline bool counted(const uint16_t *counter)
{
    return counted_to(counter, 1);
}

static inline int set_up(void **state)
{
    (void)state;
    engine_current = tested.engine;
    buffer = page(MAP_PRIVATE);
    other = page(MAP_SHARED);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    stop();
    hold(false);
    munmap(buffer, BYTES);
    munmap(other, BYTES);
    return 0;
}

#define LIVE_TEST(name) TEST_WITH(name, set_up, tear_down)

/* Lines of a file of /proc that begin with that. */
static inline int lines_with(const char *path, const char *word)
{
    FILE *file = fopen(path, "r");
    char line[256];
    int count = 0;

    while (file && fgets(line, sizeof line, file))
        count += strncmp(line, word, strlen(word)) == 0;
    if (file)
        fclose(file);
    return count;
}

static inline int timers(void)
{
    return lines_with("/proc/self/timers", "ID:");
}

/* What an engine that is off leaves as it was. */
struct possessions {
    int files, threads, timers, untraced;
    struct sigaction actions[3];
    sigset_t mask;
    struct itimerval timer;
};

static inline void look_at(struct possessions *p)
{
    static const int numbers[] = {SIGPROF, SIGSEGV, SIGBUS};

    memset(p, 0, sizeof *p);
    p->files = entries("/proc/self/fd");
    p->threads = entries("/proc/self/task");
    p->timers = timers();
    p->untraced = lines_with("/proc/self/status", "TracerPid:\t0\n");
    for (int k = 0; k < 3; k++) {
        sigaction(numbers[k], NULL, &p->actions[k]);
        memset((char *)&p->actions[k].sa_mask + 8, 0, sizeof(sigset_t) - 8);
    }
    pthread_sigmask(SIG_SETMASK, NULL, &p->mask);
    getitimer(ITIMER_PROF, &p->timer);
    p->timer.it_value.tv_usec = 0;
    p->timer.it_value.tv_sec /= 1000; /* it runs */
}

static inline bool is_as_before(const struct possessions *before)
{
    struct possessions now;

    threads_left_are(before->threads);
    look_at(&now);
    return memcmp(before, &now, sizeof now) == 0;
}

/* What sh says of a process that it became: whether nothing of an engine is
 * left there. */
static inline void become_sh(void)
{
    execlp("sh", "sh", "-c",
           "grep -q '^TracerPid:[[:space:]]*0$' /proc/$$/status &&"
           " grep -q '^Threads:[[:space:]]*1$' /proc/$$/status &&"
           " grep -q '^ShdPnd:[[:space:]]*0*$' /proc/$$/status &&"
           " test ! -s /proc/$$/timers &&"
           " { read -r left </proc/$$/task/$$/children; test -z \"$left\"; } &&"
           " ! ls -l /proc/$$/fd | grep -E 'perf_event|eventfd'",
           (char *)NULL);
    _exit(127);
}

#endif
