/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/sha256.h"
#include "conformance/base/terminal.h"
#include "html.h"

/* A control character would be taken for another, or for nothing. */
static void escape_one(unsigned char c, FILE *out)
{
    switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    case '\n': putc('\n', out); break;
    default:
        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            putc(c, out);
    }
}

/* In a script element, where only the end of one has a meaning. */
static void escape_one_json(unsigned char c, FILE *out)
{
    switch (c) {
    case '&':
    case '<':
    case '>': fprintf(out, "\\u%04x", c); break;
    case '"':
    case '\\': fprintf(out, "\\%c", c); break;
    case '\n': fputs("\\n", out); break;
    default:
        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\\\x%02x", c);
        else
            putc(c, out);
    }
}

static void escape_json(const char *text, FILE *out)
{
    putc('"', out);
    report_escape(text, escape_one_json, true, out);
    putc('"', out);
}

void html_put(FILE *out, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        size_t plain = strcspn(format, "%");

        fwrite(format, 1, plain, out);
        format += plain;
        if (!*format++)
            break;
        switch (*format) {
        case 's':
            report_escape(va_arg(arguments, const char *), escape_one, true,
                          out);
            break;
        case 'j': escape_json(va_arg(arguments, const char *), out); break;
        case 'p': report_percent(va_arg(arguments, const char *), out); break;
        case 'u': fprintf(out, "%zu", va_arg(arguments, size_t)); break;
        default: putc(*format, out);
        }
    }
    va_end(arguments);
}

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

static void begin_choice(FILE *out, const char *label, const char *name)
{
    html_put(out,
             "<label>%s <select name=\"%s\"><option value=\"\">all</option>",
             label, name);
}

static void put_choice(FILE *out, const char *value)
{
    html_put(out, "<option>%s</option>", value);
}

static void put_filter(const struct html_page *page)
{
    static const char end[] = "</select></label>\n";
    FILE *out = page->out;

    fputs("<form id=\"filter\" role=\"search\" aria-label=\"Show a part\" "
          "hidden>\n",
          out);
    begin_choice(out, "Implementation", "implementation");
    for (size_t g = 0; g < page->group_count; g++)
        for (size_t k = 0; k < page->groups[g].count; k++)
            put_choice(out, page->order[page->groups[g].first + k]);
    fputs(end, out);
    begin_choice(out, "Dialect", "dialect");
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            put_choice(out, page->runs[k].dialect);
    fputs(end, out);
    begin_choice(out, "Rule", "rule");
    for (size_t k = 0; k < page->rules.count; k++)
        put_choice(out, page->rules.list[k]);
    fputs(end, out);
    begin_choice(out, "Verdict", "verdict");
    for (unsigned part = 0; part < VERDICTS; part++)
        html_put(out, "<option value=\"%s\">%s</option>",
                 verdict_names[html_parts[part]],
                 verdict_names[html_parts[part]]);
    fputs("</select></label>\n<label>Text <input type=\"search\" "
          "name=\"text\"></label>\n<button type=\"reset\">Show all</button>\n"
          "<output aria-live=\"polite\"></output>\n</form>\n",
          out);
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

#define TEXT(name, file)                                                       \
    __asm__(".pushsection .rodata\n"                                           \
            ".globl " #name "\n" #name ":\n"                                   \
            ".incbin \"reports/html/" file "\"\n"                              \
            ".byte 0\n"                                                        \
            ".popsection\n")

TEXT(html_style, "style.css");
TEXT(html_script, "script.js");

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
    fputs("</title>\n<style>", out);
    fputs(html_style, out);
    fputs("</style>\n</head>\n", out);
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
    fputs("</main>\n<footer><p>Written by profilcheck. This page fetches "
          "nothing.</p></footer>\n<script>",
          out);
    fputs(html_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
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
