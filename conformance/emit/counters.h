/* SPDX-License-Identifier: MIT */
/* What a case needs, and the counters of its buffers. */
#ifndef CONFORMANCE_EMIT_COUNTERS_H
#define CONFORMANCE_EMIT_COUNTERS_H

#include "emit.h"
#include "reference/outcome.h"

/* Fills in needs, width and first. */
void emit_needs(enum dialect dialect, struct emit_case *made);

/* Write a buffer's event, without its operation and the ';': " b 3=2".  False
 * where it tells of something else than whole counters and the zones. */
bool emit_counters(struct emit_case *made, const struct event *event,
                   FILE *out);

#endif
