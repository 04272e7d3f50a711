/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "kind.h"
#include "reports.h"
#include "runs.h"
#include "terminal.h"

/* Nobody is said to be wrong by it. */
static bool is_mild(unsigned verdict)
{
    return verdict == VERDICT_INCONCLUSIVE || verdict == VERDICT_WAIVED;
}

/* A line for each case that is to be told of. */
static void findings(const struct results *run, bool colour, FILE *out)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        if (!report_is_told(c->verdict) && !c->finding)
            continue;
        terminal_coloured(verdict_names[c->verdict],
                          c->finding || is_mild(c->verdict) ? YELLOW : RED,
                          colour, out);
        fputs(": ", out);
        terminal_clean(run->implementation, out);
        fprintf(out, " %s ", run->dialect);
        terminal_clean(c->id, out);
        fputs(": ", out);
        if (c->waiver) {
            terminal_clean(c->waiver, out);
            fprintf(out, " (%s: ", verdict_names[c->waived]);
        }
        terminal_clean(c->detail, out);
        fputs(c->waiver ? ")\n" : "\n", out);
    }
}

/* Cases that could not be judged, one line a reason. */
static void unsupported(const struct results *run, bool colour, FILE *out)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];
        size_t same = 0, before = 0;

        if (c->verdict != VERDICT_UNSUPPORTED)
            continue;
        for (size_t j = 0; j < run->case_count; j++) {
            if (run->cases[j].verdict != VERDICT_UNSUPPORTED ||
                strcmp(run->cases[j].detail, c->detail) != 0)
                continue;
            same++;
            before += j < k;
            if (before)
                break;
        }
        if (before)
            continue;
        terminal_coloured("unsupported", YELLOW, colour, out);
        fprintf(out, ": %zu case%s: ", same, same == 1 ? "" : "s");
        terminal_clean(c->detail, out);
        putc('\n', out);
    }
}

/* Whether the run tells anything of the rule. */
static bool shows(const struct rule_finding *finding)
{
    return strcmp(finding->standing, "not shown") != 0;
}

static size_t choices_length(const struct rule_finding *finding)
{
    size_t length = finding->choice_count ? 0 : strlen("none");

    if (!shows(finding))
        return 1;

    for (size_t k = 0; k < finding->choice_count; k++)
        length += strlen(finding->choices[k]) + (k ? strlen(" or ") : 0);
    return length;
}

static void put_finding(const struct rule_finding *finding, size_t rule_width,
                        size_t choice_width, bool colour, FILE *out)
{
    bool wrong = strcmp(finding->standing, "forbidden") == 0 ||
                 strcmp(finding->standing, "inconsistent") == 0;

    fprintf(out, "  %-*s  ", (int)rule_width, finding->rule);
    for (size_t k = 0; shows(finding) && k < finding->choice_count; k++)
        fprintf(out, "%s%s", k ? " or " : "", finding->choices[k]);
    if (!finding->choice_count)
        fputs("none", out);
    if (!shows(finding))
        fputs("-", out);
    terminal_pad(choices_length(finding), choice_width, out);
    fputs("  ", out);
    terminal_coloured(finding->standing, wrong ? RED : "", colour && wrong,
                      out);
    if (*finding->clause && shows(finding)) {
        terminal_pad(strlen(finding->standing), strlen("inconsistent"), out);
        fprintf(out, "  %s", finding->clause);
    }
    putc('\n', out);
}

static void behaviour(const struct results *run, bool colour, FILE *out)
{
    enum { WIDEST = 40 };
    size_t rule_width = 0, choice_width = 0;

    for (size_t k = 0; k < run->behaviour_count; k++) {
        size_t length = choices_length(&run->behaviour[k]);

        if (length <= WIDEST && length > choice_width)
            choice_width = length;
        length = strlen(run->behaviour[k].rule);
        rule_width = length > rule_width ? length : rule_width;
    }
    for (size_t k = 0; k < run->behaviour_count; k++)
        put_finding(&run->behaviour[k], rule_width, choice_width, colour, out);
}

static void summary(const struct results *run, bool colour, FILE *out)
{
    const char *separator = ": ";

    fprintf(out, "%zu case%s", run->case_count,
            run->case_count == 1 ? "" : "s");
    for (unsigned k = 0; k < VERDICTS; k++) {
        if (!run->summary[k])
            continue;
        fprintf(out, "%s%zu ", separator, run->summary[k]);
        terminal_coloured(verdict_names[k],
                          k == VERDICT_PASS    ? GREEN
                          : report_is_bad(k) ? RED
                                             : YELLOW,
                          colour, out);
        separator = ", ";
    }
    putc('\n', out);
}

void report_text(const struct results *results, bool colour, FILE *out)
{
    findings(results, colour, out);
    unsupported(results, colour, out);
    terminal_clean(results->implementation, out);
    fprintf(out, " as %s, ticks by %s:\n", results->dialect, results->backend);
    behaviour(results, colour, out);
    summary(results, colour, out);
}

static bool of_several(const struct results *runs, size_t count)
{
    for (size_t k = 1; k < count; k++)
        if (report_new_implementation(runs, k))
            return true;
    return false;
}

void report_runs(const struct results *runs, size_t count, bool colour,
                 FILE *out)
{
    bool several = of_several(runs, count);

    for (size_t k = 0; k < count; k++) {
        if (several) {
            findings(&runs[k], colour, out);
            continue;
        }
        if (k)
            putc('\n', out);
        report_text(&runs[k], colour, out);
    }
    if (count < 2)
        return;
    if (ftell(out) > 0)
        putc('\n', out);
    report_table(runs, count, colour, out);
}
