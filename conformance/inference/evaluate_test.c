/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "conformance/cases/parsed_test.h"
#include "latitude.h"
#include "reference/unit_test.h"
#include "simulate.h"

/* Distance 3 at 3/4: number 2 down, 2 up, 1 (and so 0) divided first. */
#define ODD                                                                    \
    "case odd\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1003\n"          \
    "tick 0x1010 x2\n"

/* A case, what a behaviour shows on it, and what explains that. */
struct bench {
    struct case_list list;
    const struct test_case *c;
    struct workspace shown, workspace;
    struct observation observation;
    struct explanations found;
    size_t near;
};

static void begin(struct bench *bench, const char *text, enum dialect dialect,
                  enum choice choice)
{
    struct behaviour behaviour = behaviour_default(dialect);

    *bench = (struct bench){0};
    behaviour.choice[choice_table[choice].rule] = (uint16_t)choice;
    bench->c = parsed(&bench->list, text);
    assert_true(
        simulate(&bench->shown, bench->c, &behaviour, &bench->observation));
    assert_true(workspace_fit(&bench->workspace, bench->c));
}

static void end(struct bench *bench)
{
    free(bench->found.boxes.boxes);
    workspace_free(&bench->shown);
    workspace_free(&bench->workspace);
    case_list_free(&bench->list);
}

static void count_near(void *context, const struct outcome *outcome)
{
    struct bench *bench = context;

    bench->near += outcome->count > 0;
}

static void explain(struct bench *bench, const struct question *question)
{
    free(bench->found.boxes.boxes);
    bench->near = 0;
    assert_true(evaluate(&bench->workspace, bench->c,
                         &bench->observation.outcome, question, &bench->found,
                         count_near, bench));
}

/* One choice for each rule, but these of one rule. */
static struct question only(enum dialect dialect, enum rule rule,
                            choice_set choices)
{
    struct behaviour behaviour = behaviour_default(dialect);
    struct question question = {.allowed = behaviour_sets(&behaviour),
                                .work = 1000000};

    question.allowed.of[rule] = choices;
    return question;
}

TEST(each_combination_that_agrees_is_a_box)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_ROUNDING,
             choice_bit(ROUNDING_DOWN) | choice_bit(ROUNDING_UP) |
                 choice_bit(ROUNDING_DIVIDE_FIRST));
    struct bench bench;

    begin(&bench, ODD, DIALECT_FREEBSD, ROUNDING_DOWN);
    explain(&bench, &question);
    assert_int_equal(bench.found.runs, 3);
    assert_int_equal(bench.near, 3);
    assert_int_equal(bench.found.boxes.count, 2);
    assert_int_equal(box_list_hull(&bench.found.boxes).of[RULE_ROUNDING],
                     choice_bit(ROUNDING_DOWN) | choice_bit(ROUNDING_UP));
    assert_false(bench.found.exhausted);
    assert_true(rule_set_has(bench.found.asked, RULE_ROUNDING));
    assert_false(rule_set_has(bench.found.asked, RULE_FORK));
    end(&bench);
}

TEST(a_rule_not_asked_costs_no_run)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_FORK, rule_choices(RULE_FORK));
    struct bench bench;

    begin(&bench, ODD, DIALECT_FREEBSD, ROUNDING_DOWN);
    explain(&bench, &question);
    assert_int_equal(bench.found.runs, 1);
    assert_int_equal(bench.found.boxes.count, 1);
    assert_int_equal(bench.found.boxes.boxes[0].of[RULE_FORK],
                     rule_choices(RULE_FORK));
    end(&bench);
}

TEST(where_none_agrees_there_is_no_box)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_ROUNDING, choice_bit(ROUNDING_DOWN));
    struct bench bench;

    begin(&bench, ODD, DIALECT_FREEBSD, ROUNDING_DIVIDE_FIRST);
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 0);
    assert_int_equal(bench.near, 1);
    assert_true(rule_set_has(bench.found.asked, RULE_ROUNDING));
    assert_true(rule_set_empty(bench.found.explaining));
    end(&bench);
}

TEST(extra_choices_are_taken_up_to_the_budget)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_ROUNDING, choice_bit(ROUNDING_DOWN));
    struct bench bench;

    question.extra.of[RULE_ROUNDING] = choice_bit(ROUNDING_DIVIDE_FIRST);
    begin(&bench, ODD, DIALECT_FREEBSD, ROUNDING_DIVIDE_FIRST);
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 0);
    question.budget = 1;
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 1);
    assert_int_equal(bench.found.boxes.boxes[0].of[RULE_ROUNDING],
                     choice_bit(ROUNDING_DIVIDE_FIRST));
    assert_true(rule_set_has(bench.found.explaining, RULE_ROUNDING));
    end(&bench);
}

/* A scale that turns profiling off, or is at work on a pc that it counts
 * nowhere: only then is it asked what becomes of a pc below offset. */
static void check_explaining(const char *text, enum choice plain,
                             enum choice departure, bool asks)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_SCALE_OFF, choice_bit(plain));
    struct bench bench;

    question.extra.of[RULE_SCALE_OFF] = choice_bit(departure);
    question.budget = 1;
    begin(&bench, text, DIALECT_FREEBSD, plain);
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 2);
    assert_true(rule_set_has(bench.found.asked, RULE_BELOW_OFFSET));
    assert_int_equal(rule_set_has(bench.found.explaining, RULE_BELOW_OFFSET),
                     asks);
    assert_false(rule_set_has(bench.found.explaining, RULE_ROUNDING));
    end(&bench);
}

/* The first of them asks more in the one, the last in the other. */
TEST(of_two_ways_as_simple_the_rules_of_both_explain)
{
    static const struct {
        const char *text;
        enum choice other;
    } rows[] = {
        {"case s\nbuffer b 8\nprofil b 8 0x1000 1\ntick 0xff0\n",
         SCALE_OFF_ZERO_AND_ONE},
        {"case s\nbuffer b 8\nprofil b 8 0x1000 0\ntick 0xff0\n",
         SCALE_OFF_NEVER},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct question question =
            only(DIALECT_FREEBSD, RULE_SCALE_OFF,
                 choice_bit(SCALE_OFF_ZERO) | choice_bit(rows[k].other));
        struct bench bench;

        begin(&bench, rows[k].text, DIALECT_FREEBSD, SCALE_OFF_ZERO);
        explain(&bench, &question);
        assert_int_equal(bench.found.boxes.count, 2);
        assert_true(rule_set_has(bench.found.explaining, RULE_BELOW_OFFSET));
        end(&bench);
    }
}

/* Where rounding up leads is asked of who rounds up alone. */
TEST(any_rule_may_be_departed_from)
{
    struct question question =
        only(DIALECT_IRIX, RULE_ROUNDING, choice_bit(ROUNDING_DOWN));
    struct bench bench;

    question.extra.of[RULE_ROUNDING] = choice_bit(ROUNDING_UP);
    question.budget = 1;
    begin(&bench,
          "case u\nbuffer b 16\n"
          "sprofil [ b 16 0x1000 0x10000 ] 1 null uint\ntick 0x1004\n",
          DIALECT_IRIX, ROUNDING_DOWN);
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 2);
    assert_true(rule_set_has(bench.found.asked, RULE_WIDE_UP));
    assert_false(rule_set_has(bench.found.explaining, RULE_WIDE_UP));
    end(&bench);
}

TEST(explaining_are_the_rules_of_the_simplest_way)
{
    static const char one[] =
        "case s\nbuffer b 8\nprofil b 8 0x1000 1\ntick 0xff0\n";
    static const char zero[] =
        "case s\nbuffer b 8\nprofil b 8 0x1000 0\ntick 0xff0\n";

    check_explaining(one, SCALE_OFF_ZERO, SCALE_OFF_ZERO_AND_ONE, true);
    check_explaining(one, SCALE_OFF_ZERO_AND_ONE, SCALE_OFF_ZERO, false);
    check_explaining(zero, SCALE_OFF_ZERO, SCALE_OFF_NEVER, false);
}

TEST(too_much_work_is_given_up)
{
    struct question question =
        only(DIALECT_FREEBSD, RULE_ROUNDING, rule_choices(RULE_ROUNDING));
    struct bench bench;

    begin(&bench, ODD, DIALECT_FREEBSD, ROUNDING_DOWN);
    question.work = 0;
    explain(&bench, &question);
    assert_true(bench.found.exhausted);
    assert_true(bench.near < rule_table[RULE_ROUNDING].count);
    question.work = 1000000;
    explain(&bench, &question);
    assert_false(bench.found.exhausted);
    assert_int_equal(bench.near, rule_table[RULE_ROUNDING].count);
    end(&bench);
}

TEST(a_workspace_grows_with_its_cases)
{
    struct case_list list = {0};
    struct workspace w = {0};
    size_t size, capacity;

    assert_true(workspace_fit(&w, parsed(&list, "case a\nbuffer b 8\n")));
    size = w.arena_size;
    capacity = w.outcome.capacity;
    assert_true(workspace_fit(
        &w, parsed(&list, "case b\nbuffer b 80000\nprofil b 8 0 2\n"
                          "profil b 8 0 2\nprofil b 8 0 2\n")));
    assert_true(w.arena_size >= size + 80000 - 8);
    assert_true(w.outcome.capacity > capacity);
    size = w.arena_size;
    capacity = w.outcome.capacity;
    assert_true(workspace_fit(&w, &list.cases[0]));
    assert_int_equal(w.arena_size, size);
    assert_int_equal(w.outcome.capacity, capacity);
    workspace_free(&w);
    case_list_free(&list);
}

TESTS(NULL, NULL)
