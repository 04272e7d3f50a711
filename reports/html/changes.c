/* SPDX-License-Identifier: MIT */
/* What became of causes since an earlier run. */
#include "html.h"

static const char *const became_words[] = {[REPORT_NEW] = "new",
                                           [REPORT_SAME] = "same",
                                           [REPORT_GONE] = "gone",
                                           [REPORT_UNSEEN] =
                                               "not judged any more"};

/* The newest of what became of its findings: any new one makes it new. */
void html_change(const struct html_page *page, const struct html_defect *defect)
{
    bool known = false;
    enum report_became became = REPORT_SAME;

    for (size_t k = 0; k < page->beside->change_count; k++)
        for (size_t f = 0; f < defect->count; f++)
            if (page->beside->changes[k].cause == defect->findings[f].cause) {
                known = true;
                if (page->beside->changes[k].became == REPORT_NEW)
                    became = REPORT_NEW;
            }
    if (known)
        html_put(page->out, "<b class=\"tag %s\">%s</b> ",
                 became == REPORT_NEW ? "bad" : "open", became_words[became]);
}

static void gone(const struct html_page *page,
                 const struct report_change *change)
{
    html_put(page->out, "<li><b class=\"tag %s\">%s</b> <bdi>%s</bdi> as %s: ",
             change->became == REPORT_GONE ? "good" : "open",
             became_words[change->became], change->run->implementation,
             change->run->dialect);
    html_linked(page, change->cause->sentence);
    fputs("</li>\n", page->out);
}

void html_changes(const struct html_page *page)
{
    size_t of[REPORT_UNSEEN + 1] = {0}, left;
    FILE *out = page->out;

    if (!page->beside->changes)
        return;
    for (size_t k = 0; k < page->beside->change_count; k++)
        of[page->beside->changes[k].became]++;
    left = of[REPORT_GONE] + of[REPORT_UNSEEN];
    html_put(
        out,
        "<section id=\"changes\" aria-labelledby=\"changes-h\">\n"
        "<h2 id=\"changes-h\">Since the earlier run</h2>\n"
        "<p>Causes of each run: %u new, %u gone, %u the same; %u not judged "
        "any more.</p>\n",
        of[REPORT_NEW], of[REPORT_GONE], of[REPORT_SAME], of[REPORT_UNSEEN]);
    if (left)
        fputs("<ul class=\"gone\">\n", out);
    for (size_t k = 0; k < page->beside->change_count; k++)
        if (page->beside->changes[k].became >= REPORT_GONE)
            gone(page, &page->beside->changes[k]);
    fputs(left ? "</ul>\n</section>\n" : "</section>\n", out);
}
