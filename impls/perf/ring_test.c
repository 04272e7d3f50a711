/* SPDX-License-Identifier: MIT */
/* On a ring that we fill ourselves, in place of the kernel. */
#include "fixture.h"

#include <linux/perf_event.h>

#include "reference/unit_test.h"
#include "ring.h"

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

static int set_up(void **state)
{
    (void)state;
    memset(&control, 0, sizeof control);
    memset(records, 0, sizeof records);
    taken_count = 0;
    return 0;
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

static uint64_t drain(enum event_layout layout)
{
    return ring_drain(&ring, layout, take, &ring);
}

TEST_WITH(samples_are_taken_once_and_in_order, set_up, NULL)
{
    add_sample(100);
    add_sample(102);
    assert_int_equal(drain(EVENT_PC), 0);
    add_sample(101);
    assert_int_equal(drain(EVENT_PC), 0);
    assert_int_equal(drain(EVENT_PC), 0);
    assert_int_equal(taken_count, 3);
    assert_int_equal(taken[0], 100);
    assert_int_equal(taken[1], 102);
    assert_int_equal(taken[2], 101);
    assert_int_equal(control.data_tail, control.data_head);
}

TEST_WITH(a_record_may_go_on_at_the_beginning, set_up, NULL)
{
    static const uint64_t lost[] = {7, 2};

    add(PERF_RECORD_LOST, lost, 2);
    for (int i = 0; i < 14; i++)
        add_sample(1);
    assert_int_equal(drain(EVENT_PC), 2);
    taken_count = 0;
    add_sample(99); /* its header is the last word */
    drain(EVENT_PC);
    assert_int_equal(taken_count, 1);
    assert_int_equal(taken[0], 99);
}

TEST_WITH(lost_samples_are_told_and_the_rest_is_taken, set_up, NULL)
{
    static const uint64_t lost[] = {7, 1001}, other[] = {1, 2, 3};

    add_sample(5);
    add(PERF_RECORD_LOST, lost, 2);
    add(PERF_RECORD_COMM, other, 3);
    add(PERF_RECORD_THROTTLE, other, 3);
    add_sample(6);
    assert_int_equal(drain(EVENT_PC), 1002);
    assert_int_equal(taken_count, 2);
    assert_int_equal(taken[1], 6);
}

TEST_WITH(the_programs_pc_is_behind_the_kind_of_its_registers, set_up, NULL)
{
    static const uint64_t known[] = {2, 77}, none[] = {0};

    add(PERF_RECORD_SAMPLE, none, 1);
    add(PERF_RECORD_SAMPLE, known, 2);
    assert_int_equal(drain(EVENT_PC_OF_PROGRAM), 0);
    assert_int_equal(taken_count, 1);
    assert_int_equal(taken[0], 77);
}

TESTS(NULL, NULL)
