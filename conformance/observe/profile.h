/* SPDX-License-Identifier: MIT */
/*
 * What the runtime behind -pg leaves in the case's directory: its gmon.out, by
 * whichever name, reduced to what can be compared, and what it said on the
 * standard error output.
 */
#ifndef CONFORMANCE_PROFILE_H
#define CONFORMANCE_PROFILE_H

#include "conformance/language/observation.h"
#include "reference/gmon/counts.h"

#define PROFILE_PREFIX "prefixed"

/* From here on what is written to the standard error output is kept in the
 * directory. */
void profile_keep_message(void);

/*
 * The event of a look at the file that was written to the directory: by the
 * process of that number, or 0, where the script has the runtime behind -pg;
 * else monitor's.  What the file has is in left, to which the event then
 * points; where it can't be read, why says what is wrong.
 */
struct event profile_event(const char *directory, bool runtime, int process,
                           const struct script *script, union file_left *left,
                           char *why, size_t why_size);

/* The rest of its header. */
enum header_found profile_header(const char *directory, int process, bool own);

/* Whether anything was said. */
bool profile_has_message(const char *directory);

/* What has no room, and what can't be opened. */
#define PROFILE_FULL    "/dev/full"
#define PROFILE_NOWHERE "no-directory/gmon.out"

/* Make gmon.out a link to there.  False: it can't be made. */
bool profile_lead_to(const char *place);

#endif
