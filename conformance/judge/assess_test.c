/* SPDX-License-Identifier: MIT */
#include "conformance/language/parsed_test.h"

#include "assess.h"
#include "conformance/diagnosis/evaluate.h"
#include "kept_test.h"
#include "reference/unit_test.h"

/* The first rounds up where the manual forbids it, the second divides first
 * where the manual permits it. */
static const char two_cases[] =
    "case one\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1003\n"
    "case two\nbuffer b 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n";
enum { CASES = 2 };

static const uint16_t rounding[] = {ROUNDING_UP, ROUNDING_DIVIDE_FIRST};

static struct case_list list;
static struct assessed cases[CASES];

static void see(size_t k, struct observation *observation)
{
    struct behaviour behaviour = behaviour_default(DIALECT_FREEBSD);
    struct workspace w = {0};

    behaviour.choice[RULE_ROUNDING] = rounding[k];
    simulate_kept(&w, cases[k].c, &behaviour, observation);
    workspace_free(&w);
}

static const char *look(void *context, struct assessed *some,
                        const size_t *indices, size_t count)
{
    (void)context;
    for (size_t k = 0; k < count; k++) {
        struct assessed *a = &some[indices[k]];

        assert_false(a->has_alone);
        see((size_t)(a - cases), &a->alone);
        a->has_alone = true;
    }
    return NULL;
}

static struct results run(void)
{
    struct results results = {0};

    parsed(&list, two_cases);
    for (size_t k = 0; k < CASES; k++) {
        cases[k] = (struct assessed){.c = &list.cases[k]};
        see(k, &cases[k].observation);
        cases[k].observation.batched = true;
    }
    assert_null(
        assess_twice(DIALECT_FREEBSD, cases, CASES, look, NULL, &results));
    return results;
}

static void forget(struct results *results)
{
    for (size_t k = 0; k < CASES; k++) {
        observation_free(&cases[k].observation);
        if (cases[k].has_alone)
            observation_free(&cases[k].alone);
    }
    results_free(results);
    case_list_free(&list);
}

/* More is in judged/results.txt. */
TEST(what_fails_says_what_was_seen_and_its_rules)
{
    struct results results = run();
    const struct result *failed = &results.cases[0];

    assert_ptr_equal(failed->id, cases[0].c->id);
    assert_non_null(failed->input);
    assert_non_null(failed->observed);
    assert_true(failed->rule_count > 0);
    assert_string_equal(failed->rules[0], "rounding");
    assert_null(results.causes[0].got);
    forget(&results);
}

/* Of a line that says the same of what was seen, what is permitted there. */
TEST(what_a_line_says_of_a_case_is_said_of_it)
{
    static const struct difference lines[] = {{"b[0] is 0", "2 or 3", 0},
                                              {"b[0] is 7", "8", 0}};
    struct results results = run();

    results_free(&results);
    for (unsigned k = 0; k < 2; k++) {
        cases[0].at_line = &lines[k];
        assess(DIALECT_FREEBSD, cases, CASES, &results);
        assert_string_equal(results.cases[0].permitted, k ? "1" : "2 or 3");
        assert_int_equal(
            strstr(results.cases[0].detail, "permitted 2 or 3") != NULL, !k);
        results_free(&results);
    }
    forget(&results);
}

static const char *cannot_look(void *context, struct assessed *some,
                               const size_t *indices, size_t count)
{
    (void)context, (void)some, (void)indices, (void)count;
    return "no process";
}

TEST(where_nobody_can_look_it_is_said_why)
{
    struct results results = run();

    results_free(&results);
    results = (struct results){0};
    observation_free(&cases[0].alone);
    cases[0].has_alone = false;
    assert_string_equal(assess_twice(DIALECT_FREEBSD, cases, CASES, cannot_look,
                                     NULL, &results),
                        "no process");
    assert_int_equal(results.case_count, 0);
    assert_null(results.cases);
    forget(&results);
}

TEST(what_was_not_run_is_not_looked_at_and_says_why)
{
    struct results results = run();

    results_free(&results);
    cases[0].observation.took = 5;
    cases[0].alone.took = 3;
    assess(DIALECT_FREEBSD, cases, CASES, &results);
    assert_int_equal(results.cases[0].took, 8);
    results_free(&results);
    /* whatever was in the results before */
    results.behaviour_count = results.case_count = results.cause_count = 9;
    results.behaviour = (struct rule_finding *)&results;
    results.causes = (struct cause *)&results;
    cases[0].unsupported = (char *)"no such call";
    cases[1].observation.took = 5;
    assess(DIALECT_FREEBSD, cases, CASES, &results);
    assert_int_equal(results.cases[0].verdict, VERDICT_UNSUPPORTED);
    assert_string_equal(results.cases[0].detail, "no such call");
    assert_null(results.cases[0].observed);
    assert_int_equal(results.cases[0].took, 0);
    assert_int_equal(results.cases[1].took, 5);
    assert_int_equal(results.summary[VERDICT_UNSUPPORTED], 1);
    assert_int_equal(results.summary[VERDICT_PASS], 1);
    forget(&results);
}

enum { FILES = 12 };

/* A monitor whose mon.out is laid out as no other's: so many can't be read, and
 * the others look like System V's, with one tick too many. */
static void run_files(size_t unread, struct results *results)
{
    static struct assessed files[FILES];
    struct behaviour behaviour = behaviour_default(DIALECT_AIX_MONITOR);
    struct file_contents contents[FILES];
    struct workspace w = {0};
    char text[200];

    for (size_t k = 0; k < FILES; k++) {
        snprintf(text, sizeof text,
                 "case file\nbuffer b 256\nmonitor 0x10000 0x10040 b 128 0\n"
                 "tick 0x10020 x%zu\nmonitor 0\nfile\n",
                 k + 1);
        parsed(&list, text);
    }
    for (size_t k = 0; k < FILES; k++) {
        struct observation *o = &files[k].observation;

        files[k] = (struct assessed){.c = &list.cases[k]};
        simulate_kept(&w, files[k].c, &behaviour, o);
        for (size_t i = 0; i < o->outcome.count; i++) {
            struct event *e = &o->outcome.events[i];

            if (e->kind != EVENT_FILE)
                continue;
            memcpy(&contents[k], e->bytes, sizeof contents[k]);
            assert_int_equal(contents[k].layout, MON_LAYOUT_MON);
            contents[k].ticks++;
            e->bytes = k < unread ? NULL : (const unsigned char *)&contents[k];
            e->value = k < unread ? FILE_UNREADABLE : e->value;
        }
    }
    assert_null(
        assess_twice(DIALECT_AIX_MONITOR, files, FILES, look, NULL, results));
    for (size_t k = 0; k < FILES; k++)
        observation_free(&files[k].observation);
    workspace_free(&w);
    case_list_free(&list);
}

TEST(where_many_files_cannot_be_read_the_others_are_not_read_either)
{
    struct results results = {0};

    run_files(3, &results);
    assert_int_equal(results.summary[VERDICT_FAIL], 9);
    assert_int_equal(results.summary[VERDICT_UNSUPPORTED], 3);
    results_free(&results);
    results = (struct results){0};
    run_files(4, &results);
    assert_int_equal(results.summary[VERDICT_FAIL], 0);
    assert_int_equal(results.summary[VERDICT_UNSUPPORTED], FILES);
    results_free(&results);
}

TESTS(NULL, NULL)
