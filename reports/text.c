/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/terminal.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* Every case, a line each. */
static void text_cases(const struct results *run, bool colour, FILE *out)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];
        bool good = c->verdict == VERDICT_PASS;

        fputs("  ", out);
        terminal_coloured(verdict_names[c->verdict],
                          good                        ? GREEN
                          : report_is_bad(c->verdict) ? RED
                                                      : YELLOW,
                          colour, out);
        terminal_pad(strlen(verdict_names[c->verdict]),
                     strlen("inconclusive") + 2, out);
        terminal_clean(c->id, out);
        fputs(*c->detail ? ": " : "", out);
        terminal_clean(c->detail, out);
        putc('\n', out);
    }
}

/* Whether the run tells anything of the rule. */
static bool shows(const struct rule_finding *finding)
{
    return finding->standing != STANDING_NOT_SHOWN;
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
    const char *standing = standing_names[finding->standing];
    bool wrong = standing_is_wrong(finding->standing);

    fprintf(out, "  %-*s  ", (int)rule_width, finding->rule);
    for (size_t k = 0; shows(finding) && k < finding->choice_count; k++)
        fprintf(out, "%s%s", k ? " or " : "", finding->choices[k]);
    if (!finding->choice_count)
        fputs("none", out);
    if (!shows(finding))
        fputs("-", out);
    terminal_pad(choices_length(finding), choice_width, out);
    fputs("  ", out);
    terminal_coloured(standing, wrong ? RED : "", colour && wrong, out);
    if (*finding->clause && shows(finding)) {
        terminal_pad(strlen(standing), strlen("inconsistent"), out);
        fprintf(out, "  %s", finding->clause);
    }
    putc('\n', out);
}

static void text_behaviour(const struct results *run, bool colour, FILE *out)
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

void report_text(const struct results *results, enum report_detail detail,
                 bool colour, FILE *out)
{
    report_said(results, colour, out);
    if (detail == REPORT_QUIET)
        return;
    report_causes(results, colour, out);
    report_counts(results, colour, out);
    if (detail < REPORT_VERBOSE)
        return;
    text_cases(results, colour, out);
    fputs("Its behaviour, ticks by ", out);
    terminal_clean(results->backend, out);
    fputs(":\n", out);
    text_behaviour(results, colour, out);
}

/* A heading before the first line of a role. */
static void text_heading(const char *words, bool *begun,
                         enum report_detail detail, FILE *out)
{
    if (!*begun && detail != REPORT_QUIET)
        fprintf(out, "\n%s:\n", words);
    *begun = true;
}

/* What is no failure of the user's: a line each.  Of a control that fails, what
 * fails. */
static void text_beside(const struct results *runs, size_t count,
                        enum report_role role, enum report_detail detail,
                        bool colour, FILE *out)
{
    bool begun = false;

    for (size_t k = 0; k < count; k++) {
        if (report_role(runs, count, k) != role)
            continue;
        text_heading(role == REPORT_CONTROL
                         ? "Controls, profilcheck's own"
                         : "By dialects that it fits less; --dialect D judges "
                           "by one of them",
                     &begun, detail, out);
        if (role == REPORT_CONTROL &&
            report_state(&runs[k]).light == REPORT_BAD)
            report_text(&runs[k], detail, colour, out);
        else
            report_said(&runs[k], false, out);
    }
}

void report_runs(const struct results *runs, size_t count,
                 enum report_detail detail, bool colour, FILE *out)
{
    struct results *subjects = malloc((count + 1) * sizeof *subjects);
    size_t n = 0;

    for (size_t k = 0; subjects && k < count; k++)
        if (report_role(runs, count, k) == REPORT_SUBJECT)
            subjects[n++] = runs[k];
    for (size_t k = 0; k < n; k++) {
        if (k && detail != REPORT_QUIET)
            putc('\n', out);
        report_text(&subjects[k], detail, colour, out);
    }
    if (n > 1 && detail != REPORT_QUIET) {
        putc('\n', out);
        report_table(subjects, n, colour, out);
    }
    free(subjects);
    if (detail != REPORT_QUIET)
        text_beside(runs, count, REPORT_OFFERED, detail, colour, out);
    text_beside(runs, count, REPORT_CONTROL, detail, colour, out);
}
