/* SPDX-License-Identifier: MIT */
/*
 * SIGINT and SIGTERM while a run goes on, and SIGXFSZ.
 *
 * What was observed is in FILE.part as soon as it is observed, so there is
 * nothing to save: the run says where it is and what to do, and dies of the
 * signal, as whoever sent it expects.  Its processes die with it.  A file that
 * may grow no more is an error of write, as a full disk is.  Processes that
 * are forked have the signals as they were, and no FILE.part open.
 */
#ifndef CONFORMANCE_INTERRUPT_H
#define CONFORMANCE_INTERRUPT_H

#include "conformance/results/part.h"

/* In main, once, before anything else. */
void interrupt_spare_files(void);

/* For as long as a run goes on.  part: of --results, or null. */
void interrupt_begin(const struct part *part);
void interrupt_end(void);

#endif
