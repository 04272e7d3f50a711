/* SPDX-License-Identifier: MIT */
/*
 * Run a case on an implementation, in a process of its own, and note what
 * happened: an observation.  What the implementation does there (crash,
 * hang, exit, close descriptors, write to stdout, block signals) ends in the
 * observation and nowhere else.
 */
#ifndef CONFORMANCE_OBSERVE_H
#define CONFORMANCE_OBSERVE_H

#include "conformance/contain/sandbox_task.h"
#include "hung.h"
#include "observation.h"

/*
 * Learn what is the same for all cases: open the implementation once in a
 * process of its own and turn profiling on.  A tick of its own clock must
 * reach it there, in the caller's own mask, within ARRIVAL_MS of CPU time
 * (arrival.h).  Where it brings no means to deliver its ticks (impl.h) and no
 * timer is to be seen, its own ticks are waited for at a pc that is profiled,
 * for PINNED_UNSEEN periods (pinned.h).
 */
void observe_learn(struct observe_options *options);

/* What is learnt of one whose process ended so when it was opened. */
void observe_died_opening(struct learnt *learnt, const struct sandbox_end *end);

/* Run one case in a process of its own. */
void observe(const struct observe_options *options, const struct test_case *c,
             struct observation *observation);

/*
 * Run several in one process, in order.  Where that process dies, the case
 * it died in is run again alone, and the rest in a new one.  observations
 * has room for count.
 */
void observe_batch(const struct observe_options *options,
                   const struct test_case *const *cases, size_t count,
                   struct observation *observations);

/* The same after others; hung goes on with them. */
void observe_batch_after(const struct observe_options *options,
                         struct hung *hung,
                         const struct test_case *const *cases, size_t count,
                         struct observation *observations);

/* Whether a case may share a process: calls and ticks only, no fork, exec,
 * sleep, unmap, protect or caller operation, and nothing of monitor's. */
bool observe_can_batch(const struct test_case *c);

/* What main() must call first: if this process was started by an OP_EXEC it
 * acts as the new program there and does not return. */
void observe_after_exec(int argc, char **argv);

#endif
