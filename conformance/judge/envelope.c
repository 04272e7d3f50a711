/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "conformance/inference/evaluate.h"
#include "conformance/inference/outcome_copy.h"
#include "judge.h"

/* Outcomes seen so far, each with memory of its own. */
struct envelope_seen {
    struct outcome *outcomes;
    size_t count;
};

/* Of two that agree one may leave more open: errno after a call that did not
 * fail, what a buffer holds.  Then each is one of its own. */
static bool is_known(const struct outcome *a, const struct outcome *b)
{
    bool same = outcome_difference(a, b) < 0;

    for (size_t i = 0; same && i < a->count && i < b->count; i++)
        same = a->events[i].kind == b->events[i].kind &&
               a->events[i].undetermined == b->events[i].undetermined &&
               a->events[i].value == b->events[i].value &&
               a->events[i].error == b->events[i].error;
    return same;
}

static bool is_outcome_new(const struct envelope_seen *seen,
                           const struct outcome *outcome)
{
    for (size_t i = 0; i < seen->count; i++)
        if (is_known(&seen->outcomes[i], outcome))
            return false;
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

struct choice_sets judge_allowed(enum dialect dialect, bool seen_only)
{
    struct choice_sets allowed = choices_of_dialect(dialect, true);

    if (seen_only)
        as_seen(&allowed);
    return allowed;
}

size_t judge_envelope(enum dialect dialect, const struct test_case *c,
                      bool seen_only, size_t limit,
                      void (*outcome)(void *context,
                                      const struct outcome *outcome,
                                      const struct choices *choices),
                      void *context)
{
    struct choice_sets allowed = judge_allowed(dialect, seen_only);
    struct workspace w = {0};
    struct envelope_seen seen = {.outcomes =
                                     calloc(limit, sizeof(struct outcome))};

    if (seen.outcomes != NULL && workspace_fit(&w, c)) {
        choices_begin(&w.choices, &allowed);
        do {
            model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
                      w.arena_size);
            if (!is_outcome_new(&seen, &w.outcome))
                continue;
            outcome(context, &w.outcome, &w.choices);
            if (!outcome_copy(&seen.outcomes[seen.count++], &w.outcome))
                break;
        } while (seen.count < limit && choices_next(&w.choices));
    }
    for (size_t i = 0; i < seen.count; i++)
        outcome_copy_free(&seen.outcomes[i]);
    free(seen.outcomes);

    size_t count = seen.count;
    workspace_free(&w);
    return count;
}
