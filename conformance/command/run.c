/* SPDX-License-Identifier: MIT */
/* The verb `run`: implementations, each judged in each dialect. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/laws/laws.h"
#include "conformance/live/live.h"
#include "conformance/run/interrupt.h"
#include "conformance/run/publish.h"
#include "conformance/trial/programs.h"
#include "conformance/trial/trials.h"
#include "reports/runs.h"
#include "session.h"
#include "unknown.h"

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

/* A dialect that nobody asked for, of one that is judged by another. */
static bool is_only_tried(const struct session *session,
                          const struct report_absence *absence)
{
    const struct run_request *request = &session->request;

    for (size_t k = 0; k < request->impl_count; k++)
        if (request->impls[k].name == absence->implementation)
            return request_tries(request, k) && request->impls[k].judged &&
                   request->detail != REPORT_VERBOSE;
    return false;
}

static void report_all(const struct session *session, bool colour, FILE *out)
{
    report_runs(session->results, session->trial_count, session->request.detail,
                colour, out);
    for (size_t k = 0; k < session->absence_count; k++)
        if (!is_only_tried(session, &session->absences[k].words))
            report_not_judged(&session->absences[k].words,
                              session->request.impl_count > 1, out);
}

static int report(const struct session *session, int status)
{
    struct output output;
    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (session->request.format)
        session->request.format->write(session->results, session->trial_count,
                                       output.stream);
    else
        report_all(session, output_in_colour(), output.stream);
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

    if (!date_of_run(session->date))
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
    if (found && found->date) /* it goes on, and keeps the day it began */
        snprintf(trial->date, sizeof trial->date, "%s", found->date);
    if (*over) {
        session->results[k] = *found;
        waivers_settle(&session->waivers, session->request.house,
                       &session->results[k]);
    }
    trial->known = (struct resume_cases){
        found, *trial->shard ? trial->indices : NULL, trial->portions};
    return status;
}

/* Whether more is told than what the terminal shows. */
static bool is_told(const struct run_request *request)
{
    return request->results || request->report || request->format;
}

/* Before it is run.  *over: it was before. */
static int run_prepare(struct session *session, size_t k, bool *over)
{
    struct trial *trial = &session->trials[k];
    struct recording *recording = &session->recordings[k];
    const struct run_request *request = &session->request;
    const struct recording_plan plan = {trial->cases,
                                        *trial->shard ? trial->indices : NULL,
                                        trial->count, trial->digest};
    int status = STATUS_PASS;

    *over = false;
    if (is_told(request))
        trial_identify(trial, &request->settings, session->date);
    if (session->resume.arguments)
        status = find_before(session, k, over);
    if (status != STATUS_PASS || *over || !request->results)
        return status;
    recording->part = &session->part;
    recording_begin(recording, &trial->results, &plan);
    trial->recording = recording;
    return STATUS_PASS;
}

/* When it is judged. */
static int run_finish(struct session *session, struct trial *trial)
{
    const struct run_request *request = &session->request;
    bool told = is_told(request);
    size_t k = (size_t)(trial - session->trials);

    trial->recording = NULL;
    if (told && !trial_annotate(trial))
        return out_of_memory();
    waivers_settle(&session->waivers, request->house, &trial->results);
    if (told && !programs_add(trial, request->shrink))
        return out_of_memory();
    if (request->results)
        recording_end(&session->recordings[k], &trial->results);
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

static int run_together(struct session *session, struct trial **wanted)
{
    size_t count = 0;
    int status = STATUS_PASS;

    for (size_t k = 0; status == STATUS_PASS && k < session->trial_count; k++) {
        bool over;

        status = run_prepare(session, k, &over);
        if (!over)
            wanted[count++] = &session->trials[k];
    }
    if (status == STATUS_PASS)
        status = trials_run(wanted, count, &session->request.settings);
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = run_finish(session, wanted[k]);
    return status;
}

static int run_trials(struct session *session, int *worst)
{
    struct trial **wanted = calloc(session->trial_count + 1, sizeof *wanted);
    int status;

    if (!wanted)
        return out_of_memory();
    interrupt_begin(session->part.name ? &session->part : NULL);
    status = run_together(session, wanted);
    interrupt_end();
    free(wanted);
    if (status == STATUS_PASS)
        *worst = report_status(session->results, session->trial_count);
    return status;
}

static int run_all(struct session *session)
{
    int status, files, worst = STATUS_PASS;

    if (!session_make(session))
        return out_of_memory();
    status = session_prepare(session);
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
    int status = resume_begin(&session->resume, &session->part, name,
                              session->request.sure);

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
    .usage =
        "[OPTION]... [DIALECT:]IMPL...\n       profilcheck run --resume FILE",
    .summary = "judge an implementation, or several",
    .example = "profilcheck run --dialect aix signal\n"
               "profilcheck run --format json --jobs 2 ./libmyprofil.so\n"
               "profilcheck run --report reports signal perf",
    .status = "0 all pass, or pass with waivers; 1 some fail, or nothing\n"
              "             could be judged; 2 usage; 3 harness error",
    .rows = request_rows,
    .run = run_verb_run,
};
