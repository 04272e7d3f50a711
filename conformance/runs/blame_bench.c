/* SPDX-License-Identifier: MIT */
/*
 * How well departures are named in real libraries, of which results were
 * recorded.  A line of standard input for each, words separated by blanks: the
 * file of its results, then each departure that it was made with.
 *
 *     FILE rule=choice rule=choice ...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/judge/blame_test.h"
#include "recorded.h"

enum { LINE = 4096, TOLD = 6 };

struct file {
    struct results_file results;
    struct recorded recorded;
};

static void load_file(struct file *f, const char *name)
{
    const char *problem = results_file_open(&f->results, name);

    if (!problem)
        problem = recorded_parse(&f->recorded, &f->results.runs[0]);
    if (!problem)
        return;
    fprintf(stderr, "blame_bench: %s: %s\n", name, problem);
    exit(3);
}

static void release(struct file *f)
{
    recorded_free(&f->recorded);
    results_file_free(&f->results);
}

/* "rule=choice"; CHOICES: there is none. */
static uint16_t choice_of(char *words)
{
    char *choice = strchr(words, '=');
    int rule, found = -1;

    if (choice) {
        *choice = '\0';
        rule = rule_by_name(words);
        if (rule >= 0)
            found = choice_by_name((enum rule)rule, choice + 1);
    }
    if (found >= 0)
        return (uint16_t)found;
    fprintf(stderr, "blame_bench: %s: no such choice\n", words);
    exit(3);
}

/* What a case is judged by. */
static struct observation observation_of(const struct assessed *a)
{
    struct observation seen = a->has_alone ? a->alone : a->observation;

    if (a->unsupported)
        seen.ended = ENDED_UNSUPPORTED;
    return seen;
}

static struct observation *seen_in(const struct recorded *recorded)
{
    struct observation *seen = calloc(recorded->count + 1, sizeof *seen);

    if (!seen)
        exit(3);
    for (size_t k = 0; k < recorded->count; k++)
        seen[k] = observation_of(&recorded->cases[k]);
    return seen;
}

/* The interfaces in which a departure explains something that was seen, where
 * all the others are known. */
static unsigned visible_in(struct judge *judge, const struct hypothesis *truth,
                           uint16_t departure)
{
    unsigned at = departures_find(truth->departures, truth->count, departure);
    unsigned visible = 0;

    for (unsigned i = 0; i < judge->interfaces; i++) {
        struct evidence *e = &judge->of[i].evidence;
        struct hypothesis all = hypothesis_like(truth);
        struct hypothesis less = hypothesis_like(truth);

        hypothesis_drop(&less, at);
        hypothesis_test(&all, e, e->count);
        hypothesis_test(&less, e, e->count);
        visible |= (unsigned)(less.missed > all.missed) << i;
        hypothesis_free(&all);
        hypothesis_free(&less);
    }
    return visible;
}

/* The cases in which a library does not do what the model does with all its
 * departures: it is not to be judged by then. */
static unsigned print_strange(const char *name, struct judge *judge,
                              const struct hypothesis *truth)
{
    unsigned strange = 0;

    for (unsigned i = 0; i < judge->interfaces; i++) {
        struct evidence *e = &judge->of[i].evidence;
        struct hypothesis all = hypothesis_like(truth);

        hypothesis_test(&all, e, e->count);
        for (size_t k = 0; k < e->count; k++)
            if (!all.explains[k] && strange++ < TOLD)
                printf(
                    "%s%s %s", strange > 1 ? "" : name,
                    strange > 1 ? "" : " is not as the model:", e->rows[k].id);
        hypothesis_free(&all);
    }
    if (strange)
        printf("%s\n", strange > TOLD ? " ..." : "");
    return strange;
}

/* Which departures show, and in how many cases the library is not what it is
 * said to be. */
static unsigned look_for_planted(const char *name, struct planted *p)
{
    struct judge *judge = judge_new(p->dialect);
    struct hypothesis truth = {0};
    unsigned strange;

    for (size_t k = 0; k < p->n; k++)
        judge_see(judge, p->cases[k], &p->seen[k]);
    for (unsigned i = 0; i < judge->interfaces; i++)
        evidence_sort(&judge->of[i].evidence);
    for (unsigned k = 0; k < p->count; k++)
        hypothesis_add(&truth, p->departures[k]);
    for (unsigned k = 0; k < p->count; k++)
        p->visible[k] = visible_in(judge, &truth, p->departures[k]);
    strange = print_strange(name, judge, &truth);
    judge_free(judge);
    return strange;
}

/* Whether the library is what it is said to be. */
static bool blame_one(char *line, struct figures figures[2][PLANTED + 1])
{
    char *rest, *name = strtok_r(line, " \n", &rest), *departure;
    struct file all = {0};
    struct planted p = {0};
    unsigned strange;

    load_file(&all, name);
    p.dialect = all.recorded.dialect;
    p.n = all.recorded.count;
    p.seen = seen_in(&all.recorded);
    p.cases = calloc(p.n + 1, sizeof *p.cases);
    for (size_t k = 0; k < p.n; k++)
        p.cases[k] = all.recorded.cases[k].c;
    while (p.count < PLANTED && (departure = strtok_r(NULL, " \n", &rest)))
        p.departures[p.count++] = choice_of(departure);
    strange = look_for_planted(name, &p);
    for (unsigned unknown = 0; unknown < 2; unknown++)
        blame_count(&p, name, unknown, false, &figures[unknown][p.count]);
    free(p.seen);
    free(p.cases);
    release(&all);
    return strange == 0;
}

int main(void)
{
    struct figures figures[2][PLANTED + 1] = {0};
    unsigned libraries = 0, strange = 0;
    char line[LINE];

    for (; fgets(line, sizeof line, stdin); libraries++)
        strange += !blame_one(line, figures);
    blame_print(figures, 2);
    printf("libraries that do in some case what the model does not: %u of %u\n",
           strange, libraries);
    return 0;
}
