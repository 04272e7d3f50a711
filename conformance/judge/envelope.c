/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "evaluate.h"
#include "judge.h"
#include "reference/computed.h"

/* Outcomes seen so far, each with memory of its own. */
struct seen {
    struct outcome *outcomes;
    size_t count;
};

static bool is_new(const struct seen *seen, const struct outcome *outcome)
{
    for (size_t i = 0; i < seen->count; i++)
        if (outcome_difference(&seen->outcomes[i], outcome) < 0)
            return false;
    return true;
}

static void release(struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->count; i++) {
        free((void *)outcome->events[i].bytes);
        free((void *)outcome->events[i].computed);
    }
    free(outcome->events);
}

/* The event gets a copy of what it points to.  False: out of memory, and it
 * points to what is its own, or nothing. */
static bool own(struct event *event)
{
    const struct computed *computed = event->computed;
    const unsigned char *bytes = event->bytes;
    unsigned char *own = bytes ? malloc(event->size) : NULL;
    struct computed *own_computed = computed ? malloc(sizeof *computed) : NULL;

    event->bytes = own;
    event->computed = own_computed;
    if ((bytes && !own) || (computed && !own_computed))
        return false;
    if (bytes)
        memcpy(own, bytes, event->size);
    if (computed)
        *own_computed = *computed;
    return true;
}

/* A copy that owns its bytes. */
static bool keep(struct seen *seen, const struct outcome *outcome)
{
    struct outcome *copy = &seen->outcomes[seen->count];

    *copy = (struct outcome){
        .events = malloc((outcome->count + 1) * sizeof *copy->events)};
    if (copy->events == NULL)
        return false;
    seen->count++;
    for (size_t i = 0; i < outcome->count; i++) {
        copy->events[copy->count++] = outcome->events[i];
        if (!own(&copy->events[i]))
            return false;
    }
    return true;
}

/* Of a function that may return void nobody can see a value: it is void. */
static void as_seen(struct choice_sets *allowed)
{
    choice_set *success = &allowed->of[RULE_RETURN_ON_SUCCESS];
    choice_set *error = &allowed->of[RULE_RETURN_ON_ERROR];

    if (!(*success & choice_bit(RETURN_ON_SUCCESS_NONE)))
        return;
    *success = choice_bit(RETURN_ON_SUCCESS_NONE);
    if (*error & choice_bit(RETURN_ON_ERROR_ERRNO_ALONE))
        *error = choice_bit(RETURN_ON_ERROR_ERRNO_ALONE);
}

size_t judge_envelope(enum dialect dialect, const struct test_case *c,
                      bool seen_only, size_t limit,
                      void (*outcome)(void *context,
                                      const struct outcome *outcome,
                                      const struct choices *choices),
                      void *context)
{
    struct choice_sets allowed = choices_of_dialect(dialect, true);
    struct workspace w = {0};
    struct seen seen = {.outcomes = calloc(limit, sizeof(struct outcome))};

    if (seen_only)
        as_seen(&allowed);
    if (seen.outcomes != NULL && workspace_fit(&w, c)) {
        choices_begin(&w.choices, &allowed);
        do {
            model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
                      w.arena_size);
            if (!is_new(&seen, &w.outcome))
                continue;
            outcome(context, &w.outcome, &w.choices);
            if (!keep(&seen, &w.outcome))
                break;
        } while (seen.count < limit && choices_next(&w.choices));
    }
    for (size_t i = 0; i < seen.count; i++)
        release(&seen.outcomes[i]);
    free(seen.outcomes);

    size_t count = seen.count;
    workspace_free(&w);
    return count;
}
