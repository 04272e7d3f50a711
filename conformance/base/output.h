/* SPDX-License-Identifier: MIT */
/*
 * What the command says: complaints on standard error, and output, which is
 * written whole at the end or not at all.
 */
#ifndef CONFORMANCE_OUTPUT_H
#define CONFORMANCE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "memory.h"

/* With which it exits. */
enum status {
    STATUS_PASS = 0,
    STATUS_FAIL = 1,
    STATUS_USAGE = 2,
    STATUS_HARNESS = 3,
};

/* "profilcheck: " and the message on standard error, in a line, with what is
 * not printable as terminal_clean has it.  Returns status. */
int complain(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What is wrong, in a sentence that is kept until three more were made. */
const char *problem_of(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Whether a mistake in usage was complained of: then there is no output. */
bool output_is_refused(void);

/* Write all that was gathered to standard output, or where output_to says.
 * Returns status, or STATUS_HARNESS after a complaint where it could not be
 * written. */
int output_end(struct memory_stream *output, int status);

/* From then on: into that file, which appears whole; null: nowhere.  False
 * where its directory can't be written in: errno says why. */
bool output_to(const char *file);

/* That file, or null. */
const char *output_file(void);

/* In place of an output whose size has no bounds: a descriptor that all of it
 * is written to as it comes; output_end then writes nothing.  -1: errno says
 * why. */
int output_direct(void);

/* What --color says: 0 auto, 1 always, 2 never. */
void output_colour(int when);

/* Whether what is written is to be in colour: where it is a terminal that gets
 * it, and NO_COLOR is not set, unless output_colour says otherwise. */
bool output_in_colour(void);

#endif
