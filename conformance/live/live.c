/* SPDX-License-Identifier: MIT */
#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "conformance/contain/sandbox.h"
#include "conformance/contain/sandbox_time.h"
#include "verdicts.h"

const struct live_plan live_full_plan = {
    .rate = 2000000000, .sleep = 600000000, .shares = 25};

static const struct check {
    const char *id;
    bool sprofil;
    live_experiment *experiment; /* that of the row before: the same run */
    live_judge *judge;
    enum rule rules[2];
    unsigned rule_count;
} checks[] = {
    {"live-rate", false, live_rate, judge_rate, {RULE_SLEEPING}, 1},
    {"live-outside",
     false,
     live_rate,
     judge_outside,
     {RULE_ODD_TAIL, RULE_EXTENT},
     2},
    {"live-share", false, live_share, judge_share, {RULE_SLEEPING}, 1},
    {"live-sleeping", false, live_sleep, judge_sleep, {RULE_SLEEPING}, 1},
    {"live-off", false, live_stop, judge_stop, {RULE_SCALE_OFF}, 1},
    {"live-fork",
     false,
     live_fork,
     judge_fork,
     {RULE_FORK, RULE_FORK_REGIONS},
     2},
    {"live-exec", false, live_exec, judge_exec, {RULE_EXEC}, 1},
    {"live-threads-2",
     false,
     live_two_threads,
     judge_threads,
     {RULE_SLEEPING},
     1},
    {"live-threads-4",
     false,
     live_four_threads,
     judge_threads,
     {RULE_SLEEPING},
     1},
    {"live-sprofil-rate",
     true,
     live_rate,
     judge_rate,
     {RULE_TICK_TIME, RULE_SLEEPING},
     2},
    {"live-sprofil-outside",
     true,
     live_rate,
     judge_outside,
     {RULE_OVERFLOW_BIN, RULE_EXTENT},
     2},
    {"live-sprofil-share", true, live_share, judge_share, {RULE_SLEEPING}, 1},
    {"live-sprofil-sleeping",
     true,
     live_sleep,
     judge_sleep,
     {RULE_SLEEPING},
     1},
    {"live-sprofil-off", true, live_stop, judge_stop, {RULE_SCALE_OFF}, 1},
    {"live-sprofil-fork", true, live_fork, judge_fork, {RULE_FORK_REGIONS}, 1},
    {"live-fast", true, live_fast, judge_fast, {RULE_FAST}, 1},
};

enum {
    CHECKS = sizeof checks / sizeof *checks,
    LONGEST_MS = 600000, /* a run takes, whatever it does */
};

const size_t live_checks = CHECKS;

const char *live_id(size_t check)
{
    return checks[check].id;
}

/* One run, and what is known of it. */
struct live_trial {
    const struct live_options *options;
    const struct check *check;
    struct live_seen *shared; /* by the processes of the sandbox */
    struct live_seen *seen;   /* what came of it */
    struct sandbox_end end;
    bool ticks_at_work, rate_held; /* as far as is known */
};

static void live_body(void *context)
{
    const struct live_trial *trial = context;
    static struct live_process process;

    process = (struct live_process){
        .options = trial->options,
        .seen = trial->shared,
        .moved = &trial->shared->moved,
        .entry = trial->check->sprofil ? IMPL_SPROFIL : IMPL_PROFIL,
        .flags = IMPL_USHORT};
    if (live_begin(&process))
        trial->check->experiment(&process);
}

static bool live_start(void *context)
{
    struct live_trial *trial = context;
    void *shared = mmap(NULL, sizeof *trial->shared, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    trial->shared = shared;
    return shared != MAP_FAILED;
}

/* The limit is on standing still: how long a run takes is the machine's. */
static uint64_t stage(void *context)
{
    return ((const struct live_trial *)context)->shared->moved;
}

static uint64_t live_limit(void *context, uint64_t stage)
{
    const struct live_trial *trial = context;
    unsigned ms = trial->options->observe->timeout_ms;

    (void)stage;
    return trial->options->plan.sleep + sandbox_limit(ms ? ms : 5000);
}

static char *live_tell(void *context, const struct sandbox_end *end,
                       size_t *size)
{
    const struct live_trial *trial = context;
    struct live_seen *told = malloc(sizeof *told);

    (void)end;
    if (told)
        memcpy(told, trial->shared, sizeof *told);
    *size = sizeof *told;
    return (char *)told;
}

/* A truth value that was written over is no value at all. */
static bool truth(const char *told, size_t offset)
{
    return told[offset] & 1;
}

static void live_hear(const struct sandbox_end *end, struct live_seen *seen)
{
    memset(seen, 0, sizeof *seen);
    if (end->told_size != sizeof *seen)
        return;
    memcpy(seen, end->told, sizeof *seen);
    seen->opened = truth(end->told, offsetof(struct live_seen, opened));
    seen->on = truth(end->told, offsetof(struct live_seen, on));
    seen->done = truth(end->told, offsetof(struct live_seen, done));
    seen->interval_timer =
        truth(end->told, offsetof(struct live_seen, interval_timer));
    seen->why[sizeof seen->why - 1] = '\0';
}

static bool run_once(struct live_trial *trial)
{
    const struct sandbox_task task = {.context = trial,
                                      .begin = live_start,
                                      .body = live_body,
                                      .stage = stage,
                                      .limit = live_limit,
                                      .tell = live_tell,
                                      .most = sandbox_limit(LONGEST_MS),
                                      .told_most = sizeof *trial->seen};

    if (!sandbox_run(&task, &trial->end))
        return false;
    live_hear(&trial->end, trial->seen);
    free(trial->end.told);
    trial->end.told = NULL;
    return true;
}

/* What it comes to without a judge; false where there is one to be asked. */
static bool ended_badly(const struct live_trial *trial, struct live_verdict *v)
{
    const struct live_seen *seen = trial->seen;
    int status = trial->end.status;
    bool execs = trial->check->experiment == live_exec && seen->on;

    *v = (struct live_verdict){.verdict = VERDICT_CRASH};
    if (trial->end.how == SANDBOX_TIMED_OUT) {
        v->verdict = VERDICT_TIMEOUT;
        snprintf(v->detail, sizeof v->detail,
                 "it came to no end, and its work went no further");
    } else if (execs) {
        return false;
    } else if (WIFSIGNALED(status)) {
        snprintf(v->detail, sizeof v->detail, "it was killed by signal %d%s",
                 WTERMSIG(status), seen->on ? " while profiling" : "");
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(v->detail, sizeof v->detail, "it exited with status %d",
                 WEXITSTATUS(status));
    } else if (!seen->opened) {
        v->verdict = VERDICT_UNSUPPORTED;
        snprintf(v->detail, sizeof v->detail, "%s", seen->why);
    } else if (!seen->on && trial->check->experiment != live_fast) {
        v->verdict = VERDICT_FAIL;
        snprintf(v->detail, sizeof v->detail,
                 "profiling could not be turned on: errno %d",
                 seen->call.error);
    } else if (seen->on && !seen->done) {
        v->verdict = VERDICT_FAIL;
        snprintf(v->detail, sizeof v->detail, "%s",
                 *seen->why ? seen->why : "it ended before its time");
    } else {
        return false;
    }
    return true;
}

static void live_judge_all(const struct live_trial *trial,
                           struct live_verdict *v)
{
    const struct impl_constants *constants =
        trial->options->observe->open.constants;
    struct live_evidence evidence = {.dialect = trial->options->dialect,
                                     .sprofil = trial->check->sprofil,
                                     .shares = trial->options->plan.shares,
                                     .clk_tck =
                                         constants ? constants->clk_tck : 0,
                                     .ticks_at_work = trial->ticks_at_work,
                                     .rate_held = trial->rate_held,
                                     .status = trial->end.status,
                                     .seen = trial->seen};

    if (!ended_badly(trial, v))
        trial->check->judge(&evidence, v);
}

static bool live_note(const struct check *check, enum dialect dialect,
                      const struct live_verdict *verdict,
                      struct results *results)
{
    struct result *result = &results->cases[results->case_count];
    const char **names = calloc(check->rule_count, sizeof *names);

    for (unsigned k = 0; names && k < check->rule_count; k++)
        if (dialect_has_rule(dialect, check->rules[k]))
            names[result->rule_count++] = rule_table[check->rules[k]].name;
    result->id = check->id;
    result->rules = names;
    result->detail = strdup(verdict->detail);
    result->verdict = verdict->verdict;
    result->finding = verdict->verdict == VERDICT_PASS ||
                      verdict->verdict == VERDICT_UNSPECIFIED;
    results->summary[verdict->verdict]++;
    results->case_count++;
    return names && result->detail;
}

/* Whether the dialect has the calls, and some rule, that are checked. */
static bool arises(const struct check *check, enum dialect dialect)
{
    if (check->sprofil && !dialect_has_call(dialect, CALL_SPROFIL))
        return false;
    for (unsigned k = 0; k < check->rule_count; k++)
        if (dialect_has_rule(dialect, check->rules[k]))
            return true;
    return false;
}

static bool run_check(struct live_trial *trial, unsigned capabilities,
                      bool same_run, struct live_verdict *v)
{
    unsigned needed =
        trial->check->sprofil ? IMPL_CAN_SPROFIL : IMPL_CAN_PROFIL;

    *v = (struct live_verdict){.verdict = VERDICT_UNSUPPORTED};
    if (!(capabilities & needed)) {
        snprintf(v->detail, sizeof v->detail, "needs %s, which is absent",
                 trial->check->sprofil ? "sprofil" : "profil");
        return true;
    }
    if (!same_run && !run_once(trial))
        return false;
    live_judge_all(trial, v);
    return true;
}

bool live_run(const struct live_options *options, unsigned capabilities,
              bool (*wanted)(void *context, const char *id), void *context,
              void (*progress)(size_t done, size_t count),
              struct results *results)
{
    struct live_trial trial = {
        .options = options, .ticks_at_work = true, .rate_held = true};
    const struct check *ran = NULL;
    bool good = true;
    struct live_seen seen = {0};

    memset(results->summary, 0, sizeof results->summary);
    results->case_count = results->behaviour_count = 0;
    results->behaviour = NULL;
    results->cases = calloc(CHECKS, sizeof *results->cases);
    trial.seen = &seen;
    if (!results->cases)
        return false;
    for (size_t k = 0; good && k < CHECKS; k++) {
        const struct check *c = trial.check = &checks[k];
        bool same_run = ran && ran->experiment == c->experiment &&
                        ran->sprofil == c->sprofil;
        struct live_verdict verdict;

        if (!arises(c, options->dialect) || (wanted && !wanted(context, c->id)))
            continue;
        good = run_check(&trial, capabilities, same_run, &verdict) &&
               live_note(c, options->dialect, &verdict, results);
        ran = c;
        if (c->judge == judge_rate) {
            trial.ticks_at_work = verdict.verdict != VERDICT_UNSUPPORTED &&
                                  trial.seen->counts.functions[LIVE_ALONE];
            trial.rate_held = verdict.verdict == VERDICT_PASS;
        }
        if (progress)
            progress(k + 1, CHECKS);
    }
    return good;
}
