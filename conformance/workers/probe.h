/* SPDX-License-Identifier: MIT */
/*
 * What is asked of an implementation before any case, in processes of their
 * own: which calls it has, and what observe_learn learns.
 */
#ifndef CONFORMANCE_PROBE_H
#define CONFORMANCE_PROBE_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"

enum { PROBE_FAILED = 1 << 30 };

/* enum impl_capability, or-ed; 0 with a reason in why where it does not open
 * or has none; PROBE_FAILED where it could not be asked.  Else options->learnt
 * is filled in, the same way whoever asks.  Where its process ended when it was
 * opened they are 0, and options->learnt says that it died. */
unsigned probe_capabilities(struct observe_options *options, char *why,
                            size_t why_size);

/* Whether a case can be run with these calls and constants; if not, the
 * reason is in why.  Whether it can be on this host, host_breaks tells. */
bool probe_case(const struct test_case *c, enum dialect dialect,
                unsigned capabilities, const struct impl_constants *constants,
                char *why, size_t why_size);

#endif
