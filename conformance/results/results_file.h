/* SPDX-License-Identifier: MIT */
/*
 * A file of results: JSON Lines, by the table of results.def.
 *
 * One file holds runs one after the other.  A run is a header, a line for
 * each case, a line for each rule, a line for each cause, and a footer with
 * their numbers, the verdicts' and the SHA-256 of all its lines before.  A file
 * that is cut, doubled, edited or in another order is refused.
 *
 * FILE.part, which a run leaves that was killed, begins with the command line
 * and is read too: runs/recording.h says what it holds.  Of a run that was over
 * the lines are as above.  Of one that was not there is what was observed, in
 * the order of its cases, inconclusive until they are judged; a line that was
 * cut off in it is passed over.  A plan states a sum of it and its header, an
 * observation one of itself: what was damaged or edited is refused.
 *
 * Reading takes the library jansson; where profilcheck was built without it,
 * every file is refused with the name of the package.
 */
#ifndef CONFORMANCE_RESULTS_FILE_H
#define CONFORMANCE_RESULTS_FILE_H

#include <stdio.h>

#include "conformance/base/memory.h"
#include "results.h"

enum { RESULTS_SUM = 16 /* hexadecimal digits of a sum in FILE.part */ };

/* Of a run that was not over. */
struct results_left {
    bool unjudged;    /* false: it was over */
    size_t planned;   /* how many cases it has */
    const char *list; /* a hash of their ids, in order */
    bool judged;      /* judging made what results_free takes */
};

struct results_file {
    struct results *runs; /* at least one; all they point to is the file's */
    size_t count;
    bool partial;              /* it is FILE.part: */
    struct results_left *left; /* of each run */
    const char *directory;     /* where the command was given, and its */
    const char *const *arguments;
    size_t argument_count;
    struct arena memory; /* what all of it is in */
};

/* Read the text of one; name is what messages call it.  Null, or what is wrong
 * in one line: "FILE:LINE: reason".  Any bytes may be given. */
const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length);

/* The same of a report in JSON, as far as it has runs and cases: what else a
 * report says may lack. */
const char *results_report_read(struct results_file *file, const char *name,
                                const char *text, size_t length);

void results_file_free(struct results_file *file);

/* A run as lines, each written whole. */
void results_write_run(const struct results *run, FILE *out);

/* The lines of FILE.part: the command of a file; the header of a run that is
 * not over yet, with how many cases it has; what was observed of a case, by its
 * id, index in the whole run, text and observed. */
void results_write_command(const struct results_file *file, FILE *out);
void results_write_plan(const struct results *run,
                        const struct results_left *left, FILE *out);
void results_write_observed(const struct results *run,
                            const struct result *seen, FILE *out);

#endif
