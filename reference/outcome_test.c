/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include <string.h>

#include "computed.h"
#include "gmon/counts.h"
#include "unit_test.h"

static bool agree(struct event a, struct event b)
{
    bool result = event_agrees(&a, &b);

    assert_int_equal(event_agrees(&b, &a), result);
    return result;
}

#define EVENT(...) ((struct event){__VA_ARGS__})

TEST(an_event_is_of_one_kind_process_and_operation)
{
    struct event event = EVENT(.kind = EVENT_CALL, .process = 1, .op = 3);

    assert_true(agree(event, event));
    assert_false(
        agree(event, EVENT(.kind = EVENT_SLEEP, .process = 1, .op = 3)));
    assert_false(agree(event, EVENT(.kind = EVENT_CALL, .op = 3)));
    assert_false(
        agree(event, EVENT(.kind = EVENT_CALL, .process = 1, .op = 4)));
}

TEST(a_value_agrees_with_itself_and_with_the_unseen)
{
    assert_true(agree(EVENT(.value = -1), EVENT(.value = -1)));
    assert_false(agree(EVENT(.value = -1), EVENT(.value = 0)));
    assert_true(agree(EVENT(.value = -1), EVENT(.value = VALUE_UNSEEN)));
    assert_true(agree(EVENT(.value = -1), EVENT(.value = VALUE_NOT_ZERO)));
    assert_false(agree(EVENT(.value = 0), EVENT(.value = VALUE_NOT_ZERO)));
    assert_true(
        agree(EVENT(.value = VALUE_NOT_ZERO), EVENT(.value = VALUE_NOT_ZERO)));
    assert_true(
        agree(EVENT(.value = VALUE_UNSEEN), EVENT(.value = VALUE_NOT_ZERO)));
    assert_false(agree(EVENT(.value = VALUE_NONE), EVENT(.value = 0)));
    assert_false(
        agree(EVENT(.value = VALUE_NONE), EVENT(.value = VALUE_NOT_ZERO)));
    assert_true(agree(EVENT(.value = VALUE_NONE), EVENT(.value = VALUE_NONE)));
}

static struct event profile_event(enum file_state state,
                                  const unsigned char *counts)
{
    return EVENT(.kind = EVENT_PROFILE, .value = state, .bytes = counts,
                 .size = sizeof(struct gmon_counts));
}

TEST(profiles_agree_in_what_they_count)
{
    struct gmon_counts counts = {.low = 0x1000, .high = 0x2000};
    unsigned char bytes[3][sizeof counts + 1] = {{0}}; /* of no alignment */
    const unsigned char *one = bytes[0] + 1, *same = bytes[1] + 1;
    struct event there = profile_event(FILE_WRITTEN, one);
    struct event cut = there, bare = there;

    memcpy(bytes[0] + 1, &counts, sizeof counts);
    memcpy(bytes[1] + 1, &counts, sizeof counts);
    counts.more_ticks = 1;
    memcpy(bytes[2] + 1, &counts, sizeof counts);
    assert_true(agree(there, profile_event(FILE_WRITTEN, same)));
    assert_false(agree(there, profile_event(FILE_WRITTEN, bytes[2] + 1)));
    counts.more_ticks = 0;
    counts.row = 1;
    memcpy(bytes[2] + 1, &counts, sizeof counts);
    assert_false(agree(there, profile_event(FILE_WRITTEN, bytes[2] + 1)));
    assert_false(agree(there, profile_event(FILE_OTHER_NAME, one)));
    assert_true(
        agree(profile_event(FILE_EMPTY, one), profile_event(FILE_EMPTY, same)));
    assert_true(agree(profile_event(FILE_EMPTY, NULL),
                      profile_event(FILE_EMPTY, NULL)));
    assert_false(agree(there, profile_event(FILE_EMPTY, NULL)));
    assert_true(
        agree(there, EVENT(.kind = EVENT_PROFILE, .value = VALUE_UNSEEN)));
    cut.size--;
    bare.bytes = NULL;
    assert_false(agree(there, cut));
    assert_false(agree(there, bare));
}

TEST(an_error_agrees_with_itself_and_with_the_unseen)
{
    assert_true(
        agree(EVENT(.error = ERROR_EFAULT), EVENT(.error = ERROR_EFAULT)));
    assert_false(
        agree(EVENT(.error = ERROR_EFAULT), EVENT(.error = ERROR_EINVAL)));
    assert_true(
        agree(EVENT(.error = ERROR_EFAULT), EVENT(.error = ERROR_UNSEEN)));
}

TEST(times_agree_with_themselves_and_with_the_unseen)
{
    assert_true(
        agree(EVENT(.tick_time = TIME_RIGHT), EVENT(.tick_time = TIME_RIGHT)));
    assert_false(
        agree(EVENT(.tick_time = TIME_RIGHT), EVENT(.tick_time = TIME_WRONG)));
    assert_true(
        agree(EVENT(.tick_time = TIME_RIGHT), EVENT(.tick_time = TIME_UNSEEN)));
    assert_false(agree(EVENT(.fast = TIME_RIGHT), EVENT(.fast = TIME_WRONG)));
    assert_true(agree(EVENT(.fast = TIME_RIGHT), EVENT(.fast = TIME_UNSEEN)));
}

TEST(a_crash_is_a_crash_whatever_its_value)
{
    assert_true(agree(EVENT(.kind = EVENT_CRASH, .value = 1),
                      EVENT(.kind = EVENT_CRASH, .value = 2)));
}

TEST(buffers_agree_byte_for_byte)
{
    struct event a = EVENT(.kind = EVENT_BUFFER,
                           .bytes = (const unsigned char *)"abc", .size = 3);
    struct event b = a;

    assert_true(agree(a, b));
    b.bytes = (const unsigned char *)"abd";
    assert_false(agree(a, b));
    b.size = 2;
    assert_false(agree(a, b));
    b = a;
    b.buffer = 1;
    assert_false(agree(a, b));
    b = a;
    b.value = 7; /* means nothing here */
    assert_true(agree(a, b));
}

TEST(a_buffer_of_another_size_differs)
{
    struct event a = EVENT(.kind = EVENT_BUFFER,
                           .bytes = (const unsigned char *)"abc", .size = 3);
    struct event b = a;

    b.size = 2;
    assert_false(agree(a, b));
}

TEST(a_buffer_that_is_gone_agrees_only_with_one_that_is_gone)
{
    struct event a = EVENT(.kind = EVENT_BUFFER,
                           .bytes = (const unsigned char *)"abc", .size = 3);
    struct event gone = EVENT(.kind = EVENT_BUFFER);

    assert_false(agree(a, gone));
    assert_true(agree(gone, gone));
}

TEST(undetermined_counts_agree_with_any)
{
    struct event a = EVENT(.kind = EVENT_BUFFER,
                           .bytes = (const unsigned char *)"abc", .size = 3);
    struct event any = EVENT(.kind = EVENT_BUFFER, .undetermined = true);

    assert_true(agree(a, any));
    assert_true(agree(any, any));
    any.buffer = 1;
    assert_false(agree(a, any));
}

TEST(the_zones_of_undetermined_counts_are_compared)
{
    unsigned char bytes[3][2 * SCRIPT_ZONE + 4] = {0};
    struct event a = EVENT(.kind = EVENT_BUFFER, .undetermined = true,
                           .bytes = bytes[0], .size = sizeof bytes[0]);
    struct event b =
        EVENT(.kind = EVENT_BUFFER, .bytes = bytes[1], .size = sizeof bytes[1]);

    bytes[1][SCRIPT_ZONE] = bytes[1][SCRIPT_ZONE + 3] = 1;
    assert_true(agree(a, b));
    bytes[1][SCRIPT_ZONE - 1] = 1;
    assert_false(agree(a, b));
    bytes[1][SCRIPT_ZONE - 1] = 0;
    bytes[1][SCRIPT_ZONE + 4] = 1;
    assert_false(agree(a, b));
    a.beyond = true;
    assert_true(agree(a, b));
    assert_true(agree(b, a));
    a.beyond = false;
    b.bytes = bytes[2];
    b.size--;
    assert_false(agree(a, b));
}

static struct event file_event(enum file_state state,
                               const struct file_contents *contents)
{
    return EVENT(.kind = EVENT_FILE, .value = state,
                 .bytes = (const unsigned char *)contents,
                 .size = sizeof *contents);
}

TEST(files_agree_in_what_they_tell)
{
    struct file_contents a = {.layout = 1,
                              .low = 2,
                              .high = 3,
                              .ticks = 4,
                              .functions = 1,
                              .called = {{5, 6}}};
    struct file_contents b = a;
    uint64_t *numbers[] = {&b.layout, &b.low, &b.high, &b.ticks};

    assert_true(
        agree(file_event(FILE_WRITTEN, &a), file_event(FILE_WRITTEN, &b)));
    for (unsigned i = 0; i < 4; i++) {
        uint64_t before = *numbers[i];

        *numbers[i] = 9;
        assert_false(
            agree(file_event(FILE_WRITTEN, &a), file_event(FILE_WRITTEN, &b)));
        *numbers[i] = FILE_UNSEEN;
        assert_true(
            agree(file_event(FILE_WRITTEN, &a), file_event(FILE_WRITTEN, &b)));
        *numbers[i] = before;
    }
    b.functions = 2;
    assert_false(
        agree(file_event(FILE_WRITTEN, &a), file_event(FILE_WRITTEN, &b)));
    b.functions = 1;
    b.called[0].calls = 7;
    assert_false(
        agree(file_event(FILE_WRITTEN, &a), file_event(FILE_WRITTEN, &b)));
    assert_false(agree(file_event(FILE_WRITTEN, &a),
                       EVENT(.kind = EVENT_FILE, .value = FILE_WRITTEN,
                             .bytes = (const unsigned char *)&a, .size = 1)));
    assert_false(agree(
        file_event(FILE_WRITTEN, &a),
        EVENT(.kind = EVENT_FILE, .value = FILE_WRITTEN, .size = sizeof a)));
    assert_true(
        agree(file_event(FILE_ABSENT, &a), file_event(FILE_ABSENT, &b)));
    assert_false(
        agree(file_event(FILE_ABSENT, &a), file_event(FILE_EMPTY, &a)));
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

TEST(a_file_that_can_not_be_read_is_there)
{
    struct event there = EVENT(.kind = EVENT_FILE, .value = FILE_UNREADABLE);

    assert_true(agree(there, there));
    assert_true(agree(there, EVENT(.kind = EVENT_FILE, .value = FILE_WRITTEN)));
    assert_true(
        agree(there, EVENT(.kind = EVENT_FILE, .value = VALUE_NOT_ZERO)));
    assert_false(agree(EVENT(.kind = EVENT_FILE, .value = FILE_ABSENT),
                       EVENT(.kind = EVENT_FILE, .value = VALUE_NOT_ZERO)));
    assert_false(agree(there, EVENT(.kind = EVENT_FILE, .value = FILE_ABSENT)));
}

/* Whether files agree of so many ticks, some of them uncertain. */
static bool ticks_agree(uint64_t a, uint64_t a_doubtful, uint64_t b,
                        uint64_t b_doubtful)
{
    struct file_contents x = {.ticks = a, .doubtful = a_doubtful};
    struct file_contents y = {.ticks = b, .doubtful = b_doubtful};

    return agree(file_event(FILE_WRITTEN, &x), file_event(FILE_WRITTEN, &y));
}

TEST(a_file_may_have_some_ticks_or_fewer)
{
    assert_true(ticks_agree(7, 3, 4, 0));
    assert_true(ticks_agree(4, 0, 7, 3));
    assert_false(ticks_agree(7, 3, 3, 0));
    assert_false(ticks_agree(3, 0, 7, 3));
    assert_false(ticks_agree(7, 3, 8, 0));
    assert_false(ticks_agree(8, 0, 7, 3));
    assert_true(ticks_agree(7, 3, FILE_UNSEEN, 0));
}

/* Whether files agree that list so many functions; or at most so many. */
static bool lists_agree(uint64_t a, uint64_t a_at_most, uint64_t b,
                        uint64_t b_at_most)
{
    struct file_contents x = {.functions = a, .at_most = a_at_most};
    struct file_contents y = {.functions = b, .at_most = b_at_most};

    return agree(file_event(FILE_WRITTEN, &x), file_event(FILE_WRITTEN, &y));
}

TEST(a_file_may_list_some_functions_or_fewer)
{
    assert_true(lists_agree(FILE_UNSEEN, 2, 2, 0));
    assert_true(lists_agree(FILE_UNSEEN, 2, 0, 0));
    assert_false(lists_agree(FILE_UNSEEN, 2, 3, 0));
    assert_true(lists_agree(FILE_UNSEEN, 2, FILE_UNSEEN, 3));
    assert_true(lists_agree(1, 0, 1, 0));
    assert_false(lists_agree(1, 0, 2, 0));
}

TEST(counts_of_a_computed_scale_are_sought)
{
    unsigned char model[2 * SCRIPT_ZONE + 8] = {0}, seen[sizeof model] = {0};
    struct computed computed = {
        .parts = 1,
        .rounding = ROUNDING_UP,
        .part = {{{.size = 8, .width = 2, .address_bits = 64}, 0, 0, 8}},
        .counts = 1,
        .count = {{0, 4, 1}}};
    struct event a =
        EVENT(.kind = EVENT_BUFFER, .bytes = model, .size = sizeof model,
              .undetermined = true, .computed = &computed);
    struct event b =
        EVENT(.kind = EVENT_BUFFER, .bytes = seen, .size = sizeof seen);
    struct event any = EVENT(.kind = EVENT_BUFFER, .bytes = seen,
                             .size = sizeof seen, .undetermined = true);

    computed.unit = UNIT_BYTE_OFFSET;
    computed.scale_two = SCALE_TWO_ARITHMETIC;
    computed.odd_tail = ODD_TAIL_WHOLE_COUNTERS;
    computed.extent = EXTENT_BY_COUNTER;
    seen[SCRIPT_ZONE + 4] = 1;
    assert_true(agree(a, b));
    assert_true(agree(a, a));
    assert_true(agree(a, any));
    seen[SCRIPT_ZONE + 4] = 2;
    assert_false(agree(a, b));
    assert_true(agree(a, any));
}

TESTS(NULL, NULL)
