/* SPDX-License-Identifier: MIT */
#include "sentences.h"

#include <string.h>

#define NOTHING    .force = SENTENCE_NOTHING, .choices = ""
#define MUST(left) .force = SENTENCE_MUST, .choices = left
#define MAY        .force = SENTENCE_MAY, .choices = ""
#define EXAMPLE    .force = SENTENCE_EXAMPLE, .choices = ""
#define AGAINST(...)                                                           \
    .force = SENTENCE_CONTRADICTS, .choices = "", .against = {__VA_ARGS__}
#define WORDS(count, heading, in, at, ids, words)                              \
    .dialect = PAGE, .number = count, .section = heading, .paragraph = in,     \
    .nth = at, .clauses = ids, .text = words
#define SENTENCE(count, heading, in, at, how, ids, words)                      \
    {WORDS(count, heading, in, at, ids, words), how},
#define ASIDE(count, heading, in, at, how, ids, words)                         \
    {WORDS(count, heading, in, at, ids, words), how, .aside = true},

#define DIALECT_FILE(permits, sentences) sentences

const struct sentence_row sentence_table[] = {
#include "dialects.def"
};
const size_t sentence_count = sizeof sentence_table / sizeof sentence_table[0];

const char *sentence_force_word(enum sentence_force force)
{
    static const char *const words[SENTENCE_FORCES] = {
        [SENTENCE_NOTHING] = "states no behaviour",
        [SENTENCE_MUST] = "must",
        [SENTENCE_MAY] = "may",
        [SENTENCE_EXAMPLE] = "example",
        [SENTENCE_CONTRADICTS] = "contradicts",
    };

    return words[force];
}

const struct sentence_row *sentence_by_number(enum dialect dialect,
                                              unsigned number)
{
    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_table[k].dialect == dialect &&
            sentence_table[k].number == number)
            return &sentence_table[k];
    return NULL;
}

/* Whether a word is one of those of a list with blanks between. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    while (*list) {
        size_t here = strcspn(list, " ");

        if (here == length && memcmp(list, word, length) == 0)
            return true;
        list += here;
        list += strspn(list, " ");
    }
    return false;
}

bool sentence_has_clause(const struct sentence_row *sentence,
                         const char *clause)
{
    return has_word(sentence->clauses, clause);
}

/* The choices of a rule that a list names: "saturate|wrap", to a blank. */
static choice_set choices_named(const char *list, enum rule rule)
{
    const struct rule_row *row = &rule_table[rule];
    choice_set set = 0;
    size_t length;

    for (;; list += length + 1) {
        length = strcspn(list, "| ");
        for (unsigned k = row->first; k < row->first + row->count; k++)
            if (strlen(choice_table[k].name) == length &&
                memcmp(choice_table[k].name, list, length) == 0)
                set |= choice_bit(k);
        if (list[length] != '|')
            return set;
    }
}

choice_set sentence_choices(const struct sentence_row *sentence, enum rule rule)
{
    const char *name = rule_table[rule].name, *at = sentence->choices;
    size_t length = strlen(name);

    while (*at) {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return choices_named(at + length + 1, rule);
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return 0;
}

bool sentence_has_rule(const struct sentence_row *sentence, enum rule rule)
{
    return sentence_choices(sentence, rule) != 0;
}

/* How closely a sentence is about a rule, for a clause: 0 not at all.  What
 * decides comes before what is only about it, and that before the rest of the
 * clause; what is an aside comes last, but where it alone decides. */
static unsigned nearness(const struct sentence_row *row, const char *clause,
                         enum rule rule)
{
    if (!sentence_has_clause(row, clause))
        return 0;
    if (rule != RULES && sentence_has_rule(row, rule))
        return row->aside ? 4 : 5;
    if (rule != RULES && has_word(row->choices, rule_table[rule].name))
        return 3;
    return row->aside ? 1 : 2;
}

size_t sentences_cited(const char *clause, enum rule rule,
                       const struct sentence_row **cited, size_t room)
{
    unsigned most = 1;
    size_t count = 0;

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        unsigned near = nearness(row, clause, rule);

        if (near > most) {
            most = near;
            count = 0;
        }
        if (near == most && count < room)
            cited[count++] = row;
    }
    return count;
}

/* Whether a sentence decides a rule and leaves none of these choices. */
static bool rules_out(const struct sentence_row *row, enum rule rule,
                      choice_set found)
{
    return sentence_has_rule(row, rule) &&
           (sentence_choices(row, rule) & found) == 0;
}

const char *sentence_ruling_out(const char *clause, enum dialect dialect,
                                enum rule rule, choice_set found)
{
    const struct sentence_row *rows[SENTENCES_CITED];
    size_t count = sentences_cited(clause, rule, rows, SENTENCES_CITED);
    bool leaves = false;

    for (size_t k = 0; k < count; k++) {
        if (rules_out(rows[k], rule, found))
            return clause;
        leaves = leaves || sentence_has_rule(rows[k], rule);
    }
    for (size_t k = 0; leaves && k < sentence_count; k++)
        for (size_t i = 0; i < clause_count; i++)
            if (sentence_table[k].dialect == dialect &&
                sentence_has_clause(&sentence_table[k], clause_table[i].id) &&
                rules_out(&sentence_table[k], rule, found))
                return clause_table[i].id;
    return clause;
}

/* A text that is filled up to its size, and always ended. */
struct line {
    char *text;
    size_t size, length;
};

static void add_words(struct line *line, const char *words)
{
    for (; *words && line->length + 1 < line->size; words++)
        line->text[line->length++] = *words;
    if (line->size)
        line->text[line->length] = '\0';
}

static void add_number(struct line *line, unsigned number)
{
    char digits[4];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    add_words(line, digits + at);
}

static bool same_paragraph(const struct sentence_row *a,
                           const struct sentence_row *b)
{
    return a->dialect == b->dialect && a->paragraph == b->paragraph &&
           strcmp(a->section, b->section) == 0;
}

static bool is_paragraph(const struct sentence_row *sentence)
{
    for (size_t k = 0; k < sentence_count; k++)
        if (same_paragraph(&sentence_table[k], sentence) &&
            sentence_table[k].nth != sentence->nth)
            return false;
    return true;
}

/* "2", "2 and 3", "2, 3 and 4": the k-th of several numbers. */
static void add_listed(struct line *line, unsigned number, size_t k,
                       size_t count)
{
    if (k > 0)
        add_words(line, k + 1 == count ? " and " : ", ");
    add_number(line, number);
}

/* How many of these, from the first on, are in its section: sentences of one
 * paragraph (*in_one), or each of them a paragraph of its own. */
static size_t run_of(const struct sentence_row *const *rows, size_t count,
                     bool *in_one)
{
    bool whole = is_paragraph(rows[0]);
    size_t n = 1;

    *in_one = !whole;
    while (n < count && strcmp(rows[n]->section, rows[0]->section) == 0 &&
           rows[n]->dialect == rows[0]->dialect &&
           (whole ? is_paragraph(rows[n]) : same_paragraph(rows[n], rows[0])))
        n++;
    return n;
}

/* The places of several sentences, those of one paragraph together; two parts
 * of one sentence have one place. */
static void add_places(struct line *line,
                       const struct sentence_row *const *rows, size_t count)
{
    for (size_t k = 0, n; k < count; k += n) {
        unsigned at[SENTENCES_CITED];
        size_t places = 0;
        bool in_one;

        n = run_of(rows + k, count - k, &in_one);
        for (size_t i = k; i < k + n; i++) {
            unsigned here = in_one ? rows[i]->nth : rows[i]->paragraph;

            if (places == 0 || at[places - 1] != here)
                at[places++] = here;
        }
        if (k > 0)
            add_words(line, "; ");
        if (k == 0 || strcmp(rows[k]->section, rows[k - 1]->section) != 0) {
            add_words(line, rows[k]->section);
            add_words(line, ", ");
        }
        add_words(line, !in_one && places > 1 ? "paragraphs " : "paragraph ");
        if (in_one) {
            add_number(line, rows[k]->paragraph);
            add_words(line, places > 1 ? ", sentences " : ", sentence ");
        }
        for (size_t i = 0; i < places; i++)
            add_listed(line, at[i], i, places);
    }
}

void sentence_places(const struct sentence_row *const *sentences, size_t count,
                     char *text, size_t size)
{
    struct line line = {text, size, 0};

    add_places(&line, sentences, count);
}

void sentence_place(const struct sentence_row *sentence, char *text,
                    size_t size)
{
    sentence_places(&sentence, 1, text, size);
}

static bool is_against(const struct sentence_row *row, unsigned number)
{
    for (unsigned k = 0; row->against[k]; k++)
        if (row->against[k] == number)
            return true;
    return false;
}

/* Which of these sentences contradict each other, and which others contradict
 * them. */
static void add_contradictions(struct line *line,
                               const struct sentence_row *const *rows,
                               size_t count)
{
    unsigned mutual[SENTENCES_CITED];
    size_t pairs = 0, others = 0;

    for (unsigned number = 1; number <= UINT8_MAX; number++) {
        bool against = false, among = false;

        for (size_t k = 0; k < count; k++) {
            against = against || is_against(rows[k], number);
            among = among || rows[k]->number == number;
        }
        if (against && among) {
            mutual[pairs++] = number;
        } else if (against) {
            add_words(line, others++ ? ", " : ", contradicted by ");
            add_number(line, number);
        }
    }
    if (pairs == 0)
        return;
    add_words(line, pairs == count ? ", which" : ", of which ");
    for (size_t k = 0; k < pairs && pairs < count; k++)
        add_listed(line, mutual[k], k, pairs);
    add_words(line, " contradict each other");
}

/* "sentences 14 and 15: Description, paragraph 3, sentences 2 and 3". */
static void add_cited(struct line *line, const struct sentence_row *const *rows,
                      size_t count, const char *force)
{
    add_words(line, count > 1 ? "sentences " : "sentence ");
    for (size_t k = 0; k < count; k++)
        add_listed(line, rows[k]->number, k, count);
    if (force) {
        add_words(line, " (");
        add_words(line, force);
        add_words(line, ")");
    } else {
        add_contradictions(line, rows, count);
    }
    add_words(line, ": ");
    add_places(line, rows, count);
}

void sentence_cite(const char *clause, enum rule rule, char *text, size_t size)
{
    struct line line = {text, size, 0};
    const struct sentence_row *rows[SENTENCES_CITED];
    size_t count = sentences_cited(clause, rule, rows, SENTENCES_CITED);

    add_words(&line, clause);
    if (count == 0)
        return;
    add_words(&line, " (");
    add_cited(&line, rows, count, NULL);
    add_words(&line, ")");
}

void sentence_place_of(const char *clause, char *text, size_t size)
{
    struct line line = {text, size, 0};
    const struct sentence_row *rows[SENTENCES_CITED];
    size_t count = sentences_cited(clause, RULES, rows, SENTENCES_CITED);
    enum sentence_force force = SENTENCE_NOTHING;

    add_words(&line, "");
    for (size_t k = 0; k < count; k++)
        if (k == 0 || rows[k]->force == SENTENCE_CONTRADICTS)
            force = rows[k]->force;
    if (count > 0)
        add_cited(&line, rows, count, sentence_force_word(force));
}
