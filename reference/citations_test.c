/* SPDX-License-Identifier: MIT */
/*
 * Do citations lead to the words that decide?  citations.def is a second
 * reading of them: it has words that a reader of the pages looks for, and no
 * number.  A clause, or a dialect's choice, that leads to another sentence
 * than those that have these words is wrong.
 *
 *     CLAUSE_SAYS("clause", "words")
 *     RULE_SAYS(dialect, "words", rule...)
 *
 * " + " divides the words of the sentences that are cited together.  Of a rule
 * " ; " divides those of the clauses that its choices cite, in their order, and
 * of what is open beside them.
 */
#include "each.h"
#include "sentences.h"
#include "unit_test.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *id, *words;
} clauses_say[] = {
#define CLAUSE_SAYS(id, words) {id, words},
#define RULE_SAYS(dialect, words, ...)
#include "citations.def"
#undef CLAUSE_SAYS
#undef RULE_SAYS
};

static const struct {
    enum dialect dialect;
    enum rule rule;
    const char *words;
} rules_say[] = {
#define CLAUSE_SAYS(id, words)
#define ROW(dialect, words, rule)      {DIALECT_##dialect, RULE_##rule, words},
#define RULE_SAYS(dialect, words, ...) EACH(ROW, dialect, words, __VA_ARGS__)
#include "citations.def"
};

enum {
    CLAUSES_SAY = sizeof clauses_say / sizeof *clauses_say,
    RULES_SAY = sizeof rules_say / sizeof *rules_say,
};

/* The next of some words, to their division; false at the end. */
static bool next_words(const char **words, const char *division, char *text,
                       size_t size)
{
    const char *end;
    size_t length;

    if (!*words)
        return false;
    end = strstr(*words, division);
    length = end ? (size_t)(end - *words) : strlen(*words);
    assert_in_range(length, 1, size - 1);
    memcpy(text, *words, length);
    text[length] = '\0';
    *words = end ? end + strlen(division) : NULL;
    return true;
}

/* The sentences that are cited, one of them (moved < count) replaced by the
 * one that is so many numbers further on its page. */
struct citation {
    const struct sentence_row *rows[SENTENCES_CITED];
    size_t count;
};

static struct citation cited(const char *clause, enum rule rule)
{
    struct citation c;

    c.count = sentences_cited(clause, rule, c.rows, SENTENCES_CITED);
    return c;
}

/* Whether the sentences have the words, each its own. */
static bool says(const struct citation *c, const char *words)
{
    char part[64];
    size_t k = 0;

    while (next_words(&words, " + ", part, sizeof part)) {
        if (k == c->count || !strstr(c->rows[k]->text, part))
            return false;
        k++;
    }
    return k == c->count;
}

/* How many wrong numbers would go unseen: each sentence of a citation replaced
 * by those before and after it on the page. */
static unsigned unseen(const struct citation *c, const char *words)
{
    unsigned count = 0;

    for (size_t k = 0; k < c->count; k++)
        for (int step = -1; step <= 1; step += 2) {
            struct citation wrong = *c;
            const struct sentence_row *row = c->rows[k];

            wrong.rows[k] = sentence_by_number(row->dialect,
                                               (unsigned)(row->number + step));
            if (wrong.rows[k] && says(&wrong, words)) {
                print_error("%s:%u for %u has \"%s\", too\n",
                            dialect_table[row->dialect].name,
                            wrong.rows[k]->number, row->number, words);
                count++;
            }
        }
    return count;
}

/* What is reported of a citation that is not as it should be. */
static unsigned check(const char *what, const char *name, const char *clause,
                      enum rule rule, const char *words)
{
    struct citation c = cited(clause, rule);
    char text[SENTENCE_CITED];

    if (says(&c, words))
        return unseen(&c, words);
    sentence_cite(clause, rule, text, sizeof text);
    print_error("%s%s%s: not \"%s\"\n", what, name, text, words);
    for (size_t k = 0; k < c.count; k++)
        print_error("    %u: %s\n", c.rows[k]->number, c.rows[k]->text);
    return 1;
}

static bool is_of_a_page(const char *clause)
{
    return *clause && strncmp(clause, "decency.", 8) != 0 &&
           strncmp(clause, "gmon.", 5) != 0;
}

TEST(each_clause_leads_to_the_words_that_decide_it)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;
        unsigned rows = 0;

        for (size_t i = 0; i < CLAUSES_SAY; i++) {
            if (strcmp(clauses_say[i].id, id) != 0)
                continue;
            rows++;
            wrong += check("", "", id, RULES, clauses_say[i].words);
        }
        if (rows == is_of_a_page(id))
            continue;
        print_error("%s has %u rows of words\n", id, rows);
        wrong++;
    }
    for (size_t i = 0; i < CLAUSES_SAY; i++)
        assert_non_null(clause_by_id(clauses_say[i].id));
    assert_int_equal(wrong, 0);
}

/* The clauses of pages that a dialect cites for a rule, each once. */
static size_t clauses_of(enum dialect dialect, enum rule rule,
                         const char *ids[16])
{
    const struct rule_row *row = &rule_table[rule];
    size_t count = 0;

    for (unsigned k = row->first; k <= row->first + row->count; k++) {
        const char *id = k < row->first + row->count
                             ? dialect_clause(dialect, k)
                             : dialect_open_clause(dialect, rule);
        size_t i = 0;

        while (i < count && strcmp(ids[i], id) != 0)
            i++;
        if (i == count && is_of_a_page(id))
            ids[count++] = id;
    }
    return count;
}

static unsigned check_rule(enum dialect dialect, enum rule rule,
                           const char *words)
{
    const char *ids[16];
    size_t count = clauses_of(dialect, rule, ids), k = 0;
    char part[128], name[64];
    unsigned wrong = 0;

    snprintf(name, sizeof name, "%s, %s: ", dialect_table[dialect].name,
             rule_table[rule].name);
    while (next_words(&words, " ; ", part, sizeof part) && k < count)
        wrong += check("", name, ids[k++], rule, part);
    if (k == count && !words)
        return wrong;
    print_error("%s%zu clauses are cited\n", name, count);
    return wrong + 1;
}

TEST(each_rule_of_a_dialect_cites_a_sentence_that_speaks_of_it)
{
    unsigned wrong = 0;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned r = 0; r < RULES; r++) {
            const char *ids[16];
            unsigned rows = 0;

            for (size_t i = 0; i < RULES_SAY; i++) {
                if (rules_say[i].dialect != d || rules_say[i].rule != r)
                    continue;
                rows++;
                wrong += check_rule(d, r, rules_say[i].words);
            }
            if (rows == (clauses_of(d, r, ids) > 0))
                continue;
            print_error("%s, %s has %u rows of words\n", dialect_table[d].name,
                        rule_table[r].name, rows);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* What is only named, to be cited for, is a rule of that dialect. */
TEST(what_a_sentence_is_about_is_a_rule_of_its_dialect)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const char *words = sentence_table[k].choices;
        char word[160];

        while (*words && next_words(&words, " ", word, sizeof word)) {
            if (!strchr(word, '=') &&
                (rule_by_name(word) < 0 ||
                 !dialect_has_rule(sentence_table[k].dialect,
                                   rule_by_name(word))))
                fail_msg("%s:%u is about %s, which is no rule there",
                         dialect_table[sentence_table[k].dialect].name,
                         sentence_table[k].number, word);
            if (!words)
                break;
        }
    }
}

TESTS(NULL, NULL)
