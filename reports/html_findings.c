/* SPDX-License-Identifier: MIT */
/* What did not pass: a finding a reason, with its smallest case. */
#include <string.h>

#include "conformance/base/plural.h"
#include "html.h"

enum { WHOLE = 1, NAMED = 200 };

/* Those that the reason names; where it names none, all that were asked. */
static void html_findings_rules(const struct html_page *page,
                                const struct html_finding *f)
{
    bool named = false;
    const char *before = "";

    for (size_t k = 0; k < page->rule_count; k++)
        named = named || html_blames(f, page->rules[k]);
    for (size_t k = 0; k < page->rule_count; k++) {
        bool has = named && html_blames(f, page->rules[k]);

        for (size_t r = 0; !named && !has && r < f->cases[0]->rule_count; r++)
            has = !strcmp(f->cases[0]->rules[r], page->rules[k]);
        if (has) {
            fputs(before, page->out);
            html_put(page->out, "%u", k);
            before = " ";
        }
    }
}

static void html_findings_block(const struct html_page *page, const char *title,
                                const char *text)
{
    if (!text || !*text)
        return;
    html_put(page->out, "<h4>%s</h4>\n<pre tabindex=\"0\">", title);
    html_linked(page, text);
    fputs("</pre>\n", page->out);
}

/* How to get a program that was not asked for. */
static void hint(const struct html_page *page, const struct results *run,
                 const struct result *c)
{
    if (c->program || !run->suite ||
        (strcmp(run->suite, "quick") && strcmp(run->suite, "full")))
        return;
    html_put(page->out,
             "<p class=\"count\">The least case, and a C program "
             "of it: <code>profilcheck shrink --dialect %s %s %s</code></p>\n",
             run->dialect, c->id, run->implementation);
}

static void html_findings_one_case(const struct html_page *page,
                                   const struct result *c)
{
    fputs("<p class=\"detail\">", page->out);
    html_linked(page, c->detail);
    fputs("</p>\n", page->out);
    html_histogram(page, c);
    html_findings_block(page, "Why", c->explanation);
    html_findings_block(page, "The case", c->text);
    html_findings_block(page, "What was observed", c->observed);
    html_findings_block(page, "What was observed after other cases",
                        c->company);
    html_findings_block(page, "A C program that shows it", c->program);
}

static void others(const struct html_page *page, const struct html_finding *f)
{
    FILE *out = page->out;

    if (f->count <= WHOLE)
        return;
    html_put(out,
             "<details><summary>%u more of the same</summary>"
             "<ul class=\"ids\">\n",
             f->count - WHOLE);
    for (size_t k = WHOLE; k < f->count && k < NAMED; k++)
        html_put(out, "<li>%s\n", f->cases[k]->id);
    fputs("</ul>\n", out);
    if (f->count > NAMED)
        html_put(out, "<p>and %u that are not named here.</p>\n",
                 f->count - NAMED);
    fputs("</details>\n", out);
}

static void finding(const struct html_page *page, size_t k)
{
    const struct html_finding *f = &page->findings[k];
    const struct results *run = &page->runs[f->run];
    FILE *out = page->out;

    html_put(out,
             "<article class=\"item\" id=\"f%u\" data-bad "
             "data-dialect=\"%s\" data-rules=\"",
             k + 1, run->dialect);
    html_findings_rules(page, f);
    html_put(out,
             "\">\n<h3><b class=\"tag bad\">%s</b> <bdi>%s</bdi> as %s"
             "</h3>\n<p class=\"reason\">",
             verdict_names[f->verdict], run->implementation, run->dialect);
    html_linked(page, f->words);
    fputs("</p>\n", out);
    if (f->cause && f->cause->telling)
        html_put(out, "<p>This would tell: <code>%s</code></p>\n",
                 f->cause->telling);
    if (f->cases[0]->waiver)
        html_put(out, "<p>Waived (it would be %s): %s</p>\n",
                 verdict_names[f->cases[0]->waived], f->cases[0]->waiver);
    html_put(out,
             "<details><summary>%s <span class=\"count\">%u case%s"
             "</span></summary>\n",
             f->cases[0]->id, f->count, plural(f->count));
    html_findings_one_case(page, f->cases[0]);
    hint(page, run, f->cases[0]);
    others(page, f);
    fputs("</details>\n</article>\n", out);
}

void html_findings(const struct html_page *page)
{
    FILE *out = page->out;

    html_put(out,
             "<section id=\"findings\" aria-labelledby=\"findings-h\" "
             "tabindex=\"-1\">\n<h2 id=\"findings-h\">Findings (%u)</h2>\n",
             page->finding_count);
    if (!page->finding_count)
        fputs("<p>None.</p>\n", out);
    else
        fputs("<p>Cases that one defect is behind are one finding; the "
              "smallest of them is shown.</p>\n",
              out);
    for (size_t k = 0; k < page->finding_count; k++)
        finding(page, k);
    fputs("</section>\n", out);
}
