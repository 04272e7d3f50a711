/* SPDX-License-Identifier: MIT */
#include "sentences.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/judge/golden_test.h"

/* The words of a list, one after another: false at its end. */
static bool next_word(const char **list, char *word, size_t size)
{
    size_t length;

    *list += strspn(*list, " ");
    length = strcspn(*list, " ");
    assert_true(length < size);
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length;
    return length > 0;
}

TEST(sentences_are_numbered_through_their_page)
{
    unsigned number = 0;

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        if (k > 0 && row->dialect != row[-1].dialect) {
            assert_true(row->dialect > row[-1].dialect);
            number = 0;
        }
        assert_int_equal(row->number, ++number);
        assert_ptr_equal(sentence_by_number(row->dialect, number), row);
    }
    for (unsigned d = 0; d < DIALECTS; d++) {
        assert_non_null(sentence_by_number(d, 1));
        assert_null(sentence_by_number(d, 0));
        assert_null(sentence_by_number(d, 200));
    }
}

static void fail_at(const struct sentence_row *row, const char *what)
{
    fail_msg("%s:%u: %s", dialect_table[row->dialect].name, row->number, what);
}

/* Paragraphs count from 1 under a heading, sentences in a paragraph; two
 * parts of one sentence have the same place. */
TEST(places_ascend_without_gaps)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        bool same = k > 0 && row->dialect == row[-1].dialect &&
                    strcmp(row->section, row[-1].section) == 0;
        bool first = row->paragraph == 1 && row->nth == 1;
        bool opens =
            same && row->paragraph == row[-1].paragraph + 1 && row->nth == 1;
        bool goes_on = same && row->paragraph == row[-1].paragraph &&
                       row->nth >= row[-1].nth && row->nth <= row[-1].nth + 1;

        if (same ? !opens && !goes_on : !first)
            fail_at(row, "is out of its place");
    }
}

TEST(a_heading_stands_once_on_a_page)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        if (k > 0 && strcmp(row->section, row[-1].section) == 0)
            continue;
        for (size_t j = 0; j < k; j++)
            if (sentence_table[j].dialect == row->dialect &&
                strcmp(sentence_table[j].section, row->section) == 0)
                fail_at(row, "its heading was there before");
    }
}

TEST(what_states_behaviour_names_its_clauses)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        const char *clauses = row->clauses;
        const char *page = dialect_table[row->dialect].name;
        unsigned count = 0;
        char id[32];

        while (next_word(&clauses, id, sizeof id)) {
            if (!clause_by_id(id))
                fail_at(row, "names a clause that there is not");
            if (strncmp(id, page, strlen(page)) != 0 || id[strlen(page)] != '.')
                fail_at(row, "names a clause of another page");
            count++;
        }
        if ((row->force == SENTENCE_NOTHING) != (count == 0))
            fail_at(row, "has a force and no clause, or a clause and none");
    }
}

TEST(every_clause_of_a_manual_rests_on_a_sentence)
{
    char text[SENTENCE_CITED];

    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;

        sentence_cite(id, RULES, text, sizeof text);
        if (!strcmp(text, id) != !strncmp(id, "decency.", 8))
            fail_msg("%s is cited as %s", id, text);
    }
}

static bool is_against(const struct sentence_row *row, unsigned number)
{
    for (unsigned k = 0; k < SENTENCE_AGAINST; k++)
        if (row->against[k] == number)
            return true;
    return false;
}

TEST(contradictions_are_mutual)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        assert_int_equal(row->force == SENTENCE_CONTRADICTS,
                         row->against[0] != 0);
        assert_int_equal(row->against[SENTENCE_AGAINST - 1], 0);
        for (unsigned i = 0; row->against[i]; i++) {
            const struct sentence_row *other =
                sentence_by_number(row->dialect, row->against[i]);

            if (!other || other == row || !is_against(other, row->number))
                fail_at(row, "contradicts one that does not contradict it");
        }
    }
}

TEST(a_text_is_one_line_in_plain_words)
{
    for (size_t k = 0; k < sentence_count; k++) {
        size_t length = strlen(sentence_table[k].text);

        assert_in_range(length, 8, 140);
        assert_non_null(strchr(".)", sentence_table[k].text[length - 1]));
        assert_int_equal(strcspn(sentence_table[k].text, "\n\""), length);
    }
}

static enum rule rule_of(const char *name)
{
    int rule = name ? rule_by_name(name) : (int)RULES;

    assert_true(rule >= 0);
    return (enum rule)rule;
}

/* CLAUSE [RULE] */
static void cite(char *words, FILE *out)
{
    const char *clause = strsep(&words, " ");
    char text[SENTENCE_CITED];

    sentence_cite(clause, rule_of(words), text, sizeof text);
    golden_words(text, out);
}

/* CLAUSE */
static void place(char *words, FILE *out)
{
    char text[SENTENCE_CITED];

    sentence_place_of(words, text, sizeof text);
    golden_words(*text ? text : "on no page", out);
}

/* DIALECT NUMBER ..., once or more */
static void places(char *words, FILE *out)
{
    const struct sentence_row *rows[SENTENCES_CITED];
    int dialect = 0;
    size_t count = 0;
    char text[SENTENCE_CITED];

    for (char *word; (word = strsep(&words, " "));)
        if (dialect_by_name(word) >= 0)
            dialect = dialect_by_name(word);
        else
            rows[count++] = sentence_by_number(dialect, (unsigned)atoi(word));
    if (count == 1)
        sentence_place(rows[0], text, sizeof text);
    else
        sentence_places(rows, count, text, sizeof text);
    golden_words(text, out);
}

/* CLAUSE DIALECT RULE [CHOICE] */
static void against(char *words, FILE *out)
{
    const char *clause = strsep(&words, " ");
    int dialect = dialect_by_name(strsep(&words, " "));
    enum rule rule = rule_of(strsep(&words, " "));
    int choice = words ? choice_by_name(rule, words) : NO_CHOICE;
    choice_set done = words ? choice_bit((enum choice)choice) : 0;

    assert_true(choice >= 0);
    golden_words(sentence_ruling_out(clause, dialect, rule, done), out);
}

TEST(what_is_cited_leads_to_its_sentences)
{
    static const struct golden_kind kinds[] = {{"cite", cite},
                                               {"place", place},
                                               {"places", places},
                                               {"against", against},
                                               {NULL, NULL}};

    golden_hold_kinds("reference/tests/citations.txt", NULL, kinds);
}

/* A word in a list is that word whole. */
TEST(a_clause_is_not_another_that_begins_like_it)
{
    const struct sentence_row *ten;

    assert_int_equal(sentences_cited("aix.profil.10", RULES, &ten, 1), 1);
    assert_true(sentence_has_clause(ten, "aix.profil.10"));
    assert_false(sentence_has_clause(ten, "aix.profil.1"));
    assert_false(sentence_has_clause(ten, "profil.10"));
    assert_false(sentence_has_clause(ten, ""));
    assert_true(
        sentence_has_rule(sentence_by_number(DIALECT_AIX, 13), RULE_SLEEPING));
    assert_false(
        sentence_has_rule(sentence_by_number(DIALECT_AIX, 13), RULE_FORK));
}

TEST(what_a_sentence_leaves_are_the_choices_named)
{
    struct sentence_row row = {
        .choices = "rounding-up=down  rounding=up|down unit=index nothing"};

    assert_int_equal(sentence_choices(&row, RULE_ROUNDING),
                     choice_bit(ROUNDING_UP) | choice_bit(ROUNDING_DOWN));
    assert_int_equal(sentence_choices(&row, RULE_UNIT), choice_bit(UNIT_INDEX));
    assert_int_equal(sentence_choices(&row, RULE_FORK), 0);
    assert_true(sentence_has_rule(&row, RULE_UNIT));
    assert_false(sentence_has_rule(&row, RULE_FORK));
    row.choices = "fork=neither|bo|beth";
    assert_false(sentence_has_rule(&row, RULE_FORK));
    row.choices = "fork=both";
    assert_int_equal(sentence_choices(&row, RULE_FORK), choice_bit(FORK_BOTH));
    row.choices = "";
    assert_false(sentence_has_rule(&row, RULE_FORK));
}

TEST(no_more_sentences_are_cited_than_there_is_room_for)
{
    const struct sentence_row *rows[2];

    assert_int_equal(sentences_cited("aix.profil.8", RULES, rows, 2), 2);
    assert_int_equal(sentences_cited("aix.profil.8", RULES, rows, 1), 1);
}

TEST(every_citation_has_room_and_is_cut_to_what_there_is)
{
    char text[2 * SENTENCE_CITED], cut[SENTENCE_CITED + 1];

    sentence_cite("aix.profil.2", RULES, NULL, 0);
    for (size_t k = 0; k < clause_count; k++)
        for (unsigned r = 0; r <= RULES; r++) {
            sentence_cite(clause_table[k].id, r, text, sizeof text);
            assert_true(strlen(text) < SENTENCE_CITED);
            for (size_t n = r < RULES ? 0 : strlen(text) + 1; n > 0; n--) {
                cut[n] = 'x';
                sentence_cite(clause_table[k].id, r, cut, n);
                assert_int_equal(cut[n], 'x');
                assert_int_equal(strlen(cut), n - 1);
                assert_memory_equal(cut, text, n - 1);
            }
        }
}

TEST(each_force_has_its_word)
{
    assert_string_equal(sentence_force_word(SENTENCE_MUST), "must");
    assert_string_equal(sentence_force_word(SENTENCE_NOTHING),
                        "states no behaviour");
    for (unsigned f = 0; f < SENTENCE_FORCES; f++)
        assert_non_null(sentence_force_word(f));
}

GOLDEN_TESTS
