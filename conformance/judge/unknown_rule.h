/* SPDX-License-Identifier: MIT */
/* What to say of names that no rule, and no choice, has. */
#ifndef CONFORMANCE_UNKNOWN_RULE_H
#define CONFORMANCE_UNKNOWN_RULE_H

#include <stddef.h>

#include "reference/rules.h"

/* "unknown rule X; ..." */
void unknown_rule(const char *name, char *text, size_t size);

/* "unknown choice of RULE X; ..." */
void unknown_choice(enum rule rule, const char *name, char *text, size_t size);

#endif
