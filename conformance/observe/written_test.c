/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/language/parsed_test.h"
#include "observe.h"
#include "planted_file_test.h"
#include "reference/rules.h"

static const struct op calls[] = {
    {.kind = OP_FUNCTIONS,
     .ticks = (const struct tick[]){{0x1000, 1}, {0x1100, 1}},
     .tick_count = 2}};
static const struct script script = {calls, 1, 64, 0, false};

static struct file_contents contents;
static char why[200];

static enum file_state look(void)
{
    why[0] = '\0';
    return written_look(directory, &script, &contents, why, sizeof why);
}

/* As System V lays it out: an unused slot, two places in one function, one in
 * another, one in none of the script's; then four counters. */
static const uint64_t good[] = {
    0x1000, 0x1008, 5,      0, 0,      0x1104, 3,
    0x1005, 1,      0x103f, 2, 0x2000, 7,      0x0004000300020001};

TEST_WITH(a_file_is_reduced_to_what_it_tells, set_up, tear_down)
{
    write_file("mon.out", good, sizeof good);
    assert_int_equal(look(), FILE_WRITTEN);
    assert_int_equal(contents.layout, MON_LAYOUT_MON);
    assert_int_equal(contents.low, 0x1000);
    assert_int_equal(contents.high, 0x1008);
    assert_int_equal(contents.ticks, 1 + 2 + 3 + 4);
    assert_int_equal(contents.functions, 3);
    assert_int_equal(contents.called[0].address, 0x1000);
    assert_int_equal(contents.called[0].calls, 3);
    assert_int_equal(contents.called[1].address, 0x1100);
    assert_int_equal(contents.called[1].calls, 3);
    assert_int_equal(contents.called[2].address, 0x2000);
}

TEST_WITH(what_can_t_be_read_is_reported_by_its_offset, set_up, tear_down)
{
    uint64_t bad[sizeof good / 8];

    memcpy(bad, good, sizeof bad);
    bad[2] = 1 << 20;
    write_file("mon.out", bad, sizeof bad);
    assert_int_equal(look(), FILE_UNREADABLE);
    assert_memory_equal(why, "mon.out: offset 16: ", 20);
    write_file("mon.out", good, 12);
    assert_int_equal(look(), FILE_UNREADABLE);
}

TEST_WITH(no_file_an_empty_one_and_another_are_reported_apart, set_up,
          tear_down)
{
    char path[SCRATCH_NAME + 16];

    assert_int_equal(look(), FILE_ABSENT);
    write_file("gmon.out", good, sizeof good);
    assert_int_equal(look(), FILE_OTHER_NAME);
    assert_int_equal(contents.ticks, 10);
    write_file("mon.out", good, 0);
    assert_int_equal(look(), FILE_EMPTY);
    snprintf(path, sizeof path, "%s/mon.out", directory);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* and nobody waits */
    assert_int_equal(look(), FILE_OTHER_NAME);
}

TEST_WITH(more_functions_than_there_is_room_for_do_no_harm, set_up, tear_down)
{
    uint64_t many[3 + 2 * 40 + 1] = {0x1000, 0x1008, 40};

    for (unsigned k = 0; k < 40; k++) {
        many[3 + 2 * k] = 0x9000 - 0x100 * k;
        many[4 + 2 * k] = 1;
    }
    write_file("mon.out", many, sizeof many);
    assert_int_equal(look(), FILE_WRITTEN);
    assert_int_equal(contents.functions, SCRIPT_FUNCTIONS);
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

/* A case as the host's process runs it, with our own implementation. */
static struct observation seen(struct case_list *list, const char *text)
{
    struct observe_options options = {.impl = &impl_signal,
                                      .open = {.dialect = "aix-monitor"}};
    struct observation o;

    observe(&options, parsed(list, text), &o);
    return o;
}

TEST(an_exit_is_followed_by_a_look_at_the_file)
{
    struct case_list list = {0};
    struct observation o =
        seen(&list, "case a\nmonstartup 0x10000 0x10100\ntick 0x10010 x3\n"
                    "calls 0x20000 x2\nexit\n");
    const struct event *last = &o.outcome.events[o.outcome.count - 1];

    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_int_equal(o.outcome.count, 2);
    assert_int_equal(last->kind, EVENT_FILE);
    assert_int_equal(last->op, 3);
    assert_int_equal(last->value, FILE_WRITTEN);
    memcpy(&contents, last->bytes, sizeof contents);
    assert_int_equal(contents.ticks, 3);
    assert_int_equal(contents.called[0].address, 0x20000);
    assert_int_equal(contents.called[0].calls, 2);
    observation_free(&o);
    case_list_free(&list);
}

TEST(a_child_exits_as_its_parent_does)
{
    struct case_list list = {0};
    struct observation o =
        seen(&list, "case a\nmonstartup 0x10000 0x10100\ntick 0x10010\nfork\n"
                    "tick 0x10010 x2\nexit\nend\n");
    unsigned files = 0;

    assert_int_equal(o.ended, ENDED_NORMALLY);
    for (size_t k = 0; k < o.outcome.count; k++) {
        const struct event *event = &o.outcome.events[k];

        if (event->kind == EVENT_CHILD)
            assert_int_equal(event->value, 0);
        if (event->kind != EVENT_FILE)
            continue;
        files++;
        assert_int_equal(event->process, 1);
        assert_non_null(event->bytes);
        memcpy(&contents, event->bytes, sizeof contents);
        assert_int_equal(contents.ticks, 3);
    }
    assert_int_equal(files, 1);
    observation_free(&o);
    case_list_free(&list);
}

TEST(a_file_is_the_case_s_own)
{
    struct case_list list = {0};
    struct observation o =
        seen(&list, "case a\nmonstartup 0x10000 0x10100\nmonitor 0\nfile\n"
                    "case b\nfile\n");

    assert_int_equal(o.outcome.events[0].value, FILE_ABSENT);
    assert_int_not_equal(access("mon.out", F_OK), 0);
    observation_free(&o);
    case_list_free(&list);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
