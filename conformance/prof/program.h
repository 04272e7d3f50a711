/* SPDX-License-Identifier: MIT */
/*
 * A program that was profiled, by its file: ELF or PE.  Whether it was compiled
 * and linked with -pg, what it calls that keeps a profile from being written,
 * and the bytes of its code.
 *
 * What symbols of an ELF file say takes libelf; see symbols.h.
 */
#ifndef CONFORMANCE_PROF_PROGRAM_H
#define CONFORMANCE_PROF_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "symbols.h"

/* Sets of what is in facts.def: F(MISSING) | F(PROGRAM). */
enum {
#define FACT(name) FACT_##name,
#include "facts.def"
#undef FACT
    FACTS
};

typedef uint64_t facts;

_Static_assert(FACTS <= 64, "a set has 64 bits");

#define F(name) (UINT64_C(1) << FACT_##name)

enum { PROGRAM_PARTS = 64, PROGRAM_WORDS = 160 };

/* Bytes of the file that are loaded to an address. */
struct program_part {
    uint64_t address, offset, size;
};

struct program {
    const char *path;
    facts facts; /* of those that say what a program is */
    struct encoding encoding;
    bool calls_are_known;    /* what calls look like on its machine */
    struct symbols *symbols; /* or null, */
    const char *nameless;    /* and then perhaps why */
    struct symbols own;
    bool library;       /* no program, but of several */
    bool starts_itself; /* it calls monstartup, and was not linked with -pg */
    bool has_start;
    uint64_t start, etext; /* of what -pg profiles; etext may be 0 */
    uint64_t base;         /* where a PE wants to be */
    time_t made;
    /* Names of what it calls, "fork and vfork", by what they do. */
    char ends[PROGRAM_WORDS], execs[PROGRAM_WORDS], forks[PROGRAM_WORDS],
        moves[PROGRAM_WORDS], times[PROGRAM_WORDS], blocks[PROGRAM_WORDS],
        loads[PROGRAM_WORDS], runs[PROGRAM_WORDS], libraries[PROGRAM_WORDS];
    unsigned char *bytes; /* malloc'ed */
    size_t size;
    struct program_part parts[PROGRAM_PARTS];
    size_t part_count;
};

/* Whether a file begins as one does, of which nothing is taken that can't be
 * read again. */
bool program_is(const char *path);

/* Null, or that it can't be read, or is no program. */
const char *program_load(struct program *program, const char *path);

void program_free(struct program *program);

/* The bytes at low <= a < high, or null where the file does not have them. */
const unsigned char *program_code(const struct program *program, uint64_t low,
                                  uint64_t high);

/* Whether an address is where a call returns to.  Only where
 * calls_are_known. */
bool program_follows_call(const struct program *program, uint64_t address);

#endif
