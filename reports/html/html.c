/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/held_text.h"
#include "conformance/base/sha256.h"
#include "html.h"

/* A control character would be taken for another, or for nothing; in a script
 * element only the end of one has a meaning. */
static const struct report_escapes json_escapes = {
    .as = (const char *const[]){"&\\u0026", "<\\u003c", ">\\u003e", "\"\\\"",
                                "\\\\\\", "\n\\n", NULL},
    .control = "\\\\x%02x",
    .xml = true};

const struct report_escapes html_escapes = {
    .as = (const char *const[]){"&&amp;", "<&lt;", ">&gt;", "\"&quot;",
                                "'&#39;", "\n\n", NULL},
    .control = "\\x%02x",
    .xml = true,
    .json = &json_escapes,
    .linked = html_linked};

/* The form by which html_script shows a part of the page. */

static int by_word(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void html_words_sort(struct html_words *words)
{
    size_t kept = 0;

    if (words->count)
        qsort(words->list, words->count, sizeof *words->list, by_word);
    for (size_t k = 0; k < words->count; k++)
        if (!kept || strcmp(words->list[kept - 1], words->list[k]) != 0)
            words->list[kept++] = words->list[k];
    words->count = kept;
}

size_t html_words_index(const struct html_words *words, const char *word)
{
    const char **at =
        bsearch(&word, words->list, words->count, sizeof *words->list, by_word);

    return at ? (size_t)(at - words->list) : words->count;
}

static void gather_rules(struct html_page *page)
{
    struct html_words *rules = &page->rules;
    size_t total = 0;

    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++)
            total += page->runs[k].cases[i].rule_count;
    rules->list = arena_new(&page->memory, total, sizeof *rules->list);
    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++) {
            const struct result *c = &page->runs[k].cases[i];

            for (size_t r = 0; r < c->rule_count; r++)
                rules->list[rules->count++] = c->rules[r];
        }
    html_words_sort(rules);
}

static void put_filter(const struct html_page *page)
{
    static const char choice[] = "<option>%s</option>",
                      begin[] = "%m<label>%s <select name=\"%s\"><option "
                                "value=\"\">all</option>",
                      end[] = "</select></label>\n";
    FILE *out = page->out;

    html_put(out, begin,
             "<form id=\"filter\" role=\"search\" "
             "aria-label=\"Show a part\" hidden>\n",
             "Implementation", "implementation");
    for (size_t g = 0; g < page->group_count; g++)
        for (size_t k = 0; k < page->groups[g].count; k++)
            html_put(out, choice, page->order[page->groups[g].first + k]);
    html_put(out, begin, end, "Dialect", "dialect");
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_put(out, choice, page->runs[k].dialect);
    html_put(out, begin, end, "Rule", "rule");
    for (size_t k = 0; k < page->rules.count; k++)
        html_put(out, choice, page->rules.list[k]);
    html_put(out, begin, end, "Verdict", "verdict");
    for (unsigned part = 0; part < VERDICTS; part++)
        html_put(out, "<option value=\"%s\">%s</option>",
                 verdict_names[html_parts[part]],
                 verdict_names[html_parts[part]]);
    html_put(out,
             "%m<label>Text <input type=\"search\" "
             "name=\"text\"></label>\n<button type=\"reset\">Show all"
             "</button>\n<output aria-live=\"polite\"></output>\n"
             "</form>\n",
             end);
}

void html_section(FILE *out, const char *id, const char *heading)
{
    html_put(out,
             "<section id=\"%s\" aria-labelledby=\"%s-h\">\n"
             "<h2 id=\"%s-h\">%s</h2>\n",
             id, id, id, heading);
}

void html_group(FILE *out, const char *dialect, const char *summary)
{
    html_put(out,
             "<details class=\"group\" data-dialect=\"%s\"><summary>%s "
             "%s</summary>\n",
             dialect, summary, dialect);
}

void html_table(FILE *out, const char *label, const char *classes,
                const char *caption, const char *first)
{
    html_put(out,
             "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"%s\"><table class=\"%s\">\n"
             "<caption>%s</caption>\n<thead><tr><th scope=\"col\">%s</th>",
             label, classes, caption, first);
}

/* 32 bytes are 43 letters of 6 bits each, and one to fill up. */
void html_hash(const char *text, FILE *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char digest[SHA256_BYTES + 1] = {0};
    struct sha256 sha;

    sha256_begin(&sha);
    sha256_add(&sha, text, strlen(text));
    sha256_end(&sha, digest);
    for (unsigned bit = 0; bit < 8 * SHA256_BYTES; bit += 6) {
        unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];

        putc(letters[pair >> (10 - bit % 8) & 63], out);
    }
    putc('=', out);
}

/* The page's style and script, from the files of this folder. */

HELD_TEXT(html_style, "reports/html/style.css");
HELD_TEXT(html_script, "reports/html/script.js");

const char *html_class_of_standing(unsigned standing)
{
    return standing == STANDING_REQUIRED || standing == STANDING_PERMITTED
               ? "good"
           : standing_is_wrong(standing) ? "bad"
                                         : "open";
}

const char *html_class_of_verdict(unsigned verdict)
{
    return verdict == VERDICT_PASS  ? "good"
           : report_is_bad(verdict) ? "bad"
                                    : "open";
}

const char *html_class_of_light(enum report_light light)
{
    return light == REPORT_GOOD ? "good" : light == REPORT_BAD ? "bad" : "open";
}

const char *html_sign(const char *class)
{
    return *class == 'g'   ? "\xe2\x9c\x93"
           : *class == 'b' ? "\xe2\x9c\x97"
                           : "\xe2\x97\x8b";
}

/* Nothing is fetched, and nothing runs but what is written here. */
static void put_head(const struct html_page *page)
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
    html_put(out, "</title>\n<style>%m</style>\n</head>\n", html_style);
}

static void put_body(const struct html_page *page)
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
    put_filter(page);
    html_causes(page);
    html_cases(page);
    html_map(page);
    html_method(page);
    html_appendix(page);
    html_put(out,
             "</main>\n<footer><p>Written by profilcheck. This page fetches "
             "nothing.</p></footer>\n<script>%m</script>\n</body>\n</html>\n",
             html_script);
}

void report_html_with_history(const struct results *runs, size_t count,
                              const struct report_with_history *history,
                              FILE *out)
{
    struct html_page page = {.history = history, .out = out};
    struct results *asked =
        report_of(runs, count, REPORT_ASKED, &page.run_count);
    struct results *offered =
        report_of(runs, count, REPORT_OFFERED, &page.offered_count);

    page.runs = asked;
    page.offered = offered;
    html_find(&page);
    gather_rules(&page);
    html_gather_groups(&page);
    put_head(&page);
    put_body(&page);
    arena_free(&page.memory);
    free(asked);
    free(offered);
}

void report_html(const struct results *runs, size_t count, FILE *out)
{
    static const struct report_with_history nothing;

    report_html_with_history(runs, count, &nothing, out);
}
