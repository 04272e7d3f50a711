/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <stdlib.h>

#include "conformance/workers/probe.h"

bool session_make(struct session *session)
{
    size_t most = session->request.impl_count * DIALECTS;

    session->trials = calloc(most, sizeof *session->trials);
    session->results = calloc(most, sizeof *session->results);
    session->recordings = calloc(most, sizeof *session->recordings);
    session->absences = calloc(most, sizeof *session->absences);
    return session->trials && session->results && session->recordings &&
           session->absences;
}

void session_free(struct session *session)
{
    for (size_t k = 0; k < session->trial_count; k++)
        trial_free(&session->trials[k]);
    part_end(&session->part);
    resume_end(&session->resume);
    waivers_free(&session->waivers);
    shard_free(&session->request.settings.shard);
    free(session->request.command);
    free(session->trials);
    free(session->results);
    free(session->recordings);
    free(session->absences);
    free(session);
}

/* A trial whose calls the implementation has, cases loaded; or its absence.
 * *died: its process ended when it was opened, which is its verdict. */
static int prepare_one(struct session *session, enum dialect dialect,
                       bool *died)
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
    if (trial->observe.learnt.smoke == SMOKE_DIED)
        *died = true;
    else if (!trial->capabilities) {
        session->absence_count++;
        return STATUS_PASS;
    }
    trial_add_calls(trial);
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

int session_prepare(struct session *session)
{
    struct run_request *request = &session->request;
    int status = STATUS_PASS;

    for (size_t k = 0; k < request->impl_count; k++) {
        size_t before = session->trial_count;
        bool died = false;

        request->settings.impl = request->impls[k].impl;
        request->settings.name = request->impls[k].name;
        request->settings.tried = request_tries(request, k);
        request->settings.control = request_is_own(request, k);
        for (int d = 0; d < DIALECTS && status == STATUS_PASS && !died; d++)
            if (request_wants(request, k, (enum dialect)d))
                status = prepare_one(session, (enum dialect)d, &died);
        request->impls[k].judged = session->trial_count > before;
    }
    return status;
}
