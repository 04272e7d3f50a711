/* SPDX-License-Identifier: MIT */
/* Which samples reach a counter: the model runs the script up to each. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "conformance/inference/evaluate.h"
#include "conformance/judge/describe.h"
#include "explain.h"

enum {
    SHOWN = 2,      /* samples with their arithmetic */
    WORK = 40000000 /* ticks to run the model for, all together */
};

struct sample_trace {
    const struct test_case *c;
    const struct event *event; /* the buffer, as its process has it */
    size_t position;
    unsigned width;
    struct workspace workspace;
    struct choice_sets sets;
};

/* The bytes of the counter where the script ends; what they were, where the
 * process that has them is not there yet, or not any more. */
static uint64_t value_after(struct sample_trace *t, const struct script *script,
                            uint64_t before)
{
    struct workspace *w = &t->workspace;
    uint64_t value = before;

    choices_begin(&w->choices, &t->sets);
    model_run(&w->model, script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
    for (size_t k = 0; k < w->outcome.count; k++) {
        const struct event *e = &w->outcome.events[k];

        if (e->kind == EVENT_BUFFER && e->buffer == t->event->buffer &&
            e->process == t->event->process && e->bytes &&
            t->position + t->width <= e->size)
            value = describe_counter(script, e->bytes + t->position, t->width);
    }
    return value;
}

/* The region of a call by whose formula pc is counted there. */
static bool region_counts(const struct sample_trace *t, enum dialect dialect,
                          const struct formula *formula,
                          const struct region_arguments *region, uint64_t pc,
                          struct mapping *m)
{
    int64_t at = (int64_t)t->position - SCRIPT_ZONE - region->base.at;
    struct choices choices;
    struct mapped mapped;

    if (region->base.kind != POINTER_GIVEN ||
        region->base.buffer != t->event->buffer || at < 0)
        return false;
    *m = (struct mapping){region->offset, region->size, region->scale,
                          (uint8_t)t->width, t->c->script.address_bits};
    choices_begin(&choices, &formula->sets);
    formula_map(&choices, dialect, m, pc, &mapped);
    return mapped.counter != FORMULA_NOWHERE &&
           mapped.counter * t->width == (uint64_t)at;
}

/* The latest call before an operation that counts pc there. */
static bool cause_samples_find_region(const struct sample_trace *t,
                                      enum dialect dialect,
                                      const struct formula *formula, size_t op,
                                      uint64_t pc, struct mapping *m)
{
    while (op-- > 0) {
        const struct op *o = &t->c->script.ops[op];

        if (o->kind != OP_CALL)
            continue;
        if (o->call.kind == CALL_PROFIL &&
            region_counts(t, dialect, formula, &o->call.region, pc, m))
            return true;
        for (uint32_t k = 0; k < o->call.listed; k++)
            if (region_counts(t, dialect, formula, &o->call.list[k], pc, m))
                return true;
    }
    return false;
}

static void print_sample(const struct sample_trace *t, enum dialect dialect,
                         size_t op, const struct tick *tick, FILE *out)
{
    struct formula formula;
    struct mapping m;

    formula_begin(&formula, dialect);
    for (unsigned r = 0; r < RULES; r++)
        formula.sets.of[r] = t->sets.of[r] & (choice_set)-t->sets.of[r];
    if (tick->count != 1)
        fprintf(out, "    %" PRIu32 " samples at the same pc\n", tick->count);
    if (cause_samples_find_region(t, dialect, &formula, op, tick->pc, &m))
        explain_pc(&formula, &m, tick->pc, out);
    else
        fprintf(out,
                "pc 0x%" PRIx64 ": counted here, as the rules of regions "
                "say\n",
                tick->pc);
}

/* Whether running the script up to each of its samples is too much. */
static bool too_much(const struct script *script)
{
    size_t entries = 0;

    for (size_t k = 0; k < script->count; k++)
        entries += script->ops[k].tick_count;
    return entries > WORK / evaluate_cost(script);
}

static size_t trace_op(struct sample_trace *t, enum dialect dialect, size_t op,
                       size_t found, uint64_t *value, FILE *out)
{
    struct op *ops = malloc((op + 1) * sizeof *ops);
    struct script script = t->c->script;
    size_t count = t->c->script.ops[op].tick_count;

    if (!ops)
        return found;
    memcpy(ops, script.ops, (op + 1) * sizeof *ops);
    script.ops = ops;
    script.count = op + 1;
    ops[op].tick_count = 0;
    *value = value_after(t, &script, *value);
    for (size_t k = 0; k < count; k++) {
        uint64_t now;

        ops[op].tick_count = k + 1;
        now = value_after(t, &script, *value);
        if (now != *value && found++ < SHOWN)
            print_sample(t, dialect, op, &ops[op].ticks[k], out);
        *value = now;
    }
    free(ops);
    return found;
}

size_t cause_print_samples(enum dialect dialect, const struct test_case *c,
                           const struct event *event, size_t position,
                           const struct choice_sets *sets, FILE *out)
{
    struct sample_trace t = {.c = c,
                             .event = event,
                             .position = position,
                             .width = test_case_width(c),
                             .sets = *sets};
    uint64_t value = 0;
    size_t found = 0;

    if (too_much(&c->script) || !workspace_fit(&t.workspace, c)) {
        fputs("    (too many samples to follow each)\n", out);
        workspace_free(&t.workspace);
        return 0;
    }
    for (size_t op = 0; op < c->script.count; op++)
        if (c->script.ops[op].kind == OP_TICKS)
            found = trace_op(&t, dialect, op, found, &value, out);
    if (found > SHOWN)
        fprintf(out, "    and samples at %zu more pcs\n", found - SHOWN);
    workspace_free(&t.workspace);
    return found;
}
