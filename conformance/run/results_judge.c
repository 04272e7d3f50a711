/* SPDX-License-Identifier: MIT */
#include "results_judge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/whole_file.h"
#include "conformance/explain/annotate.h"
#include "environment.h"
#include "recorded.h"

static const char *results_judge_describe(struct results *run,
                                          struct results_left *left,
                                          const struct recorded *recorded)
{
    size_t count = run->environment_count;
    struct named *rows = calloc(count + 2, sizeof *rows);
    unsigned delivered = 0;

    if (!rows)
        return "out of memory";
    for (size_t k = 0; k < recorded->count; k++)
        delivered |= recorded->cases[k].observation.delivered;
    environment_delivery(delivered, left->delivery);
    snprintf(left->note, sizeof left->note, "%zu of %zu case%s",
             run->case_count, left->planned, plural(left->planned));
    if (count)
        memcpy(rows, run->environment, count * sizeof *rows);
    rows[count] = (struct named){"delivery", left->delivery};
    rows[count + 1] = (struct named){"partial", left->note};
    free((void *)run->environment);
    run->environment = rows;
    run->environment_count = count + 2;
    return NULL;
}

/* In the place of observations come cases with verdicts, of their own. */
static const char *judge_run(struct results *run, struct results_left *left)
{
    struct results fresh = {0};
    struct recorded recorded;
    const char *problem = recorded_parse(&recorded, run);

    if (!problem)
        problem = results_judge_describe(run, left, &recorded);
    if (!problem &&
        (!assess(recorded.dialect, recorded.cases, recorded.count, &fresh) ||
         !annotate(recorded.dialect, recorded.cases, &fresh)))
        problem = "out of memory";
    recorded_free(&recorded);
    if (problem) {
        results_free(&fresh);
        return problem;
    }
    for (size_t k = 0; k < run->case_count; k++) {
        fresh.cases[k].id = run->cases[k].id;
        fresh.cases[k].index = run->cases[k].index;
    }
    free(run->cases);
    run->cases = fresh.cases;
    run->causes = fresh.causes;
    run->cause_count = fresh.cause_count;
    run->behaviour = fresh.behaviour;
    run->behaviour_count = fresh.behaviour_count;
    memcpy(run->summary, fresh.summary, sizeof run->summary);
    left->judged = true;
    return NULL;
}

static char why[800];

const char *results_file_judge(struct results_file *file, const char *name)
{
    const char *problem = NULL;

    for (size_t k = 0; !problem && file->partial && k < file->count; k++)
        if (file->left[k].unjudged)
            problem = judge_run(&file->runs[k], &file->left[k]);
    if (!problem)
        return NULL;
    snprintf(why, sizeof why, "%.200s: %.500s", name, problem);
    results_file_free(file);
    return why;
}

/* With the file that may have been meant. */
static const char *can_not_read(const char *name)
{
    int error = errno;
    char part[300];

    snprintf(part, sizeof part, "%.280s.part", name);
    if (error == ENOENT && access(part, F_OK) == 0)
        snprintf(why, sizeof why,
                 "%.250s: there is only %s, of a run that is not over", name,
                 part);
    else
        snprintf(why, sizeof why, "%.400s: %s", name, strerror(error));
    return why;
}

const char *results_file_open(struct results_file *file, const char *name)
{
    bool standard = strcmp(name, "-") == 0;
    struct whole_file bytes;
    const char *problem;

    *file = (struct results_file){0};
    name = standard ? "standard input" : name;
    if (!whole_file_read(&bytes, standard ? NULL : name))
        return can_not_read(name);
    problem = results_file_read(file, name, bytes.text, bytes.length);
    free(bytes.text);
    return problem ? problem : results_file_judge(file, name);
}

void results_file_warn(const struct results_file *file, const char *verb,
                       const char *name)
{
    for (size_t k = 0; file->partial && k < file->count; k++) {
        const struct results *run = &file->runs[k];

        if (file->left[k].unjudged)
            complain(0,
                     "%s: %s is partial: the run of %s as %s ended after %zu "
                     "of %zu case%s; profilcheck run --resume %s goes on "
                     "with it",
                     verb, name, run->implementation, run->dialect,
                     run->case_count, file->left[k].planned,
                     plural(file->left[k].planned), name);
    }
}
