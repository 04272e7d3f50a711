/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/explain/annotate.h"
#include "conformance/results/results.h"
#include "conformance/run/rederive.h"
#include "conformance/trace/drive.h"
#include "conformance/workers/workers.h"
#include "trial.h"

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
    trial->results.tried = settings->tried;
    trial->results.control = settings->control;
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
    results->commit = environment_commit();
    results->command = settings->command;
    results->source = settings->source;
    results->tables = rederive_tables();
    results->date = *trial->date ? trial->date : NULL;
    results->suite = settings->live     ? "live"
                     : settings->laws   ? "laws"
                     : !settings->suite ? "cases"
                     : settings->full   ? "full"
                                        : "quick";
}

void trial_add_calls(struct trial *trial)
{
    static const struct {
        unsigned can;
        const char *name;
    } rows[] = {
        {IMPL_CAN_PROFIL, "profil"},
        {IMPL_CAN_SPROFIL, "sprofil"},
        {IMPL_CAN_MONITOR, "monitor"},
        {IMPL_CAN_MONSTARTUP, "monstartup"},
        {IMPL_CAN_MONCONTROL, "moncontrol"},
        {IMPL_CAN_COUNT, "mcount"},
        {IMPL_CAN_MCLEANUP, "_mcleanup"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (trial->capabilities & rows[k].can) {
            strcat(trial->calls, *trial->calls ? " " : "");
            strcat(trial->calls, rows[k].name);
        }
    trial->environment[trial->results.environment_count++] =
        (struct named){"calls", trial->calls};
}

/* The ways in which ticks came, known when all cases ran. */
void trial_add_delivery(struct trial *trial)
{
    unsigned delivered = 0;

    for (size_t k = 0; k < trial->count; k++)
        delivered |= trial->cases[k].observation.delivered;
    environment_delivery(delivered, trial->delivery);
    trial->environment[trial->results.environment_count++] =
        (struct named){"delivery", trial->delivery};
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
    free(trial->look.indices);
    results_free(&trial->results);
    case_list_free(&trial->list);
    case_list_free(&trial->full);
}
