/* SPDX-License-Identifier: MIT */
/*
 * A shard: one of several parts of a run, each made by a process of its own,
 * perhaps on another machine.  `merge` makes the run of them again.
 *
 * What a case does may depend on those that ran before it in its process, so
 * the cases of a portion (workers.h) stay together.  Portions are dealt in
 * their order, each to the shard that has the fewest cases so far, the first
 * of several; this goes on from one run of a command to the next.  Shards are
 * therefore the same on all machines, hold each case once, and differ in size
 * by a portion at most.
 */
#ifndef CONFORMANCE_SHARD_H
#define CONFORMANCE_SHARD_H

#include <stdbool.h>
#include <stddef.h>

enum { SHARDS = 9999 }; /* of a run, at most; shard_parse says the number */

struct shard {
    unsigned number, of; /* from 1; of 0: not a shard but all cases */
    size_t *held; /* by each shard, of the runs so far, which free releases;
                            null: none */
};

/* Read "3/8".  Returns null, or what was expected in its place. */
const char *shard_parse(const char *text, struct shard *shard);

/* mine[k]: whether the shard holds case k of the next run, whose portions are
 * these. */
void shard_choose(struct shard *shard, const size_t *portions, size_t count,
                  bool *mine);

#endif
