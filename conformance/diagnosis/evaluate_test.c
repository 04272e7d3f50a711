/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <string.h>

#include "conformance/judge/judge.h"
#include "conformance/judge/suite_test.h"
#include "conformance/language/case.h"
#include "conformance/language/parsed_test.h"
#include "evaluate.h"
#include "permits.h"

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
    simulate(&bench->shown, bench->c, &behaviour, &bench->observation);
    workspace_fit(&bench->workspace, bench->c);
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
    evaluate(&bench->workspace, bench->c, &bench->observation.outcome, question,
             &bench->found, count_near, bench);
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

TEST(an_error_is_no_success_that_returns_nothing_where_errno_tells)
{
    struct question question =
        only(DIALECT_AIX, RULE_BAD_ADDRESS, choice_bit(BAD_ADDRESS_ACCEPTED));
    struct event seen = {.value = VALUE_NONE, .error = ERROR_EINVAL};
    struct bench bench;

    question.allowed.of[RULE_RETURN_ON_SUCCESS] =
        rule_choices(RULE_RETURN_ON_SUCCESS);
    begin(&bench, "case bad\nprofil bad -1 0 0\n", DIALECT_AIX,
          BAD_ADDRESS_EFAULT);
    bench.observation.outcome = (struct outcome){&seen, 1, 1};
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 1);
    question.errno_tells = true;
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 0);
    seen.error = EAGAIN; /* no page has it: a timer's, say */
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 1);
    seen.error = ERROR_EINVAL;
    seen.value = 0;
    explain(&bench, &question);
    assert_int_equal(bench.found.boxes.count, 1);
    end(&bench);
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

    workspace_fit(&w, parsed(&list, "case a\nbuffer b 8\n"));
    size = w.arena_size;
    capacity = w.outcome.capacity;
    workspace_fit(&w, parsed(&list, "case b\nbuffer b 80000\nprofil b 8 0 2\n"
                                    "profil b 8 0 2\nprofil b 8 0 2\n"));
    assert_true(w.arena_size >= size + 80000 - 8);
    assert_true(w.outcome.capacity > capacity);
    size = w.arena_size;
    capacity = w.outcome.capacity;
    workspace_fit(&w, &list.cases[0]);
    assert_int_equal(w.arena_size, size);
    assert_int_equal(w.outcome.capacity, capacity);
    workspace_free(&w);
    case_list_free(&list);
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

/* As the buffer was made, or 0 where it was cleared; all others count. */
TEST(a_counter_that_is_kept_counts_nothing)
{
    static const struct kept_counter kept[] = {{0, 2, 2}, {0, 4, 4}};
    static const struct {
        const char *buffer;
        enum choice start;
        uint16_t becomes[4];
    } rows[] = {
        {"buffer b 8", BUFFER_START_KEPT, {1, 0, 0, 0}},
        {"buffer b 8 fill16=7", BUFFER_START_KEPT, {8, 7, 7, 7}},
        {"buffer b 8 fill16=7", BUFFER_START_CLEARED, {1, 0, 0, 0}},
        {"buffer b 8 fill32=0x10002", BUFFER_START_KEPT, {3, 1, 2, 1}},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct behaviour behaviour = behaviour_default(DIALECT_FREEBSD);
        struct case_list list = {0};
        struct workspace w = {0};
        struct observation o;
        struct test_case c;
        char text[200];

        snprintf(text, sizeof text,
                 "case c\n%s\nprofil b 8 0x1000 0x10000\n"
                 "tick 0x1000 0x1002 x5 0x1004 x6 0x1006 x2\n",
                 rows[k].buffer);
        c = *parsed(&list, text);
        c.kept = kept;
        c.kept_count = 2;
        behaviour.choice[RULE_BUFFER_START] = (uint16_t)rows[k].start;
        simulate(&w, &c, &behaviour, &o);
        assert_memory_equal(o.outcome.events[1].bytes + SCRIPT_ZONE,
                            rows[k].becomes, 8);
        workspace_free(&w);
        case_list_free(&list);
    }
}

/* What of a case agrees with a behaviour, and at what a run is at odds, is the
 * same where runs end there; and there are no more of them.  The runs saved. */
static size_t compare_ends(struct workspace *w, const struct test_case *c,
                           const struct outcome *observed,
                           struct question *question)
{
    struct explanations found[2] = {{.runs = 0}};
    size_t saved;

    workspace_fit(w, c);
    for (unsigned until = 0; until < 2; until++) {
        question->until_odds = until;
        evaluate_runs(w, c, observed, question, &found[until], NULL, NULL);
    }
    assert_int_equal(found[1].agreed.count, found[0].agreed.count);
    assert_int_equal(found[1].agreed.used, found[0].agreed.used);
    if (found[0].agreed.used > 0)
        assert_memory_equal(found[1].agreed.words, found[0].agreed.words,
                            found[0].agreed.used *
                                sizeof *found[0].agreed.words);
    assert_memory_equal(&found[1].explaining, &found[0].explaining,
                        sizeof found[0].explaining);
    assert_true(found[1].runs <= found[0].runs);
    saved = found[0].runs - found[1].runs;
    free(found[0].agreed.words);
    free(found[1].agreed.words);
    return saved;
}

TEST(runs_that_end_where_they_are_at_odds_find_the_same)
{
    struct workspace shown = {0}, w = {0};
    struct choice_sets permitted = choices_of_dialect(DIALECT_AIX, true);
    struct question question = *permits_question(DIALECT_AIX);
    size_t saved = 0;

    for (unsigned choice = 0; choice < CHOICES; choice++) {
        struct behaviour behaviour = behaviour_default(DIALECT_AIX);
        unsigned rule = choice_table[choice].rule;

        if (permitted.of[rule] & choice_bit((enum choice)choice) ||
            rule_table[rule].free || !dialect_has_rule(DIALECT_AIX, rule))
            continue;
        behaviour.choice[rule] = (uint16_t)choice;
        for (size_t k = choice % 5; k < suite.count; k += 5) {
            struct observation o;

            simulate(&shown, &suite.cases[k], &behaviour, &o);
            saved += compare_ends(&w, &suite.cases[k], &o.outcome, &question);
        }
    }
    assert_true(saved > 1000);
    workspace_free(&shown);
    workspace_free(&w);
}

TESTS(load, unload)
