/* SPDX-License-Identifier: MIT */
/*
 * The name that somebody may have meant: of those that are tried, the one that
 * takes the fewest changes of a letter (one left out, put in, taken for
 * another, or two that changed places), if they are few for its length.
 */
#ifndef CONFORMANCE_NEAREST_H
#define CONFORMANCE_NEAREST_H

enum { NEAREST_NAME = 64 };

struct nearest {
    const char *word;        /* that no name is the same as */
    char name[NEAREST_NAME]; /* the nearest so far; empty: none is near */
    unsigned changes;
};

void nearest_begin(struct nearest *nearest, const char *word);

/* The first of equals stays. */
void nearest_try(struct nearest *nearest, const char *name);

/*
 * "unknown KIND 'WORD'; did you mean NAME?", or, if no name is near, "unknown
 * KIND 'WORD'; HINT": as problem_of keeps it.
 */
const char *nearest_describe(const struct nearest *nearest, const char *kind,
                             const char *hint);

/* The same with the hint "choose from A, B, C", of names that end with a
 * null. */
const char *nearest_of(const char *word, const char *kind,
                       const char *const *names);

#endif
