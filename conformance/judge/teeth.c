/* SPDX-License-Identifier: MIT */
#include "teeth.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"
#include "reference/computed.h"

static const struct {
    const char *word, *text;
} part_names[PARTS] = {
    [PART_FIRST_FORM] = {"first-form", "the first form"},
    [PART_LIST] = {"list", "a list"},
    [PART_STARTUP] = {"monstartup", "monstartup"},
    [PART_FIRST] = {"first", "the first element"},
    [PART_MIDDLE] = {"middle", "an element in the middle"},
    [PART_LAST] = {"last", "the last element"},
    [PART_BIN_FIRST] = {"bin-first", "the overflow bin listed first"},
    [PART_BIN_MIDDLE] = {"bin-middle", "the overflow bin in the middle"},
    [PART_BIN_LAST] = {"bin-last", "the overflow bin listed last"},
    [PART_16] = {"16", "16-bit counters"},
    [PART_32] = {"32", "32-bit counters"},
};

const char *teeth_part_text(enum teeth_part part)
{
    return part_names[part].text;
}

const char *teeth_part_word(enum teeth_part part)
{
    return part_names[part].word;
}

choice_set teeth_of_rule(const struct teeth *teeth, enum rule rule)
{
    choice_set set = 0;

    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (teeth->shown[rule_table[rule].first + k])
            set |= (choice_set)(1u << k);
    return set;
}

/* The permitted outcomes of a case, each once. */
struct permitted {
    struct outcome *outcomes;
    size_t count;
};

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return a == b || (a != NULL && b != NULL && memcmp(a, b, size) == 0);
}

/* Not only that they agree, which a value that is not known does with any.  Two
 * that hold ticks of a computed scale are not compared: both are kept. */
static bool is_same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->process == b->process &&
           a->buffer == b->buffer && a->tick_time == b->tick_time &&
           a->fast == b->fast && a->undetermined == b->undetermined &&
           a->beyond == b->beyond && a->op == b->op && a->error == b->error &&
           a->value == b->value && a->size == b->size &&
           same_bytes(a->bytes, b->bytes, a->size) && a->computed == NULL &&
           b->computed == NULL;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    size_t i = 0;

    while (i < a->count && i < b->count &&
           is_same_event(&a->events[i], &b->events[i]))
        i++;
    return i == a->count && i == b->count;
}

static void note_permitted(void *context, const struct outcome *outcome)
{
    struct permitted *permitted = context;

    for (size_t i = permitted->count; i-- > 0;)
        if (is_same(&permitted->outcomes[i], outcome))
            return;
    outcome_copy(&MEMORY_ADD(permitted->outcomes, permitted->count), outcome);
}

static bool permits(const struct permitted *permitted,
                    const struct outcome *outcome)
{
    for (size_t i = 0; i < permitted->count; i++)
        if (outcome_difference(&permitted->outcomes[i], outcome) < 0)
            return true;
    return false;
}

static void permitted_free(struct permitted *permitted)
{
    for (size_t i = 0; i < permitted->count; i++)
        outcome_copy_free(&permitted->outcomes[i]);
    free(permitted->outcomes);
}

static bool is_first_form(const struct call *call)
{
    return call->kind == CALL_PROFIL || call->kind == CALL_MONITOR ||
           call->kind == CALL_MONSTARTUP;
}

static unsigned part_bit(enum teeth_part part)
{
    return 1u << part;
}

/* The elements of a list before what ends it. */
static uint32_t list_length(const struct call *call)
{
    uint32_t n = 0;

    if (call->kind == CALL_SPROFIL)
        return call->count < 0 || (uint32_t)call->count > call->listed
                   ? call->listed
                   : (uint32_t)call->count;
    while (n < call->listed && call->list[n].high != 0)
        n++;
    return n;
}

static unsigned form_of_call(const struct call *call)
{
    if (call->kind == CALL_MONSTARTUP)
        return part_bit(PART_STARTUP);
    return (is_first_form(call) ? part_bit(PART_FIRST_FORM) : 0) |
           (call_has_list(call) ? part_bit(PART_LIST) : 0);
}

static unsigned width_of_call(const struct call *call)
{
    return part_bit(call->flags & FLAG_UINT ? PART_32 : PART_16);
}

static unsigned parts_of_element(const struct call *call, uint32_t index)
{
    uint32_t length = list_length(call);
    const struct region_arguments *region = &call->list[index];
    bool is_bin = call->kind == CALL_SPROFIL && region->offset == 0 &&
                  region->scale == 2 && length > 1;
    unsigned place = index == 0 ? 0 : index == length - 1 ? 2 : 1;

    if (index >= length)
        return 0;
    return part_bit((is_bin ? PART_BIN_FIRST : PART_FIRST) + place);
}

/* The elements for which a call may be an error: their address is none, they
 * are out of order, or an overflow bin is. */
static unsigned parts_of_wrong(const struct call *call)
{
    unsigned parts = 0;

    for (uint32_t k = 0; call_has_list(call) && k < call->listed; k++) {
        unsigned part = parts_of_element(call, k);
        bool is_bin = part >= part_bit(PART_BIN_FIRST);

        if (call->list[k].base.kind != POINTER_GIVEN || is_bin ||
            (k > 0 && call->kind != CALL_SPROFIL &&
             call->list[k].high <= call->list[k - 1].high))
            parts |= part;
    }
    return parts;
}

static bool reaches(const struct region_arguments *region, uint64_t size,
                    unsigned buffer, uint64_t from, uint64_t end)
{
    return region->base.kind == POINTER_GIVEN &&
           region->base.buffer == buffer && region->base.at < end &&
           from < region->base.at + size;
}

/* The elements, or other regions, that have these bytes of a buffer, or end no
 * more than `past` bytes before. */
static unsigned parts_that_have(const struct script *script, unsigned buffer,
                                uint64_t from, uint64_t end, uint64_t past)
{
    unsigned parts = 0;

    for (size_t i = 0; i < script->count; i++) {
        const struct call *call = &script->ops[i].call;
        uint64_t first = call->region.size;

        if (script->ops[i].kind != OP_CALL)
            continue;
        if (call->kind == CALL_MONITOR)
            first *= 2; /* aix-monitor.4 */
        if (is_first_form(call) &&
            reaches(&call->region, first + past, buffer, from, end))
            parts |= form_of_call(call) | width_of_call(call);
        for (uint32_t k = 0; call_has_list(call) && k < call->listed; k++)
            if (reaches(&call->list[k], call->list[k].size + past, buffer, from,
                        end))
                parts |= form_of_call(call) | width_of_call(call) |
                         parts_of_element(call, k);
    }
    return parts;
}

/* What is counted past an element's end is of that element. */
static unsigned parts_of_bytes(const struct script *script, unsigned buffer,
                               uint64_t from, uint64_t end)
{
    unsigned parts = parts_that_have(script, buffer, from, end, 0);

    return parts ? parts : parts_that_have(script, buffer, from, end, 4);
}

/* Where two buffers differ; all of it, where it is not known. */
static unsigned parts_of_buffer(const struct script *script,
                                const struct event *a, const struct event *b)
{
    unsigned parts = 0;

    if (a->buffer != b->buffer || a->bytes == NULL || b->bytes == NULL ||
        a->size != b->size || a->undetermined || b->undetermined)
        return parts_of_bytes(script, a->buffer, 0, UINT64_MAX);
    for (size_t i = SCRIPT_ZONE; i < a->size - SCRIPT_ZONE; i++)
        if (a->bytes[i] != b->bytes[i])
            parts |= parts_of_bytes(script, a->buffer, i - SCRIPT_ZONE,
                                    i - SCRIPT_ZONE + 1);
    return parts;
}

static unsigned forms_of_script(const struct script *script)
{
    unsigned parts = 0;

    for (size_t i = 0; i < script->count; i++)
        if (script->ops[i].kind == OP_CALL)
            parts |= form_of_call(&script->ops[i].call);
    return parts;
}

/* The parts of the script in which two events differ. */
static unsigned parts_of_events(const struct script *script,
                                const struct event *a, const struct event *b)
{
    const struct op *op = &script->ops[a->op];
    unsigned parts = 0;

    if (a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER)
        parts = parts_of_buffer(script, a, b);
    if (a->kind == EVENT_SWEEP && op->kind == OP_SWEEP)
        parts = parts_of_bytes(script, op->buffer, op->at,
                               (uint64_t)op->at + op->size);
    if (a->kind == EVENT_CALL && op->kind == OP_CALL)
        parts = form_of_call(&op->call) | parts_of_wrong(&op->call);
    return parts ? parts : forms_of_script(script);
}

static unsigned parts_that_differ(const struct script *script,
                                  const struct outcome *a,
                                  const struct outcome *b)
{
    unsigned parts = 0;
    size_t i;

    for (i = 0; i < a->count && i < b->count; i++)
        if (!event_agrees(&a->events[i], &b->events[i]))
            parts |= parts_of_events(script, &a->events[i], &b->events[i]);
    if (i < a->count)
        parts |= parts_of_events(script, &a->events[i], &a->events[i]);
    return parts;
}

/* One search: a case, and what is permitted of it. */
struct search {
    struct workspace *w;
    enum dialect dialect;
    const struct test_case *c;
    struct behaviour usual; /* the dialect's */
    struct permitted permitted;
    struct teeth *teeth;
};

/* What the model does with that behaviour is in the workspace. */
static void run(const struct search *s, const struct behaviour *behaviour)
{
    struct observation ignored;

    simulate(s->w, s->c, behaviour, &ignored);
}

/* Where that differs from what a right one would have shown. */
static void note_shown(struct search *s, const struct behaviour *base,
                       enum choice broken)
{
    struct outcome copy;

    outcome_copy(&copy, &s->w->outcome);
    run(s, base);
    s->teeth->shown[broken] |=
        (uint16_t)(TEETH_SHOWN |
                   parts_that_differ(&s->c->script, &copy, &s->w->outcome));
    outcome_copy_free(&copy);
}

/* Break a rule, all else being as base has it: the rules consulted. */
static struct rule_set
try_breaking(struct search *s, const struct behaviour *base, enum choice broken)
{
    struct behaviour behaviour = *base;
    struct rule_set consulted;

    behaviour.choice[choice_table[broken].rule] = (uint16_t)broken;
    run(s, &behaviour);
    consulted = s->w->choices.consulted;
    if (!permits(&s->permitted, &s->w->outcome))
        note_shown(s, base, broken);
    return consulted;
}

/* Where what else is done hides it: with one other rule answered otherwise. */
static void find_breaking(struct search *s, enum choice broken)
{
    enum rule rule = choice_table[broken].rule;
    struct behaviour base = s->usual;
    struct rule_set consulted = try_breaking(s, &base, broken);

    rule_set_remove(&consulted, rule);
    RULE_SET_EACH (r, consulted) {
        uint16_t usual = base.choice[r];

        for (unsigned k = 0; k < rule_table[r].count; k++) {
            base.choice[r] = (uint16_t)(rule_table[r].first + k);
            if (s->teeth->shown[broken])
                return;
            if (base.choice[r] != usual &&
                (permits_choices(s->dialect, r) >> k & 1))
                try_breaking(s, &base, broken);
        }
        base.choice[r] = usual;
    }
}

/* Whether two permitted choices of the rule lead to different outcomes. */
static void find_parted(struct search *s, enum rule rule)
{
    struct behaviour base = s->usual;
    choice_set left = permits_choices(s->dialect, rule);
    struct outcome first;

    run(s, &base);
    outcome_copy(&first, &s->w->outcome);
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        base.choice[rule] = (uint16_t)(rule_table[rule].first + k);
        if (!(left >> k & 1))
            continue;
        run(s, &base);
        if (outcome_difference(&first, &s->w->outcome) >= 0)
            rule_set_add(&s->teeth->parted, rule);
    }
    outcome_copy_free(&first);
}

static void find_rule(struct search *s, enum rule rule)
{
    choice_set left = permits_choices(s->dialect, rule);

    find_parted(s, rule);
    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (!(left >> k & 1))
            find_breaking(s, rule_table[rule].first + k);
}

void teeth_find(struct workspace *w, enum dialect dialect,
                const struct test_case *c, struct teeth *teeth)
{
    struct search s = {.w = w,
                       .dialect = dialect,
                       .c = c,
                       .usual = behaviour_default(dialect),
                       .teeth = teeth};
    struct explanations found = {0};
    struct outcome nothing = {0};

    workspace_fit(w, c);
    evaluate_runs(w, c, &nothing, permits_question(dialect), &found,
                  note_permitted, &s.permitted);
    *teeth = (struct teeth){.consulted = found.consulted,
                            .forms = (uint16_t)forms_of_script(&c->script)};
    RULE_SET_EACH (r, found.consulted)
        if (dialect_has_rule(dialect, r))
            find_rule(&s, r);
    free(found.agreed.words);
    permitted_free(&s.permitted);
}
