/* SPDX-License-Identifier: MIT */
#include <errno.h>
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
    bool alive;
    int status = impl_run_try(run, &alive);

    if (status != STATUS_PASS)
        return status;
    if (!alive)
        request.unsupported = run->observe.learnt.why;
    progress_begin(dialect_table[run->dialect].name);
    laws_run(&request, &run->results);
    progress_end();
    run->results.suite = "laws";
    return STATUS_PASS;
}

/* What one run wants to see, of which nothing is known from before, in the
 * arena. */
static struct workers_task task_of(struct impl_run *run,
                                   const struct impl_run *before,
                                   struct arena *arena)
{
    struct impl_run_look *look = &run->look;
    const struct test_case **cases;
    size_t *portions;

    look->count = resume_recall(&run->known, run->cases, look->indices,
                                look->count, look->shared);
    cases = arena_new(arena, look->count, sizeof *cases);
    portions = arena_new(arena, look->count, sizeof *portions);
    for (size_t i = 0; i < look->count; i++) {
        cases[i] = run->cases[look->indices[i]].c;
        portions[i] = run->portions[look->indices[i]];
    }
    return (struct workers_task){
        .options = &run->observe,
        .cases = cases,
        .portions = look->shared ? portions : NULL,
        .count = look->count,
        .goes_on = before && impl_run_goes_on(run, before),
        .observed = run->recording ? recording_observed : NULL,
        .context = run->recording};
}

static void take_seen(struct impl_run *run, const struct observation *seen)
{
    for (size_t i = 0; i < run->look.count; i++) {
        struct assessed *a = &run->cases[run->look.indices[i]];

        *(run->look.shared ? &a->observation : &a->alone) = seen[i];
        a->has_alone = !run->look.shared;
    }
}

/* Observe what all of them want to see, and judge each as soon as its cases
 * are there. */
static int round_run(struct impl_run *const *runs, size_t count,
                     const struct impl_run_settings *settings)
{
    struct arena arena = {NULL};
    struct workers_task *tasks = arena_new(&arena, count, sizeof *tasks);
    struct workers *workers;
    int status = STATUS_PASS;

    for (size_t k = 0; k < count; k++)
        tasks[k] = task_of(runs[k], k ? runs[k - 1] : NULL, &arena);
    workers = workers_begin(tasks, count, settings->jobs);
    for (size_t k = 0; k < count; k++) {
        struct observation *seen =
            arena_new(&arena, tasks[k].count, sizeof *seen);

        workers_wait(workers, k, progress_show, seen);
        take_seen(runs[k], seen);
        if (status == STATUS_PASS)
            status = impl_run_next(runs[k], settings->separate);
    }
    workers_end(workers);
    arena_free(&arena);
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
                      const struct impl_run_settings *settings)
{
    struct impl_run **looking = memory_new(count, sizeof *looking);
    int status = STATUS_PASS;
    size_t n;

    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = impl_run_next(runs[k], settings->separate);
    while (status == STATUS_PASS &&
           (n = still_looking(runs, count, looking)) != 0)
        status = round_run(looking, n, settings);
    free(looking);
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
    int status;

    progress_begin(progress_name(runs, count));
    status = rounds_run(runs, count, settings);
    progress_end();
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

    for (int d = 0; d < DIALECTS && status == STATUS_PASS; d++) {
        struct impl_run *run = list[count] = &runs[count];

        if (!(dialects >> d & 1))
            continue;
        impl_run_begin(run, &settings, (enum dialect)d);
        impl_run_probe(run, count > 0 ? run - 1 : NULL);
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
