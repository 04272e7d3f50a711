/* SPDX-License-Identifier: MIT */
/*
 * Run a case on an implementation, in a process of its own, and note what
 * happened: an observation.  What the implementation does there (crash,
 * hang, exit, close descriptors, write to stdout, block signals) ends in the
 * observation and nowhere else.
 *
 *     observe.c   has a sandbox run cases (machine/sandbox.h)
 *     inside.c      in its supervisor and its body: before, while and after
 *     execute.c       the operations of a case, one after the other
 *     journal.c     what they note, in memory that all of these share
 *     record.c    what came of it, as text: is it a record of these cases?
 *     hung.c      what hung before, and so is not waited for again
 */
#ifndef CONFORMANCE_OBSERVE_H
#define CONFORMANCE_OBSERVE_H

#include "conformance/language/observation.h"

/* Run one case in a process of its own. */
void observe(const struct observe_options *options, const struct test_case *c,
             struct observation *observation);

struct hung;

/*
 * Run several in one process, in order.  Where that process dies, the case
 * it died in is run again alone, and the rest in a new one; where it hangs
 * between two cases, each of the rest in one of its own.  observations has room
 * for count.  What hung in those before (hung.h) is not waited
 * for, and what hangs here is noted.
 */
void observe_batch(const struct observe_options *options, struct hung *hung,
                   const struct test_case *const *cases, size_t count,
                   struct observation *observations);

/* Whether a case may share a process: calls and ticks only, no fork, exec,
 * sleep, unmap, protect or caller operation, and nothing of monitor's. */
bool observe_can_batch(const struct test_case *c);

/* What main() must call first: if this process was started by an OP_EXEC it
 * acts as the new program there and does not return. */
void observe_after_exec(int argc, char **argv);

#endif
