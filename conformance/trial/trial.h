/* SPDX-License-Identifier: MIT */
/*
 * A trial: one implementation judged by one dialect.  trial_load gathers the
 * cases, trials_run (trials.h) observes and judges them; both complain where
 * they fail and return the exit status to leave with, or STATUS_PASS.
 * trial_identify and trial_annotate add what reports tell besides.
 */
#ifndef CONFORMANCE_TRIAL_H
#define CONFORMANCE_TRIAL_H

#include "conformance/explain/assess.h"
#include "conformance/merge/shard.h"
#include "conformance/run/artifact.h"
#include "conformance/run/environment.h"
#include "conformance/run/recording.h"
#include "conformance/run/resume.h"

enum { TRIAL_LIST = 64 }; /* files, and ids, at most */

/* PROF_USHORT, PROF_UINT, PROF_FAST, PROFIL_MAX, CLK_TCK, in this order. */
enum { TRIAL_CONSTANTS = 5 };

/* What the command line asked for. */
struct trial_settings {
    const struct impl_class *impl;
    const char *name;    /* as given */
    bool control;        /* it is one of profilcheck's own */
    bool tried;          /* by every dialect: none was asked for */
    const char *source;  /* "FILE:LINE", where its source is; or null */
    const char *command; /* that gives the results again; null: none does */
    bool suite, full;    /* run a suite; the full one */
    bool live, laws;     /* the live suite or the laws, and no cases */
    bool tell;           /* run the cases that would tell, too */
    const char *files[TRIAL_LIST];
    size_t file_count;
    const char *ids[TRIAL_LIST]; /* only these cases; none: all */
    bool id_found[TRIAL_LIST];   /* by some trial */
    size_t id_count;
    struct shard shard; /* of 0: all cases */
    unsigned jobs;
    unsigned timeout_ms; /* 0: the default */
    enum backend backend;
    struct {
        bool is_set;
        unsigned value;
    } constants[TRIAL_CONSTANTS]; /* in place of the dialect's own */
};

/* The cases of a trial that are to be observed, in company (shared) or alone. */
struct trial_look {
    size_t *indices;
    size_t count;
    bool shared;
};

/* How far it has come; see trial_next.h. */
enum trial_step {
    TRIAL_NEW,
    TRIAL_SHARD,       /* a shard whose cases were seen */
    TRIAL_SHARD_ALONE, /* and alone */
    TRIAL_SEEN,        /* cases were seen that are to be judged */
    TRIAL_JUDGED,
    TRIAL_OVER,
};

struct trial {
    enum dialect dialect;
    struct case_list list;
    struct case_list full;  /* of cases that were told; or none */
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
    char calls[160]; /* that it has: "profil sprofil" */
    char delivery[ENVIRONMENT_DELIVERY];
    char limit[16];                    /* profil_max as text */
    struct artifact artifact;          /* filled in by trial_identify */
    const struct recording *recording; /* null: none */
    struct resume_cases known;         /* of a run that was killed; or none */
    char date[11];
    enum trial_step step;
    struct trial_look look;
    struct assess_state assessing;
    unsigned rounds; /* in which it told */
    struct results results;
};

void trial_begin(struct trial *trial, const struct trial_settings *settings,
                 enum dialect dialect);
int trial_load(struct trial *trial, struct trial_settings *settings);

/* A part of it: into portions, which depend on all cases, and of those only
 * the shard's stay.  False where memory ran out. */
bool trial_cut(struct trial *trial, struct shard *shard);

/* Before the run: whose results they are, with the implementation's file.
 * date is that of the report, or empty. */
void trial_identify(struct trial *trial, const struct trial_settings *settings,
                    const char *date);

/* When it is known what it can do: its calls, by their names. */
void trial_add_calls(struct trial *trial);

void trial_add_delivery(struct trial *trial);

/* After it: explanations, and wrong buffers.  False where memory ran out. */
bool trial_annotate(struct trial *trial);
void trial_free(struct trial *trial);

#endif
