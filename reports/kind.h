/* SPDX-License-Identifier: MIT */
/*
 * What a verdict is to a format that knows tests which pass, fail, are
 * skipped, or could not be carried out.
 */
#ifndef REPORTS_KIND_H
#define REPORTS_KIND_H

#include "conformance/results/results.h"

enum report_kind {
    REPORT_PASSED,
    REPORT_FAILED,
    REPORT_SKIPPED, /* not judged, and nobody's fault */
    REPORT_BROKEN,  /* the harness's own fault */
};

enum report_kind report_kind(unsigned verdict);

/* Whether it failed, or broke. */
bool report_is_bad(unsigned verdict);

/* Whether somebody is to look at it: it is bad, or waived. */
bool report_is_told(unsigned verdict);

/* Whether it breaks house rules alone, which fail nobody and are reported. */
bool report_is_house(const struct results *run, const struct result *c);

#endif
