/* SPDX-License-Identifier: MIT */
/* A run in few words: how it went, and what is behind what did not pass. */
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* How it went, with what follows it: "does not conform". */
static void outcome(const struct results *run, bool colour, FILE *out)
{
    struct report_state state = report_state(run);
    bool silent = !state.judged && !state.bad;

    terminal_coloured(state.words,
                      silent      ? YELLOW
                      : state.bad ? RED
                                  : GREEN,
                      colour, out);
    fputs(": ", out);
    if (silent) {
        fputs("every case is unsupported", out);
        return;
    }
    if (state.bad && state.causes)
        fprintf(out, "%zu cause%s, ", state.causes, plural(state.causes));
    if (state.bad)
        fprintf(out, "%zu of ", state.bad);
    fprintf(out, "%zu case%s", run->case_count, plural(run->case_count));
}

void report_said(const struct results *run, bool colour, FILE *out)
{
    terminal_clean(run->implementation, out);
    fprintf(out, " as %s", run->dialect);
    if (strcmp(run->backend, "signal") != 0 &&
        strcmp(run->backend, run->implementation) != 0)
        fprintf(out, ", ticks by %s", run->backend);
    fputs(": ", out);
    outcome(run, colour, out);
    putc('\n', out);
}

static void put_verdict(unsigned verdict, bool colour, FILE *out)
{
    terminal_coloured(
        verdict_names[verdict],
        verdict == VERDICT_WAIVED || verdict == VERDICT_INCONCLUSIVE ? YELLOW
                                                                     : RED,
        colour, out);
    fputs(": ", out);
}

/* What was got, and under it what is permitted. */
static void put_values(const struct result *c, FILE *out)
{
    if (c->got) {
        fputs("    got        ", out);
        terminal_clean(c->got, out);
        putc('\n', out);
    }
    if (c->permitted) {
        fputs("    permitted  ", out);
        terminal_clean(c->permitted, out);
        putc('\n', out);
    }
}

void report_cause(const struct results *run, const struct cause *cause,
                  bool colour, FILE *out)
{
    const struct result *c = &run->cases[cause->shortest];

    put_verdict(results_cause_verdict(run, cause), colour, out);
    terminal_clean(cause->sentence, out);
    if (cause->confidence == CONFIDENCE_BOUNDED)
        fputs(" (not everything could be tried)", out);
    fprintf(out, "\n  %zu case%s: ", cause->case_count,
            cause->case_count == 1 ? "" : "s, the shortest");
    terminal_clean(c->id, out);
    fputs(c->input ? ": " : "", out);
    terminal_clean(c->input ? c->input : "", out);
    putc('\n', out);
    if (c->waiver) {
        fputs("    waived     ", out);
        terminal_clean(c->waiver, out);
        putc('\n', out);
    }
    put_values(c, out);
    if (cause->telling) {
        fputs("  this would tell: ", out);
        terminal_clean(cause->telling, out);
        putc('\n', out);
    }
}

/* A case that no cause speaks for. */
static void said_put_case(const struct result *c, bool colour, FILE *out)
{
    put_verdict(c->verdict, colour, out);
    terminal_clean(c->id, out);
    fputs(": ", out);
    if (c->waiver) {
        terminal_clean(c->waiver, out);
        fprintf(out, " (%s: ", verdict_names[c->waived]);
    }
    terminal_clean(c->detail, out);
    fputs(c->waiver ? ")\n" : "\n", out);
}

/* How many cases have the k-th's verdict and reason; 0: one before it has.
 * `such_as`: some speak of other addresses. */
static size_t said_alike(const struct results *run, size_t k, bool *such_as)
{
    const struct result *c = &run->cases[k];
    size_t same = 0;

    for (size_t j = 0; j < run->case_count; j++) {
        if (run->cases[j].verdict != c->verdict || run->cases[j].cause_count ||
            !report_same_reason(run->cases[j].detail, c->detail))
            continue;
        *such_as = *such_as || strcmp(run->cases[j].detail, c->detail) != 0;
        if (j < k)
            return 0;
        same++;
    }
    return same;
}

/* Cases that could not be judged, one line a reason. */
static void said_put_reasons(const struct results *run, unsigned verdict,
                             bool colour, FILE *out)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];
        bool such_as = false;
        size_t same = c->verdict == verdict && !c->cause_count
                          ? said_alike(run, k, &such_as)
                          : 0;

        if (!same)
            continue;
        terminal_coloured(verdict_names[verdict],
                          report_is_bad(verdict) ? RED : YELLOW, colour, out);
        fprintf(out, ": %zu case%s", same, plural(same));
        if (report_is_bad(verdict)) {
            fputs(same > 1 ? ", the first " : ", ", out);
            terminal_clean(c->id, out);
        }
        fputs(such_as ? ", such as: " : ": ", out);
        terminal_clean(c->detail, out);
        putc('\n', out);
    }
}

void report_causes(const struct results *run, bool colour, FILE *out)
{
    for (size_t k = 0; k < run->cause_count; k++)
        report_cause(run, &run->causes[k], colour, out);
    for (size_t k = 0; k < run->case_count; k++)
        if (!run->cases[k].cause_count &&
            run->cases[k].verdict != VERDICT_ERROR &&
            report_is_told(run->cases[k].verdict))
            said_put_case(&run->cases[k], colour, out);
    for (size_t k = 0; k < run->case_count; k++)
        if (run->cases[k].finding)
            said_put_case(&run->cases[k], colour, out);
    said_put_reasons(run, VERDICT_ERROR, colour, out);
    said_put_reasons(run, VERDICT_UNSUPPORTED, colour, out);
}

void report_counts(const struct results *run, bool colour, FILE *out)
{
    const char *separator = ": ";

    fprintf(out, "%zu case%s", run->case_count, plural(run->case_count));
    for (unsigned k = 0; k < VERDICTS; k++) {
        if (!run->summary[k])
            continue;
        fprintf(out, "%s%zu ", separator, run->summary[k]);
        terminal_coloured(verdict_names[k],
                          k == VERDICT_PASS  ? GREEN
                          : report_is_bad(k) ? RED
                                             : YELLOW,
                          colour, out);
        separator = ", ";
    }
    putc('\n', out);
}
