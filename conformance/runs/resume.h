/* SPDX-License-Identifier: MIT */
/*
 * A run that goes on where another was killed.
 *
 * Its command line is in FILE.part, and so is what was observed.  Of a run
 * that was over nothing is done again.  Of the one that was not, what the same
 * cases, implementation and machine are recorded to have done is taken as
 * observed: a process's cases all or none, for they had run in one batch.  What
 * is judged in the end is what one run would have judged.
 */
#ifndef CONFORMANCE_RESUME_H
#define CONFORMANCE_RESUME_H

#include "conformance/judge/assess.h"
#include "conformance/results/part.h"
#include "conformance/results/results_file.h"

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
    const size_t *numbers;       /* of each in the whole run; null: its own */
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
