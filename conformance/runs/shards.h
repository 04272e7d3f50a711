/* SPDX-License-Identifier: MIT */
/* Files of results that are to be the shards of one run. */
#ifndef CONFORMANCE_SHARDS_H
#define CONFORMANCE_SHARDS_H

#include "conformance/results/results_file.h"
#include "waivers.h"
#include <stdio.h>

struct shards {
    struct results_file *files; /* in the order of the shards, once checked */
    const char **names;
    size_t count;
};

/* Read one more.  STATUS_PASS, or the exit status after a complaint. */
int shards_add(struct shards *shards, const char *name);

/*
 * Whether they are the shards of one run, each there once, of the same
 * implementations and dialects, settings and profilcheck, and hold each case
 * once; then they are put in order.  STATUS_PASS, or STATUS_USAGE after
 * complaints that name shards, files and what differs.
 */
int shards_check(struct shards *shards);

/* Whether any case of them was judged. */
bool shards_judged(const struct shards *shards);

void shards_free(struct shards *shards);

/*
 * Write the results that run k would have had in one piece, judged anew by what
 * its shards observed.  Returns its exit status; STATUS_USAGE after a complaint
 * where these shards make no whole.
 */
int merge_run(const struct shards *shards, size_t k, struct waivers *waivers,
              FILE *out);

#endif
