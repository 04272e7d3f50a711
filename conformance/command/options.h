/* SPDX-License-Identifier: MIT */
/*
 * The command line of one verb: long options and words, in any order.
 *
 * A verb describes its options as rows of a table that ends with a row
 * without name.  options_next gives them back one by one:
 *
 *     while ((row = options_next(&options)) >= 0)
 *         switch (row) { case OPT_SIZE: ... options.value ...
 *         case OPTIONS_WORD: ... options.value ... }
 *
 * A value follows as --name=VALUE or as the next argument; -h is --help.  After
 * "--" all are words; "-" is a word.  Nothing is printed here, and nothing
 * exits: at a mistake the text to print is in error.
 */
#ifndef CONFORMANCE_OPTIONS_H
#define CONFORMANCE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct option_row {
    const char *name;  /* without the dashes */
    const char *value; /* what help calls its value; null: it takes none */
    const char *text;  /* help: what it does */
};

enum {
    OPTIONS_WORD = 1000, /* no option: a word, in value */
    OPTIONS_END = -1,
    OPTIONS_WRONG = -2, /* see error */
};

struct options {
    const struct option_row *rows;
    char **next;       /* the arguments left, null-terminated */
    const char *value; /* of the option just given back */
    bool words_only;
    char error[400];
    char name[64]; /* of an option that there is not */
};

void options_begin(struct options *options, const struct option_row *rows,
                   char **arguments);

/* The index of the next option's row, OPTIONS_WORD, or one of the negative
 * values above. */
int options_next(struct options *options);

/* Describe an error in the value of an option: "--size: read X, expected Y".
 * Returns OPTIONS_WRONG. */
int options_wrong(struct options *options, int row, const char *expected);

/* The index of the value among names, which end with a null; or OPTIONS_WRONG,
 * described in error: with the name that may be meant, and all of them. */
int options_one_of(struct options *options, int row, const char *const *names);

/* The options as help shows them. */
void options_describe(const struct option_row *rows, FILE *out);

/* The same between least and most.  False: described in error. */
bool options_number_between(struct options *options, int row, uint64_t least,
                            uint64_t most, uint64_t *number);

/* A limit of time, given in seconds from 0.01 to 3600.  False: described in
 * error. */
bool options_time_limit(struct options *options, int row,
                        unsigned *milliseconds);

#endif
