/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "compare_run.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "reports/runs.h"

/* " (sprofil)", where profil and sprofil each decided for itself. */
static const char *interface_of(const struct cause *cause)
{
    const char *at = strchr(cause->id, ' ');

    return at ? at : "";
}

static bool has_choice(const struct cause *cause, const char *choice)
{
    for (size_t k = 0; k < cause->found_count; k++)
        if (strcmp(cause->found[k], choice) == 0)
            return true;
    return false;
}

/* Whether what one blames would have done as well for the other. */
static bool would_do(const struct cause *cause, const struct cause *other)
{
    size_t length = strlen(other->rule);

    for (size_t k = 0; k < cause->other_count; k++)
        if (strncmp(cause->others[k], other->rule, length) == 0 &&
            cause->others[k][length] == '=' &&
            has_choice(other, cause->others[k] + length + 1))
            return true;
    return false;
}

static bool is_like(const struct cause *a, const struct cause *b)
{
    if (!a->rule || !b->rule || strcmp(interface_of(a), interface_of(b)) != 0)
        return false;
    for (size_t k = 0; strcmp(a->rule, b->rule) == 0 && k < a->found_count; k++)
        if (has_choice(b, a->found[k]))
            return true;
    return would_do(a, b) || would_do(b, a);
}

static const struct cause *find_id(const struct results *run, const char *id)
{
    for (size_t k = 0; k < run->cause_count; k++)
        if (strcmp(run->causes[k].id, id) == 0)
            return &run->causes[k];
    return NULL;
}

/* The same defect in the other run; null: it is not there. */
static const struct cause *find_cause(const struct results *own,
                                      const struct cause *cause,
                                      const struct results *other)
{
    const struct cause *same = find_id(other, cause->id);

    for (size_t k = 0; !same && k < other->cause_count; k++)
        if (is_like(cause, &other->causes[k]) &&
            !find_id(own, other->causes[k].id))
            same = &other->causes[k];
    return same;
}

/* Whether some cause of the run blames the rule. */
static bool compare_is_blamed(const struct results *run, const char *rule)
{
    for (size_t k = 0; k < run->cause_count; k++)
        if (results_blames(&run->causes[k], rule))
            return true;
    return false;
}

static bool has_case(const struct results *run, const struct cause *cause,
                     const struct result *c)
{
    for (size_t k = 0; c && k < cause->case_count; k++)
        if (&run->cases[cause->cases[k]] == c)
            return true;
    return false;
}

/* Cases of a cause that the same cause of the other run has not; partners:
 * each case's in the other run. */
static size_t missing(const struct cause *cause, const struct results *other,
                      const struct cause *same,
                      const struct result *const *partners, size_t *first)
{
    size_t count = 0;

    for (size_t k = 0; k < cause->case_count; k++)
        if (!has_case(other, same, partners[cause->cases[k]])) {
            if (count == 0)
                *first = cause->cases[k];
            count++;
        }
    return count;
}

/* How many of its cases the other run has and judged. */
static size_t judged(const struct cause *cause,
                     const struct result *const *partners)
{
    size_t count = 0;

    for (size_t k = 0; k < cause->case_count; k++) {
        const struct result *c = partners[cause->cases[k]];

        count += c && c->verdict != VERDICT_UNSUPPORTED &&
                 c->verdict != VERDICT_ERROR &&
                 c->verdict != VERDICT_INCONCLUSIVE;
    }
    return count;
}

/* What became of a cause of that run. */
static void compare_record(struct comparison *c, const struct results *run,
                           const struct cause *cause, enum report_became became)
{
    MEMORY_ADD(c->changes, c->change_count) =
        (struct report_change){run, cause, became};
}

/* Before the first line about a pair: its implementation and dialect. */
static void compare_head(struct comparison *c, struct pairing *pair)
{
    if (pair->listed)
        return;
    pair->listed = true;
    terminal_print(c->out, "%s as %s", pair->is->implementation,
                   pair->is->dialect);
    if (!pair->was->implementation)
        fputs(", which is not in OLD", c->out);
    else if (strcmp(pair->was->implementation, pair->is->implementation))
        terminal_print(c->out, ", was %s", pair->was->implementation);
    fputs(":\n", c->out);
}

static void put_new(struct comparison *c, struct pairing *pair,
                    const struct cause *cause)
{
    compare_head(c, pair);
    c->causes_new++;
    compare_record(c, pair->is, cause, REPORT_NEW);
    fputs(judged(cause, pair->before) || !pair->was->case_count
              ? "new: "
              : "new, in cases that were not judged before: ",
          c->out);
    report_cause(pair->is, cause, false, c->out);
}

static void put_gone(struct comparison *c, struct pairing *pair,
                     const struct cause *cause)
{
    size_t left = judged(cause, pair->now);

    compare_head(c, pair);
    c->causes_gone += left > 0;
    compare_record(c, pair->was, cause, left ? REPORT_GONE : REPORT_UNSEEN);
    terminal_print(c->out, "%s: %s (%zu case%s",
                   left ? "gone" : "no longer judged", cause->sentence,
                   cause->case_count, plural(cause->case_count));
    if (left && left < cause->case_count)
        fprintf(c->out, ", %zu of them still judged", left);
    fputs(")\n", c->out);
}

static void compare_cause_put_same(struct comparison *c, struct pairing *pair,
                                   const struct cause *before,
                                   const struct cause *now)
{
    unsigned was = results_cause_verdict(pair->was, before);
    unsigned is = results_cause_verdict(pair->is, now);
    size_t first = 0, unused;
    size_t more = missing(now, pair->was, before, pair->before, &first);
    size_t fewer = missing(before, pair->is, now, pair->now, &unused);

    c->causes_same++;
    compare_record(c, pair->is, now, REPORT_SAME);
    if (!more && !fewer && was == is && !c->verbose)
        return;
    compare_head(c, pair);
    fputs("same", c->out);
    if (more)
        fprintf(c->out, ", in %zu case%s more", more, plural(more));
    if (fewer && more)
        fprintf(c->out, " and %zu fewer", fewer);
    else if (fewer)
        fprintf(c->out, ", in %zu case%s fewer", fewer, plural(fewer));
    fprintf(c->out, ": %s", verdict_names[is]);
    if (was != is)
        fprintf(c->out, ", was %s", verdict_names[was]);
    terminal_print(c->out, ": %s\n", now->sentence);
    if (more) {
        const struct result *row = &pair->is->cases[first];

        terminal_print(c->out, "  such as %s%s%s\n", row->id,
                       row->input ? ": " : "", row->input ? row->input : "");
    }
}

/* The part of it that is about causes. */
static void compare_causes(struct comparison *c, struct pairing *pair)
{
    const struct results *was = pair->was, *is = pair->is;

    for (size_t k = 0; k < is->cause_count; k++)
        if (!find_cause(is, &is->causes[k], was))
            put_new(c, pair, &is->causes[k]);
    for (size_t k = 0; k < is->cause_count; k++) {
        const struct cause *same = find_cause(is, &is->causes[k], was);

        if (same)
            compare_cause_put_same(c, pair, same, &is->causes[k]);
    }
    for (size_t k = 0; k < was->cause_count; k++)
        if (!find_cause(was, &was->causes[k], is))
            put_gone(c, pair, &was->causes[k]);
}

enum { CHOICES = 5 /* changes of behaviour reported, but where verbose */ };

/* The worse the higher: of a comparison, where what is not judged is worse
 * than what is, and what breaks the harness the worst. */
static unsigned badness(unsigned verdict)
{
    switch (verdict) {
    case VERDICT_PASS:
    case VERDICT_UNSPECIFIED: return 0;
    case VERDICT_WAIVED: return 1;
    case VERDICT_UNSUPPORTED: return 2;
    case VERDICT_INCONCLUSIVE: return 3;
    case VERDICT_ERROR: return 5;
    default: return 4;
    }
}

static unsigned unwaived(const struct result *c)
{
    return c->verdict == VERDICT_WAIVED ? c->waived : c->verdict;
}

/* Whether it is a waiver that makes the difference: one accepts it now, what it
 * was before being no matter, or none accepts any more what is the same. */
static bool is_of_waiver(const struct result *was, const struct result *is)
{
    return was->verdict != is->verdict &&
           (is->verdict == VERDICT_WAIVED || unwaived(was) == unwaived(is));
}

/* 1: it is worse; -1: better, which what is no longer judged is not. */
static int change_of(const struct result *was, const struct result *is)
{
    unsigned before = badness(was->verdict), now = badness(is->verdict);
    bool judged = is->verdict != VERDICT_UNSUPPORTED &&
                  is->verdict != VERDICT_INCONCLUSIVE;

    return now > before ? 1 : now < before && judged ? -1 : 0;
}

static const char *word_for(const struct result *was, const struct result *is)
{
    int change = change_of(was, is);

    if (is_of_waiver(was, is))
        return is->verdict == VERDICT_WAIVED ? "waived now"
                                             : "no longer waived";
    return change > 0 ? "worse" : change < 0 ? "better" : "changed";
}

static void count_case(struct comparison *c, const struct result *was,
                       const struct result *is)
{
    int change;

    c->compared += was != NULL;
    if (!was) {
        c->appeared++;
        c->regression |= badness(is->verdict) > 2;
    } else if (is_of_waiver(was, is)) {
        c->waived += is->verdict == VERDICT_WAIVED;
        c->unwaived += was->verdict == VERDICT_WAIVED;
    } else if (was->verdict != is->verdict) {
        change = change_of(was, is);
        c->worse += change > 0;
        c->better += change < 0;
        c->changed += change == 0;
        c->regression |= change > 0;
    }
}

static const char *reason(const struct result *c)
{
    return c->verdict == VERDICT_PASS ? "" : c->waiver ? c->waiver : c->detail;
}

static bool compare_run_is_listed(const struct comparison *c,
                                  const struct result *was,
                                  const struct result *is)
{
    if (!was)
        return c->verbose || (badness(is->verdict) > 2 && !is->cause_count);
    return was->verdict != is->verdict &&
           (c->verbose || (!was->cause_count && !is->cause_count));
}

/* Whether the same can be said of two cases. */
static bool same_change(const struct pairing *pair, size_t a, size_t b)
{
    const struct result *was = pair->before[a], *too = pair->before[b];

    return !was == !too && (!was || was->verdict == too->verdict) &&
           pair->is->cases[a].verdict == pair->is->cases[b].verdict &&
           strcmp(reason(&pair->is->cases[a]), reason(&pair->is->cases[b])) ==
               0;
}

/* A case and, unless each is asked for, those after it of which the same can be
 * said; none, if one before it was one of them. */
static void compare_run_put_case(struct comparison *c, struct pairing *pair,
                                 size_t at)
{
    const struct result *was = pair->before[at], *is = &pair->is->cases[at];
    size_t like = 1;

    for (size_t k = 0; !c->verbose && k < pair->is->case_count; k++)
        if (k != at && same_change(pair, k, at) &&
            compare_run_is_listed(c, pair->before[k], &pair->is->cases[k])) {
            if (k < at)
                return;
            like++;
        }
    compare_head(c, pair);
    fprintf(c->out, "%s: ", was ? word_for(was, is) : "only in NEW");
    if (like > 1)
        fprintf(c->out, "%zu cases, the first ", like);
    terminal_print(c->out, "%s: %s", is->id, verdict_names[is->verdict]);
    if (was)
        fprintf(c->out, ", was %s", verdict_names[was->verdict]);
    terminal_print(c->out, "%s%s\n", *reason(is) ? ": " : "", reason(is));
}

static void compare_run_put_old(struct comparison *c, struct pairing *pair)
{
    size_t counts[VERDICTS] = {0}, count = 0;
    const char *separator = ", which were";

    for (size_t k = 0; k < pair->was->case_count; k++) {
        const struct result *was = &pair->was->cases[k];

        if (pair->now[k])
            continue;
        counts[was->verdict]++;
        count++;
        if (!c->verbose)
            continue;
        compare_head(c, pair);
        terminal_print(c->out, "only in OLD: %s: was %s\n", was->id,
                       verdict_names[was->verdict]);
    }
    c->vanished += count;
    if (!count || c->verbose)
        return;
    compare_head(c, pair);
    fprintf(c->out, "only in OLD: %zu case%s", count, plural(count));
    for (unsigned v = 0; v < VERDICTS; v++)
        if (counts[v]) {
            fprintf(c->out, "%s %zu %s", separator, counts[v],
                    verdict_names[v]);
            separator = ",";
        }
    putc('\n', c->out);
}

static void compare_run_put_choices(struct comparison *c,
                                    const struct rule_finding *finding)
{
    for (size_t k = 0; k < finding->choice_count; k++)
        terminal_print(c->out, "%s%s", k ? " or " : " ", finding->choices[k]);
    if (!finding->choice_count)
        fputs(" no single choice", c->out);
}

static bool same_choices(const struct rule_finding *a,
                         const struct rule_finding *b)
{
    bool same = a->choice_count == b->choice_count;

    for (size_t k = 0; same && k < a->choice_count; k++)
        same = strcmp(a->choices[k], b->choices[k]) == 0;
    return same;
}

/* What it does otherwise is reported; whether that is worse, its causes say,
 * and a rule that one of them blames is reported there. */
static void compare_behaviour(struct comparison *c, struct pairing *pair)
{
    size_t listed = 0;

    for (size_t k = 0; k < pair->is->behaviour_count; k++) {
        const struct rule_finding *now = &pair->is->behaviour[k];
        const struct rule_finding *before = results_rule(pair->was, now->rule);

        if (!before || same_choices(before, now) ||
            (!c->verbose && (compare_is_blamed(pair->was, now->rule) ||
                             compare_is_blamed(pair->is, now->rule))))
            continue;
        if (listed++ >= CHOICES && !c->verbose)
            continue;
        compare_head(c, pair);
        terminal_print(c->out, "behaviour: %s:", now->rule);
        compare_run_put_choices(c, now);
        fputs(", was", c->out);
        compare_run_put_choices(c, before);
        putc('\n', c->out);
    }
    if (listed > CHOICES && !c->verbose)
        fprintf(c->out, "behaviour: %zu more rule%s; see --verbose\n",
                listed - CHOICES, plural(listed - CHOICES));
}

static int compare_run_by_id(const void *a, const void *b)
{
    const struct result *const *one = a, *const *other = b;

    return strcmp((*one)->id, (*other)->id);
}

/* Each case's in the other run, by its id. */
static const struct result **partners(const struct results *run,
                                      const struct results *other)
{
    const struct result **sorted =
        memory_new(other->case_count, sizeof(struct result *));
    const struct result **found =
        memory_new(run->case_count, sizeof(struct result *));

    for (size_t k = 0; k < other->case_count; k++)
        sorted[k] = &other->cases[k];
    qsort(sorted, other->case_count, sizeof *sorted, compare_run_by_id);
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *key = &run->cases[k];
        const struct result **at = bsearch(&key, sorted, other->case_count,
                                           sizeof *sorted, compare_run_by_id);

        found[k] = at ? *at : NULL;
    }
    free(sorted);
    return found;
}

static void compare_runs(struct comparison *c, const struct results *was,
                         const struct results *is)
{
    struct pairing pair = {.was = was,
                           .is = is,
                           .before = partners(is, was),
                           .now = partners(was, is)};

    if (was->tables && is->tables && strcmp(was->tables, is->tables) != 0)
        complain(0,
                 "compare: %s as %s: OLD was judged with other tables than "
                 "NEW; verify says what this profilcheck judges otherwise",
                 is->implementation, is->dialect);
    compare_causes(c, &pair);
    for (size_t k = 0; k < is->case_count; k++) {
        count_case(c, pair.before[k], &is->cases[k]);
        if (compare_run_is_listed(c, pair.before[k], &is->cases[k]))
            compare_run_put_case(c, &pair, k);
    }
    compare_run_put_old(c, &pair);
    compare_behaviour(c, &pair);
    free(pair.before);
    free(pair.now);
}

/* The only run of a dialect; null where there are several, or none. */
static const struct results *only(const struct results_file *file,
                                  const char *dialect)
{
    const struct results *found = NULL;

    for (size_t k = 0; k < file->count; k++)
        if (strcmp(file->runs[k].dialect, dialect) == 0) {
            if (found)
                return NULL;
            found = &file->runs[k];
        }
    return found;
}

/* The run of the other file to compare with: of the same name, else the only
 * one of the dialect, where each file has one. */
static const struct results *match(const struct results_file *own,
                                   const struct results *run,
                                   const struct results_file *other)
{
    const struct results *same = report_find(other->runs, other->count,
                                             run->implementation, run->dialect);

    return same                      ? same
           : only(own, run->dialect) ? only(other, run->dialect)
                                     : NULL;
}

/* A run that NEW has not.  It is lost where it was asked for: not of our own,
 * nor of a dialect that fits the implementation less than another. */
static void compare_put_old_run(struct comparison *c,
                                const struct results_file *old, size_t at)
{
    const struct results *run = &old->runs[at];
    bool lost = report_role(old->runs, old->count, at) == REPORT_SUBJECT;

    terminal_print(c->out, "%s: %s as %s: the whole run%s\n",
                   lost ? "lost" : "only in OLD", run->implementation,
                   run->dialect, lost ? " is only in OLD" : "");
    if (lost)
        MEMORY_ADD(c->lost, c->lost_count) = run;
    c->regression |= lost;
    c->vanished += run->case_count;
    for (size_t k = 0; k < run->cause_count; k++)
        compare_record(c, run, &run->causes[k], REPORT_UNSEEN);
}

/* Whether nobody asked for a run, or there is none. */
static bool is_offered(const struct results_file *file,
                       const struct results *run)
{
    return !run || report_role(file->runs, file->count,
                               (size_t)(run - file->runs)) == REPORT_OFFERED;
}

void compare_files(struct comparison *c, const struct results_file *old,
                   const struct results_file *new)
{
    static const struct results none;

    for (size_t k = 0; k < old->count; k++)
        if (!match(old, &old->runs[k], new))
            compare_put_old_run(c, old, k);
    for (size_t k = 0; k < new->count; k++) {
        const struct results *is = &new->runs[k];
        const struct results *was = match(new, is, old);
        bool before = c->regression;

        compare_runs(c, was ? was : &none, is);
        if (is_offered(new, is) && is_offered(old, was))
            c->regression = before;
    }
    fprintf(c->out,
            "causes: %zu new, %zu gone, %zu the same; "
            "cases: %zu worse, %zu better, %zu changed, %zu only in NEW, "
            "%zu only in OLD",
            c->causes_new, c->causes_gone, c->causes_same, c->worse, c->better,
            c->changed, c->appeared, c->vanished);
    if (c->waived)
        fprintf(c->out, ", %zu waived now", c->waived);
    if (c->unwaived)
        fprintf(c->out, ", %zu no longer waived", c->unwaived);
    putc('\n', c->out);
}
