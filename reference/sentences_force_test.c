/* SPDX-License-Identifier: MIT */
/*
 * Does every verdict rest on a sentence?  What a dialect decides, and what it
 * forbids, must follow from a sentence of its own manual (of IRIX's, for
 * glibc's sprofil, which refers there) that leaves no other reading.
 */
#include "sentences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

/* Whether a clause is of the page that a dialect goes by. */
static bool is_of_page(enum dialect dialect, const char *clause)
{
    const char *name = dialect_table[dialect].name;

    return (strncmp(clause, name, strlen(name)) == 0 &&
            clause[strlen(name)] == '.') ||
           (dialect == DIALECT_GLIBC &&
            strncmp(clause, "irix.sprofil.", 13) == 0);
}

static bool rests(enum dialect dialect, enum rule rule, const char *clause)
{
    return is_of_page(dialect, clause) && sentence_for_rule(clause, rule);
}

/* What is wrong with a clause as the ground of a rule. */
static const char *why_not(enum dialect dialect, const char *clause)
{
    const struct sentence_row *row = sentence_of_clause(clause);

    if (!is_of_page(dialect, clause))
        return "another manual, or none";
    if (row->force != SENTENCE_MUST)
        return sentence_force_word(row->force);
    return "its sentences do not speak of it";
}

static void what_is_decided_rests_on_a_sentence_that_must(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            enum rule rule = choice_table[k].rule;
            const char *clause = dialect_clause(d, k);

            if (dialect_permission(d, k) != DECIDED || rests(d, rule, clause))
                continue;
            print_error("%s decides %s=%s by %s: %s\n", dialect_table[d].name,
                        rule_table[rule].name, choice_table[k].name, clause,
                        why_not(d, clause));
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Whether any clause that a dialect cites for a rule narrows it, or is
 * decency. */
static bool narrows(enum dialect dialect, enum rule rule)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = row->first; k < row->first + row->count; k++)
        if (rests(dialect, rule, dialect_clause(dialect, k)) ||
            strncmp(dialect_clause(dialect, k), "decency.", 8) == 0)
            return true;
    return false;
}

static bool forbids(enum dialect dialect, enum rule rule)
{
    return dialect_has_rule(dialect, rule) &&
           dialect_choices(dialect, rule, FORBIDDEN) != 0;
}

/* Where nothing is decided, too.  A free rule is of which error is told, and
 * has its errors from other rules; decency is ours, and shown as ours. */
static void what_is_forbidden_is_so_by_a_sentence_that_must(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned r = 0; r < RULES; r++) {
            if (rule_table[r].free || !forbids(d, r) || narrows(d, r))
                continue;
            print_error("%s forbids choices of %s: no clause that it cites "
                        "for it narrows it\n",
                        dialect_table[d].name, rule_table[r].name);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* A rule that a sentence decides or narrows, and the dialect leaves open,
 * would pass what the page forbids. */
static void what_a_sentence_narrows_its_dialect_does(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t k = 0; k < sentence_count; k++)
        for (unsigned r = 0; r < RULES; r++) {
            const struct sentence_row *row = &sentence_table[k];

            if (!sentence_has_rule(row, r) || forbids(row->dialect, r))
                continue;
            print_error("%s:%u narrows %s, and its dialect does not\n",
                        dialect_table[row->dialect].name, row->number,
                        rule_table[r].name);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Each word is a rule, and only a sentence that must has any. */
static void only_sentences_that_must_name_rules(void **state)
{
    (void)state;
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        const char *at = row->rules;

        assert_true(*at == '\0' || row->force == SENTENCE_MUST);
        while (*at) {
            size_t length = strcspn(at, " ");
            char name[32];

            assert_in_range(length, 1, sizeof name - 1);
            memcpy(name, at, length);
            name[length] = '\0';
            if (rule_by_name(name) < 0)
                fail_msg("%s:%u: no such rule: %s",
                         dialect_table[row->dialect].name, row->number, name);
            at += length + (at[length] == ' ');
        }
    }
}

/* The grounds that are none are seen to be none. */
static void a_may_an_example_and_another_page_decide_nothing(void **state)
{
    (void)state;
    assert_true(rests(DIALECT_AIX, RULE_ROUNDING, "aix.profil.2"));
    assert_false(rests(DIALECT_AIX, RULE_UNIT, "aix.profil.6"));
    assert_false(rests(DIALECT_AIX, RULE_RETURN_ON_SUCCESS, "aix.profil.19"));
    assert_false(rests(DIALECT_FREEBSD, RULE_BAD_BUFFER, "freebsd.profil.8"));
    assert_false(rests(DIALECT_FREEBSD, RULE_FORK, "irix.sprofil.18"));
    assert_false(rests(DIALECT_FREEBSD, RULE_EXEC, "decency.2"));
    assert_true(rests(DIALECT_GLIBC, RULE_FORK, "irix.sprofil.18"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_decided_rests_on_a_sentence_that_must),
        cmocka_unit_test(what_is_forbidden_is_so_by_a_sentence_that_must),
        cmocka_unit_test(what_a_sentence_narrows_its_dialect_does),
        cmocka_unit_test(only_sentences_that_must_name_rules),
        cmocka_unit_test(a_may_an_example_and_another_page_decide_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
