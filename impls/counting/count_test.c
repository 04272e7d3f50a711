/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <sys/mman.h>

#include "count.h"
#include "faults.h"
#include "reference/unit_test.h"

enum { BYTES = 4096, BASE = 0x1000 };

static struct table table;
static uint16_t *pages[2];

static void tick(uint64_t pc, uint32_t periods)
{
    faults_catch();
    count_tick(&table, pc, periods);
    faults_release();
}

static int set_up(void **state)
{
    struct region list[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        pages[i] = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages[i] == MAP_FAILED)
            return 1;
        list[i] = region_make(pages[i], BYTES, BASE + (unsigned)i * BYTES,
                              65536, 2, REGION_DOWN);
    }
    return table_make(&table, list, 2);
}

static int tear_down(void **state)
{
    (void)state;
    table_free(&table);
    for (int i = 0; i < 2; i++)
        munmap(pages[i], BYTES);
    return 0;
}

TEST_WITH(a_tick_counts_for_as_many_periods_as_it_stands_for, set_up, tear_down)
{
    tick(BASE + 4, 1);
    tick(BASE + 4, 5);
    tick(BASE - 1, 5);
    assert_int_equal(pages[0][2], 6);
    assert_int_equal(pages[0][0], 0);
}

TEST_WITH(a_region_that_cannot_be_written_stops_for_good, set_up, tear_down)
{
    mprotect(pages[0], BYTES, PROT_READ);
    tick(BASE + 4, 1);
    mprotect(pages[0], BYTES, PROT_READ | PROT_WRITE);
    tick(BASE + 4, 1);
    tick(BASE + BYTES, 1);
    assert_int_equal(pages[0][2], 0);
    assert_int_equal(pages[1][0], 1);
}

TEST_WITH(no_guard_is_left_behind, set_up, tear_down)
{
    tick(BASE + 4, 1);
    assert_false(faults_trying());
    mprotect(pages[0], BYTES, PROT_READ);
    tick(BASE + 4, 1);
    assert_false(faults_trying());
}

/* A fault in the middle costs its region the rest, and no other tick. */
TEST_WITH(of_a_batch_every_tick_counts_that_can, set_up, tear_down)
{
    const uint64_t pcs[] = {BASE, BASE + BYTES, BASE, 1, BASE + BYTES, BASE};

    faults_catch();
    count_ticks(&table, pcs, 6);
    assert_int_equal(pages[0][0], 3);
    assert_int_equal(pages[1][0], 2);
    mprotect(pages[0], BYTES, PROT_READ);
    count_ticks(&table, pcs, 6);
    mprotect(pages[1], BYTES, PROT_READ);
    count_ticks(&table, pcs, 6);
    faults_release();
    assert_false(faults_trying());
    assert_int_equal(pages[0][0], 3);
    assert_int_equal(pages[1][0], 4);
}

TESTS(NULL, NULL)
