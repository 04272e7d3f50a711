/* SPDX-License-Identifier: MIT */
/*
 * What to say of names on the command line that there are not: what may have
 * been meant, and what to choose from.
 */
#ifndef CONFORMANCE_UNKNOWN_H
#define CONFORMANCE_UNKNOWN_H

#include "conformance/base/nearest.h"
#include "conformance/cases/case.h"
#include "options.h"
#include "reports/reports.h"

/* Complain of it.  Returns STATUS_USAGE. */
int unknown_impl(const char *verb, const char *name);

/* Of a case that is neither in list nor, where that is null, in a suite. */
int unknown_case(const char *verb, const char *id,
                 const struct case_list *list);

/* The same where the names are in several lists: try all, then complain. */
void unknown_try_cases(struct nearest *nearest, const struct case_list *list);
int unknown_case_end(const char *verb, const struct nearest *nearest);

/* The format that is the option's value; or null, described in error. */
const struct report_format *format_option(struct options *options, int row);

#endif
