/* SPDX-License-Identifier: MIT */
/*
 * Cases as one C89 file that judges itself, for machines on which nothing of
 * this house runs: README.md beside this says how it is used.
 *
 * The file is made of two things: runtime/, C89 as it stands there, and tables:
 * of each case its operations as CASES.md writes them, and every outcome that
 * the dialect permits, as the runtime writes what it saw:
 *
 *     2 call -1 EFAULT;      operation 2, from 0, returned so; "2c" in a child,
 *                            "2g" in its child; "void" for no value
 *     4 b 3=2 7=1*5;         counters of b that are not as they were, by number
 *     4 b 3=2 after 0=0*64;   and bytes of a zone beside it
 *     4 b unmapped;
 *     3 sweep fits; 5c crash; 5 child died; 4 exec killed;
 *     ~                      whatever follows; "?" any word; "!" any but 0, void
 */
#ifndef CONFORMANCE_EMIT_H
#define CONFORMANCE_EMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "conformance/cases/case.h"
#include "reference/rules.h"

enum {
    EMIT_OUTCOMES = 64, /* of a case, at most: else they are not told */
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
    size_t left_out; /* cases that do not fit the machine: told in the head */
};

/* What a case needs, one bit each: as the runtime numbers them. */
enum emit_need {
    EMIT_NEEDS_TICKS = 1,
    EMIT_NEEDS_PROCESSES = 2,
    EMIT_NEEDS_PAGES = 4,
    EMIT_NEEDS_BAD = 8,
    EMIT_NEEDS_LITTLE = 16, /* its numbers hold in that byte order alone */
    EMIT_NEEDS_MORE = 32,   /* than a runtime of C89 can look at */
    EMIT_NEEDS_PROFIL = 64,
    EMIT_NEEDS_LIST = 128,
    EMIT_NEEDS_WIDE = 256, /* an int of more than 16 bits */
};

/* One case as it is written.  emit_case_free releases it. */
struct emit_case {
    const struct test_case *c;
    unsigned needs;  /* enum emit_need, or-ed */
    unsigned width;  /* of its counters */
    unsigned first;  /* where the first begins, modulo width */
    bool judged;     /* the outcomes are all there */
    char **outcomes; /* each a text as above */
    size_t count;
    size_t longest;
};

/* Find out all of it.  False where memory ran out: then there is nothing to
 * release. */
bool emit_case_make(enum dialect dialect, const struct test_case *c,
                    struct emit_case *made);
void emit_case_free(struct emit_case *made);

/*
 * The case as it is for a machine of such addresses, added to list: itself
 * where it names that width; or, where it names none (64), the same with an
 * address line, if its numbers fit; for 16 bits also into an int.  *fits: whether it was.  False where memory
 * ran out.
 */
bool emit_readdress(const struct test_case *c, unsigned bits,
                    struct case_list *list, bool *fits);

/* Write the file.  False where memory ran out; out may then hold a part. */
bool emit_write(const struct emit_wanted *wanted, FILE *out);

/* Its parts, in order: the comment at its head, with the definitions that
 * follow from the cases; the runtime, which is text, before the tables and
 * after them. */
void emit_head(const struct emit_wanted *wanted, const struct emit_case *made,
               FILE *out);
void emit_before(enum dialect dialect, FILE *out);
void emit_after(FILE *out);

/* Whether the calls of a dialect are known to the runtime. */
bool emit_knows(enum dialect dialect);

#endif
