/* SPDX-License-Identifier: MIT */
/*
 * How well departures are named: random sets of them are planted in every
 * dialect, alone and beside defects that no table has, and what the diagnosis
 * says is compared with what was planted.
 *
 *     blame_bench [SEED [RUNS [DIALECT [DEPARTURES RUN UNKNOWN]]]]
 *     blame_bench mixed [SEED [EVERY [HOW A NAME BEGINS]]]
 *
 * RUNS of each dialect for each number of departures; of the mixed, each with
 * one of each defect that no table has, every EVERYth.  Those that go wrong are
 * printed, each with the words that repeat it alone: UNKNOWN is 1 where the
 * judge does not know the first departure's rule.
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

/* What is planted in one library of many. */
struct mix {
    const char *kind;
    unsigned known, strange;
    bool partial;
};

static const struct mix mixes[] = {
    {"unknown", 0, 1, false}, {"and one", 1, 1, false},
    {"and two", 2, 1, false}, {"unknown two", 0, 2, false},
    {"partial", 0, 0, true},  {"partial and", 1, 0, true},
    {"all", 1, 1, true},
};

enum { MIXES = sizeof mixes / sizeof *mixes };

static void blame_mixed(uint64_t seed, const struct mix *mix,
                        enum dialect dialect, unsigned strange,
                        const char *only, struct mixed_figures *f)
{
    struct planted p = {.dialect = dialect};
    uint64_t own;
    char name[100];

    snprintf(name, sizeof name, "%s-%s-%u", mix->kind,
             dialect_table[dialect].name, strange);
    p.partial = mix->partial;
    own = mixed_draw(&p, mix->strange, strange, seed);
    if (only && strncmp(only, name, strlen(only)) != 0)
        return;
    mixed_make(&p, mix->known + mix->partial, &suite, own);
    mixed_count(&p, name, only != NULL, f);
    planted_free(&p);
}

static int blame_all_mixed(uint64_t seed, unsigned every, const char *only)
{
    struct mixed_figures by_mix[MIXES] = {{0}}, by_strange[STRANGES] = {{0}};
    uint64_t n = seed;

    for (unsigned m = 0; m < MIXES; m++)
        for (unsigned s = 0; s < STRANGES; s++)
            for (unsigned d = 0; d < DIALECTS; d++) {
                struct mixed_figures one = {0};

                if (d == DIALECT_GMON || n++ % every != 0)
                    continue;
                blame_mixed(seed, &mixes[m], d, s, only, &one);
                mixed_add(&by_mix[m], &one);
                if (mixes[m].strange == 1)
                    mixed_add(&by_strange[s], &one);
            }
    printf(
        "planted                runs  visible  named          innocent   same  "
        "contra  "
        "unknown   one  split  none  fused  partial  named\n");
    for (unsigned m = 0; m < MIXES; m++)
        mixed_print(mixes[m].kind, &by_mix[m]);
    printf("\n");
    for (unsigned s = 0; s < STRANGES; s++)
        mixed_print(strange_table[s].name, &by_strange[s]);
    return 0;
}

int main(int argc, char **argv)
{
    bool mixed = argc > 1 && strcmp(argv[1], "mixed") == 0;
    uint64_t seed = argc > 1 + mixed ? strtoull(argv[1 + mixed], NULL, 0) : 1;
    unsigned runs = argc > 2 + mixed && atoi(argv[2 + mixed]) > 0
                        ? (unsigned)atoi(argv[2 + mixed])
                    : mixed ? 1
                            : 10;
    int only = !mixed && argc > 3 ? dialect_by_name(argv[3]) : -1;
    struct figures all[2][PLANTED + 1] = {0};
    struct case_error error;

    if (!suite_load(&suite, DIALECT_AIX, false, &error))
        return 3;
    if (mixed) {
        blame_all_mixed(seed, runs, argc > 4 ? argv[4] : NULL);
        case_list_free(&suite);
        return 0;
    }
    if (argc > 6) {
        blame_planted(seed, only, (unsigned)atoi(argv[4]),
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
