/* SPDX-License-Identifier: MIT */
/* The form by which html_script shows a part of the page. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static int rules_by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool html_gather_rules(struct html_page *page)
{
    size_t total = 0, kept = 0;

    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++)
            total += page->runs[k].cases[i].rule_count;
    page->rules = malloc((total + 1) * sizeof *page->rules);
    if (!page->rules)
        return false;
    total = 0;
    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++) {
            const struct result *c = &page->runs[k].cases[i];

            for (size_t r = 0; r < c->rule_count; r++)
                page->rules[total++] = c->rules[r];
        }
    qsort(page->rules, total, sizeof *page->rules, rules_by_name);
    for (size_t k = 0; k < total; k++)
        if (!kept || strcmp(page->rules[kept - 1], page->rules[k]) != 0)
            page->rules[kept++] = page->rules[k];
    page->rule_count = kept;
    return true;
}

size_t html_rule_index(const struct html_page *page, const char *rule)
{
    const char **at = bsearch(&rule, page->rules, page->rule_count,
                              sizeof *page->rules, rules_by_name);

    return at ? (size_t)(at - page->rules) : page->rule_count;
}

static void choice(FILE *out, const char *label, const char *name)
{
    html_put(out,
             "<label>%s <select name=\"%s\"><option value=\"\">all</option>",
             label, name);
}

void html_filter(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<form id=\"filter\" role=\"search\" aria-label=\"Show a part\" "
          "hidden>\n",
          out);
    choice(out, "Implementation", "implementation");
    for (size_t g = 0; g < page->group_count; g++)
        for (size_t k = 0; k < page->groups[g].count; k++)
            html_put(out, "<option>%s</option>",
                     page->order[page->groups[g].first + k]);
    fputs("</select></label>\n", out);
    choice(out, "Dialect", "dialect");
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_put(out, "<option>%s</option>", page->runs[k].dialect);
    fputs("</select></label>\n", out);
    choice(out, "Rule", "rule");
    for (size_t k = 0; k < page->rule_count; k++)
        html_put(out, "<option>%s</option>", page->rules[k]);
    fputs("</select></label>\n", out);
    choice(out, "Verdict", "verdict");
    for (unsigned part = 0; part < VERDICTS; part++)
        html_put(out, "<option value=\"%s\">%s</option>",
                 verdict_names[html_parts[part]],
                 verdict_names[html_parts[part]]);
    fputs("</select></label>\n<label>Text <input type=\"search\" "
          "name=\"text\"></label>\n<button type=\"reset\">Show all</button>\n"
          "<output aria-live=\"polite\"></output>\n</form>\n",
          out);
}
