/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
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

/* The points of a dialect, each with its place among the files and among the
 * implementations that there are. */
struct html_chart {
    struct html_place {
        const struct report_point *point;
        size_t file, line;
    } * of;
    size_t count, files, lines;
    size_t most; /* cases that did not pass */
};

static void html_history_add(struct html_chart *chart,
                             const struct report_point *point)
{
    struct html_place place = {point, chart->files, chart->lines};

    for (const struct html_place *p = chart->of; p < chart->of + chart->count;
         p++) {
        if (strcmp(p->point->kept, point->kept) == 0)
            place.file = p->file;
        if (strcmp(p->point->implementation, point->implementation) == 0)
            place.line = p->line;
    }
    chart->files += place.file == chart->files;
    chart->lines += place.line == chart->lines;
    if (point->bad > chart->most)
        chart->most = point->bad;
    MEMORY_ADD(chart->of, chart->count) = place;
}

static size_t html_history_x(const struct html_chart *chart, size_t file)
{
    return LEFT + (chart->files > 1 ? file * WIDTH / (chart->files - 1) : 0);
}

static size_t html_history_y(const struct html_chart *chart, size_t bad)
{
    return TOP + HEIGHT - (chart->most ? bad * HEIGHT / chart->most : 0);
}

/* The points of one implementation. */
static void html_history_line(const struct html_chart *chart, size_t line,
                              FILE *out)
{
    const struct report_point *last = NULL;
    size_t x = 0, y = 0, length;

    html_put(out, "<path class=\"line l%u\" d=\"", line % LINES);
    for (size_t k = 0; k < chart->count; k++) {
        if (chart->of[k].line != line)
            continue;
        x = html_history_x(chart, chart->of[k].file);
        y = html_history_y(chart, chart->of[k].point->bad);
        html_put(out, last ? "L%u %u" : "M%u %uh1", x, y);
        last = chart->of[k].point;
    }
    length = strlen(last->implementation);
    html_put(out,
             "\"/><circle class=\"l%u\" cx=\"%u\" cy=\"%u\" r=\"3\"/>\n"
             "<path class=\"line l%u\" d=\"M%d %uh24\"/>"
             "<text x=\"%d\" y=\"%u\">%u %s%s</text>\n",
             line % LINES, x, y, line % LINES, LEFT + WIDTH + 14,
             TOP + 6 + line * 18, LEFT + WIDTH + 44, TOP + 10 + line * 18,
             last->bad, length > LETTERS ? "\xe2\x80\xa6" : "",
             last->implementation + (length > LETTERS ? length - LETTERS : 0));
}

static void html_history_picture(const struct html_chart *chart,
                                 const char *dialect, FILE *out)
{
    size_t right = LEFT + WIDTH + 20 + LABELS, lines = chart->lines * 18;
    size_t below = TOP + (lines > HEIGHT ? lines : HEIGHT) + 10;

    html_put(out,
             "<svg role=\"img\" viewBox=\"0 0 %u %u\" width=\"%u\" "
             "height=\"%u\"><title>Cases that did not pass, by %s</title>"
             "<desc>",
             right, below, right, below, dialect);
    for (size_t k = 0; k < chart->count; k++) {
        const struct report_point *point = chart->of[k].point;

        html_put(out, "%s, %s: %u of %u. ", point->kept, point->implementation,
                 point->bad, point->cases);
    }
    html_put(
        out,
        "</desc>\n<path class=\"base\" d=\"M%d %dH%dM%d %dH%d\"/>\n"
        "<text x=\"0\" y=\"%d\">%u</text><text x=\"0\" y=\"%d\">0</text>\n",
        LEFT, TOP, LEFT + WIDTH, LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + 5,
        chart->most, TOP + HEIGHT + 4);
    for (size_t line = 0; line < chart->lines; line++)
        html_history_line(chart, line, out);
    fputs("</svg>\n", out);
}

/* The chart of a dialect, if it has not been shown: of the first-th point. */
static void html_history_chart(const struct html_page *page, size_t first)
{
    const struct report_point *points = page->history->points;
    const char *dialect = points[first].dialect;
    struct html_chart chart = {0};

    for (size_t k = 0; k < page->history->point_count; k++)
        if (strcmp(points[k].dialect, dialect) == 0) {
            if (k < first)
                return;
            html_history_add(&chart, &points[k]);
        }
    html_put(page->out,
             "<figure class=\"group\" data-dialect=\"%s\">\n<h3>%s</h3>\n",
             dialect, dialect);
    html_history_picture(&chart, dialect, page->out);
    html_put(page->out,
             "<figcaption>Cases that did not pass, in %u file%s: "
             "%s to %s</figcaption>\n</figure>\n",
             chart.files, plural(chart.files), chart.of->point->kept,
             chart.of[chart.count - 1].point->kept);
    free(chart.of);
}

void html_history(const struct html_page *page)
{
    if (!page->history->point_count)
        return;
    html_section(page->out, "history", "Over time");
    fputs("<div class=\"maps\">\n", page->out);
    for (size_t k = 0; k < page->history->point_count; k++)
        html_history_chart(page, k);
    fputs("</div>\n</section>\n", page->out);
}
