/* SPDX-License-Identifier: MIT */
/*
 * From what a live process saw to verdicts.  Pure: no clock, no process.
 *
 * A detail says what H0 is, alpha, the power and against which departure,
 * what was seen of how many samples, what is permitted, and the clause.
 */
#ifndef CONFORMANCE_LIVE_VERDICTS_H
#define CONFORMANCE_LIVE_VERDICTS_H

#include "conformance/results/results.h"
#include "process.h"

struct live_verdict {
    uint8_t verdict; /* enum verdict */
    char detail[640];
};

void conclude_live(struct live_verdict *v, enum verdict verdict,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What a judge looks at. */
struct live_evidence {
    enum dialect dialect;
    bool sprofil;
    unsigned shares;    /* of the plan */
    unsigned clk_tck;   /* ticks a second by the implementation's <time.h>;
                           0: not known */
    bool ticks_at_work; /* some came in a run of the rate, earlier */
    bool rate_held;     /* and it did not fail: one report is enough */
    int status;         /* the process's, as of waitpid */
    const struct live_seen *seen;
};

typedef void live_judge(const struct live_evidence *evidence,
                        struct live_verdict *verdict);

live_judge judge_rate, judge_outside, judge_share, judge_sleep, judge_stop,
    judge_fork, judge_exec, judge_threads, judge_fast;

#endif
