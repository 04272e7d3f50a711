/* SPDX-License-Identifier: MIT */
/*
 * What an implementation does with ticks of its own clock is what it does
 * with those that are delivered to it.  Some of the cases; with the argument
 * "all", all of the quick suite.
 */
#include <stdlib.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "conformance/built_test.h"
#include "conformance/language/suite.h"
#include "observe.h"
#include "probe.h"
#include "reference/unit_test.h"
#include "workers.h"

enum { JOBS = 2, FEW = 8 };

static size_t every = FEW;

struct side {
    const struct impl_class *impl;
    const char *path;
    enum backend backend;
};

static struct observation *see(const struct side *side,
                               const struct test_case **cases, size_t count,
                               enum dialect dialect)
{
    const char *name = dialect_table[dialect].name;
    const struct impl_constants constants = impl_defaults(name);
    const struct observe_options options = {
        .impl = side->impl,
        .open = {.path = side->path, .dialect = name, .constants = &constants},
        .timeout_ms = 60000,
        .backend = side->backend};
    struct observation *observations = calloc(count, sizeof *observations);

    size_t *portions = calloc(count, sizeof *portions);

    assert_non_null(observations);
    assert_non_null(portions);
    task_cut(&options, cases, count, portions);
    assert_true(workers_observe(&(struct workers_task){.options = &options,
                                                       .cases = cases,
                                                       .portions = portions,
                                                       .count = count},
                                JOBS, NULL, observations));
    free(portions);
    return observations;
}

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
    struct observation *alone = see(side, &c, 1, dialect);

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
    struct case_list list = {0};
    struct case_error error;
    const struct test_case **cases;
    struct observation *a, *b;
    size_t count = 0, compared = 0;
    unsigned left_out = 0;

    assert_true(suite_load(&list, dialect, false, &error));
    cases = calloc(list.count, sizeof *cases);
    assert_non_null(cases);
    for (size_t k = 0; k < list.count; k++)
        if (k % every == 0 && list.cases[k].dialects >> dialect & 1)
            cases[count++] = &list.cases[k];
    a = see(clock, cases, count, dialect);
    b = see(other, cases, count, dialect);
    for (size_t k = 0; k < count; k++) {
        if (differs(&a[k], &b[k])) {
            see_alone(clock, cases[k], dialect, &a[k]);
            see_alone(other, cases[k], dialect, &b[k]);
        }
        compared += compare(cases[k], &a[k], &b[k], &left_out);
        observation_free(&a[k]);
        observation_free(&b[k]);
    }
    if (compared == 0)
        fail_msg("%s: none of %zu cases was compared, %u left out",
                 dialect_table[dialect].name, count, left_out);
    free(a);
    free(b);
    free(cases);
    case_list_free(&list);
}

TEST(ours_on_signals_does_the_same)
{
    const struct side clock = {&impl_signal, NULL, BACKEND_CLOCK};
    const struct side other = {&impl_signal, NULL, BACKEND_SIGNAL};

    for (int d = 0; d < DIALECTS; d++)
        if (every == 1 || d == DIALECT_IRIX || d == DIALECT_FREEBSD)
            assert_agreement(&clock, &other, (enum dialect)d);
}

static void skip_without_perf(void)
{
    char why[400];
    struct observe_options options = {.impl = &impl_perf,
                                      .open = {.dialect = "freebsd"}};

    probe_capabilities(&options, why, sizeof why);
    if (options.learnt.smoke != SMOKE_READY) {
        print_message("%s\n", options.learnt.why);
        skip();
    }
}

TEST(a_tick_that_nothing_shows_is_not_waited_for)
{
    const struct side clock = {&impl_perf, NULL, BACKEND_CLOCK};
    struct case_list list = {0};
    struct case_error error;
    const struct test_case *c;
    struct observation *o;

    skip_without_perf();
    assert_true(suite_load(&list, DIALECT_AIX_MONITOR, false, &error));
    c = case_list_find(&list, "monstartup-stop");
    assert_non_null(c);
    o = see(&clock, &c, 1, DIALECT_AIX_MONITOR);
    assert_int_equal(o->ended, ENDED_UNSUPPORTED);
    assert_non_null(strstr(o->note, "no buffer of the case shows"));
    observation_free(o);
    free(o);
    case_list_free(&list);
}

TEST(ours_on_perf_does_the_same)
{
    const struct side clock = {&impl_perf, NULL, BACKEND_CLOCK};
    const struct side other = {&impl_perf, NULL, BACKEND_SIGNAL};

    skip_without_perf();
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
