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

#include <stdio.h>

#include "options.h"

#define PROFILCHECK_VERSION "0.1.0"

enum status {
    STATUS_PASS = 0,
    STATUS_FAIL = 1,
    STATUS_USAGE = 2,
    STATUS_HARNESS = 3,
};

struct verb {
    const char *name;
    const char *usage;   /* the words after the name */
    const char *summary; /* one line */
    const char *example; /* commands, a line each */
    const struct option_row *rows;
    int (*run)(char **arguments);
};

extern const struct verb verb_run, verb_map, verb_list, verb_case,
    verb_identify, verb_explain, verb_shrink, verb_coverage, verb_prof,
    verb_verify, verb_compare, verb_report, verb_merge, verb_host;

/* Write what --help shows.  Returns the exit status. */
int verb_help(const struct verb *verb);

/* "profilcheck: " and the message on standard error, in a line, with what is
 * not printable as terminal_clean has it.  Returns status. */
int complain(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A stream that gathers what is to be written.  Null where memory ran out:
 * already complained of. */
struct output {
    FILE *stream;
    char *text;
    size_t length;
};

FILE *output_begin(struct output *output);

/* Forget it. */
void output_drop(struct output *output);

/* Write it all to standard output.  Returns status, or STATUS_HARNESS after
 * a complaint where it could not be written. */
int output_end(struct output *output, int status);

/* The dialect of that name, or -1 after a complaint that lists them. */
int dialect_option(const char *name);

#endif
