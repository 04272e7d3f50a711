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

/* The defect of a run that a rule is blamed for, counted from 1; 0: none. */
static size_t blamed(const struct html_page *page, const struct results *run,
                     const char *rule)
{
    for (size_t k = 0; k < page->finding_count; k++)
        if (page->findings[k].run == run &&
            html_blames(&page->defects[page->findings[k].defect], rule))
            return page->findings[k].defect + 1;
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
                            const struct html_group *group,
                            const struct results *run,
                            const struct rule_finding *finding)
{
    FILE *out = page->out;
    size_t f;

    html_put(out, "<td data-label=\"%s\" class=\"%s\">",
             page->order[group->first],
             finding ? html_class_of_standing(finding->standing) : "none");
    if (!finding) {
        fputs("not asked</td>", out);
        return;
    }
    fputs(finding->choice_count ? "<b>" : "<b>no single choice", out);
    if (finding->standing == STANDING_NOT_SHOWN)
        fputs("any", out);
    else
        for (size_t k = 0; k < finding->choice_count; k++)
            html_put(out, k ? " or %s" : "%s", finding->choices[k]);
    f = blamed(page, run, finding->rule);
    if (f)
        html_put(out, "</b> <a class=\"standing\" href=\"#c%u\">%s%s</a></td>",
                 f, sign(finding->standing), standing_names[finding->standing]);
    else
        html_put(out, "</b> <span class=\"standing\">%s%s</span></td>",
                 sign(finding->standing), standing_names[finding->standing]);
}

static void html_rules_row(const struct html_page *page, const char *dialect,
                           const struct rule_finding *first)
{
    FILE *out = page->out;

    html_put(out, "<tr><th scope=\"row\">%s<span>%s</span></th>", first->rule,
             first->question ? first->question : "");
    for (size_t g = 0; g < page->group_count; g++) {
        const struct results *run =
            html_group_run(page, &page->groups[g], dialect);

        if (run)
            html_rules_cell(page, &page->groups[g], run,
                            html_rules_find(run, first->rule));
    }
    fputs("<td data-label=\"clause\">", out);
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

    html_put(
        out,
        "<details class=\"group\" data-dialect=\"%s\"><summary>Which choice "
        "each took of every rule, by %s</summary>\n"
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Behaviour by %s\">"
        "<table class=\"rules cards\">\n<caption>By the manual of "
        "%s</caption>\n<thead><tr><th scope=\"col\">rule</th>",
        dialect, dialect, dialect, dialect);
    for (size_t g = 0; g < page->group_count; g++)
        if (html_group_run(page, &page->groups[g], dialect)) {
            fputs("<th scope=\"col\">", out);
            html_group_name(page, &page->groups[g]);
            fputs("</th>", out);
        }
    fputs("<th scope=\"col\">clause</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        if (strcmp(run->dialect, dialect) != 0)
            continue;
        for (size_t r = 0; r < run->behaviour_count; r++)
            if (!told(page, k, run->behaviour[r].rule))
                html_rules_row(page, dialect, &run->behaviour[r]);
    }
    fputs("</tbody></table></div></details>\n", out);
}

void html_rules(const struct html_page *page)
{
    fputs("<h3>Choices</h3>\n<p>Each rule is a decision that every "
          "implementation takes. \xe2\x9c\x93 the manual requires or permits "
          "the choice; \xe2\x9c\x97 it forbids it; \xe2\x97\x8b it is silent, "
          "or the run leaves several open.</p>\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_rules_table(page, page->runs[k].dialect);
}
