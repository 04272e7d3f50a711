/* SPDX-License-Identifier: MIT */
/* A departure that holds in some cases, and not in others. */
#include "partial.h"

#include "scene_test.h"

static void diagnose_alone(struct evidence *e, struct diagnosis *d)
{
    diagnosis_find(e, d);
    diagnosis_blame(e, d);
}

TEST(a_departure_may_hold_in_part_of_the_cases)
{
    static const struct {
        const char *why, *cases;
        bool found;
    } rows[] = {
        {"it holds in a child, and not in its parent",
         "4 plain-fork; 4 plain without", true},
        {"two are few, but none of them is right",
         "2 plain-fork; 2 plain without", true},
        {"two against one count the same by chance",
         "2 plain-fork; 1 plain without", false},
        {"three do not", "3 plain-fork; 1 plain without", true},
        {"one alone", "1 plain-fork; 4 plain without", false},
        {"one of eight elsewhere", "8 plain-fork; 1 plain; 4 plain without",
         true},
        {"one of seven elsewhere", "7 plain-fork; 1 plain; 4 plain without",
         false},
        {"nothing sets them apart", "4 plain; 4 plain without", false},
        {"one exception of eight",
         "8 plain-fork; 1 plain-fork without; 4 plain without", true},
        {"one of seven", "7 plain-fork; 1 plain-fork without; 4 plain without",
         false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(DIALECT_FREEBSD, ROUNDING_NEXT_EVEN);
        struct diagnosis d;
        bool found;

        add(&s, "%s", rows[k].cases);
        diagnose_alone(&s.evidence, &d);
        found = d.count > 0 && d.blames[0].partial &&
                d.blames[0].found == choice_bit(ROUNDING_NEXT_EVEN);
        if (found != rows[k].found)
            fail_msg("%s: %u found, %zu missed", rows[k].why, d.count,
                     d.best.missed);
        diagnosis_free(&d);
        scene_end(&s, &d.best);
    }
}

TEST(that_nothing_is_counted_is_said_of_three_cases_not_of_two)
{
    for (unsigned n = 2; n <= 3; n++) {
        struct scene s = scene_new(DIALECT_FREEBSD, TICKS_NONE);
        struct diagnosis d;

        add(&s, "4 plain without; %u plain-fork", n);
        diagnose_alone(&s.evidence, &d);
        assert_int_equal(d.count, n == 3);
        assert_true(n == 2 || d.blames[0].partial);
        diagnosis_free(&d);
        scene_end(&s, &d.best);
    }
}

/* In children a number is taken for an index, or is rounded otherwise. */
TEST(what_does_the_same_in_part_of_the_cases_is_named_beside_it)
{
    struct scene s = scene_new(DIALECT_FREEBSD, UNIT_INDEX_OF_BYTES);
    struct diagnosis d;

    add(&s, "4 far without; 4 far-fork");
    diagnose_alone(&s.evidence, &d);
    assert_int_equal(d.count, 1);
    assert_true(d.blames[0].partial);
    assert_int_equal(d.blames[0].rule, RULE_ROUNDING);
    assert_true(blame_has(&d.blames[0], UNIT_INDEX_TO_END));
    assert_true(blame_has(&d.blames[0], UNIT_INDEX_OF_BYTES));
    diagnosis_free(&d);
    scene_end(&s, &d.best);
}

TESTS(NULL, NULL)
