/* SPDX-License-Identifier: MIT */
/*
 * A file of results: JSON Lines, as report_lines writes them.
 *
 * One file holds runs one after the other.  A run is a header, a line for
 * each case, a line for each rule, and a footer with their numbers, the
 * verdicts' and the SHA-256 of all its lines before.  A file that is cut,
 * doubled, edited or in another order is refused; so is one whose last run is
 * not over, and is a header and lines of what was observed until then.
 *
 * Reading takes the library jansson; where profilcheck was built without it,
 * every file is refused with the name of the package.
 */
#ifndef CONFORMANCE_RESULTS_FILE_H
#define CONFORMANCE_RESULTS_FILE_H

#include "conformance/results.h"

struct results_file {
    struct results *runs; /* at least one; all they point to is the file's */
    size_t count;
    void **lines; /* what keeps their strings */
    size_t line_count;
};

/* Read the text of one; name is what messages call it.  Null, or what is wrong
 * in one line: "FILE:LINE: reason".  Any bytes may be given. */
const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length);

/* The same for a file by its name; - is standard input. */
const char *results_file_open(struct results_file *file, const char *name);

void results_file_free(struct results_file *file);

#endif
