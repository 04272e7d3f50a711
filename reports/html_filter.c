/* SPDX-License-Identifier: MIT */
/* The form by which html_script shows a part of the page. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static int by_name(const void *a, const void *b)
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
    qsort(page->rules, total, sizeof *page->rules, by_name);
    for (size_t k = 0; k < total; k++)
        if (!kept || strcmp(page->rules[kept - 1], page->rules[k]) != 0)
            page->rules[kept++] = page->rules[k];
    page->rule_count = kept;
    return true;
}

void html_filter(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<form id=\"filter\" role=\"search\" aria-label=\"Show a part\" "
          "hidden>\n<label><input type=\"checkbox\" name=\"failures\" "
          "value=\"only\"> Failures only</label>\n"
          "<label>Dialect <select name=\"dialect\"><option value=\"\">all"
          "</option>",
          out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_put(out, "<option>%s</option>", page->runs[k].dialect);
    fputs("</select></label>\n<label>Rule <select name=\"rule\">"
          "<option value=\"\">all</option>",
          out);
    for (size_t k = 0; k < page->rule_count; k++)
        html_put(out, "<option>%s</option>", page->rules[k]);
    fputs("</select></label>\n<label>Text <input type=\"search\" "
          "name=\"text\"></label>\n<button type=\"reset\">Show all</button>\n"
          "<output aria-live=\"polite\"></output>\n</form>\n",
          out);
}
