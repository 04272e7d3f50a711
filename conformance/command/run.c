/* SPDX-License-Identifier: MIT */
/* The verb `run`: implementations, each judged in each dialect. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/cases/suite.h"
#include "conformance/laws/laws.h"
#include "conformance/live/live.h"
#include "conformance/run/interrupt.h"
#include "conformance/run/programs.h"
#include "conformance/run/publish.h"
#include "conformance/run/waivers.h"
#include "conformance/workers/probe.h"
#include "request.h"
#include "unknown.h"

/* Why an implementation was not judged by a dialect. */
struct absence {
    struct report_absence words;
    char why[400];
};

struct session {
    struct run_request request;
    struct trial *trials;    /* room for one each implementation and dialect */
    struct results *results; /* of the trials */
    struct absence *absences;
    size_t trial_count, absence_count;
    struct waivers waivers;
    char date[11];        /* of the results; empty: none */
    char **arguments;     /* of the command line */
    struct resume resume; /* of --resume */
    struct part part;     /* of --results; its name null: none */
    bool loaded;          /* some dialect's cases were looked through */
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
    part_end(&session->part);
    resume_end(&session->resume);
    waivers_free(&session->waivers);
    shard_free(&session->request.settings.shard);
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
    trial->capabilities =
        probe_capabilities(&trial->observe, absence->why, sizeof absence->why);
    if (trial->capabilities == PROBE_FAILED)
        return complain(STATUS_HARNESS, "run: %s: %s", settings->name,
                        absence->why);
    if (!trial->capabilities) {
        session->absence_count++;
        return STATUS_PASS;
    }
    session->trial_count++;
    session->loaded = true;
    status = trial_load(trial, settings);
    if (status == STATUS_PASS && !trial->whole && !trial->checks) {
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
    struct run_request *request = &session->request;
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

static int no_such_case(const struct session *session, const char *id)
{
    const struct trial_settings *s = &session->request.settings;
    struct case_list list = {0};
    struct case_error error;
    struct nearest nearest;

    if (s->suite && !s->live && !s->laws)
        return unknown_case("run: --case", id, NULL);
    nearest_begin(&nearest, id);
    for (size_t k = 0; k < s->file_count; k++)
        if (suite_load_file(&list, s->files[k], &error))
            unknown_try_cases(&nearest, &list);
    case_list_free(&list);
    for (size_t k = 0; s->live && k < live_checks; k++)
        nearest_try(&nearest, live_id(k));
    for (size_t k = 0; s->laws && k < laws_count; k++)
        nearest_try(&nearest, laws_id(k));
    return unknown_case_end("run: --case", &nearest);
}

/* Whoever is named is judged by some dialect, and so is every case. */
static int run_checks(const struct session *session)
{
    const struct run_request *request = &session->request;
    const struct trial_settings *s = &request->settings;

    for (size_t k = 0; session->loaded && k < s->id_count; k++)
        if (!s->id_found[k])
            return no_such_case(session, s->ids[k]);
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

static void report_all(const struct session *session, bool colour, FILE *out)
{
    report_runs(session->results, session->trial_count, session->request.detail,
                colour, out);
    for (size_t k = 0; k < session->absence_count; k++)
        report_not_judged(&session->absences[k].words,
                          session->request.impl_count > 1, out);
}

static int report(const struct session *session, int status)
{
    struct output output;
    const char *no_colour = getenv("NO_COLOR");
    bool colour = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (session->request.format)
        session->request.format->write(session->results, session->trial_count,
                                       output.stream);
    else
        report_all(session, colour, output.stream);
    return output_end(&output, status);
}

static int not_written(const char *file)
{
    return complain(STATUS_HARNESS, "run: --results: %s: %s", file,
                    errno ? strerror(errno) : "not written");
}

/* Files are looked at before anything runs. */
static int begin_files(struct session *session)
{
    const struct run_request *request = &session->request;
    const char *problem = NULL;

    if (!date_of_source(session->date))
        return complain(STATUS_USAGE,
                        "run: SOURCE_DATE_EPOCH: read %s, "
                        "expected seconds since 1970",
                        getenv("SOURCE_DATE_EPOCH"));
    if (request->waivers)
        problem = waivers_read(&session->waivers, request->waivers);
    if (problem)
        return complain(STATUS_USAGE, "run: --waivers: %s", problem);
    if (!request->results || session->part.name)
        return STATUS_PASS;
    problem = part_begin(&session->part, request->results);
    if (problem)
        return complain(STATUS_USAGE, "run: --results: %s", problem);
    errno = 0;
    return recording_command(&session->part, session->arguments)
               ? STATUS_PASS
               : not_written(request->results);
}

/* What is there of it from before.  *over: all of it. */
static int find_before(struct session *session, size_t k, bool *over)
{
    struct trial *trial = &session->trials[k];
    const struct results *found = NULL;
    int status = resume_find(&session->resume, &trial->results, trial->count,
                             trial->digest, &found);

    *over = found && resume_is_over(&session->resume, found);
    if (*over) {
        session->results[k] = *found;
        waivers_apply_again(&session->waivers, &session->results[k]);
    }
    trial->known = (struct resume_cases){
        found, *trial->shard ? trial->indices : NULL, trial->portions};
    return status;
}

static int run_one(struct session *session, size_t k)
{
    struct trial *trial = &session->trials[k];
    const struct run_request *request = &session->request;
    bool told = request->results || request->report || request->format;
    struct recording recording = {.part = &session->part};
    const struct recording_plan plan = {trial->cases,
                                        *trial->shard ? trial->indices : NULL,
                                        trial->count, trial->digest};
    bool over = false;
    int status = STATUS_PASS;

    if (told)
        trial_identify(trial, &request->settings, session->date);
    if (session->resume.arguments)
        status = find_before(session, k, &over);
    if (status != STATUS_PASS || over)
        return status;
    if (request->results)
        recording_begin(&recording, &trial->results, &plan);
    trial->recording = request->results ? &recording : NULL;
    status = trial_run(trial, &request->settings);
    trial->recording = NULL;
    if (status != STATUS_PASS)
        return status;
    if (told && !trial_annotate(trial))
        return out_of_memory();
    waivers_apply(&session->waivers, &trial->results);
    if (told && !programs_add(trial, request->shrink))
        return out_of_memory();
    if (request->results)
        recording_end(&recording, &trial->results);
    session->results[k] = trial->results;
    return STATUS_PASS;
}

/* That nobody failed says nothing where nothing was judged. */
static int nothing_judged(const struct session *session)
{
    for (size_t k = 0; k < session->trial_count; k++) {
        const struct results *run = &session->results[k];

        if (run->case_count > run->summary[VERDICT_UNSUPPORTED])
            return STATUS_PASS;
    }
    return complain(STATUS_FAIL, "run: nothing was judged: every case is "
                                 "unsupported");
}

static bool write_lines(void *context, FILE *out)
{
    const struct session *session = context;
    bool good = true;

    for (size_t k = 0; good && k < session->trial_count; k++)
        good = report_lines(&session->results[k], out);
    return good;
}

/* All files are tried, so that one that can't be written costs no other. */
static int write_files(struct session *session)
{
    const struct run_request *request = &session->request;
    int error = 0, status = STATUS_PASS;

    if (request->results)
        error = part_finish(&session->part, write_lines, session);
    if (error)
        complain(STATUS_HARNESS, "run: --results: %s: %s", request->results,
                 strerror(error));
    if (error && session->part.path)
        complain(STATUS_HARNESS, "run: what was observed is in %s",
                 session->part.path);
    if (request->report)
        status =
            publish(request->report, session->results, session->trial_count);
    return error ? STATUS_HARNESS : status;
}

static int run_trials(struct session *session, int *worst)
{
    int status = STATUS_PASS;

    interrupt_begin(session->part.name ? &session->part : NULL);
    for (size_t k = 0; status == STATUS_PASS && k < session->trial_count; k++) {
        status = run_one(session, k);
        if (results_status(&session->results[k]) > *worst)
            *worst = results_status(&session->results[k]);
    }
    interrupt_end();
    return status;
}

static int run_all(struct session *session)
{
    int status, files, worst = STATUS_PASS;

    if (!session_make(session))
        return out_of_memory();
    status = prepare(session);
    if (status == STATUS_PASS)
        status = run_checks(session);
    if (status == STATUS_PASS && session->request.report)
        status = publish_begin(session->request.report);
    if (status == STATUS_PASS)
        status = begin_files(session);
    if (status == STATUS_PASS)
        status = run_trials(session, &worst);
    if (status != STATUS_PASS)
        return status;
    if (worst == STATUS_PASS)
        worst = nothing_judged(session);
    waivers_complain(&session->waivers);
    files = write_files(session);
    return report(session, files > worst ? files : worst);
}

/* The command of the run that was killed, into the same file. */
static int run_resume(struct session *session)
{
    const char *name = session->request.resume;
    int status = resume_begin(&session->resume, &session->part, name);

    if (status == STATUS_PASS)
        status = request_parse(session->resume.arguments, &session->request);
    session->request.results = name;
    return status;
}

static int run_verb_run(char **arguments)
{
    struct session *session = calloc(1, sizeof *session);
    int status;

    if (!session)
        return out_of_memory();
    session->part.lock = -1;
    session->arguments = arguments;
    status = request_parse(arguments, &session->request);
    if (status == STATUS_PASS && session->request.resume &&
        !session->request.help)
        status = run_resume(session);
    if (status == STATUS_PASS)
        status =
            session->request.help ? verb_help(&verb_run) : run_all(session);
    session_free(session);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .usage = "[OPTION]... IMPL...\n       profilcheck run --resume FILE",
    .summary = "judge an implementation, or several",
    .example = "profilcheck run --dialect aix signal\n"
               "profilcheck run --format json --jobs 2 ./libmyprofil.so\n"
               "profilcheck run --report reports signal perf",
    .rows = request_rows,
    .run = run_verb_run,
};
