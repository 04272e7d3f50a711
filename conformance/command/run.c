/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"
#include "reports/reports.h"
#include "trial.h"
#include "verbs.h"
#include "workers.h"

enum { DIALECT, SUITE, CASES, CASE, FORMAT, JOBS, TIMEOUT, SET, BACKEND,
       HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "judge by this dialect; all: by each whose "
                                 "calls it has (default)"},
    [SUITE] = {"suite", "quick|full", "which cases to run (default: quick)"},
    [CASES] = {"cases", "FILE", "the cases of a file, in place of a suite "
                                "unless --suite asks for one too"},
    [CASE] = {"case", "ID", "only this case, by id or name; may be repeated"},
    [FORMAT] = {"format", "text|json", "the report (default: text)"},
    [JOBS] = {"jobs", "N", "cases observed at a time (default: one a "
                           "processor)"},
    [TIMEOUT] = {"timeout", "SECONDS", "time limit of a case (default: 5)"},
    [SET] = {"set", "NAME=N", "PROF_USHORT, PROF_UINT, PROF_FAST or "
                              "PROFIL_MAX as the implementation's header "
                              "has it"},
    [BACKEND] = {"backend", "signal|ptrace", "who sends SIGPROF: the process "
                                            "itself (default), or a tracer"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct request {
    struct trial_settings settings;
    int dialect; /* -1: all */
    bool json, help;
    struct trial trials[DIALECTS];
    struct results results[DIALECTS];
    size_t count;
    bool loaded; /* some dialect's cases were looked through */
    char absent[DIALECTS][400]; /* why a dialect was left out; "" it was not */
};

static bool keep(struct options *o, int row, const char **list, size_t *count)
{
    if (*count == TRIAL_LIST) {
        options_wrong(o, row, "no more of them than 64");
        return false;
    }
    list[(*count)++] = o->value;
    return true;
}

static bool timeout_option(struct options *o, struct trial_settings *settings)
{
    char *end;
    double seconds = strtod(o->value, &end);

    if (*end || !(seconds >= 0.01 && seconds <= 3600)) {
        options_wrong(o, TIMEOUT, "seconds from 0.01 to 3600");
        return false;
    }
    settings->timeout_ms = (unsigned)(seconds * 1000);
    return true;
}

static bool set_option(struct options *o, struct trial_settings *settings)
{
    static const char *const names[TRIAL_CONSTANTS] = {
        "PROF_USHORT=", "PROF_UINT=", "PROF_FAST=", "PROFIL_MAX="};
    uint64_t number;

    for (unsigned k = 0; k < TRIAL_CONSTANTS; k++) {
        size_t length = strlen(names[k]);

        if (strncmp(o->value, names[k], length) == 0 &&
            options_number(o->value + length, &number) &&
            number <= UINT32_MAX) {
            settings->constants[k].is_set = true;
            settings->constants[k].value = (unsigned)number;
            return true;
        }
    }
    options_wrong(o, SET, "PROF_USHORT=N, PROF_UINT=N, PROF_FAST=N or "
                          "PROFIL_MAX=N");
    return false;
}

static bool one_of(struct options *o, int row, const char *first,
                   const char *second, bool *is_second)
{
    char expected[64];

    *is_second = strcmp(o->value, second) == 0;
    if (*is_second || strcmp(o->value, first) == 0)
        return true;
    snprintf(expected, sizeof expected, "%s or %s", first, second);
    options_wrong(o, row, expected);
    return false;
}

static bool backend_option(struct options *o, struct trial_settings *settings)
{
    bool traced;

    if (!one_of(o, BACKEND, "signal", "ptrace", &traced))
        return false;
    settings->backend = traced ? BACKEND_PTRACE : BACKEND_SIGNAL;
    return true;
}

static bool one_option(struct options *o, int row, struct request *request)
{
    struct trial_settings *s = &request->settings;
    uint64_t number;

    switch (row) {
    case SUITE: s->suite = true; return one_of(o, row, "quick", "full",
                                               &s->full);
    case CASES: return keep(o, row, s->files, &s->file_count);
    case CASE: return keep(o, row, s->ids, &s->id_count);
    case FORMAT: return one_of(o, row, "text", "json", &request->json);
    case JOBS:
        if (!options_number_between(o, row, 1, WORKERS_LIMIT, &number))
            return false;
        s->jobs = (unsigned)number;
        return true;
    case TIMEOUT: return timeout_option(o, s);
    case SET: return set_option(o, s);
    case BACKEND: return backend_option(o, s);
    case HELP: request->help = true; return true;
    default: return false;
    }
}

static int parse(char **arguments, struct request *request)
{
    struct trial_settings *s = &request->settings;
    struct options o;
    int row;

    request->dialect = -1;
    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == OPTIONS_WORD && s->name)
            return complain(STATUS_USAGE, "run: one implementation at a time, "
                            "not %s and %s", s->name, o.value);
        if (row == OPTIONS_WORD) {
            s->name = o.value;
        } else if (row == DIALECT) {
            request->dialect = strcmp(o.value, "all") == 0
                                   ? -1
                                   : dialect_option(o.value);
            if (request->dialect < 0 && strcmp(o.value, "all") != 0)
                return STATUS_USAGE;
        } else if (!one_option(&o, row, request)) {
            return complain(STATUS_USAGE, "run: %s", o.error);
        }
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "run: %s", o.error);
    if (request->help)
        return STATUS_PASS;
    s->suite |= s->file_count == 0;
    if (!s->jobs)
        s->jobs = workers_default();
    if (!s->name)
        return complain(STATUS_USAGE, "run: which implementation? Its name "
                        "or a path; see profilcheck list impls");
    s->impl = impl_find(s->name);
    if (!s->impl)
        return complain(STATUS_USAGE, "run: %s: no such implementation; "
                        "expected one of profilcheck list impls, or the path "
                        "of a shared object", s->name);
    if (s->backend != BACKEND_SIGNAL && s->impl->deliver)
        return complain(STATUS_USAGE, "run: --backend: %s takes its ticks by "
                        "a mechanism of its own", s->name);
    return STATUS_PASS;
}

/* The trials of the dialects asked for whose calls it has, cases loaded. */
static int prepare(struct request *request)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct trial *trial = &request->trials[request->count];
        char *why = request->absent[d];
        int status;

        if (request->dialect >= 0 && request->dialect != d)
            continue;
        trial_begin(trial, &request->settings, (enum dialect)d);
        trial->capabilities = probe_capabilities(&trial->observe, why,
                                                 sizeof request->absent[d]);
        if (!trial->capabilities)
            continue;
        request->count++;
        request->loaded = true;
        status = trial_load(trial, &request->settings);
        if (status != STATUS_PASS)
            return status;
        if (!trial->count) {
            snprintf(why, sizeof request->absent[d],
                     "none of the cases is meant for it");
            trial_free(trial);
            request->count--;
        }
    }
    return STATUS_PASS;
}

static int check(const struct request *request)
{
    const struct trial_settings *s = &request->settings;

    for (size_t k = 0; request->loaded && k < s->id_count; k++)
        if (!s->id_found[k])
            return complain(STATUS_USAGE, "--case %s: there is no such case "
                            "here; see profilcheck list cases", s->ids[k]);
    if (request->count == 0)
        for (int d = DIALECTS; d-- > 0;)
            if (*request->absent[d] &&
                (request->dialect == d || request->dialect < 0))
                return complain(STATUS_USAGE, "%s as %s: %s", s->name,
                                dialect_table[d].name, request->absent[d]);
    return STATUS_PASS;
}

static int report(const struct request *request, int status)
{
    struct output output;
    const char *no_colour = getenv("NO_COLOR");
    bool colour = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (request->json) {
        report_json(request->results, request->count, output.stream);
        return output_end(&output, status);
    }
    for (size_t k = 0; k < request->count; k++) {
        if (k)
            putc('\n', output.stream);
        report_text(&request->results[k], colour, output.stream);
    }
    for (int d = 0; request->dialect < 0 && d < DIALECTS; d++)
        if (*request->absent[d])
            fprintf(output.stream, "\nnot judged as %s: %s\n",
                    dialect_table[d].name, request->absent[d]);
    return output_end(&output, status);
}

static int run_all(struct request *request)
{
    int status = prepare(request), worst = STATUS_PASS;

    if (status == STATUS_PASS)
        status = check(request);
    for (size_t k = 0; status == STATUS_PASS && k < request->count; k++) {
        status = trial_run(&request->trials[k], &request->settings);
        request->results[k] = request->trials[k].results;
        if (results_status(&request->results[k]) > worst)
            worst = results_status(&request->results[k]);
    }
    return status == STATUS_PASS ? report(request, worst) : status;
}

static int run(char **arguments)
{
    struct request *request = calloc(1, sizeof *request);
    int status;

    if (!request)
        return complain(STATUS_HARNESS, "out of memory");
    status = parse(arguments, request);
    if (status == STATUS_PASS)
        status = request->help ? verb_help(&verb_run) : run_all(request);
    for (size_t k = 0; k < request->count; k++)
        trial_free(&request->trials[k]);
    free(request);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .usage = "[OPTION]... IMPL",
    .summary = "judge an implementation",
    .example = "profilcheck run --dialect aix signal\n"
               "profilcheck run --format json --jobs 2 ./libmyprofil.so",
    .rows = rows,
    .run = run,
};
