/* SPDX-License-Identifier: MIT */
/*
 * Ticks at exact pcs, by ptrace, to a process that knows nothing of it.
 *
 *     tracer ---- traces ---- traced: runs a body, asks for rows of ticks
 *
 * A tick is a SIGPROF that the tracer injects while the traced process is
 * stopped with its pc moved to where the tick is to be.  The kernel builds the
 * handler's frame from there, whatever 64-bit number that is, with the
 * handler's mask, flags and stack in force.  A second signal, SIGPWR, is
 * pending meanwhile: as the handler returns to the pc it stops the process
 * again, before anything there is executed, for the next tick.  Where the mask
 * of the handler does not hold that one back it arrives at the handler's first
 * instruction; it is then blocked for the handler's time.  Before each tick but
 * the first it is looked whether SIGPROF still has a handler: in /proc, and
 * where that does not say so the traced process is made to ask.
 *
 * Children that a traced process forks are traced too.  A process that
 * becomes another program is let go.  All other signals pass untouched, but
 * for a timer's SIGPROF while a row of ticks is delivered: it is swallowed.
 *
 * When the tracer ends, for whatever reason, the kernel kills those it
 * traces.  It needs no privilege, but leave to trace one's own children.
 */
#ifndef CONFORMANCE_TRACER_H
#define CONFORMANCE_TRACER_H

#include <stdbool.h>
#include <stddef.h>

#include "reference/script.h"

/*
 * Run body(context) in a child of this process and trace it.  Does not
 * return but ends as that child ends: with its exit status, or by its signal.
 * Returns an errno where no such child is available, and has none then.
 * The calling process must have no other children.
 */
int tracer_run(void (*body)(void *context), void *context);

enum { TRACER_ROWS = 16 }; /* of ticks, of as many processes, at a time */

/*
 * In a traced process: have ticks delivered to the calling thread, which must
 * be the main one, in order, all before returning.  SIGPROF must have a
 * handler and not be blocked.  Once it has none the rest is left out.  False: a
 * tick could not be delivered.
 */
bool tracer_ticks(const struct tick *ticks, size_t count);

#endif
