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
#include "conformance/results/results_file.h"

/* The cases of a run, and a hash of the ids of all, to know them again. */
struct recording_plan {
    const struct assessed *cases; /* null: it has none */
    const size_t *indices;        /* of each in the whole run */
    size_t count;
    const char *list;
};

struct recording {
    struct part *part; /* in_place: then nothing is written here */
    /* Set by recording_begin: */
    const struct results *run; /* whose header is filled in */
    struct recording_plan plan;
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

/*
 * A run that goes on where another was killed.
 *
 * Its command line is in FILE.part, and so is what was observed.  Of a run
 * that was over nothing is done again.  Of the one that was not, what the same
 * cases, implementation and machine are recorded to have done is taken as
 * observed: a process's cases all or none, for they had run in one batch.  What
 * is judged in the end is what one run would have judged.
 */

struct resume {
    struct results_file file;
    char **arguments; /* of the command, ended by a null */
};

/* Read FILE.part, say what its command is, and go to where that was given.
 * sure: also if that file belongs to another user and the command runs code
 * that it names.  STATUS_PASS, or the exit status after a complaint. */
int resume_begin(struct resume *resume, struct part *part, const char *name,
                 bool sure);

/*
 * What is there of this run, whose header is filled in: *found, with its index
 * in the file, or null.  cases, with list, are those that it is to have.
 * STATUS_PASS, or STATUS_USAGE after a complaint where it is another run's.
 */
int resume_find(const struct resume *resume, const struct results *run,
                size_t cases, const char *list, const struct results **found);

/* Whether that run was over: the results are those of the whole. */
bool resume_is_over(const struct resume *resume, const struct results *found);

/* The cases of a run that may be known. */
struct resume_cases {
    const struct results *found; /* null: none are */
    const size_t *numbers;       /* of each in the whole run */
    const size_t *portions;
};

/*
 * Of the cases of these indices, take what is recorded as observed, in a batch
 * (shared) or alone; leave in indices those of which nothing is.  Returns
 * their number.
 */
size_t resume_recall(const struct resume_cases *known, struct assessed *cases,
                     size_t *indices, size_t count, bool shared);

#endif
