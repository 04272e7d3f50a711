/* SPDX-License-Identifier: MIT */
/*
 * Judging a mapping that others wrote: a function from a pc and a region to
 * the index of a counter.
 *
 * Some questions are put to it, and one behaviour that the dialect permits
 * must explain all of its answers: each one permitted is not enough.
 */
#ifndef FUZZ_PROBES_H
#define FUZZ_PROBES_H

#include <stdbool.h>
#include <stdio.h>

#include "reference/choices.h"

/*
 * What is to be defined: the index of the counter that a tick at pc
 * increments, or -1 where it increments none.  size is in bytes, width the
 * bytes in a counter; scale is as passed in the call.
 */
int64_t my_map(uint64_t pc, uint64_t size, uint64_t offset, uint64_t scale,
               unsigned width);

enum { PROBES = 12, PROBES_REGIONS = 2 };

struct probe_region {
    uint64_t size, offset, scale;
};

struct probe_pc {
    unsigned region;
    uint64_t pc;
};

struct probes {
    enum dialect dialect;
    unsigned width; /* bytes in a counter: 2 or 4 */
    unsigned region_count, count;
    struct probe_region regions[PROBES_REGIONS];
    struct probe_pc list[PROBES];
};

/* The dialects of whose profil or sprofil a mapping is a part. */
bool probes_can(enum dialect dialect, unsigned width);

/* Ask my_map, and whether one behaviour explains the answers. */
bool probes_explained(const struct probes *probes);

/* The same of some behaviour that these sets leave. */
bool probes_explained_by(const struct probes *probes,
                         const struct choice_sets *allowed);

/* The choices of which each by itself, with what is permitted or was found,
 * explains the answers.  Returns whether there are any. */
bool probes_name(const struct probes *probes, struct choice_sets *found);

/* Those in words, a line each. */
void probes_say(const struct choice_sets *found, FILE *out);

/* Make probes that are not explained as few and as small as they can be. */
void probes_shrink(struct probes *probes);

/* What was asked, answered and permitted, with the arithmetic, and a case
 * that asks the same. */
void probes_report(const struct probes *probes, FILE *out);

/* What would be asked, without asking it. */
void probes_show(const struct probes *probes, FILE *out);

/* The permitted answers to one probe: each different one with a behaviour
 * that gives it.  Returns how many; answers and sets have room for most. */
unsigned probes_permitted(const struct probes *probes,
                          const struct probe_pc *probe, unsigned most,
                          int64_t *answers, struct choice_sets *sets);

#endif
