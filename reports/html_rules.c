/* SPDX-License-Identifier: MIT */
/* Rule by implementation: which choice was taken, and how it stands. */
#include <string.h>

#include "html.h"

static const struct rule_finding *html_rules_find(const struct results *run,
                                                  const char *rule)
{
    for (size_t k = 0; run && k < run->behaviour_count; k++)
        if (!strcmp(run->behaviour[k].rule, rule))
            return &run->behaviour[k];
    return NULL;
}

/* The finding of a run that a rule is blamed for, counted from 1; 0: none. */
static size_t blamed(const struct html_page *page, const struct results *run,
                     const char *rule)
{
    for (size_t k = 0; k < page->finding_count; k++)
        if (&page->runs[page->findings[k].run] == run &&
            html_blames(&page->findings[k], rule))
            return k + 1;
    return 0;
}

static const char *sign(unsigned standing)
{
    switch (*html_class_of_standing(standing)) {
    case 'g': return "\xe2\x9c\x93 ";
    case 'b': return "\xe2\x9c\x97 ";
    default: return "\xe2\x97\x8b ";
    }
}

static void html_rules_cell(const struct html_page *page,
                            const struct results *run,
                            const struct rule_finding *finding)
{
    FILE *out = page->out;
    size_t f;

    if (!finding) {
        fputs("<td class=\"none\">not asked</td>", out);
        return;
    }
    html_put(out, "<td class=\"%s\"><b>",
             html_class_of_standing(finding->standing));
    if (!finding->choice_count)
        fputs("no single choice", out);
    if (finding->standing == STANDING_NOT_SHOWN)
        fputs("any", out);
    else
        for (size_t k = 0; k < finding->choice_count; k++)
            html_put(out, k ? " or %s" : "%s", finding->choices[k]);
    f = blamed(page, run, finding->rule);
    if (f)
        html_put(out, "</b> <a class=\"standing\" href=\"#f%u\">%s%s</a></td>",
                 f, sign(finding->standing), standing_names[finding->standing]);
    else
        html_put(out, "</b> <span class=\"standing\">%s%s</span></td>",
                 sign(finding->standing), standing_names[finding->standing]);
}

/* Whether the k-th run is the first of its implementation by the dialect. */
static bool html_rules_is_judged(const struct html_page *page, size_t k,
                                 const char *dialect)
{
    return report_find(page->runs, page->run_count,
                       page->runs[k].implementation, dialect) == &page->runs[k];
}

static void html_rules_row(const struct html_page *page, const char *dialect,
                           const struct rule_finding *first)
{
    FILE *out = page->out;
    size_t length = html_rule_length(first->rule);
    const char *bad = "";

    for (size_t k = 0; k < page->run_count; k++) {
        const struct rule_finding *f =
            html_rules_find(&page->runs[k], first->rule);

        if (f && !strcmp(page->runs[k].dialect, dialect) &&
            *html_class_of_standing(f->standing) == 'b')
            bad = " data-bad";
    }
    fputs("<tr class=\"item\"", out);
    fputs(bad, out);
    html_put(out, " data-dialect=\"%s\" data-rules=\"", dialect);
    for (size_t k = 0; k < page->rule_count; k++)
        if (strlen(page->rules[k]) == length &&
            !strncmp(page->rules[k], first->rule, length))
            html_put(out, "%u", k);
    html_put(out, "\"><th scope=\"row\">%s<span>%s</span></th>", first->rule,
             first->question);
    for (size_t k = 0; k < page->run_count; k++)
        if (html_rules_is_judged(page, k, dialect))
            html_rules_cell(page, &page->runs[k],
                            html_rules_find(&page->runs[k], first->rule));
    fputs("<td>", out);
    html_clause_link(page, first->clause);
    fputs("</td></tr>\n", out);
}

/* Whether a run before the k-th of the dialect has the rule. */
static bool told(const struct html_page *page, size_t k, const char *rule)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(page->runs[j].dialect, page->runs[k].dialect) &&
            html_rules_find(&page->runs[j], rule))
            return true;
    return false;
}

static void html_rules_table(const struct html_page *page, const char *dialect)
{
    FILE *out = page->out;

    html_put(out,
             "<div class=\"wide group\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"Behaviour by %s\" id=\"behaviour-%s\">"
             "<table class=\"rules\">\n<caption>By the manual of %s</caption>\n"
             "<thead><tr><th scope=\"col\">rule</th>",
             dialect, dialect, dialect);
    for (size_t k = 0; k < page->run_count; k++)
        if (html_rules_is_judged(page, k, dialect))
            html_put(out, "<th scope=\"col\"><bdi>%s</bdi></th>",
                     page->runs[k].implementation);
    fputs("<th scope=\"col\">clause</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        if (strcmp(run->dialect, dialect) != 0)
            continue;
        for (size_t r = 0; r < run->behaviour_count; r++)
            if (!told(page, k, run->behaviour[r].rule))
                html_rules_row(page, dialect, &run->behaviour[r]);
    }
    fputs("</tbody></table></div>\n", out);
}

void html_rules(const struct html_page *page)
{
    fputs("<section id=\"behaviour\" aria-labelledby=\"behaviour-h\">\n"
          "<h2 id=\"behaviour-h\">Behaviour</h2>\n<p>Each rule is a decision "
          "that every implementation takes. \xe2\x9c\x93 the manual requires "
          "or permits the choice; \xe2\x9c\x97 it forbids it; \xe2\x97\x8b "
          "it is silent, or the run leaves several open.</p>\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_rules_table(page, page->runs[k].dialect);
    fputs("</section>\n", page->out);
}
