/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>

#include "reference/unit_test.h"
#include "sampler.h"

static struct sampler sampler;
static pid_t idler_id;
static atomic_int samples;
static pthread_barrier_t idler_born, idler_end;

static void *idle(void *unused)
{
    idler_id = gettid();
    pthread_barrier_wait(&idler_born);
    pthread_barrier_wait(&idler_end);
    return unused;
}

static void count(void *unused, uint64_t pc)
{
    (void)unused;
    assert_true(pc != 0 && pc < UINT64_C(1) << 47);
    samples++;
}

static int drained(void)
{
    samples = 0;
    sampler_drain(&sampler, count, NULL);
    return samples;
}

static void *work_in_thread(void *seconds)
{
    work(*(const double *)seconds);
    return NULL;
}

static void work_in_another_thread(double seconds)
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, work_in_thread, &seconds),
                     0);
    pthread_join(thread, NULL);
}

TEST(nothing_is_sampled_before_it_is_enabled)
{
    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, 1000), 0);
    work(0.05);
    assert_int_equal(drained(), 0);
    sampler_enable(&sampler, true);
    work(0.05);
    sampler_enable(&sampler, false);
    assert_true(drained() > 0);
    work(0.05);
    assert_int_equal(drained(), 0);
    assert_int_equal(sampler_lost(&sampler), 0);
    sampler_close(&sampler);
}

TEST(a_thread_made_later_is_sampled_too)
{
    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, 1000), 0);
    sampler_enable(&sampler, true);
    drained();
    work_in_another_thread(0.3);
    assert_true(drained() >= 50);
    sampler_close(&sampler);
}

static pthread_barrier_t go;

static void *work_when_told(void *unused)
{
    pthread_barrier_wait(&go);
    pthread_barrier_wait(&go);
    work(0.3);
    return unused;
}

TEST(a_thread_made_before_is_sampled_too)
{
    pthread_t thread;

    skip_without_perf();
    pthread_barrier_init(&go, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, work_when_told, NULL), 0);
    pthread_barrier_wait(&go);
    assert_int_equal(sampler_open(&sampler, idler_id, 1000), 0);
    sampler_enable(&sampler, true);
    pthread_barrier_wait(&go);
    pthread_join(thread, NULL);
    assert_true(drained() >= 50);
    sampler_close(&sampler);
}

TEST(a_child_process_is_not_sampled)
{
    pid_t child;

    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, 1000), 0);
    sampler_enable(&sampler, true);
    child = fork();
    if (child == 0) {
        work(0.5);
        _exit(0);
    }
    assert_int_equal(end_of(child), 0);
    assert_true(drained() < 250);
    sampler_close(&sampler);
}

TEST(samples_that_find_no_room_are_told_as_lost)
{
    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, 20), 0);
    sampler_enable(&sampler, true);
    work(1);
    sampler_enable(&sampler, false);
    assert_true(drained() > 0);
    assert_true(sampler_lost(&sampler) > 0);
    sampler_close(&sampler);
}

TEST(nothing_is_left_of_one_that_is_closed)
{
    int before = entries("/proc/self/fd");

    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, 1000), 0);
    assert_true(entries("/proc/self/fd") > before);
    sampler_close(&sampler);
    assert_int_equal(entries("/proc/self/fd"), before);
}

TEST(what_was_opened_before_a_failure_is_closed)
{
    int before = entries("/proc/self/fd");
    pid_t child;

    skip_without_perf();
    child = fork();
    if (child == 0) {
        limit_files(2);
        _exit(sampler_open(&sampler, idler_id, 1000) == EMFILE &&
                      entries("/proc/self/fd") == before
                  ? 0
                  : 1);
    }
    assert_int_equal(end_of(child), 0);
}

TEST(nothing_is_left_of_one_that_fails)
{
    int before = entries("/proc/self/fd");
    pid_t child = fork();

    if (child == 0)
        _exit(forbid(SYS_perf_event_open, EPERM) &&
                      sampler_open(&sampler, idler_id, 1000) == EPERM &&
                      entries("/proc/self/fd") == before
                  ? 0
                  : 1);
    assert_int_equal(end_of(child), 0);
}

int main(void)
{
    pthread_t idler;
    int failed;

    pthread_barrier_init(&idler_born, NULL, 2);
    pthread_barrier_init(&idler_end, NULL, 2);
    if (pthread_create(&idler, NULL, idle, NULL) != 0)
        return 1;
    pthread_barrier_wait(&idler_born);
    failed = RUN_TESTS(NULL, NULL);
    pthread_barrier_wait(&idler_end);
    pthread_join(idler, NULL);
    return failed;
}
