/* SPDX-License-Identifier: MIT */
/*
 * The text of cases: any bytes are read, or refused with a place; what was read
 * is printed, and is the same with the same id when it is read again.  The
 * model runs each case with the default choices of each of its dialects; with
 * each other choice of a rule that it consults; and with a few random choices
 * for all rules; and with some of all that a dialect permits, what no sentence
 * decides too.  Given less memory than a run takes, it reports that.
 */

#include "conformance/language/case.h"
#include "conformance/diagnosis/evaluate.h"
#include "fuzz.h"

enum {
    WORK = 10100,      /* that a case which is run costs */
    TEXT_MOST = 65536, /* bytes of a printed input that are read again */
    TOGETHER = 8,      /* runs with a choice drawn for every rule */
    ANSWERS = 32,      /* runs by what a dialect permits */
};

/* Of a run with a dialect's default choices, and of one with others. */
struct workspaces {
    struct workspace plain, other;
};

static char *text_of(const struct case_list *list)
{
    struct memory_stream t;

    memory_stream(&t);
    for (size_t k = 0; k < list->count; k++)
        test_case_print(&list->cases[k], t.out);
    return memory_stream_end(&t);
}

static void case_round_trip(const struct case_list *list)
{
    struct case_list again = {0};
    struct case_error error;
    char *first = text_of(list), *second = NULL;
    size_t length = strlen(first);

    if (length <= TEXT_MOST) {
        fuzz_must(case_list_parse(&again, "again", first, length, &error),
                  error.text, first);
        fuzz_must(again.count == list->count, "other cases when read again",
                  first);
        for (size_t k = 0; k < list->count; k++)
            fuzz_must(strcmp(again.cases[k].id, list->cases[k].id) == 0,
                      "another id when read again", first);
        second = text_of(&again);
        fuzz_must(strcmp(first, second) == 0, "other text when read again",
                  first);
    }
    free(first);
    free(second);
    case_list_free(&again);
}

static bool is_small(const struct script *script)
{
    size_t work = evaluate_cost(script);

    for (size_t i = 0; work <= WORK && i < script->count; i++) {
        const struct op *op = &script->ops[i];

        if (op->kind == OP_SWEEP && op->step)
            work += (size_t)((op->end - op->pc) / op->step);
    }
    return work <= WORK;
}

static bool run_case_with(struct workspace *w, const struct test_case *c,
                          const struct choice_sets *sets)
{
    choices_begin(&w->choices, sets);
    return model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
                     w->arena_size);
}

/* Run with memory for one event less than was used, and for one byte less. */
static void run_with_less(struct workspace *w, const struct test_case *c,
                          const struct choice_sets *sets)
{
    size_t capacity = w->outcome.capacity, arena = w->arena_size;
    size_t events = w->outcome.count, bytes = w->model.arena_used;

    if (events > 0) {
        w->outcome.capacity = events - 1;
        fuzz_must(!run_case_with(w, c, sets), "an event too many", c->id);
        w->outcome.capacity = capacity;
    }
    if (bytes > 0) {
        w->arena_size = bytes - 1;
        fuzz_must(!run_case_with(w, c, sets), "a byte too many", c->id);
        w->arena_size = arena;
    }
}

/* What follows is undefined: it agrees with whatever does. */
static bool ends_in_anything(const struct outcome *o)
{
    return o->count > 0 && o->events[o->count - 1].kind == EVENT_ANYTHING;
}

static void compare_outcomes(const struct outcome *a, const struct outcome *b,
                             const struct test_case *c)
{
    fuzz_must(outcome_difference(a, a) < 0, "an outcome differs from itself",
              c->id);
    fuzz_must(outcome_difference(a, b) == outcome_difference(b, a),
              "two outcomes differ one way only", c->id);
    fuzz_must(a->count == b->count || ends_in_anything(a) ||
                  ends_in_anything(b) || outcome_difference(a, b) >= 0,
              "two outcomes of other lengths agree", c->id);
}

static void run_other(struct workspaces *w, const struct test_case *c,
                      const struct choice_sets *sets)
{
    fuzz_must(run_case_with(&w->other, c, sets), "too little memory", c->id);
    compare_outcomes(&w->plain.outcome, &w->other.outcome, c);
}

static void run_permitted(struct workspaces *w, const struct test_case *c,
                          enum dialect dialect)
{
    struct choice_sets permitted = evaluate_allowed(dialect, false);
    unsigned n = 0;

    workspace_first(&w->other, c, &permitted);
    do
        compare_outcomes(&w->plain.outcome, &w->other.outcome, c);
    while (++n < ANSWERS && workspace_next(&w->other, c));
}

static void run_in(struct workspaces *w, const struct test_case *c,
                   enum dialect dialect)
{
    struct behaviour behaviour = behaviour_default(dialect);
    struct choice_sets sets = behaviour_sets(&behaviour), other;
    struct rule_set consulted;
    uint64_t random = strtoull(strrchr(c->id, '.') + 1, NULL, 16);

    fuzz_must(run_case_with(&w->plain, c, &sets), "too little memory", c->id);
    consulted = w->plain.choices.consulted;
    for (unsigned r = 0; r < RULES; r++)
        for (unsigned k = 0;
             rule_set_has(consulted, r) && k < rule_table[r].count; k++) {
            other = sets;
            other.of[r] = (choice_set)(1u << k);
            run_other(w, c, &other);
        }
    for (unsigned k = 0; k < TOGETHER; k++) {
        for (unsigned r = 0; r < RULES; r++)
            other.of[r] = (choice_set)(1u << stream_random(&random) %
                                                 rule_table[r].count);
        run_other(w, c, &other);
    }
    run_permitted(w, c, dialect);
    run_with_less(&w->plain, c, &sets);
}

static void run_case_twice(struct workspaces *w, const struct test_case *c)
{
    if (!is_small(&c->script))
        return;
    workspace_fit(&w->plain, c);
    workspace_fit(&w->other, c);
    for (unsigned d = 0; d < DIALECTS; d++)
        if (c->dialects >> d & 1)
            run_in(w, c, (enum dialect)d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct workspaces workspaces;
    struct case_list list = {0};
    struct case_error error = {""};

    if (!case_list_parse(&list, "input", (const char *)data, size, &error) &&
        strncmp(error.text, "input:", 6) != 0)
        text_finding("refused without a place", (const char *)data, size);
    case_round_trip(&list);
    for (size_t k = 0; k < list.count; k++)
        run_case_twice(&workspaces, &list.cases[k]);
    case_list_free(&list);
    return 0;
}
