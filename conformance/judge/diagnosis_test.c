/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include "suite_test.h"

#include "blame_test.h"
#include "reference/unit_test.h"

static unsigned runs = 1; /* of each dialect */

static struct figures plant_and_judge(unsigned departures, bool unknown)
{
    struct figures f = {0};
    char name[100];

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < runs; k++) {
            struct planted p = planted_new(d, departures, &suite,
                                           planted_seed(1, d, departures, k));

            snprintf(name, sizeof name, "%s %u %u %d", dialect_table[d].name,
                     departures, k, unknown);
            blame_count(&p, name, unknown, false, &f);
            planted_free(&p);
        }
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

    runs *= 6; /* enough of them for a share */
    f = plant_and_judge(1, true);
    runs /= 6;

    print_message("%u of %u runs blame an innocent rule\n", f.blaming, f.runs);
    assert_true(f.blaming * 100 <= f.runs * 10);
    assert_true(f.unexplained > 0);
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
TEST(sets_that_explain_as_much_are_told)
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

static void see(struct judge *judge, const struct planted *p, bool backwards)
{
    for (size_t k = 0; k < p->n; k++) {
        size_t at = backwards ? p->n - 1 - k : k;

        assert_true(judge_see(judge, p->cases[at], &p->seen[at]));
    }
    assert_true(judge_conclude(judge));
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
 * "all", three. */
int main(int argc, char **argv)
{
    if (argc > 1)
        runs = strcmp(argv[1], "all") == 0 ? 3 : (unsigned)atoi(argv[1]);
    return RUN_TESTS(load, unload);
}
