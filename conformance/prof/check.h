/* SPDX-License-Identifier: MIT */
/*
 * Why a profile is missing, empty or wrong: what is the matter with files of
 * profiling, in sentences, the worst first, each with what to do; and a file
 * that gprof reads in place of one that it does not.
 *
 *     prof_check_begin(&check, program, symbols);
 *     prof_check_add(&check, request, name)    for each file
 *     prof_check_all(&check);
 *     ... check.findings ...
 *     prof_check_fix(&check, path);
 *     prof_check_end(&check);
 *
 * What is seen of a file, of its program and of what is around them is a set
 * of facts (facts.def), and values that sentences name; which sentences follow
 * is a table (findings.def).
 *
 * A file that ends too early, or has something else behind its records, is read
 * as far as it goes; so are text of its bytes, and one whose line feeds were
 * made two bytes (check_open.c).  Without symbols what only the program says
 * is not looked at: shifted addresses, shared counters.
 */
#ifndef CONFORMANCE_PROF_CHECK_H
#define CONFORMANCE_PROF_CHECK_H

#include <stdio.h>

#include "flat.h"
#include "program.h"

/* The worst first. */
enum prof_ill {
    ILL_UNOPENED,   /* it can't be opened or read */
    ILL_UNREADABLE, /* it is no profile */
    ILL_MISSING,    /* there is no file */
    ILL_HEXDUMP,    /* text of its bytes */
    ILL_CRLF,       /* line feeds that were made two bytes */
    ILL_RECODED,    /* bytes that were made characters */
    ILL_ENCODING,   /* of another machine than the program */
    ILL_CUT,        /* it ends too early */
    ILL_TAIL,       /* something else is behind its records */
    ILL_CLASH,      /* histograms that can't be added */
    ILL_OTHER,      /* the program is another build */
    ILL_SHIFTED,    /* addresses of where the program was loaded */
    ILL_BESIDE,     /* addresses of something else */
    ILL_NO_TICKS,
    ILL_RATE,     /* none: ticks are no time */
    ILL_NO_CALLS, /* none was counted */
    ILL_NO_NAMES, /* the program has none */
    ILL_ARCS_OUTSIDE,
    ILL_CEILING, /* counters that are full */
    ILL_BEYOND,  /* counters of more than gprof reads */
    ILL_HALVES,  /* counts of calls that gprof reads wrong */
    ILL_ARCS_LOST,
    ILL_PASSED, /* functions that gprof does not know */
    ILL_WIDE,   /* counters of several functions */
    ILL_JUNK,   /* in the header */
    ILLS,
};

struct prof_finding {
    uint8_t kind;      /* enum prof_ill */
    char *what, *todo; /* malloc'ed; todo has a line for each remedy */
};

/* A word of a sentence: {counters} or {counters:counter}. */
struct prof_value {
    const char *name;
    char text[320];
};

enum { PROF_VALUES = 80 }; /* more than there are names */

/* One file, and what was counted in it. */
struct prof_check_file {
    const char *name;
    unsigned char *bytes; /* malloc'ed, or null: it was not read */
    facts facts;
    struct profile_file file;
    struct histogram histogram; /* the first */
    unsigned histograms;
    uint64_t base;            /* its addresses less the program's */
    bool has_base;            /* it was said */
    uint64_t ticks;           /* of all counters */
    uint64_t full, full_at;   /* counters at their most; the first's number */
    uint64_t arcs, outside;   /* counts of calls; of functions elsewhere */
    uint64_t calls;           /* that they count */
    uint64_t lowest, highest; /* of the addresses outside */
    struct prof_value values[PROF_VALUES];
    size_t value_count;
};

struct prof_check {
    const struct program *program; /* or null */
    const char *whose;             /* its name, or null */
    const struct symbols *symbols; /* or null */
    struct encoding encoding;      /* the program's, or this machine's */
    uint32_t rate;                 /* where a file does not say */
    struct prof_check_file *files; /* malloc'ed */
    size_t file_count;
    struct prof_finding *findings; /* malloc'ed */
    size_t finding_count;
};

/* Both are the caller's; both may be null.  symbols: the program's, or others
 * in their place. */
void prof_check_begin(struct prof_check *check, const struct program *program,
                      const struct symbols *symbols);

void prof_check_add(struct prof_check *check,
                    const struct flat_request *request, const char *name);

void prof_check_all(struct prof_check *check);

void prof_check_print(const struct prof_check *check, FILE *out);

/* Write the one file anew: complete, at the program's addresses, as the
 * program's machine writes.  Null, or why not. */
const char *prof_check_fix(const struct prof_check *check, const char *path);

/* What gprof, where it is installed, says of a file: its first complaint; ""
 * where it has none.  False: it is not installed, or did not end. */
bool prof_gprof_reads(const char *program, const char *file, char *complaint,
                      size_t size);

void prof_check_end(struct prof_check *check);

/* Between the parts. */

void prof_value(struct prof_check_file *f, const char *name, const char *format,
                ...) __attribute__((format(printf, 3, 4)));

/* Read f->name as far as it goes: bytes, file, and facts of it. */
void prof_check_open(struct prof_check *check, struct prof_check_file *f,
                     const struct flat_request *request);

/* Why there is no file: facts of the program and of what is around it. */
void prof_check_missing(struct prof_check *check, struct prof_check_file *f);

/* What file k says by itself, and beside the first; and with its program. */
void prof_check_file(struct prof_check *check, size_t k);

#endif
