/* SPDX-License-Identifier: MIT */
/* What is written is what is judged; and what is too much to be written.  The
 * rest is in transcripts/vectors.txt. */
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/describe.h"
#include "conformance/judge/judge.h"
#include "conformance/language/parsed_test.h"
#include "conformance/language/suite.h"
#include "reference/unit_test.h"
#include "vectors.h"

/* A suite as vectors, and their text. */
struct made {
    struct case_list cases;
    struct vector_set set;
    struct memory_stream stream;
    char *text;
};

/* The cases of a text; null: the suite quick. */
static struct made of(enum dialect dialect, const char *text)
{
    struct made m = {0};
    struct case_error error;

    if (text ? !case_list_parse(&m.cases, "test", text, strlen(text), &error)
             : !suite_load(&m.cases, dialect, false, &error))
        fail_msg("%s", error.text);
    vectors_make(&m.set, dialect, &m.cases);
    m.set.suite = "test";
    m.set.tables = "hash";
    vectors_write(&m.set, false, memory_stream(&m.stream));
    m.text = memory_stream_end(&m.stream);
    return m;
}

static void made_free(struct made *m)
{
    vectors_free(&m->set);
    case_list_free(&m->cases);
    free(m->text);
}

/* An outcome of the text as an observation: its events, and how a process ends
 * that leads to them. */
static char *as_observed(const char *events)
{
    char *own = strdup(events), *rest;
    struct memory_stream line;
    FILE *out = memory_stream(&line);
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
    free(own);
    return memory_stream_end(&line);
}

static struct observation observed_of(const char *events)
{
    char *line = as_observed(events);
    struct observation o = observed_from(line);

    free(line);
    return o;
}

static unsigned verdict_of(enum dialect dialect, const struct test_case *c,
                           const struct observation *o)
{
    static struct judgement judgement;

    judge_alone(dialect, c, o, &judgement);
    return judgement.verdict;
}

/* Whether an outcome of the vector agrees with that; of those that need no
 * choice on which the manual is silent, or of all. */
static bool has(const struct vector *v, const struct outcome *outcome,
                bool specified)
{
    for (size_t k = 0; k < v->count; k++)
        if ((v->outcomes[k].specified || !specified) &&
            outcome_difference(&v->outcomes[k].outcome, outcome) < 0)
            return true;
    return false;
}

/* The text of an outcome is an observation that passes. */
static void passes(enum dialect dialect, const struct vector *v,
                   const char *events)
{
    struct observation seen = observed_of(events);
    unsigned verdict = verdict_of(dialect, v->c, &seen);

    /* what the model does not know would be a claim */
    if (verdict == VERDICT_UNSUPPORTED && strstr(events, " unseen\n"))
        verdict = VERDICT_PASS;
    if (verdict != VERDICT_PASS &&
        (verdict != VERDICT_UNSPECIFIED || has(v, &seen.outcome, true)))
        fail_msg("%s %s, %s: %s", dialect_table[dialect].name, v->c->id,
                 verdict_names[verdict], events);
    observation_free(&seen);
}

/* How often the first counter of a buffer, up by one, was judged; and how often
 * that is permitted, too. */
static size_t others, same;

static void off_by_one(enum dialect dialect, const struct vector *v,
                       const char *events)
{
    struct observation o = observed_of(events);
    unsigned width = test_case_width(v->c);

    for (size_t e = 0; e < o.outcome.count; e++) {
        struct event *event = &o.outcome.events[e];
        unsigned char *at = (unsigned char *)event->bytes + SCRIPT_ZONE;

        if (event->kind != EVENT_BUFFER || !event->bytes ||
            event->undetermined || event->size < 2 * SCRIPT_ZONE + width)
            continue;
        ++*at;
        if (has(v, &o.outcome, true)) {
            same++;
        } else if (!has(v, &o.outcome, false)) { /* nor left open */
            unsigned verdict = verdict_of(dialect, v->c, &o);

            others++;
            if (verdict == VERDICT_PASS || verdict == VERDICT_UNSPECIFIED)
                fail_msg("%s: another counter is let pass: %s", v->c->id,
                         events);
        }
        --*at;
    }
    observation_free(&o);
}

/* One in so many outcomes; with the argument "all", each. */
static size_t every = 4;

TEST(each_outcome_is_judged_as_it_is_listed)
{
    for (size_t d = 0, n = 0; d < DIALECTS; d++) {
        struct made m = of(d, NULL);

        for (size_t k = 0; k < m.set.count; k++) {
            const struct vector *v = &m.set.vectors[k];
            size_t listed = v->count <= VECTOR_LISTED ? v->count : 0;

            for (size_t j = 0; j < listed; j++)
                if (n++ % every == 0) {
                    passes(d, v, v->outcomes[j].text);
                    off_by_one(d, v, v->outcomes[j].text);
                }
        }
        made_free(&m);
    }
    assert_true(others > 500 / every);
    assert_true(same < others / 10);
}

/* As the irix manual leaves it where 32-bit counters are full. */
static const char many[] =
    "case regions-s63-o0x0-x0x1-bin-32-full\n"
    "dialect irix\n"
    "buffer b 63 fill32=0xfffffffe\n"
    "buffer c 63 fill32=0xfffffffe\n"
    "buffer o 8 fill32=0xfffffffe\n"
    "sprofil [ b 63 0 1 ; c 63 0x3e 0x8000 ; o 8 0 2 ] 3 null uint\n"
    "tick 0xfffffffffffffffe 0xffffffffffffffff 0 1 2 3\n"
    "tick 0xffffffffffffffff 0 1\n"
    "tick 0x3ffff 0x40000 0x40001\n"
    "tick 0x1bffff 0x1c0000 0x1c0001\n"
    "tick 0x37ffff 0x380000 0x380001\n"
    "tick 0x3bffff 0x3c0000 0x3c0001\n"
    "tick 0x80000000 0x100000000 0x1000000000000 0x2000000000000 0x80000000 "
    "0x100000000 0x1000000000000 0x2000000000000 0 0xffffffffffffffff\n"
    "tick 0x3c 0x3d 0x3e 0x3f 0x40 0x41\n"
    "tick 0x3d 0x3e 0x3f\n"
    "tick 0x45 0x46 0x47\n"
    "tick 0x75 0x76 0x77\n"
    "tick 0xad 0xae 0xaf\n"
    "tick 0xb5 0xb6 0xb7\n"
    "tick 0x8000003e 0x10000003e 0x100000000003e 0x200000000003e 0x1003e "
    "0x2003e 0x20000003e 0x40000003e 0x200000000003e 0xffffffffffffffff\n";

/* 977,337 combinations of choices: each failed call may leave what it likes. */
static const char errors[] =
    "case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
    "profil null 16 0x1000 0x8000\ntick 0x1008\n"
    "profil bad 16 0x1000 0x8000\ntick 0x1008\n"
    "profil b 16 0x1000 0x8000\nprofil bad 8 0x1000 0x80000000\n"
    "tick 0x1008\nprofil null 8 0x1000 0x8000\nprofil b 16 0x1000 0\n";

static void assert_has(const struct made *m, const char *words, bool has)
{
    if (!strstr(m->text, words) == has)
        fail_msg("%s %s in %s", words, has ? "not" : "is", m->text);
}

TEST(bounds_hold_what_each_outcome_has)
{
    struct made m = of(DIALECT_IRIX, many);
    const struct vector *v = m.set.vectors;
    struct arena memory = {0};
    size_t count;
    const struct vector_bound *bounds = vector_bounds(v, &memory, &count);

    assert_has(&m, " unlisted\nbound event 3 call 0 errno unseen\nbound ",
               true);
    assert_has(&m, "\noutcome 1", false);
    assert_has(&m, "at-least", false);
    assert_true(v->count > VECTOR_LISTED && !v->more);
    assert_int_equal(count, 4);
    for (size_t k = 0; k < v->count; k++)
        for (size_t j = 1; j < 4; j++) {
            const struct vector_bound *row = &bounds[j];
            const struct event *e = &v->outcomes[k].outcome.events[j];

            assert_true(row->counters > 0);
            for (size_t n = 0; n < row->counters; n++)
                assert_in_range(describe_counter(&v->c->script,
                                                 e->bytes + SCRIPT_ZONE + 4 * n,
                                                 4),
                                row->least[n], row->most[n]);
        }
    arena_free(&memory);
    made_free(&m);
}

TEST(no_more_combinations_are_tried_than_the_limit)
{
    struct made m = of(DIALECT_FREEBSD, errors);
    size_t ways = 0;

    for (size_t k = 0; k < m.set.vectors->count; k++)
        ways += m.set.vectors->outcomes[k].ways;
    assert_int_equal(ways, VECTOR_RUNS);
    assert_has(&m, "\noutcomes at-least ", true);
    assert_has(&m, " unlisted\nbound ", true);
    assert_has(&m, "\noutcome 1 ", false);
    made_free(&m);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(NULL, NULL);
}
