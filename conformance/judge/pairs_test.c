/* SPDX-License-Identifier: MIT */
/* Two departures at once: one must not hide the other from the suite. */
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/stream.h"
#include "judge.h"
#include "reference/unit_test.h"
#include "suite_test.h"

enum { PAIRS = 40 /* drawn in each dialect */ };

/* Whether some case fails on the model with that behaviour. */
static bool is_found(enum dialect dialect, const struct behaviour *behaviour)
{
    struct judge *judge = judge_new(dialect);
    struct workspace w = {0};
    struct observation observation;
    struct judgement judgement;
    bool found = false;

    assert_non_null(judge);
    for (size_t k = 0; k < suite.count && !found; k++) {
        const struct test_case *c = &suite.cases[k];

        if (!(c->dialects >> dialect & 1))
            continue;
        simulate(&w, c, behaviour, &observation);
        judge_case(judge, c, &observation, &judgement);
        found = judgement.verdict != VERDICT_PASS &&
                judgement.verdict != VERDICT_UNSPECIFIED;
    }
    workspace_free(&w);
    judge_free(judge);
    return found;
}

static struct behaviour with(enum dialect dialect, enum choice a, enum choice b)
{
    struct behaviour behaviour = behaviour_default(dialect);

    behaviour.choice[choice_table[a].rule] = (uint16_t)a;
    behaviour.choice[choice_table[b].rule] = (uint16_t)b;
    return behaviour;
}

/* The forbidden choices that are found when taken alone. */
static unsigned found_alone(enum dialect dialect, enum choice *choices)
{
    unsigned count = 0;

    for (enum choice k = 0; k < CHOICES; k++) {
        unsigned rule = choice_table[k].rule;
        struct behaviour behaviour = with(dialect, k, k);

        if (dialect_has_rule(dialect, rule) && !rule_table[rule].free &&
            dialect_permission(dialect, k) == FORBIDDEN &&
            is_found(dialect, &behaviour))
            choices[count++] = k;
    }
    return count;
}

TEST(two_departures_are_found_as_one_is)
{
    unsigned wrong = 0, drawn = 0;

    for (enum dialect d = 0; d < DIALECTS; d++) {
        enum choice choices[CHOICES];
        unsigned count = found_alone(d, choices);
        uint64_t random = d;

        assert_true(count > 10);
        for (unsigned n = 0; n < PAIRS; n++) {
            enum choice a = choices[stream_random(&random) % count];
            enum choice b = choices[stream_random(&random) % count];
            struct behaviour behaviour = with(d, a, b);

            if (choice_table[a].rule == choice_table[b].rule)
                continue;
            drawn++;
            if (!is_found(d, &behaviour)) {
                print_error("%s: %s and %s\n", dialect_table[d].name,
                            choice_table[a].name, choice_table[b].name);
                wrong++;
            }
        }
    }
    print_message("%u pairs, %u not found\n", drawn, wrong);
    assert_int_equal(wrong, 0);
}

TEST(what_departs_in_nothing_is_not_found)
{
    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct behaviour behaviour = behaviour_default(d);

        assert_false(is_found(d, &behaviour));
    }
}

TESTS(load, unload)
