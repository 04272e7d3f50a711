/* SPDX-License-Identifier: MIT */
/*
 * What is left in a directory that is the case's own: monitor's mon.out, the
 * gmon.out of _mcleanup or of the runtime behind -pg, by whichever name, and
 * what that runtime said on the standard error output.
 *
 * A file is read by the reference's reader and reduced to what can be compared:
 * a function's address in a mon.out may be any in the code of one that the
 * script calls.
 */
#ifndef CONFORMANCE_WRITTEN_H
#define CONFORMANCE_WRITTEN_H

#include "conformance/language/observation.h"
#include "conformance/machine/scratch.h"

#define WRITTEN_PREFIX "prefixed"

/* Whether a script makes use of monitor, and so of a directory. */
bool written_used(const struct script *script);

/* From here on what is written to the standard error output is kept in the
 * directory. */
void written_keep_message(void);

/*
 * The event of a look at the file in the directory, "." for the current one:
 * where the script has the runtime behind -pg, at that which was written by the
 * process of that number, or 0; else at monitor's.  What the file has is in
 * left, to which the event then points; where it can't be read, why says at
 * which offset what is wrong.
 */
struct event written_event(const char *directory, bool runtime, int process,
                           const struct script *script, union file_left *left,
                           char *why, size_t why_size);

/* The rest of the header of that runtime's file. */
enum header_found written_header(const char *directory, int process, bool own,
                                 char *why, size_t why_size);

/*
 * Look at the rate in the header of the directory's gmon.out, where the clock's
 * period was so many microseconds; 0 where it could not be seen.  Returns an
 * enum rate_found, or VALUE_UNSEEN.
 */
int64_t written_rate(const char *directory, uint64_t period);

/* Whether anything was said. */
bool written_has_message(const char *directory);

/* What has no room, and what can't be opened. */
#define WRITTEN_FULL    "/dev/full"
#define WRITTEN_NOWHERE "no-directory/gmon.out"

/* Make gmon.out a link to there.  False: it can't be made. */
bool written_lead_to(const char *place);

/* Where the program was loaded, beside where its file says; and where its code
 * is in memory. */
struct written_program {
    uint64_t base, low, high;
};

struct written_program written_program(void);

#endif
