/* SPDX-License-Identifier: MIT */
/* What a report says of cases that did not pass, beside the verdict. */
#ifndef CONFORMANCE_ANNOTATE_H
#define CONFORMANCE_ANNOTATE_H

#include "assess.h"

/* Explanations, and the buffers that are wrong; cases are those that were
 * assessed. */
void annotate(enum dialect dialect, const struct assessed *cases,
              struct results *results);

#endif
