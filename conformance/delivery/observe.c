/* SPDX-License-Identifier: MIT */
#include "observe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"
#include "hung.h"
#include "inside.h"
#include "told.h"

static void harness_fault(struct observation *observation, const char *what)
{
    memset(observation, 0, sizeof *observation);
    observation->ended = ENDED_HARNESS;
    snprintf(observation->note, sizeof observation->note, "%s: %s", what,
             strerror(errno));
}

static uint64_t observe_most(struct inside *inside)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < inside->count; k++)
        sum += inside_limit(inside, k);
    return sum;
}

static uint64_t observe_longest(struct inside *inside)
{
    uint64_t longest = 0;

    for (size_t k = 0; k < inside->count; k++)
        if (inside_limit(inside, k) > longest)
            longest = inside_limit(inside, k);
    return longest;
}

/* Bytes of text, at most: of numbers of six bytes, and of what is around. */
static size_t told_most(const struct inside *inside)
{
    size_t sum = 0;

    for (size_t k = 0; k < inside->count; k++)
        sum += 8 * journal_size(inside->cases[k]) + 4096;
    return sum;
}

/* Run cases in one process and fill observations of the first of them: as
 * many as it got through, at least one. */
static size_t observe_some(const struct observe_options *options,
                           const struct test_case *const *cases, size_t count,
                           struct observation *observations)
{
    struct inside inside = {.options = options, .cases = cases, .count = count};
    struct sandbox_task task = {
        .context = &inside,
        .begin = inside_begin,
        .body = options->backend == BACKEND_PTRACE ? inside_trace : inside_run,
        .stage = inside_stage,
        .limit = inside_limit,
        .tell = inside_tell,
        .most = observe_most(&inside),
        .longest = observe_longest(&inside),
        .told_most = told_most(&inside)};
    struct sandbox_end end;
    size_t done = 1;

    execute_find_program(inside.program, sizeof inside.program);
    inside.writers = calloc(count, sizeof *inside.writers);
    if (!inside.writers) {
        harness_fault(&observations[0], "memory for a case");
    } else if (written_used(&cases[0]->script) &&
               !scratch_make(inside.directory)) {
        harness_fault(&observations[0], "a directory for mon.out");
        *inside.directory = '\0';
    } else if (!sandbox_run(&task, &end)) {
        harness_fault(&observations[0], "the process of a case");
    } else {
        done = told_read(options, cases, count, &end, observations);
        free(end.told);
    }
    free(inside.writers);
    if (*inside.directory)
        scratch_remove(inside.directory);
    return done;
}

void observe(const struct observe_options *options, const struct test_case *c,
             struct observation *observation)
{
    memset(observation, 0, sizeof *observation);
    observe_some(options, &c, 1, observation);
}

/* Whether the process of a batch died in that case. */
static bool observe_died(const struct observation *observation)
{
    return observation->ended == ENDED_SIGNAL ||
           observation->ended == ENDED_EXIT ||
           observation->ended == ENDED_FORGED ||
           observation->ended == ENDED_TIMEOUT;
}

/* How many cases from the first on are to be run before one that is not. */
static size_t length_to_run(const struct hung *hung,
                            const struct test_case *const *cases, size_t count)
{
    struct observation spared;
    size_t n = 1;

    while (n < count && !hung_spares(hung, cases[n], &spared))
        n++;
    return n;
}

void observe_batch_after(const struct observe_options *options,
                         struct hung *hung,
                         const struct test_case *const *cases, size_t count,
                         struct observation *observations)
{
    memset(observations, 0, count * sizeof *observations);
    for (size_t k = 0, n; k < count; k += n) {
        struct observation *last;

        n = 1;
        if (hung_spares(hung, cases[k], &observations[k]))
            continue;
        n = observe_some(options, cases + k,
                         length_to_run(hung, cases + k, count - k),
                         observations + k);
        last = &observations[k + n - 1];
        if (last->batched && observe_died(last)) {
            observation_free(last);
            observe(options, cases[k + n - 1], last);
        }
        for (size_t i = k; i < k + n; i++)
            hung_note(hung, cases[i], &observations[i]);
    }
}

void observe_batch(const struct observe_options *options,
                   const struct test_case *const *cases, size_t count,
                   struct observation *observations)
{
    struct hung none = {0};

    observe_batch_after(options, &none, cases, count, observations);
}

bool observe_can_batch(const struct test_case *c)
{
    if (written_used(&c->script))
        return false;
    for (size_t k = 0; k < c->script.count; k++)
        switch (c->script.ops[k].kind) {
        case OP_BUFFER:
        case OP_CALL:
        case OP_TICKS:
        case OP_SWEEP: break;
        default: return false;
        }
    return true;
}
