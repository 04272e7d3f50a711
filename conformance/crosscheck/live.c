/* SPDX-License-Identifier: MIT */
#include "live.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "conformance/base/memory.h"
#include "conformance/machine/sandbox.h"
#include "verdicts.h"

const struct live_plan live_full_plan = {
    .rate = 2000000000, .sleep = 600000000, .shares = 25};

enum { CHECK_RULES = 2 };

/* One after another of one experiment and call are of the same run.  rules: of
 * those that the dialect has; the same twice is one. */
static const struct check {
    const char *id;
    bool sprofil;
    live_experiment *experiment;
    live_judge *judge;
    enum rule rule, other;
} checks[] = {
    {"live-rate", false, live_rate, judge_rate, RULE_SLEEPING, RULE_SLEEPING},
    {"live-outside", false, live_rate, judge_outside, RULE_ODD_TAIL,
     RULE_EXTENT},
    {"live-share", false, live_share, judge_share, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-sleeping", false, live_sleep, judge_sleep, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-off", false, live_stop, judge_stop, RULE_SCALE_OFF, RULE_SCALE_OFF},
    {"live-fork", false, live_fork, judge_fork, RULE_FORK, RULE_FORK_REGIONS},
    {"live-exec", false, live_exec, judge_exec, RULE_EXEC, RULE_EXEC},
    {"live-threads-2", false, live_two_threads, judge_threads, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-threads-4", false, live_four_threads, judge_threads, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-sprofil-rate", true, live_rate, judge_rate, RULE_TICK_TIME,
     RULE_SLEEPING},
    {"live-sprofil-outside", true, live_rate, judge_outside, RULE_OVERFLOW_BIN,
     RULE_EXTENT},
    {"live-sprofil-share", true, live_share, judge_share, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-sprofil-sleeping", true, live_sleep, judge_sleep, RULE_SLEEPING,
     RULE_SLEEPING},
    {"live-sprofil-off", true, live_stop, judge_stop, RULE_SCALE_OFF,
     RULE_SCALE_OFF},
    {"live-sprofil-fork", true, live_fork, judge_fork, RULE_FORK_REGIONS,
     RULE_FORK_REGIONS},
    {"live-fast", true, live_fast, judge_fast, RULE_FAST, RULE_FAST},
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
struct live_run {
    const struct live_options *options;
    const struct check *check;
    void *shared;          /* by the processes of the sandbox: a live_seen */
    struct live_seen seen; /* what it saw */
    struct sandbox_end end;
    struct live_evidence evidence; /* as far as is known */
};

static void live_body(void *context)
{
    const struct live_run *run = context;
    struct live_seen *shared = run->shared;
    static struct live_process process;

    process = (struct live_process){.options = run->options,
                                    .seen = shared,
                                    .moved = &shared->moved,
                                    .entry = run->check->sprofil ? IMPL_SPROFIL
                                                                 : IMPL_PROFIL,
                                    .flags = IMPL_USHORT};
    if (live_begin(&process))
        run->check->experiment(&process);
}

/* The limit is on standing still: how long a run takes is the machine's. */
static uint64_t stage(void *context)
{
    const struct live_seen *shared = ((const struct live_run *)context)->shared;

    return shared->moved;
}

static uint64_t live_limit(void *context, uint64_t stage)
{
    const struct live_run *run = context;
    unsigned ms = run->options->observe->timeout_ms;

    (void)stage;
    return run->options->plan.sleep + sandbox_limit(ms ? ms : 5000);
}

/* A truth value that was written over is no value at all. */
static bool truth(const char *answer, size_t offset)
{
    return answer[offset] & 1;
}

static void live_read(const struct sandbox_end *end, struct live_seen *seen)
{
    memset(seen, 0, sizeof *seen);
    if (end->answer_size != sizeof *seen)
        return;
    memcpy(seen, end->answer, sizeof *seen);
    seen->opened = truth(end->answer, offsetof(struct live_seen, opened));
    seen->on = truth(end->answer, offsetof(struct live_seen, on));
    seen->done = truth(end->answer, offsetof(struct live_seen, done));
    seen->interval_timer =
        truth(end->answer, offsetof(struct live_seen, interval_timer));
    seen->why[sizeof seen->why - 1] = '\0';
}

static bool run_once(struct live_run *run)
{
    const struct sandbox_task task = {.context = run,
                                      .shared = &run->shared,
                                      .shared_size = sizeof run->seen,
                                      .body = live_body,
                                      .stage = stage,
                                      .limit = live_limit,
                                      .most = sandbox_limit(LONGEST_MS)};

    if (!sandbox_run(&task, &run->end))
        return false;
    live_read(&run->end, &run->seen);
    free(run->end.answer);
    run->end.answer = NULL;
    return true;
}

/* The verdict of a run that ended badly; false: a judge decides. */
static bool ended_badly(const struct live_run *run, struct live_verdict *v)
{
    const struct live_seen *seen = &run->seen;
    int status = run->end.status;
    bool execs = run->check->experiment == live_exec && seen->on;

    if (run->end.how == SANDBOX_TIMED_OUT)
        conclude_live(v, VERDICT_TIMEOUT,
                      "it did not end, and did no more work");
    else if (execs)
        return false;
    else if (WIFSIGNALED(status))
        conclude_live(v, VERDICT_CRASH, "it was killed by signal %d%s",
                      WTERMSIG(status), seen->on ? " while profiling" : "");
    else if (WEXITSTATUS(status) != 0)
        conclude_live(v, VERDICT_CRASH, "it exited with status %d",
                      WEXITSTATUS(status));
    else if (!seen->opened || (!seen->on && *seen->why))
        conclude_live(v, VERDICT_UNSUPPORTED, "%s", seen->why);
    else if (!seen->on && run->check->experiment != live_fast)
        conclude_live(v, VERDICT_FAIL,
                      "profiling could not be turned on: errno %d",
                      seen->call.error);
    else if (seen->on && !seen->done)
        conclude_live(v, VERDICT_FAIL, "%s",
                      *seen->why ? seen->why : "it ended too early");
    else
        return false;
    return true;
}

/* The names of the rules that it is about, of those that the dialect has. */
static size_t rules_of(const struct check *check, enum dialect dialect,
                       const char *names[CHECK_RULES])
{
    size_t count = 0;

    if (dialect_has_rule(dialect, check->rule))
        names[count++] = rule_table[check->rule].name;
    if (check->other != check->rule && dialect_has_rule(dialect, check->other))
        names[count++] = rule_table[check->other].name;
    return count;
}

static void add_result(const struct live_run *run,
                       const struct live_verdict *verdict,
                       struct results *results)
{
    const struct check *check = run->check;
    struct result *result = &results->cases[results->case_count++];
    const char **names = memory_new(CHECK_RULES, sizeof *names);

    result->rules = names;
    result->rule_count = rules_of(check, run->options->dialect, names);
    result->id = check->id;
    result->detail = memory_text(verdict->detail);
    result->verdict = verdict->verdict;
    result->finding = verdict->verdict == VERDICT_PASS ||
                      verdict->verdict == VERDICT_UNSPECIFIED ||
                      (verdict->verdict == VERDICT_FAIL &&
                       check->judge == judge_exec && run->seen.on);
    results->summary[verdict->verdict]++;
}

/* Whether the dialect has the calls, and some rule, that are checked. */
static bool arises(const struct check *check, enum dialect dialect)
{
    const char *names[CHECK_RULES];

    return (!check->sprofil || dialect_has_call(dialect, CALL_SPROFIL)) &&
           rules_of(check, dialect, names) > 0;
}

static bool run_check(struct live_run *run, unsigned capabilities,
                      bool same_run, struct live_verdict *v)
{
    unsigned needed = run->check->sprofil ? IMPL_CAN_SPROFIL : IMPL_CAN_PROFIL;

    if (!(capabilities & needed)) {
        conclude_live(v, VERDICT_UNSUPPORTED, "needs %s, which is absent",
                      run->check->sprofil ? "sprofil" : "profil");
        return true;
    }
    if (!same_run && !run_once(run))
        return false;
    run->evidence.sprofil = run->check->sprofil;
    run->evidence.status = run->end.status;
    if (!ended_badly(run, v))
        run->check->judge(&run->evidence, v);
    return true;
}

bool live_run(const struct live_options *options, unsigned capabilities,
              bool (*wanted)(void *context, const char *id), void *context,
              void (*progress)(size_t done, size_t count),
              struct results *results)
{
    const struct impl_constants *constants = options->observe->open.constants;
    struct live_run run = {
        .options = options,
        .evidence = {.dialect = options->dialect,
                     .shares = options->plan.shares,
                     .clk_tck = constants ? constants->clk_tck : 0,
                     .ticks_at_work = true,
                     .rate_held = true,
                     .seen = &run.seen}};
    const struct check *ran = NULL;
    bool good = true;

    results->cases = memory_new(CHECKS, sizeof *results->cases);
    for (size_t k = 0; good && k < CHECKS; k++) {
        const struct check *c = run.check = &checks[k];
        bool same_run = ran && ran->experiment == c->experiment &&
                        ran->sprofil == c->sprofil;
        struct live_verdict verdict;

        if (!arises(c, options->dialect) || (wanted && !wanted(context, c->id)))
            continue;
        good = run_check(&run, capabilities, same_run, &verdict);
        if (!good)
            break;
        add_result(&run, &verdict, results);
        ran = c;
        if (c->judge == judge_rate) {
            run.evidence.ticks_at_work =
                verdict.verdict != VERDICT_UNSUPPORTED &&
                run.seen.counts.functions[LIVE_ALONE];
            run.evidence.rate_held = verdict.verdict == VERDICT_PASS;
        }
        if (progress)
            progress(k + 1, CHECKS);
    }
    return good;
}
