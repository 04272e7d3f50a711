/* SPDX-License-Identifier: MIT */
/* Cases by what became of them, in words and as a bar; its parts add up. */
#include "conformance/base/plural.h"
#include "html.h"

const unsigned html_parts[VERDICTS] = {
    VERDICT_PASS,        VERDICT_FAIL,        VERDICT_INCONSISTENT,
    VERDICT_CRASH,       VERDICT_TIMEOUT,     VERDICT_WAIVED,
    VERDICT_UNSPECIFIED, VERDICT_UNSUPPORTED, VERDICT_INCONCLUSIVE,
    VERDICT_ERROR,
};

void html_tally_add(struct html_tally *tally, const struct results *run)
{
    for (unsigned v = 0; v < VERDICTS; v++)
        tally->of[v] += run->summary[v];
    tally->cases += run->case_count;
}

/* A part is as long as its cases are many; few are seen too. */
enum { BAR = 1000, LEAST = 12 };

struct html_bar_of {
    const struct html_tally *tally;
    const char *implementation, *dialect;
};

static void html_bar_link(FILE *out, const struct html_bar_of *of,
                          unsigned part)
{
    html_put(out, "<a href=\"#implementation=%p", of->implementation);
    if (of->dialect)
        html_put(out, "&amp;dialect=%p", of->dialect);
    html_put(out, "&amp;verdict=%s\"", verdict_names[part]);
}

static void html_bar_picture(FILE *out, const struct html_bar_of *of)
{
    const struct html_tally *tally = of->tally;
    size_t shown = 0, x = 0, room = BAR;

    for (unsigned part = 0; part < VERDICTS; part++)
        shown += tally->of[part] > 0;
    room -= shown * LEAST;
    html_put(out,
             "<svg class=\"bar\" viewBox=\"0 0 %u 14\" "
             "preserveAspectRatio=\"none\" aria-hidden=\"true\">",
             (size_t)BAR);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned part = html_parts[k];
        size_t width = LEAST + room * tally->of[part] / tally->cases;

        if (!tally->of[part])
            continue;
        html_bar_link(out, of, part);
        html_put(out,
                 " tabindex=\"-1\"><rect class=\"%s\" x=\"%u\" "
                 "width=\"%u\" height=\"14\"/></a>",
                 verdict_names[part], x, width);
        x += width;
    }
    fputs("</svg>\n", out);
}

void html_bar(FILE *out, const struct html_tally *tally,
              const char *implementation, const char *dialect)
{
    const struct html_bar_of of = {tally, implementation, dialect};

    if (!tally->cases)
        return;
    fputs("<div class=\"parts\">", out);
    html_bar_picture(out, &of);
    fputs("<ul>", out);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned part = html_parts[k];
        if (!tally->of[part])
            continue;
        fputs("<li>", out);
        html_bar_link(out, &of, part);
        html_put(out, " class=\"%s\">%u %s</a></li>", verdict_names[part],
                 tally->of[part], verdict_names[part]);
    }
    html_put(out, "<li class=\"sum\">of %u case%s</li></ul></div>\n",
             tally->cases, plural(tally->cases));
}
