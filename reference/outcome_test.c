/* SPDX-License-Identifier: MIT */
/* Outcomes, and events that no text has; when events agree is in
 * tests/events.txt. */
#include "outcome.h"

#include <string.h>

#include "gmon/counts.h"
#include "unit_test.h"

static bool agree(struct event a, struct event b)
{
    bool result = event_agrees(&a, &b);

    assert_int_equal(event_agrees(&b, &a), result);
    return result;
}

#define EVENT(...) ((struct event){__VA_ARGS__})

TEST(of_a_crash_and_of_a_buffer_the_value_means_nothing)
{
    assert_true(agree(EVENT(.kind = EVENT_CRASH, .value = 1),
                      EVENT(.kind = EVENT_CRASH, .value = 2)));
    assert_true(agree(EVENT(.kind = EVENT_BUFFER, .value = 1),
                      EVENT(.kind = EVENT_BUFFER, .value = 2)));
}

/* Wherever they are. */
TEST(contents_of_files_are_whole)
{
    static const struct {
        uint8_t kind;
        size_t size;
    } rows[] = {{EVENT_FILE, sizeof(struct file_contents)},
                {EVENT_PROFILE, sizeof(struct gmon_counts)}};
    static unsigned char
        bytes[2][sizeof(struct gmon_counts) + sizeof(struct file_contents)];

    for (unsigned k = 0; k < 2; k++) {
        struct event whole = EVENT(.kind = rows[k].kind, .value = FILE_WRITTEN,
                                   .bytes = bytes[0] + 1, .size = rows[k].size);
        struct event same = whole, cut = whole, bare = whole;

        same.bytes = bytes[1] + 2;
        cut.size--;
        bare.bytes = NULL;
        assert_true(agree(whole, same));
        assert_false(agree(whole, cut));
        assert_false(agree(whole, bare));
    }
}

TEST(an_outcome_takes_as_many_events_as_it_has_room_for)
{
    struct event room[2], event = EVENT(.kind = EVENT_SLEEP, .value = 5);
    struct outcome outcome = {room, 0, 1};

    assert_true(outcome_add(&outcome, &event));
    assert_int_equal(room[0].value, 5);
    event.value = 6;
    room[1].value = 9;
    assert_false(outcome_add(&outcome, &event));
    assert_int_equal(outcome.count, 1);
    assert_int_equal(room[1].value, 9);
}

TEST(outcomes_differ_at_the_first_event_that_differs)
{
    struct event a[3] = {{.value = 1}, {.value = 2}, {.value = 3}};
    struct event b[3] = {{.value = 1}, {.value = 7}, {.value = 8}};
    struct outcome three = {a, 3, 3}, two = {a, 2, 3}, other = {b, 3, 3};

    assert_int_equal(outcome_difference(&three, &three), -1);
    assert_int_equal(outcome_difference(&three, &other), 1);
    assert_int_equal(outcome_difference(&three, &two), 2);
    assert_int_equal(outcome_difference(&two, &three), 2);
}

TEST(anything_agrees_with_all_that_follows)
{
    struct event one[] = {EVENT(.kind = EVENT_SLEEP)};
    struct event then[] = {EVENT(.kind = EVENT_SLEEP),
                           EVENT(.kind = EVENT_ANYTHING, .op = 1)};
    struct event other[] = {EVENT(.kind = EVENT_SLEEP, .value = 1),
                            EVENT(.kind = EVENT_CRASH)};
    struct event crash[] = {EVENT(.kind = EVENT_SLEEP),
                            EVENT(.kind = EVENT_CRASH)};
    struct outcome a = {one, 1, 1}, b = {then, 2, 2}, c = {other, 2, 2},
                   d = {crash, 2, 2};

    assert_int_equal(outcome_difference(&a, &b), -1);
    assert_int_equal(outcome_difference(&b, &a), -1);
    assert_int_equal(outcome_difference(&b, &d), -1);
    assert_int_equal(outcome_difference(&d, &b), -1);
    assert_int_equal(outcome_difference(&b, &c), 0);
}

TESTS(NULL, NULL)
