/* SPDX-License-Identifier: MIT */
#include "portions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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
    portions_collect(file, read, CASES);
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

static void portions_are_read_whichever_came_first(void **state)
{
    int file = portions_open();
    struct made made;

    (void)state;
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

static void what_is_missing_stays_as_it_was(void **state)
{
    int file = portions_open();
    struct made made;
    off_t whole;

    (void)state;
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

static void one_portion_is_read_by_itself(void **state)
{
    struct portion wanted = {1, 3}, none = {2, 1};
    struct observation read[3];
    int file = portions_open();
    struct made made;

    (void)state;
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

static void a_portion_of_no_such_cases_is_passed_over(void **state)
{
    int file = portions_open();
    struct portion wrong = {4, 3};
    struct observation three[3];
    struct made made;

    (void)state;
    make(&made);
    memset(three, 0, sizeof three);
    assert_true(portions_append(file, &wrong, three));
    append(file, &made, 0, 1);
    check(file, 0x01);
    close(file);
}

static void what_cannot_be_written_is_told(void **state)
{
    struct portion portion = {0, 1};
    struct made made;

    (void)state;
    make(&made);
    assert_false(portions_append(-1, &portion, made.observations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portions_are_read_whichever_came_first),
        cmocka_unit_test(what_is_missing_stays_as_it_was),
        cmocka_unit_test(one_portion_is_read_by_itself),
        cmocka_unit_test(a_portion_of_no_such_cases_is_passed_over),
        cmocka_unit_test(what_cannot_be_written_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
