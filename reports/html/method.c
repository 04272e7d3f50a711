/* SPDX-License-Identifier: MIT */
/* How it was judged, where, and what that does not show. */
#include <string.h>

#include "conformance/base/plural.h"
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

static void put_fact(const struct html_page *page, const char *name,
                     const char *value)
{
    html_put(page->out, "<dt>%s</dt><dd>%s</dd>\n", name, value);
}

static void put_named(const struct html_page *page, const struct named *row)
{
    put_fact(page, row->name, row->value);
}

typedef const char *html_method_fact(const struct results *);

static const char *fact_version(const struct results *run)
{
    return run->version;
}

static const char *fact_commit(const struct results *run)
{
    return run->commit;
}

static const char *fact_command(const struct results *run)
{
    return run->command;
}

static const char *fact_waivers(const struct results *run)
{
    return run->waivers;
}

static const char *fact_suite(const struct results *run)
{
    return run->suite;
}

static const char *fact_date(const struct results *run)
{
    return run->date;
}

static const struct {
    const char *name;
    html_method_fact *of;
} facts[] = {
    {"date", fact_date},           {"command", fact_command},
    {"profilcheck", fact_version}, {"commit", fact_commit},
    {"suite", fact_suite},         {"waivers", fact_waivers},
};

enum { FACTS = sizeof facts / sizeof *facts };

/* What all runs say alike of one of them; null: they do not. */
static const char *common_fact(const struct html_page *page, unsigned f)
{
    const char *common = facts[f].of(page->runs);

    for (size_t k = 1; common && k < page->run_count; k++) {
        const char *value = facts[f].of(&page->runs[k]);

        if (!value || strcmp(value, common) != 0)
            common = NULL;
    }
    return common;
}

/* A fact that all runs have alike, between words; nothing where they do not. */
static void put_common(const struct html_page *page, const char *before,
                       html_method_fact *of, const char *after)
{
    for (unsigned f = 0; f < FACTS; f++)
        if (facts[f].of == of && common_fact(page, f))
            html_put(page->out, "%s%s%s", before, common_fact(page, f), after);
}

void html_origin(const struct html_page *page)
{
    const char *host =
        page->run_count ? html_method_value(page->runs, "host") : NULL;
    size_t cases = 0;

    if (!page->run_count)
        return;
    for (size_t k = 0; k < page->run_count; k++)
        cases += page->runs[k].case_count;
    html_put(page->out, "<p class=\"origin\">%u case%s", cases, plural(cases));
    put_common(page, " of the suite ", fact_suite, "");
    put_common(page, ", judged on ", fact_date, "");
    if (host && is_common(page, &(struct named){"host", host}))
        html_put(page->out, " on the machine %s", host);
    put_common(page, ", by profilcheck ", fact_version, "");
    put_common(page, " (", fact_commit, ")");
    fputs(".", page->out);
    for (unsigned f = 0; f < FACTS; f++)
        if (facts[f].of == fact_command && common_fact(page, f))
            html_put(page->out, " <code>%s</code>", common_fact(page, f));
    fputs("</p>\n", page->out);
}

static void common_environment(const struct html_page *page)
{
    const struct results *first = page->runs;

    if (!page->run_count)
        return;
    fputs("<dl class=\"facts\">\n", page->out);
    for (unsigned f = 0; f < FACTS; f++)
        if (common_fact(page, f))
            put_fact(page, facts[f].name, common_fact(page, f));
    for (size_t k = 0; k < first->environment_count; k++)
        if (is_common(page, &first->environment[k]))
            put_named(page, &first->environment[k]);
    fputs("</dl>\n", page->out);
}

/* Which files: by their digest they are known again. */
static void what_was_judged(const struct html_page *page)
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
        fputs(run->identity_count ? "</dd>\n" : "not told</dd>\n", page->out);
    }
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
    for (unsigned f = 0; f < FACTS; f++)
        if (facts[f].of(run) && !common_fact(page, f))
            put_fact(page, facts[f].name, facts[f].of(run));
    if (run->shard)
        html_put(out, "<dt>shard</dt><dd>%s</dd>\n", run->shard);
    for (size_t k = 0; k < run->environment_count; k++)
        if (!is_common(page, &run->environment[k]))
            put_named(page, &run->environment[k]);
    fputs("</dl>\n", out);
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
           "passes if some reading that the manual permits explains all that "
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

    fputs("<section id=\"method\" aria-labelledby=\"method-h\">\n"
          "<h2 id=\"method-h\">How it was judged</h2>\n"
          "<p>A case is a few calls and ticks at chosen addresses. It is "
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
          "ticks is judged by the suite live alone.</li>\n</ul>\n"
          "<h3>Environment</h3>\n",
          out);
    common_environment(page);
    what_was_judged(page);
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
    for (unsigned part = 0; part < VERDICTS; part++)
        html_put(out, "<th scope=\"col\">%s</th>",
                 verdict_names[html_parts[part]]);
    fputs("<th scope=\"col\">cases</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        struct html_tally tally = {{0}, 0};

        html_tally_add(&tally, &page->runs[k]);
        html_put(out, "<tr><th scope=\"row\"><bdi>%s</bdi> as %s</th>",
                 page->runs[k].implementation, page->runs[k].dialect);
        for (unsigned part = 0; part < VERDICTS; part++)
            html_put(out, "<td data-label=\"%s\">%u</td>",
                     verdict_names[html_parts[part]],
                     tally.of[html_parts[part]]);
        html_put(out, "<td data-label=\"cases\">%u</td></tr>\n", tally.cases);
    }
    fputs("</tbody></table></div></details>\n</section>\n", out);
}
