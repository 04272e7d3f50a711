/* SPDX-License-Identifier: MIT */
/*
 * Cases as one C89 file that judges itself, for machines on which nothing of
 * this project runs: EMIT.md says how it is used.
 *
 * The file is made of two things: runtime/, C89 as it is there, and tables:
 * of each case its operations as CASES.md writes them, and every outcome that
 * the dialect permits, as the runtime writes what it saw:
 *
 *     2 call -1 EFAULT;      operation 2, from 0, returned so; "2c" in a child,
 *                            "2g" in its child; "void" for no value
 *     4 b 3=2 7=1*5;         counters of b that are not as they were, by number
 *     4 b 3=2 after 0=0*64;  and bytes of the zone next to it
 *     4 b~;                  whatever its counters are
 *     4 b~~;                 and whatever is behind it
 *     4 b unmapped;
 *     3 sweep fits; 5c crash; 5 child died; 4 exec killed;
 *     ~                      whatever follows; "?" any word; "!" any but 0, void
 */
#ifndef CONFORMANCE_EMIT_H
#define CONFORMANCE_EMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "conformance/base/memory.h"
#include "conformance/language/case.h"
#include "reference/rules.h"

enum {
    EMIT_OUTCOMES = 64, /* of a case, at most: else they are not listed */
    EMIT_TICKS = 4096,  /* different pcs of a stream, in a row */
};

/* What a file is to hold. */
struct emit_wanted {
    enum dialect dialect;
    unsigned address_bits; /* 16, 32 or 64 */
    const char *from;      /* "the suite quick", for its head */
    const char *command;   /* that made it; in one line */
    const struct test_case **cases;
    size_t count;
    size_t left_out; /* cases that do not fit the machine: named in the head */
};

/*
 * What a case needs of the machine, and of the runtime: ticks; processes; pages
 * that cannot be read or written; an address that is not valid; little-endian
 * numbers; more than a program of C89 can look at; profil; sprofil, or profil
 * of a list; an int of more than 16 bits.
 */
#define EMIT_NEEDS                                                             \
    NEED(TICKS)                                                                \
    NEED(PROCESSES)                                                            \
    NEED(PAGES)                                                                \
    NEED(BAD)                                                                  \
    NEED(LITTLE)                                                               \
    NEED(MORE)                                                                 \
    NEED(PROFIL)                                                               \
    NEED(LIST)                                                                 \
    NEED(WIDE)

enum emit_place {
#define NEED(name) EMIT_PLACE_##name,
    EMIT_NEEDS
#undef NEED
        EMIT_PLACES
};

/* One bit each. */
enum emit_need {
#define NEED(name) EMIT_NEEDS_##name = 1 << EMIT_PLACE_##name,
    EMIT_NEEDS
#undef NEED
};

/* One case as it is written. */
struct emit_case {
    const struct test_case *c;
    unsigned needs;        /* enum emit_need, or-ed */
    unsigned width;        /* of its counters */
    unsigned first;        /* where the first begins, modulo width */
    bool judged;           /* the outcomes are all there */
    const char **outcomes; /* each a text as above */
    size_t count;
    size_t longest; /* bytes of what a right implementation may show */
};

/* Find out all of it, in the arena. */
struct emit_case emit_case_make(enum dialect dialect, const struct test_case *c,
                                struct arena *memory);

/* Whether a case is for a machine of such addresses; one of 16 bits has an int
 * of 16 bits, too. */
bool emit_fits(const struct test_case *c, unsigned bits);

void emit_write(const struct emit_wanted *wanted, FILE *out);

/* Whether the calls of a dialect are known to the runtime. */
bool emit_knows(enum dialect dialect);

#endif
