/* SPDX-License-Identifier: MIT */
/* Implementations down, dialects across; those that are alike are one. */
#include <string.h>

#include "conformance/base/plural.h"
#include "html.h"

bool html_conforms(const struct html_page *page, size_t k, const char *name)
{
    const struct report_state state = report_state(&page->runs[k]);

    return strcmp(page->runs[k].implementation, name) == 0 &&
           state.light == REPORT_GOOD;
}

/* Whether all were as good or as bad by both. */
static bool same_column(const struct html_page *page, const char *one,
                        const char *other)
{
    for (size_t g = 0; g < page->group_count; g++)
        if (!html_same_run(html_group_run(page, &page->groups[g], one),
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

static void html_matrix_cell(const struct html_page *page,
                             const struct html_group *group, size_t k)
{
    const struct results *run =
        html_group_run(page, group, page->runs[k].dialect);
    struct html_tally tally = {{0}, 0};
    struct report_state state;
    FILE *out = page->out;

    fputs("<td data-label=\"", out);
    put_column(page, k);
    if (!run) {
        fputs("\" class=\"none\">not judged</td>", out);
        return;
    }
    state = report_state(run);
    html_tally_add(&tally, run);
    html_put(
        out, "\" class=\"%s\"><a href=\"#implementation=%p&amp;dialect=%p\">",
        html_class_of_light(state.light), run->implementation, run->dialect);
    if (state.bad && state.causes)
        html_put(out, "\xe2\x9c\x97 %u cause%s", state.causes,
                 state.causes == 1 ? "" : "s");
    else
        html_put(out, "%s%s",
                 state.light == REPORT_GOOD  ? "\xe2\x9c\x93 "
                 : state.light == REPORT_BAD ? "\xe2\x9c\x97 "
                                             : "\xe2\x97\x8b ",
                 state.words);
    if (state.bad)
        html_put(out, "</a><span>%u of %u fail</span></td>", state.bad,
                 run->case_count);
    else if (state.waived)
        html_put(out, "</a><span>%u of %u waived</span></td>", state.waived,
                 run->case_count);
    else if (state.house)
        html_put(out, "</a><span>%u house rule%s broken</span></td>",
                 state.house, plural(state.house));
    else if (tally.of[VERDICT_PASS] == run->case_count)
        html_put(out, "</a><span>all %u pass</span></td>", run->case_count);
    else
        html_put(out, "</a><span>%u of %u pass</span></td>",
                 tally.of[VERDICT_PASS], run->case_count);
}

void html_matrix(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
          "aria-label=\"Table of verdicts\"><table class=\"matrix cards\">\n"
          "<caption>Each implementation, judged by each manual</caption>\n"
          "<thead><tr><th scope=\"col\">implementation</th>",
          out);
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
                html_matrix_cell(page, &page->groups[g], k);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}
