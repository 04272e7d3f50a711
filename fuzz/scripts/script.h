/* SPDX-License-Identifier: MIT */
/*
 * Cases as inputs: each is run on what is under test, in every dialect that it
 * is meant for, and what is seen must be permitted, all of it by one
 * behaviour.  Under test is the implementation of direct.h, or where a defect
 * is planted the model that has it.  $FUZZ_DIALECT leaves only one dialect.
 *
 * What fails is shrunk, and told as a case with what is wrong above it.
 */
#ifndef FUZZ_SCRIPT_H
#define FUZZ_SCRIPT_H

#include <stddef.h>

#include "reference/rules.h"

/* The dialect that was asked for, or -1. */
int script_dialect(void);

/* Check all cases of a text; what is no case is passed over. */
void script_check(const char *text, size_t length);

#endif
