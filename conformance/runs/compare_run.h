/* SPDX-License-Identifier: MIT */
/*
 * Two runs of the same, an older and a newer one: which causes are gone, new,
 * or still there, and what else became of the cases.
 *
 * A cause is the same where its id is, or where both blame one rule for a
 * choice that they share, or one would do as well as the other.  Cases are
 * reported one by one only where no cause speaks for them, or where verbose.
 */
#ifndef CONFORMANCE_COMPARE_RUN_H
#define CONFORMANCE_COMPARE_RUN_H

#include <stdio.h>

#include "conformance/results/results_file.h"
#include "reports/reports.h"

struct comparison {
    FILE *out;
    bool verbose;
    size_t causes_new, causes_gone, causes_same;
    size_t worse, better, changed, appeared, vanished; /* cases */
    size_t waived, unwaived; /* ... that only a waiver sets apart */
    size_t compared;         /* cases that are in both */
    bool regression; /* some case is worse, or only in NEW and does not pass, or
                        a run is lost */
    const struct results **lost; /* runs that only OLD has; malloc'ed */
    size_t lost_count;
    struct report_change *changes; /* of causes; malloc'ed */
    size_t change_count;
};

/* Each case of one run, in the other. */
struct pairing {
    const struct results *was, *is;
    const struct result **before; /* of each case of `is`; null: only there */
    const struct result **now;    /* of each case of `was`; null: only there */
    bool listed;                  /* its implementation was printed */
};

/* Print all runs of two files and, in the last line, how many there are of each
 * kind. */
void compare_files(struct comparison *c, const struct results_file *old,
                   const struct results_file *new);

#endif
