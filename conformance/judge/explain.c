/* SPDX-License-Identifier: MIT */
#include "explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/stream.h"
#include "reference/sentences.h"

const char *unknown_rule(const char *name)
{
    struct nearest nearest;

    nearest_begin(&nearest, name);
    for (unsigned r = 0; r < RULES; r++)
        nearest_try(&nearest, rule_table[r].name);
    return nearest_describe(&nearest, "rule", "see profilcheck list rules");
}

const char *unknown_choice(enum rule rule, const char *name)
{
    const struct rule_row *row = &rule_table[rule];
    const char *names[CHOICES + 1] = {NULL};
    char kind[80];

    for (unsigned k = 0; k < row->count; k++)
        names[k] = choice_table[row->first + k].name;
    snprintf(kind, sizeof kind, "choice of %s", row->name);
    return nearest_of(name, kind, names);
}

void formula_begin(struct formula *formula, enum dialect dialect)
{
    struct behaviour behaviour = behaviour_default(dialect);

    *formula = (struct formula){.dialect = dialect};
    for (unsigned r = 0; r < RULES; r++)
        formula->sets.of[r] = choice_bit(behaviour.choice[r]);
}

enum choice formula_choice(const struct formula *formula, enum rule rule)
{
    return rule_table[rule].first + __builtin_ctz(formula->sets.of[rule]);
}

const char *formula_choose(struct formula *formula, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    char name[64];
    int rule, choice;

    if (!equals || (size_t)(equals - assignment) >= sizeof name)
        return problem_of("read %.80s, expected rule=choice, as rounding=up",
                          assignment);
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    rule = rule_by_name(name);
    if (rule < 0)
        return unknown_rule(name);
    choice = choice_by_name(rule, equals + 1);
    if (choice < 0)
        return unknown_choice(rule, equals + 1);
    formula->sets.of[rule] = choice_bit(choice);
    rule_set_add(&formula->given, rule);
    return NULL;
}

/* irix.sprofil.8: any pc goes to the overflow bin. */
static void formula_overflow_bin(struct choices *c, const struct mapping *m,
                                 uint64_t pc, struct mapped *mapped)
{
    enum choice choice = choose(c, RULE_OVERFLOW_BIN);

    if (choice == OVERFLOW_BIN_IGNORED || m->size < m->width)
        return;
    if (choice != OVERFLOW_BIN_FORMULA_ONLY)
        mapped->counter = 0;
    if (choice == OVERFLOW_BIN_FIRST_COUNTER)
        return;
    mapping_formula(c, m, pc, &mapped->place);
    if (mapped->place.where == WHERE_COUNTER)
        mapped->counter = mapped->place.at / m->width;
}

void formula_map(struct choices *c, enum dialect dialect,
                 const struct mapping *m, uint64_t pc, struct mapped *mapped)
{
    struct scale_meaning meaning = mapping_scale(c, m->scale, m->width);
    struct mapping region = *m;

    *mapped =
        (struct mapped){.scale = meaning.scale, .counter = FORMULA_NOWHERE};
    mapped->region = meaning.invalid ? REGION_INVALID
                     : meaning.off   ? REGION_OFF
                     : m->size == 0  ? REGION_EMPTY
                                     : REGION_MAPS;
    if (mapped->region != REGION_MAPS)
        return;
    region.scale = meaning.scale;
    if ((dialect == DIALECT_IRIX || (dialect == DIALECT_GLIBC && m->region)) &&
        m->offset == 0 && region.scale == 2) {
        mapped->region = REGION_OVERFLOW_BIN;
        formula_overflow_bin(c, &region, pc, mapped);
        return;
    }
    region.offset = mapping_offset(c, m->offset);
    mapping_place(c, &region, mapping_pc(c, pc), &mapped->place);
    if (mapped->place.where == WHERE_COUNTER)
        mapped->counter = mapped->place.at / m->width;
}

void explain_choice(const struct formula *formula, enum rule rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];
    enum choice choice = formula_choice(formula, rule);
    const char *clause = dialect_clause(formula->dialect, choice);
    const char *against = *clause ? "" : "against ";
    char cited[SENTENCE_CITED];

    fprintf(out, "%s=%s", row->name, choice_table[choice].name);
    for (unsigned k = row->first; !*clause && k < row->first + row->count; k++)
        clause = dialect_clause(formula->dialect, k);
    if (!*clause)
        return;
    sentence_cite(clause, rule, cited, sizeof cited);
    fprintf(out, ", %s%s", against, cited);
}

/* One pc on its way to a counter: what the steps of an explanation share. */
struct way {
    const struct formula *formula;
    const struct mapping *m;
    const struct mapped *mapped;
    uint64_t pc;
    struct rule_set consulted; /* the rules consulted */
    FILE *out;
};

static bool way_consulted(const struct way *w, enum rule rule)
{
    return rule_set_has(w->consulted, rule);
}

static enum choice way_choice(const struct way *w, enum rule rule)
{
    return formula_choice(w->formula, rule);
}

/* Close a step's line with the rule that made it. */
static void way_by_rule(const struct way *w, enum rule rule)
{
    fputs("  [", w->out);
    explain_choice(w->formula, rule, w->out);
    fputs("]\n", w->out);
}

static void scale_steps(const struct way *w)
{
    uint64_t given = w->m->scale;

    if (given >= 65536) {
        if (w->mapped->region == REGION_INVALID)
            fprintf(w->out, "    scale %" PRIu64 " is an error", given);
        else
            fprintf(w->out, "    scale %" PRIu64 " counts as %" PRIu64, given,
                    w->mapped->scale);
        way_by_rule(w, given == 65536 ? RULE_SCALE_RANGE : RULE_SCALE_ABOVE);
    }
    if (way_consulted(w, RULE_SCALE_OFF)) {
        fprintf(w->out, "    scale %" PRIu64 " %s", w->mapped->scale,
                w->mapped->region == REGION_OFF       ? "turns profiling off"
                : w->mapped->region == REGION_INVALID ? "is an error"
                                                      : "is a scale like "
                                                        "others");
        way_by_rule(w, RULE_SCALE_OFF);
    }
}

/* What is compared, where that is not a byte offset with a size in bytes. */
static void unit_step(const struct way *w, enum choice unit)
{
    const struct place *place = &w->mapped->place;
    bool of_counter =
        unit == UNIT_COUNTER_OF_BYTES || unit == UNIT_COUNTER_TO_BYTES;
    bool with_size = of_counter || unit == UNIT_INDEX_OF_BYTES;
    bool to_end = unit == UNIT_INDEX_TO_END || unit == UNIT_COUNTER_TO_BYTES;

    fprintf(w->out, "    %s%" PRIu64 " is %s%s the ",
            of_counter ? "counter " : "",
            of_counter ? place->at / w->m->width : place->number,
            place->where == WHERE_BEYOND ? "not " : "",
            to_end ? "at most" : "less than");
    if (with_size)
        fprintf(w->out, "size, %" PRIu64 " bytes", w->m->size);
    else
        fprintf(w->out, "%" PRIu64 " counters", w->m->size / w->m->width);
    way_by_rule(w, RULE_UNIT);
}

/* The number against the buffer. */
static void buffer_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    uint64_t size = w->m->size;
    enum choice unit = way_choice(w, RULE_UNIT);
    const char *relation =
        place->number < size ? "is less than" : "is not less than";

    if (unit != UNIT_BYTE_OFFSET) {
        unit_step(w, unit);
    } else if (!way_consulted(w, RULE_ODD_TAIL)) {
        fprintf(w->out, "    %" PRIu64 " %s the size, %" PRIu64 " bytes",
                place->number, relation, size);
        way_by_rule(w, RULE_UNIT);
    } else {
        fprintf(w->out,
                "    of the %u bytes from %" PRIu64 ", %" PRIu64
                " lie inside the size, %" PRIu64 " bytes",
                w->m->width, place->at, size - place->at, size);
        way_by_rule(w, RULE_ODD_TAIL);
    }
    if (place->where == WHERE_COUNTER && way_consulted(w, RULE_COUNTER_STEP) &&
        way_choice(w, RULE_COUNTER_STEP) == COUNTER_STEP_AS_16_BIT) {
        fprintf(w->out, "    %" PRIu64 " / 2: counter %" PRIu64, place->number,
                w->mapped->counter);
        way_by_rule(w, RULE_COUNTER_STEP);
    } else if (place->where == WHERE_COUNTER && !mapping_is_index(unit))
        fprintf(w->out, "    %" PRIu64 " / %u: counter %" PRIu64 "\n",
                place->number, w->m->width, w->mapped->counter);
    if (place->where == WHERE_DROPPED) {
        fputs("    but the pc is past the rounded end address", w->out);
        way_by_rule(w, RULE_EXTENT);
    }
}

/* The formula does not say whose a region's first address is. */
static void start_note(const struct way *w)
{
    char cited[SENTENCE_CITED];

    if (w->formula->dialect != DIALECT_IRIX || w->pc != w->m->offset ||
        w->mapped->region != REGION_MAPS)
        return;
    sentence_cite("irix.sprofil.6", RULES, cited, sizeof cited);
    fprintf(w->out,
            "    (where regions overlap, its first address may be another's, "
            "%s)\n",
            cited);
}

enum { EXPLAIN_DIGITS = 40 };

/* A product in decimal, in a text of so many. */
static const char *explain_wide(struct wide value, char text[EXPLAIN_DIGITS])
{
    uint32_t parts[4] = {(uint32_t)(value.high >> 32), (uint32_t)value.high,
                         (uint32_t)(value.low >> 32), (uint32_t)value.low};
    char *digit = text + EXPLAIN_DIGITS - 1;
    uint32_t any;

    *digit = '\0';
    do {
        uint64_t rest = 0;

        any = 0;
        for (int k = 0; k < 4; k++) {
            rest = rest << 32 | parts[k];
            parts[k] = (uint32_t)(rest / 10);
            any |= parts[k];
            rest %= 10;
        }
        *--digit = (char)('0' + rest);
    } while (any);
    return digit;
}

/* The number is 0, though the pc is below the offset and such pcs are not
 * counted. */
static bool is_just_below(const struct way *w)
{
    return w->mapped->place.where != WHERE_BELOW &&
           way_consulted(w, RULE_JUST_BELOW);
}

/* The steps up to d.  False: there is no arithmetic. */
static bool distance_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    uint64_t mask = UINT64_MAX >> (64 - w->m->address_bits);
    bool below = w->pc < w->m->offset;

    if (below) {
        fprintf(w->out,
                "    0x%" PRIx64 " is below the offset 0x%" PRIx64 ": %s",
                w->pc, w->m->offset,
                place->where == WHERE_BELOW ? "not counted"
                : place->has_product        ? "d is taken modulo 2^"
                                            : "its number is 0");
        if (place->has_product)
            fprintf(w->out, "%u", w->m->address_bits);
        way_by_rule(w, is_just_below(w)                      ? RULE_JUST_BELOW
                       : way_consulted(w, RULE_BELOW_OFFSET) ? RULE_BELOW_OFFSET
                                                             : RULE_ROUNDING);
    }
    if (place->has_product) {
        fprintf(w->out, "    d = 0x%" PRIx64 " - 0x%" PRIx64 " = %" PRIu64 "\n",
                w->pc, w->m->offset, (w->pc - w->m->offset) & mask);
        return true;
    }
    if (!below) {
        fputs("    scale 2 maps every pc to number 0", w->out);
        way_by_rule(w, RULE_SCALE_TWO);
    }
    return false;
}

static bool divides_first(const struct way *w)
{
    enum choice rounding = way_choice(w, RULE_ROUNDING);

    return rounding == ROUNDING_DIVIDE_FIRST ||
           rounding == ROUNDING_SIGNED_HALVING;
}

/* The product as narrow arithmetic leaves it. */
static struct wide narrowed(const struct way *w)
{
    struct wide product = w->mapped->place.product;

    if (!way_consulted(w, RULE_PRODUCT))
        return product;
    switch (way_choice(w, RULE_PRODUCT)) {
    case PRODUCT_MOD_32:
    case PRODUCT_SIGNED_32: return (struct wide){0, (uint32_t)product.low};
    case PRODUCT_MOD_64: return (struct wide){0, product.low};
    default: return product;
    }
}

static struct wide shifted_wide(struct wide value, unsigned by)
{
    return (struct wide){value.high >> by,
                         value.high << (64 - by) | value.low >> by};
}

/* s has the sign of its 16th bit, and it is set. */
static bool negative_scale(const struct way *w)
{
    return way_choice(w, RULE_ROUNDING) == ROUNDING_SIGNED_SCALE &&
           (w->mapped->scale & 0x8000);
}

/* d and s, where they are not multiplied as they are. */
static void factor_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;

    if (divides_first(w))
        fprintf(w->out, "    d / %u = %" PRIu64, w->m->width, place->distance);
    else if (way_choice(w, RULE_ROUNDING) == ROUNDING_SIGNED_SCALE)
        fprintf(w->out, "    d / 2 = %" PRIu64 ", s is %s%" PRIu64,
                place->distance, negative_scale(w) ? "-" : "", place->scale);
    else if (place->shift != 16)
        fprintf(w->out, "    d / 2 = %" PRIu64 ", s / 2 = %" PRIu64,
                place->distance, place->scale);
    else
        return;
    way_by_rule(w, RULE_ROUNDING);
}

/* The product with a scale below 0. */
static void negative_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    bool counts = place->where != WHERE_NEGATIVE;
    char digits[EXPLAIN_DIGITS];

    fprintf(w->out, "    %" PRIu64 " * -%" PRIu64 " = -%s\n", place->distance,
            place->scale, explain_wide(place->product, digits));
    fprintf(w->out, "    / 16384, rounded up to an even number: %s\n",
            counts ? "0" : "below 0");
}

/* d * s and its shift.  Returns the number before rounding. */
static struct wide product_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];
    uint64_t unit = UINT64_C(1) << place->shift;
    struct wide product = narrowed(w), number;

    fprintf(w->out, "    %" PRIu64 " * %" PRIu64 " = %s\n", place->distance,
            place->scale, explain_wide(place->product, digits));
    if (way_consulted(w, RULE_PRODUCT) &&
        way_choice(w, RULE_PRODUCT) != PRODUCT_EXACT &&
        way_choice(w, RULE_PRODUCT) != PRODUCT_NUMBER_MOD_32) {
        fprintf(w->out, "    which comes out as %s%s",
                explain_wide(product, digits),
                place->where == WHERE_NEGATIVE ? ", as a signed number below 0"
                                               : "");
        way_by_rule(w, RULE_PRODUCT);
    }
    if (place->where == WHERE_NEGATIVE)
        return product;
    number = shifted_wide(product, place->shift);
    fprintf(w->out, "    / %" PRIu64 " = %s", unit,
            explain_wide(number, digits));
    if (product.low % unit)
        fprintf(w->out, " + %" PRIu64 "/%" PRIu64, product.low % unit, unit);
    putc('\n', w->out);
    if (way_consulted(w, RULE_PRODUCT) &&
        way_choice(w, RULE_PRODUCT) == PRODUCT_NUMBER_MOD_32) {
        number = (struct wide){0, (uint32_t)number.low};
        fprintf(w->out, "    which comes out as %" PRIu64, number.low);
        way_by_rule(w, RULE_PRODUCT);
    }
    return number;
}

/* False: past every buffer, and then there is no rounding. */
static bool rounding_step(const struct way *w, struct wide before)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];

    if (before.high || before.low > FORMULA_SIZE) {
        fputs("    no buffer is so large\n", w->out);
        return false;
    }
    if (divides_first(w)) {
        fprintf(w->out, "    counter %s, which starts at byte %" PRIu64 "\n",
                explain_wide(before, digits), place->number);
    } else if (place->shift == 16 || place->number != before.low) {
        fprintf(w->out, "    %s %s", explain_wide(before, digits),
                place->number == before.low ? "is not rounded up"
                                            : "is rounded up to ");
        if (place->number != before.low)
            fprintf(w->out, "%" PRIu64, place->number);
        way_by_rule(w, RULE_ROUNDING);
    }
    return true;
}

/* The steps from the pc to the number that is compared with the buffer.
 * False: there is none to hold against it. */
static bool way_number(const struct way *w)
{
    unsigned where = w->mapped->place.where;

    if (!distance_steps(w))
        return where != WHERE_BELOW;

    factor_steps(w);
    if (negative_scale(w)) {
        negative_steps(w);
        return where != WHERE_NEGATIVE;
    }

    struct wide before = product_steps(w);
    return where != WHERE_NEGATIVE && rounding_step(w, before);
}

static void steps(const struct way *w)
{
    scale_steps(w);
    if (w->mapped->region == REGION_EMPTY)
        fputs("    a buffer of size 0 has no counters\n", w->out);
    if (w->mapped->region == REGION_OVERFLOW_BIN) {
        fputs("    offset 0 and scale 2: the overflow bin", w->out);
        way_by_rule(w, RULE_OVERFLOW_BIN);
        if (!w->mapped->place.has_product)
            return;
    } else if (w->mapped->region != REGION_MAPS) {
        return;
    }
    if (way_number(w))
        buffer_steps(w);
    start_note(w);
}

static void explain_result(const struct way *w)
{
    fprintf(w->out, "pc 0x%" PRIx64 ": ", w->pc);
    if (w->mapped->counter == FORMULA_NOWHERE)
        fputs("counted nowhere\n", w->out);
    else
        fprintf(w->out,
                "counter %" PRIu64 ", bytes %" PRIu64 " to %" PRIu64 "\n",
                w->mapped->counter, w->mapped->counter * w->m->width,
                w->mapped->counter * w->m->width + w->m->width - 1);
}

/* What is kept of a pc and an offset that have more than 32 bits. */
static void address_steps(const struct way *w, const struct mapping *given,
                          uint64_t pc)
{
    if (w->pc != pc) {
        fprintf(w->out, "    the pc's low 32 bits: 0x%" PRIx64, w->pc);
        way_by_rule(w, RULE_ADDRESS);
    }
    if (w->m->offset != given->offset) {
        fprintf(w->out, "    the offset's low 32 bits: 0x%" PRIx64,
                w->m->offset);
        way_by_rule(w, RULE_ADDRESS);
    }
}

struct rule_set explain_pc(const struct formula *formula,
                           const struct mapping *m, uint64_t pc, FILE *out)
{
    struct choices choices;
    struct mapped mapped;
    struct mapping kept = *m;
    struct way way = {formula, m, &mapped, pc, {{0}}, out};

    choices_begin(&choices, &formula->sets);
    formula_map(&choices, formula->dialect, m, pc, &mapped);
    way.consulted = choices.consulted;
    explain_result(&way);
    kept.offset = mapping_offset(&choices, m->offset);
    way.pc = mapping_pc(&choices, pc);
    way.m = &kept;
    address_steps(&way, m, pc);
    steps(&way);
    return choices.consulted;
}

/* Which samples reach a counter: the model runs the script up to each. */

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
    struct test_case so_far = *t->c;
    uint64_t value = before;

    so_far.script = *script;
    workspace_first(w, &so_far, &t->sets);
    for (size_t k = 0; k < w->outcome.count; k++) {
        const struct event *e = &w->outcome.events[k];

        if (e->kind == EVENT_BUFFER && e->buffer == t->event->buffer &&
            e->process == t->event->process && e->bytes &&
            t->position + t->width <= e->size)
            value = describe_counter(script, e->bytes + t->position, t->width);
    }
    return value;
}

static struct mapping mapping_of(const struct sample_trace *t,
                                 const struct call *call,
                                 const struct region_arguments *region)
{
    return (struct mapping){region->offset,
                            region->size,
                            region->scale,
                            (uint8_t)stream_width(call),
                            t->c->script.address_bits,
                            call->kind != CALL_PROFIL};
}

/* The region of a call by whose formula pc is counted there. */
static bool region_counts(const struct sample_trace *t, enum dialect dialect,
                          const struct formula *formula,
                          const struct call *call,
                          const struct region_arguments *region, uint64_t pc,
                          struct mapping *m)
{
    int64_t at = (int64_t)t->position - SCRIPT_ZONE - region->base.at;
    struct choices choices;
    struct mapped mapped;

    if (region->base.kind != POINTER_GIVEN ||
        region->base.buffer != t->event->buffer || at < 0)
        return false;
    *m = mapping_of(t, call, region);
    choices_begin(&choices, &formula->sets);
    formula_map(&choices, dialect, m, pc, &mapped);
    return mapped.counter != FORMULA_NOWHERE &&
           mapped.counter == (uint64_t)at / m->width;
}

/* The latest call before an operation that counts pc there, and by which of its
 * regions; null: none does. */
static const struct call *
find_counting_region(const struct sample_trace *t, enum dialect dialect,
                     const struct formula *formula, size_t op, uint64_t pc,
                     struct mapping *m, uint32_t *region)
{
    *region = 0;
    while (op-- > 0) {
        const struct call *call = &t->c->script.ops[op].call;

        if (t->c->script.ops[op].kind != OP_CALL)
            continue;
        if (call->kind == CALL_PROFIL &&
            region_counts(t, dialect, formula, call, &call->region, pc, m))
            return call;
        for (uint32_t k = 0; k < call->listed; k++)
            if (region_counts(t, dialect, formula, call, &call->list[k], pc,
                              m)) {
                *region = k;
                return call;
            }
    }
    return NULL;
}

/* Of several regions that hold a pc, why it is counted in this one. */
static void explain_region(const struct sample_trace *t,
                           const struct formula *formula,
                           const struct call *call, uint32_t chosen,
                           uint64_t pc, FILE *out)
{
    for (uint32_t k = 0; k < call->listed; k++) {
        const struct region_arguments *r = &call->list[k];
        struct mapping m = mapping_of(t, call, r);
        enum rule rule = r->offset == call->list[chosen].offset
                             ? RULE_REGION_TIE
                             : RULE_REGION_OVERLAP;
        struct choices choices;
        struct mapped mapped;

        choices_begin(&choices, &formula->sets);
        formula_map(&choices, formula->dialect, &m, pc, &mapped);
        if (k == chosen || mapped.region != REGION_MAPS ||
            mapped.counter == FORMULA_NOWHERE ||
            (call->kind == CALL_PROFIL_LIST && pc >= r->high) ||
            !rule_set_has(t->workspace.choices.consulted, rule))
            continue;
        fprintf(out,
                "    region %" PRIu32 " holds it too, and region %" PRIu32
                " is chosen  [",
                k + 1, chosen + 1);
        explain_choice(formula, rule, out);
        fputs("]\n", out);
        return;
    }
}

static void print_sample(const struct sample_trace *t, enum dialect dialect,
                         size_t op, const struct tick *tick, FILE *out)
{
    struct formula formula = {.dialect = dialect};
    const struct call *call;
    struct mapping m;
    uint32_t region;

    for (unsigned r = 0; r < RULES; r++)
        formula.sets.of[r] = t->sets.of[r] & (choice_set)-t->sets.of[r];
    if (tick->count != 1)
        fprintf(out, "    %" PRIu32 " samples at the same pc\n", tick->count);
    call =
        find_counting_region(t, dialect, &formula, op, tick->pc, &m, &region);
    if (call) {
        explain_pc(&formula, &m, tick->pc, out);
        explain_region(t, &formula, call, region, tick->pc, out);
    } else
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
    struct op *ops = memory_new(op + 1, sizeof *ops);
    struct script script = t->c->script;
    size_t count = t->c->script.ops[op].tick_count;

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

size_t explain_samples(enum dialect dialect, const struct test_case *c,
                       const struct event *event, size_t position,
                       const struct choice_sets *sets, FILE *out)
{
    struct sample_trace t = {.c = c,
                             .event = event,
                             .position = position,
                             .width = test_case_width_of(c, event->buffer),
                             .sets = *sets};
    uint64_t value = 0;
    size_t found = 0;

    if (too_much(&c->script)) {
        fputs("    (too many samples to follow each)\n", out);
        return 0;
    }
    workspace_fit(&t.workspace, c);
    for (size_t op = 0; op < c->script.count; op++)
        if (c->script.ops[op].kind == OP_TICKS)
            found = trace_op(&t, dialect, op, found, &value, out);
    if (found > SHOWN)
        fprintf(out, "    and samples at %zu more pc%s\n", found - SHOWN,
                plural(found - SHOWN));
    workspace_free(&t.workspace);
    return found;
}
