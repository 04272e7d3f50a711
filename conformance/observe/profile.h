/* SPDX-License-Identifier: MIT */
/*
 * What the runtime behind -pg leaves in the case's directory: its gmon.out, by
 * whichever name, reduced to what can be compared, and what it said on the
 * standard error output.
 */
#ifndef CONFORMANCE_PROFILE_H
#define CONFORMANCE_PROFILE_H

#include "reference/gmon/counts.h"
#include "reference/outcome.h"

#define PROFILE_PREFIX "prefixed"

/* From here on what is written to the standard error output is kept in the
 * directory. */
void profile_keep_message(void);

/*
 * Look at the file that the process of that number wrote to the directory.
 * Returns its state; contents is filled in where it has some; else why says
 * what is wrong.
 */
enum file_state profile_look(const char *directory, int process,
                             const struct script *script,
                             struct gmon_counts *contents, char *why,
                             size_t why_size);

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
