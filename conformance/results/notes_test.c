/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "notes.h"
#include "reference/unit_test.h"

/* The index of a sentence. */
static size_t sentence(const char *dialect, unsigned number)
{
    struct sentence_note note;
    size_t k = 0;

    while (notes_sentence(k, &note) &&
           (strcmp(note.dialect, dialect) != 0 || note.number != number))
        k++;
    assert_true(notes_sentence(k, &note));
    return k;
}

static bool rules_out(size_t k, const char *rule, const char *choice)
{
    return notes_sentence_rules_out(k, rule, &choice, 1);
}

/* "Scale 0 disables profiling", and no more. */
TEST(a_sentence_that_must_rules_out_what_it_does_not_leave)
{
    const char *const both[] = {"never", "zero"};
    size_t k = sentence("freebsd", 15);

    assert_true(rules_out(k, "scale-off", "never"));
    assert_false(rules_out(k, "scale-off", "zero"));
    assert_false(rules_out(k, "scale-off", "zero-and-one"));
    assert_false(notes_sentence_rules_out(k, "scale-off", both, 2));
    assert_true(notes_sentence_rules_out(k, "scale-off", NULL, 0));
    assert_false(rules_out(k, "rounding", "up"));
    assert_false(rules_out(k, "no-rule", "up"));
}

TEST(a_sentence_that_permits_rules_out_nothing)
{
    size_t k = sentence("freebsd", 20);
    const char *rules[NOTES_RULES];
    size_t count = notes_sentence_rules(k, rules);

    assert_true(count > 0);
    for (size_t r = 0; r < count; r++)
        assert_false(notes_sentence_rules_out(k, rules[r], NULL, 0));
}

TEST(each_sentence_is_there_once_and_then_no_more)
{
    struct sentence_note note, before = {.dialect = ""};
    size_t k;

    for (k = 0; notes_sentence(k, &note); k++) {
        unsigned last =
            strcmp(note.dialect, before.dialect) == 0 ? before.number : 0;

        assert_int_equal(note.number, last + 1);
        before = note;
    }
    assert_true(k > 200);
    assert_false(notes_sentence(k + 1, &note));
}

TEST(a_clause_is_found_by_all_of_its_id)
{
    assert_non_null(notes_clause("freebsd.profil.6;", 16));
    assert_null(notes_clause("freebsd.profil.6", 15));
    assert_null(notes_clause("", 0));
}

TEST(gmon_alone_is_by_convention)
{
    assert_true(notes_by_convention("gmon"));
    assert_false(notes_by_convention("freebsd"));
    assert_false(notes_by_convention("aix-monitor"));
    assert_false(notes_by_convention("plan9"));
    assert_int_equal(notes_clause("decency.1", 9)->owner, NOTE_OF_PROJECT);
    assert_int_equal(notes_clause("gmon.1", 6)->owner, NOTE_OF_CONVENTION);
    assert_int_equal(notes_clause("aix.profil.1", 12)->owner, NOTE_OF_MANUAL);
}

TESTS(NULL, NULL)
