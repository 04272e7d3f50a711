/* SPDX-License-Identifier: MIT */
/* What did not pass: a card a defect. */
#include <string.h>

#include "conformance/base/plural.h"
#include "html.h"

enum {
    CARDS = 20, /* of them before the rest is folded */
    PAPER = 45, /* of them on paper; html_style leaves out the others */
};

/* Those of an implementation, with the dialects that it was found in. */
static void chip(const struct html_page *page, const struct html_defect *defect,
                 const char *implementation)
{
    size_t cases = 0, told = 0;
    const char *before = NULL;
    FILE *out = page->out;

    html_put(
        out,
        "<li><a href=\"#implementation=%p&amp;cause=%u\"><bdi>%s</bdi> as ",
        implementation, (size_t)(defect - page->defects) + 1, implementation);
    for (size_t k = 0; k < defect->count; k++) {
        const struct html_finding *f = &defect->findings[k];

        if (strcmp(f->run->implementation, implementation) != 0)
            continue;
        cases += f->count;
        if (before && !strcmp(before, f->run->dialect))
            continue;
        html_put(out, told++ ? ", %s" : "%s", f->run->dialect);
        before = f->run->dialect;
    }
    html_put(out, "</a> <span class=\"count\">%u case%s</span></li>\n", cases,
             plural(cases));
}

static void chips(const struct html_page *page,
                  const struct html_defect *defect)
{
    fputs("<ul class=\"chips\">", page->out);
    for (size_t k = 0; k < defect->count; k++) {
        const char *name = defect->findings[k].run->implementation;
        bool told = false;

        for (size_t j = 0; j < k; j++)
            told =
                told || !strcmp(defect->findings[j].run->implementation, name);
        if (!told)
            chip(page, defect, name);
    }
    fputs("</ul>\n", page->out);
}

/* "got 1, permitted 0", where they are not the same words. */
static void got(const struct html_page *page, const struct result *c)
{
    const char *permitted = c->permitted                  ? c->permitted
                            : c->verdict == VERDICT_CRASH ? "that it goes on"
                                                          : NULL;

    if (!c->got)
        return;
    fputs("got <b>", page->out);
    html_linked(page, c->got);
    fputs("</b>", page->out);
    if (permitted && strcmp(c->got, permitted) != 0) {
        fputs(", permitted <b>", page->out);
        html_linked(page, permitted);
        fputs("</b>", page->out);
    }
    fputs(": ", page->out);
}

/* What one defect is, without who it was that has it. */
static const char *sentence(const struct html_finding *f)
{
    const char *words = f->words;

    if (!f->cause)
        return f->cases[0]->got ? f->cases[0]->got : words;
    for (unsigned k = 0; k < 2; k++) {
        const char *const who[] = {"profil: ", "sprofil: "};

        if (strncmp(words, who[k], strlen(who[k])) == 0 && f->cause->rule)
            words += strlen(who[k]);
    }
    return words;
}

/* What a sentence says is required: after its first semicolon. */
static const char *requirement(const struct html_finding *f)
{
    const char *at = strchr(f->words, ';');

    return at && f->cause && f->cause->rule ? at + 1 + strspn(at + 1, " ")
                                            : NULL;
}

/* The first of a defect's findings in that dialect is that one. */
static bool is_first_of_dialect(const struct html_defect *defect, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(defect->findings[j].run->dialect,
                    defect->findings[k].run->dialect))
            return false;
    return true;
}

/* What was done; and what is required, by each dialect in its own words. */
static void put_sentence(const struct html_page *page,
                         const struct html_defect *defect)
{
    const char *words = sentence(defect->example);
    size_t dialects = 0;
    char done[1024];

    for (size_t k = 0; k < defect->count; k++)
        dialects += is_first_of_dialect(defect, k);
    if (dialects < 2 || !requirement(defect->example)) {
        html_linked(page, words);
        return;
    }
    snprintf(done, sizeof done, "%.*s", (int)strcspn(words, ";"), words);
    html_linked(page, done);
}

static void requirements(const struct html_page *page,
                         const struct html_defect *defect)
{
    size_t dialects = 0;

    for (size_t k = 0; k < defect->count; k++)
        dialects += is_first_of_dialect(defect, k);
    if (dialects < 2 || !requirement(defect->example))
        return;
    fputs("<ul class=\"required\">\n", page->out);
    for (size_t k = 0; k < defect->count; k++) {
        const struct html_finding *f = &defect->findings[k];

        if (!is_first_of_dialect(defect, k) || !requirement(f))
            continue;
        html_put(page->out, "<li>%s: ", f->run->dialect);
        html_linked(page, requirement(f));
        fputs("</li>\n", page->out);
    }
    fputs("</ul>\n", page->out);
}

static void card(const struct html_page *page, size_t d)
{
    const struct html_defect *defect = &page->defects[d];
    const struct result *c = defect->example->cases[0];
    FILE *out = page->out;

    html_put(out, "<article id=\"c%u\">\n<h3><b class=\"tag %s\">%s</b> ",
             d + 1, html_class_of_verdict(defect->verdict),
             report_is_house(defect->example->run, c)
                 ? "house rule"
                 : verdict_names[defect->verdict]);
    html_change(page, defect);
    put_sentence(page, defect);
    if (defect->example->cause && !defect->example->cause->rule && c->got) {
        fputs(": ", out);
        html_linked(page, c->got);
    }
    fputs("</h3>\n", out);
    requirements(page, defect);
    chips(page, defect);
    if (c->waiver)
        html_put(out, "<p>Waived (it would be %s): %s</p>\n",
                 verdict_names[c->waived], c->waiver);
    fputs("<p class=\"paper\">", out);
    got(page, c);
    html_put(out, "<code>%s%s%s</code></p>\n", c->id, c->input ? ": " : "",
             c->input ? c->input : "");
    html_put(out, "<details%s><summary>", d == 0 ? " open" : "");
    got(page, c);
    html_put(out,
             "<span class=\"count\"><code>%s</code> of <bdi>%s</bdi> as "
             "%s</span></summary>\n",
             c->id, defect->example->run->implementation,
             defect->example->run->dialect);
    html_example(page, defect->example);
    fputs("</details>\n</article>\n", out);
}

void html_causes(const struct html_page *page)
{
    FILE *out = page->out;

    html_put(out,
             "<section id=\"causes\" aria-labelledby=\"causes-h\" "
             "tabindex=\"-1\">\n<h2 id=\"causes-h\">Causes (%u)</h2>\n",
             page->defect_count);
    if (!page->defect_count)
        fputs("<p class=\"good\">\xe2\x9c\x93 None: every case that could be "
              "judged passes.</p>\n",
              out);
    for (size_t d = 0; d < page->defect_count; d++) {
        if (d == CARDS)
            html_put(out,
                     "<details class=\"more\"><summary>%u more "
                     "causes</summary>\n",
                     page->defect_count - CARDS);
        card(page, d);
    }
    if (page->defect_count > CARDS)
        fputs("</details>\n", out);
    if (page->defect_count > PAPER)
        html_put(
            out,
            "<p class=\"paper\">And %u causes more: the page on a screen has "
            "them from #c%u on, and <code>profilcheck report</code> of the "
            "results.</p>\n",
            page->defect_count - PAPER, (size_t)PAPER + 1);
    fputs("</section>\n", out);
}
