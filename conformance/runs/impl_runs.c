/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/crosscheck/laws.h"
#include "conformance/crosscheck/live.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "conformance/results/house.h"
#include "impl_runs.h"
#include "reports/runs.h"

enum { PATIENCE = 2 /* seconds */ };

static const char *subject;
static struct timespec began; /* the first of all runs of this process */
static bool shown;

static bool patience_is_over(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - began.tv_sec > PATIENCE;
}

static void progress_begin(const char *what)
{
    subject = what;
    shown = false;
    if (began.tv_sec == 0)
        clock_gettime(CLOCK_MONOTONIC, &began);
}

static void progress_show(size_t done, size_t count)
{
    if (!isatty(STDERR_FILENO) || !patience_is_over())
        return;
    fprintf(stderr, "\rprofilcheck: %s: %zu of %zu case%s ", subject, done,
            count, plural(count));
    fflush(stderr);
    shown = true;
}

static void progress_end(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
}

/* Of the live suite and the laws: what they check has names. */
static bool wanted_check(void *context, const char *id)
{
    return impl_run_wants(context, id);
}

size_t impl_run_checks(const struct impl_run *run,
                       struct impl_run_settings *settings)
{
    size_t count = 0;

    for (size_t k = 0; settings->live && k < live_checks; k++)
        count += impl_run_wants(settings, live_id(k));
    for (size_t k = 0; settings->laws && k < laws_count; k++)
        count +=
            laws_arise(k, run->dialect) && impl_run_wants(settings, laws_id(k));
    return count;
}

static int run_live(struct impl_run *run,
                    const struct impl_run_settings *settings)
{
    const struct live_options options = {&run->observe, run->dialect,
                                         live_full_plan};
    bool good;

    progress_begin(dialect_table[run->dialect].name);
    good = live_run(&options, run->capabilities, wanted_check, (void *)settings,
                    progress_show, &run->results);
    progress_end();
    if (!good)
        return complain(STATUS_HARNESS, "a process could not be created: %s",
                        strerror(errno));
    impl_run_add_delivery(run);
    return STATUS_PASS;
}

/* What can't be judged at all is unsupported by each law. */
static int run_laws(struct impl_run *run,
                    const struct impl_run_settings *settings)
{
    struct laws_request request = {.options = &run->observe,
                                   .dialect = run->dialect,
                                   .capabilities = run->capabilities,
                                   .wanted = wanted_check,
                                   .context = (void *)settings,
                                   .progress = progress_show};
    char why[512];
    bool alive;
    int status = impl_run_try(run, &alive, why, sizeof why);

    if (status != STATUS_PASS)
        return status;
    if (!alive)
        request.unsupported = why;
    progress_begin(dialect_table[run->dialect].name);
    laws_run(&request, &run->results);
    progress_end();
    return STATUS_PASS;
}

/* What one run wants to see, of which nothing is known from before. */
struct seeing {
    const struct test_case **cases;
    size_t *portions;
    struct observation *observations;
};

struct round {
    struct impl_run *const *runs;
    size_t count;
    const struct impl_run_settings *settings;
    struct seeing *seeing;      /* of each */
    struct workers_task *tasks; /* the same, for the workers */
};

static void round_begin_one(struct round *round, size_t k)
{
    struct impl_run *run = round->runs[k];
    struct impl_run_look *look = &run->look;
    struct seeing *seeing = &round->seeing[k];

    look->count = resume_recall(&run->known, run->cases, look->indices,
                                look->count, look->shared);
    seeing->cases = memory_new(look->count, sizeof *seeing->cases);
    seeing->portions = memory_new(look->count, sizeof *seeing->portions);
    seeing->observations =
        memory_new(look->count, sizeof *seeing->observations);
    for (size_t i = 0; i < look->count; i++) {
        seeing->cases[i] = run->cases[look->indices[i]].c;
        seeing->portions[i] = run->portions[look->indices[i]];
    }
    round->tasks[k] = (struct workers_task){
        .options = &run->observe,
        .cases = seeing->cases,
        .portions = look->shared ? seeing->portions : NULL,
        .count = look->count,
        .goes_on = k > 0 && impl_run_goes_on(run, round->runs[k - 1]),
        .observed = run->recording ? recording_observed : NULL,
        .context = run->recording};
}

static void round_begin(struct round *round)
{
    round->seeing = memory_new(round->count, sizeof *round->seeing);
    round->tasks = memory_new(round->count, sizeof *round->tasks);
    for (size_t k = 0; k < round->count; k++)
        round_begin_one(round, k);
}

static void round_end(struct round *round)
{
    for (size_t k = 0; k < round->count; k++) {
        free(round->seeing[k].cases);
        free(round->seeing[k].portions);
        free(round->seeing[k].observations);
    }
    free(round->seeing);
    free(round->tasks);
}

static void round_take(const struct round *round, size_t k)
{
    struct impl_run *run = round->runs[k];

    for (size_t i = 0; i < run->look.count; i++) {
        struct assessed *a = &run->cases[run->look.indices[i]];
        struct observation seen = round->seeing[k].observations[i];

        if (run->look.shared)
            a->observation = seen;
        else
            a->alone = seen;
        a->has_alone = !run->look.shared;
    }
}

/* Observe what all of them want to see, and judge each as soon as its cases
 * are there. */
static int round_run(struct round *round)
{
    const struct impl_run_settings *settings = round->settings;
    int status = STATUS_PASS;
    struct workers *workers =
        workers_begin(round->tasks, round->count, settings->jobs);

    for (size_t k = 0; k < round->count; k++) {
        struct impl_run *run = round->runs[k];
        int ended;

        workers_wait(workers, k, progress_show, round->seeing[k].observations);
        round_take(round, k);
        ended = status == STATUS_PASS ? impl_run_next(run, settings->separate)
                                      : STATUS_PASS;
        if (ended != STATUS_PASS)
            status = ended;
    }
    workers_end(workers);
    return status;
}

/* Those that are not over yet. */
static size_t still_looking(struct impl_run *const *runs, size_t count,
                            struct impl_run **looking)
{
    size_t n = 0;

    for (size_t k = 0; k < count; k++)
        if (runs[k]->look.count)
            looking[n++] = runs[k];
    return n;
}

static int rounds_run(struct impl_run *const *runs, size_t count,
                      struct impl_run **looking,
                      const struct impl_run_settings *settings)
{
    int status = STATUS_PASS;
    size_t n;

    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = impl_run_next(runs[k], settings->separate);
    while (status == STATUS_PASS &&
           (n = still_looking(runs, count, looking)) != 0) {
        struct round round = {looking, n, settings, NULL, NULL};

        round_begin(&round);
        status = round_run(&round);
        round_end(&round);
    }
    return status;
}

static const char *progress_name(struct impl_run *const *runs, size_t count)
{
    static char several[40];

    if (count == 1)
        return dialect_table[runs[0]->dialect].name;
    snprintf(several, sizeof several, "%zu runs", count);
    return several;
}

static int cases_run(struct impl_run *const *runs, size_t count,
                     const struct impl_run_settings *settings)
{
    struct impl_run **looking = memory_new(count, sizeof *looking);
    int status;

    progress_begin(progress_name(runs, count));
    status = rounds_run(runs, count, looking, settings);
    progress_end();
    free(looking);
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        impl_run_add_delivery(runs[k]);
    return status;
}

int impl_runs_execute(struct impl_run *const *runs, size_t count,
                      const struct impl_run_settings *settings)
{
    int status = STATUS_PASS;

    if (!settings->live && !settings->laws)
        return count ? cases_run(runs, count, settings) : STATUS_PASS;
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = settings->live ? run_live(runs[k], settings)
                                : run_laws(runs[k], settings);
    return status;
}

int impl_runs_best(const struct impl_class *impl, const char *name,
                   unsigned dialects, int *best)
{
    struct impl_run_settings settings = {.impl = impl,
                                         .name = name,
                                         .tried = true,
                                         .suite = true,
                                         .jobs = workers_default()};
    struct impl_run *runs = memory_new(DIALECTS, sizeof *runs);
    struct impl_run *list[DIALECTS];
    struct results results[DIALECTS];
    int status = STATUS_PASS;
    size_t count = 0;
    char why[400];

    for (int d = 0; d < DIALECTS && status == STATUS_PASS; d++) {
        struct impl_run *run = list[count] = &runs[count];

        if (!(dialects >> d & 1))
            continue;
        impl_run_begin(run, &settings, (enum dialect)d);
        impl_run_probe(run, count > 0 ? run - 1 : NULL, why, sizeof why);
        status = impl_run_load(run, &settings);
        impl_run_add_calls(run);
        count++;
    }
    if (status == STATUS_PASS && count > 1)
        status = impl_runs_execute(list, count, &settings);
    for (size_t k = 0; k < count; k++) {
        if (status == STATUS_PASS && count > 1)
            house_apply(&runs[k].results, HOUSE_WARN);
        results[k] = runs[k].results;
    }
    for (size_t k = 0; k < count; k++)
        if (report_role(results, count, k) == REPORT_SUBJECT)
            *best = runs[k].dialect;
    for (size_t k = 0; k < count; k++)
        impl_run_free(&runs[k]);
    free(runs);
    return status;
}
