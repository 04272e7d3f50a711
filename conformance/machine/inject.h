/* SPDX-License-Identifier: MIT */
/*
 * Ticks at exact pcs, by real signal delivery, to the calling process.
 *
 * The handler of SIGPROF that is installed gets each tick as the kernel
 * gives it: with the pc in its context, its mask, flags and stack in force.
 * Two ways that need no other process, chosen for each pc:
 *
 *  - stub: a system call instruction that ends at pc, in a page mapped for
 *    it, sends the signal: it interrupts exactly at pc.
 *  - sigreturn: SIGPROF is pending when a handler returns to pc.  The kernel
 *    delivers it before anything at pc is executed, so that pc may be any
 *    64-bit number.  A second pending signal, SIGPWR, brings control back.
 *    Where the mask of the implementation's handler does not hold that one
 *    back it arrives at the handler's first instruction; it is then blocked
 *    for the handler's time and sent again ("nested").  Where a tick is
 *    repeated often, all but the first and last few of it are no signals: the
 *    handler is called from inside the frame of one, which it can distinguish
 *    from a signal's by nothing that it computes ("burst", see burst.h).
 *
 * A third way is to have a tracer deliver them, see tracer.h: to be chosen
 * where the process is traced.
 *
 * Nothing is delivered while SIGPROF has no handler: it is asked before each
 * tick, as a handler may put itself out of service, and one more would kill.
 * The process must have one thread that runs; SIGPROF must not be blocked.
 * State is kept for one process: inject_begin starts afresh, and must be called
 * again after fork.
 */
#ifndef CONFORMANCE_INJECT_H
#define CONFORMANCE_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "reference/script.h"

enum inject_method {
    INJECT_AUTOMATIC,
    INJECT_STUB,      /* only that: a pc whose page is taken is refused */
    INJECT_SIGRETURN, /* only that */
    INJECT_TRACED,    /* by the tracer of the process */
};

struct injected {
    bool stub, sigreturn, nested, burst, traced; /* what was used */
    const char *refused; /* why the rest was not delivered, or null */
};

void inject_begin(void);

/* Whether SIGPROF has a handler. */
bool inject_received(void);

/*
 * Deliver an array of ticks, in order, all before returning.  True if so, or
 * if nothing receives the rest; else injected->refused is set.  Fields of
 * injected are only ever set, so that one may serve many calls.
 *
 * A benchmark measures it so: install a handler, inject_begin(), then
 * inject_ticks(ticks, n, INJECT_STUB or INJECT_SIGRETURN, &injected).
 */
bool inject_ticks(const struct tick *ticks, size_t count,
                  enum inject_method method, struct injected *injected);

/*
 * Sleep until that time of CLOCK_MONOTONIC in a system call that ends at pc.
 * interruptions: how often a signal interrupted it.  False where pc's page
 * is not available.
 */
bool inject_sleep(uint64_t pc, const struct timespec *until,
                  unsigned *interruptions);

#endif
