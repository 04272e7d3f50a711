/* SPDX-License-Identifier: MIT */
/*
 * Does every verdict rest on a sentence?  What a dialect decides, and what it
 * forbids, must follow from sentences of its own manual (for glibc's sprofil
 * of IRIX's, to which it refers) that leave no other reading; and what those
 * rule out it must not permit.
 */
#include "sentences.h"
#include "unit_test.h"

#include <string.h>

/* Whether a dialect cites a clause for a rule. */
static bool cites(enum dialect dialect, enum rule rule, const char *clause)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = row->first; k < row->first + row->count; k++)
        if (strcmp(dialect_clause(dialect, k), clause) == 0)
            return true;
    return false;
}

/* Whether a sentence holds in a dialect: of its page all do, of IRIX's, in
 * glibc's, those of the clause, or, without one, of clauses that it cites for
 * the rule. */
static bool holds(const struct sentence_row *row, enum dialect dialect,
                  enum rule rule, const char *clause)
{
    if (row->dialect == dialect)
        return true;
    if (dialect != DIALECT_GLIBC || row->dialect != DIALECT_IRIX)
        return false;
    if (clause)
        return sentence_has_clause(row, clause);
    for (size_t k = 0; k < clause_count; k++)
        if (sentence_has_clause(row, clause_table[k].id) &&
            cites(dialect, rule, clause_table[k].id))
            return true;
    return false;
}

/* The choices of a rule that the sentences leave which hold in a dialect. */
static choice_set left(enum dialect dialect, enum rule rule, const char *clause)
{
    choice_set set = rule_choices(rule);

    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_has_rule(&sentence_table[k], rule) &&
            holds(&sentence_table[k], dialect, rule, clause))
            set &= sentence_choices(&sentence_table[k], rule);
    return set;
}

/* Whether a clause has a sentence, that holds there, which speaks of a rule
 * and must. */
static bool rests(enum dialect dialect, enum rule rule, const char *clause)
{
    const struct sentence_row *row;

    return sentences_cited(clause, rule, &row, 1) > 0 &&
           sentence_has_rule(row, rule) && holds(row, dialect, rule, clause);
}

/* What is wrong with a clause as the ground of a rule. */
static const char *why_not(enum dialect dialect, enum rule rule,
                           const char *clause)
{
    const struct sentence_row *row;

    if (sentences_cited(clause, RULES, &row, 1) == 0 ||
        !holds(row, dialect, rule, clause))
        return "of another manual, or of none";
    if (row->force != SENTENCE_MUST)
        return sentence_force_word(row->force);
    return rests(dialect, rule, clause) ? "leaves more"
                                        : "does not speak of it";
}

static void complain(enum dialect dialect, const char *what, unsigned choice,
                     const char *why)
{
    print_error("%s %s %s=%s (%s): %s\n", dialect_table[dialect].name, what,
                rule_table[choice_table[choice].rule].name,
                choice_table[choice].name, dialect_clause(dialect, choice),
                why);
}

TEST(what_is_decided_rests_on_a_sentence_that_must)
{
    unsigned wrong = 0;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            enum rule rule = choice_table[k].rule;
            const char *clause = dialect_clause(d, k);
            choice_set open = dialect_choices(d, rule, UNSPECIFIED);

            if (dialect_permission(d, k) != DECIDED ||
                (rests(d, rule, clause) &&
                 (left(d, rule, NULL) & ~open) == choice_bit(k)))
                continue;
            complain(d, "decides", k, why_not(d, rule, clause));
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Whether any clause that a dialect cites for a rule speaks of it and must,
 * so that a finding leads to it. */
static bool leads(enum dialect dialect, enum rule rule)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = row->first; k < row->first + row->count; k++)
        if (rests(dialect, rule, dialect_clause(dialect, k)))
            return true;
    return false;
}

/* A free rule is about which error is reported, and has its errors from others;
 * decency is ours, and shown as ours. */
static bool needs_no_sentence(enum dialect dialect, enum rule rule)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = row->first; k < row->first + row->count; k++)
        if (strncmp(dialect_clause(dialect, k), "decency.", 8) == 0)
            return true;
    return row->free || !dialect_has_rule(dialect, rule);
}

TEST(what_is_forbidden_is_ruled_out_by_a_sentence)
{
    unsigned wrong = 0;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            enum rule rule = choice_table[k].rule;

            if (dialect_permission(d, k) != FORBIDDEN ||
                needs_no_sentence(d, rule))
                continue;
            if (left(d, rule, NULL) & choice_bit(k))
                complain(d, "forbids", k, "no sentence rules it out");
            else if (!leads(d, rule))
                complain(d, "forbids", k, "no clause cited leads to why");
            else
                continue;
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

TEST(what_a_sentence_rules_out_is_not_permitted)
{
    unsigned wrong = 0;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            enum permission permission = dialect_permission(d, k);

            if ((permission != DECIDED && permission != PERMITTED) ||
                left(d, choice_table[k].rule, dialect_clause(d, k)) &
                    choice_bit(k))
                continue;
            complain(d, "permits", k, "a sentence rules it out");
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Each word is a rule with choices of its own, and not all of them; what it
 * leaves of them, written out, is the word again. */
TEST(what_sentences_leave_is_some_choices_of_a_rule)
{
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        unsigned words = 0, rules = 0;

        assert_true(*row->choices == '\0' || row->force == SENTENCE_MUST);
        for (const char *c = row->choices; *c; c++)
            words += *c == '=' || *c == '|';
        for (unsigned r = 0; r < RULES; r++) {
            choice_set set = sentence_choices(row, r);

            assert_true(set != rule_choices(r));
            if (set != 0 && !dialect_has_rule(row->dialect, r))
                fail_msg("%s:%u: it rules %s, of which the dialect has no row",
                         dialect_table[row->dialect].name, row->number,
                         rule_table[r].name);
            for (; set != 0; set &= (choice_set)(set - 1))
                rules++;
        }
        if (words != rules)
            fail_msg("%s:%u: no such rule or choice among %s",
                     dialect_table[row->dialect].name, row->number,
                     row->choices);
    }
}

/* Rules of which no sentence decides or rules out anything, and which are not
 * open for all that: their choices are all that there can be. */
static const struct {
    enum rule rule;
    const char *why;
} complete[] = {
    {RULE_SCALE_TWO, "a formula and an example, and the scale is either's"},
    {RULE_FULL_SCALE, "a fraction and an example, and the scale is either's"},
    {RULE_JUST_BELOW, "a negative number is none, or rounded to 0"},
    {RULE_BUFFER_START, "a count goes up from what was there, or from 0"},
    {RULE_LIST_SIZE, "the pages count buffers in bytes and in shorts"},
    {RULE_LIST_BOUNDS, "p_high ends nothing, is the end, or is the last"},
    {RULE_WIDE_UP, "as far as a half-word, a counter, or to the nearer"},
    {RULE_EXTENT, "a region ends with a counter, or at a rounded address"},
    {RULE_REGION_END, "the pc was matched before, or it was not"},
    {RULE_RETURN_ON_SUCCESS, "any value, and none"},
    {RULE_ELEMENT_ADDRESS, "p_buff is looked at, or it is not"},
    {RULE_INEFFECTIVE_CALL, "errors are reported, or they are not"},
    {RULE_EXEC, "the new program lives, profiled or not, or dies"},
    {RULE_SLEEPING, "there were ticks, or there were none"},
    {RULE_CALLER_STATE, "of decency, which is the project's"},
    {RULE_MON_FILE_OFF, "the file is as it was, or is any file"},
    {RULE_MON_UNDEFINED, "is open by itself"},
};

static bool is_complete(enum rule rule)
{
    for (size_t k = 0; k < sizeof complete / sizeof *complete; k++)
        if (complete[k].rule == rule)
            return true;
    return false;
}

/* Silence is open: a menu of what was thought of would be a sentence. */
TEST(what_no_sentence_speaks_of_is_open)
{
    unsigned wrong = 0;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned r = 0; r < RULES && d != DIALECT_GMON; r++) {
            if (!dialect_has_rule(d, r) || rule_table[r].free ||
                dialect_is_open(d, r) || is_complete(r) ||
                left(d, r, NULL) != rule_choices(r))
                continue;
            print_error("%s: no sentence is of %s, and it is not open\n",
                        dialect_table[d].name, rule_table[r].name);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* What is open is of the dialect, and no choice of it is decided for. */
TEST(what_is_open_is_not_decided)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned r = 0; r < RULES; r++) {
            if (!dialect_is_open(d, r))
                continue;
            assert_true(dialect_has_rule(d, r));
            assert_non_null(clause_by_id(dialect_open_clause(d, r)));
            /* glibc's sprofil is decided, and not its profil; of PROFIL_MAX
             * what it does is, and not its value */
            if (d != DIALECT_GLIBC && r != RULE_COUNT_LIMIT)
                assert_int_equal(dialect_choices(d, r, DECIDED), 0);
        }
}

/* The grounds that are none are seen to be none. */
TEST(a_may_an_example_and_another_page_decide_nothing)
{
    assert_true(rests(DIALECT_AIX, RULE_ROUNDING, "aix.profil.2"));
    assert_int_equal(left(DIALECT_AIX, RULE_ROUNDING, NULL),
                     choice_bit(ROUNDING_UP));
    assert_false(rests(DIALECT_AIX, RULE_UNIT, "aix.profil.6"));
    assert_int_equal(left(DIALECT_AIX, RULE_LIST_BOUNDS, NULL),
                     rule_choices(RULE_LIST_BOUNDS));
    assert_false(rests(DIALECT_AIX, RULE_RETURN_ON_SUCCESS, "aix.profil.19"));
    assert_false(rests(DIALECT_FREEBSD, RULE_BAD_BUFFER, "freebsd.profil.8"));
    assert_false(rests(DIALECT_FREEBSD, RULE_FORK, "irix.sprofil.18"));
    assert_int_equal(left(DIALECT_FREEBSD, RULE_FORK, "irix.sprofil.18"),
                     rule_choices(RULE_FORK));
    assert_false(rests(DIALECT_FREEBSD, RULE_EXEC, "decency.2"));
    assert_true(rests(DIALECT_GLIBC, RULE_FORK_REGIONS, "irix.sprofil.18"));
    assert_int_equal(left(DIALECT_GLIBC, RULE_FORK_REGIONS, NULL),
                     choice_bit(FORK_REGIONS_BOTH));
    assert_false(rests(DIALECT_GLIBC, RULE_FORK, "irix.sprofil.18"));
    assert_int_equal(left(DIALECT_GLIBC, RULE_FORK, NULL),
                     rule_choices(RULE_FORK));
}

TESTS(NULL, NULL)
