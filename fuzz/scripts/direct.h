/* SPDX-License-Identifier: MIT */
/*
 * Running cases on an implementation in this very process, its installed
 * handler being called with a made-up context: any pc, a hundred times as
 * fast as signals, and without what signals show.  It says nothing of masks,
 * stacks and flags.  A shared object that dies of a signal is seen to, and the
 * process goes on, as well as it can after that.
 *
 * The implementation is our own on signals, or $FUZZ_SO, a shared object.
 */
#ifndef FUZZ_DIRECT_H
#define FUZZ_DIRECT_H

#include "conformance/delivery/observation.h"

/* Whether it has the calls of a case, and the case nothing but calls and
 * ticks, and not too many of these. */
bool direct_can(enum dialect dialect, const struct test_case *c);

/* Run it; it is off afterwards.  observation_free releases what was seen. */
void direct_observe(enum dialect dialect, const struct test_case *c,
                    struct observation *observation);

#endif
