/* SPDX-License-Identifier: MIT */
/*
 * The live suite: an implementation judged while its own clock runs.
 *
 * A check is a program that works or sleeps in a process of its own
 * (sandbox.h), and a verdict on the ticks that were counted there.  Several
 * checks may be of one run.  Nothing is run twice: a verdict is that of the
 * first run, and where that settles nothing it is inconclusive and says what
 * would settle it.
 *
 *   check     H0, in short                            alpha  power, against
 *   rate      a tick each period of CPU time          0 (1)  1, 10 % off
 *   outside   no other counter counts                 0 (1)  0.99, 1 in 10
 *   share     ticks fall as the CPU time does         1e-6   0.99, 25 % moved
 *   sleeping  no ticks asleep                         0 (1)  1, wall time
 *   off       no ticks after off                      0      1, goes on
 *   fork      both go on, each in its own copy        0 (1)  1, either off
 *   exec      the new program lives                   0      1, goes on
 *   threads   observed, and reported; fails nobody
 *   fast      a tick each 1 ms, or EACCES             0 (1)  1, 10 % off
 *
 * (1) By limits, where the implementation's timer is to be seen; else 1e-6.
 * sequential.h says how.  Alpha is that of a check, not of the whole suite.
 *
 * What is not the implementation's is not held against it: CPU time is
 * measured, not wall time, so that other programs do not matter; the kernel's
 * granularity is in H0; and where a stall of the machine may have swallowed
 * ticks, what it may explain is inconclusive.  All work is done in the
 * program, since an unprivileged perf shows no ticks in system calls.
 */
#ifndef CONFORMANCE_LIVE_H
#define CONFORMANCE_LIVE_H

#include "conformance/results/results.h"
#include "process.h"

/* What `run --suite live` spends: 14 to 28 seconds of CPU time a dialect. */
extern const struct live_plan live_full_plan;

/* How many checks there are, and their ids. */
extern const size_t live_checks;
const char *live_id(size_t check);

/*
 * Judge by the checks for which wanted(context, id) is true; null: by all.
 * capabilities are those of impl.h: checks of a call that it lacks are
 * unsupported, those of a rule that the dialect lacks are left out.  progress
 * may be null.  results' cases and summary are filled in, to be released as
 * results_free does it.  False where a process can't be made.
 */
bool live_run(const struct live_options *options, unsigned capabilities,
              bool (*wanted)(void *context, const char *id), void *context,
              void (*progress)(size_t done, size_t count),
              struct results *results);

#endif
