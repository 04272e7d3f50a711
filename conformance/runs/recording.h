/* SPDX-License-Identifier: MIT */
/*
 * FILE.part while it is written.
 *
 * Verdicts are known only when a run is over: what a case did alone, and what
 * all others did, may change them.  Observations do not change.  So FILE.part
 * begins with the command line; of each run it has the header and a plan; then,
 * of all runs in any order, a line for each case as soon as that was observed
 * (twice where it was observed in a batch and then by itself), which names its
 * run; and, when all are over, the lines that FILE will have of them.  Nothing
 * in it is ever taken back.
 *
 * Only the process that writes it has it open: no implementation gets at it.
 */
#ifndef CONFORMANCE_RECORDING_H
#define CONFORMANCE_RECORDING_H

#include "conformance/judge/assess.h"
#include "conformance/results/part.h"

struct recording {
    struct part *part; /* in_place: then nothing is written here */
    /* Set by recording_begin: */
    const struct results *run;    /* whose header is filled in */
    const struct assessed *cases; /* of the run; null: it has none */
    const size_t *indices;        /* of each in the whole run; null: its own */
    size_t count;
};

/* The cases of a run, and a hash of the ids of all, to know them again. */
struct recording_plan {
    const struct assessed *cases;
    const size_t *indices;
    size_t count;
    const char *list;
};

/* The command line, ended by a null; of a new file.  False where it can't be
 * written: errno says why.  What can't be written later is missed in a run that
 * is killed, and nowhere else. */
bool recording_command(struct part *part, char *const *arguments);

void recording_begin(struct recording *recording, const struct results *run,
                     const struct recording_plan *plan);

/* A struct workers_listener's observed, whose context is the recording. */
void recording_observed(const void *recording,
                        const struct test_case *const *cases,
                        const struct observation *observations, size_t count);

/* The whole run. */
void recording_end(const struct recording *recording,
                   const struct results *run);

#endif
