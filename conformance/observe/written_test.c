/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "planted_file_test.h"
#include "reference/rules.h"

static const struct op calls[] = {
    {.kind = OP_FUNCTIONS,
     .ticks = (const struct tick[]){{0x1000, 1}, {0x1100, 1}},
     .tick_count = 2}};
static const struct script script = {calls, 1, 64, 0, false};

static void assert_looks(const char *expected)
{
    assert_event(look(false, 0, &script), expected);
}

#define LOOKS                                                                  \
    "layout mon low 4096 high 4104 ticks 10 calls [ 4096 3 4352 3 8192 7 ]"

/* As System V lays it out: an unused slot, two places in one function, one in
 * another, one in none of the script's; then four counters. */
static const uint64_t good[] = {
    0x1000, 0x1008, 5,      0, 0,      0x1104, 3,
    0x1005, 1,      0x103f, 2, 0x2000, 7,      0x0004000300020001};

TEST_WITH(a_file_is_reduced_to_what_it_tells, set_up, tear_down)
{
    write_file("mon.out", good, sizeof good);
    assert_looks("file written " LOOKS);
}

TEST_WITH(what_can_t_be_read_is_reported_by_its_offset, set_up, tear_down)
{
    uint64_t bad[sizeof good / 8];

    memcpy(bad, good, sizeof bad);
    bad[2] = 1 << 20;
    write_file("mon.out", bad, sizeof bad);
    assert_looks("file unreadable");
    assert_memory_equal(why, "mon.out: offset 16: ", 20);
    write_file("mon.out", good, 12);
    assert_looks("file unreadable");
}

TEST_WITH(no_file_an_empty_one_and_another_are_reported_apart, set_up,
          tear_down)
{
    assert_looks("file absent");
    write_file("gmon.out", good, sizeof good);
    assert_looks("file gmon.out " LOOKS);
    write_file("mon.out", good, 0);
    assert_looks("file empty");
    unlink(path_of("mon.out"));
    assert_int_equal(mkfifo(path_of("mon.out"), 0600),
                     0); /* and nobody waits */
    assert_looks("file gmon.out " LOOKS);
}

TEST_WITH(more_functions_than_there_is_room_for_do_no_harm, set_up, tear_down)
{
    uint64_t many[3 + 2 * 40 + 1] = {0x1000, 0x1008, 40};

    for (unsigned k = 0; k < 40; k++) {
        many[3 + 2 * k] = 0x9000 - 0x100 * k;
        many[4 + 2 * k] = 1;
    }
    write_file("mon.out", many, sizeof many);
    assert_int_equal(look(false, 0, &script).value, FILE_WRITTEN);
    assert_int_equal(left.file.functions, SCRIPT_FUNCTIONS);
}

/* As FreeBSD lays it out. */
static void write_gmon(uint32_t rate)
{
    struct {
        uint64_t low, high;
        uint32_t bytes, version, rate, rest[3];
        uint16_t counters[4];
    } file = {0x1000, 0x1010, 48, 0x51879, rate, {16}, {0}};

    write_file("gmon.out", &file, sizeof file);
}

TEST_WITH(a_rate_is_held_against_the_clock_s, set_up, tear_down)
{
    static const struct {
        uint32_t rate;
        uint64_t period;
        int64_t found;
    } rows[] = {
        {100, 10000, RATE_CLOCK},
        {99, 10000, RATE_WRONG},
        {101, 10000, RATE_WRONG},
        {0, 10000, RATE_ZERO},
        {0, 0, RATE_ZERO},
        {100, 0, VALUE_UNSEEN},
        {128, 7812, RATE_CLOCK},
        {128, 7813, RATE_CLOCK},
        {128, 7700, RATE_WRONG},
        {60, 16666, RATE_CLOCK},
        {60, 16667, RATE_CLOCK},
        {INT32_MAX, 10000, RATE_WRONG},
        {100, UINT64_MAX, RATE_WRONG},
    };

    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        write_gmon(rows[k].rate);
        assert_int_equal(written_rate(directory, rows[k].period),
                         rows[k].found);
    }
    write_file("gmon.out", good, sizeof good); /* has no place for a rate */
    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
    write_file("gmon.out", good, 12);
    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
}

TESTS(NULL, NULL)
