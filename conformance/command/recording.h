/* SPDX-License-Identifier: MIT */
/*
 * The file of --results while it is written.
 *
 * Verdicts stand only when a run is over: what a case did alone, and what all
 * others did, may change them.  What was observed stands at once.  So a run
 * first leaves its header and a line for each case as soon as that was
 * observed (twice where it was observed in company and then alone); the lines
 * of the whole run, with the verdicts, take their place.  A run that was
 * killed has no footer, and who reads results refuses it.
 *
 * Where the file can't be cut, as a pipe, it gets the last lines only.  It is
 * open only while it is written: no implementation gets at it.
 */
#ifndef CONFORMANCE_RECORDING_H
#define CONFORMANCE_RECORDING_H

#include <sys/types.h>

#include "conformance/delivery/observe.h"
#include "conformance/results.h"

struct recording {
    const char *file;
    off_t start; /* of the run in it; negative: it can't be cut */
};

/* All but file is set.  False where it can't be written: errno tells. */
bool recording_begin(struct recording *recording, const struct results *run);

/* A struct workers_listener's observed, whose context is the recording.  What
 * it can't write is missed in a run that is killed, and nowhere else. */
void recording_observed(const void *recording,
                        const struct test_case *const *cases,
                        const struct observation *observations, size_t count);

/* The whole run.  False as above. */
bool recording_end(const struct recording *recording,
                   const struct results *run);

#endif
