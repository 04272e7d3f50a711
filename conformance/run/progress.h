/* SPDX-License-Identifier: MIT */
/* How far a run is, on standard error where that is a terminal, once the run
 * has taken two seconds. */
#ifndef CONFORMANCE_PROGRESS_H
#define CONFORMANCE_PROGRESS_H

#include <stddef.h>

void progress_begin(const char *what);
void progress_show(size_t done, size_t count);
void progress_end(void);

#endif
