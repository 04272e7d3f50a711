/* SPDX-License-Identifier: MIT */
/* A map of each manual: every sentence a cell, and what became of it. */
#include <string.h>

#include "conformance/results/notes.h"
#include "html.h"

enum sentence_state {
    MAP_KEPT,
    MAP_BROKEN,
    MAP_UNTESTED,
    MAP_SILENT,
    MAP_STATES
};

static const struct {
    const char *name, *sign, *words;
} states[MAP_STATES] = {
    [MAP_KEPT] = {"kept", "\xe2\x9c\x93", "tested and kept"},
    [MAP_BROKEN] = {"broken", "\xe2\x9c\x97", "broken"},
    [MAP_UNTESTED] = {"untested", "\xe2\x97\x8b", "not testable here"},
    [MAP_SILENT] = {"silent", "\xc2\xb7", "without behaviour"},
};

/* What a run says of a sentence. */
static enum sentence_state state_in(const struct results *run, size_t sentence)
{
    enum sentence_state state = MAP_UNTESTED;
    char name[sizeof run->behaviour->rule];

    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *f = &run->behaviour[k];

        snprintf(name, sizeof name, "%.*s", (int)html_rule_length(f->rule),
                 f->rule);
        if (f->standing == STANDING_NOT_SHOWN ||
            !notes_sentence_asks(sentence, name))
            continue;
        if (standing_is_wrong(f->standing))
            return MAP_BROKEN;
        state = MAP_KEPT;
    }
    return state;
}

/* The worst that a run by that manual says of it. */
static enum sentence_state state_of(const struct html_page *page, size_t k,
                                    const struct sentence_note *note)
{
    enum sentence_state state = MAP_UNTESTED;

    if (!note->behaviour)
        return MAP_SILENT;
    for (size_t r = 0; r < page->run_count; r++) {
        enum sentence_state one;

        if (strcmp(page->runs[r].dialect, note->dialect) != 0)
            continue;
        one = state_in(&page->runs[r], k);
        if (one == MAP_BROKEN)
            return one;
        if (one == MAP_KEPT)
            state = one;
    }
    return state;
}

static void who_breaks(const struct html_page *page, size_t k,
                       const struct sentence_note *note)
{
    const char *before = " by ";

    for (size_t r = 0; r < page->run_count; r++)
        if (strcmp(page->runs[r].dialect, note->dialect) == 0 &&
            state_in(&page->runs[r], k) == MAP_BROKEN) {
            html_put(page->out, "%s<bdi>%s</bdi>", before,
                     page->runs[r].implementation);
            before = ", ";
        }
}

static void cells(const struct html_page *page, const char *dialect)
{
    size_t count[MAP_STATES] = {0}, total = 0, told = 0;
    struct sentence_note note;
    FILE *out = page->out;

    fputs("<ol class=\"cells\">", out);
    for (size_t k = 0; notes_sentence(k, &note); k++) {
        enum sentence_state state;

        if (strcmp(note.dialect, dialect) != 0)
            continue;
        state = state_of(page, k, &note);
        count[state]++;
        total++;
        html_put(out,
                 "<li><a class=\"%s\" href=\"#%s-%u\" title=\"%s: %s\">"
                 "<span>%s</span>%u</a></li>",
                 states[state].name, dialect, (size_t)note.number,
                 states[state].words, note.text, states[state].sign,
                 (size_t)note.number);
    }
    html_put(out, "</ol>\n<p class=\"count\">%u sentences: ", total);
    for (unsigned s = 0; s < MAP_STATES; s++)
        if (count[s])
            html_put(out, told++ ? ", %u %s" : "%u %s", count[s],
                     states[s].words);
    fputs("</p>\n", out);
}

static void html_map_sentence(const struct html_page *page, size_t k,
                              const struct sentence_note *note)
{
    enum sentence_state state = state_of(page, k, note);
    char place[160];
    FILE *out = page->out;

    notes_sentence_place(k, place, sizeof place);
    html_put(out, "<dt id=\"%s-%u\">%u <b class=\"%s\">%s %s</b>",
             note->dialect, (size_t)note->number, (size_t)note->number,
             states[state].name, states[state].sign, states[state].words);
    if (state == MAP_BROKEN)
        who_breaks(page, k, note);
    html_put(out, " <span>%s; %s; ", place, note->force);
    html_linked(page, note->clauses);
    html_put(out, "</span></dt><dd>%s</dd>\n", note->text);
}

static void html_map_manual(const struct html_page *page, const char *dialect)
{
    struct sentence_note note;
    FILE *out = page->out;

    html_put(out, "<div class=\"group\" data-dialect=\"%s\">\n<h3>%s</h3>\n",
             dialect, dialect);
    cells(page, dialect);
    html_put(out,
             "<details><summary>The sentences of %s, one by "
             "one</summary>\n<dl>\n",
             dialect);
    for (size_t k = 0; notes_sentence(k, &note); k++)
        if (strcmp(note.dialect, dialect) == 0)
            html_map_sentence(page, k, &note);
    fputs("</dl></details>\n</div>\n", out);
}

void html_map(const struct html_page *page)
{
    fputs("<section id=\"map\" aria-labelledby=\"map-h\">\n"
          "<h2 id=\"map-h\">The manuals, sentence by sentence</h2>\n<p>A "
          "sentence is broken if anyone on this page takes a choice that it "
          "rules out.</p>\n",
          page->out);
    fputs("<div class=\"maps\">\n", page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            html_map_manual(page, page->runs[k].dialect);
    fputs("</div>\n", page->out);
    html_rules(page);
    html_clauses(page);
    html_atlas(page);
    fputs("</section>\n", page->out);
}
