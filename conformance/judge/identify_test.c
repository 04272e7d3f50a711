/* SPDX-License-Identifier: MIT */
#include "identified_test.h"
#include "suite_test.h"

/* Systems that no script distinguishes: sorted, as they are found. */
static const char *const same_systems[] = {
    "freebsd netbsd openbsd xnu ",
};

/* Cases of one interface that its dialect has. */
static size_t cases_of(enum dialect dialect, bool sprofil,
                       const struct test_case **cases)
{
    size_t count = 0;

    for (size_t k = 0; k < suite.count; k++) {
        const struct test_case *c = &suite.cases[k];

        if ((c->dialects >> dialect & 1) && c->script.address_bits == 64 &&
            test_case_calls(c) == 1u << (sprofil ? CALL_SPROFIL : CALL_PROFIL))
            cases[count++] = c;
    }
    return count;
}

static struct choice_sets known_of(enum dialect dialect)
{
    struct choice_sets known = {0};
    bool returns =
        dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) != DECIDED;

    for (unsigned r = 0; r < RULES; r++)
        known.of[r] = dialect_has_rule(dialect, r) ? rule_choices(r) : 1;
    known.of[RULE_RETURN_ON_SUCCESS] =
        returns ? known.of[RULE_RETURN_ON_SUCCESS] &
                      (choice_set)~choice_bit(RETURN_ON_SUCCESS_NONE)
                : choice_bit(RETURN_ON_SUCCESS_NONE);
    if (!dialect_has_rule(dialect, RULE_COUNTER_WIDTH))
        known.of[RULE_PROFIL_MEMBER] = choice_bit(PROFIL_MEMBER_OWN);
    return known;
}

/* Whether a system's calls return anything. */
static bool returns(enum system system)
{
    return system_choice(system, RULE_RETURN_ON_SUCCESS) !=
           RETURN_ON_SUCCESS_NONE;
}

/* Identify the model with a system's choices, by one interface of it. */
static void identify_system(enum system system, bool sprofil, struct asked *a)
{
    enum dialect dialect = system_table[system].dialect;
    const struct test_case **cases = calloc(suite.count, sizeof *cases);
    struct choice_sets known = known_of(dialect);
    size_t count;

    assert_non_null(cases);
    count = cases_of(dialect, sprofil, cases);
    assert_true(count > 30);
    identify(cases, count, &known, ask, a, &a->identity);
    free(cases);
}

/* In how many of the cases asked one of such choices could not have done the
 * same. */
static size_t differences(const struct identity *identity,
                          const struct choice_sets *sets)
{
    struct identity_match match = {.says = calloc(identity->count + 1, 1)};

    assert_non_null(match.says);
    identity_weigh(identity, sets, &match);
    free(match.says);
    return match.contradicts;
}

static bool same_everywhere(enum system a, enum system b, bool sprofil)
{
    const struct test_case **cases = calloc(suite.count, sizeof *cases);
    size_t count = cases_of(system_table[a].dialect, sprofil, cases);
    struct choice_sets other = identity_system(b, true);
    struct asked one = asked_begin(a);
    bool same = true;

    for (size_t k = 0; same && k < count; k++) {
        struct identify_case row = {.c = cases[k], .probed = true};
        struct identity identity = {.cases = &row, .count = 1};

        ask(&one, cases[k], &row.observation);
        same = differences(&identity, &other) == 0;
        observation_free(&row.observation);
    }
    asked_end(&one);
    free(cases);
    return same;
}

/* And the evidence says so: it is the same, before all that are not. */
static void check_evidence(enum system system, bool sprofil,
                           const struct identity *identity)
{
    struct identity_matches matches;
    bool found = false;

    identity_matches(identity,
                     sprofil ? SYSTEM_CALLS_SPROFIL : SYSTEM_CALLS_PROFIL,
                     returns(system), &matches);
    assert_true(identity_is_same(&matches.rows[0]));
    for (unsigned k = 0; k < matches.count; k++)
        found |= matches.rows[k].system == system &&
                 identity_is_same(&matches.rows[k]);
    assert_true(found);
    identity_matches_free(&matches);
}

/* A row is found to be itself; what is the same by the cases asked is the
 * same by all cases, and listed above. */
static void check_system(enum system system, bool sprofil)
{
    struct asked a = asked_begin(system);
    char found[200] = "";
    unsigned count = 0, listed = 0;
    bool itself = false;

    identify_system(system, sprofil, &a);
    assert_int_equal(a.identity.unexplained, 0);
    if (system_choice(system, RULE_TICKS) == TICKS_COUNTED)
        assert_true(a.identity.probed < a.identity.count);
    for (int other = 0; other < SYSTEMS; other++) {
        struct choice_sets sets = identity_system(other, returns(system));

        if (!(system_table[other].calls & (sprofil ? 2 : 1)) ||
            differences(&a.identity, &sets) != 0)
            continue;
        if (!same_everywhere(system, other, sprofil))
            fail_msg("%s passes for %s, though a case distinguishes them",
                     system_table[system].name, system_table[other].name);
        itself = itself || other == (int)system;
        count++;
        strcat(strcat(found, system_table[other].name), " ");
    }
    for (size_t k = 0; k < sizeof same_systems / sizeof *same_systems; k++)
        listed += strcmp(same_systems[k], found) == 0;
    check_evidence(system, sprofil, &a.identity);
    if (!itself || (count > 1 && !listed))
        fail_msg("%s: found %s", system_table[system].name, found);
    asked_end(&a);
}

/* One in so many systems; with the argument "all", each. */
static int every = 11;

TEST(each_system_is_identified)
{
    for (int s = 0; s < SYSTEMS; s += every)
        for (int sprofil = 0; sprofil < 2; sprofil++)
            if (system_table[s].calls >> sprofil & 1)
                check_system(s, sprofil);
}

/* No choice of the implementation's is ever struck out, and what is left has
 * one outcome on every case that was not asked. */
TEST(what_is_left_can_not_be_divided_further)
{
    struct asked a = asked_begin(SYSTEM_CYGWIN);

    identify_system(SYSTEM_CYGWIN, false, &a);
    asked_has_its_own(&a, DIALECT_FREEBSD);
    for (size_t k = 0; k < a.identity.count; k++) {
        const struct identify_case *row = &a.identity.cases[k];
        struct rule_set rules = {{0}};
        struct choice_sets used;
        bool any, all;

        if (row->probed)
            continue;
        try_all(&a, row->c, &any, &all, &used, &rules);
        assert_true(all);
    }
    assert_int_equal(a.identity.left.of[RULE_EXTENT],
                     choice_bit(EXTENT_WRAPPED_COUNTERS));
    assert_int_equal(a.identity.left.of[RULE_BUFFER_START],
                     choice_bit(BUFFER_START_CLEARED));
    /* at 64 bits nothing shows it */
    assert_int_equal(a.identity.left.of[RULE_BELOW_OFFSET],
                     choice_bit(BELOW_OFFSET_IGNORED) |
                         choice_bit(BELOW_OFFSET_MODULAR));
    asked_end(&a);
}

/* One case asked that goes wrong leaves the others to show it. */
TEST(a_case_that_nothing_explains_is_held_against_all)
{
    struct asked a = asked_begin(SYSTEM_BSD43);
    struct choice_sets itself = identity_system(SYSTEM_BSD43, true);

    a.odd = "odd-number";
    a.hangs = "sleeping";
    a.absent = "exec";
    identify_system(SYSTEM_BSD43, false, &a);
    assert_int_equal(a.identity.unexplained, 2);
    for (size_t k = 0; k < a.identity.count; k++) {
        const struct identify_case *row = &a.identity.cases[k];

        assert_int_equal(row->unexplained,
                         is("odd-number", row->c) || is("sleeping", row->c));
        assert_false(row->probed && is("exec", row->c));
        assert_true(row->settled);
    }
    asked_has_its_own(&a, DIALECT_FREEBSD);
    assert_int_equal(differences(&a.identity, &itself), 2);
    assert_int_equal(a.identity.left.of[RULE_ROUNDING],
                     choice_bit(ROUNDING_SCALE_LOW_BIT_LOST));
    assert_int_equal(a.identity.left.of[RULE_SLEEPING],
                     rule_choices(RULE_SLEEPING));
    asked_end(&a);
}

/* Whose ticks are so, by the prototypes of hpux. */
static void match_ticks(enum choice ticks, struct identity_matches *matches)
{
    struct asked a = asked_begin(SYSTEM_FREEBSD);
    const struct test_case **cases = calloc(suite.count, sizeof *cases);
    struct choice_sets known = choices_known();

    a.behaviour.choice[RULE_TICKS] = (uint16_t)ticks;
    identify(cases, cases_of(DIALECT_FREEBSD, false, cases), &known, ask, &a,
             &a.identity);
    identity_matches(&a.identity, SYSTEM_CALLS_PROFIL, true, matches);
    free(cases);
    asked_end(&a);
}

TEST(a_stub_is_like_no_system)
{
    struct identity_matches matches;

    match_ticks(TICKS_ENOSYS, &matches);
    assert_true(matches.count > 10);
    for (unsigned k = 0; k < matches.count; k++) {
        assert_false(identity_is_same(&matches.rows[k]));
        assert_false(identity_is_like(&matches.rows[k]));
    }
    identity_matches_free(&matches);
}

TEST(who_counts_nothing_is_like_no_system_that_counts)
{
    struct identity_matches matches;
    unsigned same = 0;

    match_ticks(TICKS_LOST, &matches);
    for (unsigned k = 0; k < matches.count; k++)
        if (system_choice(matches.rows[k].system, RULE_TICKS) ==
            TICKS_COUNTED) {
            assert_true(matches.rows[k].contradicts > 0);
            assert_false(identity_is_like(&matches.rows[k]));
        } else {
            same++;
        }
    assert_true(same < matches.count);
    identity_matches_free(&matches);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(load, unload);
}
