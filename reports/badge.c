/* SPDX-License-Identifier: MIT */
/* A picture of a few words, for a page that links to the report. */
#include <string.h>

#include "conformance/base/plural.h"
#include "html/html.h"

enum { LABEL = 44, LETTER = 7, MARGIN = 12, HEIGHT = 20, WORDS = 80 };

/* Of one run; a waiver is no word less than what it waives. */
static void words_of_run(const struct results *run, char text[WORDS])
{
    struct report_state state = report_state(run);
    size_t used = (size_t)snprintf(text, WORDS, "%s", state.words);

    if (run->chosen && state.judged && !state.bad)
        used +=
            (size_t)snprintf(text + used, WORDS - used, " in %zu chosen case%s",
                             run->case_count, plural(run->case_count));
    if (state.waived && !state.bad)
        used += (size_t)snprintf(text + used, WORDS - used, "; %zu waived",
                                 state.waived);
    if (state.house && !state.bad)
        snprintf(text + used, WORDS - used, "; breaks %zu house rule%s",
                 state.house, plural(state.house));
}

static enum report_light light_of(const struct results *runs, size_t count)
{
    enum report_light worst = count ? REPORT_GOOD : REPORT_OPEN;

    for (size_t k = 0; k < count; k++) {
        enum report_light light = report_state(&runs[k]).light;

        if (light == REPORT_BAD || worst == REPORT_GOOD)
            worst = light;
    }
    return worst;
}

/* Of several, which are no verdict. */
static void words_of_parts(const struct results *runs, size_t count,
                           char text[WORDS])
{
    size_t failed = 0, judged = 0;

    for (size_t k = 0; k < count; k++) {
        struct report_state state = report_state(&runs[k]);

        failed += state.light == REPORT_BAD;
        judged += state.judged;
    }
    if (failed)
        snprintf(text, WORDS, "%zu of %zu runs failed", failed, count);
    else
        snprintf(text, WORDS, "%s%s",
                 judged ? "nothing failed" : "was not judged",
                 judged && runs->chosen ? " in chosen cases" : "");
}

static void words_of(const struct results *runs, size_t count, char text[WORDS])
{
    size_t all, good = report_conforming(runs, count, &all), conforming = 0;

    for (size_t k = 0; k < count; k++)
        conforming += report_state(&runs[k]).conforms;
    if (count > 1 && report_is_part(runs))
        words_of_parts(runs, count, text);
    else if (all > 1)
        snprintf(text, WORDS, "%zu of %zu conform%s", good, all,
                 good == 1 ? "s" : "");
    else if (count > 1)
        snprintf(text, WORDS, "conforms to %zu of %zu manuals", conforming,
                 count);
    else if (count)
        words_of_run(runs, text);
    else
        snprintf(text, WORDS, "was not judged");
}

/* For those who hear it: each verdict, whole. */
static void put_title(const struct results *runs, size_t count, FILE *out)
{
    fputs("profil", out);
    for (size_t k = 0; k < count; k++)
        html_put(out, "%s%s as %s: %s", k ? ". " : ": ", runs[k].implementation,
                 report_dialect(&runs[k]), report_verdict(&runs[k]));
}

static void put_words(size_t x, size_t width, const char *words, FILE *out)
{
    html_put(out,
             "<text x=\"%u\" y=\"14\" textLength=\"%u\" "
             "lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
             x + MARGIN / 2, width - MARGIN, words);
}

void report_badge(const struct results *runs, size_t count, FILE *out)
{
    char words[WORDS];
    static const char *const colours[] = {[REPORT_GOOD] = "#14592a",
                                          [REPORT_NOTED] = "#6b4a00",
                                          [REPORT_BAD] = "#96121a",
                                          [REPORT_OPEN] = "#6b4a00"};
    size_t width;

    words_of(runs, count, words);
    width = strlen(words) * LETTER + MARGIN;

    html_put(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" "
             "height=\"%u\" role=\"img\">\n<title>",
             LABEL + width, (size_t)HEIGHT);
    put_title(runs, count, out);
    html_put(out,
             "</title>\n<rect width=\"%u\" height=\"%u\" fill=\"#3f4852\"/>\n"
             "<rect x=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\"/>\n"
             "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" "
             "font-size=\"11\">\n",
             (size_t)LABEL, (size_t)HEIGHT, (size_t)LABEL, width,
             (size_t)HEIGHT, colours[light_of(runs, count)]);
    put_words(0, LABEL, "profil", out);
    put_words(LABEL, width, words, out);
    fputs("</g>\n</svg>\n", out);
}
