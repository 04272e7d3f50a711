/* SPDX-License-Identifier: MIT */
/* What a command line of `profilcheck run` asks for.  Its strings are those of
 * the arguments. */
#ifndef CONFORMANCE_REQUEST_H
#define CONFORMANCE_REQUEST_H

#include "conformance/base/memory.h"
#include "conformance/runs/impl_run.h"
#include "conformance/runs/programs.h"
#include "reports/reports.h"
#include "verbs.h"

enum { REQUEST_IMPLS = 16, REQUEST_UNASKED = PROGRAMS_LIMIT + 1 };

struct run_request {
    struct impl_run_settings settings; /* but for impl and name */
    struct request_impl {
        const struct impl_class *impl;
        const char *name;  /* as given, without a dialect before it */
        unsigned dialects; /* before its name: a bit each; 0: none */
        bool judged;       /* by some dialect; false at first */
    } impls[REQUEST_IMPLS];
    size_t impl_count;
    unsigned dialects;   /* a bit each; 0: the best is found */
    int suite, backend;  /* of their rows; suite -1: none given */
    uint64_t jobs;       /* 0: one a processor */
    const char *results; /* a file; null: none */
    struct waivers waivers;
    int house;          /* enum house_policy */
    const char *resume; /* a file of results: then there is nothing else */
    bool sure;          /* whatever that command runs */
    const struct report_format *format; /* null: text, for people */
    const char *report;                 /* a directory; null: none */
    uint64_t shrink; /* findings of each run of which C programs are made;
                        REQUEST_UNASKED: as usual */
    bool verbose, quiet;
    enum report_detail detail;    /* of the text */
    struct memory_stream command; /* that gives the same results again, while
                                     arguments are read */
};

extern const struct option_row request_rows[];

/* The members of a request that are not zero before options are read. */
#define REQUEST_USUAL .suite = -1, .shrink = REQUEST_UNASKED

/* For each word and option: the command is kept. */
option_seen request_keep;

/* What the options and words ask for.  STATUS_PASS, or the exit status after a
 * complaint. */
int request_take(struct run_request *request, const struct options *given);

/* Whether the k-th implementation is to be judged by that dialect, if it has
 * its calls. */
bool request_wants(const struct run_request *request, size_t k,
                   enum dialect dialect);

/* Whether none was asked for, and that which it fits best is to be found.  One
 * of profilcheck's own is of any dialect, as it is opened. */
bool request_tries(const struct run_request *request, size_t k);
bool request_is_own(const struct run_request *request, size_t k);

#endif
