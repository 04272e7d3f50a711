/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/cases/suite.h"
#include "conformance/explain/annotate.h"
#include "conformance/host/host.h"
#include "conformance/laws/laws.h"
#include "conformance/live/live.h"
#include "conformance/results/results.h"
#include "conformance/trace/drive.h"
#include "conformance/workers/probe.h"
#include "conformance/workers/workers.h"
#include "progress.h"
#include "rederive.h"
#include "trial.h"
#include "trial_observe.h"

static const char *backend_name(const struct observe_options *observe)
{
    return observe->backend == BACKEND_CLOCK    ? "clock"
           : observe->impl->deliver             ? observe->impl->name
           : observe->backend == BACKEND_PTRACE ? "ptrace"
                                                : "signal";
}

/* Who is judged, by what, and where. */
static void trial_describe(struct trial *trial, bool live)
{
    struct results *results = &trial->results;
    const struct named *rows =
        environment_describe(&results->environment_count);

    memcpy(trial->environment, rows, results->environment_count * sizeof *rows);
    if (trial->profil_max) {
        snprintf(trial->limit, sizeof trial->limit, "%u", trial->profil_max);
        trial->environment[results->environment_count++] =
            (struct named){"PROFIL_MAX", trial->limit};
    }
    results->environment = trial->environment;
    results->implementation = trial->observe.open.path;
    results->dialect = dialect_table[trial->dialect].name;
    results->backend = live ? "clock" : backend_name(&trial->observe);
}

void trial_begin(struct trial *trial, const struct trial_settings *settings,
                 enum dialect dialect)
{
    const char *name = dialect_table[dialect].name;

    *trial =
        (struct trial){.dialect = dialect, .constants = impl_defaults(name)};

    unsigned *constants[TRIAL_CONSTANTS] = {
        &trial->constants.prof_ushort, &trial->constants.prof_uint,
        &trial->constants.prof_fast, &trial->profil_max,
        &trial->constants.clk_tck};
    for (unsigned k = 0; k < TRIAL_CONSTANTS; k++)
        if (settings->constants[k].is_set)
            *constants[k] = settings->constants[k].value;
    trial->observe =
        (struct observe_options){.impl = settings->impl,
                                 .drive = drive_of(settings->impl),
                                 .open = {.path = settings->name,
                                          .dialect = name,
                                          .constants = &trial->constants},
                                 .timeout_ms = settings->timeout_ms,
                                 .backend = settings->backend};
    trial_describe(trial, settings->live);
}

static bool wanted(struct trial_settings *settings, const struct test_case *c)
{
    bool match = settings->id_count == 0;

    for (size_t k = 0; k < settings->id_count; k++)
        if (strcmp(settings->ids[k], c->id) == 0 ||
            strcmp(settings->ids[k], c->slug) == 0)
            match = settings->id_found[k] = true;
    return match;
}

/* Of the live suite and the laws: what they check has names. */
static bool wanted_check(void *context, const char *id)
{
    struct trial_settings *settings = context;
    bool match = settings->id_count == 0;

    for (size_t k = 0; k < settings->id_count; k++)
        if (strcmp(settings->ids[k], id) == 0)
            match = settings->id_found[k] = true;
    return match;
}

int trial_load(struct trial *trial, struct trial_settings *settings)
{
    struct case_error error;
    bool good = true;

    for (size_t k = 0; settings->live && k < live_checks; k++)
        trial->checks += wanted_check(settings, live_id(k));
    for (size_t k = 0; settings->laws && k < laws_count; k++)
        trial->checks +=
            laws_arise(k, trial->dialect) && wanted_check(settings, laws_id(k));
    if (settings->live || settings->laws)
        return STATUS_PASS;
    if (settings->suite &&
        (!suite_load(&trial->list, trial->dialect, settings->full, &error) ||
         !suite_for_addresses(&trial->list, 8 * sizeof(void *), &error)))
        return complain(STATUS_HARNESS, "%s", error.text);
    for (size_t k = 0; good && k < settings->file_count; k++)
        good = suite_load_file(&trial->list, settings->files[k], &error);
    if (!good)
        return complain(STATUS_USAGE, "%s", error.text);
    trial->cases = calloc(trial->list.count + 1, sizeof *trial->cases);
    if (!trial->cases)
        return out_of_memory();
    for (size_t k = 0; k < trial->list.count; k++) {
        struct test_case *c = &trial->list.cases[k];

        c->script.profil_max = trial->profil_max;
        if (wanted(settings, c) && c->dialects >> trial->dialect & 1)
            trial->cases[trial->count++].c = c;
    }
    return trial_cut(trial, &settings->shard) ? STATUS_PASS : out_of_memory();
}

/* Whether it can be judged; where not, why. */
static int try_out(struct trial *trial, bool *alive, char *why, size_t why_size)
{
    enum smoke smoke = trial->observe.learnt.smoke;

    snprintf(why, why_size, "%s", trial->observe.learnt.why);
    if (smoke == SMOKE_USAGE)
        return complain(STATUS_USAGE, "%s: %s", trial->observe.open.path, why);
    if (smoke == SMOKE_HARNESS)
        return complain(STATUS_HARNESS, "%s: it could not be tried: %s",
                        trial->observe.open.path, why);
    if (smoke == SMOKE_SILENT)
        complain(STATUS_FAIL, "%s as %s: %s", trial->observe.open.path,
                 trial->observe.open.dialect, why);
    *alive = smoke == SMOKE_READY || smoke == SMOKE_SILENT;
    return STATUS_PASS;
}

/* The indices of the cases that can be run. */
static int runnable(struct trial *trial, size_t *indices, size_t *count)
{
    char why[512];
    bool alive;
    int status = try_out(trial, &alive, why, sizeof why);

    if (status != STATUS_PASS)
        return status;
    *count = 0;
    for (size_t k = 0; k < trial->count; k++) {
        struct assessed *a = &trial->cases[k];
        if (alive &&
            probe_case(a->c, trial->dialect, trial->capabilities,
                       &trial->constants, why, sizeof why) &&
            !host_breaks(a->c, trial->observe.backend, why, sizeof why)) {
            indices[(*count)++] = k;
            continue;
        }
        a->unsupported = strdup(why);
        if (!a->unsupported)
            return out_of_memory();
    }
    return STATUS_PASS;
}

/* The ways in which ticks came, known when all cases ran. */
static void add_delivery(struct trial *trial)
{
    unsigned delivered = 0;

    for (size_t k = 0; k < trial->count; k++)
        delivered |= trial->cases[k].observation.delivered;
    environment_delivery(delivered, trial->delivery);
    trial->environment[trial->results.environment_count++] =
        (struct named){"delivery", trial->delivery};
}

/* Whether a case of a shard is to be looked at again only the whole run can
 * tell, so all that shared a process are. */
static bool judge_shard(struct trial *trial, unsigned jobs, size_t *indices)
{
    size_t count = 0;

    for (size_t k = 0; k < trial->count; k++)
        if (trial->cases[k].observation.batched)
            indices[count++] = k;
    if (count && !trial_observe(trial, jobs, indices, count, false))
        return false;
    if (!assess(trial->dialect, trial->cases, trial->count, &trial->results))
        return false;
    for (size_t k = 0; k < trial->count; k++)
        trial->results.cases[k].index = trial->indices[k];
    return true;
}

/* With room for an index a case in indices. */
static int run_with(struct trial *trial, unsigned jobs, bool tell,
                    size_t *indices)
{
    struct trial_looking looking = {trial, jobs};
    const char *problem;
    size_t count;
    int status = runnable(trial, indices, &count);

    if (status != STATUS_PASS)
        return status;
    if (count && !trial_observe(trial, jobs, indices, count, true))
        return out_of_memory();
    if (*trial->shard)
        return judge_shard(trial, jobs, indices) ? STATUS_PASS
                                                 : out_of_memory();
    problem = assess_twice(trial->dialect, trial->cases, trial->count,
                           trial_look_alone, &looking, &trial->results);
    if (!problem && tell)
        problem = trial_tell(trial, jobs);
    return problem ? complain(STATUS_HARNESS, "%s", problem) : STATUS_PASS;
}

static int run_live(struct trial *trial, const struct trial_settings *settings)
{
    const struct live_options options = {&trial->observe, trial->dialect,
                                         live_full_plan};
    bool good;

    progress_begin(dialect_table[trial->dialect].name);
    good = live_run(&options, trial->capabilities, wanted_check,
                    (void *)settings, progress_show, &trial->results);
    progress_end();
    if (!good)
        return complain(STATUS_HARNESS, "a process could not be made: %s",
                        strerror(errno));
    add_delivery(trial);
    return STATUS_PASS;
}

/* For the laws: what the trial is of, and what is asked of it. */
struct trial_laws {
    const struct trial *trial;
    const struct trial_settings *settings;
};

static bool can_ask(void *context, const struct test_case *c, char *why,
                    size_t size)
{
    const struct trial *trial = ((struct trial_laws *)context)->trial;

    return probe_case(c, trial->dialect, trial->capabilities, &trial->constants,
                      why, size);
}

static bool wanted_law(void *context, const char *id)
{
    return wanted_check((void *)((struct trial_laws *)context)->settings, id);
}

/* What can't be judged at all is unsupported by each law. */
static int run_laws(struct trial *trial, const struct trial_settings *settings)
{
    struct trial_laws laws = {trial, settings};
    struct laws_request request = {.options = &trial->observe,
                                   .dialect = trial->dialect,
                                   .can = can_ask,
                                   .wanted = wanted_law,
                                   .context = &laws,
                                   .progress = progress_show};
    char why[512];
    bool alive, good;
    int status = try_out(trial, &alive, why, sizeof why);

    if (status != STATUS_PASS)
        return status;
    if (!alive)
        request.unsupported = why;
    progress_begin(dialect_table[trial->dialect].name);
    good = laws_run(&request, &trial->results);
    progress_end();
    return good ? STATUS_PASS : out_of_memory();
}

int trial_run(struct trial *trial, const struct trial_settings *settings)
{
    size_t *indices;
    int status;

    if (settings->live)
        return run_live(trial, settings);
    if (settings->laws)
        return run_laws(trial, settings);
    indices = calloc(trial->count + 1, sizeof *indices);
    if (!indices)
        return out_of_memory();
    status = run_with(trial, settings->jobs, settings->tell, indices);
    free(indices);
    if (status == STATUS_PASS)
        add_delivery(trial);
    return status;
}

void trial_identify(struct trial *trial, const struct trial_settings *settings,
                    const char *date)
{
    struct results *results = &trial->results;

    artifact_of(&trial->artifact, trial->observe.impl,
                trial->observe.open.path);
    snprintf(trial->date, sizeof trial->date, "%s", date);
    results->identity = trial->artifact.rows;
    results->identity_count = trial->artifact.count;
    results->version = PROFILCHECK_VERSION;
    results->tables = rederive_tables();
    results->date = *trial->date ? trial->date : NULL;
    results->suite = settings->live     ? "live"
                     : settings->laws   ? "laws"
                     : !settings->suite ? "cases"
                     : settings->full   ? "full"
                                        : "quick";
}

bool trial_annotate(struct trial *trial)
{
    return trial->checks ||
           annotate(trial->dialect, trial->cases, &trial->results);
}

void trial_free(struct trial *trial)
{
    for (size_t k = 0; k < trial->count; k++) {
        observation_free(&trial->cases[k].observation);
        observation_free(&trial->cases[k].alone);
        free(trial->cases[k].unsupported);
    }
    free(trial->cases);
    free(trial->portions);
    free(trial->indices);
    results_free(&trial->results);
    case_list_free(&trial->list);
    case_list_free(&trial->full);
}
