/* SPDX-License-Identifier: MIT */
/* The first screen: how each run went, a line each, in words. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/results/notes.h"
#include "html.h"

enum { LINES = 10 /* of them before the rest is folded */ };

/* Lines of which all but the first few are folded. */
struct html_lines {
    size_t count, before; /* before: those that are not folded */
};

/* Whether some run was judged; few: or too little of it to say. */
static bool html_is_any_judged(const struct html_page *page, bool few)
{
    for (size_t k = 0; k < page->run_count; k++) {
        struct report_state state = report_state(&page->runs[k]);

        if (state.judged || (few && state.few))
            return true;
    }
    return false;
}

static void beside_add(const char *rules[REPORT_HOUSE], size_t *count,
                       const char *rule)
{
    for (size_t k = 0; k < *count; k++)
        if (strcmp(rules[k], rule) == 0)
            return;
    if (*count < REPORT_HOUSE)
        rules[(*count)++] = rule;
}

/* What is no part of the verdict, and not to be missed beside it. */
static void beside_verdict(const struct html_page *page)
{
    const char *rules[REPORT_HOUSE];
    size_t waived = 0, house = 0;
    const char *file = NULL;

    for (size_t k = 0; k < page->run_count; k++) {
        struct report_state state = report_state(&page->runs[k]);

        waived += state.waived;
        for (size_t i = 0; i < state.house && i < REPORT_HOUSE; i++)
            beside_add(rules, &house, state.house_rules[i]);
        file = page->runs[k].waivers ? page->runs[k].waivers : file;
    }
    if (waived)
        html_put(page->out, " %u case%s waived", waived,
                 waived == 1 ? " is" : "s are");
    if (waived)
        html_put(page->out, file ? " by <code>%s</code>." : ".", file);
    if (house)
        fputs(" Broken house rules, which are on no page: ", page->out);
    for (size_t k = 0; k < house; k++) {
        fputs(k ? ", " : "", page->out);
        html_clause_link(page, rules[k]);
    }
    fputs(house ? "." : "", page->out);
}

/* The one run that is no control; null: there are more. */
static const struct results *only_run(const struct html_page *page)
{
    const struct results *only = NULL;

    for (size_t k = 0; k < page->run_count; k++) {
        if (report_role(page->runs, page->run_count, k) == REPORT_CONTROL)
            continue;
        if (only)
            return NULL;
        only = &page->runs[k];
    }
    return only;
}

/* The page's verdict on all: how many conform to what they were judged by. */
static void overall(const struct html_page *page)
{
    size_t implementations;
    size_t good =
        report_conforming(page->runs, page->run_count, &implementations);
    FILE *out = page->out;

    html_put(out, "<p class=\"overall\">");
    if (!html_is_any_judged(page, false)) {
        html_put(out, "%s</p>\n",
                 html_is_any_judged(page, true)
                     ? "Not enough was seen to say whether it conforms."
                     : "Nothing could be judged.");
        return;
    }
    if (only_run(page)) {
        const char *dialect = only_run(page)->dialect;

        html_put(out, "It %s %s%s.",
                 good ? "conforms to" : "does not conform to",
                 notes_manual(dialect),
                 notes_by_convention(dialect) ? "; no manual has that" : "");
        beside_verdict(page);
        fputs("</p>\n", out);
        return;
    }
    if (good == implementations)
        html_put(out,
                 implementations == 1 ? "It conforms"
                                      : "All %u implementations conform",
                 implementations);
    else if (implementations == 1)
        fputs("It does not conform", out);
    else
        html_put(out, "%u of %u implementations conform%s", good,
                 implementations, good == 1 ? "s" : "");
    html_put(out, " to every manual that %s judged by.",
             implementations == 1 || good == 1 ? "it was" : "they were");
    beside_verdict(page);
    fputs("</p>\n", out);
}

/* Without the clause, which follows a semicolon, and without quotes. */
static void put_before_clause(const struct html_page *page, const char *words)
{
    size_t length = strcspn(words, ";"), used = 0;
    char *plain = malloc(length + 1);

    for (size_t k = 0; plain && k < length; k++)
        if (words[k] != '`')
            plain[used++] = words[k];
    if (plain)
        plain[used] = 0;
    html_put(page->out, "%s", plain ? plain : "");
    free(plain);
}

/* Of its worst verdict, those that no other cause is behind. */
static size_t html_verdicts_own(const struct html_finding *f)
{
    size_t count = 0;

    for (size_t k = 0; k < f->count; k++)
        count +=
            f->cases[k]->verdict == f->verdict && f->cases[k]->cause_count <= 1;
    return count;
}

static bool html_is_worse(const struct html_finding *a,
                          const struct html_finding *b)
{
    size_t own = html_verdicts_own(a), other = html_verdicts_own(b);

    if (verdict_rank(a->verdict) != verdict_rank(b->verdict))
        return verdict_rank(a->verdict) < verdict_rank(b->verdict);
    return own != other ? own > other : a->defect < b->defect;
}

/* What the worst defect of the run is, up to the clause. */
static void put_worst_defect(const struct html_page *page,
                             const struct results *run)
{
    const struct html_finding *worst = NULL;
    const char *words;

    for (size_t k = 0; k < page->finding_count; k++)
        if (page->findings[k].run == run &&
            report_is_bad(page->findings[k].verdict) &&
            (!worst || html_is_worse(&page->findings[k], worst)))
            worst = &page->findings[k];
    if (!worst)
        return;
    words = worst->cause           ? worst->words
            : worst->cases[0]->got ? worst->cases[0]->got
                                   : worst->words;
    html_put(page->out, "; worst: <a href=\"#c%u\">", worst->defect + 1);
    put_before_clause(page, words);
    if (worst->cause && !worst->cause->rule && worst->cases[0]->got) {
        fputs(": ", page->out);
        put_before_clause(page, worst->cases[0]->got);
    }
    fputs("</a>", page->out);
}

static void put_outcome(const struct html_page *page, const struct results *run)
{
    struct report_state state = report_state(run);
    char basis[REPORT_BASIS];

    report_basis(run, basis);
    html_put(page->out, "<b class=\"%s\">%s</b>%s",
             html_class_of_light(state.light), state.words, basis);
    put_worst_defect(page, run);
}

static void begin_line(const struct html_page *page, struct html_lines *lines,
                       const struct html_group *group)
{
    if (lines->count++ == lines->before)
        fputs("</ul>\n<details class=\"more\"><summary>The other "
              "lines</summary><ul class=\"lines\">\n",
              page->out);
    fputs("<li><p>", page->out);
    html_group_name(page, group);
    fputs(" as ", page->out);
}

/* By which it conforms, in one line. */
static void good_line(const struct html_page *page, struct html_lines *lines,
                      const struct html_group *group)
{
    const char *name = page->order[group->first], *only = NULL;
    struct html_tally tally = {{0}, 0};
    size_t count = 0, told = 0;
    char basis[REPORT_BASIS];

    for (size_t k = 0; k < page->run_count; k++)
        count += html_conforms(page, k, name);
    if (!count)
        return;
    begin_line(page, lines, group);
    for (size_t k = 0; k < page->run_count; k++)
        if (html_conforms(page, k, name)) {
            only = page->runs[k].dialect;
            html_put(page->out, "%s%s",
                     told == 0           ? ""
                     : told + 1 == count ? " and "
                                         : ", ",
                     only);
            told++;
            html_tally_add(&tally, &page->runs[k]);
        }
    html_put(page->out, ": <b class=\"good\">conform%s</b>",
             group->count == 1 ? "s" : "");
    if (count == 1)
        report_basis(report_find(page->runs, page->run_count, name, only),
                     basis);
    else
        snprintf(basis, sizeof basis, " in %zu of %zu cases",
                 tally.of[VERDICT_PASS], tally.cases);
    html_put(page->out, "%s</p>\n", basis);
    html_bar(page->out, &tally, name, count == 1 ? only : NULL);
    fputs("</li>\n", page->out);
}

static void bad_line(const struct html_page *page, struct html_lines *lines,
                     const struct html_group *group, const struct results *run)
{
    struct html_tally tally = {{0}, 0};

    begin_line(page, lines, group);
    html_put(page->out, "%s%s: ", run->dialect,
             notes_by_convention(run->dialect) ? ", by convention" : "");
    put_outcome(page, run);
    fputs("</p>\n", page->out);
    html_tally_add(&tally, run);
    html_bar(page->out, &tally, run->implementation, run->dialect);
    fputs("</li>\n", page->out);
}

static void group_lines(const struct html_page *page, struct html_lines *lines,
                        const struct html_group *group)
{
    const char *name = page->order[group->first];

    for (size_t k = 0; k < page->run_count; k++)
        if (report_find(page->runs, page->run_count, name,
                        page->runs[k].dialect) == &page->runs[k] &&
            !html_conforms(page, k, name))
            bad_line(page, lines, group, &page->runs[k]);
    good_line(page, lines, group);
}

/* Of the controls, or of the others. */
static void all_lines(const struct html_page *page, bool control)
{
    struct html_lines lines = {0, LINES};

    fputs("<ul class=\"lines\">\n", page->out);
    for (size_t g = 0; g < page->group_count; g++)
        if (html_is_control(page, page->order[page->groups[g].first]) ==
            control)
            group_lines(page, &lines, &page->groups[g]);
    fputs(lines.count > lines.before ? "</ul></details>\n" : "</ul>\n",
          page->out);
}

/* By dialects that nobody asked for: words alone. */
static void offered_lines(const struct html_page *page)
{
    if (!page->offered_count)
        return;
    fputs("<details class=\"more\"><summary>By dialects that it fits "
          "less</summary><ul class=\"lines\">\n",
          page->out);
    for (size_t k = 0; k < page->offered_count; k++) {
        const struct results *run = &page->offered[k];
        char basis[REPORT_BASIS];

        report_basis(run, basis);
        html_put(page->out, "<li><p><bdi>%s</bdi> as %s: %s%s</p></li>\n",
                 run->implementation, run->dialect, report_state(run).words,
                 basis);
    }
    fputs("</ul></details>\n", page->out);
}

void html_verdicts(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<section id=\"verdicts\" aria-label=\"Verdicts\">\n", out);
    overall(page);
    html_origin(page);
    if (page->run_count > 1)
        html_matrix(page);
    all_lines(page, false);
    offered_lines(page);
    if (page->group_count &&
        html_is_control(
            page, page->order[page->groups[page->group_count - 1].first])) {
        fputs("<p class=\"role\">Controls, profilcheck\xe2\x80\x99s "
              "own</p>\n",
              out);
        all_lines(page, true);
    }
    fputs("</section>\n", out);
}
