/* SPDX-License-Identifier: MIT */
/* What the verb `run` works on: each implementation in each dialect. */
#ifndef CONFORMANCE_SESSION_H
#define CONFORMANCE_SESSION_H

#include "conformance/run/waivers.h"
#include "conformance/trial/trial.h"
#include "request.h"

/* Why an implementation was not judged by a dialect. */
struct absence {
    struct report_absence words;
    char why[400];
};

struct session {
    struct run_request request;
    struct trial *trials;    /* room for one each implementation and dialect */
    struct results *results; /* of the trials */
    struct recording *recordings; /* the same */
    struct absence *absences;
    size_t trial_count, absence_count;
    struct waivers waivers;
    char date[11];        /* of the results; empty: none */
    char **arguments;     /* of the command line */
    struct resume resume; /* of --resume */
    struct part part;     /* of --results; its name null: none */
    bool loaded;          /* some dialect's cases were looked through */
};

/* Room for what is asked for.  False where memory ran out. */
bool session_make(struct session *session);

/* The trials, cases loaded, and the absences.  STATUS_PASS, or the exit status
 * after a complaint. */
int session_prepare(struct session *session);

void session_free(struct session *session);

#endif
