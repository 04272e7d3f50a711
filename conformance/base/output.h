/* SPDX-License-Identifier: MIT */
/*
 * What the command says: complaints on standard error, and output, which is
 * written whole at the end or not at all.
 */
#ifndef CONFORMANCE_OUTPUT_H
#define CONFORMANCE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

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

/* Complains, and returns STATUS_HARNESS. */
int out_of_memory(void);

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

/* Write it all to standard output, or where output_to says.  Returns status, or
 * STATUS_HARNESS after a complaint where it could not be written. */
int output_end(struct output *output, int status);

/* From then on: into that file, which appears whole; null: nowhere.  False where
 * its directory can't be written in: errno tells. */
bool output_to(const char *file);

/* The words of --color, ended by a null. */
extern const char *const output_colours[];

/* One of them, by its index. */
void output_colour(int when);

/* Whether what is written is to be in colour: where it is a terminal that gets
 * it, and NO_COLOR is not set, unless output_colour says otherwise. */
bool output_in_colour(void);

#endif
