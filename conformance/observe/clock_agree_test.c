/* SPDX-License-Identifier: MIT */
/*
 * What an implementation does with ticks of its own clock is what it does
 * with those that are delivered to it.  Some of the cases; with the argument
 * "all", all of the quick suite.
 */
#include <string.h>

#include "agreement_test.h"
#include "conformance/built_test.h"

static size_t every = 12;

/* What a real clock cannot do, or what other ticks disturbed, as they do more
 * often on a busy machine, is left out. */
static void assert_agreement(const struct side *clock, const struct side *other,
                             enum dialect dialect)
{
    struct chosen chosen = choose(dialect, every);

    if (agreed(clock, other, &chosen) == 0)
        fail_msg("%s: none of %zu cases was compared",
                 dialect_table[dialect].name, chosen.count);
    chosen_free(&chosen);
}

TEST(ours_on_signals_does_the_same)
{
    const struct side clock = {&impl_signal, NULL, BACKEND_CLOCK};
    const struct side other = {&impl_signal, NULL, BACKEND_SIGNAL};

    for (int d = 0; d < DIALECTS; d++)
        if (every == 1 || d == DIALECT_IRIX || d == DIALECT_FREEBSD)
            assert_agreement(&clock, &other, (enum dialect)d);
}

TEST(a_tick_that_nothing_shows_is_not_waited_for)
{
    const struct side clock = {&impl_perf, NULL, BACKEND_CLOCK};
    struct chosen chosen = choose(DIALECT_AIX_MONITOR, 1);
    struct observation o = {.ended = ENDED_NORMALLY};

    skip_unless_ready(&(const struct side){.impl = &impl_perf});
    see_alone(&clock, case_list_find(&chosen.list, "monstartup-stop"),
              DIALECT_AIX_MONITOR, &o);
    assert_int_equal(o.ended, ENDED_UNSUPPORTED);
    assert_non_null(strstr(o.note, "no buffer of the case shows"));
    observation_free(&o);
    chosen_free(&chosen);
}

TEST(ours_on_perf_does_the_same)
{
    const struct side clock = {&impl_perf, NULL, BACKEND_CLOCK};
    const struct side other = {&impl_perf, NULL, BACKEND_SIGNAL};

    skip_unless_ready(&other);
    for (int d = 0; d < DIALECTS; d++)
        if (every == 1 || d == DIALECT_HPUX)
            assert_agreement(&clock, &other, (enum dialect)d);
}

TEST(the_hosts_own_profil_does_the_same)
{
    const struct side clock = {&impl_libc, "libc", BACKEND_CLOCK};
    const struct side other = {&impl_libc, "libc", BACKEND_SIGNAL};

    assert_agreement(&clock, &other, DIALECT_GLIBC);
    assert_agreement(&clock, &other, DIALECT_FREEBSD);
}

/* The same object, but for its clock, on the other side. */
TEST(one_whose_clock_is_unknown_does_the_same)
{
    for (int d = 0; d < DIALECTS; d++) {
        const char *name = dialect_table[d].name;
        const struct side clock = {
            &impl_so, built("mutants/unseen/%s.so", name), BACKEND_CLOCK};
        const struct side other = {&impl_so, built("mutants/%s.so", name),
                                   BACKEND_SIGNAL};

#ifdef __SANITIZE_ADDRESS__ /* has no RTLD_DEEPBIND: profil of these objects
                               would call the sprofil of libc */
        if (d == DIALECT_IRIX || d == DIALECT_GLIBC)
            continue;
#endif
        if (d == DIALECT_GMON) /* the runtime's clock is not hidden */
            continue;
        if (every == 1 || d == DIALECT_AIX || d == DIALECT_IRIX)
            assert_agreement(&clock, &other, (enum dialect)d);
    }
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(NULL, NULL);
}
