/* SPDX-License-Identifier: MIT */
#include "compare_run.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"

enum { CHOICES = 5 /* changes of behaviour told, but where verbose */ };

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

void compare_head(struct comparison *c, struct pairing *pair)
{
    if (pair->told)
        return;
    pair->told = true;
    terminal_clean(pair->is->implementation, c->out);
    fputs(" as ", c->out);
    terminal_clean(pair->is->dialect, c->out);
    if (!pair->was->implementation) {
        fputs(", which was not run before", c->out);
    } else if (strcmp(pair->was->implementation, pair->is->implementation)) {
        fputs(", was ", c->out);
        terminal_clean(pair->was->implementation, c->out);
    }
    fputs(":\n", c->out);
}

static const char *word_for(const struct result *was, const struct result *is)
{
    unsigned before = badness(was->verdict), now = badness(is->verdict);

    return now > before ? "worse" : now < before ? "better" : "changed";
}

static void count_case(struct comparison *c, const struct result *was,
                       const struct result *is)
{
    unsigned before = was ? badness(was->verdict) : 0;
    unsigned now = badness(is->verdict);

    if (!was) {
        c->appeared++;
        c->regression |= now > 2;
    } else if (was->verdict != is->verdict) {
        c->worse += now > before;
        c->better += now < before;
        c->changed += now == before;
        c->regression |= now > before;
    }
}

static const char *reason(const struct result *c)
{
    return c->verdict == VERDICT_PASS ? "" : c->waiver ? c->waiver : c->detail;
}

static bool compare_run_is_told(const struct comparison *c,
                                const struct result *was,
                                const struct result *is)
{
    if (!was)
        return c->verbose || (badness(is->verdict) > 2 && !is->cause_count);
    return was->verdict != is->verdict &&
           (c->verbose || (!was->cause_count && !is->cause_count));
}

/* Whether the same can be said of two cases. */
static bool compare_run_alike(const struct pairing *pair, size_t a, size_t b)
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
        if (k != at && compare_run_alike(pair, k, at) &&
            compare_run_is_told(c, pair->before[k], &pair->is->cases[k])) {
            if (k < at)
                return;
            like++;
        }
    compare_head(c, pair);
    fprintf(c->out, "%s: ", was ? word_for(was, is) : "appeared");
    if (like > 1)
        fprintf(c->out, "%zu cases, the first ", like);
    terminal_clean(is->id, c->out);
    fprintf(c->out, ": %s", verdict_names[is->verdict]);
    if (was)
        fprintf(c->out, ", was %s", verdict_names[was->verdict]);
    if (*reason(is)) {
        fputs(": ", c->out);
        terminal_clean(reason(is), c->out);
    }
    putc('\n', c->out);
}

static void compare_run_put_vanished(struct comparison *c, struct pairing *pair)
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
        fputs("vanished: ", c->out);
        terminal_clean(was->id, c->out);
        fprintf(c->out, ": was %s\n", verdict_names[was->verdict]);
    }
    c->vanished += count;
    if (!count || c->verbose)
        return;
    compare_head(c, pair);
    fprintf(c->out, "vanished: %zu case%s", count, plural(count));
    for (unsigned v = 0; v < VERDICTS; v++)
        if (counts[v]) {
            fprintf(c->out, "%s %zu %s", separator, counts[v],
                    verdict_names[v]);
            separator = ",";
        }
    putc('\n', c->out);
}

static const struct rule_finding *
compare_run_find_rule(const struct results *run, const char *name)
{
    for (size_t k = 0; k < run->behaviour_count; k++)
        if (strcmp(run->behaviour[k].rule, name) == 0)
            return &run->behaviour[k];
    return NULL;
}

static void compare_run_put_choices(struct comparison *c,
                                    const struct rule_finding *finding)
{
    for (size_t k = 0; k < finding->choice_count; k++) {
        fputs(k ? " or " : " ", c->out);
        terminal_clean(finding->choices[k], c->out);
    }
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

/* What it does otherwise is told; whether that is worse, its causes tell, and
 * of a rule that one of them blames they have told it. */
static void compare_behaviour(struct comparison *c, struct pairing *pair)
{
    size_t told = 0;

    for (size_t k = 0; k < pair->is->behaviour_count; k++) {
        const struct rule_finding *now = &pair->is->behaviour[k];
        const struct rule_finding *before =
            compare_run_find_rule(pair->was, now->rule);

        if (!before || same_choices(before, now) ||
            (!c->verbose && (compare_is_blamed(pair->was, now->rule) ||
                             compare_is_blamed(pair->is, now->rule))))
            continue;
        if (told++ >= CHOICES && !c->verbose)
            continue;
        compare_head(c, pair);
        fputs("behaviour: ", c->out);
        terminal_clean(now->rule, c->out);
        putc(':', c->out);
        compare_run_put_choices(c, now);
        fputs(", was", c->out);
        compare_run_put_choices(c, before);
        putc('\n', c->out);
    }
    if (told > CHOICES && !c->verbose)
        fprintf(c->out, "behaviour: and of %zu more rule%s; see --verbose\n",
                told - CHOICES, plural(told - CHOICES));
}

static int compare_run_by_id(const void *a, const void *b)
{
    const struct result *const *one = a, *const *other = b;

    return strcmp((*one)->id, (*other)->id);
}

/* Each case's in the other run, by its id; null where memory ran out. */
static const struct result **partners(const struct results *run,
                                      const struct results *other)
{
    const struct result **sorted =
        calloc(other->case_count + 1, sizeof(struct result *));
    const struct result **found =
        calloc(run->case_count + 1, sizeof(struct result *));

    for (size_t k = 0; sorted && k < other->case_count; k++)
        sorted[k] = &other->cases[k];
    if (sorted)
        qsort(sorted, other->case_count, sizeof *sorted, compare_run_by_id);
    for (size_t k = 0; sorted && found && k < run->case_count; k++) {
        const struct result *key = &run->cases[k];
        const struct result **at = bsearch(&key, sorted, other->case_count,
                                           sizeof *sorted, compare_run_by_id);

        found[k] = at ? *at : NULL;
    }
    if (!sorted) {
        free(found);
        found = NULL;
    }
    free(sorted);
    return found;
}

bool compare_runs(struct comparison *c, const struct results *was,
                  const struct results *is)
{
    struct pairing pair = {.was = was,
                           .is = is,
                           .before = partners(is, was),
                           .now = partners(was, is)};
    bool good = pair.before && pair.now;

    if (good)
        compare_causes(c, &pair);
    for (size_t k = 0; good && k < is->case_count; k++) {
        count_case(c, pair.before[k], &is->cases[k]);
        if (compare_run_is_told(c, pair.before[k], &is->cases[k]))
            compare_run_put_case(c, &pair, k);
    }
    if (good) {
        compare_run_put_vanished(c, &pair);
        compare_behaviour(c, &pair);
    }
    free(pair.before);
    free(pair.now);
    return good;
}
