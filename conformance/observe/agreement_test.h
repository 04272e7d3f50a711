/* SPDX-License-Identifier: MIT */
/* Cases of a dialect, and what an implementation does with them by one
 * mechanism, that it may be held against another. */
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
    char why[400];

    if (options.impl)
        probe_capabilities(&options, why, sizeof why);
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

#endif
