/* SPDX-License-Identifier: MIT */
/*
 * A report as bytes, from the process that judges to the one that asked:
 * strings, each with its 0, in this order:
 *
 *     outcome, summary, text,
 *     number of causes, and of each cause its members,
 *     number of cases, and of each case its members, "end"
 */
#ifndef CONFORMANCE_VERDICT_TEXT_H
#define CONFORMANCE_VERDICT_TEXT_H

#include <stdio.h>

#include "conformance/results/results.h"
#include "profilcheck.h"

struct profilcheck_report {
    char *bytes; /* all strings lie in it */
    int outcome;
    const char *summary, *text;
    struct profilcheck_cause *causes;
    size_t cause_count;
    struct profilcheck_case *cases;
    size_t case_count;
};

/* Of results, in the process that judges. */
void verdict_text_put(const struct results *results, int outcome, FILE *out);

/* Of an error. */
void verdict_text_put_error(int outcome, const char *sentence, FILE *out);

/* A report of them, which takes them over.  Null where they are not whole or
 * memory ran out: then they are freed. */
struct profilcheck_report *verdict_text_read(char *bytes, size_t length);

#endif
