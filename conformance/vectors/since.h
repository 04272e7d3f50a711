/* SPDX-License-Identifier: MIT */
/* The text of a set, read again as far as changes need it. */
#ifndef CONFORMANCE_SINCE_H
#define CONFORMANCE_SINCE_H

#include <stdbool.h>
#include <stddef.h>

enum { SINCE_PROBLEM = 200 };

struct since_outcome {
    char *standing; /* "permitted" or "unspecified" */
    char *events;   /* its lines, without number and first word of each */
};

struct since_vector {
    char *id;
    char *number; /* of outcomes: "2", "69 unlisted" */
    char *bounds; /* lines; empty where outcomes are listed */
    struct since_outcome *outcomes;
    size_t count, capacity;
};

struct since_set {
    char *version, *tables, *dialect, *suite;
    struct since_vector *vectors;
    size_t count, capacity;
};

/* False: what is wrong, "line N: read X, expected Y", or, where problem is
 * empty, memory ran out.  since_free either way. */
bool since_read(struct since_set *set, const char *text, size_t length,
                char problem[SINCE_PROBLEM]);
void since_free(struct since_set *set);

#endif
