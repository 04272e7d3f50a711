/* SPDX-License-Identifier: MIT */
/* What holds of every engine: each one's test includes it. */
#ifndef IMPLS_OWN_LIVE_TEST_H
#define IMPLS_OWN_LIVE_TEST_H

#include <pthread.h>
#include <sys/time.h>

#include "engine.h"
#include "impls/impl.h"
#include "process_fixture.h"
#include "reference/unit_test.h"

/* An engine whose clock ticks, on and off, and buffers to look at. */

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
    struct engine_call call = engine_enter();

    is_held = held;
    (tested.hold ? tested.hold : tested.engine->hold)(held);
    engine_leave(&call, 0);
}

/* Of an engine that delivers. */
static inline int deliver(const struct impl_tick *ticks, size_t count)
{
    char why[400];
    struct engine_call call = engine_enter();
    int error;

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
    struct engine_call call = engine_enter();
    int error;

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
    struct engine_call call = engine_enter();

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

/* The tests. */

LIVE_TEST(no_tick_comes_after_off)
{
    uint16_t at_off;

    start_on(buffer);
    assert_true(counted(buffer));
    stop();
    at_off = buffer[0];
    work(0.1);
    assert_int_equal(buffer[0], at_off);
}

/* The first may be of CPU time before.  The kernel looks at the clock in its
 * own ticks, which on a busy machine find another process running at the end of
 * many a period: there it takes longer.  What a hypervisor took from this
 * machine is in some of the kernel's clocks of CPU time and not in others: real
 * time is the limit for it, of which none passes unworked but in the pause. */
LIVE_TEST(a_tick_is_a_period_of_cpu_time)
{
    struct region region = everything(buffer);

    start_on(buffer);
    stop();
    for (unsigned period = ENGINE_FAST; period <= ENGINE_ORDINARY;
         period += ENGINE_ORDINARY - ENGINE_FAST) {
        struct timespec pause = {.tv_nsec = 600000000};
        double before = real_seconds(), worked;

        buffer[0] = 0;
        assert_int_equal(start(&region, 1, period), 0);
        work(0.3);
        assert_true(counted_to(buffer, 150000 / period));
        worked = real_seconds() - before;
        while (nanosleep(&pause, &pause) != 0)
            ;
        stop();
        assert_in_range(buffer[0], 150000 / period,
                        4 + (unsigned)(worked * 1010000 / period));
    }
}

static pthread_barrier_t go;

static void *work_when_signalled(void *unused)
{
    pthread_barrier_wait(&go);
    pthread_barrier_wait(&go);
    work(0.2);
    return unused;
}

/* Two that were made before, and one later. */
LIVE_TEST(threads_are_sampled_each_by_its_own_time)
{
    pthread_t threads[3];
    double before;

    pthread_barrier_init(&go, NULL, 4);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, work_when_signalled, NULL), 0);
    start_on(buffer);
    assert_int_equal(
        pthread_create(&threads[2], NULL, work_when_signalled, NULL), 0);
    pthread_barrier_wait(&go);
    buffer[0] = 0;
    before = real_seconds();
    pthread_barrier_wait(&go);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    stop();
    assert_in_range(buffer[0], 300,
                    6 + (unsigned)((real_seconds() - before) * 3030));
}

LIVE_TEST(a_replaced_buffer_is_no_longer_written_to)
{
    uint16_t before;

    start_on(buffer);
    assert_true(counted(buffer));
    start_on(other);
    before = buffer[0];
    assert_true(counted(other));
    stop();
    assert_int_equal(buffer[0], before);
}

LIVE_TEST(a_clock_that_is_held_never_ticks)
{
    double since;

    start_held_on(buffer);
    count_at(PCS + 0x100, 3);
    work(0.2);
    assert_int_equal(buffer[0], 3);
    since = real_seconds();
    hold(false);
    assert_true(counted_to(buffer, 4));
    hold(true); /* none of the time before */
    assert_in_range(buffer[0], 4, 20 + (real_seconds() - since) * 1000);
}

/* By a page that can't be written any more, and by a file that was cut. */
LIVE_TEST(a_buffer_that_goes_away_stops_its_region_only)
{
    int file = memfd_create("buffer", 0);
    struct region list[3];
    uint16_t *cut;

    assert_int_equal(ftruncate(file, BYTES), 0);
    cut = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    list[0] = region_make(other, 16, PCS + 0x100, 65536, 2, REGION_DOWN);
    list[1] = region_make(cut, 16, PCS + 0x200, 65536, 2, REGION_DOWN);
    list[2] = region_make(buffer, 16, PCS + 0x300, 65536, 2, REGION_DOWN);
    start_held_on(buffer);
    assert_int_equal(start(list, 3, ENGINE_ORDINARY), 0);
    mprotect(other, BYTES, PROT_READ);
    assert_int_equal(ftruncate(file, 0), 0);
    for (int again = 0; again < 2; again++) {
        for (uint64_t k = 1; k <= 3; k++)
            count_at(PCS + 0x100 * k, 2);
        mprotect(other, BYTES, PROT_READ | PROT_WRITE);
        assert_int_equal(ftruncate(file, BYTES), 0);
    }
    assert_int_equal(other[0], 0);
    assert_int_equal(cut[0], 0);
    assert_int_equal(buffer[0], 4);
    munmap(cut, BYTES);
    close(file);
}

LIVE_TEST(a_live_tick_outlives_a_buffer_that_went_away)
{
    struct region list[2] = {everything(other), everything(buffer)};

    hold(true);
    start_on(buffer);
    mprotect(other, BYTES, PROT_READ);
    assert_int_equal(start(list, 2, ENGINE_FAST), 0);
    hold(false);
    assert_true(counted(buffer));
    assert_int_equal(other[0], 0);
}

static void on_callers_tick(int number)
{
    (void)number;
}

LIVE_TEST(what_the_caller_had_comes_back)
{
    struct sigaction mine = {.sa_handler = on_callers_tick,
                             .sa_flags = SA_NODEFER},
                     first;
    const struct itimerval hours = {{1500, 0}, {1500, 0}}, none = {0};
    struct possessions before;

    sigaddset(&mine.sa_mask, SIGUSR1);
    sigaction(SIGPROF, &mine, &first);
    setitimer(ITIMER_PROF, &hours, NULL);
    look_at(&before);
    start_on(buffer);
    assert_true(counted(buffer));
    stop();
    stop();
    assert_true(is_as_before(&before));
    setitimer(ITIMER_PROF, &none, NULL);
    sigaction(SIGPROF, &first, NULL);
}

static bool fails_with(int error)
{
    struct region region = everything(buffer);
    struct possessions before;

    look_at(&before);
    errno = 0;
    return start(&region, 1, ENGINE_ORDINARY) == -1 && errno == error &&
           !engine_current->is_on() && is_as_before(&before);
}

LIVE_TEST(a_failing_start_changes_nothing)
{
    static const int errors[] = {EPERM, ENOSYS};

    for (int i = 0; i < 2; i++)
        ASSERT_IN_CHILD(forbid(tested.needs, errors[i]) &&
                        fails_with(errors[i]));
}

LIVE_TEST(after_fork_both_count_each_in_its_own_copy)
{
    uint16_t parents;

    start_on(buffer);
    assert_true(counted_to(buffer, 10));
    ASSERT_IN_CHILD((parents = buffer[0]) >= 10 &&
                    counted_to(buffer, parents + 20u));
    parents = buffer[0];
    assert_true(counted_to(buffer, parents + 1u));
}

LIVE_TEST(memory_that_is_shared_has_the_ticks_of_both)
{
    pid_t child;

    start_held_on(other);
    count_at(PCS + 0x100, 10);
    child = fork();
    hold(true);
    count_at(PCS + 0x100, child == 0 ? 2000 : 3000);
    if (child == 0)
        _exit(0);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(other[0], 5010);
}

/* One that no fork handler hears of. */
LIVE_TEST(a_fork_that_tells_nobody_is_noticed_at_the_next_call)
{
    pid_t child;

    start_on(buffer);
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        hold(false);
        buffer[0] = 0;
        _exit(counted_to(buffer, 20) ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static bool is_off_in_child(void)
{
    ASSERT_IN_CHILD(deliver(NULL, 0) == EACCES && !engine_current->is_on());
    return true;
}

LIVE_TEST(a_child_that_may_not_be_profiled_is_off_and_says_so)
{
    start_on(buffer);
    if (!tested.engine->deliver)
        return;
    ASSERT_IN_CHILD(deliver(NULL, 0) == 0 && forbid(tested.needs, EACCES) &&
                    is_off_in_child());
}

/* A tick that is pending ends with it. */
LIVE_TEST(exec_ends_it_and_the_new_program_lives)
{
    sigset_t ticks;
    pid_t child;

    start_on(buffer);
    assert_true(counted(buffer));
    child = fork();
    if (child == 0) {
        sigemptyset(&ticks);
        sigaddset(&ticks, SIGPROF);
        pthread_sigmask(SIG_BLOCK, &ticks, NULL);
        work(0.05);
        become_sh();
    }
    assert_int_equal(end_of(child), 0);
}

#endif
