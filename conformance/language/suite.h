/* SPDX-License-Identifier: MIT */
/*
 * The suites: quick, which is text built into the program, and full, which
 * adds what the generator makes.
 */
#ifndef CONFORMANCE_SUITE_H
#define CONFORMANCE_SUITE_H

#include <stdbool.h>

#include "case.h"

/* Append the cases of a suite to list: all of quick, whatever dialects they
 * are meant for, then if full those generated for that dialect.  False: what
 * is wrong, in error. */
bool suite_load(struct case_list *list, enum dialect dialect, bool full,
                struct case_error *error);

/*
 * Make those cases of a list that are for 64-bit addresses, and whose numbers
 * fit, cases for machines of so many bits: their text with an address line, and
 * so an id of their own.  What does not fit is left unchanged.
 */
void suite_for_addresses(struct case_list *list, unsigned bits);

/* Append the cases of a file; "-" is standard input.  file must outlive
 * them. */
bool suite_load_file(struct case_list *list, const char *file,
                     struct case_error *error);

#endif
