/* SPDX-License-Identifier: MIT */
#include "simulate.h"

#include <signal.h>

#include "conformance/cases/parsed_test.h"
#include "reference/unit_test.h"

TEST(the_default_is_the_first_choice_of_the_best_standing)
{
    struct behaviour aix = behaviour_default(DIALECT_AIX);
    struct behaviour freebsd = behaviour_default(DIALECT_FREEBSD);

    assert_int_equal(aix.choice[RULE_ROUNDING], ROUNDING_UP);
    assert_int_equal(freebsd.choice[RULE_ROUNDING], ROUNDING_DOWN);
    /* The manual is silent, and the first choice is as good as another. */
    assert_int_equal(freebsd.choice[RULE_FORK], FORK_BOTH);
    for (int d = 0; d < DIALECTS; d++) {
        struct behaviour b = behaviour_default((enum dialect)d);

        for (unsigned r = 0; r < RULES; r++) {
            enum choice choice = (enum choice)b.choice[r];

            assert_int_equal(choice_table[choice].rule, r);
            if (dialect_has_rule((enum dialect)d, r))
                assert_true(dialect_permission((enum dialect)d, choice) !=
                            FORBIDDEN);
        }
    }
}

TEST(a_behaviour_answers_each_rule_once_but_free_ones)
{
    struct behaviour behaviour = behaviour_default(DIALECT_IRIX);
    struct choice_sets sets;
    unsigned free_rules = 0;

    sets = behaviour_sets(&behaviour);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_table[r].free) {
            assert_int_equal(sets.of[r], rule_choices(r));
            free_rules++;
        } else {
            assert_int_equal(sets.of[r],
                             choice_bit((enum choice)behaviour.choice[r]));
        }
    assert_true(free_rules > 0);
}

/* The number 1 is odd: up leads to counter 1, down to counter 0. */
TEST(what_is_shown_is_what_the_behaviour_does)
{
    static const struct {
        enum choice choice;
        unsigned counter;
    } rows[] = {{ROUNDING_UP, 1}, {ROUNDING_DOWN, 0}};
    struct case_list list = {0};
    struct workspace w = {0};
    const struct test_case *c =
        parsed(&list, "case c\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
                      "tick 0x1002\n");

    for (size_t k = 0; k < 2; k++) {
        struct behaviour behaviour = behaviour_default(DIALECT_AIX);
        struct observation o;
        uint16_t counters[4], expected[4] = {0};

        behaviour.choice[RULE_ROUNDING] = (uint16_t)rows[k].choice;
        expected[rows[k].counter] = 1;
        assert_true(simulate(&w, c, &behaviour, &o));
        assert_int_equal(o.ended, ENDED_NORMALLY);
        assert_int_equal(o.outcome.count, 2);
        assert_int_equal(o.outcome.events[0].kind, EVENT_CALL);
        assert_int_equal(o.outcome.events[1].kind, EVENT_BUFFER);
        assert_int_equal(o.outcome.events[1].size, 8 + 2 * SCRIPT_ZONE);
        memcpy(counters, o.outcome.events[1].bytes + SCRIPT_ZONE, 8);
        assert_memory_equal(counters, expected, 8);
    }
    workspace_free(&w);
    case_list_free(&list);
}

TEST(a_crash_is_an_end_by_a_signal)
{
    struct behaviour behaviour = behaviour_default(DIALECT_IRIX);
    struct case_list list = {0};
    struct workspace w = {0};
    const struct test_case *c =
        parsed(&list, "case c\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
                      "sprofil [ b 8 0x1000 0x8000 ] 0 null ushort\n"
                      "tick 0x1002\n");
    struct observation o;

    behaviour.choice[RULE_COUNT_RANGE] = COUNT_RANGE_CRASHES;
    assert_true(simulate(&w, c, &behaviour, &o));
    assert_int_equal(o.ended, ENDED_SIGNAL);
    assert_int_equal(o.status, SIGSEGV);
    assert_int_equal(o.op, 2);
    behaviour.choice[RULE_COUNT_RANGE] = COUNT_RANGE_E2BIG;
    assert_true(simulate(&w, c, &behaviour, &o));
    assert_int_equal(o.ended, ENDED_NORMALLY);
    workspace_free(&w);
    case_list_free(&list);
}

TESTS(NULL, NULL)
