/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/results/fields.h"
#include "conformance/results/notes.h"
#include "html.h"

/* Cases by what became of them, in words and as a bar; its parts add up. */

const unsigned html_parts[VERDICTS] = {
    VERDICT_PASS,        VERDICT_FAIL,        VERDICT_INCONSISTENT,
    VERDICT_CRASH,       VERDICT_TIMEOUT,     VERDICT_WAIVED,
    VERDICT_UNSPECIFIED, VERDICT_UNSUPPORTED, VERDICT_INCONCLUSIVE,
    VERDICT_ERROR,
};

/* A part is as long as its cases are many; few are seen too. */
enum { BAR = 1000, LEAST = 12 };

/* Whose cases a bar has; dialect null: of several. */
struct bar {
    size_t of[VERDICTS], cases;
    const char *implementation, *dialect;
};

static void add_to_bar(struct bar *bar, const struct results *run)
{
    for (unsigned v = 0; v < VERDICTS; v++)
        bar->of[v] += run->summary[v];
    bar->cases += run->case_count;
}

/* Leads to the cases of a part. */
static void put_part(FILE *out, const struct bar *bar, unsigned part)
{
    html_put(out, "<a href=\"#implementation=%p", bar->implementation);
    if (bar->dialect)
        html_put(out, "&amp;dialect=%p", bar->dialect);
    html_put(out, "&amp;verdict=%s\"", verdict_names[part]);
}

static void put_bar(FILE *out, const struct bar *bar)
{
    size_t x = 0, room = BAR;

    if (!bar->cases)
        return;
    for (unsigned v = 0; v < VERDICTS; v++)
        room -= bar->of[v] ? LEAST : 0;
    html_put(out,
             "<div class=\"parts\"><svg class=\"bar\" viewBox=\"0 0 %u 14\" "
             "preserveAspectRatio=\"none\" aria-hidden=\"true\">",
             (size_t)BAR);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned part = html_parts[k];
        size_t width = LEAST + room * bar->of[part] / bar->cases;

        if (!bar->of[part])
            continue;
        put_part(out, bar, part);
        html_put(out,
                 " tabindex=\"-1\"><rect class=\"%s\" x=\"%u\" "
                 "width=\"%u\" height=\"14\"/></a>",
                 verdict_names[part], x, width);
        x += width;
    }
    fputs("</svg>\n<ul>", out);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned part = html_parts[k];

        if (!bar->of[part])
            continue;
        fputs("<li>", out);
        put_part(out, bar, part);
        html_put(out, " class=\"%s\">%u %s</a></li>", verdict_names[part],
                 bar->of[part], verdict_names[part]);
    }
    html_put(out, "<li class=\"sum\">of %u case%s</li></ul></div>\n",
             bar->cases, plural(bar->cases));
}

/* Which implementations behave the same, and the order that they are listed
 * in. */

/* Whether two have the same verdicts and causes, case by case; either may be
 * null. */
static bool same_run(const struct results *a, const struct results *b)
{
    if (!a || !b)
        return a == b;
    if (a->case_count != b->case_count || a->cause_count != b->cause_count ||
        memcmp(a->summary, b->summary, sizeof a->summary) != 0)
        return false;
    for (size_t k = 0; k < a->cause_count; k++)
        if (strcmp(a->causes[k].id, b->causes[k].id) != 0)
            return false;
    for (size_t k = 0; k < a->case_count; k++)
        if (a->cases[k].verdict != b->cases[k].verdict ||
            strcmp(a->cases[k].id, b->cases[k].id) != 0)
            return false;
    return true;
}

static const struct results *run_of(const struct html_page *page,
                                    const char *implementation,
                                    const char *dialect)
{
    return report_find(page->runs, page->run_count, implementation, dialect);
}

/* Whether it is one of profilcheck's own, and others were judged too. */
static bool is_control(const struct html_page *page, const char *implementation)
{
    for (size_t k = 0; k < page->run_count; k++)
        if (strcmp(page->runs[k].implementation, implementation) == 0)
            return report_role(page->runs, page->run_count, k) ==
                   REPORT_CONTROL;
    return false;
}

static bool same_behaviour(const struct html_page *page, const char *one,
                           const char *other)
{
    for (size_t k = 0; k < page->run_count; k++) {
        const char *dialect = page->runs[k].dialect;

        if (!same_run(run_of(page, one, dialect), run_of(page, other, dialect)))
            return false;
    }
    return is_control(page, one) == is_control(page, other);
}

/* Everybody has the host's libc, which comes first; the others are as they were
 * named, controls last. */
static unsigned place_of(const struct html_page *page, const char *name)
{
    return strcmp(name, "libc") == 0 ? 0 : is_control(page, name) ? 2 : 1;
}

void html_gather_groups(struct html_page *page)
{
    size_t most = page->run_count, count = 0, placed = 0;
    const char **named = arena_new(&page->memory, most, sizeof *named);

    page->order = arena_new(&page->memory, most, sizeof *page->order);
    page->groups = arena_new(&page->memory, most, sizeof *page->groups);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_implementation(page->runs, k))
            named[count++] = page->runs[k].implementation;
    for (unsigned place = 0; place < 3; place++)
        for (size_t k = 0; k < count; k++) {
            const char *first = named[k];

            if (!first || place_of(page, first) != place)
                continue;
            page->groups[page->group_count].first = placed;
            for (size_t j = k; j < count; j++)
                if (named[j] && same_behaviour(page, first, named[j])) {
                    page->order[placed++] = named[j];
                    named[j] = NULL;
                    page->groups[page->group_count].count++;
                }
            page->group_count++;
        }
}

const struct results *html_group_run(const struct html_page *page,
                                     const struct html_group *group,
                                     const char *dialect)
{
    return run_of(page, page->order[group->first], dialect);
}

/* "a", "b" and "c": what separates the k-th of so many from the one before. */
static const char *joint(size_t k, size_t count)
{
    return k == 0 ? "" : k + 1 == count ? " and " : ", ";
}

void html_group_name(const struct html_page *page,
                     const struct html_group *group)
{
    for (size_t k = 0; k < group->count; k++)
        html_put(page->out, "%s<bdi>%s</bdi>", joint(k, group->count),
                 page->order[group->first + k]);
}

/* Implementations down, dialects across; those that behave the same share a
 * row. */

/* Whether all were as good or as bad by both. */
static bool same_column(const struct html_page *page, const char *one,
                        const char *other)
{
    for (size_t g = 0; g < page->group_count; g++)
        if (!same_run(html_group_run(page, &page->groups[g], one),
                      html_group_run(page, &page->groups[g], other)))
            return false;
    return true;
}

/* The dialect's column is that of one before. */
static bool is_shown_before(const struct html_page *page, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (same_column(page, page->runs[j].dialect, page->runs[k].dialect))
            return true;
    return false;
}

/* The dialects of the k-th run's column. */
static void put_column(const struct html_page *page, size_t k)
{
    const char *dialect = page->runs[k].dialect;

    html_put(page->out, "%s", dialect);
    for (size_t j = k + 1; j < page->run_count; j++)
        if (report_new_dialect(page->runs, j) &&
            same_column(page, dialect, page->runs[j].dialect))
            html_put(page->out, ", %s", page->runs[j].dialect);
}

static void put_cell(const struct html_page *page,
                     const struct html_group *group, size_t k)
{
    const struct results *run =
        html_group_run(page, group, page->runs[k].dialect);
    struct report_state state;
    FILE *out = page->out;

    fputs("<td data-label=\"", out);
    put_column(page, k);
    if (!run) {
        fputs("\" class=\"none\">not judged</td>", out);
        return;
    }
    state = report_state(run);
    html_put(
        out,
        "\" class=\"%s\"><a href=\"#implementation=%p&amp;dialect=%p\">%s ",
        html_class_of_light(state.light), run->implementation, run->dialect,
        html_sign(html_class_of_light(state.light)));
    if (state.bad && state.causes)
        html_put(out, "%u cause%s", state.causes, plural(state.causes));
    else
        html_put(out, "%s", state.words);
    html_put(out, "</a><span>%s</span></td>", report_cell(run));
}

static void put_matrix(const struct html_page *page)
{
    FILE *out = page->out;

    html_table(out, "Table of verdicts", "matrix cards",
               "Each implementation, judged by each manual", "implementation");
    for (size_t k = 0; k < page->run_count; k++)
        if (!is_shown_before(page, k)) {
            fputs("<th scope=\"col\">", out);
            put_column(page, k);
            fputs("</th>", out);
        }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t g = 0; g < page->group_count; g++) {
        fputs("<tr><th scope=\"row\">", out);
        html_group_name(page, &page->groups[g]);
        fputs("</th>", out);
        for (size_t k = 0; k < page->run_count; k++)
            if (!is_shown_before(page, k))
                put_cell(page, &page->groups[g], k);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* The first screen: how each run went, a line each, in words. */

enum { LINES = 10 /* of them before the rest is folded */ };

/* What is no part of the verdict, and is shown next to it. */
static void put_outside_verdict(const struct html_page *page)
{
    const char *before = " Broken house rules, which are on no page: ";
    const char *listed[REPORT_HOUSE], *file = NULL;
    size_t waived = 0, count = 0;

    for (size_t k = 0; k < page->run_count; k++) {
        waived += report_state(&page->runs[k]).waived;
        file = page->runs[k].waivers ? page->runs[k].waivers : file;
    }
    if (waived)
        html_put(page->out,
                 file ? " %u case%s waived by <code>%s</code>."
                      : " %u case%s waived.",
                 waived, waived == 1 ? " is" : "s are", file);
    for (size_t k = 0; k < page->run_count; k++) {
        struct report_state state = report_state(&page->runs[k]);

        for (size_t i = 0; i < state.house && i < REPORT_HOUSE; i++) {
            size_t j = 0;

            while (j < count && strcmp(listed[j], state.house_rules[i]) != 0)
                j++;
            if (j < count || count == REPORT_HOUSE)
                continue;
            listed[count++] = state.house_rules[i];
            fputs(before, page->out);
            html_clause_link(state.house_rules[i], page->out);
            before = ", ";
        }
    }
    fputs(count ? "." : "", page->out);
}

/* The page's verdict on all: how many conform to what they were judged by. */
static void put_overall(const struct html_page *page)
{
    size_t all, judged = 0, few = 0, asked = 0;
    size_t good = report_conforming(page->runs, page->run_count, &all);
    const struct results *only = NULL;
    FILE *out = page->out;

    for (size_t k = 0; k < page->run_count; k++) {
        struct report_state state = report_state(&page->runs[k]);

        judged += state.judged;
        few += state.few;
        if (report_role(page->runs, page->run_count, k) != REPORT_CONTROL) {
            only = &page->runs[k];
            asked++;
        }
    }
    fputs("<p class=\"overall\">", out);
    if (!judged)
        fputs(few ? "Not enough was seen to say whether it conforms."
                  : "Nothing could be judged.",
              out);
    else if (good == all && page->runs->shard)
        html_put(out,
                 "Nothing failed in shard %s of this run, which is no "
                 "verdict: profilcheck merge joins all.",
                 page->runs->shard);
    else if (good == all && report_of_laws(page->runs))
        fputs("Nothing failed in the laws, which are no verdict: the suites "
              "quick and full judge by the manual.",
              out);
    else if (good == all && page->runs->chosen)
        fputs("Nothing failed in the cases that were chosen, which is no "
              "verdict: the suites quick and full judge by the manual.",
              out);
    else if (good == all && results_text(page->runs, "partial"))
        html_put(out,
                 "Nothing failed in %s, after which the run ended, which is no "
                 "verdict: profilcheck run --resume continues it.",
                 results_text(page->runs, "partial"));
    else if (all > 1 && report_is_part(page->runs))
        html_put(out, "%u of %u implementation%s failed.", all - good, all,
                 plural(all));
    else if (asked == 1)
        html_put(
            out, "It %s %s%s.", good ? "conforms to" : "does not conform to",
            notes_manual(only->dialect),
            notes_by_convention(only->dialect) ? "; no manual has that" : "");
    else {
        if (all == 1)
            fputs(good ? "It conforms" : "It does not conform", out);
        else if (good == all)
            html_put(out, "All %u implementations conform", all);
        else
            html_put(out, "%u of %u implementations conform%s", good, all,
                     good == 1 ? "s" : "");
        html_put(out, " to every manual that %s judged by.",
                 all == 1 || good == 1 ? "it was" : "they were");
    }
    if (judged)
        put_outside_verdict(page);
    fputs("</p>\n", out);
}

/* Without the clause, which follows a semicolon, and without quotes. */
static void put_before_clause(const struct html_page *page, const char *words)
{
    size_t length = strcspn(words, ";"), used = 0;
    char *plain = memory_new(length + 1, 1);

    for (size_t k = 0; k < length; k++)
        if (words[k] != '`')
            plain[used++] = words[k];
    html_put(page->out, "%s", plain);
    free(plain);
}

/* Of its worst verdict, those that no other cause is behind. */
static size_t count_own(const struct html_finding *f)
{
    size_t count = 0;

    for (size_t k = 0; k < f->count; k++)
        count +=
            f->cases[k]->verdict == f->verdict && f->cases[k]->cause_count <= 1;
    return count;
}

static bool is_worse(const struct html_finding *a, const struct html_finding *b)
{
    size_t own = count_own(a), other = count_own(b);

    if (verdict_rank(a->verdict) != verdict_rank(b->verdict))
        return verdict_rank(a->verdict) < verdict_rank(b->verdict);
    return own != other ? own > other : a->defect < b->defect;
}

/* What the worst defect of the run is, up to the clause. */
static void put_worst(const struct html_page *page, const struct results *run)
{
    const struct html_finding *worst = NULL;
    const char *got;

    for (size_t k = 0; k < page->finding_count; k++)
        if (page->findings[k].run == run &&
            report_is_bad(page->findings[k].verdict) &&
            (!worst || is_worse(&page->findings[k], worst)))
            worst = &page->findings[k];
    if (!worst)
        return;
    got = worst->cases[0]->got;
    html_put(page->out, "; worst: <a href=\"#c%u\">", worst->defect + 1);
    put_before_clause(page, !worst->cause && got ? got : worst->words);
    if (worst->cause && !worst->cause->rule && got) {
        fputs(": ", page->out);
        put_before_clause(page, got);
    }
    fputs("</a>", page->out);
}

/* How many lines there were; all but the first few are folded. */
static void begin_line(const struct html_page *page, size_t *lines,
                       const struct html_group *group)
{
    if ((*lines)++ == LINES)
        fputs("</ul>\n<details class=\"more\"><summary>The other "
              "lines</summary><ul class=\"lines\">\n",
              page->out);
    fputs("<li><p>", page->out);
    html_group_name(page, group);
    fputs(" as ", page->out);
}

static bool is_good(const struct results *run, const char *name)
{
    return strcmp(run->implementation, name) == 0 &&
           report_state(run).light == REPORT_GOOD;
}

/* The dialects by which it conforms, in one line. */
static void put_good_line(const struct html_page *page, size_t *lines,
                          const struct html_group *group)
{
    struct bar bar = {.implementation = page->order[group->first]};
    size_t count = 0, listed = 0;
    const struct results *last = NULL;
    char several[100];

    for (size_t k = 0; k < page->run_count; k++)
        count += is_good(&page->runs[k], bar.implementation);
    if (!count)
        return;
    begin_line(page, lines, group);
    for (size_t k = 0; k < page->run_count; k++)
        if (is_good(&page->runs[k], bar.implementation)) {
            last = &page->runs[k];
            html_put(page->out, "%s%s", joint(listed++, count), last->dialect);
            add_to_bar(&bar, last);
        }
    if (count == 1)
        bar.dialect = last->dialect;
    snprintf(several, sizeof several, " in %zu of %zu cases",
             bar.of[VERDICT_PASS], bar.cases);
    html_put(page->out, ": <b class=\"good\">conform%s</b>%s</p>\n",
             group->count == 1 ? "s" : "",
             count == 1 ? report_basis(last) : several);
    put_bar(page->out, &bar);
    fputs("</li>\n", page->out);
}

static void put_line(const struct html_page *page, size_t *lines,
                     const struct html_group *group, const struct results *run)
{
    struct bar bar = {.implementation = run->implementation,
                      .dialect = run->dialect};
    struct report_state state = report_state(run);

    begin_line(page, lines, group);
    html_put(page->out, "%s: <b class=\"%s\">%s</b>%s", report_dialect(run),
             html_class_of_light(state.light), state.words, report_basis(run));
    put_worst(page, run);
    fputs("</p>\n", page->out);
    add_to_bar(&bar, run);
    put_bar(page->out, &bar);
    fputs("</li>\n", page->out);
}

/* Of the controls, or of the others. */
static void put_lines(const struct html_page *page, bool control)
{
    size_t lines = 0;

    fputs("<ul class=\"lines\">\n", page->out);
    for (size_t g = 0; g < page->group_count; g++) {
        const struct html_group *group = &page->groups[g];
        const char *name = page->order[group->first];

        if (is_control(page, name) != control)
            continue;
        for (size_t k = 0; k < page->run_count; k++)
            if (run_of(page, name, page->runs[k].dialect) == &page->runs[k] &&
                !is_good(&page->runs[k], name))
                put_line(page, &lines, group, &page->runs[k]);
        put_good_line(page, &lines, group);
    }
    fputs(lines > LINES ? "</ul></details>\n" : "</ul>\n", page->out);
}

/* By dialects that nobody asked for: words alone. */
static void put_offered(const struct html_page *page)
{
    if (!page->offered_count)
        return;
    fprintf(page->out,
            "<details class=\"more\"><summary>%s</summary>"
            "<ul class=\"lines\">\n",
            report_offer(page->runs, page->run_count));
    for (size_t k = 0; k < page->offered_count; k++)
        html_put(page->out, "<li><p><bdi>%s</bdi> as %s: %s</p></li>\n",
                 page->offered[k].implementation, page->offered[k].dialect,
                 report_verdict(&page->offered[k]));
    fputs("</ul></details>\n", page->out);
}

void html_verdicts(const struct html_page *page)
{
    size_t last = page->group_count;

    fputs("<section id=\"verdicts\" aria-label=\"Verdicts\">\n", page->out);
    put_overall(page);
    html_origin(page);
    if (page->run_count > 1)
        put_matrix(page);
    put_lines(page, false);
    put_offered(page);
    if (last && is_control(page, page->order[page->groups[last - 1].first])) {
        fputs("<p class=\"role\">Controls, profilcheck\xe2\x80\x99s own</p>\n",
              page->out);
        put_lines(page, true);
    }
    fputs("</section>\n", page->out);
}
