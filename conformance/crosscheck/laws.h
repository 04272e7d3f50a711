/* SPDX-License-Identifier: MIT */
/*
 * Laws that counting obeys whatever the formula: a second opinion, which needs
 * no oracle.  A law compares what related cases led to: a stream of ticks over
 * some regions, and the same in two parts, in another order, at another place,
 * with a longer buffer.  Nothing is expected but that the counts agree as the
 * law says; every behaviour that a dialect permits obeys those that arise in
 * it.
 *
 * A stream is drawn of STREAM_EDGES to STREAM_FAR (language/stream.h) and holds
 * LAWS_TICKS ticks, so few that no 16-bit counter is ever full.
 */
#ifndef CONFORMANCE_LAWS_H
#define CONFORMANCE_LAWS_H

#include "conformance/language/observation.h"
#include "conformance/results/results.h"
#include "reference/rules.h"

enum { LAWS_TICKS = 200 };

/* What is tried, and how a case is observed. */
struct laws_bench {
    enum dialect dialect;
    /* Valid until the next call. */
    const struct observation *(*observe)(void *context,
                                         const struct test_case *c);
    void *context;
    uint64_t seeds; /* of streams of each kind over each setup */
};

/* The result of one law. */
struct laws_finding {
    unsigned streams;   /* those that it could be tried on */
    unsigned broken;    /* those that break it */
    unsigned crashed;   /* those in which a case came to no end */
    uint64_t counted;   /* in all of them */
    char first[300];    /* broken or crashed one, in the text of a case */
    char not_made[200]; /* why others show nothing; "": there are none */
};

extern const size_t laws_count;
const char *laws_id(size_t law);   /* "law-parts-add-up" */
const char *laws_text(size_t law); /* "two parts of a stream add up to it" */

/* Whether it is checked in a dialect: every behaviour permitted there obeys
 * it. */
bool laws_arise(size_t law, enum dialect dialect);

void laws_check(size_t law, const struct laws_bench *bench,
                struct laws_finding *finding);

/* Who is judged, and by what. */
struct laws_request {
    const struct observe_options *options;
    enum dialect dialect;
    unsigned capabilities;   /* those of impl.h */
    const char *unsupported; /* why nothing can be tried, or null */
    /* Whether it is judged by that law. */
    bool (*wanted)(void *context, const char *id);
    void *context;
    void (*progress)(size_t done, size_t count);
};

/* results' cases and summary are filled in, to be released as results_free
 * does it. */
void laws_run(const struct laws_request *request, struct results *results);

#endif
