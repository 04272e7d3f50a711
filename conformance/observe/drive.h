/* SPDX-License-Identifier: MIT */
/*
 * A case put to a program (impls/exec/exec.h) in the words of a trace: each
 * operation is written to it, and what it answers is the trace, which is read
 * as one that came from elsewhere (EXEC.md).
 *
 * Where the program ends, the process of the case ends in the same way, in the
 * operation that was not answered.  What is no answer is a fault of the
 * adapter: the case is an error, and says which answer to what.
 */
#ifndef CONFORMANCE_DRIVE_H
#define CONFORMANCE_DRIVE_H

#include "execute.h"

/* What an implementation of that class is driven by; null: it is called. */
bool (*drive_of(const struct impl_class *impl))(struct run *run,
                                                const struct test_case *c,
                                                struct journal_writer *writer);

#endif
