/* SPDX-License-Identifier: MIT */
/*
 * Mutating the text of a case, line by line and number by number.  What
 * comes of it is a case more often than not: several are tried.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>

/* Change text in place; returns its new length, at most `most`.  dialect: of
 * new operations; -1: that of the seed. */
size_t mutate_case(char *text, size_t length, size_t most, unsigned seed,
                   int dialect);

/* The head of one and operations of both. */
size_t mutate_join(const char *first, size_t first_length, const char *second,
                   size_t second_length, char *out, size_t most, unsigned seed);

#endif
