/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conformance/cases/suite.h"
#include "conformance/delivery/observed.h"
#include "conformance/judge/describe.h"
#include "conformance/judge/judge.h"
#include "conformance/words_test.h"
#include "since.h"
#include "vector.h"

/* A suite as vectors, and their text. */
struct made {
    struct case_list cases;
    struct vector_set set;
    char *text;
    size_t length;
};

static void written(struct made *m)
{
    FILE *out = open_memstream(&m->text, &m->length);

    assert_non_null(out);
    m->set.suite = "test";
    m->set.tables = "hash";
    assert_true(vectors_text(&m->set, out));
    assert_int_equal(fclose(out), 0);
}

static struct made quick(enum dialect dialect)
{
    struct made m = {0};
    struct case_error error;

    if (!suite_load(&m.cases, dialect, false, &error))
        fail_msg("%s", error.text);
    assert_true(vectors_make(&m.set, dialect, &m.cases));
    written(&m);
    return m;
}

static struct made of(enum dialect dialect, const char *text)
{
    struct made m = {0};
    struct case_error error;

    if (!case_list_parse(&m.cases, "test", text, strlen(text), &error))
        fail_msg("%s", error.text);
    assert_true(vectors_make(&m.set, dialect, &m.cases));
    written(&m);
    return m;
}

static void forget(struct made *m)
{
    vectors_free(&m->set);
    case_list_free(&m->cases);
    free(m->text);
}

/* An outcome of the text as an observation: its events, and how a process ends
 * that leads to them. */
static char *as_observed(const char *events)
{
    char *line = NULL, *own = strdup(events), *rest;
    size_t length;
    FILE *out = open_memstream(&line, &length);
    const char *ended = "ended normally at 0";
    char crashed[64];

    for (char *at = strtok_r(own, "\n", &rest); at;
         at = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(at, "may ", 4) == 0)
            continue;
        if (strstr(at, " anything"))
            break;
        if (strstr(at, " crash")) {
            snprintf(crashed, sizeof crashed, "ended signal 11 at %d",
                     atoi(at));
            ended = crashed;
        }
        fprintf(out, "%s; ", at);
    }
    fputs(ended, out);
    assert_int_equal(fclose(out), 0);
    free(own);
    return line;
}

static struct observation observed_of(const char *id, const char *events)
{
    char *line = as_observed(events);
    struct observation o;
    struct observed_error error;

    if (!observed_parse(line, strlen(line), &o, &error))
        fail_msg("%s: %s: %s", id, error.text, line);
    free(line);
    return o;
}

static unsigned judged(enum dialect dialect, const struct test_case *c,
                       const struct observation *o)
{
    static struct judgement judgement;

    judge_alone(dialect, c, o, &judgement);
    return judgement.verdict;
}

static bool is_permitted(const struct vector *v, const struct outcome *outcome)
{
    for (size_t k = 0; k < v->count; k++)
        if (v->outcomes[k].specified &&
            outcome_difference(&v->outcomes[k].outcome, outcome) < 0)
            return true;
    return false;
}

/* From the text alone: what is written there is what is judged. */
static void each_outcome_passes_when_it_is_judged(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        struct made m = quick((enum dialect)d);
        struct since_set read = {0};
        char problem[SINCE_PROBLEM];

        assert_true(since_read(&read, m.text, m.length, problem));
        assert_int_equal(read.count, m.set.count);
        for (size_t k = 0; k < read.count; k++)
            for (size_t j = 0; j < read.vectors[k].count; j++) {
                const struct since_outcome *o = &read.vectors[k].outcomes[j];
                struct observation seen =
                    observed_of(read.vectors[k].id, o->events);
                unsigned verdict =
                    judged((enum dialect)d, m.set.vectors[k].c, &seen);

                if (verdict != VERDICT_PASS &&
                    (verdict != VERDICT_UNSPECIFIED ||
                     is_permitted(&m.set.vectors[k], &seen.outcome)))
                    fail_msg("%s %s, %s: %s", dialect_table[d].name,
                             read.vectors[k].id, verdict_names[verdict],
                             o->events);
                observation_free(&seen);
            }
        since_free(&read);
        forget(&m);
    }
}

static bool is_listed(const struct vector *v, const struct outcome *outcome)
{
    for (size_t k = 0; k < v->count; k++)
        if (outcome_difference(&v->outcomes[k].outcome, outcome) < 0)
            return true;
    return false;
}

/* The first counter of each buffer up by one: judged as it is listed. */
static void off_by_one(enum dialect dialect, const struct vector *v, size_t k,
                       size_t *told, size_t *same)
{
    struct observation o = observed_of(v->c->id, v->outcomes[k].text);
    unsigned width = describe_width(v->c);

    for (size_t e = 0; e < o.outcome.count; e++) {
        struct event *event = &o.outcome.events[e];
        unsigned char *at = (unsigned char *)event->bytes + SCRIPT_ZONE;

        if (event->kind != EVENT_BUFFER || !event->bytes ||
            event->undetermined || event->size < 2 * SCRIPT_ZONE + width)
            continue;
        ++*at;
        if (is_listed(v, &o.outcome)) {
            ++*same;
        } else {
            unsigned verdict = judged(dialect, v->c, &o);

            ++*told;
            if (verdict == VERDICT_PASS || verdict == VERDICT_UNSPECIFIED)
                fail_msg("%s: another counter is let pass: %s", v->c->id,
                         v->outcomes[k].text);
        }
        --*at;
    }
    observation_free(&o);
}

static char *without_first_word(const char *text)
{
    char *own = strdup(text), *to = own;

    for (const char *at = text; *at;) {
        size_t line = strcspn(at, "\n") + 1;

        if (strncmp(at, "event ", 6) == 0) {
            memmove(to, at + 6, line - 6);
            to += line - 6;
        }
        at += line;
    }
    *to = '\0';
    return own;
}

static void a_counter_that_is_off_by_one_is_another_outcome(void **state)
{
    size_t told = 0, same = 0;

    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        struct made m = quick((enum dialect)d);

        for (size_t k = 0; k < m.set.count; k++)
            for (size_t j = 0; j < m.set.vectors[k].count; j++) {
                char **text = &m.set.vectors[k].outcomes[j].text;
                char *events = without_first_word(*text);

                free(*text);
                *text = events;
                off_by_one((enum dialect)d, &m.set.vectors[k], j, &told, &same);
            }
        forget(&m);
    }
    assert_true(told > 500);
    assert_true(same < told / 10);
}

static void what_a_case_finds_is_not_permitted(void **state)
{
    struct made m =
        of(DIALECT_FREEBSD, "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                            "tick 0x1002\n");
    const struct vector *v = m.set.vectors;

    (void)state;
    assert_int_equal(v->count, 1);
    assert_non_null(strstr(
        m.text, "\nfinds rounding=up always Odd numbers were rounded up to "
                "the next counter; freebsd.profil.3 permits"));
    assert_null(strstr(m.text, "finds rounding=down"));
    assert_null(strstr(m.text, "finds counter-full="));
    forget(&m);
}

/* Eight buffers whose first byte of a counter may be kept or cleared, each by
 * itself, would be too many: what is left is their number, and bounds. */
static void too_many_outcomes_are_counted_and_bounded(void **state)
{
    struct made m = quick(DIALECT_FREEBSD);
    struct vector *v = m.set.vectors;
    struct vector_outcome *more = calloc(70, sizeof *more);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct vector full = *v;

    (void)state;
    for (size_t k = 0; k < 70; k++)
        more[k] = v->outcomes[k % v->count];
    full.outcomes = more;
    full.count = 70;
    m.set.vectors = &full;
    m.set.count = 1;
    assert_true(vectors_text(&m.set, out));
    fclose(out);
    assert_non_null(strstr(text, "\noutcomes 70 unlisted\nbound event 1 "));
    assert_non_null(strstr(text, "\ncounters "));
    assert_null(strstr(text, "\noutcome 1"));
    m.set.vectors = v;
    m.set.count = 76 < m.cases.count ? 76 : m.cases.count;
    free(text);
    free(more);
    forget(&m);
}

static void assert_since(const struct made *m, const char *old, size_t added,
                         size_t gone, size_t changed, const char *sentence)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct since since;

    if (!vectors_since(&m->set, old, strlen(old), &since, out))
        fail_msg("%s", since.problem);
    fclose(out);
    assert_int_equal(since.added, added);
    assert_int_equal(since.gone, gone);
    assert_int_equal(since.changed, changed);
    if (!strstr(text, sentence))
        fail_msg("%s not in %s", sentence, text);
    free(text);
}

#define A "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n"
#define B "case b\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1004\n"

/* The old text with one thing replaced by another of the same length. */
static char *altered(const char *text, const char *was, const char *is)
{
    char *own = strdup(text), *at = strstr(own, was);

    assert_non_null(at);
    assert_int_equal(strlen(was), strlen(is));
    memcpy(at, is, strlen(is));
    return own;
}

static void what_changed_is_told_a_sentence_each(void **state)
{
    struct made a = of(DIALECT_FREEBSD, A), ab = of(DIALECT_FREEBSD, A B);
    char *other = altered(a.text, "16 [ 1 0*7 ]", "16 [ 2 0*7 ]");
    char *silent =
        altered(a.text, "outcome 1 permitted 2", "outcome 1 unspecified");

    (void)state;
    assert_since(&a, a.text, 0, 0, 0, "1 vector: 0 new, 0 gone, 0 changed");
    assert_since(&ab, a.text, 1, 0, 0, "b.");
    assert_since(&a, ab.text, 0, 1, 0, " is gone: outcomes 1\n");
    assert_since(&a, other, 0, 0, 1, " permits now what it did not: 1 call 0 ");
    assert_since(&a, other, 0, 0, 1,
                 " no longer permits: 1 call 0 errno "
                 "unseen; 3 buffer 0 16 [ 2 0*7 ]\n");
    assert_since(&a, silent, 0, 0, 1, "is decided by the manual now");
    free(other);
    free(silent);
    forget(&a);
    forget(&ab);
}

static void refuse(const char *text, const char *problem)
{
    struct made a = of(DIALECT_FREEBSD, A);
    struct since since;
    char *told = NULL;
    size_t length;
    FILE *out = open_memstream(&told, &length);

    assert_false(vectors_since(&a.set, text, strlen(text), &since, out));
    fclose(out);
    if (!strstr(since.problem, problem))
        fail_msg("%s not in %s", problem, since.problem);
    free(told);
    forget(&a);
}

static void what_is_no_set_or_cut_is_refused(void **state)
{
    struct made a = of(DIALECT_FREEBSD, A B), irix = of(DIALECT_IRIX, A);
    char *cut = strndup(a.text, a.length - 5);
    char *fewer = strdup(a.text);

    (void)state;
    refuse("", "line 1: read the end, expected version");
    refuse("{\"schema\"", "line 1: read {\"schema\", expected "
                          "profilcheck-vectors 1");
    refuse("profilcheck-vectors 2\n", "line 1: read profilcheck-vectors 2");
    refuse(cut, "expected as many vectors as the head says");
    strstr(fewer, "\nvector b")[1] = '\0';
    refuse(fewer, "expected as many vectors as the head says");
    refuse(irix.text, "it is of the dialect irix, not freebsd");
    free(cut);
    free(fewer);
    forget(&a);
    forget(&irix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outcome_passes_when_it_is_judged),
        cmocka_unit_test(a_counter_that_is_off_by_one_is_another_outcome),
        cmocka_unit_test(what_a_case_finds_is_not_permitted),
        cmocka_unit_test(too_many_outcomes_are_counted_and_bounded),
        cmocka_unit_test(what_changed_is_told_a_sentence_each),
        cmocka_unit_test(what_is_no_set_or_cut_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
