/* SPDX-License-Identifier: MIT */
/*
 * A file of results: JSON Lines, as report_lines writes them.
 *
 * One file holds runs one after the other.  A run is a header, a line for
 * each case, a line for each rule, and a footer with their numbers, the
 * verdicts' and the SHA-256 of all its lines before.  A file that is cut,
 * doubled, edited or in another order is refused.
 *
 * FILE.part, which a run leaves that was killed, begins with the command line
 * and is read too: run/recording.h says what it holds.  Of a run that was over the
 * lines are as above.  Of one that was not there is what was observed, in the
 * order of its cases, inconclusive until they are judged; a line that was
 * cut off in it is passed over.
 *
 * Reading takes the library jansson; where profilcheck was built without it,
 * every file is refused with the name of the package.
 */
#ifndef CONFORMANCE_RESULTS_FILE_H
#define CONFORMANCE_RESULTS_FILE_H

#include "results.h"

/* Of a run that was not over. */
struct results_left {
    bool unjudged;    /* false: it was over */
    size_t planned;   /* how many cases it has */
    const char *list; /* a hash of their ids, in order */
    bool judged;      /* judging made what results_free takes */
    char note[64], delivery[64];
};

struct results_file {
    struct results *runs; /* at least one; all they point to is the file's */
    size_t count;
    bool partial;              /* it is FILE.part: */
    struct results_left *left; /* of each run */
    const char *directory;     /* where the command was given, and its */
    const char *const *arguments;
    size_t argument_count;
    void **lines; /* what keeps their strings */
    size_t line_count;
};

/* Read the text of one; name is what messages call it.  Null, or what is wrong
 * in one line: "FILE:LINE: reason".  Any bytes may be given. */
const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length);

void results_file_free(struct results_file *file);

#endif
