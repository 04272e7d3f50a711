/* SPDX-License-Identifier: MIT */
#include "html.h"

#include <stdlib.h>
#include <string.h>

const char *html_class_of_standing(unsigned standing)
{
    if (standing == STANDING_REQUIRED || standing == STANDING_PERMITTED)
        return "good";
    return standing_is_wrong(standing) ? "bad" : "open";
}

const char *html_class_of_verdict(unsigned verdict)
{
    if (verdict == VERDICT_PASS)
        return "good";
    return report_is_bad(verdict) ? "bad" : "open";
}

const char *html_class_of_light(enum report_light light)
{
    static const char *const classes[] = {[REPORT_GOOD] = "good",
                                          [REPORT_NOTED] = "open",
                                          [REPORT_BAD] = "bad",
                                          [REPORT_OPEN] = "open"};

    return classes[light];
}

/* Nothing is fetched, and nothing runs but what is written here. */
static void html_head(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\""
          "default-src 'none'; base-uri 'none'; form-action 'none'; "
          "style-src 'sha256-",
          out);
    html_hash(html_style, out);
    fputs("'; script-src 'sha256-", out);
    html_hash(html_script, out);
    fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, "
          "initial-scale=1\">\n<meta name=\"color-scheme\" "
          "content=\"light dark\">\n<title>profilcheck: conformance of ",
          out);
    for (size_t k = 0, n = 0; k < page->run_count; k++)
        if (report_new_implementation(page->runs, k))
            html_put(out, n++ ? ", %s" : "%s", page->runs[k].implementation);
    fputs("</title>\n<style>", out);
    fputs(html_style, out);
    fputs("</style>\n</head>\n", out);
}

static void html_body(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<body>\n<a class=\"skip\" href=\"#causes\">Skip to the "
          "causes</a>\n<header>\n<h1>profil conformance</h1>\n"
          "<nav aria-label=\"Sections\"><ul>"
          "<li><a href=\"#verdicts\">Verdicts</a></li>"
          "<li><a href=\"#causes\">Causes</a></li>"
          "<li><a href=\"#cases\">Cases</a></li>"
          "<li><a href=\"#map\">Manuals</a></li>"
          "<li><a href=\"#method\">Method</a></li>"
          "</ul></nav>\n</header>\n<main>\n",
          out);
    html_verdicts(page);
    html_changes(page);
    html_history(page);
    html_filter(page);
    html_causes(page);
    if (!html_cases(page))
        fputs("<p class=\"bad\">Out of memory: cases are left out.</p>\n", out);
    html_map(page);
    html_method(page);
    html_appendix(page);
    fputs("</main>\n<footer><p>Written by profilcheck. This page fetches "
          "nothing.</p></footer>\n<script>",
          out);
    fputs(html_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
}

void report_html_beside(const struct results *runs, size_t count,
                        const struct report_beside *beside, FILE *out)
{
    struct results *asked = malloc((count + 1) * sizeof *asked);
    struct results *offered = malloc((count + 1) * sizeof *offered);
    struct html_page page = {
        .runs = asked, .offered = offered, .beside = beside, .out = out};

    for (size_t k = 0; asked && offered && k < count; k++)
        if (report_role(runs, count, k) == REPORT_OFFERED)
            offered[page.offered_count++] = runs[k];
        else
            asked[page.run_count++] = runs[k];
    if (asked && offered && html_find(&page) && html_gather_rules(&page) &&
        html_gather_groups(&page)) {
        html_head(&page);
        html_body(&page);
    } else {
        fputs("<!DOCTYPE html>\n<title>profilcheck</title>\n"
              "<p>Out of memory: there is no report.</p>\n",
              out);
    }
    free(page.bad);
    free(page.findings);
    free(page.defects);
    free(page.rules);
    free(page.order);
    free(page.groups);
    free(asked);
    free(offered);
}

void report_html(const struct results *runs, size_t count, FILE *out)
{
    static const struct report_beside nothing;

    report_html_beside(runs, count, &nothing, out);
}
