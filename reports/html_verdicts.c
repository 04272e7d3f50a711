/* SPDX-License-Identifier: MIT */
/* The first screen: the verdict of each run, and the worst findings. */
#include "conformance/base/plural.h"
#include "html.h"

enum { WORST = 3 };

/* A run without findings has no anchor to link to. */
static void html_verdicts_cell(const struct html_page *page,
                               const struct results *run)
{
    FILE *out = page->out;
    bool good = results_status(run) == 0;
    size_t told = 0;

    html_put(out, "<td class=\"%s\"><strong>%s</strong> <span>",
             good ? "good" : "bad",
             good ? "\xe2\x9c\x93 conforms" : "\xe2\x9c\x97 does not conform");
    for (unsigned v = 0; v < VERDICTS; v++)
        if (run->summary[v] && (report_is_told(v) || v == VERDICT_PASS))
            html_put(out, told++ ? ", %u %s" : "%u %s", run->summary[v],
                     verdict_names[v]);
    html_put(out, " of %u</span></td>", run->case_count);
}

static void html_verdicts_row(const struct html_page *page, const char *dialect)
{
    FILE *out = page->out;

    html_put(out, "<tr><th scope=\"row\"><a href=\"#behaviour-%s\">%s</a></th>",
             dialect, dialect);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run;

        if (!report_new_implementation(page->runs, k))
            continue;
        run = report_find(page->runs, page->run_count,
                          page->runs[k].implementation, dialect);
        if (run)
            html_verdicts_cell(page, run);
        else
            fputs("<td class=\"none\">not judged</td>", out);
    }
    fputs("</tr>\n", out);
}

/* The worst of different reasons: the same is often found in each dialect. */
static void worst(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<h2 id=\"worst\">The worst findings</h2>\n", out);
    if (!page->finding_count) {
        fputs("<p class=\"good\">\xe2\x9c\x93 Nothing was found: every case "
              "that could be judged passes.</p>\n",
              out);
        return;
    }
    fputs("<ol class=\"worst\">\n", out);
    for (size_t k = 0; k < page->finding_count && k < WORST; k++) {
        const struct html_finding *f = &page->findings[k];
        const struct results *run = &page->runs[f->run];

        html_put(out,
                 "<li><a href=\"#f%u\"><b class=\"tag bad\">%s</b> "
                 "<bdi>%s</bdi> as %s</a>: ",
                 k + 1, verdict_names[f->verdict], run->implementation,
                 run->dialect);
        html_linked(page, f->words);
        html_put(out, " <span class=\"count\">(%u case%s)</span></li>\n",
                 f->count, plural(f->count));
    }
    fputs("</ol>\n", out);
}

void html_verdicts(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<section id=\"verdicts\" aria-label=\"Verdicts\">\n"
          "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
          "aria-label=\"Table of verdicts\"><table class=\"matrix\">\n"
          "<caption>Each implementation, judged by each manual</caption>\n"
          "<thead><tr><th scope=\"col\">dialect</th>",
          out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_implementation(page->runs, k))
            html_put(out, "<th scope=\"col\"><bdi>%s</bdi></th>",
                     page->runs[k].implementation);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_verdicts_row(page, page->runs[k].dialect);
    fputs("</tbody></table></div>\n<p class=\"count\">A case passes if some "
          "reading that the manual permits explains it. Of the others some "
          "could not be judged: the manual is silent, or they can\xe2\x80\x99t "
          "be run here.</p>\n",
          out);
    worst(page);
    fputs("</section>\n", out);
}
