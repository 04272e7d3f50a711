/* SPDX-License-Identifier: MIT */
/* Identifying by a few cases, each of which shows one thing. */
#include "conformance/language/parsed_test.h"
#include "identified_test.h"

#define SETUP "buffer b 16\nprofil b 16 0x1000 "

static const char text[] =
    "case even\n" SETUP "0x8000\ntick 0x1004\n"
    "case odd\n" SETUP "0x8000\ntick 0x1002\n"
    "case off\n" SETUP "0\ntick 0x1000\n"
    "case two\n" SETUP "2\ntick 0x1000\n"
    "case full\nbuffer b 16 fill16=0xffff\nprofil b 16 0x1000 0x8000\n"
    "tick 0x1000\n"
    "case zero\nbuffer b 16\nprofil b 0 0x1000 0x8000\ntick 0x1000\n"
    "case again\n" SETUP "0x8000\nprofil b 16 0x1000 0x4000\ntick 0x1004\n";

static struct case_list list;

static void identify_by(struct asked *a, const char *words)
{
    const struct test_case *cases[16];
    struct choice_sets known = {0};

    for (unsigned r = 0; r < RULES; r++)
        known.of[r] =
            dialect_has_rule(DIALECT_FREEBSD, r) ? rule_choices(r) : 1;
    known.of[RULE_PROFIL_MEMBER] = choice_bit(PROFIL_MEMBER_OWN);
    parsed(&list, words);
    for (size_t k = 0; k < list.count; k++)
        cases[k] = &list.cases[k];
    identify(cases, list.count, &known, ask, a, &a->identity);
    assert_int_equal(a->identity.count, list.count);
}

static void leave(struct asked *a)
{
    asked_end(a);
    case_list_free(&list);
}

/* Nothing true is struck out, and all that could be is: what is left has one
 * outcome on each case, or takes part in one that was seen. */
static void check_left(struct asked *a)
{
    const struct identity *id = &a->identity;
    struct rule_set consulted = {{0}};

    asked_has_its_own(a, DIALECT_FREEBSD);
    for (size_t k = 0; k < id->count; k++) {
        struct choice_sets used = {0};
        struct rule_set rules = {{0}};
        bool any, all;

        try_all(a, id->cases[k].c, &any, &all, &used, &rules);
        assert_true(any);
        if (id->cases[k].probed) {
            assert_memory_equal(&used, &id->left, sizeof used);
            consulted = rule_set_join(consulted, rules);
        } else {
            assert_true(all);
        }
    }
    for (unsigned r = 0; r < RULES; r++)
        assert_true(rule_set_has(id->consulted, r) ==
                    rule_set_has(consulted, r));
}

TEST(what_is_left_is_what_may_be)
{
    static const enum system systems[] = {SYSTEM_FREEBSD, SYSTEM_CYGWIN,
                                          SYSTEM_XNU};

    for (size_t k = 0; k < 3; k++) {
        struct asked a = asked_begin(systems[k]);
        size_t probed = 0;

        identify_by(&a, text);
        check_left(&a);
        for (size_t i = 0; i < a.identity.count; i++) {
            probed += a.identity.cases[i].probed;
            assert_true(a.identity.cases[i].settled);
            assert_ptr_equal(a.identity.cases[i].c, &list.cases[i]);
        }
        assert_int_equal(a.identity.probed, probed);
        assert_int_equal(a.identity.unexplained, 0);
        assert_true(probed > 0);
        leave(&a);
    }
}

/* Too long to be tried while much is left, it is learnt from at the end. */
TEST(a_case_of_many_ticks_is_learnt_from)
{
    static const char many[] = "case many\n" SETUP "0x8000\n"
                               "tick 0x1004 x20000\n"
                               "case odd\n" SETUP "0x8000\ntick 0x1002\n";
    struct asked a = asked_begin(SYSTEM_FREEBSD);

    identify_by(&a, many);
    assert_true(a.identity.cases[0].probed);
    check_left(&a);
    leave(&a);
}

/* Each case that was asked says one thing of each system. */
TEST(a_system_is_weighed_by_the_cases_asked)
{
    struct asked a = asked_begin(SYSTEM_FREEBSD);
    struct identity_matches m;
    bool itself = false;

    identify_by(&a, text);
    identity_matches(&a.identity, SYSTEM_CALLS_PROFIL, true, &m);
    for (unsigned k = 0; k < m.count; k++) {
        const struct identity_match *row = &m.rows[k];
        size_t says[4] = {0};

        for (size_t i = 0; i < a.identity.count; i++) {
            says[row->says[i]]++;
            assert_true((row->says[i] == IDENTITY_NOT_ASKED) ==
                        !a.identity.cases[i].probed);
        }
        assert_int_equal(row->silent, says[IDENTITY_SILENT]);
        assert_int_equal(row->explained, says[IDENTITY_EXPLAINED]);
        assert_int_equal(row->contradicts, says[IDENTITY_CONTRADICTS]);
        assert_true(identity_is_same(row) ==
                    (row->contradicts == 0 && row->explained > 0));
        if (k)
            assert_true(m.rows[k - 1].contradicts <= row->contradicts);
        if (row->system == SYSTEM_FREEBSD) {
            itself = true;
            assert_true(identity_is_same(row));
        }
    }
    assert_true(itself);
    assert_true(m.rows[m.count - 1].contradicts > 0);
    identity_matches_free(&m);
    leave(&a);
}

TEST(what_cannot_be_distinguished_from_outside_is_left_open)
{
    struct choice_sets sets = identity_system(SYSTEM_FREEBSD, false);

    for (unsigned r = 0; r < RULES; r++)
        if (rule_table[r].free)
            assert_int_equal(sets.of[r], rule_choices(r));
        else if (r != RULE_RETURN_ON_SUCCESS && r != RULE_RETURN_ON_ERROR)
            assert_int_equal(sets.of[r],
                             choice_bit(system_choice(SYSTEM_FREEBSD, r)));
    assert_int_equal(sets.of[RULE_RETURN_ON_SUCCESS],
                     choice_bit(RETURN_ON_SUCCESS_NONE));
    assert_int_equal(sets.of[RULE_RETURN_ON_ERROR],
                     choice_bit(RETURN_ON_ERROR_NONE));
    sets = identity_system(SYSTEM_FREEBSD, true);
    assert_int_equal(sets.of[RULE_RETURN_ON_SUCCESS],
                     choice_bit(RETURN_ON_SUCCESS_ZERO));
    sets = identity_system(SYSTEM_V7, false);
    assert_int_equal(sets.of[RULE_RETURN_ON_SUCCESS],
                     choice_bit(RETURN_ON_SUCCESS_NONE));
    sets = identity_system(SYSTEM_V7, true);
    assert_int_equal(sets.of[RULE_RETURN_ON_SUCCESS],
                     rule_choices(RULE_RETURN_ON_SUCCESS));
    assert_int_equal(sets.of[RULE_RETURN_ON_ERROR],
                     rule_choices(RULE_RETURN_ON_ERROR));
}

TEST(half_of_the_buffers_are_enough_to_say)
{
    static const struct identity rows[] = {
        {.probed = 1, .seen = 1}, {.probed = 2, .seen = 1},
        {.probed = 0, .seen = 0}, {.probed = 1, .seen = 0},
        {.probed = 3, .seen = 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_true(identity_is_few(&rows[k]) == (k > 1));
}

TEST(a_system_is_the_same_or_like_by_what_it_explains)
{
    static const struct {
        struct identity_match match;
        bool same, like;
    } rows[] = {
        {{.explained = 0, .contradicts = 0}, false, false},
        {{.explained = 1, .contradicts = 0}, true, true},
        {{.explained = 1, .contradicts = 1}, false, true},
        {{.explained = 1, .contradicts = 2}, false, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_true(identity_is_same(&rows[k].match) == rows[k].same);
        assert_true(identity_is_like(&rows[k].match) == rows[k].like);
    }
}

TESTS(NULL, NULL)
