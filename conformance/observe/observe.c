/* SPDX-License-Identifier: MIT */
#include "observe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/ops.h"
#include "execute.h"
#include "hung.h"
#include "inside.h"
#include "record.h"

/* The limits of the sandbox: of time, and, for numbers of six bytes and what is
 * around them, of text. */
static void set_limits(struct sandbox_task *task, struct inside *inside)
{
    for (size_t k = 0; k < inside->count; k++) {
        uint64_t limit = inside_limit(inside, k);

        task->most += limit;
        if (limit > task->longest)
            task->longest = limit;
        task->answer_most += 8 * journal_size(inside->cases[k]) + 4096;
    }
}

static struct observation harness_fault(const char *what)
{
    struct observation o = {.ended = ENDED_HARNESS};

    snprintf(o.note, sizeof o.note, "%s: %s", what, strerror(errno));
    return o;
}

/* Run cases in one process and fill observations of the first of them: as many
 * as it got through, at least one.  late: its time was over, or it took too
 * much of the machine. */
static size_t observe_some(const struct observe_options *options,
                           const struct test_case *const *cases, size_t count,
                           struct observation *observations, bool *late)
{
    struct inside inside = {.options = options,
                            .cases = cases,
                            .count = count,
                            .writers =
                                memory_new(count, sizeof *inside.writers)};
    struct sandbox_task task = {
        .context = &inside,
        .shared = &inside.memory,
        .shared_size = inside_size(&inside),
        .directory = written_used(&cases[0]->script) ? inside.directory : NULL,
        .begin = inside_begin,
        .body = options->backend == BACKEND_PTRACE ? inside_trace : inside_run,
        .stage = inside_stage,
        .limit = inside_limit,
        .answer = inside_answer,
        .writes = options->impl == &impl_exec};
    struct sandbox_end end;
    size_t done = 1;

    set_limits(&task, &inside);
    execute_find_program(inside.program, sizeof inside.program);
    *late = false;
    if (sandbox_run(&task, &end)) {
        *late = end.how == SANDBOX_TIMED_OUT || end.how == SANDBOX_TOO_LARGE;
        done = record_read(options, cases, count, &end, observations);
        free(end.answer);
    } else {
        observations[0] = harness_fault(task.directory && !*inside.directory
                                            ? "a directory for mon.out"
                                            : "the process of a case");
    }
    free(inside.writers);
    return done;
}

void observe(const struct observe_options *options, const struct test_case *c,
             struct observation *observation)
{
    bool late;

    observe_some(options, &c, 1, observation, &late);
}

/* Whether the process of a batch died in that case. */
static bool died_batched(const struct observation *o)
{
    return o->batched &&
           (o->ended == ENDED_SIGNAL || o->ended == ENDED_EXIT ||
            o->ended == ENDED_FORGED || o->ended == ENDED_TIMEOUT);
}

/* Whether the last of these cases dies after the others once more. */
static bool dies_again(const struct observe_options *options,
                       const struct test_case *const *cases, size_t count)
{
    struct observation *again = memory_new(count, sizeof *again);
    bool late;
    size_t done = observe_some(options, cases, count, again, &late);
    bool dies = done == count && died_batched(&again[count - 1]);

    for (size_t k = 0; k < done; k++)
        observation_free(&again[k]);
    free(again);
    return dies;
}

/* What died after other cases is observed by itself, which holds, unless it is
 * only after them that it dies. */
static void observe_dead(const struct observe_options *options,
                         const struct test_case *const *cases, size_t count,
                         struct observation *last)
{
    struct observation alone;

    observe(options, cases[count - 1], &alone);
    if (alone.ended == ENDED_NORMALLY && dies_again(options, cases, count)) {
        observation_free(&alone);
        return;
    }
    observation_free(last);
    *last = alone;
}

/* Whether a process was late though the last case that it began was over: it
 * hung between two, where profiling is turned off for the next. */
static bool hung_between(bool late, const struct observation *last)
{
    return late && last->ended != ENDED_TIMEOUT && !observation_crowded(last);
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

void observe_batch(const struct observe_options *options, struct hung *hung,
                   const struct test_case *const *cases, size_t count,
                   struct observation *observations)
{
    bool alone = false, late;

    for (size_t k = 0, n; k < count; k += n) {
        struct observation *last;

        n = 1;
        if (hung_spares(hung, cases[k], &observations[k]))
            continue;
        n = observe_some(options, cases + k,
                         alone ? 1 : length_to_run(hung, cases + k, count - k),
                         observations + k, &late);
        last = &observations[k + n - 1];
        alone |= hung_between(late, last);
        if (died_batched(last))
            observe_dead(options, cases + k, n, last);
        for (size_t i = k; i < k + n; i++)
            hung_note(hung, cases[i], hung_sign(&observations[i]));
    }
}

bool observe_can_batch(const struct test_case *c)
{
    return !(script_needs(&c->script) & ~(unsigned)(NEED_TICKS | NEED_SWEEP)) &&
           !written_used(&c->script);
}
