/* SPDX-License-Identifier: MIT */
/* How many cases did not pass, file by file: a chart a dialect, a line an
 * implementation. */
#include <string.h>

#include "html.h"

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
    const struct report_point *points = page->beside->points;

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
    const struct report_point *points = page->beside->points;
    size_t file = 0;

    for (size_t j = 0; j < page->beside->point_count; j++) {
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
    const struct report_point *points = page->beside->points, *last = NULL;
    FILE *out = page->out;
    size_t x = 0, y = 0;

    html_put(out, "<path class=\"line l%u\" d=\"", line % LINES);
    for (size_t k = first; k < page->beside->point_count; k++) {
        if (strcmp(points[k].dialect, chart->dialect) != 0 ||
            strcmp(points[k].implementation, points[first].implementation) != 0)
            continue;
        x = html_history_x(chart, html_history_file(page, k));
        y = html_history_y(chart, points[k].bad);
        html_put(out, last ? "L%u %u" : "M%u %uh1", x, y);
        last = &points[k];
    }
    html_put(out, "\"/><circle class=\"l%u\" cx=\"%u\" cy=\"%u\" r=\"3\"/>\n",
             line % LINES, x, y);
    html_put(out, "<path class=\"line l%u\" d=\"M%u %uh24\"/>", line % LINES,
             (size_t)LEFT + WIDTH + 14, (size_t)TOP + 6 + line * 18);
    html_put(out, "<text x=\"%u\" y=\"%u\">%u ", (size_t)LEFT + WIDTH + 44,
             (size_t)TOP + 10 + line * 18, last->bad);
    html_put(out,
             strlen(last->implementation) > LETTERS ? "\xe2\x80\xa6%s</text>\n"
                                                    : "%s</text>\n",
             strlen(last->implementation) > LETTERS
                 ? last->implementation + strlen(last->implementation) - LETTERS
                 : last->implementation);
}

static void html_history_words(const struct html_page *page,
                               const struct html_chart *chart)
{
    const struct report_point *points = page->beside->points;

    for (size_t k = 0; k < page->beside->point_count; k++)
        if (!strcmp(points[k].dialect, chart->dialect))
            html_put(page->out, "%s, %s: %u of %u. ", points[k].kept,
                     points[k].implementation, points[k].bad, points[k].cases);
}

static void html_history_picture(const struct html_page *page,
                                 const struct html_chart *chart, size_t lines)
{
    const struct report_point *points = page->beside->points;
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
        "</desc>\n<path class=\"base\" d=\"M%u %uH%uM%u %uH%u\"/>\n"
        "<text x=\"0\" y=\"%u\">%u</text><text x=\"0\" y=\"%u\">0</text>\n",
        (size_t)LEFT, (size_t)TOP, (size_t)LEFT + WIDTH, (size_t)LEFT,
        (size_t)TOP + HEIGHT, (size_t)LEFT + WIDTH, (size_t)TOP + 5,
        chart->most, (size_t)TOP + HEIGHT + 4);
    for (size_t k = 0; k < page->beside->point_count; k++)
        if (!strcmp(points[k].dialect, chart->dialect) &&
            is_first_of_history(page, k, true))
            html_history_line(page, chart, k, line++);
    fputs("</svg>\n", out);
}

/* The chart of the dialect of the first-th point. */
static void html_history_chart(const struct html_page *page, size_t first)
{
    const struct report_point *points = page->beside->points;
    struct html_chart chart = {points[first].dialect, 0, 0};
    const char *since = points[first].kept, *until = since;
    size_t lines = 0;

    for (size_t k = first; k < page->beside->point_count; k++) {
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
             chart.files, chart.files == 1 ? "" : "s", since, until);
}

void html_history(const struct html_page *page)
{
    const struct report_point *points = page->beside->points;

    if (!page->beside->point_count)
        return;
    fputs("<section id=\"history\" aria-labelledby=\"history-h\">\n"
          "<h2 id=\"history-h\">Over time</h2>\n<div class=\"maps\">\n",
          page->out);
    for (size_t k = 0; k < page->beside->point_count; k++) {
        bool told = false;

        for (size_t j = 0; j < k; j++)
            told = told || !strcmp(points[j].dialect, points[k].dialect);
        if (!told)
            html_history_chart(page, k);
    }
    fputs("</div>\n</section>\n", page->out);
}
