/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "reports.h"
#include "runs.h"

/* A comment on GitHub has at most 65536 characters, and one entity may be
 * for each. */
enum {
    WORST = 5,
    LONGEST = 300,
    MOST = 46000,
    FIRST = 18000,
    VERDICT_LINES = 12,
    OTHERS = 5
};

/* What Markdown, or GitHub in its text, would take for something else. */
static bool is_special(const unsigned char *text, size_t at)
{
    if (text[at] == '.')
        return at && (text[at - 1] | 0x20) == 'w';
    if (text[at] == ':')
        return text[at + 1] == '/';
    return strchr("&<>\"'`|*_~[](){}#@!$\\+^=", text[at]) != NULL;
}

/* Text in which nothing is markup, a mention or a link; one line. */
static void put_plain(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;
    size_t at = 0;

    while (text[at] && at < LONGEST) {
        size_t length = utf8_length(text + at);

        if (!length || utf8_misleads(text + at))
            fputs("&#xfffd;", out);
        else if (text[at] < 0x20 || text[at] == 0x7f)
            fprintf(out, "&#92;x%02x", text[at]);
        else if (is_special(text, at))
            fprintf(out, "&#%u;", text[at]);
        else
            fwrite(text + at, 1, length, out);
        at += length ? length : 1;
    }
    fputs(text[at] ? "…" : "", out);
}

/* Words, then others' words, as code; nothing where there are none of these. */
static void put(const char *words, const char *others, FILE *out)
{
    if (!others)
        return;
    fputs(words, out);
    fputs(*others ? "<code>" : "", out);
    put_plain(others, out);
    fputs(*others ? "</code>" : "", out);
}

static const char *const signs[] = {[REPORT_GOOD] = "✅ ",
                                    [REPORT_NOTED] = "⚠️ ",
                                    [REPORT_BAD] = "❌ ",
                                    [REPORT_OPEN] = "○ "};

/* Each run in a line, so far as there is room: what the verdict rests on. */
static void put_verdicts(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count && k < VERDICT_LINES; k++) {
        struct report_state state = report_state(&runs[k]);

        fprintf(out, "- %s", signs[state.light]);
        put("", runs[k].implementation, out);
        fprintf(out, " as %s: **%s**", report_dialect(&runs[k]), state.words);
        put_plain(report_basis(&runs[k]), out);
        putc('\n', out);
    }
    putc('\n', out);
}

/* Dialects down, implementations across. */
static void put_table(const struct results *runs, size_t count, FILE *out)
{
    fputs("| dialect |", out);
    for (size_t k = 0; k < count; k++)
        if (report_new_implementation(runs, k)) {
            put(" ", runs[k].implementation, out);
            fputs(" |", out);
        }
    fputs("\n| --- |", out);
    for (size_t k = 0; k < count; k++)
        fputs(report_new_implementation(runs, k) ? " --- |" : "", out);
    for (size_t k = 0; k < count; k++) {
        if (!report_new_dialect(runs, k))
            continue;
        fprintf(out, "\n| %s |", runs[k].dialect);
        for (size_t j = 0; j < count; j++) {
            const struct results *run = report_find(
                runs, count, runs[j].implementation, runs[k].dialect);
            if (report_new_implementation(runs, j))
                fprintf(out, " %s%s |",
                        run ? signs[report_state(run).light] : "–",
                        run ? report_cell(run) : "");
        }
    }
    fputs("\n\n", out);
}

/* A cause with its plainest case, or a case. */
static void put_finding(const struct report_finding *finding, FILE *out)
{
    const struct cause *cause = finding->cause;
    const struct result *c = finding->result;

    fprintf(out, "- **%s** %s", finding->word, finding->run->dialect);
    put(" ", finding->run->implementation, out);
    put(" ", cause ? cause->sentence : c->id, out);
    if (cause) {
        fputs("\n  - ", out);
        put_plain(report_cases_of(finding->run, cause), out);
        put(": ", c->id, out);
        put(": ", c->input, out);
        put("; got ", results_got(finding->run, cause), out);
        put("; permitted ", results_instead(finding->run, cause), out);
        put("\n  - waived: ", c->waiver, out);
        put("\n  - this case separates them: ", cause->telling, out);
    } else {
        put(": ", c->house, out);
        put(": ", c->detail, out);
    }
    putc('\n', out);
}

static void put_behaviour(const struct results *run, FILE *out)
{
    fputs("| rule | choice | | clause |\n| --- | --- | --- | --- |\n", out);
    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *f = &run->behaviour[k];

        if (f->standing == STANDING_NOT_SHOWN)
            continue;
        put("| ", f->rule, out);
        put(" | ", report_choices(f), out);
        fprintf(out, " | %s", standing_names[f->standing]);
        put(" | ", f->clause, out);
        fputs(" |\n", out);
    }
}

/* Of each cause all cases; then those that no cause is behind. */
static void put_failures(const struct results *run, FILE *out)
{
    size_t count;
    struct report_finding *all = report_findings(run, 1, REPORT_FAILS, &count);

    for (size_t k = 0; k < count; k++) {
        const struct cause *cause = all[k].cause;

        put_finding(&all[k], out);
        fputs(cause ? "  - all of them:" : "", out);
        for (size_t i = 0; cause && i < cause->case_count; i++)
            put(" ", run->cases[cause->cases[i]].id, out);
        fputs(cause ? "\n" : "", out);
    }
    free(all);
}

/* What fails nobody and is listed all the same, the first few of it. */
static void put_others(const struct results *runs, size_t count,
                       enum report_kind kind, const char *title, FILE *out)
{
    size_t found;
    struct report_finding *all = report_findings(runs, count, kind, &found);

    if (found)
        fprintf(out, "### %s\n\n", title);
    for (size_t k = 0; k < found && k < OTHERS; k++)
        put_finding(&all[k], out);
    if (found > OTHERS)
        fprintf(out, "- and %zu more\n", found - OTHERS);
    fputs(found ? "\n" : "", out);
    free(all);
}

/* A part, where there is room for it; *left: bytes. */
static bool put_fitting(struct memory_stream *part, size_t *left, FILE *out)
{
    char *text = memory_stream_end(part);
    bool fits = part->length <= *left;

    fwrite(text, 1, fits ? part->length : 0, out);
    *left -= fits ? part->length : 0;
    free(text);
    return fits;
}

/* A folded section of a run. */
static bool put_section(const char *title,
                        void (*write)(const struct results *run, FILE *out),
                        const struct results *run, size_t *left, FILE *out)
{
    struct memory_stream part;
    FILE *to = memory_stream(&part);

    fprintf(to, "<details><summary>%s", title);
    put(" ", run->implementation, to);
    fprintf(to, " as %s</summary>\n\n", run->dialect);
    write(run, to);
    fputs("\n</details>\n\n", to);
    return put_fitting(&part, left, out);
}

static void put_sections(const struct results *runs, size_t count, FILE *out)
{
    size_t left = MOST / 2, dropped = 0;

    for (size_t k = 0; k < count; k++)
        if (report_state(&runs[k]).light == REPORT_BAD)
            dropped +=
                !put_section("Failures of", put_failures, &runs[k], &left, out);
    left += MOST / 4;
    for (size_t k = 0; k < count; k++)
        dropped +=
            !put_section("Behaviour of", put_behaviour, &runs[k], &left, out);
    if (dropped)
        fprintf(out, "%zu more section%s did not fit here.\n", dropped,
                plural(dropped));
}

/* The worst first, and otherwise in that order. */
static void worst_first(struct report_finding *findings, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        struct report_finding finding = findings[k];
        unsigned rank = verdict_rank(finding.verdict);
        size_t at = k;

        for (; at && verdict_rank(findings[at - 1].verdict) > rank; at--)
            findings[at] = findings[at - 1];
        findings[at] = finding;
    }
}

/* The worst of what fails, so far as there is room. */
static void put_worst(const struct results *runs, size_t count, FILE *out)
{
    size_t found, left = FIRST, listed = 0;
    struct report_finding *all =
        report_findings(runs, count, REPORT_FAILS, &found);

    worst_first(all, found);
    if (found)
        fprintf(out, "### %s\n\n",
                found > WORST ? "The worst findings" : "Findings");
    for (bool fits = true; fits && listed < found && listed < WORST;
         listed += fits) {
        struct memory_stream part;

        put_finding(&all[listed], memory_stream(&part));
        fits = put_fitting(&part, &left, out);
    }
    if (found > listed)
        fprintf(out, "- and %zu more\n", found - listed);
    fputs(found ? "\n" : "", out);
    free(all);
}

/* When, by what and how: a line, of the first run that has it. */
static void put_origin(const struct results *runs, size_t count, FILE *out)
{
    char *command;

    while (count && !runs->command)
        runs++, count--;
    if (!count)
        return;
    fprintf(out, "profilcheck %s", runs->version);
    put(" of ", runs->commit, out);
    fprintf(out, ", %s", runs->date ? runs->date : "undated");
    put(": ", command = report_command(runs), out);
    free(command);
    fputs("\n\n", out);
}

/* Dialects that nobody asked for: a line each, folded. */
static void put_offered(const struct results *runs, size_t count, FILE *out)
{
    size_t n;
    struct results *offered = report_of(runs, count, REPORT_OFFERED, &n);

    if (n) {
        fprintf(out, "<details><summary>%s</summary>\n\n",
                report_offer(runs, count));
        put_verdicts(offered, n, out);
        fputs("</details>\n\n", out);
    }
    free(offered);
}

void report_markdown(const struct results *runs, size_t count, FILE *out)
{
    size_t n;
    struct results *asked = report_of(runs, count, REPORT_ASKED, &n);

    fputs("## profilcheck\n\n", out);
    put_verdicts(asked, n, out);
    put_origin(asked, n, out);
    if (n > 1)
        put_table(asked, n, out);
    put_worst(asked, n, out);
    put_others(asked, n, REPORT_IS_WAIVED, "Waived", out);
    put_others(asked, n, REPORT_BREAKS_HOUSE, "House rules: no manual has them",
               out);
    put_sections(asked, n, out);
    put_offered(runs, count, out);
    free(asked);
}
