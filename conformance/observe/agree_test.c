/* SPDX-License-Identifier: MIT */
/* Our implementations are one family on several mechanisms: what can be
 * delivered to two of them comes to the same, bit for bit. */
#include <stdlib.h>

#include <stdio.h>
#include <string.h>

#include "conformance/language/suite.h"
#include "observe.h"
#include "probe.h"
#include "reference/unit_test.h"
#include "shorten_test.h"
#include "workers.h"

enum { JOBS = 2, LEAST = 30 };

/* An implementation, by its name, and the backend that drives it. */
struct mechanism {
    const char *name;
    enum backend backend;
};

/* The cases of a dialect, and what one mechanism made of them. */
struct seen {
    struct case_list list;
    const struct test_case **cases;
    struct observation *observations;
    size_t count;
};

static struct observe_options options_of(const struct mechanism *mechanism,
                                         enum dialect dialect)
{
    return (struct observe_options){
        .impl = impl_find(mechanism->name),
        .open = {.dialect = dialect_table[dialect].name},
        .timeout_ms = 60000,
        .backend = mechanism->backend};
}

static struct seen see(const struct mechanism *mechanism, enum dialect dialect)
{
    const struct observe_options options = options_of(mechanism, dialect);
    struct seen seen = {0};
    struct case_error error;
    size_t *portions;

    assert_true(suite_load(&seen.list, dialect, false, &error));
    if (dialect != DIALECT_IRIX) /* which has all that are long */
        shorten(&seen.list);
    seen.cases = calloc(seen.list.count, sizeof *seen.cases);
    seen.observations = calloc(seen.list.count, sizeof *seen.observations);
    assert_non_null(seen.cases);
    assert_non_null(seen.observations);
    for (size_t k = 0; k < seen.list.count; k++)
        if (seen.list.cases[k].dialects >> dialect & 1)
            seen.cases[seen.count++] = &seen.list.cases[k];
    portions = calloc(seen.count, sizeof *portions);
    assert_non_null(portions);
    task_cut(&options, seen.cases, seen.count, portions);
    assert_true(workers_observe(&(struct workers_task){.options = &options,
                                                       .cases = seen.cases,
                                                       .portions = portions,
                                                       .count = seen.count},
                                JOBS, NULL, seen.observations));
    free(portions);
    return seen;
}

static void seen_free(struct seen *seen)
{
    for (size_t k = 0; k < seen->count; k++)
        observation_free(&seen->observations[k]);
    free(seen->observations);
    free(seen->cases);
    case_list_free(&seen->list);
}

/* Whether PROF_FAST is available is the mechanism's own. */
static bool asks_for_fast(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL &&
            c->script.ops[k].call.flags & FLAG_FAST)
            return true;
    return false;
}

static bool comparable(const struct test_case *c, const struct observation *a,
                       const struct observation *b)
{
    return a->ended != ENDED_UNSUPPORTED && b->ended != ENDED_UNSUPPORTED &&
           !asks_for_fast(c);
}

static bool same(const struct observation *a, const struct observation *b)
{
    return a->ended == b->ended && a->status == b->status &&
           a->stray == b->stray &&
           outcome_difference(&a->outcome, &b->outcome) < 0;
}

/* How many cases could be compared. */
static size_t agreed(const struct seen *a, const struct seen *b,
                     const char *name)
{
    size_t compared = 0;

    for (size_t k = 0; k < a->count; k++) {
        const struct observation *x = &a->observations[k];
        const struct observation *y = &b->observations[k];

        if (!comparable(a->cases[k], x, y))
            continue;
        if (!same(x, y))
            fail_msg("%s: signal ended with %d, %s with %d, and their events "
                     "differ first at %td",
                     a->cases[k]->id, x->ended, name, y->ended,
                     outcome_difference(&x->outcome, &y->outcome));
        compared++;
    }
    return compared;
}

static void agrees_with_signal(const struct mechanism *other,
                               const enum dialect *dialects, size_t count)
{
    char why[400];
    static const struct mechanism signal = {"signal", BACKEND_SIGNAL};
    struct observe_options options = options_of(other, DIALECT_FREEBSD);

    if (options.impl)
        probe_capabilities(&options, why, sizeof why);
    if (!options.impl || options.learnt.smoke != SMOKE_READY) {
        print_message("%s: %s\n", other->name,
                      options.impl ? options.learnt.why : "not built in");
        skip();
    }
    for (size_t k = 0; k < count; k++) {
        struct seen a = see(&signal, dialects[k]);
        struct seen b = see(other, dialects[k]);

        assert_true(agreed(&a, &b, other->name) >
                    (dialects[k] == DIALECT_AIX_MONITOR ? 15 : LEAST));
        seen_free(&a);
        seen_free(&b);
    }
}

static const enum dialect every[] = {DIALECT_AIX,   DIALECT_IRIX,
                                     DIALECT_HPUX,  DIALECT_FREEBSD,
                                     DIALECT_GLIBC, DIALECT_AIX_MONITOR};

/* Those whose calls differ most, unless the argument is "all". */
static const enum dialect some[] = {DIALECT_IRIX, DIALECT_FREEBSD,
                                    DIALECT_AIX_MONITOR};
static bool all;

static void agrees_in_dialects(const struct mechanism *other)
{
    if (all)
        agrees_with_signal(other, every, sizeof every / sizeof *every);
    else
        agrees_with_signal(other, some, sizeof some / sizeof *some);
}

TEST(perf_comes_to_the_same_in_each_dialect)
{
    const struct mechanism perf = {"perf", BACKEND_SIGNAL};

    agrees_in_dialects(&perf);
}

TEST(ptrace_comes_to_the_same_in_each_dialect)
{
    const struct mechanism ptrace = {"ptrace", BACKEND_SIGNAL};

    agrees_in_dialects(&ptrace);
}

/* In the two that have all calls between them, or one: it takes its time. */
TEST(a_tracers_ticks_come_to_the_same)
{
    const struct mechanism traced = {"signal", BACKEND_PTRACE};

    agrees_with_signal(&traced, every, all ? 2 : 1);
}

/* With bits of a buffer turned over one at a time: some hundreds of them, in
 * the zones around it too. */
static void check_each_bit(const struct observation *a,
                           const struct event *buffer)
{
    unsigned char *bytes = (unsigned char *)buffer->bytes;
    size_t step = buffer->size * 8 / 512 + 1;
    struct observation b = *a;

    for (size_t bit = 0; bit < buffer->size * 8; bit += step) {
        unsigned char *copy = malloc(buffer->size);
        struct event *events = malloc(a->outcome.count * sizeof *events);
        size_t at = (size_t)(buffer - a->outcome.events);

        assert_non_null(copy);
        assert_non_null(events);
        memcpy(copy, bytes, buffer->size);
        memcpy(events, a->outcome.events, a->outcome.count * sizeof *events);
        events[at].bytes = copy;
        b.outcome.events = events;
        assert_true(same(a, &b));
        copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_false(same(a, &b));
        free(copy);
        free(events);
    }
}

TEST(one_bit_that_differs_is_found)
{
    static const struct mechanism signal = {"signal", BACKEND_SIGNAL};
    struct seen seen = see(&signal, DIALECT_FREEBSD);
    size_t buffers = 0;

    for (size_t k = 0; k < seen.count; k++) {
        const struct outcome *outcome = &seen.observations[k].outcome;

        for (size_t e = 0; e < outcome->count; e++)
            if (outcome->events[e].bytes) {
                check_each_bit(&seen.observations[k], &outcome->events[e]);
                buffers++;
            }
    }
    assert_true(buffers > LEAST);
    seen_free(&seen);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    all = argc == 2 && strcmp(argv[1], "all") == 0;
    return RUN_TESTS(NULL, NULL);
}
