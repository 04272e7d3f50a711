/* SPDX-License-Identifier: MIT */
/* Of the shards of a run the results of the whole. */
#ifndef CONFORMANCE_MERGE_RUN_H
#define CONFORMANCE_MERGE_RUN_H

#include <stdio.h>

#include "conformance/run/waivers.h"
#include "shards.h"

/*
 * Write the results that run k would have had in one piece, judged anew by what
 * its shards observed.  Returns its exit status; STATUS_USAGE after a complaint
 * where these shards make no whole.
 */
int merge_run(const struct shards *shards, size_t k, struct waivers *waivers,
              FILE *out);

#endif
