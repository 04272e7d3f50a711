/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/events.h"
#include "reference/computed.h"

/* What running the model costs apart from its ticks, in ticks: each run, and
 * so many bytes of buffer. */
enum { RUN_COST = 100, BYTES_A_TICK = 16 };

void workspace_fit(struct workspace *w, const struct test_case *c)
{
    size_t arena = model_arena_size(&c->script) + 1;
    size_t events = model_event_limit(&c->script);

    if (arena > w->arena_size) {
        w->arena = memory_got(realloc(w->arena, arena));
        w->arena_size = arena;
    }
    if (events > w->outcome.capacity) {
        w->outcome.events = memory_got(
            reallocarray(w->outcome.events, events, sizeof *w->outcome.events));
        w->outcome.capacity = events;
    }
}

void workspace_free(struct workspace *w)
{
    free(w->arena);
    free(w->outcome.events);
}

size_t evaluate_cost(const struct script *script)
{
    size_t ticks = RUN_COST;

    for (size_t i = 0; i < script->count; i++) {
        const struct op *op = &script->ops[i];

        if (op->kind == OP_BUFFER)
            ticks += op->size / BYTES_A_TICK;
        for (size_t k = 0; k < op->tick_count; k++)
            ticks += op->ticks[k].count;
    }
    return ticks;
}

/* How many of a run's answers are from extra. */
static unsigned departures_of_run(const struct choices *run,
                                  const struct choice_sets *extra)
{
    unsigned n = 0;

    RULE_SET_EACH (r, run->consulted)
        n += (extra->of[r] & choice_bit((enum choice)run->made[r])) != 0;
    return n;
}

/* Of a run, that errno is what it was before the call, which has an error; not
 * one that a call of its own left to a profil that succeeds. */
static void heed_errors(struct outcome *run, const struct outcome *observed)
{
    for (size_t k = 0; k < run->count && k < observed->count; k++) {
        const struct event *seen = &observed->events[k];

        if (seen->kind == EVENT_CALL && seen->value != 0 &&
            event_error_word(seen->error) &&
            run->events[k].error == ERROR_UNSEEN)
            run->events[k].error = ERROR_NONE;
    }
}

/* A run that agrees. */
static void note_agreeing(struct explanations *found, const struct choices *run,
                          unsigned departures, unsigned *fewest)
{
    found->opened = rule_set_join(found->opened, run->opened);
    if (departures < *fewest)
        found->explaining = (struct rule_set){{0}};
    if (departures <= *fewest) {
        found->explaining = rule_set_join(found->explaining, run->consulted);
        *fewest = departures;
    }
    run_list_add(&found->agreed, run);
}

/* As the operation made it that made the buffer; or 0 where it has less, as
 * after clearing. */
static void keep_counter(const struct op *buffer,
                         const struct kept_counter *kept,
                         unsigned char *counter)
{
    uint32_t fill =
        buffer->fill_width == 2 ? buffer->fill * 0x10001u : buffer->fill;
    uint32_t made[2] = {fill, fill}, was = 0, now = 0;

    memcpy(&was, (unsigned char *)made + kept->at % 4, kept->width);
    memcpy(&now, counter, kept->width);
    now = now < was ? 0 : was;
    memcpy(counter, &now, kept->width);
}

static void keep_in_event(const struct op *made,
                          const struct kept_counter *kept, struct event *event)
{
    size_t at = SCRIPT_ZONE + kept->at;

    if (event->kind == EVENT_BUFFER && event->buffer == kept->buffer &&
        event->bytes && !event->undetermined &&
        at + kept->width + SCRIPT_ZONE <= event->size)
        keep_counter(made, kept, (unsigned char *)event->bytes + at);
}

static void keep_counters(const struct test_case *c, struct outcome *outcome)
{
    for (size_t k = 0; k < c->kept_count; k++) {
        const struct kept_counter *kept = &c->kept[k];
        const struct op *made = c->script.ops;

        while (made->kind != OP_BUFFER || made->buffer != kept->buffer)
            made++;
        for (size_t n = 0; n < outcome->count; n++)
            keep_in_event(made, kept, &outcome->events[n]);
    }
}

void workspace_run(struct workspace *w, const struct test_case *c)
{
    model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
    keep_counters(c, &w->outcome);
}

void workspace_first(struct workspace *w, const struct test_case *c,
                     const struct choice_sets *sets)
{
    choices_begin(&w->choices, sets);
    workspace_run(w, c);
}

bool workspace_next(struct workspace *w, const struct test_case *c)
{
    if (!choices_next(&w->choices))
        return false;
    workspace_run(w, c);
    return true;
}

void evaluate_runs(struct workspace *w, const struct test_case *c,
                   const struct outcome *observed,
                   const struct question *question, struct explanations *found,
                   void (*near)(void *context, const struct outcome *outcome),
                   void *context)
{
    size_t limit = question->work / evaluate_cost(&c->script);
    unsigned fewest = RULES;

    run_list_clear(&found->agreed);
    *found = (struct explanations){.agreed = found->agreed};
    choices_begin(&w->choices, &question->allowed);
    w->choices.observed = observed;
    w->choices.until_odds = question->until_odds && !c->kept;
    if (question->budget > 0)
        choices_depart(&w->choices, &question->extra, question->budget);
    do {
        unsigned n = 0;

        if (found->runs++ == limit + 1) {
            found->exhausted = true;
            break;
        }
        workspace_run(w, c);
        if (question->errno_tells)
            heed_errors(&w->outcome, observed);
        found->consulted =
            rule_set_join(found->consulted, w->choices.consulted);
        if (near != NULL)
            near(context, &w->outcome);
        if (w->model.at_odds || outcome_difference(&w->outcome, observed) >= 0)
            continue;
        if (question->budget > 0)
            n = departures_of_run(&w->choices, &question->extra);
        note_agreeing(found, &w->choices, n, &fewest);
    } while (!(question->one && found->agreed.count > 0) &&
             choices_next(&w->choices));
}

void evaluate(struct workspace *w, const struct test_case *c,
              const struct outcome *observed, const struct question *question,
              struct explanations *found,
              void (*near)(void *context, const struct outcome *outcome),
              void *context)
{
    *found = (struct explanations){0};
    evaluate_runs(w, c, observed, question, found, near, context);
    run_list_boxes(&found->agreed, false, &found->boxes);
    free(found->agreed.words);
    found->agreed = (struct run_list){0};
}

bool evaluate_agrees(struct workspace *w, const struct test_case *c,
                     const struct outcome *observed,
                     const struct question *question)
{
    struct explanations found = {0};
    struct question quick = *question;

    quick.one = quick.until_odds = true;
    evaluate_runs(w, c, observed, &quick, &found, NULL, NULL);
    free(found.agreed.words);
    return found.agreed.count > 0;
}

struct behaviour behaviour_default(enum dialect dialect)
{
    struct behaviour behaviour;

    for (unsigned r = 0; r < RULES; r++)
        behaviour.choice[r] = (uint16_t)dialect_first_choice(dialect, r);
    return behaviour;
}

struct choice_sets behaviour_sets(const struct behaviour *behaviour)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++)
        sets.of[r] = rule_table[r].free
                         ? rule_choices(r)
                         : choice_bit((enum choice)behaviour->choice[r]);
    return sets;
}

/* Whether ticks reach an implementation that behaves so. */
static bool is_reached(const struct test_case *c,
                       const struct behaviour *behaviour)
{
    uint16_t ticks = behaviour->choice[RULE_TICKS];

    return case_has_ticks(c) && (ticks == TICKS_COUNTED || ticks == TICKS_LOST);
}

void simulate(struct workspace *w, const struct test_case *c,
              const struct behaviour *behaviour,
              struct observation *observation)
{
    struct choice_sets sets = behaviour_sets(behaviour);

    workspace_fit(w, c);
    workspace_first(w, c, &sets);
    *observation = (struct observation){
        .outcome = w->outcome,
        .delivered = is_reached(c, behaviour) ? DELIVERED_STUB : 0};
    if (w->outcome.count > 0) {
        const struct event *last = &w->outcome.events[w->outcome.count - 1];

        if (last->kind == EVENT_CRASH) {
            observation->ended = ENDED_SIGNAL;
            observation->status = SIGSEGV;
            observation->op = last->op;
        }
    }
}

static void *copy_of(const void *memory, size_t size)
{
    return memory ? memcpy(memory_got(malloc(size)), memory, size) : NULL;
}

void outcome_copy(struct outcome *copy, const struct outcome *outcome)
{
    *copy = (struct outcome){
        .events = memory_new(outcome->count, sizeof *copy->events),
        .count = outcome->count};
    for (size_t i = 0; i < outcome->count; i++) {
        struct event *event = &copy->events[i];

        *event = outcome->events[i];
        event->bytes = copy_of(event->bytes, event->size);
        event->computed = copy_of(event->computed, sizeof *event->computed);
    }
}

void outcome_copy_free(struct outcome *copy)
{
    for (size_t i = 0; i < copy->count; i++) {
        free((void *)copy->events[i].bytes);
        free((void *)copy->events[i].computed);
    }
    free(copy->events);
}

/* Outcomes seen so far, each with memory of its own. */
struct outcomes_seen {
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

static bool is_outcome_new(const struct outcomes_seen *seen,
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

struct choice_sets evaluate_allowed(enum dialect dialect, bool seen_only)
{
    struct choice_sets allowed = choices_of_dialect(dialect, true);

    if (seen_only)
        as_seen(&allowed);
    return allowed;
}

size_t evaluate_permitted(enum dialect dialect, const struct test_case *c,
                          bool seen_only, size_t limit,
                          void (*outcome)(void *context,
                                          const struct outcome *outcome,
                                          const struct choices *choices),
                          void *context)
{
    struct choice_sets allowed = evaluate_allowed(dialect, seen_only);
    struct workspace w = {0};
    struct outcomes_seen seen = {memory_new(limit, sizeof *seen.outcomes), 0};

    workspace_fit(&w, c);
    workspace_first(&w, c, &allowed);
    do {
        if (!is_outcome_new(&seen, &w.outcome))
            continue;
        outcome(context, &w.outcome, &w.choices);
        outcome_copy(&seen.outcomes[seen.count++], &w.outcome);
    } while (seen.count < limit && workspace_next(&w, c));
    for (size_t i = 0; i < seen.count; i++)
        outcome_copy_free(&seen.outcomes[i]);
    free(seen.outcomes);
    workspace_free(&w);
    return seen.count;
}
