/* SPDX-License-Identifier: MIT */
/*
 * Two runs of the same, an older and a newer one: which causes are gone, new,
 * or still there, and what else became of the cases.
 *
 * A cause is the same where its id is, or where both blame one rule for a
 * choice that they share, or one would do as well as the other.  Cases are
 * told one by one only where no cause speaks for them, or where verbose.
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
    bool regression; /* some case is worse, or appeared and does not pass */
    struct report_change *changes; /* of causes; malloc'ed */
    size_t change_count, change_capacity;
    bool lost; /* memory ran out for one of them */
};

/* Each case of one run, in the other. */
struct pairing {
    const struct results *was, *is;
    const struct result **before; /* of each case of `is`; null: it appeared */
    const struct result **now;    /* of each case of `was`; null: it vanished */
    bool told;                    /* whose they are was said */
};

/* Tell of all runs of two files and, in the last line, how many of what.  False
 * where memory ran out. */
bool compare_files(struct comparison *c, const struct results_file *old,
                   const struct results_file *new);

/* Tell of both.  False where memory ran out. */
bool compare_runs(struct comparison *c, const struct results *was,
                  const struct results *is);

/* The part of it that is about causes. */
void compare_causes(struct comparison *c, struct pairing *pair);

/* What became of a cause of that run. */
void compare_record(struct comparison *c, const struct results *run,
                    const struct cause *cause, enum report_became became);

/* Before the first line about a pair: whose it is. */
void compare_head(struct comparison *c, struct pairing *pair);

/* Whether some cause of the run blames the rule. */
bool compare_is_blamed(const struct results *run, const char *rule);

#endif
