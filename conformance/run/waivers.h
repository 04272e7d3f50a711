/* SPDX-License-Identifier: MIT */
/*
 * Waivers: findings that are known, with the reason why nobody fails for them.
 *
 * A file has a waiver a line, four words with blanks between them, of which
 * the last is the rest of the line; # begins a comment:
 *
 *     # case     rule      until       reason
 *     far-pcs    rounding  2027-01-31  repaired in the next release
 *
 * The case is an id or a name, or * for any; the rule one that the case
 * consulted, or *; until is the last day on which it holds, or -.
 */
#ifndef CONFORMANCE_WAIVERS_H
#define CONFORMANCE_WAIVERS_H

#include "conformance/results/results.h"

struct waiver {
    char *id, *rule, *until, *reason; /* of one allocation, id's */
    unsigned line;
    bool met; /* its case was there */
    bool used;
};

struct waivers {
    struct waiver *rows;
    size_t count;
    const char *file;
    char today[11]; /* "2026-01-31": the day of SOURCE_DATE_EPOCH if set */
};

/* Read a file.  Null, or what is wrong: "FILE:LINE: read X, expected Y". */
const char *waivers_read(struct waivers *waivers, const char *file);

/* Waive what did not pass; the reasons stay those of the waivers. */
void waivers_apply(struct waivers *waivers, struct results *results);

/* The same for results that were waived before, by the same file. */
void waivers_apply_again(struct waivers *waivers, struct results *results);

/* Say on standard error which ones do no good any more. */
void waivers_complain(const struct waivers *waivers);

void waivers_free(struct waivers *waivers);

/* The day that SOURCE_DATE_EPOCH says; empty where it is not set.  False
 * where it is no number of seconds. */
bool date_of_source(char day[11]);

#endif
