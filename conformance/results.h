/* SPDX-License-Identifier: MIT */
/*
 * The results of one run, as reports get them: words and numbers only.
 * Nothing here says how a verdict was reached.
 */
#ifndef CONFORMANCE_RESULTS_H
#define CONFORMANCE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_INCONSISTENT,
    VERDICT_CRASH,
    VERDICT_TIMEOUT,
    VERDICT_UNSUPPORTED,
    VERDICT_UNSPECIFIED,
    VERDICT_INCONCLUSIVE,
    VERDICT_ERROR,
    VERDICTS
};

extern const char *const verdict_names[VERDICTS];

/* One judged case. */
struct result {
    const char *id;
    const char *const *rules; /* names of the rules it consulted */
    size_t rule_count;
    char *detail;  /* one line: input, got, permitted, why; "" for a plain
                      pass; on a pass the choices taken, where there is room */
    uint8_t verdict;
    char *text;     /* the case itself; null: left out */
    char *observed; /* what was observed, in the form of delivery/observed.h;
                       null: nothing was, or it is left out */
    bool finding; /* nobody fails for it, but its detail is to be told */
};

/* What is known of one rule after the run. */
struct rule_finding {
    char rule[48]; /* with the interface, "counter-full (sprofil)", where
                      profil and sprofil each decided for itself */
    const char *question;
    const char *const *choices; /* still possible, in the table's order; none:
                                   no single one explains the run */
    size_t choice_count;
    const char *clause;  /* the one that permits or decides; "" if none */
    const char *standing; /* "required", "permitted", "unspecified",
                             "forbidden"; "open": some of each; "not shown":
                             any known choice; "inconsistent": none */
};

struct named {
    const char *name, *value;
};

struct results {
    const char *implementation; /* as named on the command line */
    const char *dialect;
    const char *backend;        /* "signal", "ptrace", "clock" */
    const struct named *environment; /* kernel, cpu, compiler, libc, ... */
    size_t environment_count;
    struct result *cases;
    size_t case_count;
    const struct rule_finding *behaviour; /* the rules that were consulted */
    size_t behaviour_count;
    size_t summary[VERDICTS];
};

/* 0 all pass, 1 some fail, 3 some are errors of the harness. */
int results_status(const struct results *results);

#endif
