/* SPDX-License-Identifier: MIT */
/* What is written is what is judged. */
#include "conformance/delivery/observed.h"
#include "conformance/judge/describe.h"
#include "conformance/judge/judge.h"
#include "reference/unit_test.h"
#include "vectors_test.h"

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

static unsigned verdict_of(enum dialect dialect, const struct test_case *c,
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
/* One in so many outcomes; with the argument "all", each. */
static size_t every = 4, outcomes;

static bool is_of_these(void)
{
    return outcomes++ % every == 0;
}

TEST(each_outcome_passes_when_it_is_judged)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct made m = quick((enum dialect)d);
        struct since_set read = {0};
        char problem[SINCE_PROBLEM];

        assert_true(since_read(&read, m.text, m.length, problem));
        assert_int_equal(read.count, m.set.count);
        for (size_t k = 0; k < read.count; k++)
            for (size_t j = 0; j < read.vectors[k].count; j++) {
                if (!is_of_these())
                    continue;

                const struct since_outcome *o = &read.vectors[k].outcomes[j];
                struct observation seen =
                    observed_of(read.vectors[k].id, o->events);
                unsigned verdict =
                    verdict_of((enum dialect)d, m.set.vectors[k].c, &seen);

                /* what the model does not know would be a claim */
                if (verdict == VERDICT_UNSUPPORTED &&
                    strstr(o->events, " unseen\n"))
                    verdict = VERDICT_PASS;
                if (verdict != VERDICT_PASS &&
                    (verdict != VERDICT_UNSPECIFIED ||
                     is_permitted(&m.set.vectors[k], &seen.outcome)))
                    fail_msg("%s %s, %s: %s", dialect_table[d].name,
                             read.vectors[k].id, verdict_names[verdict],
                             o->events);
                observation_free(&seen);
            }
        since_free(&read);
        made_free(&m);
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
    unsigned width = test_case_width(v->c);

    for (size_t e = 0; e < o.outcome.count; e++) {
        struct event *event = &o.outcome.events[e];
        unsigned char *at = (unsigned char *)event->bytes + SCRIPT_ZONE;

        if (event->kind != EVENT_BUFFER || !event->bytes ||
            event->undetermined || event->size < 2 * SCRIPT_ZONE + width)
            continue;
        ++*at;
        if (is_permitted(v, &o.outcome)) {
            ++*same;
        } else if (!is_listed(v, &o.outcome)) { /* nor left open */
            unsigned verdict = verdict_of(dialect, v->c, &o);

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

TEST(a_counter_that_is_off_by_one_is_another_outcome)
{
    size_t told = 0, same = 0;

    for (int d = 0; d < DIALECTS; d++) {
        struct made m = quick((enum dialect)d);

        for (size_t k = 0; k < m.set.count; k++)
            for (size_t j = 0; j < m.set.vectors[k].count; j++) {
                if (!is_of_these())
                    continue;

                char **text = &m.set.vectors[k].outcomes[j].text;
                char *events = without_first_word(*text);

                free(*text);
                *text = events;
                off_by_one((enum dialect)d, &m.set.vectors[k], j, &told, &same);
            }
        made_free(&m);
    }
    assert_true(told > 500 / every);
    assert_true(same < told / 10);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(NULL, NULL);
}
