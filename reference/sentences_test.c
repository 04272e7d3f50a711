/* SPDX-License-Identifier: MIT */
#include "sentences.h"
#include "unit_test.h"

#include <string.h>

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

/* All that decide are named, with their places; a rule's alone if the others
 * are of something else; two parts of a sentence have one place.  A paragraph
 * of one sentence needs no number in it. */
TEST(a_clause_is_cited_with_its_sentences)
{
    static const struct {
        const char *clause;
        enum rule rule;
        const char *cited;
    } rows[] = {
        {"aix.profil.4", RULES,
         "aix.profil.4 (sentence 17: Description, paragraph 3, sentence 5)"},
        {"aix.profil.2", RULE_ROUNDING,
         "aix.profil.2 (sentence 15: Description, paragraph 3, sentence 3)"},
        {"aix.profil.2", RULE_FORK,
         "aix.profil.2 (sentences 14 and 15: Description, paragraph 3, "
         "sentences 2 and 3)"},
        {"hpux.profil.12", RULES,
         "hpux.profil.12 (sentence 4: Description, paragraph 1)"},
        {"aix.profil.99", RULES, "aix.profil.99"},
        {"aix.profil.8", RULES,
         "aix.profil.8 (sentences 24 and 25: Description, paragraphs 8 and 9)"},
        {"freebsd.profil.5", RULES,
         "freebsd.profil.5 (sentences 12, 13 and 14: Description, paragraph 3, "
         "sentences 2, 3 and 4)"},
        {"freebsd.profil.5", RULE_SCALE_ABOVE,
         "freebsd.profil.5 (sentence 12: Description, paragraph 3, sentence "
         "2)"},
        {"irix.sprofil.18", RULES,
         "irix.sprofil.18 (sentences 39 and 40: Notes, paragraph 2, sentence "
         "1)"},
        {"hpux.profil.11", RULES,
         "hpux.profil.11 (sentences 3 and 18: Synopsis, paragraph 2; Return "
         "Value, paragraph 1)"},
        {"aix.profil.23", RULE_ODD_TAIL,
         "aix.profil.23 (sentences 40 and 41: Parameters, paragraph 1, "
         "sentence 2; paragraph 2)"},
        /* Those that contradict others. */
        {"aix.profil.19", RULES,
         "aix.profil.19 (sentences 46 and 48, contradicted by 4, 5, 47: Return "
         "Values, paragraph 1, sentences 1 and 2)"},
        {"aix.profil.24", RULES,
         "aix.profil.24 (sentences 4 and 5, contradicted by 46: Syntax, "
         "paragraphs 2 and 3)"},
        {"aix-monitor.13", RULES,
         "aix-monitor.13 (sentences 6 and 54, which contradict each other: "
         "Syntax, paragraph 4; Examples, paragraph 5)"},
        {"glibc.sprofil.3", RULES,
         "glibc.sprofil.3 (sentences 25, 26, 27 and 30, of which 27 and 30 "
         "contradict each other: <sys/profil.h>, the first comment, "
         "paragraphs 3, 4 and 5; <sys/profil.h>, struct prof, paragraph 1)"},
    };
    char text[SENTENCE_CITED];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        sentence_cite(rows[k].clause, rows[k].rule, text, sizeof text);
        assert_string_equal(text, rows[k].cited);
        sentence_cite(rows[k].clause, RULES, text, sizeof text);
        if (rows[k].rule == RULES)
            assert_string_equal(text, rows[k].cited);
    }
    sentence_place(sentence_by_number(DIALECT_AIX_MONITOR, 54), text,
                   sizeof text);
    assert_string_equal(text, "Examples, paragraph 5");
}

/* A clause whose sentences leave what was done is not what forbids it.  Where
 * no sentence rules it out, or none of the clause decides, it is the clause. */
TEST(what_was_done_is_held_against_the_sentence_that_rules_it_out)
{
    static const struct {
        enum dialect dialect;
        enum rule rule;
        int done; /* a choice, or none */
        const char *clause, *ruling_out;
    } rows[] = {
        {DIALECT_AIX_MONITOR, RULE_MON_FILE, MON_FILE_UNLESS_PAUSED,
         "aix-monitor.3", "aix-monitor.12"},
        {DIALECT_AIX_MONITOR, RULE_MON_FILE, MON_FILE_MISSING, "aix-monitor.3",
         "aix-monitor.3"},
        {DIALECT_FREEBSD, RULE_SCALE_OFF, SCALE_OFF_ZERO_AND_ONE,
         "freebsd.profil.6", "freebsd.profil.5"},
        {DIALECT_FREEBSD, RULE_SCALE_OFF, -1, "freebsd.profil.6",
         "freebsd.profil.6"},
        {DIALECT_AIX, RULE_CALLER_STATE, CALLER_STATE_DESTROYS, "decency.1",
         "decency.1"},
        /* Its own sentences are about the rule and leave that choice. */
        {DIALECT_AIX, RULE_ROUNDING, ROUNDING_UP, "aix.profil.2",
         "aix.profil.2"},
        {DIALECT_AIX, RULE_SCALE_OFF, SCALE_OFF_ZERO_AND_ONE, "aix.profil.8",
         "aix.profil.8"},
        {DIALECT_AIX, RULE_ROUNDING, ROUNDING_UP, "aix.profil.8",
         "aix.profil.8"}, /* which is about another rule */
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        choice_set done = rows[k].done < 0 ? 0 : choice_bit(rows[k].done);

        assert_string_equal(sentence_ruling_out(rows[k].clause, rows[k].dialect,
                                                rows[k].rule, done),
                            rows[k].ruling_out);
    }
}

/* The parts of one sentence are no other sentences. */
TEST(a_sentence_in_two_parts_is_one)
{
    char text[64];

    sentence_place(sentence_by_number(DIALECT_HPUX, 10), text, sizeof text);
    assert_string_equal(text, "Description, paragraph 4, sentence 1");
    sentence_place(sentence_by_number(DIALECT_HPUX, 11), text, sizeof text);
    assert_string_equal(text, "Description, paragraph 4, sentence 1");
}

TEST(a_citation_is_cut_to_its_room)
{
    char text[16] = "xxxxxxxxxxxxxxx";

    sentence_cite("aix.profil.2", RULES, text, 10);
    assert_string_equal(text, "aix.profi");
    assert_int_equal(text[10], 'x');
    sentence_cite("aix.profil.2", RULES, text, 1);
    assert_string_equal(text, "");
    sentence_cite("aix.profil.2", RULES, NULL, 0);
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

TEST(a_place_comes_with_its_force)
{
    char text[SENTENCE_CITED];

    sentence_place_of("aix.profil.8", text, sizeof text);
    assert_string_equal(
        text, "sentences 24 and 25 (must): Description, paragraphs 8 and 9");
    sentence_place_of("glibc.unistd.4", text, sizeof text);
    assert_string_equal(text, "sentences 21 and 22 (contradicts): <unistd.h>, "
                              "profil, paragraph 1, sentence 3");
    sentence_place_of("decency.1", text, sizeof text);
    assert_string_equal(text, "");
}

TEST(places_are_grouped_by_page_section_and_paragraph)
{
    const struct sentence_row *rows[] = {
        sentence_by_number(DIALECT_AIX, 14),
        sentence_by_number(DIALECT_AIX, 15),
        sentence_by_number(DIALECT_AIX, 18),
        sentence_by_number(DIALECT_AIX_MONITOR, 20)};
    char text[SENTENCE_CITED];

    sentence_places(rows, 4, text, sizeof text);
    assert_string_equal(text, "Description, paragraph 3, sentences 2 and 3; "
                              "paragraph 4, sentence 1; paragraph 2, "
                              "sentence 2");
    rows[0] = sentence_by_number(DIALECT_AIX, 24);
    sentence_places(rows, 2, text, sizeof text);
    assert_string_equal(text,
                        "Description, paragraph 8; paragraph 3, sentence 3");
}

TEST(no_more_sentences_are_cited_than_there_is_room_for)
{
    const struct sentence_row *rows[2];

    assert_int_equal(sentences_cited("aix.profil.8", RULES, rows, 2), 2);
    assert_int_equal(sentences_cited("aix.profil.8", RULES, rows, 1), 1);
}

TEST(every_citation_has_room_and_is_cut_to_what_there_is)
{
    char text[2 * SENTENCE_CITED], cut[SENTENCE_CITED];

    for (size_t k = 0; k < clause_count; k++)
        for (unsigned r = 0; r <= RULES; r++) {
            sentence_cite(clause_table[k].id, r, text, sizeof text);
            assert_true(strlen(text) < SENTENCE_CITED);
            for (size_t n = r < RULES ? 0 : strlen(text) + 1; n > 0; n--) {
                sentence_cite(clause_table[k].id, r, cut, n);
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

TESTS(NULL, NULL)
