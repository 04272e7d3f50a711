/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include "conformance/judge/suite_test.h"

#include "conformance/judge/blame_test.h"
#include "reference/unit_test.h"

enum { ALL = 3 };

static unsigned runs = 1; /* of each dialect */

/* A departure that nobody knows, and what is named in its place: that leads to
 * all that was seen in many of the cases which the departure changes, and no
 * case that it changes does what is expected without it. */
static const struct alike {
    enum dialect dialect;
    uint16_t planted, blamed; /* choices */
} looking_alike[] = {
    {DIALECT_GLIBC, TICKS_ENOSYS, RETURN_ON_SUCCESS_OTHER},
    {DIALECT_GLIBC, TICKS_ENOSYS, BAD_ADDRESS_ACCEPTED},
    {DIALECT_GLIBC, TICKS_ENOSYS, COUNT_RANGE_ACCEPTED},
    {DIALECT_GLIBC, SCALE_OFF_NEVER, OFF_WHILE_OFF_ENABLES},
    {DIALECT_GLIBC, UNIT_INDEX, COUNTER_STEP_AS_16_BIT},
    {DIALECT_GLIBC, UNIT_INDEX, COUNTER_BITS_LOW_16_WRAP},
    {DIALECT_GLIBC, UNIT_INDEX, PROFIL_WIDTH_USE_32},
    {DIALECT_FREEBSD, TICKS_ENOSYS, RETURN_ON_SUCCESS_OTHER},
    {DIALECT_AIX, PRODUCT_MOD_32, ADDRESS_DISTANCE_32},
    {DIALECT_HPUX, PRODUCT_SIGNED_32, ADDRESS_DISTANCE_32},
    {DIALECT_IRIX, UNIT_COUNTER_TO_BYTES, ODD_TAIL_END_INCLUSIVE},
    {DIALECT_IRIX, OVERFLOW_BIN_FIRST_LISTED, BELOW_OFFSET_COUNTED_IN_FIRST},
    {DIALECT_GLIBC, OVERFLOW_BIN_FIRST_LISTED, BELOW_OFFSET_COUNTED_IN_FIRST},
    {DIALECT_AIX_MONITOR, MON_LIST_FORM_REFUSED, MON_FILE_MISSING},
    {DIALECT_AIX_MONITOR, MON_LIST_FORM_REFUSED, TICKS_LOST},
};

enum { ALIKE = sizeof looking_alike / sizeof *looking_alike };

static bool happened[ALIKE];

/* Whether a wrong name is one of the list. */
static bool looks_alike(const struct planted *p, const struct blame *blame)
{
    bool listed = false;

    for (unsigned k = 0; k < ALIKE; k++)
        if (looking_alike[k].dialect == p->dialect &&
            looking_alike[k].planted == p->departures[0] &&
            blame_has(blame, looking_alike[k].blamed))
            happened[k] = listed = true;
    return listed;
}

/* Wrong names that are not listed, where its first departure's rule is not
 * known. */
static unsigned count_unlike(const struct planted *p, const char *name,
                             struct figures *f)
{
    struct judge *judge = planted_judge(p, choice_table[p->departures[0]].rule);
    unsigned wrong = 0;

    planted_count(p, judge, true, f);
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        for (unsigned k = 0; k < d->count; k++)
            wrong += planted_innocent(p, &d->blames[k]) &&
                     !planted_same(p, &judge->of[i], i, true) &&
                     !looks_alike(p, &d->blames[k]);
    }
    if (wrong > 0) {
        printf("%s\n", name);
        blame_print_all(p, judge, planted_innocent);
    }
    judge_free(judge);
    return wrong;
}

static struct figures plant_and_judge(unsigned departures, bool unknown)
{
    struct figures f = {0};
    unsigned wrong = 0;
    char name[100];

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < runs; k++) {
            struct planted p = planted_new(d, departures, &suite,
                                           planted_seed(1, d, departures, k));

            snprintf(name, sizeof name, "%s %u %u %d", dialect_table[d].name,
                     departures, k, unknown);
            if (unknown)
                wrong += count_unlike(&p, name, &f);
            else
                blame_count(&p, name, false, false, &f);
            planted_free(&p);
        }
    assert_int_equal(wrong, 0);
    return f;
}

TEST(what_is_planted_is_named_and_nobody_else)
{
    struct figures all[2][PLANTED + 1] = {0};
    unsigned named = 0, visible = 0;

    for (unsigned n = 1; n <= PLANTED; n++) {
        all[0][n] = plant_and_judge(n, false);
        named += all[0][n].named;
        visible += all[0][n].visible;
        assert_int_equal(all[0][n].innocent, 0);
        assert_int_equal(all[0][n].unexplained, 0);
    }
    blame_print(all, 1);
    assert_true(visible > 0);
    assert_true(named * 100 >= visible * 99);
}

TEST(of_what_is_not_known_nobody_else_is_blamed)
{
    struct figures f;
    unsigned gone = 0;

    runs *= 6;
    f = plant_and_judge(1, true);
    runs /= 6;

    assert_true(f.unexplained > 0);
    for (unsigned k = 0; runs >= ALL && k < ALIKE; k++)
        if (!happened[k]) {
            blame_print_choice(looking_alike[k].blamed);
            printf(" is not named any more in the place of ");
            blame_print_choice(looking_alike[k].planted);
            printf("\n");
            gone++;
        }
    assert_int_equal(gone, 0);
}

/* Contradictory between three cases, and each passes by itself. */
TEST(a_defect_that_no_case_shows_by_itself_is_named)
{
    struct planted p = planted_new(DIALECT_GLIBC, 0, &suite, 1);
    struct judge *judge;

    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(DIALECT_GLIBC);
    p.behaviour.choice[RULE_BUFFER_FAULT] = BUFFER_FAULT_SKIPS;
    p.behaviour.choice[RULE_BAD_BUFFER] = BAD_BUFFER_TURNS_OFF;
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    assert_int_equal(judge->of[1].diagnosis.best.missed, 0);
    assert_true(planted_named(judge, BAD_BUFFER_TURNS_OFF));
    judge_free(judge);
    planted_free(&p);
}

/* Two departures in the place of two others. */
TEST(sets_that_explain_as_much_are_reported)
{
    struct planted p = planted_new(DIALECT_FREEBSD, 0, &suite, 1);
    struct judge *judge;

    planted_forget(&p, p.seen);
    p.behaviour.choice[RULE_RETURN_ON_ERROR] = RETURN_ON_ERROR_NONE;
    p.behaviour.choice[RULE_TICKS] = TICKS_ENOSYS;
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    assert_int_equal(judge->of[0].diagnosis.best.missed, 0);
    assert_true(planted_named(judge, TICKS_ENOSYS));
    assert_true(planted_named(judge, RETURN_ON_ERROR_NONE));
    judge_free(judge);
    planted_free(&p);
}

/* A tick that was delivered refutes it, though none was in the case that fails:
 * profiling is off there. */
TEST(that_no_tick_comes_is_refuted_by_one_that_came)
{
    struct planted p = planted_new(DIALECT_FREEBSD, 0, &suite, 1);
    const struct diagnosis *d;
    struct judge *judge;

    planted_forget(&p, p.seen);
    p.behaviour.choice[RULE_SCALE_RANGE] = SCALE_RANGE_LOW_16;
    planted_observe(&p, &p.behaviour, p.seen);
    for (size_t k = 0; k < p.n; k++)
        if (strcmp(p.cases[k]->slug, "scale-65536") == 0)
            p.seen[k].delivered = 0;
    judge = planted_judge(&p, RULES);
    d = judge_diagnosis(judge, 0);
    assert_true(planted_named(judge, SCALE_RANGE_LOW_16));
    for (unsigned k = 0; k < d->count; k++)
        assert_int_equal(d->blames[k].other_count, 0);
    judge_free(judge);
    planted_free(&p);
}

/* Where nothing is counted, one sort of buffer is not told from another. */
TEST(of_one_that_never_counts_no_other_rule_is_blamed)
{
    static const uint16_t never[] = {TICKS_NONE, TICKS_LOST};

    for (unsigned k = 0; k < 2; k++) {
        struct planted p = planted_new(DIALECT_AIX_MONITOR, 0, &suite, 1);
        struct judge *judge;

        planted_forget(&p, p.seen);
        p.behaviour.choice[RULE_TICKS] = never[k];
        planted_observe(&p, &p.behaviour, p.seen);
        judge = planted_judge(&p, RULE_TICKS);
        assert_true(judge->of[0].diagnosis.best.missed > 0);
        assert_int_equal(judge->of[0].diagnosis.count, 0);
        judge_free(judge);
        planted_free(&p);
    }
}

static void see(struct judge *judge, const struct planted *p, bool backwards)
{
    for (size_t k = 0; k < p->n; k++) {
        size_t at = backwards ? p->n - 1 - k : k;

        judge_see(judge, p->cases[at], &p->seen[at]);
    }
    judge_conclude(judge);
}

TEST(the_order_of_cases_does_not_matter)
{
    struct planted p = planted_new(DIALECT_IRIX, 3, &suite, 3);
    struct judge *judges[2];
    const struct diagnosis *d[2];

    for (unsigned k = 0; k < 2; k++) {
        judges[k] = judge_new(p.dialect);
        see(judges[k], &p, k);
        d[k] = judge_diagnosis(judges[k], 0);
    }
    assert_true(d[0]->count > 0);
    assert_int_equal(d[0]->count, d[1]->count);
    assert_int_equal(departures_compare(d[0]->best.departures,
                                        d[1]->best.departures,
                                        d[0]->best.count),
                     0);
    assert_memory_equal(d[0]->best.explains, d[1]->best.explains,
                        judges[0]->of[0].evidence.count);
    for (unsigned k = 0; k < 2; k++)
        judge_free(judges[k]);
    planted_free(&p);
}

/* With a number, so many runs of each dialect and number of departures; with
 * "all", three, of which the list above is. */
int main(int argc, char **argv)
{
    if (argc > 1)
        runs = strcmp(argv[1], "all") == 0 ? ALL : (unsigned)atoi(argv[1]);
    return RUN_TESTS(load, unload);
}
