/* SPDX-License-Identifier: MIT */
/*
 * Combinations of choices: against a recursion, which is fuzz/choices.c, and
 * what it does not ask.
 */
#include "fuzz/choices.c"

#include "behaviour_test.h"
#include "conformance/language/stream.h"
#include "unit_test.h"

/* Of few questions and of many. */
TEST(any_inquiry_has_the_runs_of_a_recursion)
{
    uint64_t random = 1;
    uint8_t bytes[160];

    for (unsigned n = 0; n < 20000; n++) {
        size_t size = 1 + n % (n % 16 ? 24 : sizeof bytes);

        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)(stream_random(&random) >> 32);
        LLVMFuzzerTestOneInput(bytes, size);
    }
}

TEST(a_trail_that_is_full_is_noted)
{
    struct choice_sets sets = choices_known();
    struct choices c;

    choices_begin(&c, &sets);
    for (unsigned i = 0; i < CHOICES_TRAIL; i++)
        choices_decide(&c, RULE_ERROR_PRECEDENCE,
                       choice_bit(ERROR_PRECEDENCE_EACCES));
    assert_false(c.overflow);
    assert_int_equal(choices_decide(&c, RULE_ERROR_PRECEDENCE,
                                    choice_bit(ERROR_PRECEDENCE_EACCES)),
                     ERROR_PRECEDENCE_FIRST_);
    assert_true(c.overflow);
    assert_int_equal(c.length, CHOICES_TRAIL);
    choices_begin(&c, &sets);
    assert_false(c.overflow);
}

TEST(a_dialects_sets_hold_what_it_permits)
{
    struct choice_sets strict = choices_of_dialect(DIALECT_GLIBC, false);
    struct choice_sets wide = choices_of_dialect(DIALECT_GLIBC, true);
    struct choice_sets known = choices_known();

    assert_int_equal(strict.of[RULE_ROUNDING],
                     choice_bit(ROUNDING_DOWN) |
                         choice_bit(ROUNDING_DIVIDE_FIRST));
    assert_int_equal(strict.of[RULE_EXEC], choice_bit(EXEC_OFF));
    assert_int_equal(wide.of[RULE_EXEC],
                     choice_bit(EXEC_OFF) | choice_bit(EXEC_STAYS_ON));
    assert_int_equal(strict.of[RULE_AFTER_ERROR], 0);
    assert_int_equal(wide.of[RULE_AFTER_ERROR], 7);
    assert_int_equal(wide.of[RULE_LIST_ORDER], 1); /* not a rule of glibc */
    assert_int_equal(known.of[RULE_ROUNDING], 0x7ff);
}

/* Answers without a name are tried beside departures, and are none. */
TEST(what_is_open_is_no_departure)
{
    struct choice_sets allowed = behaviour_of(DIALECT_AIX, AS_PERMITTED);
    struct choice_sets extra = {0};
    struct choices c;
    unsigned runs = 0, opened = 0, departed = 0;

    rule_set_add(&allowed.open, RULE_FORK);
    extra.of[RULE_EXEC] = choice_bit(EXEC_KILLS);
    allowed.of[RULE_EXEC] = choice_bit(EXEC_OFF);
    choices_begin(&c, &allowed);
    choices_depart(&c, &extra, 1);
    do {
        choices_run(&c);
        opened += choices_open(&c, RULE_FORK);
        departed += choose(&c, RULE_EXEC) == EXEC_KILLS;
        runs++;
    } while (choices_next(&c));
    assert_int_equal(runs, 4);
    assert_int_equal(opened, 2);
    assert_int_equal(departed, 2);
}

TEST(an_answer_of_two_needs_room_on_the_trail)
{
    struct choice_sets allowed = choices_known();
    struct choices c;

    choices_begin(&c, &allowed);
    choices_run(&c);
    for (unsigned k = 0; k < CHOICES_TRAIL; k++)
        assert_false(choices_either(&c, RULE_FORK));
    assert_false(c.overflow);
    assert_false(choices_either(&c, RULE_FORK));
    assert_true(c.overflow);
}

TESTS(NULL, NULL)
