/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/base/plural.h"
#include "html.h"

/* What became of causes since an earlier run. */

static const char *const became_words[] = {[REPORT_NEW] = "new",
                                           [REPORT_SAME] = "same",
                                           [REPORT_GONE] = "gone",
                                           [REPORT_UNSEEN] =
                                               "no longer judged"};

/* The newest of what became of its findings: any new one makes it new. */
void html_change(const struct html_page *page, const struct html_defect *defect)
{
    bool known = false;
    enum report_became became = REPORT_SAME;

    for (size_t k = 0; k < page->history->change_count; k++)
        for (size_t f = 0; f < defect->count; f++)
            if (page->history->changes[k].cause == defect->findings[f].cause) {
                known = true;
                if (page->history->changes[k].became == REPORT_NEW)
                    became = REPORT_NEW;
            }
    if (known)
        html_put(page->out, "<b class=\"tag %s\">%s</b> ",
                 became == REPORT_NEW ? "bad" : "open", became_words[became]);
}

void html_changes(const struct html_page *page)
{
    size_t of[REPORT_UNSEEN + 1] = {0}, left;
    FILE *out = page->out;

    if (!page->history->changes && !page->history->lost_count)
        return;
    for (size_t k = 0; k < page->history->change_count; k++)
        of[page->history->changes[k].became]++;
    left = of[REPORT_GONE] + of[REPORT_UNSEEN];
    html_section(out, "changes", "Since the earlier run");
    html_put(out,
             "<p>Causes of each run: %u new, %u gone, %u the same; %u no "
             "longer judged.</p>\n",
             of[REPORT_NEW], of[REPORT_GONE], of[REPORT_SAME],
             of[REPORT_UNSEEN]);
    for (size_t k = 0; k < page->history->lost_count; k++)
        html_put(out,
                 "<p><b class=\"tag bad\">lost</b> the whole run of "
                 "<bdi>%s</bdi> as %s</p>\n",
                 page->history->lost[k]->implementation,
                 page->history->lost[k]->dialect);
    if (left)
        fputs("<ul class=\"gone\">\n", out);
    for (size_t k = 0; k < page->history->change_count; k++) {
        const struct report_change *change = &page->history->changes[k];

        if (change->became >= REPORT_GONE)
            html_put(out,
                     "<li><b class=\"tag %s\">%s</b> <bdi>%s</bdi> as %s: "
                     "%l</li>\n",
                     change->became == REPORT_GONE ? "good" : "open",
                     became_words[change->became], change->run->implementation,
                     change->run->dialect, change->cause->sentence);
    }
    fputs(left ? "</ul>\n</section>\n" : "</section>\n", out);
}

/* How many cases did not pass, file by file: a chart a dialect, a line an
 * implementation. */

enum {
    WIDTH = 420,
    HEIGHT = 120,
    LEFT = 34,
    TOP = 10,
    LABELS = 220,
    LETTERS = 32, /* of a label */
    LINES = 6,    /* styles of lines; more begin anew */
};

/* The files that have the dialect, and the most cases that did not pass. */
struct html_chart {
    const char *dialect;
    size_t files, most;
};

static bool is_first_of_history(const struct html_page *page, size_t k,
                                bool by_name)
{
    const struct report_point *points = page->history->points;

    for (size_t j = 0; j < k; j++)
        if (!strcmp(points[j].dialect, points[k].dialect) &&
            !strcmp(by_name ? points[j].implementation : points[j].kept,
                    by_name ? points[k].implementation : points[k].kept))
            return false;
    return true;
}

/* Which of the dialect's files the k-th point is in, from 0. */
static size_t html_history_file(const struct html_page *page, size_t k)
{
    const struct report_point *points = page->history->points;
    size_t file = 0;

    for (size_t j = 0; j < page->history->point_count; j++) {
        if (strcmp(points[j].dialect, points[k].dialect) != 0)
            continue;
        if (!strcmp(points[j].kept, points[k].kept))
            break;
        file += is_first_of_history(page, j, false);
    }
    return file;
}

static size_t html_history_x(const struct html_chart *chart, size_t file)
{
    return LEFT + (chart->files > 1 ? file * WIDTH / (chart->files - 1) : 0);
}

static size_t html_history_y(const struct html_chart *chart, size_t bad)
{
    return TOP + HEIGHT - (chart->most ? bad * HEIGHT / chart->most : 0);
}

/* The points of one implementation, from its first on. */
static void html_history_line(const struct html_page *page,
                              const struct html_chart *chart, size_t first,
                              size_t line)
{
    const struct report_point *points = page->history->points, *last = NULL;
    size_t x = 0, y = 0, length = strlen(points[first].implementation);
    bool more = length > LETTERS;
    FILE *out = page->out;

    html_put(out, "<path class=\"line l%u\" d=\"", line % LINES);
    for (size_t k = first; k < page->history->point_count; k++) {
        if (strcmp(points[k].dialect, chart->dialect) != 0 ||
            strcmp(points[k].implementation, points[first].implementation) != 0)
            continue;
        x = html_history_x(chart, html_history_file(page, k));
        y = html_history_y(chart, points[k].bad);
        html_put(out, last ? "L%u %u" : "M%u %uh1", x, y);
        last = &points[k];
    }
    html_put(out,
             "\"/><circle class=\"l%u\" cx=\"%u\" cy=\"%u\" r=\"3\"/>\n"
             "<path class=\"line l%u\" d=\"M%d %uh24\"/>"
             "<text x=\"%d\" y=\"%u\">%u %s%s</text>\n",
             line % LINES, x, y, line % LINES, LEFT + WIDTH + 14,
             TOP + 6 + line * 18, LEFT + WIDTH + 44, TOP + 10 + line * 18,
             last->bad, more ? "\xe2\x80\xa6" : "",
             last->implementation + (more ? length - LETTERS : 0));
}

static void html_history_words(const struct html_page *page,
                               const struct html_chart *chart)
{
    const struct report_point *points = page->history->points;

    for (size_t k = 0; k < page->history->point_count; k++)
        if (!strcmp(points[k].dialect, chart->dialect))
            html_put(page->out, "%s, %s: %u of %u. ", points[k].kept,
                     points[k].implementation, points[k].bad, points[k].cases);
}

static void html_history_picture(const struct html_page *page,
                                 const struct html_chart *chart, size_t lines)
{
    const struct report_point *points = page->history->points;
    size_t right = LEFT + WIDTH + 20 + LABELS, line = 0;
    size_t below = TOP + (lines * 18 > HEIGHT ? lines * 18 : HEIGHT) + 10;
    FILE *out = page->out;

    html_put(out,
             "<svg role=\"img\" viewBox=\"0 0 %u %u\" width=\"%u\" "
             "height=\"%u\"><title>Cases that did not pass, by %s</title>"
             "<desc>",
             right, below, right, below, chart->dialect);
    html_history_words(page, chart);
    html_put(
        out,
        "</desc>\n<path class=\"base\" d=\"M%d %dH%dM%d %dH%d\"/>\n"
        "<text x=\"0\" y=\"%d\">%u</text><text x=\"0\" y=\"%d\">0</text>\n",
        LEFT, TOP, LEFT + WIDTH, LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + 5,
        chart->most, TOP + HEIGHT + 4);
    for (size_t k = 0; k < page->history->point_count; k++)
        if (!strcmp(points[k].dialect, chart->dialect) &&
            is_first_of_history(page, k, true))
            html_history_line(page, chart, k, line++);
    fputs("</svg>\n", out);
}

/* The chart of the dialect of the first-th point. */
static void html_history_chart(const struct html_page *page, size_t first)
{
    const struct report_point *points = page->history->points;
    struct html_chart chart = {points[first].dialect, 0, 0};
    const char *since = points[first].kept, *until = since;
    size_t lines = 0;

    for (size_t k = first; k < page->history->point_count; k++) {
        if (strcmp(points[k].dialect, chart.dialect) != 0)
            continue;
        chart.files += is_first_of_history(page, k, false);
        lines += is_first_of_history(page, k, true);
        until = points[k].kept;
        if (points[k].bad > chart.most)
            chart.most = points[k].bad;
    }
    html_put(page->out,
             "<figure class=\"group\" data-dialect=\"%s\">\n<h3>%s</h3>\n",
             chart.dialect, chart.dialect);
    html_history_picture(page, &chart, lines);
    html_put(page->out,
             "<figcaption>Cases that did not pass, in %u file%s: "
             "%s to %s</figcaption>\n</figure>\n",
             chart.files, plural(chart.files), since, until);
}

void html_history(const struct html_page *page)
{
    const struct report_point *points = page->history->points;

    if (!page->history->point_count)
        return;
    html_section(page->out, "history", "Over time");
    fputs("<div class=\"maps\">\n", page->out);
    for (size_t k = 0; k < page->history->point_count; k++) {
        bool listed = false;

        for (size_t j = 0; j < k; j++)
            listed = listed || !strcmp(points[j].dialect, points[k].dialect);
        if (!listed)
            html_history_chart(page, k);
    }
    fputs("</div>\n</section>\n", page->out);
}
