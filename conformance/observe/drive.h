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

/* From its beginning to its end, by an implementation of impl_exec.  False:
 * what it answers is out of step, so that it is asked for no other. */
bool drive_case(struct run *run, const struct test_case *c,
                struct journal_writer *writer);

#endif
