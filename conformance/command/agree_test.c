/* SPDX-License-Identifier: MIT */
/* Our implementations are one family on several mechanisms: what can be
 * delivered to two of them comes to the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <stdio.h>

#include "conformance/delivery/observe.h"
#include "conformance/cases/suite.h"
#include "workers.h"

enum { JOBS = 2 };

static struct observation *see(const struct impl_class *impl,
                               const struct test_case **cases, size_t count,
                               enum dialect dialect)
{
    const struct observe_options options = {
        .impl = impl,
        .open = {.dialect = dialect_table[dialect].name},
        .timeout_ms = 60000};
    struct observation *observations = calloc(count, sizeof *observations);

    assert_non_null(observations);
    assert_true(workers_observe(&options, cases, count, true, JOBS,
                                observations, NULL));
    return observations;
}

/* Whether PROF_FAST is to be had is the mechanism's own. */
static bool asks_for_fast(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL &&
            c->script.ops[k].call.flags & FLAG_FAST)
            return true;
    return false;
}

static bool compare(const struct test_case *c, const struct observation *a,
                    const struct observation *b)
{
    if (a->ended == ENDED_UNSUPPORTED || b->ended == ENDED_UNSUPPORTED ||
        asks_for_fast(c))
        return false;
    if (a->ended != b->ended ||
        outcome_difference(&a->outcome, &b->outcome) >= 0)
        fail_msg("%s: the first ended with %d, the second with %d, and their "
                 "events differ first at %td",
                 c->id, a->ended, b->ended,
                 outcome_difference(&a->outcome, &b->outcome));
    return true;
}

/* How many cases could be compared. */
static size_t agreed(const struct impl_class *first,
                     const struct impl_class *second, enum dialect dialect)
{
    struct case_list list = {0};
    struct case_error error;
    const struct test_case **cases;
    struct observation *a, *b;
    size_t count = 0, compared = 0;

    assert_true(suite_load(&list, dialect, false, &error));
    cases = calloc(list.count, sizeof *cases);
    assert_non_null(cases);
    for (size_t k = 0; k < list.count; k++)
        if (list.cases[k].dialects >> dialect & 1)
            cases[count++] = &list.cases[k];
    a = see(first, cases, count, dialect);
    b = see(second, cases, count, dialect);
    for (size_t k = 0; k < count; k++) {
        compared += compare(cases[k], &a[k], &b[k]);
        observation_free(&a[k]);
        observation_free(&b[k]);
    }
    free(a);
    free(b);
    free(cases);
    case_list_free(&list);
    return compared;
}

static void same_as_signal(const struct impl_class *impl)
{
    const struct observe_options options = {.impl = impl,
                                            .open = {.dialect = "freebsd"}};
    char why[400];
    bool usage;

    if (!observe_smoke(&options, &usage, why, sizeof why)) {
        print_message("%s\n", why);
        skip();
    }
    for (int d = 0; d < DIALECTS; d++)
        assert_true(agreed(&impl_signal, impl, (enum dialect)d) >
                    (d == DIALECT_AIX_MONITOR ? 15 : 30));
}

static void signal_and_perf_come_to_the_same_in_every_dialect(void **state)
{
    (void)state;
    same_as_signal(&impl_perf);
}

static void signal_and_ptrace_come_to_the_same_in_every_dialect(void **state)
{
    (void)state;
    same_as_signal(&impl_ptrace);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signal_and_perf_come_to_the_same_in_every_dialect),
        cmocka_unit_test(signal_and_ptrace_come_to_the_same_in_every_dialect),
    };

    observe_after_exec(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
