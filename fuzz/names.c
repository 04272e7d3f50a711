/* SPDX-License-Identifier: MIT */
/*
 * The tables by their names: any text names a rule, a choice, a dialect, a
 * clause and a system, or none; what it names has that name, and the tables
 * say of it what fits together.
 */
#include <string.h>

#include "fuzz.h"
#include "reference/choices.h"
#include "reference/sentences.h"
#include "reference/systems.h"
#include "text.h"

static void name_must(bool holds, const char *what, const char *name)
{
    if (!holds)
        text_finding(what, name, strlen(name));
}

static bool is_choice_of(enum rule rule, enum choice choice)
{
    return choice_table[choice].rule == rule &&
           (rule_choices(rule) & choice_bit(choice)) != 0;
}

/* Each choice has one permission; one that is not free to be taken otherwise
 * has a clause that there is. */
static void check_dialect(enum dialect dialect, enum rule rule)
{
    const char *name = rule_table[rule].name;
    struct choice_sets strict = choices_of_dialect(dialect, false),
                       wide = choices_of_dialect(dialect, true);
    choice_set all = 0;

    for (int p = FORBIDDEN; p <= UNSPECIFIED; p++) {
        choice_set set = dialect_choices(dialect, rule, (enum permission)p);

        name_must((all & set) == 0, "a choice with two permissions", name);
        all |= set;
    }
    name_must(all == rule_choices(rule), "a choice without a permission", name);
    name_must((strict.of[rule] & ~wide.of[rule]) == 0 && wide.of[rule] != 0,
              "choices that only the narrower set has", name);
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        enum choice choice = (enum choice)(rule_table[rule].first + k);
        const char *clause = dialect_clause(dialect, choice);

        name_must(dialect_permission(dialect, choice) != DECIDED || *clause,
                  "what is decided has no clause", name);
        name_must(!*clause || clause_by_id(clause), "no such clause", clause);
    }
}

static void check_taken(enum system system, enum rule rule)
{
    name_must(is_choice_of(rule, system_choice(system, rule)),
              "a system with a choice of another rule",
              system_table[system].name);
}

static void check_rule(enum rule rule)
{
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        int choice = rule_table[rule].first + (int)k;

        name_must(choice_by_name(rule, choice_table[choice].name) == choice,
                  "two choices of a name", choice_table[choice].name);
        name_must(is_choice_of(rule, (enum choice)choice),
                  "a choice of another rule", choice_table[choice].name);
    }
    for (int d = 0; d < DIALECTS; d++)
        check_dialect((enum dialect)d, rule);
    for (int s = 0; s < SYSTEMS; s++)
        check_taken((enum system)s, rule);
}

/* A clause that a sentence has is cited with its place, and cut to any room;
 * what decides a rule for it is one of its sentences. */
static void check_clause(const char *id)
{
    const struct sentence_row *row = sentence_of_clause(id);
    char whole[SENTENCE_CITED], cut[SENTENCE_CITED];

    sentence_cite(id, whole, sizeof whole);
    name_must(strncmp(whole, id, strlen(id)) == 0, "another clause is cited",
              id);
    name_must(row ? sentence_has_clause(row, id) : strcmp(whole, id) == 0,
              "a sentence of another clause", id);
    for (size_t size = 1; size <= strlen(whole) + 1; size++) {
        sentence_cite(id, cut, size);
        name_must(strlen(cut) == size - 1 && strncmp(whole, cut, size - 1) == 0,
                  "a citation is cut elsewhere", id);
    }
    for (int r = 0; r < RULES; r++) {
        row = sentence_for_rule(id, (enum rule)r);
        name_must(!row || (row->force == SENTENCE_MUST &&
                           sentence_has_rule(row, (enum rule)r)),
                  "a sentence that does not decide", id);
        sentence_cite_for(id, (enum rule)r, whole, sizeof whole);
        name_must(strncmp(whole, id, strlen(id)) == 0,
                  "another clause is cited", id);
    }
}

static void check_page(enum dialect dialect)
{
    const struct sentence_row *row;
    char place[SENTENCE_CITED];

    for (unsigned n = 1; (row = sentence_by_number(dialect, n)); n++) {
        sentence_place(row, place, sizeof place);
        name_must(strncmp(place, row->section, strlen(row->section)) == 0,
                  "a place under another heading", row->text);
        name_must(*sentence_force_word((enum sentence_force)row->force) != 0,
                  "a force without a word", row->text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = strndup((const char *)data, size);
    int rule, dialect, system, choice;
    const struct clause_row *clause;

    if (!name)
        fuzz_broken("out of memory");
    rule = rule_by_name(name);
    dialect = dialect_by_name(name);
    system = system_by_name(name);
    clause = clause_by_id(name);
    name_must(!clause || !strcmp(clause->id, name), "another clause", name);
    name_must(dialect < 0 || !strcmp(dialect_table[dialect].name, name),
              "another dialect", name);
    name_must(rule < 0 || !strcmp(rule_table[rule].name, name), "another rule",
              name);
    name_must(system < 0 || !strcmp(system_table[system].name, name),
              "another system", name);
    for (int r = 0; r < RULES; r++) {
        choice = choice_by_name((enum rule)r, name);
        name_must(choice < 0 ||
                      (is_choice_of((enum rule)r, (enum choice)choice) &&
                       !strcmp(choice_table[choice].name, name)),
                  "another choice", name);
    }
    if (clause)
        check_clause(clause->id);
    if (dialect >= 0)
        check_page((enum dialect)dialect);
    if (rule >= 0)
        check_rule((enum rule)rule);
    for (int r = 0; system >= 0 && r < RULES; r++)
        check_taken((enum system)system, (enum rule)r);
    free(name);
    return 0;
}
