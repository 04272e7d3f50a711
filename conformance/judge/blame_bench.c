/* SPDX-License-Identifier: MIT */
/*
 * How well departures are named: random sets of them are planted in every
 * dialect, and what the diagnosis says is held against what was planted.
 *
 *     blame_bench [SEED [RUNS [DIALECT DEPARTURES RUN UNKNOWN]]]
 *
 * RUNS of each dialect for each number of departures.  Those that go wrong are
 * told, each with the words that repeat it alone: UNKNOWN is 1 where the judge
 * does not know the first departure's rule.
 */
#include <stdio.h>
#include <stdlib.h>

#include "planted_test.h"

static struct case_list suite;

static uint64_t seed_of(uint64_t seed, enum dialect dialect, unsigned count,
                        unsigned run)
{
    uint64_t own = seed * 1000003 + dialect * 65537u + count * 257u + run;

    for (unsigned k = 0; k < 4; k++)
        draw(&own, 2);
    return own;
}

static void tell_choice(uint8_t choice)
{
    printf("%s=%s", rule_table[choice_table[choice].rule].name,
           choice_table[choice].name);
}

static void tell_blame(const struct blame *blame)
{
    for (unsigned k = 0; k < rule_table[blame->rule].count; k++)
        if (blame->found >> k & 1) {
            printf(" ");
            tell_choice((uint8_t)(rule_table[blame->rule].first + k));
        }
    for (unsigned k = 0; k < blame->other_count; k++) {
        printf(" or ");
        tell_choice(blame->others[k]);
    }
    printf(" (%zu cases);", blame->support);
}

static void tell_unexplained(const struct side *side)
{
    unsigned n = 0;

    for (size_t k = 0; k < side->evidence.count && n < 6; k++)
        if (!side->diagnosis.best.explains[k]) {
            printf(" %s%s", side->evidence.rows[k].id,
                   side->evidence.rows[k].permitted.count ? " (passes)" : "");
            n++;
        }
}

static void tell(const struct planted *p, const struct judge *judge)
{
    printf("    planted:");
    for (unsigned k = 0; k < p->count; k++) {
        printf(" ");
        tell_choice(p->departures[k]);
        printf("%s%s", planted_named(judge, p->departures[k]) ? "" : " UNNAMED",
               p->visible[k] ? "" : " (unseen)");
    }
    printf("\n");
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct side *side = &judge->of[i];

        printf("    blamed:");
        for (unsigned k = 0; k < side->diagnosis.count; k++) {
            if (planted_innocent(p, &side->diagnosis.blames[k]))
                printf(" INNOCENT");
            tell_blame(&side->diagnosis.blames[k]);
        }
        printf("\n    unexplained: %zu%s", side->diagnosis.best.missed,
               side->diagnosis.bounded ? ", bounded" : "");
        tell_unexplained(side);
        printf("\n");
    }
}

static void add(struct figures *sum, const struct figures *f)
{
    sum->runs += f->runs;
    sum->planted += f->planted;
    sum->visible += f->visible;
    sum->named += f->named;
    sum->innocent += f->innocent;
    sum->blaming += f->blaming;
    sum->unexplained += f->unexplained;
    sum->cases += f->cases;
}

static struct figures run(uint64_t seed, enum dialect dialect, unsigned count,
                          unsigned k, bool unknown, bool always)
{
    struct planted p =
        planted_new(dialect, count, &suite, seed_of(seed, dialect, count, k));
    struct judge *judge =
        planted_judge(&p, unknown ? choice_table[p.departures[0]].rule : RULES);
    struct figures f = {0};

    planted_count(&p, judge, &f);
    if (always || f.innocent > 0 ||
        (!unknown && (f.named < f.visible || f.unexplained))) {
        printf("%llu 1 %s %u %u %d\n", (unsigned long long)seed,
               dialect_table[dialect].name, count, k, unknown);
        tell(&p, judge);
    }
    judge_free(judge);
    planted_free(&p);
    return f;
}

static void print_figures(unsigned count, const struct figures *f)
{
    printf("%10u %6u %8u %8u %8u %6.2f%% %9u %6.2f%% %12u %6u\n", count,
           f->runs, f->planted, f->visible, f->named,
           f->visible ? 100.0 * f->named / f->visible : 100.0, f->innocent,
           f->runs ? 100.0 * f->blaming / f->runs : 0.0, f->unexplained,
           f->cases);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    unsigned runs = argc > 2 ? (unsigned)atoi(argv[2]) : 10;
    int only = argc > 3 ? dialect_by_name(argv[3]) : -1;
    struct figures all[2][PLANTED + 1] = {0};
    struct case_error error;

    if (!suite_load(&suite, DIALECT_AIX, false, &error))
        return 3;
    if (argc > 6) {
        run(seed, (enum dialect)only, (unsigned)atoi(argv[4]),
            (unsigned)atoi(argv[5]), atoi(argv[6]), true);
        case_list_free(&suite);
        return 0;
    }
    for (unsigned unknown = 0; unknown < 2; unknown++)
        for (unsigned n = 1; n <= PLANTED; n++)
            for (unsigned d = 0; d < DIALECTS; d++)
                for (unsigned k = 0; (only < 0 || only == (int)d) && k < runs;
                     k++) {
                    struct figures f = run(seed, d, n, k, unknown, false);

                    add(&all[unknown][n], &f);
                }
    for (unsigned unknown = 0; unknown < 2; unknown++) {
        printf("%s\ndepartures   runs  planted  visible    named         "
               "innocent of runs  unexplained  cases\n",
               unknown ? "the first one's rule unknown" : "all rules known");
        for (unsigned n = 1; n <= PLANTED; n++)
            print_figures(n, &all[unknown][n]);
    }
    case_list_free(&suite);
    return 0;
}
