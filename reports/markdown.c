/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/utf8.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* A comment on GitHub has at most 65536 characters, and one entity may stand
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
static void markdown_plain(const char *string, FILE *out)
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

/* Others' words, as code. */
static void markdown_put(const char *string, FILE *out)
{
    if (!*string)
        return;
    fputs("<code>", out);
    markdown_plain(string, out);
    fputs("</code>", out);
}

static const char *const signs[] = {[REPORT_GOOD] = "✅ ",
                                    [REPORT_NOTED] = "⚠️ ",
                                    [REPORT_BAD] = "❌ ",
                                    [REPORT_OPEN] = "○ "};

/* Each run in a line, so far as there is room: what the verdict rests on. */
static void markdown_verdicts(const struct results *runs, size_t count,
                              FILE *out)
{
    for (size_t k = 0; k < count && k < VERDICT_LINES; k++) {
        struct report_state state = report_state(&runs[k]);
        char basis[REPORT_BASIS];

        report_basis(&runs[k], basis);
        fprintf(out, "- %s", signs[state.light]);
        markdown_put(runs[k].implementation, out);
        fprintf(out, " as %s%s: **%s**", runs[k].dialect,
                notes_by_convention(runs[k].dialect) ? ", by convention" : "",
                state.words);
        markdown_plain(basis, out);
        putc('\n', out);
    }
    putc('\n', out);
}

/* Dialects down, implementations across. */
static void markdown_table(const struct results *runs, size_t count, FILE *out)
{
    fputs("| dialect |", out);
    for (size_t k = 0; k < count; k++)
        if (report_new_implementation(runs, k)) {
            putc(' ', out);
            markdown_put(runs[k].implementation, out);
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
            const struct results *run;
            char text[REPORT_CELL] = "";
            const char *sign = "–";

            if (!report_new_implementation(runs, j))
                continue;
            run = report_find(runs, count, runs[j].implementation,
                              runs[k].dialect);
            if (run)
                sign = signs[report_cell(run, text)];
            fprintf(out, " %s%s |", sign, text);
        }
    }
    fputs("\n\n", out);
}

static void markdown_head(const struct report_place *place, unsigned verdict,
                          FILE *out)
{
    bool house = verdict == VERDICT_UNSPECIFIED &&
                 (place->cause ? house_of_cause(place->cause) != NULL
                               : place->result->house != NULL);

    fprintf(out, "- **%s** %s ", house ? "house rule" : verdict_names[verdict],
            place->run->dialect);
    markdown_put(place->run->implementation, out);
    putc(' ', out);
}

static void put_words_and_text(const char *words, const char *text, FILE *out)
{
    if (!text)
        return;
    fputs(words, out);
    markdown_put(text, out);
}

/* A cause with its shortest case, or a case. */
static void markdown_one(const struct report_place *place, FILE *out)
{
    const struct cause *cause = place->cause;
    const struct result *c = place->result;

    markdown_head(place,
                  cause ? results_cause_verdict(place->run, cause) : c->verdict,
                  out);
    markdown_put(cause ? cause->sentence : c->id, out);
    if (!cause) {
        put_words_and_text(": ", c->detail, out);
        putc('\n', out);
        return;
    }
    fprintf(out, "\n  - %zu case%s: ", cause->case_count,
            cause->case_count == 1 ? "" : "s, the shortest");
    markdown_put(c->id, out);
    put_words_and_text(": ", c->input, out);
    put_words_and_text("; got ", c->got, out);
    put_words_and_text("; permitted ", c->permitted, out);
    put_words_and_text("\n  - waived: ", c->waiver, out);
    put_words_and_text("\n  - this would tell: ", cause->telling, out);
    putc('\n', out);
}

static void behaviour_row(const struct rule_finding *finding, FILE *out)
{
    fputs("| ", out);
    markdown_put(finding->rule, out);
    fputs(" | ", out);
    for (size_t k = 0; k < finding->choice_count; k++) {
        fputs(k ? " or " : "", out);
        markdown_put(finding->choices[k], out);
    }
    fprintf(out, " | %s | ", standing_names[finding->standing]);
    markdown_put(finding->clause, out);
    fputs(" |\n", out);
}

static void fold(const char *words, const struct results *run, FILE *out)
{
    fprintf(out, "<details><summary>%s ", words);
    markdown_put(run->implementation, out);
    fprintf(out, " as %s</summary>\n\n", run->dialect);
}

static void markdown_behaviour(const struct results *run, FILE *out)
{
    fold("Behaviour of", run, out);
    fputs("| rule | choice | | clause |\n| --- | --- | --- | --- |\n", out);
    for (size_t k = 0; k < run->behaviour_count; k++)
        if (run->behaviour[k].standing != STANDING_NOT_SHOWN)
            behaviour_row(&run->behaviour[k], out);
    fputs("\n</details>\n\n", out);
}

/* Of each cause all cases; then those that no cause speaks for. */
static void failures(const struct results *run, FILE *out)
{
    fold("Failures of", run, out);
    for (size_t k = 0; k < run->cause_count; k++) {
        const struct cause *cause = &run->causes[k];

        if (!report_is_bad(results_cause_verdict(run, cause)))
            continue;
        markdown_one(
            &(struct report_place){run, cause, &run->cases[cause->shortest]},
            out);
        fputs("  - all of them:", out);
        for (size_t i = 0; i < cause->case_count; i++)
            put_words_and_text(" ", run->cases[cause->cases[i]].id, out);
        putc('\n', out);
    }
    for (size_t k = 0; k < run->case_count; k++)
        if (!run->cases[k].cause_count && report_is_bad(run->cases[k].verdict))
            markdown_one(&(struct report_place){run, NULL, &run->cases[k]},
                         out);
    fputs("\n</details>\n\n", out);
}

/* What fails nobody and is listed all the same, the first few of it. */
struct markdown_others {
    bool house; /* house rules; else what is waived */
    size_t shown;
    FILE *out;
};

static void markdown_other(struct markdown_others *others,
                           const struct report_place *place)
{
    if (others->shown++ == 0)
        fprintf(others->out, "### %s\n\n",
                others->house ? "House rules: no manual has them" : "Waived");
    if (others->shown <= OTHERS)
        markdown_one(place, others->out);
}

static void markdown_others_of(struct markdown_others *others,
                               const struct results *run)
{
    for (size_t i = 0; i < run->cause_count; i++) {
        const struct cause *cause = &run->causes[i];
        unsigned wanted = others->house ? VERDICT_UNSPECIFIED : VERDICT_WAIVED;

        if (results_cause_verdict(run, cause) == wanted &&
            (!others->house || run->house_policy != HOUSE_OFF))
            markdown_other(
                others, &(struct report_place){run, cause,
                                               &run->cases[cause->shortest]});
    }
    for (size_t i = 0; i < run->case_count; i++) {
        const struct result *c = &run->cases[i];

        if (!c->cause_count &&
            (others->house ? report_is_house(run, c) : c->waiver != NULL))
            markdown_other(others, &(struct report_place){run, NULL, c});
    }
}

static void markdown_others(const struct results *runs, size_t count,
                            bool house, FILE *out)
{
    struct markdown_others others = {.house = house, .out = out};

    for (size_t k = 0; k < count; k++)
        markdown_others_of(&others, &runs[k]);
    if (others.shown > OTHERS)
        fprintf(out, "- and %zu more\n", others.shown - OTHERS);
    fputs(others.shown ? "\n" : "", out);
}

/* A section where there is room for it; *left: bytes. */
static bool section(void (*write)(const struct results *run, FILE *out),
                    const struct results *run, size_t *left, FILE *out)
{
    char *text = NULL;
    size_t length = 0;
    FILE *part = open_memstream(&text, &length);
    bool fits = part;

    if (part) {
        write(run, part);
        fits = fclose(part) == 0 && length <= *left;
    }
    if (fits) {
        fwrite(text, 1, length, out);
        *left -= length;
    }
    free(text);
    return fits;
}

static void details(const struct results *runs, size_t count, FILE *out)
{
    size_t left = MOST / 2, dropped = 0;

    for (size_t k = 0; k < count; k++) {
        if (report_state(&runs[k]).light == REPORT_BAD)
            dropped += !section(failures, &runs[k], &left, out);
    }
    left += MOST / 4;
    for (size_t k = 0; k < count; k++)
        dropped += !section(markdown_behaviour, &runs[k], &left, out);
    if (dropped)
        fprintf(out, "%zu more section%s had no room here.\n", dropped,
                plural(dropped));
}

/* The first of them, so far as there is room.  Returns how many. */
static size_t put_worst(const struct report_place *worst, size_t count,
                        FILE *out)
{
    size_t left = FIRST, k = 0;

    for (bool fits = true; fits && k < count; k += fits) {
        char *text = NULL;
        size_t length = 0;
        FILE *part = open_memstream(&text, &length);

        if (part)
            markdown_one(&worst[k], part);
        fits = part && fclose(part) == 0 && length <= left;
        if (fits)
            fwrite(text, 1, length, out);
        left -= fits ? length : 0;
        free(text);
    }
    return k;
}

/* When, by what and how: a line, of the first run that has it. */
static void markdown_origin(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        if (runs[k].command) {
            fprintf(out, "profilcheck %s", runs[k].version);
            put_words_and_text(" of ", runs[k].commit, out);
            fprintf(out, ", %s: ", runs[k].date ? runs[k].date : "undated");
            markdown_put(runs[k].command, out);
            fputs("\n\n", out);
            return;
        }
}

/* Dialects that nobody asked for: a line each, folded. */
static void markdown_offered(const struct results *runs, size_t count,
                             FILE *out)
{
    struct results *offered = malloc((count + 1) * sizeof *offered);
    size_t n = 0;

    for (size_t k = 0; offered && k < count; k++)
        if (report_role(runs, count, k) == REPORT_OFFERED)
            offered[n++] = runs[k];
    if (n) {
        fputs("<details><summary>By dialects that it fits less</summary>\n\n",
              out);
        markdown_verdicts(offered, n, out);
        fputs("</details>\n\n", out);
    }
    free(offered);
}

static void markdown_report(const struct results *runs, size_t count, FILE *out)
{
    struct report_place worst[WORST];
    size_t found = report_worst(runs, count, worst, WORST), told;

    markdown_verdicts(runs, count, out);
    markdown_origin(runs, count, out);
    if (count > 1)
        markdown_table(runs, count, out);
    if (found)
        fprintf(out, "### %s\n\n",
                found > WORST ? "The worst findings" : "Findings");
    told = put_worst(worst, found < WORST ? found : WORST, out);
    if (found > told)
        fprintf(out, "- and %zu more\n", found - told);
    fputs(found ? "\n" : "", out);
    markdown_others(runs, count, false, out);
    markdown_others(runs, count, true, out);
    details(runs, count, out);
}

void report_markdown(const struct results *runs, size_t count, FILE *out)
{
    size_t n;
    struct results *asked = report_asked(runs, count, &n);

    fputs("## profilcheck\n\n", out);
    markdown_report(asked ? asked : runs, asked ? n : count, out);
    markdown_offered(runs, count, out);
    free(asked);
}
