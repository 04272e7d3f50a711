/* SPDX-License-Identifier: MIT */
/*
 * Why a profile is empty or wrong: what is the matter with files of profiling,
 * in sentences, the worst first, each with what to do; and a file that gprof
 * reads in place of one that it does not.
 *
 *     prof_check_begin(&check, program, symbols);
 *     prof_check_add(&check, request, name, why, size)    for each file
 *     prof_check_all(&check);
 *     ... check.findings ...
 *     prof_check_fix(&check, path, why, size);
 *     prof_check_end(&check);
 *
 * A file that ends too early, or has something else behind its records, is read
 * as far as it goes (check_mend.h).  Without symbols what only the program
 * tells is not looked at: shifted addresses, shared counters.
 */
#ifndef CONFORMANCE_PROF_CHECK_H
#define CONFORMANCE_PROF_CHECK_H

#include <stdio.h>

#include "check_mend.h"
#include "flat.h"

/* The worst first. */
enum prof_ill {
    ILL_ENCODING, /* of another machine than the program */
    ILL_CUT,      /* it ends too early */
    ILL_TAIL,     /* something else is behind its records */
    ILL_CLASH,    /* histograms that can't be added */
    ILL_SHIFTED,  /* addresses of where the program was loaded */
    ILL_BESIDE,   /* addresses of something else */
    ILL_NO_TICKS,
    ILL_RATE, /* none: ticks are no time */
    ILL_ARCS_OUTSIDE,
    ILL_CEILING, /* counters that are full */
    ILL_ARCS_LOST,
    ILL_WIDE, /* counters of several functions */
    ILL_JUNK, /* in the header */
};

struct prof_finding {
    uint8_t kind; /* enum prof_ill */
    char what[480], todo[320];
};

/* One file, and what was counted in it. */
struct prof_check_file {
    const char *name;
    unsigned char *bytes; /* malloc'ed */
    struct prof_mended mended;
    struct profile_file file;
    struct histogram histogram; /* the first */
    unsigned histograms;
    bool overlap;             /* two of them do */
    uint64_t base;            /* its addresses less the program's */
    bool has_base;            /* it was said */
    uint64_t ticks;           /* of all counters */
    uint64_t full, full_at;   /* counters at their most; the first's number */
    uint64_t arcs, outside;   /* counts of calls; of functions elsewhere */
    uint64_t calls;           /* that they count */
    uint64_t lowest, highest; /* of the addresses outside */
};

struct prof_check {
    const char *program;           /* its name, or null */
    const struct symbols *symbols; /* or null */
    struct encoding encoding;      /* the program's, or this machine's */
    uint32_t rate;                 /* where a file does not tell */
    struct prof_check_file *files; /* malloc'ed */
    size_t file_count, file_room;
    struct prof_finding *findings; /* malloc'ed */
    size_t finding_count, finding_room;
    bool full; /* memory ran out */
};

/* Symbols are the caller's; both may be null. */
void prof_check_begin(struct prof_check *check, const char *program,
                      const struct symbols *symbols);

/* False: it can't be read at all, and why says what is wrong with it. */
bool prof_check_add(struct prof_check *check,
                    const struct flat_request *request, const char *name,
                    char *why, size_t why_size);

void prof_check_all(struct prof_check *check);

/* The most that a counter holds. */
uint64_t prof_check_most(const struct histogram *h);

/* What file k tells, by itself and beside the first; and what only the program
 * tells of one: by prof_check_all. */
void prof_check_sentences(struct prof_check *check, size_t k);
void prof_check_program(struct prof_check *check, struct prof_check_file *f);

/* A finding: what is wrong, and what to do. */
void prof_check_say(struct prof_check *check, enum prof_ill kind,
                    const char *todo, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void prof_check_print(const struct prof_check *check, FILE *out);

/* Write the one file anew: complete, at the program's addresses, as the
 * program's machine writes.  False: why tells. */
bool prof_check_fix(const struct prof_check *check, const char *path, char *why,
                    size_t why_size);

void prof_check_end(struct prof_check *check);

#endif
