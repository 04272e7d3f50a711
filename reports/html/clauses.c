/* SPDX-License-Identifier: MIT */
/* What the manuals say, and the links to it. */
#include <string.h>

#include "conformance/results/notes.h"
#include "html.h"

void html_clause_link(const struct html_page *page, const char *clause)
{
    const struct clause_note *note = notes_clause(clause, strlen(clause));
    char place[160];

    if (!note) {
        html_put(page->out, "%s", clause);
        return;
    }
    notes_place(note->id, place, sizeof place);
    html_put(page->out, "<a href=\"#%s\" title=\"%s%s%s\">%s</a>", note->id,
             place, *place ? ": " : "", note->text, note->id);
}

/* A word of a clause's letters, that can be one: with a dot and a digit. */
static size_t word_length(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-");

    while (length && strchr(".-", text[length - 1]))
        length--;
    return length;
}

void html_linked(const struct html_page *page, const char *text)
{
    bool quoted = false;
    char piece[64];

    while (*text) {
        if (*text == '`' && (quoted || strchr(text + 1, '`'))) {
            fputs(quoted ? "</code>" : "<code>", page->out);
            quoted = !quoted;
            text++;
            continue;
        }
        /* Of what is no word, up to a word or a quote. */
        size_t length = word_length(text);

        if (length && length < sizeof piece) {
            snprintf(piece, sizeof piece, "%.*s", (int)length, text);
            html_clause_link(page, piece);
        } else {
            length = strcspn(text, "`abcdefghijklmnopqrstuvwxyz");
            length = length < sizeof piece ? length : sizeof piece - 1;
            length = length ? length : 1;
            while (length > 1 && (text[length] & 0xc0) == 0x80)
                length--;
            snprintf(piece, sizeof piece, "%.*s", (int)length, text);
            html_put(page->out, "%s", piece);
        }
        text += length;
    }
}

/* The manual of a clause: its id up to the last dot. */
static size_t manual_length(const char *id)
{
    const char *dot = strrchr(id, '.');

    return dot ? (size_t)(dot - id) : strlen(id);
}

void html_clauses(const struct html_page *page)
{
    const struct notes *notes = notes_of_manuals();
    FILE *out = page->out;
    const char *open = NULL;
    char place[160];

    fputs("<h3 id=\"clauses\">Clauses</h3>\n<p>The numbered statements of "
          "each manual, in our words, and the sentence that each rests on "
          "most: its number on the page, and where it stands.</p>\n",
          out);
    for (size_t k = 0; k < notes->clause_count; k++) {
        const struct clause_note *note = &notes->clauses[k];
        size_t length = manual_length(note->id);

        if (!open || manual_length(open) != length ||
            strncmp(open, note->id, length) != 0) {
            char manual[64];

            snprintf(manual, sizeof manual, "%.*s", (int)length, note->id);
            html_put(out,
                     "%s<details class=\"clauses\"><summary>%s</summary>"
                     "<dl>\n",
                     "", manual);
        }
        open = note->id;
        notes_place(note->id, place, sizeof place);
        html_put(out, "<dt id=\"%s\">%s <span>%s</span></dt><dd>%s</dd>\n",
                 note->id, note->id, *place ? place : note->section,
                 note->text);
        if (k + 1 == notes->clause_count ||
            manual_length(notes->clauses[k + 1].id) != length ||
            strncmp(notes->clauses[k + 1].id, note->id, length) != 0)
            fputs("</dl></details>\n", out);
    }
}
