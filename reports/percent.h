/* SPDX-License-Identifier: MIT */
/* RFC 3986, 2.1: any bytes as a part of an address. */
#ifndef REPORTS_PERCENT_H
#define REPORTS_PERCENT_H

#include <stdio.h>

/* What is unreserved there, and '/', stays as it is. */
void report_percent(const char *text, FILE *out);

#endif
