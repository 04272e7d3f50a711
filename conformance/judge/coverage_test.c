/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/language/parsed_test.h"
#include "reference/unit_test.h"
#include "suite_test.h"

static struct coverage coverage;

static int begin(void **state)
{
    if (load(state))
        return 1;
    coverage_begin(&coverage, &suite);
    return 0;
}

static int end(void **state)
{
    coverage_end(&coverage);
    return unload(state);
}

/* Whether some sentence of a clause rules something out. */
static bool is_decided(const char *clause)
{
    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_table[k].force == SENTENCE_MUST &&
            sentence_table[k].choices[0] != '\0' &&
            sentence_has_clause(&sentence_table[k], clause))
            return true;
    return false;
}

/* Whether any case tests a clause, in any dialect: one that tests a sentence of
 * it; where none rules anything out, one that shows a breaking. */
static bool is_tested(const struct coverage *coverage, const char *clause)
{
    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_has_clause(&sentence_table[k], clause) &&
            coverage_sentence_tested(coverage, &sentence_table[k]))
            return true;
    if (is_decided(clause))
        return false;
    for (int d = 0; d < DIALECTS; d++)
        for (size_t k = 0; k < coverage->suite->count; k++)
            if (coverage_clause_shown(coverage, d, clause, k))
                return true;
    return false;
}

/* In both directions: a reason that no longer holds is wrong too. */
TEST(every_clause_is_tested_or_it_is_stated_why_not)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;
        bool tested = is_tested(&coverage, id);

        if (tested != (coverage_reason(id) == NULL)) {
            print_error("%s: %s\n", id,
                        tested ? "is in untested.def, but tested"
                               : "is tested by no case, and not in "
                                 "untested.def");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* A reason of its own that no longer holds is wrong, too. */
TEST(every_sentence_of_behaviour_is_tested_or_it_is_stated_why_not)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        bool tested = coverage_sentence_tested(&coverage, row);
        char id[32];

        snprintf(id, sizeof id, "%s:%u", dialect_table[row->dialect].name,
                 row->number);
        if (row->force == SENTENCE_NOTHING)
            assert_false(tested || coverage_reason(id));
        else if (tested ? coverage_reason(id) != NULL
                        : coverage_sentence_reason(row) == NULL) {
            print_error("%s (%s): %s\n", id, row->text,
                        tested ? "is in untested.def, but tested"
                               : "is tested by no case, and not in "
                                 "untested.def");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* What untested.def gives reasons for, and whether that is there. */
static struct {
    const char *id;
    bool there;
} reasons[] = {
#define UNTESTED(id, why) {id, false},
#define TOOTHLESS(slug, why)
#include "conformance/suites/untested.def"
#undef TOOTHLESS
#undef UNTESTED
};

static void note_there(const char *id)
{
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        reasons[k].there |= strcmp(reasons[k].id, id) == 0;
}

static void note_missed(void *context, const struct coverage_missed *missed)
{
    char id[COVERAGE_ID];

    (void)context;
    coverage_missed_id(missed, id);
    note_there(id);
}

/* In both directions: for what there is, and what needs it. */
TEST(reasons_are_given_for_what_there_is)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < clause_count; k++)
        note_there(clause_table[k].id);
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        char id[32];

        snprintf(id, sizeof id, "%s:%u", dialect_table[row->dialect].name,
                 row->number);
        note_there(id);
        coverage_each_missed(&coverage, row, note_missed, NULL);
    }
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (!reasons[k].there) {
            print_error("%s is in untested.def, and is nothing that no case "
                        "shows\n",
                        reasons[k].id);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

static void name_missed(void *context, const struct coverage_missed *missed)
{
    bool part = missed->part < PARTS;

    if (missed->why)
        return;
    print_error("%s: no case shows a breaking of %s:%u, %s%s%s, and nothing in "
                "untested.def says why\n",
                dialect_table[missed->dialect].name,
                dialect_table[missed->sentence->dialect].name,
                missed->sentence->number, missed->what, part ? " " : "",
                part ? teeth_part_word(missed->part) : "");
    ++*(unsigned *)context;
}

TEST(each_rule_of_a_sentence_is_shown_wherever_it_arises)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < sentence_count; k++)
        coverage_each_missed(&coverage, &sentence_table[k], name_missed,
                             &wrong);
    assert_int_equal(wrong, 0);
}

/* Whether a case shows anything at all, in any dialect. */
static bool bites(size_t index)
{
    for (int d = 0; d < DIALECTS; d++) {
        const struct teeth *teeth = &coverage.teeth[d][index];

        if (!rule_set_empty(teeth->parted))
            return true;
        RULE_SET_EACH (r, teeth->consulted)
            if (teeth_of_rule(teeth, r) != 0)
                return true;
    }
    return false;
}

TEST(every_case_shows_something_or_it_is_stated_why_not)
{
    static const char *const slugs[] = {
#define UNTESTED(id, why)
#define TOOTHLESS(slug, why) slug,
#include "conformance/suites/untested.def"
#undef TOOTHLESS
#undef UNTESTED
    };
    unsigned wrong = 0;

    for (size_t k = 0; k < suite.count; k++) {
        const char *slug = suite.cases[k].slug;
        bool listed = false;

        for (size_t i = 0; i < sizeof slugs / sizeof *slugs; i++)
            listed = listed || strcmp(slugs[i], slug) == 0;
        if (bites(k) == listed) {
            print_error("%s: %s\n", slug,
                        listed ? "is in untested.def, and shows something"
                               : "shows nothing, and is not in untested.def");
            wrong++;
        }
    }
    for (size_t k = 0; k < sizeof slugs / sizeof *slugs; k++)
        assert_non_null(case_list_find(&suite, slugs[k]));
    assert_int_equal(wrong, 0);
}

/* Whether a dialect must name a rule.  That profil is sprofil with one member
 * does not come up where there is no sprofil. */
static bool must_name(enum dialect dialect, enum rule rule)
{
    return rule != RULE_PROFIL_MEMBER ||
           dialect_has_rule(dialect, RULE_COUNTER_WIDTH);
}

/* One that it does not name is answered with its first choice, which makes that
 * a requirement without a sentence. */
TEST(each_rule_that_a_case_asks_is_named_by_its_dialect)
{
    unsigned wrong = 0;

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (size_t k = 0; k < suite.count; k++)
            RULE_SET_EACH (r, coverage.teeth[d][k].consulted)
                if (must_name(d, r) && !dialect_has_rule(d, r)) {
                    print_error("%s has no row for %s, which %s asks\n",
                                dialect_table[d].name, rule_table[r].name,
                                suite.cases[k].id);
                    wrong++;
                }
    assert_int_equal(wrong, 0);
}

static const struct sentence_row *sentence_of(enum dialect dialect,
                                              unsigned number)
{
    const struct sentence_row *row = sentence_by_number(dialect, number);

    assert_non_null(row);
    return row;
}

/* Whether a case by itself tests a sentence. */
static bool text_tests(const char *text, enum dialect dialect, unsigned number)
{
    struct case_list one = {0};
    struct coverage of_one;
    bool tested;

    parsed(&one, text);
    coverage_begin(&of_one, &one);
    tested = coverage_tests(&of_one, dialect, sentence_of(dialect, number), 0);
    coverage_end(&of_one);
    case_list_free(&one);
    return tested;
}

/* Where p_bufsize is in shorts the elements have 128 bytes, which a buffer of
 * 64 bytes has not: whatever is counted is permitted then.  Nobody dies of it:
 * counters of 32 bits, numbered by bytes, are all within reach. */
TEST(a_case_made_too_small_loses_its_credit)
{
    static const char text[] =
        "case monitor-list\n"
        "buffer b %s\n"
        "monitor 1 0 [ 0x10000 0x10040 b 32 0 ; 0x30000 0x30040 b+%s 32 0 ] "
        "-1 0\n"
        "tick 0x10000 0x1001f x2 0x30000 x4 0x30017 x8 0x30041 x16\n"
        "monitor 0\n"
        "file\n";
    char small[512], large[512];

    snprintf(small, sizeof small, text, "64", "32");
    snprintf(large, sizeof large, text, "256", "128");
    for (unsigned number = 15; number <= 20; number += 5) {
        assert_true(text_tests(large, DIALECT_AIX_MONITOR, number));
        assert_false(text_tests(small, DIALECT_AIX_MONITOR, number));
    }
}

/* A rule is consulted by it, and no tick would show how it is answered. */
TEST(a_case_without_the_tick_that_matters_loses_its_credit)
{
    assert_true(text_tests("case a\nbuffer b 64\nprofil b 64 0x1000 0x8000\n"
                           "tick 0x1002\n",
                           DIALECT_AIX, 15));
    assert_false(text_tests("case a\nbuffer b 64\nprofil b 64 0x1000 0x8000\n"
                            "tick 0x9000\n",
                            DIALECT_AIX, 15));
    assert_true(text_tests("case a\nbuffer b 16\n"
                           "profil b 16 0x1000 0x8000\ntick 0x1008 x65537\n",
                           DIALECT_AIX, 17));
    assert_false(text_tests("case a\nbuffer b 16\n"
                            "profil b 16 0x1000 0x8000\ntick 0x1008 x3\n",
                            DIALECT_AIX, 17));
}

/* A second way to the same: no permitted run agrees with what the model does
 * with that choice, by itself or with one other permitted answer. */
static bool shows(struct workspace w[2], enum dialect dialect,
                  const struct test_case *c, const struct behaviour *behaviour)
{
    struct explanations found = {0};
    struct observation seen;
    bool agreed;

    simulate(&w[0], c, behaviour, &seen);
    workspace_fit(&w[1], c);
    evaluate_runs(&w[1], c, &seen.outcome, permits_question(dialect), &found,
                  NULL, NULL);
    agreed = found.agreed.count > 0;
    free(found.agreed.words);
    return !agreed;
}

static bool is_shown(struct workspace w[2], enum dialect dialect,
                     const struct test_case *c, enum choice broken)
{
    struct behaviour usual = behaviour_default(dialect), behaviour;

    usual.choice[choice_table[broken].rule] = (uint16_t)broken;
    if (shows(w, dialect, c, &usual))
        return true;
    for (unsigned k = 0; k < CHOICES; k++) {
        enum rule rule = choice_table[k].rule;

        behaviour = usual;
        behaviour.choice[rule] = (uint16_t)k;
        if (rule != choice_table[broken].rule &&
            dialect_permission(dialect, k) != FORBIDDEN &&
            dialect_has_rule(dialect, rule) && shows(w, dialect, c, &behaviour))
            return true;
    }
    return false;
}

/* One in so many credits; with the argument "all", each. */
static unsigned every = 7;

TEST(no_credit_is_without_teeth)
{
    unsigned wrong = 0, credits = 0;
    struct workspace w[2] = {0};

    for (int d = 0; d < DIALECTS; d++)
        for (size_t k = 0; k < suite.count; k++)
            for (unsigned i = 0; i < CHOICES; i++) {
                const struct test_case *c = &suite.cases[k];

                if (!coverage.teeth[d][k].shown[i] || credits++ % every != 0 ||
                    (dialect_permission(d, i) == FORBIDDEN &&
                     is_shown(w, d, c, i)))
                    continue;
                print_error("%s %s does not show %s=%s\n",
                            dialect_table[d].name, c->id,
                            rule_table[choice_table[i].rule].name,
                            choice_table[i].name);
                wrong++;
            }
    workspace_free(&w[0]);
    workspace_free(&w[1]);
    print_message("%u credits\n", credits);
    assert_true(credits > 5000);
    assert_int_equal(wrong, 0);
}

/* aix.profil.2 is of rounding: what shows an odd number tests it, and in aix
 * alone. */
TEST(a_clause_leads_to_its_rules_and_cases)
{
    struct rule_set rules = rules_of_clause(DIALECT_AIX, "aix.profil.2");
    const struct sentence_row *rounded = sentence_of(DIALECT_AIX, 15);
    size_t with = 0, other = 0;

    assert_true(rule_set_has(rules, RULE_ROUNDING));
    assert_true(rule_set_empty(rules_of_clause(DIALECT_HPUX, "aix.profil.2")));
    for (size_t k = 0; k < suite.count; k++)
        if (coverage_tests(&coverage, DIALECT_AIX, rounded, k))
            with += strcmp(suite.cases[k].slug, "odd-number") == 0;
        else
            other++;
    assert_int_equal(with, 1);
    assert_true(other > 0);
}

/* Without cases nothing is tested. */
TEST(no_suite_tests_no_clause)
{
    struct case_list none = {0};
    struct coverage empty;

    coverage_begin(&empty, &none);
    for (size_t k = 0; k < clause_count; k++)
        assert_false(is_tested(&empty, clause_table[k].id));
    coverage_end(&empty);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(begin, end);
}
