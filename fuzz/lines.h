/* SPDX-License-Identifier: MIT */
/*
 * Files of results as inputs: fill in what an engine would never guess.
 */
#ifndef FUZZ_LINES_H
#define FUZZ_LINES_H

#include "conformance/results/results_file.h"
#include "fuzz.h"

/* The text with footers that fit its lines: one that is only {"line": "footer"}
 * gets all members; another that has a SHA-256 gets the right one.  To be
 * freed. */
struct memory_stream lines_fill(const char *data, size_t size);

/* Give cases the ids that belong to their texts, and runs this program's
 * version and tables. */
void lines_adopt(struct results_file *file);

#endif
