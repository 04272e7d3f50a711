/* SPDX-License-Identifier: MIT */
/* Identifying by a few cases, each of which shows one thing. */
#include "identify.h"

#include "judged_test.h"
#include "reference/unit_test.h"

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

/* The model with a system's choices, asked what it does. */
struct probed {
    struct workspace w;
    struct behaviour behaviour;
    const char *odd, *hangs, *absent; /* cases */
    struct case_list list;
    struct identity identity;
};

static bool is(const char *name, const struct test_case *c)
{
    return name && strcmp(name, c->slug) == 0;
}

static bool ask(void *context, const struct test_case *c, struct observation *o)
{
    struct probed *a = context;
    struct observation seen;

    if (is(a->absent, c))
        return false;
    simulate(&a->w, c, &a->behaviour, &seen);
    assert_true(kept(o, &seen));
    if (is(a->odd, c))
        o->arena[SCRIPT_ZONE + 12] = 77;
    if (is(a->hangs, c))
        o->ended = ENDED_TIMEOUT;
    return true;
}

static void identify_it(struct probed *a, enum system system)
{
    const struct test_case *cases[16];
    struct choice_sets known = {0};
    struct case_error error;

    for (unsigned r = 0; r < RULES; r++) {
        a->behaviour.choice[r] = (uint16_t)system_choice(system, r);
        known.of[r] =
            dialect_has_rule(DIALECT_FREEBSD, r) ? rule_choices(r) : 1;
    }
    known.of[RULE_PROFIL_MEMBER] = choice_bit(PROFIL_MEMBER_OWN);
    if (!case_list_parse(&a->list, "t", text, sizeof text - 1, &error))
        fail_msg("%s", error.text);
    for (size_t k = 0; k < a->list.count; k++)
        cases[k] = &a->list.cases[k];
    identify(cases, a->list.count, &known, ask, a, &a->identity);
    assert_int_equal(a->identity.count, a->list.count);
}

static void leave(struct probed *a)
{
    identity_free(&a->identity);
    workspace_free(&a->w);
    case_list_free(&a->list);
}

/* What the combinations of what is left come to on a case: whether any, and
 * whether all, are what the implementation does; with the choices of those that
 * are, and what they consult. */
static void try_all(struct probed *a, const struct test_case *c, bool *any,
                    bool *all, struct choice_sets *used, struct rule_set *rules)
{
    struct workspace w = {0};
    struct observation o;

    *any = false;
    *all = true;
    *used = (struct choice_sets){0};
    simulate(&a->w, c, &a->behaviour, &o);
    workspace_fit(&w, c);
    choices_begin(&w.choices, &a->identity.left);
    do {
        model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
                  w.arena_size);
        *rules = rule_set_join(*rules, w.choices.consulted);
        if (outcome_difference(&w.outcome, &o.outcome) >= 0) {
            *all = false;
            continue;
        }
        *any = true;
        for (unsigned r = 0; r < RULES; r++)
            used->of[r] |= rule_set_has(w.choices.consulted, r)
                               ? choice_bit((enum choice)w.choices.made[r])
                               : a->identity.left.of[r];
    } while (choices_next(&w.choices));
    workspace_free(&w);
}

/* Nothing true is struck out, and all that could be is: what is left has one
 * outcome on each case, or takes part in one that was seen. */
static void check_left(struct probed *a)
{
    const struct identity *id = &a->identity;
    struct rule_set consulted = {{0}};

    for (unsigned r = 0; r < RULES; r++)
        if (dialect_has_rule(DIALECT_FREEBSD, r))
            assert_true(id->left.of[r] &
                        choice_bit((enum choice)a->behaviour.choice[r]));
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
        struct probed a = {.odd = NULL};
        size_t probed = 0;

        identify_it(&a, systems[k]);
        check_left(&a);
        for (size_t i = 0; i < a.identity.count; i++) {
            probed += a.identity.cases[i].probed;
            assert_true(a.identity.cases[i].settled);
            assert_ptr_equal(a.identity.cases[i].c, &a.list.cases[i]);
        }
        assert_int_equal(a.identity.probed, probed);
        assert_int_equal(a.identity.unexplained, 0);
        assert_true(probed > 0);
        leave(&a);
    }
}

TEST(what_goes_wrong_is_reported_and_learnt_nothing_from)
{
    struct probed a = {.odd = "off", .hangs = "full", .absent = "two"};

    identify_it(&a, SYSTEM_FREEBSD);
    for (size_t k = 0; k < a.identity.count; k++) {
        const struct identify_case *row = &a.identity.cases[k];

        assert_true(row->unexplained ==
                    (is("off", row->c) || is("full", row->c)));
        assert_false(is("two", row->c) && row->probed);
        assert_true(row->settled);
    }
    assert_int_equal(a.identity.unexplained, 2);
    for (unsigned r = 0; r < RULES; r++)
        if (dialect_has_rule(DIALECT_FREEBSD, r))
            assert_true(a.identity.left.of[r] &
                        choice_bit((enum choice)a.behaviour.choice[r]));
    assert_int_equal(a.identity.left.of[RULE_COUNTER_FULL] &
                         rule_choices(RULE_COUNTER_FULL),
                     rule_choices(RULE_COUNTER_FULL));
    leave(&a);
}

/* Each case that was asked says one thing of each system. */
TEST(a_system_is_weighed_by_the_cases_asked)
{
    struct probed a = {.odd = NULL};
    struct identity_matches m;
    bool itself = false;

    identify_it(&a, SYSTEM_FREEBSD);
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
    sets = identity_system(SYSTEM_V7, true);
    assert_int_equal(sets.of[RULE_RETURN_ON_SUCCESS],
                     rule_choices(RULE_RETURN_ON_SUCCESS));
    assert_int_equal(sets.of[RULE_RETURN_ON_ERROR],
                     rule_choices(RULE_RETURN_ON_ERROR));
}

TESTS(NULL, NULL)
