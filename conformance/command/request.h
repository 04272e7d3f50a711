/* SPDX-License-Identifier: MIT */
/*
 * What a command line of `profilcheck run` asks for.
 *
 * Its strings are those of the arguments.
 */
#ifndef CONFORMANCE_REQUEST_H
#define CONFORMANCE_REQUEST_H

#include "conformance/trial/trial.h"
#include "reports/reports.h"
#include "verbs.h"

enum { REQUEST_IMPLS = 16 };

struct run_request {
    struct trial_settings settings; /* but for impl and name */
    struct request_impl {
        const struct impl_class *impl;
        const char *name;  /* as given, without a dialect before it */
        unsigned dialects; /* before its name: a bit each; 0: none */
        bool judged;       /* by some dialect; false at first */
    } impls[REQUEST_IMPLS];
    size_t impl_count;
    unsigned dialects;             /* a bit each; 0: the best is found */
    const char *results, *waivers; /* files; null: none */
    enum house_policy house;       /* what a broken house rule does */
    const char *resume; /* a file of results: then there is nothing else */
    bool sure;          /* whatever that command runs */
    unsigned words;     /* and options, how many */
    const struct report_format *format; /* null: text, for people */
    const char *report;                 /* a directory; null: none */
    unsigned shrink; /* findings of each run of which C programs are made */
    enum report_detail detail; /* of the text */
    char *command; /* that gives the same results again; to be freed */
    bool help;
};

extern const struct option_row request_rows[];

/* STATUS_PASS, or the exit status after a complaint. */
int request_parse(char **arguments, struct run_request *request);

/* Whether the k-th implementation is to be judged by that dialect, if it has its
 * calls. */
bool request_wants(const struct run_request *request, size_t k,
                   enum dialect dialect);

/* Whether none was asked for, and that which it fits best is to be found.  One
 * of profilcheck's own is of any dialect, as it is opened. */
bool request_tries(const struct run_request *request, size_t k);
bool request_is_own(const struct run_request *request, size_t k);

#endif
