/* SPDX-License-Identifier: MIT */
/* How it was judged, where, and what that does not show. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/results/fields.h"
#include "html.h"

/* What is shown of all of its header, before its environment. */
static const char *const facts[] = {"date",   "command", "version",
                                    "commit", "suite",   "waivers"};

enum { FACTS = sizeof facts / sizeof *facts };

/* What all runs say of it; null: they do not. */
static const char *common_fact(const struct html_page *page, const char *name)
{
    const char *common =
        page->run_count ? results_text(page->runs, name) : NULL;

    for (size_t k = 1; common && k < page->run_count; k++) {
        const char *value = results_text(&page->runs[k], name);

        if (!value || strcmp(value, common) != 0)
            common = NULL;
    }
    return common;
}

/* Rows of the environment, in words. */
static const char *const labels[][2] = {
    {"version", "profilcheck"},     {"compiler", "compiler of profilcheck"},
    {"word", "bits of an address"}, {"calls", "calls that it has"},
    {"delivery", "how ticks came"},
};

static void put_fact(const struct html_page *page, const char *name,
                     const char *value)
{
    const char *label = name;

    if (!value)
        return;
    for (size_t k = 0; k < sizeof labels / sizeof *labels; k++)
        if (strcmp(labels[k][0], name) == 0)
            label = labels[k][1];
    html_put(page->out, "<dt>%s</dt><dd>%s</dd>\n", label, value);
}

/* A fact that all runs have, in words; nothing where they do not. */
static void put_common(const struct html_page *page, const char *words,
                       const char *name)
{
    if (common_fact(page, name))
        html_put(page->out, words, common_fact(page, name));
}

void html_origin(const struct html_page *page)
{
    size_t cases = 0;

    if (!page->run_count)
        return;
    for (size_t k = 0; k < page->run_count; k++)
        cases += page->runs[k].case_count;
    html_put(page->out, "<p class=\"origin\">%u case%s", cases, plural(cases));
    put_common(page, " of the suite %s", "suite");
    put_common(page, ", judged on %s", "date");
    put_common(page, " on the machine %s", "host");
    put_common(page, ", by profilcheck %s", "version");
    put_common(page, " (%s)", "commit");
    fputs(".", page->out);
    if (common_fact(page, "command")) {
        char *command = report_command(page->runs);

        html_put(page->out, " <code>%s</code>", command);
        free(command);
    }
    fputs("</p>\n", page->out);
}

/* Those that all runs have; or those of a run that it has alone. */
static void put_facts(const struct html_page *page, const struct results *run)
{
    const struct results *of = run ? run : page->runs;

    for (unsigned f = 0; f < FACTS; f++)
        if (!run == !!common_fact(page, facts[f]))
            put_fact(page, facts[f], results_text(of, facts[f]));
    if (run)
        put_fact(page, "shard", run->shard);
    for (size_t k = 0; k < of->environment_count; k++)
        if (!run == !!common_fact(page, of->environment[k].name))
            put_fact(page, of->environment[k].name, of->environment[k].value);
    fputs("</dl>\n", page->out);
}

/* Which files: by their digest they are known again. */
static void put_files(const struct html_page *page)
{
    fputs("<h3>What was judged</h3>\n<dl class=\"facts\">\n", page->out);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        if (!report_new_implementation(page->runs, k))
            continue;
        html_put(page->out, "<dt><bdi>%s</bdi></dt><dd>", run->implementation);
        for (size_t i = 0; i < run->identity_count; i++)
            html_put(page->out, i ? ", %s %s" : "%s %s", run->identity[i].name,
                     run->identity[i].value);
        fputs(run->identity_count ? "</dd>\n" : "not known</dd>\n", page->out);
    }
    fputs("</dl>\n", page->out);
}

/* How a suite judges; null: any other. */
static const struct {
    const char *suite, *words;
} ways[] = {
    {"live", "Suite live: the implementation's own clock ticks, and what it "
             "counted is judged by statistics, with stated error rates."},
    {"laws", "Suite laws: related cases are held against each other, without a "
             "model; a case fails where it breaks a law that all must obey."},
    {NULL, "What was observed is compared with a model of the manual. A case "
           "passes if a behaviour that the manual permits explains all that "
           "was seen; it fails if none does. Cases that one wrong choice "
           "explains are one cause."},
};

enum { WAYS = sizeof ways / sizeof *ways };

/* Whether some run was judged in that way. */
static bool is_way(const struct html_page *page, unsigned way)
{
    for (size_t k = 0; k < page->run_count; k++) {
        const char *suite = page->runs[k].suite;
        unsigned its = 0;

        while (ways[its].suite && (!suite || strcmp(ways[its].suite, suite)))
            its++;
        if (its == way)
            return true;
    }
    return false;
}

void html_method(const struct html_page *page)
{
    FILE *out = page->out;

    html_section(out, "method", "How it was judged");
    fputs("<p>A case is a few calls and ticks at chosen addresses. It is "
          "carried out in a contained process, and every counter, return "
          "value and state afterwards is observed.</p>\n",
          out);
    for (unsigned k = 0; k < WAYS; k++)
        if (is_way(page, k))
            html_put(out, "<p>%s</p>\n", ways[k].words);
    fputs("<h3>Limits</h3>\n<ul>\n<li>A pass says that no case showed a "
          "fault, not that there is none.</li>\n<li>Where the manual is "
          "silent (unspecified), behaviour is observed and judged by "
          "nobody.</li>\n"
          "<li>What can\xe2\x80\x99t be run on this machine is not judged: "
          "16-bit and 32-bit addresses, and calls that an implementation "
          "lacks.</li>\n<li>Ticks come at chosen addresses; how often a clock "
          "ticks is judged by the suite live alone.</li>\n<li>They come to the "
          "thread that calls; how the pc of another thread is counted, "
          "nobody judges.</li>\n</ul>\n"
          "<h3>Environment</h3>\n",
          out);
    if (page->run_count) {
        fputs("<dl class=\"facts\">\n", out);
        put_facts(page, NULL);
    }
    put_files(page);
    fputs("<details class=\"runs\"><summary>Each run</summary>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        html_put(out,
                 "<h4><bdi>%s</bdi> as %s</h4><dl class=\"facts\">\n"
                 "<dt>backend</dt><dd>%s</dd>\n",
                 page->runs[k].implementation, page->runs[k].dialect,
                 page->runs[k].backend);
        put_facts(page, &page->runs[k]);
    }
    fputs("</details>\n</section>\n", out);
}

/* For paper: each run's cases by what became of them. */
void html_appendix(const struct html_page *page)
{
    FILE *out = page->out;

    html_section(out, "appendix", "Numbers");
    fputs("<details><summary>Cases of each run</summary>\n", out);
    html_table(out, "Table of numbers", "numbers cards", "Cases of each run",
               "run");
    for (unsigned part = 0; part < VERDICTS; part++)
        html_put(out, "<th scope=\"col\">%s</th>",
                 verdict_names[html_parts[part]]);
    fputs("<th scope=\"col\">cases</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        html_put(out, "<tr><th scope=\"row\"><bdi>%s</bdi> as %s</th>",
                 run->implementation, run->dialect);
        for (unsigned part = 0; part < VERDICTS; part++)
            html_put(out, "<td data-label=\"%s\">%u</td>",
                     verdict_names[html_parts[part]],
                     run->summary[html_parts[part]]);
        html_put(out, "<td data-label=\"cases\">%u</td></tr>\n",
                 run->case_count);
    }
    fputs("</tbody></table></div></details>\n</section>\n", out);
}
