/* SPDX-License-Identifier: MIT */
/*
 * The command line of one verb: long options and words, in any order.
 *
 * A verb describes its options as rows of a table that ends with a row without
 * name: each says what its value is and where in the verb's request it goes.
 * options_read fills the request by it.
 *
 * A value follows as --name=VALUE or as the next argument; -h is --help.  After
 * "--" all are words; "-" is a word.  Nothing is printed here, and nothing
 * exits: at a mistake the text to print is in error.
 */
#ifndef CONFORMANCE_OPTIONS_H
#define CONFORMANCE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What an option's value is, and the type of the member that it goes to. */
enum option_kind {
    OPTION_SET,     /* no value: bool, set to true */
    OPTION_TEXT,    /* const char *: the argument itself */
    OPTION_LIST,    /* const char *[most]; the count, a size_t, at `count` */
    OPTION_CHOICE,  /* int: which of the words of `value`, "text|json" */
    OPTION_NUMBER,  /* uint64_t from least to most */
    OPTION_SECONDS, /* unsigned, in milliseconds: from 0.01 to 3600 seconds */
    OPTION_DIALECT, /* int: enum dialect */
    OPTION_NEEDED_DIALECT, /* the same; it must be given */
    OPTION_DIALECTS, /* unsigned: a bit for each one given; all: every bit */
    OPTION_FORMAT,   /* const struct report_format * */
    OPTION_WAIVERS,  /* struct waivers: those of the file, which is read */
    OPTION_OTHER,    /* whatever `take` does with it */
    OPTION_HELP,     /* none: options_read ends there */
};

struct option_row {
    const char *name;  /* without the dashes */
    const char *value; /* what help calls its value; null: it takes none */
    const char *text;  /* help: what it does */
    enum option_kind kind;
    size_t at; /* offset of the member in the request */
    uint64_t least, most;
    size_t count; /* of a list, offset */
    /* Null, or what was expected in the value's place. */
    const char *(*take)(void *request, const char *value);
};

/* The row of an option of a verb's request. */
#define OPTION(NAME, KIND, REQUEST, MEMBER, VALUE, TEXT)                       \
    {                                                                          \
        .name = NAME, .kind = OPTION_##KIND, .value = VALUE, .text = TEXT,     \
        .at = offsetof(struct REQUEST, MEMBER)                                 \
    }
/* With the limits of its value, or of how often it may be given. */
#define OPTION_BETWEEN(NAME, KIND, REQUEST, MEMBER, LEAST, MOST, VALUE, TEXT)  \
    {                                                                          \
        .name = NAME, .kind = OPTION_##KIND, .value = VALUE, .text = TEXT,     \
        .at = offsetof(struct REQUEST, MEMBER), .least = LEAST, .most = MOST   \
    }
#define OPTION_REPEATED(NAME, REQUEST, MEMBER, COUNT, MOST, VALUE, TEXT)       \
    {                                                                          \
        .name = NAME, .kind = OPTION_LIST, .value = VALUE, .text = TEXT,       \
        .at = offsetof(struct REQUEST, MEMBER), .most = MOST,                  \
        .count = offsetof(struct REQUEST, COUNT)                               \
    }
#define OPTION_BY(NAME, TAKE, VALUE, TEXT)                                     \
    {                                                                          \
        .name = NAME, .kind = OPTION_OTHER, .value = VALUE, .text = TEXT,      \
        .take = TAKE                                                           \
    }
#define OPTIONS_HELP                                                           \
    {.name = "help", .kind = OPTION_HELP, .text = "show this"},                \
    {                                                                          \
        0                                                                      \
    }

typedef void option_seen(void *request, const struct option_row *row,
                         const char *value);

enum options_read { OPTIONS_READ, OPTIONS_HELP_WANTED, OPTIONS_WRONG };

struct options {
    const struct option_row *rows;
    char **arguments;   /* all of them, null-terminated */
    char **next;        /* those left */
    const char **words; /* for free to release */
    size_t word_count;
    uint64_t given; /* bit r: row r was */
    bool words_only;
    option_seen *seen; /* null, or called for each option, and each word,
                          which has no row */
    const char *error; /* or null */
};

void options_begin(struct options *options, const struct option_row *rows,
                   char **arguments);

/* Read all of them into the request. */
enum options_read options_read(struct options *options, void *request);

/* Whether that option was given. */
bool options_gave(const struct options *options, const char *name);

/* The options as help shows them: one a line, or only those of the list of
 * names `often`, with the names of the others after them. */
void options_describe(const struct option_row *rows, const char *often,
                      FILE *out);

#endif
