/* SPDX-License-Identifier: MIT */
#include <errno.h>

#include "conformance/language/parsed_test.h"

#include "assess.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/text.h"
#include "conformance/language/observed.h"
#include "kept_test.h"
#include "reference/unit_test.h"

/* The first rounds up where the manual forbids it, the second divides first
 * where the manual permits it, the third does not, and the fourth is as the
 * first: in a batch, or always. */
static const char *const texts[] = {
    "case one\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1003\n",
    "case two\nbuffer b 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n",
    "case three\nbuffer c 16\nprofil c 16 0x1000 0x5555\ntick 0x1007\n",
    "case four\nbuffer d 16\nprofil d 16 0x1000 0x8000\ntick 0x1003\n",
};
enum { CASES = 2, ALL_CASES = sizeof texts / sizeof *texts };

static const uint16_t in_batch[] = {ROUNDING_UP, ROUNDING_DIVIDE_FIRST,
                                    ROUNDING_DOWN, ROUNDING_UP};

static struct case_list list;
static struct assessed cases[ALL_CASES];
static uint16_t alone; /* what each does by itself; CHOICES: the same */

static void see(size_t k, uint16_t rounding, struct observation *observation)
{
    struct behaviour behaviour = behaviour_default(DIALECT_FREEBSD);
    struct workspace w = {0};

    behaviour.choice[RULE_ROUNDING] = rounding;
    simulate_kept(&w, cases[k].c, &behaviour, observation);
    workspace_free(&w);
}

static const char *look(void *context, struct assessed *some,
                        const size_t *indices, size_t count)
{
    (void)context;
    for (size_t k = 0; k < count; k++) {
        struct assessed *a = &some[indices[k]];
        size_t at = (size_t)(a - cases);

        assert_false(a->has_alone);
        see(at, alone < CHOICES ? alone : in_batch[at], &a->alone);
        a->has_alone = true;
    }
    return NULL;
}

static struct results run_cases(size_t first, size_t count, uint16_t by_itself)
{
    struct results results = {0};

    alone = by_itself;
    for (size_t k = 0; k < ALL_CASES; k++)
        parsed(&list, texts[k]);
    for (size_t k = 0; k < ALL_CASES; k++) {
        cases[k] = (struct assessed){.c = &list.cases[k]};
        see(k, in_batch[k], &cases[k].observation);
        cases[k].observation.batched = true;
    }
    assert_null(assess_twice(DIALECT_FREEBSD, cases + first, count, look, NULL,
                             &results));
    return results;
}

static struct results run(uint16_t by_itself)
{
    return run_cases(0, CASES, by_itself);
}

static void forget(struct results *results)
{
    for (size_t k = 0; k < ALL_CASES; k++) {
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
    struct results results = run(CHOICES);
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
    struct results results = run(CHOICES);

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

TEST(an_errno_that_a_call_which_did_not_fail_leaves_is_no_answer)
{
    struct results results = run(CHOICES);
    struct event *call;

    results_free(&results);
    for (size_t k = 0; k < CASES; k++)
        if (!cases[k].has_alone) {
            see(k, in_batch[k], &cases[k].alone);
            cases[k].has_alone = true;
        }
    call = &cases[1].observation.outcome.events[0];
    assert_int_equal(call->kind, EVENT_CALL);
    call->error = EAGAIN;
    cases[1].alone.outcome.events[0].error = ERROR_NONE;
    assess(DIALECT_FREEBSD, cases, CASES, &results);
    assert_int_equal(results.cases[1].verdict, VERDICT_PASS);
    results_free(&results);
    assess(DIALECT_GLIBC, cases, CASES, &results); /* there 0 may be an error */
    assert_int_equal(results.cases[1].verdict, VERDICT_PASS);
    results_free(&results);
    call->error = ERROR_EINVAL;
    assess(DIALECT_GLIBC, cases, CASES, &results);
    assert_int_equal(results.cases[1].verdict, VERDICT_INCONSISTENT);
    results_free(&results);
    call->value = 1;
    assess(DIALECT_FREEBSD, cases, CASES, &results);
    assert_int_equal(results.cases[1].verdict, VERDICT_INCONSISTENT);
    forget(&results);
}

/* As what a tick counts does, which is seen later. */
TEST(what_a_call_returns_in_company_alone_spoils_it)
{
    struct results results = run_cases(2, 2, ROUNDING_DOWN);
    size_t indices[CASES];
    struct assess_state progress;

    results_free(&results);
    for (unsigned differs = 0; differs < 2; differs++) {
        progress = (struct assess_state){.step = ASSESS_FAILED};
        if (cases[2].has_alone)
            observation_free(&cases[2].alone);
        cases[2].has_alone = false;
        observation_free(&cases[3].observation);
        see(3, ROUNDING_DOWN, &cases[3].observation);
        cases[3].observation.outcome.events[0].value += differs;
        assess_step(DIALECT_FREEBSD, cases + 2, CASES, &progress, indices,
                    &results);
        assert_int_equal(progress.wanted, differs);
        results_free(&results);
    }
    forget(&results);
}

/* A tick, counted there, and then a list of so many regions, and what came of
 * it. */
static void take_list(struct assessed *a, unsigned count, const char *returned,
                      unsigned counter)
{
    char seen[200], text[6000] = "case list\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x5555\ntick 0x1007\n"
                                 "profil b 16 0x1000 0\nsprofil [ ";
    struct observed_error error;

    for (unsigned k = 0; k < count; k++)
        text_add(text, sizeof text, "%sb 16 0x1000 0x8000 ", k ? "; " : "");
    text_add(text, sizeof text, "] %u null ushort\n", count);
    parsed(&list, text);
    snprintf(seen, sizeof seen,
             "1 call 0; 3 call 0; 4 call %s; 5 buffer 0 16 [", returned);
    for (unsigned k = 0; k < 8; k++)
        text_add(seen, sizeof seen, " %d", k == counter);
    text_add(seen, sizeof seen, " ]; ended normally at 5");
    *a = (struct assessed){.unsupported = NULL};
    if (!observed_parse(seen, strlen(seen), &a->observation, &error))
        fail_msg("%s", error.text);
}

/* That PROFIL_MAX is lower, unless somebody gave it; each page permits 8. */
TEST(a_limit_is_told_below_which_no_list_was_refused)
{
    static const struct {
        const char *why;
        unsigned accepted[2], refused[2], given;
        unsigned counter; /* 0 and 1 are permitted, not of one that does both */
        unsigned limit;
    } rows[] = {
        {"one was refused", {2}, {4}, 0, 1, 4},
        {"several were: the shortest", {2, 1}, {6, 4}, 0, 1, 4},
        {"the longest that is accepted counts", {1, 3}, {4}, 0, 1, 4},
        {"... in any order", {5, 1}, {4}, 0, 1, 0},
        {"as many are accepted", {4}, {4}, 0, 1, 0},
        {"none is accepted", {0}, {4}, 0, 1, 0},
        {"the limit was given", {2}, {4}, 64, 1, 0},
        {"as many as any PROFIL_MAX permits", {2}, {8}, 0, 1, 8},
        {"one more, which no page decides", {2}, {9}, 0, 1, 0},
        {"something else is wrong where it was refused", {2}, {9}, 0, 5, 0},
        {"... which no page permits", {2}, {4}, 0, 5, 0},
        {"... though every page permits it", {2}, {65}, 0, 5, 0},
        {"one permitted by itself contradicts another", {2}, {9}, 0, 0, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct assessed lists[4];
        struct results results = {0};
        size_t count = 0, limit = 0;

        for (unsigned i = 0; i < 2 && rows[k].accepted[i]; i++)
            take_list(&lists[count++], rows[k].accepted[i], "0", 1);
        for (unsigned i = 0; i < 2 && rows[k].refused[i]; i++)
            take_list(&lists[count++], rows[k].refused[i], "-1 E2BIG",
                      rows[k].counter);
        for (size_t i = 0; i < count; i++) {
            list.cases[i].script.profil_max = rows[k].given;
            lists[i].c = &list.cases[i];
        }
        assess(DIALECT_IRIX, lists, count, &results);
        for (size_t i = 0; i < results.cause_count; i++)
            limit += results.causes[i].limit;
        if (limit != rows[k].limit ||
            (results.cause_count > 0) !=
                (rows[k].counter != 1 || rows[k].refused[0] <= 8))
            fail_msg("%s: %zu, %zu", rows[k].why, limit, results.cause_count);
        for (size_t i = 0; i < count; i++)
            observation_free(&lists[i].observation);
        results_free(&results);
        case_list_free(&list);
    }
}

static const char *cannot_look(void *context, struct assessed *some,
                               const size_t *indices, size_t count)
{
    (void)context, (void)some, (void)indices, (void)count;
    return "no process";
}

TEST(where_nobody_can_look_it_is_said_why)
{
    struct results results = run(CHOICES);

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
    struct results results = run(CHOICES);

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
