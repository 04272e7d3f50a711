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

/* A sentence, and what it asks. */
struct html_map_row {
    size_t k;
    struct sentence_note note;
    const char *rules[NOTES_RULES];
    size_t rule_count;
};

static bool html_map_take(size_t k, struct html_map_row *row)
{
    row->k = k;
    if (!notes_sentence(k, &row->note))
        return false;
    row->rule_count = notes_sentence_rules(k, row->rules);
    return true;
}

/* The name of the rule where the sentence asks it; null: it does not. */
static const char *html_map_asks(const struct html_map_row *row,
                                 const char *rule)
{
    size_t length = html_rule_length(rule);

    for (size_t k = 0; k < row->rule_count; k++)
        if (strlen(row->rules[k]) == length &&
            strncmp(row->rules[k], rule, length) == 0)
            return row->rules[k];
    return NULL;
}

/* What a run says of a sentence. */
static enum sentence_state state_in(const struct results *run,
                                    const struct html_map_row *row)
{
    enum sentence_state state = MAP_UNTESTED;

    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *f = &run->behaviour[k];

        const char *rule = html_map_asks(row, f->rule);

        if (f->standing == STANDING_NOT_SHOWN || !rule)
            continue;
        if (standing_is_wrong(f->standing) &&
            notes_sentence_rules_out(row->k, rule, f->choices, f->choice_count))
            return MAP_BROKEN;
        state = MAP_KEPT;
    }
    return state;
}

/* The worst that a run by that manual says of it. */
static enum sentence_state sentence_state_of(const struct html_page *page,
                                             const struct html_map_row *row)
{
    enum sentence_state state = MAP_UNTESTED;

    if (!row->note.behaviour)
        return MAP_SILENT;
    for (size_t r = 0; r < page->run_count; r++) {
        enum sentence_state one;

        if (strcmp(page->runs[r].dialect, row->note.dialect) != 0)
            continue;
        one = state_in(&page->runs[r], row);
        if (one == MAP_BROKEN)
            return one;
        if (one == MAP_KEPT)
            state = one;
    }
    return state;
}

static void who_breaks(const struct html_page *page,
                       const struct html_map_row *row)
{
    const char *before = " by ";

    for (size_t r = 0; r < page->run_count; r++)
        if (strcmp(page->runs[r].dialect, row->note.dialect) == 0 &&
            state_in(&page->runs[r], row) == MAP_BROKEN) {
            html_put(page->out, "%s<bdi>%s</bdi>", before,
                     page->runs[r].implementation);
            before = ", ";
        }
}

static void cells(const struct html_page *page, const char *dialect)
{
    size_t count[MAP_STATES] = {0}, total = 0, told = 0;
    struct html_map_row row;
    FILE *out = page->out;

    fputs("<ol class=\"cells\">", out);
    for (size_t k = 0; html_map_take(k, &row); k++) {
        enum sentence_state state;

        if (strcmp(row.note.dialect, dialect) != 0)
            continue;
        state = sentence_state_of(page, &row);
        count[state]++;
        total++;
        html_put(out,
                 "<li><a class=\"%s\" href=\"#%s-%u\" title=\"%s: %s\">"
                 "<span>%s</span>%u</a></li>",
                 states[state].name, dialect, (size_t)row.note.number,
                 states[state].words, row.note.text, states[state].sign,
                 (size_t)row.note.number);
    }
    html_put(out, "</ol>\n<p class=\"count\">%u sentences: ", total);
    for (unsigned s = 0; s < MAP_STATES; s++)
        if (count[s])
            html_put(out, told++ ? ", %u %s" : "%u %s", count[s],
                     states[s].words);
    fputs("</p>\n", out);
}

static void html_map_sentence(const struct html_page *page,
                              const struct html_map_row *row)
{
    const struct sentence_note *note = &row->note;
    enum sentence_state state = sentence_state_of(page, row);
    char place[160];
    FILE *out = page->out;

    notes_sentence_place(row->k, place, sizeof place);
    html_put(out, "<dt id=\"%s-%u\">%u <b class=\"%s\">%s %s</b>",
             note->dialect, (size_t)note->number, (size_t)note->number,
             states[state].name, states[state].sign, states[state].words);
    if (state == MAP_BROKEN)
        who_breaks(page, row);
    html_put(out, " <span>%s; %s; ", place, note->force);
    html_linked(page, note->clauses);
    html_put(out, "</span></dt><dd>%s</dd>\n", note->text);
}

static void html_map_manual(const struct html_page *page, const char *dialect)
{
    struct html_map_row row;
    FILE *out = page->out;

    html_put(out, "<div class=\"group\" data-dialect=\"%s\">\n<h3>%s</h3>\n",
             dialect, dialect);
    cells(page, dialect);
    html_put(out,
             "<details><summary>The sentences of %s, one by "
             "one</summary>\n<dl>\n",
             dialect);
    for (size_t k = 0; html_map_take(k, &row); k++)
        if (strcmp(row.note.dialect, dialect) == 0)
            html_map_sentence(page, &row);
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
