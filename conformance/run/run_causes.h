/* SPDX-License-Identifier: MIT */
/* A case that did not pass in a run that was read, and the copied causes. */
#ifndef CONFORMANCE_RUN_CAUSES_H
#define CONFORMANCE_RUN_CAUSES_H

#include <stddef.h>

#include "conformance/results/results.h"

/* A case that did not pass; strings of its own. */
struct run_failure {
    char *implementation, *dialect, *id, *verdict, *text, *observed;
    struct cause *causes; /* rule, found and sentence of what is behind it */
    size_t cause_count;
    unsigned rank; /* the worse the verdict the lower */
    size_t index;  /* in the order of the report */
};

/* One more, of which rule, found and sentence are copied.  False where memory
 * ran out. */
bool run_causes_add(struct run_failure *failure, const struct cause *cause);

/* Those of a case of a JSON report, by their ids; what is no cause is passed
 * over.  run and row are json_t. */
bool run_causes_of_json(struct run_failure *failure, const void *run,
                        const void *row);

void run_causes_free(struct run_failure *failure);

#endif
