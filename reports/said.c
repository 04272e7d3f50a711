/* SPDX-License-Identifier: MIT */
/* A run in few words: how it went, and what is behind what did not pass. */
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* How it went, with what it rests on: "does not conform: 2 causes, ...". */
static void outcome(const struct results *run, bool colour, FILE *out)
{
    static const char *const colours[] = {[REPORT_GOOD] = GREEN,
                                          [REPORT_NOTED] = YELLOW,
                                          [REPORT_BAD] = RED,
                                          [REPORT_OPEN] = YELLOW};
    struct report_state state = report_state(run);
    char basis[REPORT_BASIS];

    report_basis(run, basis);
    terminal_coloured(state.words, colours[state.light], colour, out);
    terminal_clean(basis, out);
}

void report_said(const struct results *run, bool colour, FILE *out)
{
    terminal_clean(run->implementation, out);
    fputs(" as ", out);
    terminal_clean(run->dialect, out);
    fputs(notes_by_convention(run->dialect) ? ", by convention" : "", out);
    if (strcmp(run->backend, "signal") != 0 &&
        strcmp(run->backend, run->implementation) != 0) {
        fputs(", ticks by ", out);
        terminal_clean(run->backend, out);
    }
    fputs(": ", out);
    outcome(run, colour, out);
    putc('\n', out);
}

static void put_verdict(unsigned verdict, bool colour, FILE *out)
{
    terminal_coloured(verdict_names[verdict],
                      report_is_bad(verdict) ? RED : YELLOW, colour, out);
    fputs(": ", out);
}

static void put_house(bool colour, FILE *out)
{
    terminal_coloured("house rule", YELLOW, colour, out);
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

    if (house_of_cause(cause) && run->house_policy != HOUSE_FAIL)
        put_house(colour, out);
    else
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
    if (c->house && c->verdict == VERDICT_UNSPECIFIED)
        put_house(colour, out);
    else
        put_verdict(c->verdict, colour, out);
    terminal_clean(c->id, out);
    fputs(": ", out);
    terminal_clean(c->house ? c->house : "", out);
    fputs(c->house ? ": " : "", out);
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

/* What fails comes first, then what is waived, then house rules. */
static unsigned said_turn(const struct results *run, const struct cause *cause)
{
    return house_of_cause(cause)                                 ? 2
           : results_cause_verdict(run, cause) == VERDICT_WAIVED ? 1
                                                                 : 0;
}

void report_causes(const struct results *run, bool colour, FILE *out)
{
    unsigned turns = run->house_policy == HOUSE_OFF ? 2 : 3;

    for (unsigned turn = 0; turn < turns; turn++) {
        for (size_t k = 0; k < run->cause_count; k++)
            if (said_turn(run, &run->causes[k]) == turn)
                report_cause(run, &run->causes[k], colour, out);
        for (size_t k = 0; turn == 0 && k < run->case_count; k++)
            if (!run->cases[k].cause_count &&
                run->cases[k].verdict != VERDICT_ERROR &&
                report_is_told(run->cases[k].verdict))
                said_put_case(&run->cases[k], colour, out);
    }
    for (size_t k = 0; k < run->case_count; k++)
        if (run->cases[k].finding && !report_is_told(run->cases[k].verdict) &&
            !(run->cases[k].house && run->house_policy == HOUSE_OFF))
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
