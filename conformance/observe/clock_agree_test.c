/* SPDX-License-Identifier: MIT */
/*
 * What an implementation does with ticks of its own clock is what it does
 * with those that are delivered to it.  Some of the cases; with the argument
 * "all", all of the quick suite.
 */
#include <string.h>

#include "agreement_test.h"
#include "conformance/built_test.h"

static size_t every = 8;

/* What is reported of a period depends on whether the clock is seen. */
static bool asks_for_time(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL &&
            (c->script.ops[k].call.flags & FLAG_FAST ||
             c->script.ops[k].call.tvp == POINTER_GIVEN))
            return true;
    return false;
}

static bool differs(const struct observation *clock,
                    const struct observation *other)
{
    return clock->ended != other->ended ||
           outcome_difference(&clock->outcome, &other->outcome) >= 0;
}

/* As a run does: what differs among other cases is looked at alone. */
static void see_alone(const struct side *side, const struct test_case *c,
                      enum dialect dialect, struct observation *o)
{
    const struct chosen one = {.cases = &c, .count = 1, .dialect = dialect};
    struct observation *alone = see(side, &one);

    observation_free(o);
    *o = *alone;
    free(alone);
}

/* What a real clock cannot do, or what other ticks disturbed, as they do more
 * often on a busy machine, is left out. */
static bool compare(const struct test_case *c, const struct observation *clock,
                    const struct observation *other, unsigned *left_out)
{
    if (clock->ended == ENDED_UNSUPPORTED ||
        other->ended == ENDED_UNSUPPORTED || clock->disturbed ||
        asks_for_time(c)) {
        ++*left_out;
        return false;
    }
    if (differs(clock, other))
        fail_msg("%s: by its clock it ended with %d (%s), otherwise with %d, "
                 "and the events differ first at %td",
                 c->id, clock->ended, clock->note, other->ended,
                 outcome_difference(&clock->outcome, &other->outcome));
    return true;
}

static void assert_agreement(const struct side *clock, const struct side *other,
                             enum dialect dialect)
{
    struct chosen chosen = choose(dialect, every);
    struct observation *a = see(clock, &chosen), *b = see(other, &chosen);
    size_t compared = 0;
    unsigned left_out = 0;

    for (size_t k = 0; k < chosen.count; k++) {
        if (differs(&a[k], &b[k])) {
            see_alone(clock, chosen.cases[k], dialect, &a[k]);
            see_alone(other, chosen.cases[k], dialect, &b[k]);
        }
        compared += compare(chosen.cases[k], &a[k], &b[k], &left_out);
    }
    if (compared == 0)
        fail_msg("%s: none of %zu cases was compared, %u left out",
                 dialect_table[dialect].name, chosen.count, left_out);
    seen_free(a, chosen.count);
    seen_free(b, chosen.count);
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
