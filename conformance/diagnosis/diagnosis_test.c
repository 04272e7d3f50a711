/* SPDX-License-Identifier: MIT */
#include "diagnosis.h"

#include "conformance/judge/suite_test.h"

#include "conformance/judge/blame_test.h"
#include "reference/unit_test.h"

static unsigned runs = 1;   /* of each dialect */
static unsigned every = 20; /* one in so many departures */

/* A departure whose rule the judge does not know, and another that is named in
 * its place, though not all is explained by it: most are of the same
 * arithmetic, or do the same in other words.  None of these is as it should be,
 * and no other may come.  That nothing is counted every judge knows: else it
 * would be put down to rules of all kinds. */
static const char *const looking_alike[] = {
    "aix scale-off=never disabled-region=counts",
    "aix product=signed-32 address=distance-32",
    "aix product=mod-2^32 address=distance-32",
    "irix product=mod-2^32 address=distance-32",
    "irix product=signed-32 address=distance-32",
    "irix counter-width=always-16 counter-bits=low-16-saturate",
    "irix list-used=first region-overlap=first-listed",
    "irix list-used=first region-start=first-listed",
    "irix list-used=first overflow-bin=ignored",
    "irix unit=index-to-end counter-step=as-16-bit",
    "irix unit=index-to-end counter-bits=low-16-saturate",
    "irix unit=index-to-end odd-tail=end-address",
    "irix unit=index-to-end counter-width=always-32",
    "hpux unit=counter-of-bytes odd-tail=first-byte",
    "hpux unit=counter-to-bytes odd-tail=first-byte",
    "hpux product=signed-32 address=distance-32",
    "freebsd unit=counter-of-bytes odd-tail=first-byte",
    "freebsd unit=counter-to-bytes odd-tail=first-byte",
    "freebsd product=signed-32 address=distance-32",
    "glibc unit=counter-of-bytes odd-tail=first-byte",
    "glibc unit=counter-to-bytes odd-tail=first-byte",
    "glibc product=mod-2^32 address=distance-32",
    "glibc product=signed-32 address=distance-32",
    "glibc list-used=first region-overlap=first-listed",
    "glibc list-used=first overflow-bin=ignored",
    "glibc list-used=first disabled-region=all-off",
    "glibc list-used=first off-while-off=enables",
    "glibc profil-width=32 counter-width=always-32",
    "glibc profil-width=32 profil-member=one-member",
    "glibc return-on-success=other scale-off=EINVAL",
    "glibc return-on-success=other return-on-error=number-alone",
    "glibc counter-width=always-16 counter-bits=low-16-saturate",
    "glibc return-on-success=none return-on-error=none",
    "glibc return-on-success=none ticks=ENOSYS",
    "glibc list-used=first region-start=first-listed",
};

enum { ALIKE = sizeof looking_alike / sizeof *looking_alike };

static bool happened[ALIKE];

/* Whether a wrong name is one of the list; "aix unit=index odd-tail=whole". */
static bool looks_alike(const struct planted *p, const struct blame *blame)
{
    uint16_t planted = p->departures[0];
    unsigned blamed =
        rule_table[blame->rule].first + (unsigned)__builtin_ctz(blame->found);
    bool listed = false;
    char row[160];

    snprintf(row, sizeof row, "%s %s=%s %s=%s", dialect_table[p->dialect].name,
             rule_table[choice_table[planted].rule].name,
             choice_table[planted].name, rule_table[blame->rule].name,
             choice_table[blamed].name);
    for (unsigned k = 0; k < ALIKE; k++)
        if (strcmp(looking_alike[k], row) == 0)
            happened[k] = listed = true;
    return listed;
}

/* Wrong names that are not listed, of a library that departs in that alone, by
 * a judge who does not know its rule. */
static unsigned count_unlike(enum dialect dialect, enum choice departure,
                             unsigned *unexplained)
{
    struct behaviour behaviour = behaviour_default(dialect);
    struct planted p;
    struct judge *judge;
    unsigned wrong = 0;

    behaviour.choice[choice_table[departure].rule] = (uint16_t)departure;
    p = planted_of(dialect, &suite, &behaviour);
    p.departures[p.count++] = (uint16_t)departure;
    judge = planted_judge(&p, choice_table[departure].rule);
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        *unexplained += d->best.missed > 0;
        for (unsigned k = 0; k < d->count; k++)
            if (!blame_explains_all(&judge->of[i]) &&
                planted_innocent(&p, &d->blames[k]) &&
                !looks_alike(&p, &d->blames[k])) {
                printf("%s, in the place of ", dialect_table[dialect].name);
                blame_print_choice((uint16_t)departure, stdout);
                printf(":");
                blame_print_one(&d->blames[k], stdout);
                printf("\n");
                wrong++;
            }
    }
    judge_free(judge);
    planted_free(&p);
    return wrong;
}

static struct figures plant_and_judge(unsigned departures)
{
    struct figures f = {0};
    char name[100];

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < runs; k++) {
            struct planted p = planted_new(d, departures, &suite,
                                           planted_seed(1, d, departures, k));

            snprintf(name, sizeof name, "%s %u %u", dialect_table[d].name,
                     departures, k);
            blame_count(&p, name, false, false, &f);
            planted_free(&p);
        }
    return f;
}

TEST(what_is_planted_is_named_and_nobody_else)
{
    struct figures all[2][PLANTED + 1] = {0};
    unsigned named = 0, visible = 0;

    for (unsigned n = 1; n <= PLANTED; n++) {
        all[0][n] = plant_and_judge(n);
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
    unsigned turn = 0, wrong = 0, unexplained = 0, gone = 0;

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (enum choice c = 0; c < CHOICES; c++)
            if (choice_table[c].rule != RULE_TICKS && planted_departs(d, c) &&
                turn++ % every == 0)
                wrong += count_unlike(d, c, &unexplained);
    for (unsigned k = 0; every == 1 && k < ALIKE; k++)
        if (!happened[k]) {
            printf("%s: it is not named any more\n", looking_alike[k]);
            gone++;
        }
    printf("%u departures alone, of which the judge does not know the rule\n",
           (turn + every - 1) / every);
    assert_true(unexplained > 0);
    assert_int_equal(wrong, 0);
    assert_int_equal(gone, 0);
}

/* If nothing is counted, one sort of buffer looks like another; that a
 * mon.out has no ticks is true. */
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
        assert_int_equal(judge->of[0].diagnosis.count, 1);
        assert_true(planted_named(judge, MON_FILE_NO_TICKS));
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

/* With "all", each departure alone, and more of several. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "all") == 0) {
        runs = 3;
        every = 1;
    }
    return RUN_TESTS(load, unload);
}
