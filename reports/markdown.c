/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/utf8.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* A comment on GitHub has at most 65536 characters, and one entity may stand
 * for each. */
enum { WORST = 5, LONGEST = 300, MOST = 48000, FIRST = 20000 };

/* What Markdown, or GitHub in its text, would take for something else. */
static bool is_special(const unsigned char *text, size_t at)
{
    if (text[at] == '.')
        return at && (text[at - 1] | 0x20) == 'w';
    if (text[at] == ':')
        return text[at + 1] == '/';
    return strchr("&<>\"'`|*_~[](){}#@!$\\+^=", text[at]) != NULL;
}

/* Others' words, as code: no markup, no mention, no link, one line. */
static void markdown_put(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;
    size_t at = 0;

    if (!*string)
        return;
    fputs("<code>", out);
    while (text[at] && at < LONGEST) {
        size_t length = utf8_length(text + at);

        if (!length)
            fputs("&#xfffd;", out);
        else if (text[at] < 0x20 || text[at] == 0x7f)
            fprintf(out, "&#92;x%02x", text[at]);
        else if (is_special(text, at))
            fprintf(out, "&#%u;", text[at]);
        else
            fwrite(text + at, 1, length, out);
        at += length ? length : 1;
    }
    fputs(text[at] ? "…</code>" : "</code>", out);
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
            bool good;

            if (!report_new_implementation(runs, j))
                continue;
            run = report_find(runs, count, runs[j].implementation,
                              runs[k].dialect);
            good = run && report_cell(run, text);
            fprintf(out, " %s%s |", !run ? "–" : good ? "✅ " : "❌ ", text);
        }
    }
    fputs("\n\n", out);
}

static void markdown_head(const struct report_place *place, unsigned verdict,
                          FILE *out)
{
    fprintf(out, "- **%s** %s ", verdict_names[verdict], place->run->dialect);
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
        char text[REPORT_CELL];

        if (!report_cell(&runs[k], text))
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

void report_markdown(const struct results *runs, size_t count, FILE *out)
{
    struct report_place worst[WORST];
    size_t found = report_worst(runs, count, worst, WORST), told;

    fputs("## profilcheck\n\n", out);
    markdown_table(runs, count, out);
    if (found)
        fprintf(out, "### %s\n\n",
                found > WORST ? "The worst findings" : "Findings");
    told = put_worst(worst, found < WORST ? found : WORST, out);
    if (found > told)
        fprintf(out, "- and %zu more\n", found - told);
    fputs(found ? "\n" : "", out);
    details(runs, count, out);
}
