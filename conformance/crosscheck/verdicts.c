/* SPDX-License-Identifier: MIT */
#include "verdicts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "conformance/observe/execute.h"

static const char quieter[] =
    "; a longer run or a quieter machine would settle it";

void conclude_live(struct live_verdict *v, enum verdict verdict,
                   const char *format, ...)
{
    va_list arguments;

    v->verdict = (uint8_t)verdict;
    va_start(arguments, format);
    vsnprintf(v->detail, sizeof v->detail, format, arguments);
    va_end(arguments);
}

static enum verdict by_settled(enum settled settled)
{
    return settled == SETTLED_AGREES    ? VERDICT_PASS
           : settled == SETTLED_DIFFERS ? VERDICT_FAIL
                                        : VERDICT_INCONCLUSIVE;
}

static enum verdict by_choice(enum dialect dialect, enum choice choice)
{
    switch (dialect_permission(dialect, choice)) {
    case FORBIDDEN: return VERDICT_FAIL;
    case UNSPECIFIED: return VERDICT_UNSPECIFIED;
    default: return VERDICT_PASS;
    }
}

/* The clause by which a dialect permits some choice of a rule; "" if none. */
static const char *clause_of(enum dialect dialect, enum rule rule)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = 0; k < row->count; k++) {
        enum choice choice = (enum choice)(row->first + k);

        if (dialect_permission(dialect, choice) != FORBIDDEN)
            return dialect_clause(dialect, choice);
    }
    return "";
}

/* That of sprofil, or of a profil that is one member of it; or profil's. */
static bool forks_by_regions(const struct live_evidence *e)
{
    return e->sprofil || !dialect_has_rule(e->dialect, RULE_FORK);
}

static enum verdict by_fork(const struct live_evidence *e, bool child)
{
    if (forks_by_regions(e))
        return by_choice(e->dialect,
                         child ? FORK_REGIONS_BOTH : FORK_REGIONS_CHILD_OFF);
    return by_choice(e->dialect, child ? FORK_BOTH : FORK_CHILD_OFF);
}

static uint64_t in_functions(const struct live_counts *counts)
{
    uint64_t sum = 0;

    for (unsigned k = 0; k < WORK_SLOTS; k++)
        sum += counts->functions[k];
    return sum;
}

static uint64_t all(const struct live_counts *counts)
{
    return in_functions(counts) + counts->elsewhere + counts->overflow;
}

static double ms(uint64_t nanoseconds)
{
    return (double)nanoseconds / 1e6;
}

/* The period that H0 is about, and where it is from. */
struct period {
    uint64_t length;
    const char *from;
    bool assumed; /* the manual names none, and nothing else does */
};

/* Whether all periods of a timer may be counted, though the kernel's ticks are
 * longer, as overruns are by what looks at si_overrun. */
static bool counts_overruns(const struct live_evidence *e)
{
    struct rate_run tick = e->seen->run, timer = tick;
    uint64_t ticks = all(&e->seen->counts);

    tick.period = live_likely_period(e->seen);
    timer.period = live_reported_period(e->seen);
    return rate_judge(&tick, ticks) == SETTLED_DIFFERS &&
           rate_judge(&timer, ticks) != SETTLED_DIFFERS;
}

static struct period verdicts_period_of(const struct live_evidence *e)
{
    struct period p = {live_likely_period(e->seen), "its timer's period",
                       false};

    if (e->sprofil && e->seen->tvp.tv_usec >= 0 &&
        live_reported_period(e->seen))
        p.from = "tvp";
    else if (e->dialect == DIALECT_HPUX && e->clk_tck) /* hpux.profil.1 */
        p = (struct period){1000000000 / e->clk_tck, "CLK_TCK", false};
    else if (e->dialect == DIALECT_GLIBC)
        p = (struct period){10000000, "the manual", false};
    else if (!e->seen->timer)
        p = (struct period){10000000, "assumed: the manual names none", true};
    else if (p.length != live_reported_period(e->seen)) {
        if (counts_overruns(e))
            p.length = live_reported_period(e->seen);
        else
            p.from = "the kernel's tick: its timer's period is shorter";
    }
    return p;
}

static const char *rate_clause(const struct live_evidence *e)
{
    return clause_of(e->dialect, e->sprofil ? RULE_TICK_TIME : RULE_SLEEPING);
}

enum { RATE_TEXT = 480 };

/* What so many ticks say of a rate, and in words; binned: none is uncounted,
 * for those beside the functions are in the overflow bin. */
static enum settled settle_rate(const struct live_evidence *e,
                                const struct period *period, bool binned,
                                uint64_t ticks, char text[RATE_TEXT])
{
    struct rate_run run = e->seen->run;
    struct rate_limits l;

    run.period = period->length;
    run.uncounted = binned ? 0 : run.uncounted;
    rate_limits(&run, &l);
    snprintf(text, RATE_TEXT,
             "%" PRIu64 " ticks in %.0f ms (%.1f a second), permitted %" PRIu64
             " to %" PRIu64 ", possible %" PRIu64 " to %" PRIu64
             "; H0: a tick each %.3f ms of CPU time (%s), read each %.1f ms; "
             "alpha %g; power 1 against a rate off by %d %%",
             ticks, ms(run.cpu), (double)ticks * 1e9 / (double)(run.cpu + 1),
             l.least, l.most, l.least_possible, l.most_possible,
             ms(period->length), period->from, ms(run.tick), ALPHA,
             RATE_DEPARTURE);
    return rate_judge(&run, ticks);
}

void judge_rate(const struct live_evidence *e, struct live_verdict *v)
{
    struct period period = verdicts_period_of(e);
    uint64_t ticks = all(&e->seen->counts);
    char text[RATE_TEXT];
    enum verdict verdict =
        by_settled(settle_rate(e, &period, e->sprofil, ticks, text));

    if (verdict == VERDICT_FAIL && period.assumed && ticks > 0)
        verdict = VERDICT_UNSPECIFIED;
    if (e->sprofil && e->seen->tvp.tv_usec < 0)
        verdict = by_choice(e->dialect, TICK_TIME_UNSET);
    conclude_live(
        v, verdict, "%s%s%s (%s)", text,
        e->sprofil && e->seen->tvp.tv_usec < 0 ? "; tvp was not written" : "",
        verdict == VERDICT_INCONCLUSIVE ? quieter : "", rate_clause(e));
}

/* Ticks it takes to find one misplaced in ten with probability 0.99. */
enum { ONE_IN_TEN = 44 };

void judge_outside(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    const struct live_counts *c = &seen->counts;
    uint64_t right = c->functions[LIVE_ALONE];
    uint64_t wrong = in_functions(c) - right + c->elsewhere;
    uint64_t away = seen->cpu > seen->inside ? seen->cpu - seen->inside : 0;
    uint64_t most =
        chance_of_more_ticks((double)away / (double)live_likely_period(seen));
    bool bad = wrong || c->stray || c->overflow > most;

    conclude_live(
        v,
        bad                  ? VERDICT_FAIL
        : right < ONE_IN_TEN ? VERDICT_INCONCLUSIVE
                             : VERDICT_PASS,
        "%" PRIu64 " ticks in the counters of the function at work, %" PRIu64
        " in others, permitted 0; %" PRIu64
        " bytes changed outside the buffers, permitted 0; %" PRIu64
        " in the overflow bin, permitted %" PRIu64
        "%s; H0: while one function works no other counter counts; alpha 0 "
        "(overflow bin: %g); power 1 - 0.9^%" PRIu64
        " against one tick in ten misplaced (%s)",
        right, wrong, c->stray, c->overflow, most,
        !bad && right < ONE_IN_TEN ? "; more ticks would settle it" : "", ALPHA,
        right, clause_of(e->dialect, RULE_ODD_TAIL));
}

void judge_share(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    const uint64_t *counts = seen->counts.functions + LIVE_SHARES;
    uint64_t ticks = counts[0] + counts[1] + counts[2] + counts[3];
    uint64_t needed = shares_needed(e->shares);
    enum settled settled = shares_judge(counts, needed);

    if (settled == SETTLED_DIFFERS && seen->run.stalled * 10 > ticks)
        settled = SETTLED_NOT;
    conclude_live(v, by_settled(settled),
                  "%" PRIu64 " ticks, of which the functions have %" PRIu64
                  ", %" PRIu64 ", %" PRIu64 " and %" PRIu64
                  "; evidence against H0 %.3g, permitted below %g%s; H0: ticks "
                  "are divided as CPU time is, 7 to 1 to 1 to 1, in random "
                  "turns; alpha %g at any look; power 0.99 against %u %% of "
                  "the ticks counted for the next function (%s)",
                  ticks, counts[0], counts[1], counts[2], counts[3],
                  shares_evidence(counts), 1 / ALPHA,
                  settled != SETTLED_NOT ? ""
                  : ticks < needed       ? "; more ticks would settle it"
                                         : quieter,
                  ALPHA, shares_power(ticks),
                  clause_of(e->dialect, RULE_SLEEPING));
}

void judge_sleep(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    struct rate_run run = seen->run;
    struct rate_limits limits;
    uint64_t ticks = all(&seen->counts), wall;
    enum verdict verdict = VERDICT_PASS;

    run.period = verdicts_period_of(e).length;
    rate_limits(&run, &limits);
    wall = seen->wall / run.period;
    if (ticks > limits.most_possible)
        verdict = by_choice(e->dialect, SLEEPING_WALL_TIME);
    else if (!e->ticks_at_work || wall < 2 * limits.most_possible)
        verdict = VERDICT_INCONCLUSIVE;
    conclude_live(v, verdict,
                  "%" PRIu64 " ticks in %.0f ms, of which %.1f ms of CPU time, "
                  "permitted %" PRIu64
                  "%s; H0: no ticks while asleep; alpha %g; power "
                  "1 against a clock of wall time, %" PRIu64 " ticks (%s)",
                  ticks, ms(seen->wall), ms(run.cpu), limits.most_possible,
                  verdict != VERDICT_INCONCLUSIVE ? ""
                  : e->ticks_at_work ? "; a longer sleep would settle it"
                                     : "; no ticks came at work either",
                  ALPHA, wall, clause_of(e->dialect, RULE_SLEEPING));
}

void judge_stop(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_counts *on = &e->seen->counts, *off = &e->seen->later;
    uint64_t before = all(on), after = all(off);
    bool silent = before < 5;

    conclude_live(
        v,
        after    ? VERDICT_FAIL
        : silent ? VERDICT_INCONCLUSIVE
                 : VERDICT_PASS,
        "%" PRIu64 " ticks in 10 periods of CPU time while on, %" PRIu64
        " in 20 periods after it was turned off, permitted 0%s; H0: off means "
        "off; alpha 0; power 1 against a clock that goes on (%s)",
        before, after, silent && !after ? "; too few came while on to say" : "",
        clause_of(e->dialect, RULE_SCALE_OFF));
}

/* What the child's counts say, with the parent's. */
static enum verdict judge_forked(const struct live_evidence *e,
                                 const struct rate_run *parent,
                                 const struct rate_run *child)
{
    const struct live_seen *seen = e->seen;
    uint64_t ticks = seen->later.functions[LIVE_CHILD];
    enum settled both[] = {
        rate_judge(parent, seen->counts.functions[LIVE_ALONE]),
        rate_judge(child, ticks)};

    if (seen->later.functions[LIVE_ALONE] || seen->counts.functions[LIVE_CHILD])
        return VERDICT_FAIL;
    if (!e->rate_held && seen->counts.functions[LIVE_ALONE])
        return by_fork(e, ticks != 0);
    if (both[0] == SETTLED_DIFFERS)
        return VERDICT_FAIL;
    if (ticks == 0 && both[1] == SETTLED_DIFFERS)
        return by_fork(e, false);
    if (both[1] != SETTLED_AGREES)
        return by_settled(both[1]);
    return both[0] == SETTLED_AGREES ? by_fork(e, true) : VERDICT_INCONCLUSIVE;
}

/* A tick may fall into fork itself. */
static void miss_one(struct rate_run *run)
{
    run->cpu -= run->cpu > run->period ? run->period : run->cpu;
    run->other -= run->other > run->period ? run->period : run->other;
    run->slack += run->period;
}

void judge_fork(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    struct rate_run parent = seen->run, child = seen->later_run;
    struct rate_limits l[2];
    enum verdict verdict;

    parent.period = child.period = verdicts_period_of(e).length;
    miss_one(&parent);
    rate_limits(&parent, &l[0]);
    rate_limits(&child, &l[1]);
    verdict = judge_forked(e, &parent, &child);
    conclude_live(
        v, verdict,
        "parent %" PRIu64 " ticks, permitted %" PRIu64 " to %" PRIu64
        "; child %" PRIu64 ", permitted %" PRIu64 " to %" PRIu64 "; %" PRIu64
        " and %" PRIu64
        " of the other's, permitted 0%s; H0: parent and child go on, each in "
        "its own copy; alpha %g; power 1 against either off or at a rate off "
        "by %d %% (%s)",
        seen->counts.functions[LIVE_ALONE], l[0].least, l[0].most,
        seen->later.functions[LIVE_CHILD], l[1].least, l[1].most,
        seen->counts.functions[LIVE_CHILD], seen->later.functions[LIVE_ALONE],
        verdict == VERDICT_INCONCLUSIVE ? quieter : "", ALPHA, RATE_DEPARTURE,
        clause_of(e->dialect,
                  forks_by_regions(e) ? RULE_FORK_REGIONS : RULE_FORK));
}

void judge_exec(const struct live_evidence *e, struct live_verdict *v)
{
    enum choice choice = EXEC_OFF;
    int result = execute_exec_result(e->status);

    if (result < 0) {
        conclude_live(v, VERDICT_ERROR, "the new program did not work: %s",
                      e->seen->why);
        return;
    }
    if (result == EXEC_KILLED)
        choice = EXEC_KILLS;
    conclude_live(
        v, by_choice(e->dialect, choice),
        "the new program %s; H0: it lives through 200 ms of CPU time; "
        "alpha 0; power 1 against a clock that goes on (%s)",
        result == EXEC_KILLED ? "was killed by a signal" : "lived",
        clause_of(e->dialect, RULE_EXEC));
}

void judge_threads(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    struct period period = verdicts_period_of(e);
    uint64_t ticks = in_functions(&seen->counts) + seen->counts.elsewhere;
    char text[RATE_TEXT], each[128] = "";
    enum settled settled = settle_rate(e, &period, false, ticks, text);
    size_t at = 0;

    for (unsigned k = 0; k < LIVE_THREADS && seen->threads[k]; k++)
        at += (size_t)snprintf(each + at, sizeof each - at,
                               "%s%" PRIu64 " of %.0f", k ? ", " : "",
                               seen->counts.functions[2 * k],
                               ms(seen->threads[k]) / ms(period.length));
    conclude_live(v, VERDICT_UNSPECIFIED,
                  "the manual is silent on threads; %s: %s; by thread %s (%s)",
                  settled == SETTLED_AGREES ? "none lost or doubled"
                  : settled == SETTLED_NOT  ? "not settled"
                  : ticks < seen->run.cpu / period.length ? "ticks are lost"
                                                          : "ticks are doubled",
                  text, each, clause_of(e->dialect, RULE_SLEEPING));
}

void judge_fast(const struct live_evidence *e, struct live_verdict *v)
{
    const struct live_seen *seen = e->seen;
    struct period fast = {1000000, "PROF_FAST", false},
                  period = verdicts_period_of(e);
    uint64_t ticks = all(&seen->counts);
    const char *clause = clause_of(e->dialect, RULE_FAST);
    enum settled settled;
    enum verdict verdict;
    char text[RATE_TEXT];

    if (!seen->on) {
        conclude_live(
            v,
            seen->call.error == EACCES ? by_choice(e->dialect, FAST_EACCES)
                                       : VERDICT_FAIL,
            "the call failed with errno %d; H0: ticks of 1 ms, or EACCES; "
            "alpha 0; power 1 (%s)",
            seen->call.error, dialect_clause(e->dialect, FAST_EACCES));
        return;
    }
    settled = settle_rate(e, &fast, true, ticks, text);
    verdict = settled == SETTLED_AGREES ? by_choice(e->dialect, FAST_ONE_MS)
                                        : by_settled(settled);
    if (verdict == VERDICT_FAIL &&
        by_choice(e->dialect, FAST_ORDINARY) != VERDICT_FAIL) {
        settled = settle_rate(e, &period, true, ticks, text);
        verdict = settled == SETTLED_AGREES
                      ? by_choice(e->dialect, FAST_ORDINARY)
                      : by_settled(settled);
    }
    conclude_live(v, verdict, "%s%s (%s)", text,
                  verdict == VERDICT_INCONCLUSIVE ? quieter : "", clause);
}
