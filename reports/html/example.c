/* SPDX-License-Identifier: MIT */
/* A defect's least case: left what is wrong, right how to see it. */
#include <string.h>

#include "conformance/results/notes.h"
#include "html.h"

static void html_example_block(const struct html_page *page, const char *title,
                               const char *text, bool copied)
{
    if (!text || !*text)
        return;
    html_put(page->out, "<h4>%s</h4>\n<pre tabindex=\"0\">", title);
    if (copied)
        html_put(page->out, "%s", text);
    else
        html_linked(page, text);
    fputs("</pre>\n", page->out);
    if (copied)
        fputs("<button type=\"button\" class=\"copy\" hidden>Copy the "
              "program</button>\n",
              page->out);
}

/* How to get a program that was not asked for. */
static void hint(const struct html_page *page, const struct results *run,
                 const struct result *c)
{
    if (c->program || !run->suite ||
        (strcmp(run->suite, "quick") && strcmp(run->suite, "full")))
        return;
    html_put(page->out,
             "<p class=\"count\">The least case, and a C program "
             "of it: <code>profilcheck shrink --dialect %s %s %s</code></p>\n",
             run->dialect, c->id, run->implementation);
}

/* The clause, where it stands, and its words as this page has them. */
static void html_example_clause(const struct html_page *page, const char *id)
{
    const struct clause_note *note = notes_clause(id, strlen(id));
    char place[160];

    if (!note)
        return;
    notes_place(id, place, sizeof place);
    html_put(page->out, "<h4>%s</h4>\n<p class=\"clause\">",
             note->owner == NOTE_OF_MANUAL       ? "What the manual says"
             : note->owner == NOTE_OF_CONVENTION ? "What is convention"
                                                 : "A rule of profilcheck's "
                                                   "own: no manual has it");
    html_clause_link(page, id);
    html_put(page->out, " <span class=\"count\">%s</span><br>%s</p>\n",
             *place ? place : note->section, note->text);
}

static void confidence(const struct html_page *page, const struct cause *cause)
{
    static const char *const words[CONFIDENCES] = {
        [CONFIDENCE_SURE] = "It agrees with all that was seen, and it alone.",
        [CONFIDENCE_LIKELY] = "Something else would explain it as well.",
        [CONFIDENCE_BOUNDED] = "Not everything could be tried.",
        [CONFIDENCE_NONE] = "Nothing known explains it.",
    };

    html_put(page->out, "<p class=\"count\">How sure: %s</p>\n",
             words[cause->confidence]);
    if (cause->telling)
        html_put(page->out, "<p>This would tell: <code>%s</code></p>\n",
                 cause->telling);
}

void html_example(const struct html_page *page,
                  const struct html_finding *finding)
{
    const struct result *c = finding->cases[0];
    FILE *out = page->out;

    fputs("<div class=\"two\">\n<div>\n", out);
    if (finding->cause)
        html_example_clause(page, finding->cause->clause);
    html_histogram(page, c);
    if (finding->cause)
        confidence(page, finding->cause);
    else
        html_example_block(page, "What was found", c->detail, false);
    html_observed(page, c, "What was observed", c->observed);
    html_observed(page, c, "What was observed after other cases", c->company);
    fputs("</div>\n<div>\n", out);
    html_example_block(page, "The case", c->text ? c->text : c->input, false);
    html_example_block(page, "Step by step", c->explanation, false);
    html_example_block(page, "A C program that shows it", c->program, true);
    hint(page, finding->run, c);
    fputs("</div>\n</div>\n", out);
}
