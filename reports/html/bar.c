/* SPDX-License-Identifier: MIT */
/* Cases by what became of them, in words and as a bar; its parts add up. */
#include "conformance/base/plural.h"
#include "html.h"

#define BIT(verdict) (1u << VERDICT_##verdict)

const struct html_part_row html_parts[HTML_PARTS] = {
    [HTML_PASS] = {"pass", "pass", BIT(PASS)},
    [HTML_FAIL] = {"fail", "fail", BIT(FAIL) | BIT(INCONSISTENT)},
    [HTML_CRASH] = {"crash", "crash or hang", BIT(CRASH) | BIT(TIMEOUT)},
    [HTML_WAIVED] = {"waived", "waived", BIT(WAIVED)},
    [HTML_SILENT] = {"silent", "not specified", BIT(UNSPECIFIED)},
    [HTML_ABSENT] = {"absent", "can\xe2\x80\x99t be run here",
                     BIT(UNSUPPORTED)},
    [HTML_UNDECIDED] = {"undecided", "not decided",
                        BIT(INCONCLUSIVE) | BIT(ERROR)},
};

void html_tally_add(struct html_tally *tally, const struct results *run)
{
    for (unsigned part = 0; part < HTML_PARTS; part++)
        for (unsigned v = 0; v < VERDICTS; v++)
            if (html_parts[part].verdicts >> v & 1)
                tally->of[part] += run->summary[v];
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
    html_put(out, "&amp;verdict=%s\"", html_parts[part].name);
}

static void html_bar_picture(FILE *out, const struct html_bar_of *of)
{
    const struct html_tally *tally = of->tally;
    size_t shown = 0, x = 0, room = BAR;

    for (unsigned part = 0; part < HTML_PARTS; part++)
        shown += tally->of[part] > 0;
    room -= shown * LEAST;
    html_put(out,
             "<svg class=\"bar\" viewBox=\"0 0 %u 14\" "
             "preserveAspectRatio=\"none\" aria-hidden=\"true\">",
             (size_t)BAR);
    for (unsigned part = 0; part < HTML_PARTS; part++) {
        size_t width = LEAST + room * tally->of[part] / tally->cases;

        if (!tally->of[part])
            continue;
        html_bar_link(out, of, part);
        html_put(out,
                 " tabindex=\"-1\"><rect class=\"%s\" x=\"%u\" "
                 "width=\"%u\" height=\"14\"/></a>",
                 html_parts[part].name, x, width);
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
    for (unsigned part = 0; part < HTML_PARTS; part++) {
        if (!tally->of[part])
            continue;
        fputs("<li>", out);
        html_bar_link(out, &of, part);
        html_put(out, " class=\"%s\">%u %s</a></li>", html_parts[part].name,
                 tally->of[part], html_parts[part].words);
    }
    html_put(out, "<li class=\"sum\">of %u case%s</li></ul></div>\n",
             tally->cases, plural(tally->cases));
}
