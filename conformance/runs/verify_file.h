/* SPDX-License-Identifier: MIT */
/* Are the verdicts of a file of results those of its observations? */
#ifndef CONFORMANCE_VERIFY_FILE_H
#define CONFORMANCE_VERIFY_FILE_H

#include <stdio.h>

#include "waivers.h"

/* Judge them again, and report where that differs, and how many there are; with
 * waivers, which cases are waived too.  STATUS_PASS or STATUS_FAIL; else the
 * exit status after a complaint. */
int verify_file(const char *name, struct waivers *waivers, FILE *out);

#endif
