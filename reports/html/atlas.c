/* SPDX-License-Identifier: MIT */
/* Where the readings of a manual part. */
#include "conformance/results/notes.h"
#include "html.h"

static void html_atlas_counter(uint32_t number, FILE *out)
{
    if (number == ATLAS_NOWHERE)
        fputs("none", out);
    else if (number == ATLAS_ERROR)
        fputs("error", out);
    else
        html_put(out, "%u", (size_t)number);
}

static void html_atlas_row(const struct atlas *atlas, unsigned s, FILE *out)
{
    fprintf(out, "<tr><th scope=\"row\">0x%x</th>", (unsigned)atlas->scales[s]);
    for (unsigned d = 0; d < ATLAS_DISTANCES; d++) {
        const struct atlas_cell *cell = &atlas->cells[s][d];

        fputs(cell->count > 1 ? "<td class=\"open\">" : "<td>", out);
        for (unsigned k = 0; k < cell->count; k++) {
            fputs(k ? " or " : "", out);
            html_atlas_counter(cell->counters[k], out);
        }
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static void html_atlas_table(const struct html_page *page, const char *dialect)
{
    FILE *out = page->out;
    struct atlas atlas;

    if (!notes_atlas(dialect, &atlas))
        return;
    html_put(
        out,
        "<details class=\"group\" data-dialect=\"%s\"><summary>Counters by "
        "the manual of %s</summary>\n<div class=\"wide\" tabindex=\"0\" "
        "role=\"region\" aria-label=\"Atlas of %s\">"
        "<table class=\"atlas\">\n<caption>%s: counter by scale, and "
        "by pc - offset</caption>\n<thead><tr><th scope=\"col\">scale"
        "</th>",
        dialect, dialect, dialect, dialect);
    for (size_t d = 0; d < ATLAS_DISTANCES; d++)
        html_put(out, "<th scope=\"col\">%u</th>", d);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (unsigned s = 0; s < ATLAS_SCALES; s++)
        html_atlas_row(&atlas, s, out);
    fputs("</tbody></table></div></details>\n", out);
}

void html_atlas(const struct html_page *page)
{
    fputs("<h3 id=\"atlas\">Where readings part</h3>\n<p>The counter of a "
          "pc, in a buffer of 64 bytes with counters of 16 bits. Where a "
          "manual permits several readings, each one\xe2\x80\x99s counter is "
          "told, on a coloured ground.</p>\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_atlas_table(page, page->runs[k].dialect);
}
