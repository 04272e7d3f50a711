/* SPDX-License-Identifier: MIT */
/*
 * Waivers: failures that are known and accepted, each with its reason.  A case
 * that is waived does not fail the run; it does not conform either, and reports
 * say so.
 *
 * A file has a waiver a line, four words with blanks between them, of which
 * the last is the rest of the line; # begins a comment:
 *
 *     # case     rule      until       reason
 *     far-pcs    rounding  2027-01-31  repaired in the next release
 *
 *     *          scale-two=arithmetic  -  the next release is of another maker
 *
 * The case is an id or a name, or * for any; the rule one that a cause blames,
 * or *, or a cause as reports call it ("RULE=CHOICE", or in quotes where it has
 * blanks); either waives the cases that have no other cause that is not waived.
 * Where no cause of a named case blames a rule, it may be any that the case
 * consulted.  until is the last day on which it holds, or -.  A line whose case
 * and rule are both * is refused.
 */
#ifndef CONFORMANCE_WAIVERS_H
#define CONFORMANCE_WAIVERS_H

#include "conformance/results/results.h"

struct waiver {
    char *id, *rule, *until, *reason; /* of one allocation, id's */
    unsigned line;
    bool of_cause; /* rule is the id of a cause */
    bool met;      /* its case was there */
    bool used;
};

struct waivers {
    struct waiver *rows;
    size_t count;
    const char *file;
    char today[11]; /* "2026-01-31": as date_of_run has it */
};

/* Read a file.  Null, or what is wrong: "FILE:LINE: read X, expected Y". */
const char *waivers_read(struct waivers *waivers, const char *file);

/* What house rules do, and then what is waived: both as if nothing had been
 * before.  The reasons, and the file's name, stay those of the waivers. */
void waivers_settle(struct waivers *waivers, enum house_policy policy,
                    struct results *results);

/* What house rules do by another policy, the waivers being those that results
 * have. */
void waivers_keep(struct results *results, enum house_policy policy);

/* Say on standard error which ones do no good any more. */
void waivers_complain(const struct waivers *waivers);

void waivers_free(struct waivers *waivers);

/* The day that SOURCE_DATE_EPOCH says, or today, in UTC.  False where that is
 * no number of seconds. */
bool date_of_run(char day[11]);

#endif
