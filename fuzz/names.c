/* SPDX-License-Identifier: MIT */
/*
 * The tables of the reference by name: an input may name a rule, a choice, a
 * dialect, a clause or a system; what is found has that name, and what the
 * tables say of it is consistent.
 */

#include "fuzz.h"
#include "reference/choices.h"
#include "reference/sentences.h"
#include "reference/systems.h"

static bool is_of(enum rule rule, enum choice choice)
{
    return choice_table[choice].rule == rule &&
           (rule_choices(rule) & choice_bit(choice)) != 0;
}

/* Each choice has one permission, and what is decided has a clause that
 * exists. */
static void check_dialect(enum dialect dialect, enum rule rule)
{
    const char *name = rule_table[rule].name;
    struct choice_sets strict = choices_of_dialect(dialect, false),
                       wide = choices_of_dialect(dialect, true);
    choice_set all = 0;

    for (int p = FORBIDDEN; p <= UNSPECIFIED; p++) {
        choice_set set = dialect_choices(dialect, rule, (enum permission)p);

        fuzz_must((all & set) == 0, "a choice with two permissions", name);
        all |= set;
    }
    fuzz_must(all == rule_choices(rule), "a choice without a permission", name);
    fuzz_must((strict.of[rule] & ~wide.of[rule]) == 0 && wide.of[rule] != 0,
              "choices that only the narrower set has", name);
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        enum choice choice = (enum choice)(rule_table[rule].first + k);
        const char *clause = dialect_clause(dialect, choice);

        fuzz_must(*clause ? clause_by_id(clause) != NULL
                          : dialect_permission(dialect, choice) != DECIDED,
                  "what is decided has no clause", name);
    }
}

static void check_rule(enum rule rule)
{
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        int choice = rule_table[rule].first + (int)k;
        const char *name = choice_table[choice].name;

        fuzz_must(choice_by_name(rule, name) == choice, "two choices of a name",
                  name);
        fuzz_must(is_of(rule, (enum choice)choice), "a choice of another rule",
                  name);
    }
    for (int d = 0; d < DIALECTS; d++)
        check_dialect((enum dialect)d, rule);
    for (int s = 0; s < SYSTEMS; s++)
        fuzz_must(is_of(rule, system_choice((enum system)s, rule)),
                  "a system with a choice of another rule",
                  system_table[s].name);
}

/* A clause of a sentence is cited with its place, cut to any room; the sentence
 * that decides a rule by this clause does so. */
static void check_clause(const char *id)
{
    const struct sentence_row *row = sentence_of_clause(id, RULES);
    char whole[SENTENCE_CITED], cut[SENTENCE_CITED];

    sentence_cite(id, RULES, whole, sizeof whole);
    fuzz_must(row ? sentence_has_clause(row, id) : strcmp(whole, id) == 0,
              "a sentence of another clause", id);
    for (size_t size = 1; size <= strlen(whole) + 1; size++) {
        sentence_cite(id, RULES, cut, size);
        fuzz_must(strlen(cut) == size - 1 && strncmp(whole, cut, size - 1) == 0,
                  "a citation is cut elsewhere", id);
    }
    for (int r = 0; r < RULES; r++) {
        row = sentence_of_clause(id, (enum rule)r);
        fuzz_must(!row || (row->force == SENTENCE_MUST &&
                           sentence_has_rule(row, (enum rule)r)),
                  "a sentence that does not decide", id);
        sentence_cite(id, (enum rule)r, cut, sizeof cut);
        fuzz_must(strncmp(whole, id, strlen(id)) == 0 &&
                      strncmp(cut, id, strlen(id)) == 0,
                  "another clause is cited", id);
    }
}

static void check_page(enum dialect dialect)
{
    const struct sentence_row *row;
    char place[SENTENCE_CITED];

    for (unsigned n = 1; (row = sentence_by_number(dialect, n)); n++) {
        sentence_place(row, place, sizeof place);
        fuzz_must(strncmp(place, row->section, strlen(row->section)) == 0,
                  "a place under another heading", row->text);
        fuzz_must(*sentence_force_word((enum sentence_force)row->force) != 0,
                  "a force without a word", row->text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = fuzz_copy(data, size);
    int rule = rule_by_name(name), dialect = dialect_by_name(name),
        system = system_by_name(name);
    const struct clause_row *clause = clause_by_id(name);
    const char *named[] = {clause ? clause->id : name,
                           dialect < 0 ? name : dialect_table[dialect].name,
                           rule < 0 ? name : rule_table[rule].name,
                           system < 0 ? name : system_table[system].name};

    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        fuzz_must(strcmp(named[k], name) == 0, "another of that name", name);
    for (int r = 0; r < RULES; r++) {
        int choice = choice_by_name((enum rule)r, name);

        fuzz_must(choice < 0 || (is_of((enum rule)r, (enum choice)choice) &&
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
        fuzz_must(is_of((enum rule)r,
                        system_choice((enum system)system, (enum rule)r)),
                  "a system with a choice of another rule", name);
    free(name);
    return 0;
}
