/* SPDX-License-Identifier: MIT */
/* Causes of a case, copied from a run that was read. */
#ifndef CONFORMANCE_RUN_CAUSES_H
#define CONFORMANCE_RUN_CAUSES_H

#include "run_reader.h"

/* One more, of which rule, found and sentence are copied.  False where memory
 * ran out. */
bool run_causes_add(struct run_failure *failure, const struct cause *cause);

/* Those of a case of a JSON report, by their ids; what is no cause is passed
 * over.  run and row are json_t. */
bool run_causes_of_json(struct run_failure *failure, const void *run,
                        const void *row);

void run_causes_free(struct run_failure *failure);

#endif
