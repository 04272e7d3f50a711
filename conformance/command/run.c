/* SPDX-License-Identifier: MIT */
/* The verb `run`: implementations, each judged in each dialect. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/crosscheck/laws.h"
#include "conformance/crosscheck/live.h"
#include "conformance/judge/causes.h"
#include "conformance/language/suite.h"
#include "conformance/observe/probe.h"
#include "conformance/runs/impl_runs.h"
#include "conformance/runs/interrupt.h"
#include "conformance/runs/publish.h"
#include "reports/runs.h"
#include "request.h"

/* Why an implementation was not judged by a dialect. */
struct absence {
    struct report_absence words;
    char why[400];
};

struct session {
    struct run_request request; /* options are read into it: it is first */
    struct impl_run *runs;   /* room for one each implementation and dialect */
    struct results *results; /* of the runs */
    struct recording *recordings; /* the same */
    struct absence *absences;
    size_t run_count, absence_count;
    char date[11];        /* of the results; empty: none */
    struct resume resume; /* of --resume */
    struct part part;     /* of --results; its name null: none */
    bool loaded;          /* some dialect's cases were looked through */
};

static void make_room(struct session *session)
{
    size_t most = session->request.impl_count * DIALECTS;

    session->runs = memory_new(most, sizeof *session->runs);
    session->results = memory_new(most, sizeof *session->results);
    session->recordings = memory_new(most, sizeof *session->recordings);
    session->absences = memory_new(most, sizeof *session->absences);
}

/* A run whose calls the implementation has, cases loaded; or its absence.
 * *died: its process ended, or hung, when it was opened, which is its verdict,
 * and no other dialect's is waited for. */
static int prepare_one(struct session *session, enum dialect dialect,
                       bool *died)
{
    struct impl_run_settings *settings = &session->request.settings;
    struct impl_run *run = &session->runs[session->run_count];
    struct absence *absence = &session->absences[session->absence_count];
    int status;

    absence->words = (struct report_absence){
        settings->name, dialect_table[dialect].name, absence->why};
    impl_run_begin(run, settings, dialect);
    impl_run_probe(run, session->run_count > 0 ? run - 1 : NULL);
    snprintf(absence->why, sizeof absence->why, "%s", run->observe.learnt.why);
    if (run->capabilities == PROBE_FAILED)
        return complain(STATUS_HARNESS, "run: %s: %s", settings->name,
                        absence->why);
    *died = run->observe.learnt.smoke == SMOKE_DIED;
    if (!run->capabilities && (!*died || probe_is_mute(&run->observe))) {
        session->absence_count++;
        return STATUS_PASS;
    }
    impl_run_add_calls(run);
    session->run_count++;
    session->loaded = true;
    status = impl_run_load(run, settings);
    if (status == STATUS_PASS && !run->whole && !run->checks) {
        snprintf(absence->why, sizeof absence->why,
                 "no case is for this dialect");
        session->absence_count++;
        impl_run_free(run);
        session->run_count--;
    }
    return status;
}

static int prepare(struct session *session)
{
    struct run_request *request = &session->request;
    int status = STATUS_PASS;

    for (size_t k = 0; k < request->impl_count; k++) {
        size_t before = session->run_count;
        bool died = false;

        request->settings.impl = request->impls[k].impl;
        request->settings.name = request->impls[k].name;
        request->settings.tried = request_tries(request, k);
        request->settings.control = request_is_own(request, k);
        for (int d = 0; d < DIALECTS && status == STATUS_PASS && !died; d++)
            if (request_wants(request, k, (enum dialect)d))
                status = prepare_one(session, (enum dialect)d, &died);
        request->impls[k].judged = session->run_count > before;
    }
    return status;
}

static int no_such_case(const struct session *session, const char *id)
{
    const struct impl_run_settings *s = &session->request.settings;
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
    const struct impl_run_settings *s = &request->settings;

    for (size_t k = 0; session->loaded && k < s->id_count; k++)
        if (!s->id_found[k])
            return no_such_case(session, s->ids[k]);
    for (size_t k = 0; k < request->impl_count; k++)
        for (size_t a = session->absence_count; a-- > 0;) {
            const struct report_absence *absence = &session->absences[a].words;
            bool tried = request_tries(request, k);

            if (!request->impls[k].judged &&
                absence->implementation == request->impls[k].name)
                return complain(STATUS_USAGE, "%s%s%s: %s",
                                absence->implementation, tried ? "" : " as ",
                                tried ? "" : absence->dialect, absence->why);
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

static void report_all(const struct session *session, FILE *out)
{
    const struct run_request *request = &session->request;
    const char *beyond = report_beyond(session->results, session->run_count);

    if (request->format) {
        report_write(request->format, session->results, session->run_count,
                     out);
        return;
    }
    report_runs(session->results, session->run_count, request->detail,
                output_in_colour(), out);
    for (size_t k = 0; k < session->absence_count; k++)
        if (!is_only_tried(session, &session->absences[k].words))
            report_not_judged(&session->absences[k].words,
                              request->impl_count > 1, out);
    if (beyond && request->detail != REPORT_QUIET)
        fprintf(out, "%s\n", beyond);
}

static int not_written(const char *file)
{
    return complain(STATUS_HARNESS, "run: --results: %s: %s", file,
                    errno ? strerror(errno) : "not written");
}

/* Files are looked at before anything runs. */
static int begin_files(struct session *session, char *const *arguments)
{
    const struct run_request *request = &session->request;
    const char *problem;

    if (!date_of_run(session->date))
        return complain(STATUS_USAGE,
                        "run: SOURCE_DATE_EPOCH: read %s, "
                        "expected seconds since 1970",
                        getenv("SOURCE_DATE_EPOCH"));
    if (!request->results || session->part.name)
        return STATUS_PASS;
    problem = part_begin(&session->part, request->results);
    if (problem)
        return complain(STATUS_USAGE, "run: --results: %s", problem);
    errno = 0;
    return recording_command(&session->part, arguments)
               ? STATUS_PASS
               : not_written(request->results);
}

/* What is there of it from before.  *over: all of it. */
static int find_before(struct session *session, size_t k, bool *over)
{
    struct impl_run *run = &session->runs[k];
    const struct results *found = NULL;
    int status = resume_find(&session->resume, &run->results, run->count,
                             run->digest, &found);

    *over = found && resume_is_over(&session->resume, found);
    if (found && found->date) /* it goes on, and keeps the day it began */
        snprintf(run->date, sizeof run->date, "%s", found->date);
    if (*over) {
        session->results[k] = *found;
        waivers_settle(&session->request.waivers,
                       (enum house_policy)session->request.house,
                       &session->results[k]);
    }
    run->known = (struct resume_cases){found, run->indices, run->portions};
    return status;
}

/* Whether there is a report besides what the terminal shows. */
static bool is_reported(const struct run_request *request)
{
    return request->results || request->report || request->format;
}

/* Before it is run.  *over: it was before. */
static int run_prepare(struct session *session, size_t k, bool *over)
{
    struct impl_run *run = &session->runs[k];
    struct recording *recording = &session->recordings[k];
    const struct run_request *request = &session->request;
    const struct recording_plan plan = {run->cases, run->indices, run->count,
                                        run->digest};
    int status = STATUS_PASS;

    *over = false;
    if (is_reported(request))
        impl_run_identify(run, &request->settings, session->date);
    if (session->resume.arguments)
        status = find_before(session, k, over);
    if (status != STATUS_PASS || *over || !request->results)
        return status;
    run->results.house_policy = (unsigned)request->house;
    recording->part = &session->part;
    recording_begin(recording, &run->results, &plan);
    run->recording = recording;
    return STATUS_PASS;
}

/* When it is judged. */
static void run_finish(struct session *session, struct impl_run *run)
{
    struct run_request *request = &session->request;
    bool reported = is_reported(request);
    size_t k = (size_t)(run - session->runs);

    run->recording = NULL;
    if (reported && !run->checks)
        annotate(run->dialect, run->cases, &run->results);
    waivers_settle(&request->waivers, (enum house_policy)request->house,
                   &run->results);
    if (reported)
        programs_add(run, (unsigned)request->shrink);
    if (request->results)
        recording_end(&session->recordings[k], &run->results);
    if (getenv("SOURCE_DATE_EPOCH")) /* equal runs are equal bytes */
        for (size_t n = 0; n < run->results.case_count; n++)
            run->results.cases[n].took = 0;
    session->results[k] = run->results;
}

/* That nobody failed says nothing where nothing was judged.  Of a shard merge
 * decides that. */
static int nothing_judged(const struct session *session)
{
    if (session->request.settings.shard.of)
        return STATUS_PASS;
    for (size_t k = 0; k < session->run_count; k++)
        if (results_judged(&session->results[k]) > 0)
            return STATUS_PASS;
    return complain(STATUS_FAIL, "run: nothing was judged: every case is "
                                 "unsupported");
}

static void write_lines(FILE *out, const void *context)
{
    const struct session *session = context;

    for (size_t k = 0; k < session->run_count; k++)
        results_write_run(&session->results[k], out);
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
        complain(STATUS_HARNESS,
                 "run: the observations so far are in %s: profilcheck run "
                 "--resume %s continues it",
                 session->part.path, session->part.name);
    if (request->report)
        status = publish(request->report, session->results, session->run_count);
    return error ? STATUS_HARNESS : status;
}

static int run_together(struct session *session, struct impl_run **wanted)
{
    size_t count = 0;
    int status = STATUS_PASS;

    for (size_t k = 0; status == STATUS_PASS && k < session->run_count; k++) {
        bool over;

        status = run_prepare(session, k, &over);
        if (!over)
            wanted[count++] = &session->runs[k];
    }
    if (status == STATUS_PASS)
        status = impl_runs_execute(wanted, count, &session->request.settings);
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        run_finish(session, wanted[k]);
    return status;
}

static int run_impls(struct session *session, int *worst)
{
    struct impl_run **wanted = memory_new(session->run_count, sizeof *wanted);
    int status;

    interrupt_begin(session->part.name ? &session->part : NULL);
    status = run_together(session, wanted);
    interrupt_end();
    free(wanted);
    if (status == STATUS_PASS)
        *worst = report_status(session->results, session->run_count);
    return status;
}

/* The command of the run that was killed, into the same file. */
static int take_resumed(struct session *session)
{
    static struct options again; /* the request points to its words */
    const char *name = session->request.resume;
    int status = resume_begin(&session->resume, &session->part, name,
                              session->request.sure);

    if (status != STATUS_PASS)
        return status;
    session->request = (struct run_request){REQUEST_USUAL};
    if (!verb_read(&verb_run, session->resume.arguments, &again,
                   &session->request, &status))
        return status;
    status = request_take(&session->request, &again);
    session->request.results = name;
    return status;
}

static int run_run(void *of, const struct options *given, FILE *out)
{
    struct session *session = of;
    int worst = STATUS_PASS, files, status;

    status = request_take(&session->request, given);
    if (status == STATUS_PASS && session->request.resume)
        status = take_resumed(session);
    if (status != STATUS_PASS)
        return status;
    make_room(session);
    status = prepare(session);
    if (status == STATUS_PASS)
        status = run_checks(session);
    if (status == STATUS_PASS && session->request.report)
        status = publish_begin(session->request.report);
    if (status == STATUS_PASS)
        status = begin_files(session, given->arguments);
    if (status == STATUS_PASS)
        status = run_impls(session, &worst);
    if (status == STATUS_PASS) {
        if (worst == STATUS_PASS)
            worst = nothing_judged(session);
        waivers_complain(&session->request.waivers);
        files = write_files(session);
        status = files > worst ? files : worst;
        report_all(session, out);
    }
    part_end(&session->part);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .usage = "[OPTION]... [DIALECT:]IMPL... | --resume FILE",
    .summary = "judge implementations by a manual",
    .example = "profilcheck run --dialect aix signal\n"
               "profilcheck run --report reports ./libmyprofil.so",
    .status =
        "0 all pass, or pass with waivers; 1 some fail, or nothing\n"
        "             was judged (of a shard: 0); 2 usage; 3 harness error",
    .rows = request_rows,
    .often = "dialect suite case format results waivers",
    .most = WORDS_ANY,
    REQUEST(session, .request = {REQUEST_USUAL}, .part.lock = -1),
    .seen = request_keep,
    .run = run_run,
};
