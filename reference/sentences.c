/* SPDX-License-Identifier: MIT */
#include "sentences.h"

#include <string.h>

#define NOTHING    .force = SENTENCE_NOTHING, .choices = ""
#define MUST(left) .force = SENTENCE_MUST, .choices = left
#define MAY        .force = SENTENCE_MAY, .choices = ""
#define EXAMPLE    .force = SENTENCE_EXAMPLE, .choices = ""
#define AGAINST(...)                                                           \
    .force = SENTENCE_CONTRADICTS, .choices = "", .against = {__VA_ARGS__}
#define SENTENCE(count, heading, in, at, how, ids, words)                      \
    {.dialect = PAGE,                                                          \
     .number = count,                                                          \
     .section = heading,                                                       \
     .paragraph = in,                                                          \
     .nth = at,                                                                \
     .clauses = ids,                                                           \
     .text = words,                                                            \
     how},

const struct sentence_row sentence_table[] = {
#define DIALECT_SENTENCES
#include "dialects.def"
#undef DIALECT_SENTENCES
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
                set |= choice_bit((enum choice)k);
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

/* How much a clause rests on a sentence.  That its page contradicts it is
 * what a reader needs to know first. */
static unsigned weight(const struct sentence_row *sentence,
                       const struct clause_row *clause)
{
    unsigned kind = 1;

    if (sentence->force == SENTENCE_CONTRADICTS)
        kind = 4;
    else if (sentence->force == SENTENCE_MUST)
        kind = *sentence->choices ? 3 : 2;
    return 2 * kind + (strcmp(sentence->section, clause->section) == 0);
}

/* The weightiest of a clause: of those that decide a rule, or, for RULES, of
 * them all. */
static const struct sentence_row *weightiest(const char *clause, enum rule rule)
{
    const struct clause_row *of = clause_by_id(clause);
    const struct sentence_row *found = NULL;

    for (size_t k = 0; of && k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        if (sentence_has_clause(row, clause) &&
            (rule == RULES || sentence_has_rule(row, rule)) &&
            (!found || weight(row, of) > weight(found, of)))
            found = row;
    }
    return found;
}

const struct sentence_row *sentence_of_clause(const char *clause)
{
    return weightiest(clause, RULES);
}

const struct sentence_row *sentence_for_rule(const char *clause, enum rule rule)
{
    return weightiest(clause, rule);
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

static bool has_paragraph(const struct sentence_row *a,
                          const struct sentence_row *b)
{
    return a->dialect == b->dialect && a->paragraph == b->paragraph &&
           strcmp(a->section, b->section) == 0;
}

static bool is_alone(const struct sentence_row *sentence)
{
    for (size_t k = 0; k < sentence_count; k++)
        if (has_paragraph(&sentence_table[k], sentence) &&
            sentence_table[k].nth != sentence->nth)
            return false;
    return true;
}

static void add_place(struct line *line, const struct sentence_row *sentence)
{
    add_words(line, sentence->section);
    add_words(line, ", paragraph ");
    add_number(line, sentence->paragraph);
    if (is_alone(sentence))
        return;
    add_words(line, ", sentence ");
    add_number(line, sentence->nth);
}

void sentence_place(const struct sentence_row *sentence, char *text,
                    size_t size)
{
    struct line line = {text, size, 0};

    add_place(&line, sentence);
}

static void cite(const char *clause, const struct sentence_row *sentence,
                 char *text, size_t size)
{
    struct line line = {text, size, 0};

    add_words(&line, clause);
    if (!sentence)
        return;
    add_words(&line, " (sentence ");
    add_number(&line, sentence->number);
    for (unsigned k = 0; sentence->against[k]; k++) {
        add_words(&line, k ? ", " : ", contradicted by ");
        add_number(&line, sentence->against[k]);
    }
    add_words(&line, ": ");
    add_place(&line, sentence);
    add_words(&line, ")");
}

void sentence_cite(const char *clause, char *text, size_t size)
{
    cite(clause, sentence_of_clause(clause), text, size);
}

void sentence_cite_for(const char *clause, enum rule rule, char *text,
                       size_t size)
{
    const struct sentence_row *sentence = sentence_for_rule(clause, rule);

    cite(clause, sentence ? sentence : sentence_of_clause(clause), text, size);
}
