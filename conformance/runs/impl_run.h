/* SPDX-License-Identifier: MIT */
/*
 * A run: one implementation judged by one dialect.  impl_run_load gathers the
 * cases, impl_runs_execute (impl_runs.h) observes and judges them; both
 * complain where they fail and return the exit status to leave with, or
 * STATUS_PASS.  impl_run_identify adds what reports contain besides.
 */
#ifndef CONFORMANCE_IMPL_RUN_H
#define CONFORMANCE_IMPL_RUN_H

#include "artifact.h"
#include "conformance/judge/assess.h"
#include "environment.h"
#include "recording.h"
#include "shard.h"

enum { IMPL_RUN_LIST = 64 }; /* files, and ids, at most */

/* PROF_USHORT, PROF_UINT, PROF_FAST, PROFIL_MAX, CLK_TCK, in this order. */
enum { IMPL_RUN_CONSTANTS = 5 };

/* What the command line asked for. */
struct impl_run_settings {
    const struct impl_class *impl;
    const char *name;    /* as given */
    bool control;        /* it is one of profilcheck's own */
    bool tried;          /* by every dialect: none was asked for */
    const char *source;  /* "FILE:LINE", where its source is; or null */
    const char *command; /* that gives the results again; null: none does */
    bool suite, full;    /* run a suite; the full one */
    bool live, laws;     /* the live suite or the laws, and no cases */
    bool separate;       /* run the cases that separate causes too */
    const char *files[IMPL_RUN_LIST];
    size_t file_count;
    const char *ids[IMPL_RUN_LIST]; /* only these cases; none: all */
    bool id_found[IMPL_RUN_LIST];   /* by some run */
    size_t id_count;
    struct shard shard; /* of 0: all cases */
    unsigned jobs;
    unsigned timeout_ms; /* 0: the default */
    enum backend backend;
    struct {
        bool is_set;
        unsigned value;
    } constants[IMPL_RUN_CONSTANTS]; /* in place of the dialect's own */
};

/* The cases of a run that are to be observed, in a batch (shared) or by
 * themselves. */
struct impl_run_look {
    size_t *indices;
    size_t count;
    bool shared;
};

/* How far it has come; see impl_run_next. */
enum impl_run_step {
    IMPL_RUN_NEW,
    IMPL_RUN_SHARD,       /* a shard whose cases were seen */
    IMPL_RUN_SHARD_ALONE, /* and alone */
    IMPL_RUN_SEEN,        /* cases were seen that are to be judged */
    IMPL_RUN_JUDGED,
    IMPL_RUN_OVER,
};

struct impl_run {
    enum dialect dialect;
    struct case_list list;
    struct case_list full;  /* of the cases that separate causes; or none */
    struct assessed *cases; /* those of the list that are meant for it, and
                               are in its shard */
    size_t *portions;       /* of each: as task_cut has them */
    size_t *indices; /* of each: which of all that are meant for it it is */
    size_t count;
    size_t whole;            /* how many are meant for it */
    char shard[16];          /* "3/8"; empty: it has all of them */
    char digest[SHA256_HEX]; /* of their ids */
    size_t checks; /* of the live suite or the laws, in place of cases */
    unsigned capabilities; /* set before it is run, by probe */
    struct impl_constants constants;
    uint32_t profil_max; /* 0: as usual */
    struct observe_options observe;
    struct named environment[12];
    char calls[160];   /* that it has: "profil sprofil" */
    char source[1024]; /* its FILE:LINE, from debug information */
    char delivery[ENVIRONMENT_DELIVERY];
    char limit[16];                    /* profil_max as text */
    struct artifact artifact;          /* filled in by impl_run_identify */
    const struct recording *recording; /* null: none */
    struct resume_cases known;         /* of a run that was killed; or none */
    char date[11];
    enum impl_run_step step;
    struct impl_run_look look;
    struct assess_state assessing;
    unsigned rounds; /* in which cases that separate causes were run */
    struct results results;
};

void impl_run_begin(struct impl_run *run,
                    const struct impl_run_settings *settings,
                    enum dialect dialect);
int impl_run_load(struct impl_run *run, struct impl_run_settings *settings);

/* Whether it calls the same functions as the run before: those of a shared
 * object are no other for being called as another dialect has them. */
bool impl_run_goes_on(const struct impl_run *run,
                      const struct impl_run *before);

/* Find out what it can do.  before: the run before; or null. */
void impl_run_probe(struct impl_run *run, const struct impl_run *before);

/* Before the run: whose results they are, with the implementation's file.
 * date is that of the report, or empty. */
void impl_run_identify(struct impl_run *run,
                       const struct impl_run_settings *settings,
                       const char *date);

/* When it is known what it can do: its calls, by their names. */
void impl_run_add_calls(struct impl_run *run);

void impl_run_add_delivery(struct impl_run *run);

void impl_run_free(struct impl_run *run);

/* Whether it can be judged; where not, what was learnt says why.  STATUS_PASS,
 * or the exit status after a complaint. */
int impl_run_try(const struct impl_run *run, bool *alive);

/* Judge what was seen, and set look.  separate: run the cases that separate
 * causes too.  STATUS_PASS, or the exit status after a complaint. */
int impl_run_next(struct impl_run *run, bool separate);

/* Whether one that is so called is asked for, which is noted. */
bool impl_run_wants(struct impl_run_settings *settings, const char *name);

/* How many checks are asked for; 0 where cases are. */
size_t impl_run_checks(const struct impl_run *run,
                       struct impl_run_settings *settings);

#endif
