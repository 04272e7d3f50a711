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
#include "conformance/results/results_file.h"
#include "conformance/run/recorded.h"
#include "conformance/run/results_judge.h"

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

/* What a case is judged by. */
static struct observation seen_of(const struct assessed *a)
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
        seen[k] = seen_of(&recorded->cases[k]);
    return seen;
}

static void plant(struct planted *p, char *departure, const char *without)
{
    struct file other = {0};
    struct observation *seen;

    load(&other, without);
    seen = seen_in(&other.recorded);
    p->departures[p->count] = choice_of(departure);
    p->visible[p->count++] = planted_differs(p, seen);
    free(seen);
    release(&other);
}

static void one(char *line, struct figures figures[2][PLANTED + 1])
{
    char *rest, *name = strtok_r(line, " \n", &rest), *departure;
    struct file all = {0};
    struct planted p = {0};

    load(&all, name);
    p.dialect = all.recorded.dialect;
    p.interfaces = planted_interfaces(p.dialect);
    p.n = all.recorded.count;
    p.seen = seen_in(&all.recorded);
    p.cases = calloc(p.n + 1, sizeof *p.cases);
    for (size_t k = 0; k < p.n; k++)
        p.cases[k] = all.recorded.cases[k].c;
    while (p.count < PLANTED && (departure = strtok_r(NULL, " \n", &rest)))
        plant(&p, departure, strtok_r(NULL, " \n", &rest));
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
    blame_print(figures, 2);
    return 0;
}
