/* SPDX-License-Identifier: MIT */
/*
 * Several runs at a time, by the same workers: while the last cases of one
 * are observed those of the next are begun, and one is judged while others
 * are observed.  What each comes to is the same as by itself.
 */
#ifndef CONFORMANCE_IMPL_RUNS_H
#define CONFORMANCE_IMPL_RUNS_H

#include <stddef.h>

#include "impl_run.h"

/* Of these dialects, a bit each, the one that an implementation fits best: as
 * `run` finds it, by the suite quick.  STATUS_PASS, or the exit status after a
 * complaint. */
int impl_runs_best(const struct impl_class *impl, const char *name,
                   unsigned dialects, int *best);

/* Observe and judge them.  STATUS_PASS, or the exit status after a
 * complaint. */
int impl_runs_execute(struct impl_run *const *runs, size_t count,
                      const struct impl_run_settings *settings);

#endif
