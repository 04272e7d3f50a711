/* SPDX-License-Identifier: MIT */
/* What is written is what is judged. */
#include "conformance/judge/judge.h"
#include "conformance/language/observed.h"
#include "vectors_test.h"

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
    struct observation seen = observed_of(v->c->id, events);
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
    struct observation o = observed_of(v->c->id, events);
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
        struct since_set read = {0};
        char problem[SINCE_PROBLEM];

        assert_true(since_read(&read, m.text, m.stream.length, problem));
        assert_int_equal(read.count, m.set.count);
        for (size_t k = 0; k < read.count; k++)
            for (size_t j = 0; j < read.vectors[k].count; j++) {
                const char *events = read.vectors[k].outcomes[j].events;

                if (n++ % every != 0)
                    continue;
                passes(d, &m.set.vectors[k], events);
                off_by_one(d, &m.set.vectors[k], events);
            }
        since_free(&read);
        made_free(&m);
    }
    assert_true(others > 500 / every);
    assert_true(same < others / 10);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(NULL, NULL);
}
