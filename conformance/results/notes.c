/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include <stdio.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "reference/mapping.h"

/* What a sentence decides or narrows by its own words; what was read once is
 * known. */
static struct rule_set decided(const struct sentence_row *sentence)
{
    static struct read {
        struct rule_set rules;
        bool known;
    } * all;
    struct read *read;

    if (!all)
        all = memory_new(sentence_count, sizeof *all);
    read = &all[sentence - sentence_table];
    for (unsigned r = 0; !read->known && r < RULES; r++)
        if (sentence_has_rule(sentence, r))
            rule_set_add(&read->rules, r);
    read->known = true;
    return read->rules;
}

struct rule_set rules_of_clause(enum dialect dialect, const char *clause)
{
    struct rule_set rules = {{0}};

    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, k), clause) == 0)
            rule_set_add(&rules, choice_table[k].rule);
    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_table[k].dialect == dialect &&
            sentence_has_clause(&sentence_table[k], clause))
            rules = rule_set_join(rules, decided(&sentence_table[k]));
    return rules;
}

struct rule_set rules_of_sentence(enum dialect dialect,
                                  const struct sentence_row *sentence)
{
    struct rule_set cited = {{0}};

    if (sentence->force == SENTENCE_MUST && sentence->dialect == dialect)
        return decided(sentence);
    for (size_t k = 0; k < clause_count; k++)
        if (sentence_has_clause(sentence, clause_table[k].id))
            cited = rule_set_join(cited,
                                  rules_of_clause(dialect, clause_table[k].id));
    return sentence->force == SENTENCE_MUST
               ? rule_set_without(cited,
                                  rule_set_without(cited, decided(sentence)))
               : cited;
}

static void atlas_add(struct atlas_cell *cell, uint32_t counter)
{
    unsigned k = cell->count;

    for (unsigned j = 0; j < cell->count; j++)
        if (cell->counters[j] == counter)
            return;
    if (cell->count == ATLAS_READINGS)
        return;
    cell->count++;
    for (; k && cell->counters[k - 1] > counter; k--)
        cell->counters[k] = cell->counters[k - 1];
    cell->counters[k] = counter;
}

static uint32_t reading(struct choices *c, uint32_t scale, unsigned distance)
{
    struct scale_meaning meaning = mapping_scale(c, scale, 2);
    struct mapping m = {.offset = 0x1000,
                        .size = ATLAS_SIZE,
                        .scale = meaning.scale,
                        .width = 2,
                        .address_bits = 64};
    struct place place;

    if (meaning.invalid)
        return ATLAS_ERROR;
    if (meaning.off)
        return ATLAS_NOWHERE;
    mapping_place(c, &m, m.offset + distance, &place);
    return place.where == WHERE_COUNTER ? (uint32_t)(place.at / m.width)
                                        : ATLAS_NOWHERE;
}

bool notes_atlas(const char *name, struct atlas *atlas)
{
    static const uint32_t scales[ATLAS_SCALES] = {
        0x10000, 0xffff, 0xc000, 0x8000, 0x7fff, 0x5555, 0x4000, 2, 1};
    int dialect = dialect_by_name(name);
    struct choice_sets sets;
    struct choices c;

    if (dialect < 0)
        return false;
    *atlas = (struct atlas){{0}, {{{{0}, 0}}}};
    sets = choices_of_dialect(dialect, true);
    for (unsigned s = 0; s < ATLAS_SCALES; s++) {
        atlas->scales[s] = scales[s];
        for (unsigned d = 0; d < ATLAS_DISTANCES; d++) {
            choices_begin(&c, &sets);
            do {
                choices_run(&c);
                atlas_add(&atlas->cells[s][d], reading(&c, scales[s], d));
            } while (choices_next(&c));
        }
    }
    return true;
}

bool notes_by_convention(const char *name)
{
    int dialect = dialect_by_name(name);
    bool any = false;

    for (unsigned k = 0; dialect >= 0 && k < CHOICES; k++) {
        enum choice choice = k;
        const struct clause_row *row =
            clause_by_id(dialect_clause(dialect, choice));

        if (dialect_permission(dialect, choice) != DECIDED)
            continue;
        if (row && row->owner == OWNER_MANUAL)
            return false;
        any = true;
    }
    return any;
}

const char *notes_manual(const char *name)
{
    int dialect = dialect_by_name(name);

    return dialect < 0 ? name : dialect_table[dialect].manual;
}

const char *notes_place(const struct clause_row *clause)
{
    static char text[160];

    sentence_place_of(clause->id, text, sizeof text);
    if (!*text)
        snprintf(text, sizeof text, "%s", clause->section);
    return text;
}

bool notes_rules_out(const struct sentence_row *sentence, enum rule rule,
                     const char *const *choices, size_t count)
{
    if (!sentence_has_rule(sentence, rule))
        return false;
    for (size_t i = 0; i < count; i++) {
        int choice = choice_by_name(rule, choices[i]);

        if (choice >= 0 &&
            (sentence_choices(sentence, rule) & choice_bit(choice)))
            return false;
    }
    return true;
}
