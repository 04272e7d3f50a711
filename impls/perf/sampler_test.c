/* SPDX-License-Identifier: MIT */
/* On a ring that we fill ourselves, in place of the kernel. */
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdatomic.h>

#include "fixture.h"
#include "reference/unit_test.h"
#include "sampler.h"

enum { SIZE = 256 };

static struct perf_event_mmap_page control;
static uint64_t records[SIZE / 8];
static struct ring ring = {&control, (const unsigned char *)records, SIZE};

static uint64_t taken[64];
static size_t taken_count;

static void take(void *context, uint64_t pc)
{
    assert_ptr_equal(context, &ring);
    taken[taken_count++] = pc;
}

/* Words after the header, wherever the end of the ring is. */
static void add(uint32_t type, const uint64_t *words, size_t count)
{
    struct perf_event_header header = {.type = type,
                                       .size = (uint16_t)(8 + 8 * count)};
    uint64_t first;

    memcpy(&first, &header, sizeof first);
    records[control.data_head % SIZE / 8] = first;
    for (size_t i = 0; i < count; i++)
        records[(control.data_head + 8 + 8 * i) % SIZE / 8] = words[i];
    control.data_head += header.size;
}

static void add_sample(uint64_t pc)
{
    add(PERF_RECORD_SAMPLE, &pc, 1);
}

static void assert_taken(enum event_layout layout, uint64_t lost, size_t count,
                         const uint64_t *pcs)
{
    taken_count = 0;
    assert_int_equal(ring_drain(&ring, layout, take, &ring), lost);
    assert_int_equal(taken_count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(taken[i], pcs[i]);
    assert_int_equal(control.data_tail, control.data_head);
}

/* Three times around the ring: records go on at its beginning. */
TEST(samples_are_taken_once_and_in_order_and_losses_are_reported)
{
    static const uint64_t lost[] = {7, 1001}, others[] = {1, 2, 3};

    for (uint64_t k = 0; k < 3 * SIZE / 8; k++) {
        const uint64_t pcs[] = {k, 100 + k, 50 + k};

        add_sample(pcs[0]);
        add(PERF_RECORD_LOST, lost, 2);
        add_sample(pcs[1]);
        add(PERF_RECORD_COMM, others, 3);
        add(PERF_RECORD_THROTTLE, others, 3);
        add_sample(pcs[2]);
        assert_taken(EVENT_PC, 1002, 3, pcs);
        assert_taken(EVENT_PC, 0, 0, NULL);
        add(PERF_RECORD_COMM, others, k % 2 ? 1 : 2);
        assert_taken(EVENT_PC, 0, 0, NULL);
    }
}

TEST(the_programs_pc_is_behind_the_kind_of_its_registers)
{
    static const uint64_t known[] = {2, 77}, none[] = {0};

    add(PERF_RECORD_SAMPLE, none, 1);
    add(PERF_RECORD_SAMPLE, known, 2);
    assert_taken(EVENT_PC_OF_PROGRAM, 0, 1, &known[1]);
}

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

static void open_sampler(unsigned microseconds)
{
    skip_without_perf();
    assert_int_equal(sampler_open(&sampler, idler_id, microseconds), 0);
}

TEST(a_child_process_is_not_sampled)
{
    open_sampler(1000);
    sampler_enable(&sampler, true);
    ASSERT_IN_CHILD((work(0.5), true));
    assert_true(drained() < 250);
    sampler_close(&sampler);
}

TEST(samples_that_find_no_room_are_reported_as_lost)
{
    open_sampler(20);
    sampler_enable(&sampler, true);
    work(1);
    sampler_enable(&sampler, false);
    assert_true(drained() > 0);
    assert_true(sampler_lost(&sampler) > 0);
    sampler_close(&sampler);
}

TEST(nothing_is_left_of_one_that_is_closed_or_failed)
{
    int before = entries("/proc/self/fd");

    open_sampler(1000);
    assert_true(entries("/proc/self/fd") > before);
    sampler_close(&sampler);
    assert_int_equal(entries("/proc/self/fd"), before);
    ASSERT_IN_CHILD(forbid(SYS_perf_event_open, EPERM) &&
                    sampler_open(&sampler, idler_id, 1000) == EPERM &&
                    entries("/proc/self/fd") == before);
    ASSERT_IN_CHILD((limit_files(2), true) &&
                    sampler_open(&sampler, idler_id, 1000) == EMFILE &&
                    entries("/proc/self/fd") == before);
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
