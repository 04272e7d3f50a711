/* SPDX-License-Identifier: MIT */
/*
 * The verbs of the command, and what they share.
 *
 * A verb gets the arguments after its name and returns the exit status.  All
 * that it has to say on standard output goes to an output, which is written
 * whole at the end or not at all; `map --batch` alone, which may write more
 * than memory holds, writes as it reads.
 */
#ifndef CONFORMANCE_VERBS_H
#define CONFORMANCE_VERBS_H

#include "conformance/base/output.h"
#include "options.h"

struct verb {
    const char *name;
    const char *usage;   /* the words after the name */
    const char *summary; /* one line */
    const char *example; /* commands, a line each */
    const char *status;  /* what it exits with; null: 0, or after a complaint */
    const struct option_row *rows;
    int (*run)(char **arguments);
};

#define VERB(name) extern const struct verb verb_##name;
#include "verbs.def"
#undef VERB

/* Write what --help shows.  Returns the exit status. */
int verb_help(const struct verb *verb);

/* The dialect of that name, or -1 after a complaint that lists them. */
int dialect_option(const char *name);

#endif
