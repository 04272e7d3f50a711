/* SPDX-License-Identifier: MIT */
#include "portions.h"
#include "reference/unit_test.h"

#include <string.h>
#include <unistd.h>

enum { CASES = 6 };

/* Observations that tell by their status and a byte whose they are. */
struct made {
    unsigned char bytes[CASES];
    struct event events[CASES];
    struct observation observations[CASES];
};

static void make(struct made *made)
{
    for (int k = 0; k < CASES; k++) {
        made->bytes[k] = (unsigned char)(k + 1);
        made->events[k] = (struct event){
            .kind = EVENT_BUFFER, .bytes = &made->bytes[k], .size = 1};
        made->observations[k] = (struct observation){
            .outcome = {&made->events[k], 1, 1}, .status = k + 1};
    }
}

static void append(int file, struct made *made, size_t first, size_t length)
{
    struct portion portion = {first, length};

    assert_true(portions_append(file, &portion, made->observations + first));
}

/* Those of the cases in these bits are read, the others are as they were. */
static void check(int file, unsigned there)
{
    struct observation read[CASES];

    memset(read, 0, sizeof read);
    portions_collect(file, 0, read, CASES);
    for (int k = 0; k < CASES; k++) {
        if (!(there >> k & 1)) {
            assert_int_equal(read[k].status, 0);
            assert_null(read[k].outcome.events);
            continue;
        }
        assert_int_equal(read[k].status, k + 1);
        assert_int_equal(read[k].outcome.count, 1);
        assert_int_equal(*read[k].outcome.events[0].bytes, k + 1);
        observation_free(&read[k]);
    }
}

TEST(portions_are_read_whichever_came_first)
{
    int file = portions_open();
    struct made made;

    assert_true(file >= 0);
    make(&made);
    append(file, &made, 4, 2);
    check(file, 0x30);
    lseek(file, 0, SEEK_SET); /* wherever another has read to */
    append(file, &made, 1, 3);
    append(file, &made, 0, 1);
    check(file, 0x3f);
    close(file);
}

TEST(what_is_missing_stays_as_it_was)
{
    int file = portions_open();
    struct made made;
    off_t whole;

    make(&made);
    check(file, 0);
    append(file, &made, 2, 1);
    append(file, &made, 3, 2);
    check(file, 0x1c);
    whole = lseek(file, 0, SEEK_END);
    /* The last byte is that of case 4. */
    assert_int_equal(ftruncate(file, whole - 1), 0);
    check(file, 0x0c);
    close(file);
}

TEST(those_of_some_cases_are_read_by_themselves)
{
    struct observation read[3];
    int file = portions_open();
    struct made made;

    make(&made);
    memset(read, 0, sizeof read);
    append(file, &made, 4, 2);
    append(file, &made, 0, 2);
    append(file, &made, 2, 2);
    portions_collect(file, 2, read, 3); /* and no half of a portion */
    for (int k = 0; k < 3; k++)
        assert_int_equal(read[k].status, k < 2 ? k + 3 : 0);
    observation_free(&read[0]);
    observation_free(&read[1]);
    close(file);
}

TEST(one_portion_is_read_by_itself)
{
    struct portion wanted = {1, 3}, none = {2, 1};
    struct observation read[3];
    int file = portions_open();
    struct made made;

    make(&made);
    append(file, &made, 4, 2);
    append(file, &made, 1, 3);
    append(file, &made, 0, 1);
    assert_false(portions_read(file, &none, read));
    assert_true(portions_read(file, &wanted, read));
    for (int k = 0; k < 3; k++) {
        assert_int_equal(read[k].status, k + 2);
        assert_int_equal(*read[k].outcome.events[0].bytes, k + 2);
        observation_free(&read[k]);
    }
    close(file);
}

TEST(a_portion_of_no_such_cases_is_passed_over)
{
    int file = portions_open();
    struct portion wrong = {4, 3};
    struct observation three[3];
    struct made made;

    make(&made);
    memset(three, 0, sizeof three);
    assert_true(portions_append(file, &wrong, three));
    append(file, &made, 0, 1);
    check(file, 0x01);
    close(file);
}

TEST(what_cannot_be_written_is_told)
{
    struct portion portion = {0, 1};
    struct made made;

    make(&made);
    assert_false(portions_append(-1, &portion, made.observations));
}

TESTS(NULL, NULL)
