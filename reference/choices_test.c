/* SPDX-License-Identifier: MIT */
#include "choices.h"

#include "behaviour_test.h"
#include "unit_test.h"

/* Sets for three small rules; no other may be asked. */
static struct choice_sets three_rules(void)
{
    struct choice_sets sets = {0};

    sets.of[RULE_UNIT] = choice_bit(UNIT_BYTE_OFFSET) |
                         choice_bit(UNIT_BYTE_OFFSET_HALF) |
                         choice_bit(UNIT_INDEX);
    sets.of[RULE_SCALE_TWO] =
        choice_bit(SCALE_TWO_ARITHMETIC) | choice_bit(SCALE_TWO_FIRST_COUNTER);
    sets.of[RULE_FORK] = choice_bit(FORK_BOTH) | choice_bit(FORK_CHILD_OFF);
    return sets;
}

TEST(every_combination_of_the_asked_rules_is_tried_once)
{
    struct choice_sets sets = three_rules();
    bool seen[3][2] = {{false}};
    struct choices c;
    unsigned runs = 0;
    struct rule_set both = {{0}};

    rule_set_add(&both, RULE_UNIT);
    rule_set_add(&both, RULE_SCALE_TWO);
    choices_begin(&c, &sets);
    do {
        choices_run(&c);
        unsigned unit = choose(&c, RULE_UNIT) - UNIT_FIRST_;
        unsigned two = choose(&c, RULE_SCALE_TWO) - SCALE_TWO_FIRST_;

        assert_false(seen[unit][two]);
        seen[unit][two] = true;
        assert_true(rule_set_equal(c.consulted, both));
        runs++;
    } while (choices_next(&c));
    assert_int_equal(runs, 6);
    assert_false(c.stuck || c.overflow);
}

TEST(a_rule_asked_under_one_choice_only_costs_one_run_more)
{
    struct choice_sets sets = three_rules();
    struct choices c;
    unsigned runs = 0;

    choices_begin(&c, &sets);
    do {
        choices_run(&c);
        if (choose(&c, RULE_UNIT) == UNIT_INDEX)
            choose(&c, RULE_FORK);
        runs++;
    } while (choices_next(&c));
    assert_int_equal(runs, 4);
}

TEST(a_rule_is_answered_alike_all_through_a_run)
{
    struct choice_sets sets = three_rules();
    struct choices c;

    choices_begin(&c, &sets);
    do {
        choices_run(&c);
        enum choice first = choose(&c, RULE_UNIT);

        choose(&c, RULE_FORK);
        assert_int_equal(choose(&c, RULE_UNIT), first);
        assert_int_equal(c.length, 2);
    } while (choices_next(&c));
}

TEST(a_run_that_asks_nothing_is_the_only_one)
{
    struct choice_sets sets = three_rules();
    struct choices c;

    choices_begin(&c, &sets);
    assert_true(rule_set_empty(c.consulted));
    assert_false(choices_next(&c));
}

TEST(only_allowed_choices_are_tried)
{
    struct choice_sets sets = three_rules();
    struct choices c;

    sets.of[RULE_UNIT] = choice_bit(UNIT_INDEX);
    choices_begin(&c, &sets);
    assert_int_equal(choose(&c, RULE_UNIT), UNIT_INDEX);
    assert_false(choices_next(&c));
}

TEST(a_free_rule_is_asked_anew_each_time)
{
    struct choice_sets sets = choices_known();
    choice_set among = choice_bit(ERROR_PRECEDENCE_EFAULT) |
                       choice_bit(ERROR_PRECEDENCE_EINVAL);
    struct choices c;
    unsigned runs = 0, different = 0;

    choices_begin(&c, &sets);
    do {
        choices_run(&c);
        enum choice a = choices_decide(&c, RULE_ERROR_PRECEDENCE, among);
        enum choice b = choices_decide(&c, RULE_ERROR_PRECEDENCE, among);

        assert_true(choice_bit(a) & among);
        assert_true(choice_bit(b) & among);
        assert_true(rule_set_empty(c.consulted));
        different += a != b;
        runs++;
    } while (choices_next(&c));
    assert_int_equal(runs, 4);
    assert_int_equal(different, 2);
}

TEST(a_rule_without_an_allowed_choice_is_noted)
{
    struct choice_sets sets = three_rules();
    struct choices c;

    choices_begin(&c, &sets);
    assert_int_equal(choose(&c, RULE_ROUNDING), ROUNDING_FIRST_);
    assert_true(c.stuck);
    assert_false(choices_next(&c));
    choices_begin(&c, &sets);
    assert_false(c.stuck);
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

TEST(departures_are_tried_within_a_budget)
{
    static const unsigned expected[] = {1, 1 + 1 + 2 + 1, 5 + 2 + 1 + 2};
    struct choice_sets sets = {0}, extra = {0};
    struct choices c;

    sets.of[RULE_SCALE_TWO] = choice_bit(SCALE_TWO_ARITHMETIC);
    extra.of[RULE_SCALE_TWO] = choice_bit(SCALE_TWO_FIRST_COUNTER);
    sets.of[RULE_UNIT] = choice_bit(UNIT_BYTE_OFFSET_HALF);
    extra.of[RULE_UNIT] = choice_bit(UNIT_BYTE_OFFSET) | choice_bit(UNIT_INDEX);
    sets.of[RULE_FORK] = choice_bit(FORK_BOTH);
    extra.of[RULE_FORK] = choice_bit(FORK_CHILD_OFF);
    for (unsigned budget = 0; budget < 3; budget++) {
        unsigned runs = 0;

        choices_begin(&c, &sets);
        choices_depart(&c, &extra, budget);
        do {
            choices_run(&c);
            unsigned departed =
                (choose(&c, RULE_SCALE_TWO) != SCALE_TWO_ARITHMETIC) +
                (choose(&c, RULE_UNIT) != UNIT_BYTE_OFFSET_HALF) +
                (choose(&c, RULE_FORK) != FORK_BOTH);

            assert_in_range(departed, 0, budget);
            runs++;
        } while (choices_next(&c));
        assert_int_equal(runs, expected[budget]);
        assert_false(c.stuck);
    }
}

TEST(a_new_beginning_forgets_departures)
{
    struct choice_sets sets = three_rules(), extra = choices_known();
    struct choices c;

    sets.of[RULE_UNIT] = choice_bit(UNIT_INDEX);
    choices_begin(&c, &sets);
    choices_depart(&c, &extra, 1);
    choices_begin(&c, &sets);
    assert_int_equal(choose(&c, RULE_UNIT), UNIT_INDEX);
    assert_false(choices_next(&c));
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
