/* SPDX-License-Identifier: MIT */
/* How it was judged, where, and what that does not show. */
#include <string.h>

#include "html.h"

static const char *html_method_value(const struct results *run,
                                     const char *name)
{
    for (size_t k = 0; k < run->environment_count; k++)
        if (strcmp(run->environment[k].name, name) == 0)
            return run->environment[k].value;
    return NULL;
}

/* Whether all runs have that value. */
static bool is_common(const struct html_page *page, const struct named *row)
{
    for (size_t k = 0; k < page->run_count; k++) {
        const char *value = html_method_value(&page->runs[k], row->name);

        if (!value || strcmp(value, row->value) != 0)
            return false;
    }
    return true;
}

static void put_named(const struct html_page *page, const struct named *row)
{
    html_put(page->out, "<dt>%s</dt><dd>%s</dd>\n", row->name, row->value);
}

static void common_environment(const struct html_page *page)
{
    const struct results *first = page->runs;

    if (!page->run_count)
        return;
    fputs("<dl class=\"facts\">\n", page->out);
    for (size_t k = 0; k < first->environment_count; k++)
        if (is_common(page, &first->environment[k]))
            put_named(page, &first->environment[k]);
    fputs("</dl>\n", page->out);
}

/* What is of this run alone. */
static void own_facts(const struct html_page *page, const struct results *run)
{
    FILE *out = page->out;

    html_put(out,
             "<h4><bdi>%s</bdi> as %s</h4><dl class=\"facts\">\n"
             "<dt>backend</dt><dd>%s</dd>\n",
             run->implementation, run->dialect, run->backend);
    if (run->suite)
        html_put(out, "<dt>suite</dt><dd>%s</dd>\n", run->suite);
    if (run->shard)
        html_put(out, "<dt>shard</dt><dd>%s</dd>\n", run->shard);
    if (run->date)
        html_put(out, "<dt>date</dt><dd>%s</dd>\n", run->date);
    if (run->version)
        html_put(out, "<dt>profilcheck</dt><dd>%s</dd>\n", run->version);
    for (size_t k = 0; k < run->identity_count; k++)
        put_named(page, &run->identity[k]);
    for (size_t k = 0; k < run->environment_count; k++)
        if (!is_common(page, &run->environment[k]))
            put_named(page, &run->environment[k]);
    fputs("</dl>\n", out);
}

void html_method(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<section id=\"method\" aria-labelledby=\"method-h\">\n"
          "<h2 id=\"method-h\">How it was judged</h2>\n"
          "<p>A case is a few calls and ticks at chosen addresses. It is "
          "carried out in a process of its own, and every counter, return "
          "value and state afterwards is compared with a model of the manual. "
          "A case passes if some reading that the manual permits explains "
          "all that was seen; it fails if none does. Cases that one wrong "
          "choice explains are one cause.</p>\n"
          "<h3>Limits</h3>\n<ul>\n<li>A pass says that no case showed a "
          "fault, not that there is none.</li>\n<li>Where the manual is "
          "silent (not specified), behaviour is observed and judged by "
          "nobody.</li>\n"
          "<li>What can\xe2\x80\x99t be run on this machine is not judged: "
          "16-bit and 32-bit addresses, and calls that an implementation "
          "lacks.</li>\n<li>Ticks come at chosen addresses; how often a clock "
          "ticks is judged by the suite live alone.</li>\n</ul>\n"
          "<h3>Environment</h3>\n",
          out);
    common_environment(page);
    fputs("<details class=\"runs\"><summary>Each run</summary>\n", out);
    for (size_t k = 0; k < page->run_count; k++)
        own_facts(page, &page->runs[k]);
    fputs("</details>\n</section>\n", out);
}

/* For paper: each run's cases by what became of them. */
void html_appendix(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<section id=\"appendix\" aria-labelledby=\"appendix-h\">\n"
          "<h2 id=\"appendix-h\">Numbers</h2>\n<details><summary>Cases of "
          "each run</summary>\n<div class=\"wide\" tabindex=\"0\" "
          "role=\"region\" aria-label=\"Table of numbers\"><table "
          "class=\"numbers cards\">\n<caption>Cases of each "
          "run</caption>\n<thead><tr><th scope=\"col\">run</th>",
          out);
    for (unsigned part = 0; part < HTML_PARTS; part++)
        html_put(out, "<th scope=\"col\">%s</th>", html_parts[part].words);
    fputs("<th scope=\"col\">cases</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        struct html_tally tally = {{0}, 0};

        html_tally_add(&tally, &page->runs[k]);
        html_put(out, "<tr><th scope=\"row\"><bdi>%s</bdi> as %s</th>",
                 page->runs[k].implementation, page->runs[k].dialect);
        for (unsigned part = 0; part < HTML_PARTS; part++)
            html_put(out, "<td data-label=\"%s\">%u</td>",
                     html_parts[part].words, tally.of[part]);
        html_put(out, "<td data-label=\"cases\">%u</td></tr>\n", tally.cases);
    }
    fputs("</tbody></table></div></details>\n</section>\n", out);
}
