/* SPDX-License-Identifier: MIT */
#include "explain_way.h"

#include <inttypes.h>

#include "reference/sentences.h"

void explain_choice(const struct formula *formula, enum rule rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];
    enum choice choice = formula_choice(formula, rule);
    const char *clause = dialect_clause(formula->dialect, choice);
    const char *against = *clause ? "" : "against ";
    char cited[SENTENCE_CITED];

    fprintf(out, "%s=%s", row->name, choice_table[choice].name);
    for (unsigned k = row->first; !*clause && k < row->first + row->count; k++)
        clause = dialect_clause(formula->dialect, (enum choice)k);
    if (!*clause)
        return;
    sentence_cite_for(clause, rule, cited, sizeof cited);
    fprintf(out, ", %s%s", against, cited);
}

void way_by_rule(const struct way *w, enum rule rule)
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
    if (way_asked(w, RULE_SCALE_OFF)) {
        fprintf(w->out, "    scale %" PRIu64 " %s", w->mapped->scale,
                w->mapped->region == REGION_OFF       ? "turns profiling off"
                : w->mapped->region == REGION_INVALID ? "is an error"
                                                      : "is a scale like "
                                                        "others");
        way_by_rule(w, RULE_SCALE_OFF);
    }
}

static bool is_index(enum choice unit)
{
    return unit == UNIT_INDEX || unit == UNIT_INDEX_TO_END ||
           unit == UNIT_INDEX_OF_BYTES;
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
    } else if (!way_asked(w, RULE_ODD_TAIL)) {
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
    if (place->where == WHERE_COUNTER && way_asked(w, RULE_COUNTER_STEP) &&
        way_choice(w, RULE_COUNTER_STEP) == COUNTER_STEP_AS_16_BIT) {
        fprintf(w->out, "    %" PRIu64 " / 2: counter %" PRIu64, place->number,
                w->mapped->counter);
        way_by_rule(w, RULE_COUNTER_STEP);
    } else if (place->where == WHERE_COUNTER && !is_index(unit))
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
    sentence_cite("irix.sprofil.6", cited, sizeof cited);
    fprintf(w->out,
            "    (where regions overlap, its first address may be another's, "
            "%s)\n",
            cited);
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
    way.asked = choices.asked;
    explain_result(&way);
    kept.offset = mapping_offset(&choices, m->offset);
    way.pc = mapping_pc(&choices, pc);
    way.m = &kept;
    address_steps(&way, m, pc);
    steps(&way);
    return choices.asked;
}
