/* SPDX-License-Identifier: MIT */
/* The verb `run`: implementations, each judged in each dialect. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"
#include "reports/reports.h"
#include "request.h"

/* Why an implementation was not judged by a dialect. */
struct absence {
    struct report_absence words;
    char why[400];
};

struct session {
    struct request request;
    struct trial *trials;    /* room for one each implementation and dialect */
    struct results *results; /* of the trials */
    struct absence *absences;
    size_t trial_count, absence_count;
    bool loaded; /* some dialect's cases were looked through */
};

static bool session_make(struct session *session)
{
    size_t most = session->request.impl_count * DIALECTS;

    session->trials = calloc(most, sizeof *session->trials);
    session->results = calloc(most, sizeof *session->results);
    session->absences = calloc(most, sizeof *session->absences);
    return session->trials && session->results && session->absences;
}

static void session_free(struct session *session)
{
    for (size_t k = 0; k < session->trial_count; k++)
        trial_free(&session->trials[k]);
    free(session->trials);
    free(session->results);
    free(session->absences);
    free(session);
}

/* A trial whose calls the implementation has, cases loaded; or its absence. */
static int prepare_one(struct session *session, enum dialect dialect)
{
    struct trial_settings *settings = &session->request.settings;
    struct trial *trial = &session->trials[session->trial_count];
    struct absence *absence = &session->absences[session->absence_count];
    int status;

    absence->words = (struct report_absence){
        settings->name, dialect_table[dialect].name, absence->why};
    trial_begin(trial, settings, dialect);
    trial->capabilities = probe_capabilities(&trial->observe, absence->why,
                                             sizeof absence->why);
    if (!trial->capabilities) {
        session->absence_count++;
        return STATUS_PASS;
    }
    session->trial_count++;
    session->loaded = true;
    status = trial_load(trial, settings);
    if (status == STATUS_PASS && !trial->count && !trial->checks) {
        snprintf(absence->why, sizeof absence->why,
                 "none of the cases is meant for it");
        session->absence_count++;
        trial_free(trial);
        session->trial_count--;
    }
    return status;
}

static int prepare(struct session *session)
{
    struct request *request = &session->request;
    int status = STATUS_PASS;

    for (size_t k = 0; k < request->impl_count; k++) {
        size_t before = session->trial_count;

        request->settings.impl = request->impls[k].impl;
        request->settings.name = request->impls[k].name;
        for (int d = 0; d < DIALECTS && status == STATUS_PASS; d++)
            if (request_wants(request, (enum dialect)d))
                status = prepare_one(session, (enum dialect)d);
        request->impls[k].judged = session->trial_count > before;
    }
    return status;
}

/* Whoever is named is judged by some dialect, and so is every case. */
static int check(const struct session *session)
{
    const struct request *request = &session->request;
    const struct trial_settings *s = &request->settings;

    for (size_t k = 0; session->loaded && k < s->id_count; k++)
        if (!s->id_found[k])
            return complain(STATUS_USAGE, "--case %s: there is no such case "
                            "here; see profilcheck list cases", s->ids[k]);
    for (size_t k = 0; k < request->impl_count; k++)
        for (size_t a = session->absence_count; a-- > 0;) {
            const struct report_absence *absence = &session->absences[a].words;

            if (!request->impls[k].judged &&
                absence->implementation == request->impls[k].name)
                return complain(STATUS_USAGE, "%s as %s: %s",
                                absence->implementation, absence->dialect,
                                absence->why);
        }
    return STATUS_PASS;
}

/* One implementation's behaviour is told; several are for comparing. */
static void report_all(const struct session *session, bool colour, FILE *out)
{
    bool several = session->request.impl_count > 1;
    size_t runs = session->trial_count;

    for (size_t k = 0; k < runs; k++) {
        if (several) {
            report_findings(&session->results[k], colour, out);
            continue;
        }
        if (k)
            putc('\n', out);
        report_text(&session->results[k], colour, out);
    }
    if (runs > 1) {
        if (ftell(out) > 0)
            putc('\n', out);
        report_table(session->results, runs, colour, out);
    }
    for (size_t k = 0; k < session->absence_count; k++)
        report_not_judged(&session->absences[k].words, several, out);
}

static int report(const struct session *session, int status)
{
    struct output output;
    const char *no_colour = getenv("NO_COLOR");
    bool colour = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (session->request.json)
        report_json(session->results, session->trial_count, output.stream);
    else if (session->request.html)
        report_html(session->results, session->trial_count, output.stream);
    else
        report_all(session, colour, output.stream);
    return output_end(&output, status);
}

static int run_all(struct session *session)
{
    int status, worst = STATUS_PASS;

    if (!session_make(session))
        return complain(STATUS_HARNESS, "out of memory");
    status = prepare(session);
    if (status == STATUS_PASS)
        status = check(session);
    for (size_t k = 0; status == STATUS_PASS && k < session->trial_count; k++) {
        struct trial *trial = &session->trials[k];

        status = trial_run(trial, &session->request.settings);
        session->results[k] = trial->results;
        if (results_status(&trial->results) > worst)
            worst = results_status(&trial->results);
    }
    return status == STATUS_PASS ? report(session, worst) : status;
}

static int run(char **arguments)
{
    struct session *session = calloc(1, sizeof *session);
    int status;

    if (!session)
        return complain(STATUS_HARNESS, "out of memory");
    status = request_parse(arguments, &session->request);
    if (status == STATUS_PASS)
        status = session->request.help ? verb_help(&verb_run)
                                       : run_all(session);
    session_free(session);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .usage = "[OPTION]... IMPL...",
    .summary = "judge an implementation, or several",
    .example = "profilcheck run --dialect aix signal\n"
               "profilcheck run --format json --jobs 2 ./libmyprofil.so\n"
               "profilcheck run signal perf",
    .rows = request_rows,
    .run = run,
};
