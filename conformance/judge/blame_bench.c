/* SPDX-License-Identifier: MIT */
/*
 * How well departures are named: random sets of them are planted in every
 * dialect, and what the diagnosis says is held against what was planted.
 *
 *     blame_bench [SEED [RUNS [DIALECT [DEPARTURES RUN UNKNOWN]]]]
 *
 * RUNS of each dialect for each number of departures.  Those that go wrong are
 * told, each with the words that repeat it alone: UNKNOWN is 1 where the judge
 * does not know the first departure's rule.
 */
#include "blame_test.h"

static struct case_list suite;

static void blame_planted(uint64_t seed, enum dialect dialect, unsigned count,
                          unsigned k, bool unknown, bool always,
                          struct figures *f)
{
    struct planted p = planted_new(dialect, count, &suite,
                                   planted_seed(seed, dialect, count, k));
    char name[100];

    snprintf(name, sizeof name, "%llu 1 %s %u %u %d", (unsigned long long)seed,
             dialect_table[dialect].name, count, k, unknown);
    blame_count(&p, name, unknown, always, f);
    planted_free(&p);
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
        blame_planted(seed, (enum dialect)only, (unsigned)atoi(argv[4]),
                      (unsigned)atoi(argv[5]), atoi(argv[6]), true, &all[0][0]);
        case_list_free(&suite);
        return 0;
    }
    for (unsigned unknown = 0; unknown < 2; unknown++)
        for (unsigned n = 1; n <= PLANTED; n++)
            for (unsigned d = 0; d < DIALECTS; d++)
                for (unsigned k = 0; (only < 0 || only == (int)d) && k < runs;
                     k++)
                    blame_planted(seed, d, n, k, unknown, false,
                                  &all[unknown][n]);
    blame_print(all, 2);
    case_list_free(&suite);
    return 0;
}
