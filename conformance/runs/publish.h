/* SPDX-License-Identifier: MIT */
/* Results as files, one a format, in a directory. */
#ifndef CONFORMANCE_PUBLISH_H
#define CONFORMANCE_PUBLISH_H

#include <stddef.h>

#include "conformance/results/results.h"

/* Make the directory where there is none.  STATUS_PASS, or STATUS_USAGE after
 * a complaint where files can't be made in it. */
int publish_begin(const char *directory);

/* Write every format.  Each file appears whole, or what was there stays.
 * STATUS_PASS, or STATUS_HARNESS after a complaint. */
int publish(const char *directory, const struct results *runs, size_t count);

#endif
