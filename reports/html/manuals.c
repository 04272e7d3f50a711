/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/results/notes.h"
#include "html.h"
#include "reference/sentences.h"

/* Where the readings of a manual part. */

static void put_counter(uint32_t number, FILE *out)
{
    if (number == ATLAS_NOWHERE)
        fputs("none", out);
    else if (number == ATLAS_ERROR)
        fputs("error", out);
    else
        html_put(out, "%u", (size_t)number);
}

static void put_atlas_row(const struct atlas *atlas, unsigned s, FILE *out)
{
    fprintf(out, "<tr><th scope=\"row\">0x%x</th>", (unsigned)atlas->scales[s]);
    for (unsigned d = 0; d < ATLAS_DISTANCES; d++) {
        const struct atlas_cell *cell = &atlas->cells[s][d];

        fputs(cell->count > 1 ? "<td class=\"open\">" : "<td>", out);
        for (unsigned k = 0; k < cell->count; k++) {
            fputs(k ? " or " : "", out);
            put_counter(cell->counters[k], out);
        }
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static void put_atlas(const struct html_page *page, const char *dialect)
{
    FILE *out = page->out;
    struct atlas atlas;
    char label[80], caption[100];

    if (!notes_atlas(dialect, &atlas))
        return;
    snprintf(label, sizeof label, "Atlas of %s", dialect);
    snprintf(caption, sizeof caption,
             "%s: counter by scale, and by pc - offset", dialect);
    html_group(out, dialect, "Counters by the manual of");
    html_table(out, label, "atlas", caption, "scale");
    for (size_t d = 0; d < ATLAS_DISTANCES; d++)
        html_put(out, "<th scope=\"col\">%u</th>", d);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (unsigned s = 0; s < ATLAS_SCALES; s++)
        put_atlas_row(&atlas, s, out);
    fputs("</tbody></table></div></details>\n", out);
}

static void put_atlases(const struct html_page *page)
{
    fputs("<h3 id=\"atlas\">Where readings differ</h3>\n<p>The counter of a "
          "pc, in a buffer of 64 bytes with counters of 16 bits. Where a "
          "manual permits several readings, each one\xe2\x80\x99s counter is "
          "listed, on a coloured ground.</p>\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            put_atlas(page, page->runs[k].dialect);
}

/* What the manuals say, and the links to it. */

void html_clause_link(const char *clause, FILE *out)
{
    const struct clause_row *row = clause_by_id(clause);

    if (row)
        html_put(out, "<a href=\"#%s\" title=\"%s: %s\">%s</a>", row->id,
                 notes_place(row), row->text, row->id);
    else
        html_put(out, "%s", clause);
}

/* A word of a clause's letters, that can be one: with a dot and a digit. */
static size_t word_length(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-");

    while (length && strchr(".-", text[length - 1]))
        length--;
    return length;
}

void html_linked(const char *text, FILE *out)
{
    bool quoted = false;
    char piece[64];

    while (*text) {
        if (*text == '`' && (quoted || strchr(text + 1, '`'))) {
            fputs(quoted ? "</code>" : "<code>", out);
            quoted = !quoted;
            text++;
            continue;
        }
        /* Of what is no word, up to a word or a quote. */
        size_t length = word_length(text);

        if (length && length < sizeof piece) {
            snprintf(piece, sizeof piece, "%.*s", (int)length, text);
            html_clause_link(piece, out);
        } else {
            length = strcspn(text, "`abcdefghijklmnopqrstuvwxyz");
            length = length < sizeof piece ? length : sizeof piece - 1;
            length = length ? length : 1;
            while (length > 1 && (text[length] & 0xc0) == 0x80)
                length--;
            snprintf(piece, sizeof piece, "%.*s", (int)length, text);
            html_put(out, "%s", piece);
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

static bool same_manual(const char *a, const char *b)
{
    size_t length = manual_length(a);

    return manual_length(b) == length && strncmp(a, b, length) == 0;
}

static void put_clauses(const struct html_page *page)
{
    FILE *out = page->out;

    fputs("<h3 id=\"clauses\">Clauses</h3>\n<p>The numbered statements of "
          "each manual, in our words, and the sentence that each rests on "
          "most: its number on the page, and where it is.</p>\n",
          out);
    for (size_t k = 0; k < clause_count; k++) {
        const struct clause_row *row = &clause_table[k];

        if (!k || !same_manual(row[-1].id, row->id)) {
            char manual[64];

            snprintf(manual, sizeof manual, "%.*s", (int)manual_length(row->id),
                     row->id);
            html_put(out,
                     "<details class=\"clauses\"><summary>%s</summary><dl>\n",
                     manual);
        }
        html_put(out, "<dt id=\"%s\">%s <span>%s</span></dt><dd>%s</dd>\n",
                 row->id, row->id, notes_place(row), row->text);
        if (k + 1 == clause_count || !same_manual(row->id, row[1].id))
            fputs("</dl></details>\n", out);
    }
}

/* A row for each rule: the choice of each implementation, and whether the
 * manual permits it. */

/* The defect of a run that a rule is blamed for, counted from 1; 0: none. */
static size_t blamed(const struct html_page *page, const struct results *run,
                     const char *rule)
{
    for (size_t k = 0; k < page->finding_count; k++) {
        size_t defect = page->findings[k].defect;
        const struct cause *cause = page->defects[defect].example->cause;

        if (page->findings[k].run == run && cause &&
            results_blames(cause, rule))
            return defect + 1;
    }
    return 0;
}

static void put_rules_cell(const struct html_page *page,
                           const struct html_group *group,
                           const struct results *run,
                           const struct rule_finding *finding)
{
    char link[60] = "span class=\"standing\"";
    FILE *out = page->out;
    size_t f;

    html_put(out, "<td data-label=\"%s\" class=\"%s\">",
             page->order[group->first],
             finding ? html_class_of_standing(finding->standing) : "none");
    if (!finding) {
        fputs("not probed</td>", out);
        return;
    }
    f = blamed(page, run, finding->rule);
    if (f)
        snprintf(link, sizeof link, "a class=\"standing\" href=\"#c%zu\"", f);
    html_put(out, "<b>%s%s</b> <%m>%s %s</%s></td>",
             finding->choice_count ? "" : "no single choice",
             finding->standing == STANDING_NOT_SHOWN ? "any"
             : finding->choice_count                 ? report_choices(finding)
                                                     : "",
             link, html_sign(html_class_of_standing(finding->standing)),
             standing_names[finding->standing], f ? "a" : "span");
}

static void put_rules_row(const struct html_page *page, const char *dialect,
                          const struct rule_finding *first)
{
    FILE *out = page->out;

    html_put(out, "<tr><th scope=\"row\">%s<span>%s</span></th>", first->rule,
             first->question ? first->question : "");
    for (size_t g = 0; g < page->group_count; g++) {
        const struct results *run =
            html_group_run(page, &page->groups[g], dialect);

        if (run)
            put_rules_cell(page, &page->groups[g], run,
                           results_rule(run, first->rule));
    }
    fputs("<td data-label=\"clause\">", out);
    html_clause_link(first->clause, out);
    fputs("</td></tr>\n", out);
}

/* Whether a run before the k-th of the dialect has the rule. */
static bool listed(const struct html_page *page, size_t k, const char *rule)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(page->runs[j].dialect, page->runs[k].dialect) &&
            results_rule(&page->runs[j], rule))
            return true;
    return false;
}

static void put_rules_table(const struct html_page *page, const char *dialect)
{
    char label[80], caption[80];
    FILE *out = page->out;

    snprintf(label, sizeof label, "Behaviour by %s", dialect);
    snprintf(caption, sizeof caption, "By the manual of %s", dialect);
    html_group(out, dialect, "Which choice each took of every rule, by");
    html_table(out, label, "rules cards", caption, "rule");
    for (size_t g = 0; g < page->group_count; g++)
        if (html_group_run(page, &page->groups[g], dialect)) {
            fputs("<th scope=\"col\">", out);
            html_group_name(page, &page->groups[g]);
            fputs("</th>", out);
        }
    fputs("<th scope=\"col\">clause</th></tr></thead>\n<tbody>\n", out);
    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        for (size_t r = 0; r < run->behaviour_count; r++)
            if (strcmp(run->dialect, dialect) == 0 &&
                !listed(page, k, run->behaviour[r].rule))
                put_rules_row(page, dialect, &run->behaviour[r]);
    }
    fputs("</tbody></table></div></details>\n", out);
}

static void put_rules(const struct html_page *page)
{
    fputs("<h3>Choices</h3>\n<p>Each rule is a decision that every "
          "implementation takes. \xe2\x9c\x93 the manual requires or permits "
          "the choice; \xe2\x9c\x97 it forbids it; \xe2\x97\x8b it is silent, "
          "or the run leaves several open.</p>\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            put_rules_table(page, page->runs[k].dialect);
}

/* A map of each manual: every sentence a cell, and what became of it. */

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

/* What a run says of a sentence, that asks these rules. */
static enum sentence_state state_in(const struct results *run,
                                    const struct sentence_row *sentence,
                                    struct rule_set asked)
{
    enum sentence_state state = MAP_UNTESTED;

    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *f = &run->behaviour[k];
        char name[sizeof f->rule];
        int rule;

        snprintf(name, sizeof name, "%.*s", (int)html_rule_length(f->rule),
                 f->rule);
        rule = rule_by_name(name);
        if (f->standing == STANDING_NOT_SHOWN || rule < 0 ||
            !rule_set_has(asked, (unsigned)rule))
            continue;
        if (standing_is_wrong(f->standing) &&
            notes_rules_out(sentence, rule, f->choices, f->choice_count))
            return MAP_BROKEN;
        state = MAP_KEPT;
    }
    return state;
}

static bool is_by(const struct results *run, const struct sentence_row *row)
{
    return strcmp(run->dialect, dialect_table[row->dialect].name) == 0;
}

/* The worst that a run by that manual says of it. */
static enum sentence_state state_of(const struct html_page *page,
                                    const struct sentence_row *row)
{
    struct rule_set asked = rules_of_sentence(row->dialect, row);
    enum sentence_state state = MAP_UNTESTED;

    if (row->force == SENTENCE_NOTHING)
        return MAP_SILENT;
    for (size_t r = 0; r < page->run_count && state != MAP_BROKEN; r++) {
        enum sentence_state one = is_by(&page->runs[r], row)
                                      ? state_in(&page->runs[r], row, asked)
                                      : MAP_UNTESTED;

        state = one == MAP_UNTESTED ? state : one;
    }
    return state;
}

static void who_breaks(const struct html_page *page,
                       const struct sentence_row *row)
{
    struct rule_set asked = rules_of_sentence(row->dialect, row);
    const char *before = " by ";

    for (size_t r = 0; r < page->run_count; r++)
        if (is_by(&page->runs[r], row) &&
            state_in(&page->runs[r], row, asked) == MAP_BROKEN) {
            html_put(page->out, "%s<bdi>%s</bdi>", before,
                     page->runs[r].implementation);
            before = ", ";
        }
}

/* Those of a dialect are side by side. */
static const struct sentence_row *sentences_of(const char *dialect,
                                               size_t *count)
{
    const struct sentence_row *row = sentence_table,
                              *end = row + sentence_count;

    while (row < end && strcmp(dialect_table[row->dialect].name, dialect) != 0)
        row++;
    for (*count = 0; row + *count < end && row[*count].dialect == row->dialect;)
        ++*count;
    return row;
}

static void put_cells(const struct html_page *page, const char *dialect)
{
    size_t count[MAP_STATES] = {0}, total, listed = 0;
    const struct sentence_row *row = sentences_of(dialect, &total);
    FILE *out = page->out;

    fputs("<ol class=\"cells\">", out);
    for (size_t k = 0; k < total; k++, row++) {
        enum sentence_state state = state_of(page, row);

        count[state]++;
        html_put(out,
                 "<li><a class=\"%s\" href=\"#%s-%u\" title=\"%s: %s\">"
                 "<span>%s</span>%u</a></li>",
                 states[state].name, dialect, (size_t)row->number,
                 states[state].words, row->text, states[state].sign,
                 (size_t)row->number);
    }
    html_put(out, "</ol>\n<p class=\"count\">%u sentences: ", total);
    for (unsigned s = 0; s < MAP_STATES; s++)
        if (count[s])
            html_put(out, listed++ ? ", %u %s" : "%u %s", count[s],
                     states[s].words);
    fputs("</p>\n", out);
}

static void put_sentence(const struct html_page *page, const char *dialect,
                         const struct sentence_row *row)
{
    enum sentence_state state = state_of(page, row);
    char place[160];
    FILE *out = page->out;

    sentence_place(row, place, sizeof place);
    html_put(out, "<dt id=\"%s-%u\">%u <b class=\"%s\">%s %s</b>", dialect,
             (size_t)row->number, (size_t)row->number, states[state].name,
             states[state].sign, states[state].words);
    if (state == MAP_BROKEN)
        who_breaks(page, row);
    html_put(out, " <span>%s; %s; %l</span></dt><dd>%s</dd>\n", place,
             sentence_force_word((enum sentence_force)row->force), row->clauses,
             row->text);
}

static void put_manual(const struct html_page *page, const char *dialect)
{
    size_t count;
    const struct sentence_row *row = sentences_of(dialect, &count);
    FILE *out = page->out;

    html_put(out, "<div class=\"group\" data-dialect=\"%s\">\n<h3>%s</h3>\n",
             dialect, dialect);
    put_cells(page, dialect);
    html_put(out,
             "<details><summary>The sentences of %s, one by "
             "one</summary>\n<dl>\n",
             dialect);
    for (size_t k = 0; k < count; k++)
        put_sentence(page, dialect, &row[k]);
    fputs("</dl></details>\n</div>\n", out);
}

void html_map(const struct html_page *page)
{
    html_section(page->out, "map", "The manuals, sentence by sentence");
    fputs("<p>A sentence is broken if anyone on this page takes a choice that "
          "it rules out.</p>\n<div class=\"maps\">\n",
          page->out);
    for (size_t k = 0; k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            put_manual(page, page->runs[k].dialect);
    fputs("</div>\n", page->out);
    put_rules(page);
    put_clauses(page);
    put_atlases(page);
    fputs("</section>\n", page->out);
}
