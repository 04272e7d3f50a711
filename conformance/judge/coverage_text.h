/* SPDX-License-Identifier: MIT */
/* What the verb `coverage` shows: from sentence to clause to rule to case. */
#ifndef CONFORMANCE_COVERAGE_TEXT_H
#define CONFORMANCE_COVERAGE_TEXT_H

#include <stdio.h>

#include "coverage.h"

enum { BACKENDS = 8 };

struct coverage_table {
    struct case_list suite;
    struct coverage coverage;
    bool all;   /* every sentence, not only those that are not tested */
    bool cases; /* by name, not only their number */
    bool json;
    unsigned dialects;
    char backends[BACKENDS][32]; /* those of the results that were read */
    unsigned backend_count;
    uint8_t *ran; /* for each case, the backends that ran it, one bit each */
};

void coverage_print(const struct coverage_table *table, FILE *out);

/* Every sentence of these dialects as a JSON object, whatever is asked of the
 * text. */
void coverage_print_json(const struct coverage_table *table, FILE *out);

#endif
