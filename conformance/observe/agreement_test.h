/* SPDX-License-Identifier: MIT */
/* Cases of a dialect, and what an implementation does with them by one
 * mechanism, that it may be compared with another. */
#ifndef CONFORMANCE_AGREEMENT_TEST_H
#define CONFORMANCE_AGREEMENT_TEST_H

#include <stdlib.h>

#include "conformance/language/suite.h"
#include "observe.h"
#include "probe.h"
#include "reference/unit_test.h"
#include "workers.h"

struct side {
    const struct impl_class *impl; /* null: it is not built in */
    const char *path;
    enum backend backend;
};

static inline struct observe_options options_of(const struct side *side,
                                                enum dialect dialect)
{
    return (struct observe_options){
        .impl = side->impl,
        .open = {.path = side->path, .dialect = dialect_table[dialect].name},
        .timeout_ms = 60000,
        .backend = side->backend};
}

static inline void skip_unless_ready(const struct side *side)
{
    struct observe_options options = options_of(side, DIALECT_FREEBSD);

    if (options.impl)
        probe_capabilities(&options);
    if (!options.impl || options.learnt.smoke != SMOKE_READY) {
        print_message("%s\n",
                      options.impl ? options.learnt.why : "not built in");
        skip();
    }
}

/* One in every so many of the dialect's cases, and its list. */
struct chosen {
    struct case_list list;
    const struct test_case **cases;
    size_t count;
    enum dialect dialect;
};

static inline struct chosen choose(enum dialect dialect, size_t every)
{
    struct chosen chosen = {.dialect = dialect};
    struct case_error error;

    assert_true(suite_load(&chosen.list, dialect, false, &error));
    chosen.cases = calloc(chosen.list.count, sizeof *chosen.cases);
    assert_non_null(chosen.cases);
    for (size_t k = 0; k < chosen.list.count; k += every)
        if (chosen.list.cases[k].dialects >> dialect & 1)
            chosen.cases[chosen.count++] = &chosen.list.cases[k];
    return chosen;
}

static inline void chosen_free(struct chosen *chosen)
{
    free(chosen->cases);
    case_list_free(&chosen->list);
}

static inline struct observation *see(const struct side *side,
                                      const struct chosen *chosen)
{
    const struct observe_options options = options_of(side, chosen->dialect);
    struct observation *seen = calloc(chosen->count, sizeof *seen);
    size_t *portions = calloc(chosen->count, sizeof *portions);
    const struct workers_task task = {.options = &options,
                                      .cases = chosen->cases,
                                      .portions = portions,
                                      .count = chosen->count};

    assert_non_null(seen);
    assert_non_null(portions);
    task_cut(&options, chosen->cases, chosen->count, portions);
    workers_observe(&task, 2, NULL, seen);
    free(portions);
    return seen;
}

static inline void seen_free(struct observation *seen, size_t count)
{
    for (size_t k = 0; k < count; k++)
        observation_free(&seen[k]);
    free(seen);
}

static inline bool same(const struct observation *a,
                        const struct observation *b)
{
    return a->ended == b->ended && a->status == b->status &&
           a->stray == b->stray &&
           outcome_difference(&a->outcome, &b->outcome) < 0;
}

/* As a run does: what differs among other cases is looked at alone. */
static inline void see_alone(const struct side *side, const struct test_case *c,
                             enum dialect dialect, struct observation *o)
{
    const struct chosen one = {.cases = &c, .count = 1, .dialect = dialect};
    struct observation *alone = see(side, &one);

    observation_free(o);
    *o = *alone;
    free(alone);
}

/* Whether PROF_FAST is available is the mechanism's own; what is reported of a
 * period depends on whether its clock is seen. */
static inline bool asks_for_fast(const struct test_case *c, bool or_time)
{
    for (size_t k = 0; k < c->script.count; k++) {
        const struct call *call = &c->script.ops[k].call;

        if (c->script.ops[k].kind == OP_CALL &&
            (call->flags & FLAG_FAST ||
             (or_time && call->tvp == POINTER_GIVEN)))
            return true;
    }
    return false;
}

/* Fails where the two do not come to the same, but for cases that are left out;
 * returns how many are not.  A clock is seen alone where it differs. */
static inline size_t agreed(const struct side *one, const struct side *other,
                            const struct chosen *chosen)
{
    struct observation *a = see(one, chosen), *b = see(other, chosen);
    bool clock = one->backend == BACKEND_CLOCK;
    size_t compared = 0;

    for (size_t k = 0; k < chosen->count; k++) {
        const struct test_case *c = chosen->cases[k];

        if (clock && !same(&a[k], &b[k])) {
            see_alone(one, c, chosen->dialect, &a[k]);
            see_alone(other, c, chosen->dialect, &b[k]);
        }
        if (a[k].ended == ENDED_UNSUPPORTED ||
            b[k].ended == ENDED_UNSUPPORTED || (clock && a[k].disturbed) ||
            asks_for_fast(c, clock))
            continue;
        if (!same(&a[k], &b[k]))
            fail_msg("%s: %s ended with %d (%s), %s with %d, and their events "
                     "differ first at %td",
                     c->id, one->impl->name, a[k].ended, a[k].note,
                     other->impl->name, b[k].ended,
                     outcome_difference(&a[k].outcome, &b[k].outcome));
        compared++;
    }
    seen_free(a, chosen->count);
    seen_free(b, chosen->count);
    return compared;
}

#endif
