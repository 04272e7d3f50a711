/* SPDX-License-Identifier: MIT */
/*
 * The verbs of the command.
 *
 * A verb is a file, which defines verb_NAME; a row of verbs.def; and a page in
 * conformance/man.  Its options are rows that say where in its request each
 * value goes.  verb_do reads them, has run do the work, and writes what run
 * wrote to out: all of it at the end, or nothing after a mistake in usage.  The
 * request and what it holds last as long as the process: no verb frees them.
 */
#ifndef CONFORMANCE_VERBS_H
#define CONFORMANCE_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/language/case.h"
#include "conformance/runs/waivers.h"
#include "impls/impl.h"
#include "reports/reports.h"

/*
 * The command line of one verb has long options and words, in any order.
 *
 * A verb describes its options as rows of a table that ends with a row without
 * name: each says what its value is and where in the verb's request it goes.
 *
 * A value follows as --name=VALUE or as the next argument; -h is --help.  After
 * "--" all are words; "-" is a word.
 */

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

/* Whether that option was given. */
bool options_gave(const struct options *options, const char *name);

struct verb {
    const char *name;
    const char *usage;   /* the words after the name */
    const char *summary; /* one line */
    const char *example; /* commands, a line each */
    const char *status;  /* what it exits with; null: 0, or after a complaint */
    const struct option_row *rows;
    const char *often;  /* names of the rows that --help shows; null: all */
    size_t least, most; /* words that it takes; most 0: none */
    const char *word;   /* what one is, where it takes one */
    const char *ask;    /* the complaint where there are too few */
    size_t size;        /* of its request */
    const void *usual;  /* what is in it before options are read; null: 0 */
    option_seen *seen;  /* called for each option and word; null: nothing is */

    /* Returns the exit status, after a complaint where it is above 1. */
    int (*run)(void *request, const struct options *given, FILE *out);
};

#define VERB(name) extern const struct verb verb_##name;
#include "verbs.def"
#undef VERB

enum { WORDS_ANY = 1 << 20 };

/* The members size and usual: a struct, and those of its members that are not
 * zero. */
#define REQUEST(type, ...)                                                     \
    EMPTY_REQUEST(type), .usual = &(const struct type)                         \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define EMPTY_REQUEST(type) .size = sizeof(struct type)

/* Rows of options that several verbs take. */
#define DIALECT_ROW(request, member, otherwise)                                \
    OPTION("dialect", DIALECT, request, member, "D",                           \
           "judge by it (default: " otherwise ")")
#define DIALECT_NEEDED_ROW(request, member)                                    \
    OPTION("dialect", NEEDED_DIALECT, request, member, "D",                    \
           "the dialect (required)")
#define FORMAT_ROW(request, member, words)                                     \
    OPTION("format", CHOICE, request, member, words,                           \
           "output format (default: text)")
#define SUITE_ROW(request, member)                                             \
    OPTION("suite", CHOICE, request, member, "quick|full",                     \
           "which cases (default: quick)")
#define WAIVERS_ROW(request, member)                                           \
    OPTION("waivers", WAIVERS, request, member, "FILE",                        \
           "known failures to accept, one a line")
#define HOUSE_ROW(request, member, otherwise)                                  \
    OPTION("house-rules", CHOICE, request, member, "warn|fail|off",            \
           "what broken house rules do (default: " otherwise ")")
#define TIMEOUT_ROW(request, member, of)                                       \
    OPTION("timeout", SECONDS, request, member, "SECONDS", of " (default: 5)")
#define QUIET_ROW(request, member)                                             \
    OPTION("quiet", SET, request, member, NULL,                                \
           "one line for each implementation and dialect")
#define VERBOSE_ROW(request, member, text)                                     \
    OPTION("verbose", SET, request, member, NULL, text)

/* Do what the arguments after its name ask of a verb.  Returns the exit
 * status. */
int verb_do(const struct verb *verb, char **arguments);

/* Read the arguments into the request.  False: help was printed or a mistake
 * complained of, and *status is what to exit with. */
bool verb_read(const struct verb *verb, char **arguments,
               struct options *options, void *request, int *status);

/* Write the help: what --help shows, on one screen, or all options.  Returns
 * the exit status. */
int verb_help(const struct verb *verb, bool all);

/* Read the cases of that file or, where it is null, of a suite of the dialect.
 * Returns STATUS_PASS, or the exit status after a complaint. */
int load_cases(struct case_list *list, const char *file, enum dialect dialect,
               bool full);

/* Likewise: find a case by its id or name in the quick suite, else in the full
 * suites of those dialects, a bit each, and keep the first that has it in
 * list. */
int find_case(const char *verb, struct case_list *list, unsigned dialects,
              const char *id, const struct test_case **c);

/* Complains of an implementation that there is not.  Returns STATUS_USAGE. */
int unknown_impl(const char *verb, const char *name);

/* Of a case that is neither in list nor, where that is null, in a suite. */
int unknown_case(const char *verb, const char *id,
                 const struct case_list *list);

/* The same where the names are in several lists: try all, then complain. */
void unknown_try_cases(struct nearest *nearest, const struct case_list *list);
int unknown_case_end(const char *verb, const struct nearest *nearest);

#endif
