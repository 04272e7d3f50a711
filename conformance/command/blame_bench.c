/* SPDX-License-Identifier: MIT */
/*
 * How well departures are named in real libraries, of which results were
 * recorded.  A line of standard input for each, words separated by blanks:
 *
 *     FILE rule=choice FILE rule=choice FILE ...
 *
 * First the library's results; then each departure that it was made with, and
 * the results of the library without it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/judge/blame_test.h"
#include "recorded.h"
#include "results_file.h"

enum { LINE = 4096 };

struct file {
    struct results_file results;
    struct recorded recorded;
};

static void load(struct file *f, const char *name)
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
static uint8_t choice_of(char *words)
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
        return (uint8_t)found;
    fprintf(stderr, "blame_bench: %s: no such choice\n", words);
    exit(3);
}

/* What was observed of a library without one of its departures, where it
 * differs from what was with it. */
static unsigned differs(const struct recorded *a, const struct recorded *b)
{
    for (size_t k = 0; k < a->count; k++) {
        const struct observation *one = &a->cases[k].observation;
        const struct observation *other = &b->cases[k].observation;

        if (one->ended != other->ended ||
            outcome_difference(&one->outcome, &other->outcome) >= 0)
            return true;
    }
    return false;
}

static void plant(struct planted *p, const struct recorded *all,
                  char *departure, const char *without)
{
    struct file other = {0};

    load(&other, without);
    p->departures[p->count] = choice_of(departure);
    p->visible[p->count++] = differs(all, &other.recorded);
    release(&other);
}

static void one(char *line, struct figures figures[2][PLANTED + 1])
{
    char *rest, *name = strtok_r(line, " \n", &rest), *departure;
    struct file all = {0};
    struct planted p = {0};

    load(&all, name);
    p.dialect = all.recorded.dialect;
    p.n = all.recorded.count;
    p.seen = calloc(p.n + 1, sizeof *p.seen);
    p.cases = calloc(p.n + 1, sizeof *p.cases);
    for (size_t k = 0; p.seen && p.cases && k < p.n; k++) {
        p.seen[k] = all.recorded.cases[k].observation;
        p.cases[k] = all.recorded.cases[k].c;
        if (all.recorded.cases[k].unsupported)
            p.seen[k].ended = ENDED_UNSUPPORTED;
    }
    while (p.count < PLANTED && (departure = strtok_r(NULL, " \n", &rest)))
        plant(&p, &all.recorded, departure, strtok_r(NULL, " \n", &rest));
    for (unsigned unknown = 0; unknown < 2; unknown++)
        blame_count(&p, name, unknown, false, &figures[unknown][p.count]);
    free(p.seen);
    free(p.cases);
    release(&all);
}

int main(void)
{
    struct figures figures[2][PLANTED + 1] = {0};
    char line[LINE];

    while (fgets(line, sizeof line, stdin))
        one(line, figures);
    blame_print(figures);
    return 0;
}
