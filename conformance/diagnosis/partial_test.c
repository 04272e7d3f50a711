/* SPDX-License-Identifier: MIT */
/* A departure that holds in some cases, and not in others. */
#include "partial.h"

#include "scene_test.h"

static void diagnose_alone(struct evidence *e, struct diagnosis *d)
{
    diagnosis_find(e, d);
    diagnosis_blame(e, d);
}

/* Cases of a library with a departure, or without it. */
struct part_row {
    const char *why;
    struct part {
        unsigned times;
        const char *text;
        bool departs;
    } parts[4]; /* the last of none */
    bool found;
};

TEST(a_departure_may_hold_in_part_of_the_cases)
{
    static const struct part_row rows[] = {
        {"it holds in a child, and not in its parent",
         {{4, PLAIN_FORK, true}, {4, PLAIN, false}},
         true},
        {"two are few, but none of them is right",
         {{2, PLAIN_FORK, true}, {2, PLAIN, false}},
         true},
        {"two against one count the same by chance",
         {{2, PLAIN_FORK, true}, {1, PLAIN, false}},
         false},
        {"three do not", {{3, PLAIN_FORK, true}, {1, PLAIN, false}}, true},
        {"one alone", {{1, PLAIN_FORK, true}, {4, PLAIN, false}}, false},
        {"one of eight elsewhere",
         {{8, PLAIN_FORK, true}, {1, PLAIN, true}, {4, PLAIN, false}},
         true},
        {"one of seven elsewhere",
         {{7, PLAIN_FORK, true}, {1, PLAIN, true}, {4, PLAIN, false}},
         false},
        {"nothing sets them apart",
         {{4, PLAIN, true}, {4, PLAIN, false}},
         false},
        {"one exception of eight",
         {{8, PLAIN_FORK, true}, {1, PLAIN_FORK, false}, {4, PLAIN, false}},
         true},
        {"one of seven",
         {{7, PLAIN_FORK, true}, {1, PLAIN_FORK, false}, {4, PLAIN, false}},
         false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(DIALECT_FREEBSD);
        const struct behaviour right = s.bench.behaviour;
        struct diagnosis d;
        bool found;

        for (const struct part *p = rows[k].parts; p->times; p++) {
            s.bench.behaviour = right;
            if (p->departs)
                take(&s.bench, ROUNDING_NEXT_EVEN);
            add(&s, p->times, p->text, RIGHT);
        }
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
        struct scene s = scene_new(DIALECT_FREEBSD);
        struct diagnosis d;

        add(&s, 4, PLAIN, RIGHT);
        take(&s.bench, TICKS_NONE);
        add(&s, n, PLAIN_FORK, RIGHT);
        diagnose_alone(&s.evidence, &d);
        assert_int_equal(d.count, n == 3);
        assert_true(n == 2 || d.blames[0].partial);
        diagnosis_free(&d);
        scene_end(&s, &d.best);
    }
}

#define FAR_LINES "profil b 16 0x1000 0x8000\ntick 0x1004\n"

/* In children a number is taken for an index, or is rounded otherwise. */
TEST(what_does_the_same_in_part_of_the_cases_is_named_beside_it)
{
    struct scene s = scene_new(DIALECT_FREEBSD);
    struct diagnosis d;

    add(&s, 4, "case far" BUFFER FAR_LINES, RIGHT);
    take(&s.bench, UNIT_INDEX_OF_BYTES);
    add(&s, 4, "case far-fork" BUFFER "fork\n" FAR_LINES "end\n", RIGHT);
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
