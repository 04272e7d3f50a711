/* SPDX-License-Identifier: MIT */
/* Files of results that are to be the shards of one run. */
#ifndef CONFORMANCE_SHARDS_H
#define CONFORMANCE_SHARDS_H

#include "conformance/results/results_file.h"

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

/* After it: the cases of run k of all files, in the order of the whole run.
 * What they point to is the files'.  Null where memory ran out. */
struct result *shards_cases(const struct shards *shards, size_t k);

/* Whether the run of some shard was killed: then cases may be missing. */
bool shards_partial(const struct shards *shards);

/* Of a run of which a shard was killed: those that it has, side by side.
 * Returns their number. */
size_t shards_pack(struct result *cases, size_t whole);

void shards_free(struct shards *shards);

#endif
