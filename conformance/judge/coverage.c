/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

static const struct {
    const char *id, *why;
} untested[] = {
#define UNTESTED(id, why) {id, why},
#define TOOTHLESS(slug, why)
#include "conformance/suites/untested.def"
#undef TOOTHLESS
#undef UNTESTED
};

static void find_teeth(struct coverage *coverage, enum dialect dialect)
{
    const struct case_list *suite = coverage->suite;
    struct teeth *teeth = memory_new(suite->count, sizeof *teeth);
    struct workspace w = {0};

    coverage->teeth[dialect] = teeth;
    for (size_t k = 0; k < suite->count; k++)
        if (suite->cases[k].dialects >> dialect & 1)
            teeth_find(&w, dialect, &suite->cases[k], &teeth[k]);
    workspace_free(&w);
}

void coverage_begin(struct coverage *coverage, const struct case_list *suite)
{
    *coverage = (struct coverage){.suite = suite};
    for (int d = 0; d < DIALECTS; d++) {
        find_teeth(coverage, d);
        coverage->rules[d] =
            memory_new(sentence_count, sizeof *coverage->rules[d]);
        for (size_t k = 0; k < sentence_count; k++)
            coverage->rules[d][k] = rules_of_sentence(d, &sentence_table[k]);
    }
}

void coverage_end(struct coverage *coverage)
{
    for (int d = 0; d < DIALECTS; d++) {
        free(coverage->teeth[d]);
        free(coverage->rules[d]);
    }
    *coverage = (struct coverage){0};
}

struct rule_set coverage_rules(const struct coverage *coverage,
                               enum dialect dialect,
                               const struct sentence_row *sentence)
{
    return coverage->rules[dialect][sentence - sentence_table];
}

/* What a case shows of that rule of a sentence. */
static choice_set shown_of(const struct sentence_row *sentence, enum rule rule,
                           const struct teeth *teeth)
{
    choice_set shown = teeth_of_rule(teeth, rule);

    switch (sentence->force) {
    case SENTENCE_MUST:
        return shown & (choice_set)~sentence_choices(sentence, rule);
    case SENTENCE_EXAMPLE: return shown;
    default: return 0;
    }
}

struct choice_sets coverage_shown(const struct coverage *coverage,
                                  enum dialect dialect,
                                  const struct sentence_row *sentence,
                                  size_t index)
{
    const struct teeth *teeth = &coverage->teeth[dialect][index];
    struct rule_set rules = rule_set_common(
        coverage_rules(coverage, dialect, sentence), teeth->consulted);
    struct choice_sets shown = {0};

    RULE_SET_EACH (r, rules)
        shown.of[r] = shown_of(sentence, r, teeth);
    return shown;
}

struct rule_set coverage_parted(const struct coverage *coverage,
                                enum dialect dialect,
                                const struct sentence_row *sentence,
                                size_t index)
{
    struct rule_set none = {{0}};

    return sentence->force == SENTENCE_MUST
               ? none
               : rule_set_common(coverage_rules(coverage, dialect, sentence),
                                 coverage->teeth[dialect][index].parted);
}

bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    const struct sentence_row *sentence, size_t index)
{
    struct choice_sets shown;

    if (!rule_set_empty(coverage_parted(coverage, dialect, sentence, index)))
        return true;
    shown = coverage_shown(coverage, dialect, sentence, index);
    for (unsigned r = 0; r < RULES; r++)
        if (shown.of[r] != 0)
            return true;
    return false;
}

bool coverage_sentence_tested(const struct coverage *coverage,
                              const struct sentence_row *sentence)
{
    for (int d = 0; d < DIALECTS; d++) {
        if (rule_set_empty(coverage_rules(coverage, d, sentence)))
            continue;
        for (size_t k = 0; k < coverage->suite->count; k++)
            if (coverage_tests(coverage, d, sentence, k))
                return true;
    }
    return false;
}

bool coverage_clause_shown(const struct coverage *coverage,
                           enum dialect dialect, const char *clause,
                           size_t index)
{
    const struct teeth *teeth = &coverage->teeth[dialect][index];
    struct rule_set rules =
        rule_set_common(rules_of_clause(dialect, clause), teeth->consulted);

    RULE_SET_EACH (r, rules)
        if (teeth_of_rule(teeth, r) != 0)
            return true;
    return false;
}

const char *coverage_reason(const char *id)
{
    for (size_t k = 0; k < sizeof untested / sizeof *untested; k++)
        if (strcmp(untested[k].id, id) == 0)
            return untested[k].why;
    return NULL;
}

const char *coverage_sentence_reason(const struct sentence_row *sentence)
{
    char id[32];
    const char *why;

    snprintf(id, sizeof id, "%s:%u", dialect_table[sentence->dialect].name,
             sentence->number);
    why = coverage_reason(id);
    for (size_t k = 0; !why && k < clause_count; k++)
        if (sentence_has_clause(sentence, clause_table[k].id))
            why = coverage_reason(clause_table[k].id);
    return why;
}

struct coverage_count coverage_of_page(const struct coverage *coverage,
                                       enum dialect dialect)
{
    struct coverage_count count = {0};

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        if (row->dialect != dialect)
            continue;
        count.sentences++;
        if (row->force == SENTENCE_NOTHING)
            continue;
        count.behaviour++;
        if (coverage_sentence_tested(coverage, row))
            count.tested++;
        else if (coverage_sentence_reason(row))
            count.excused++;
    }
    return count;
}

enum {
    FORMS = 1 << PART_FIRST_FORM | 1 << PART_LIST | 1 << PART_STARTUP,
    PLACES = 1 << PART_FIRST | 1 << PART_MIDDLE | 1 << PART_LAST,
    BINS = 1 << PART_BIN_FIRST | 1 << PART_BIN_MIDDLE,
    WIDTHS = 1 << PART_16 | 1 << PART_32,
};

/* The forms in which a rule is consulted, by cases that have one alone. */
static unsigned forms_of_rule(const struct coverage *coverage,
                              enum dialect dialect, enum rule rule)
{
    unsigned forms = 0;

    for (size_t k = 0; k < coverage->suite->count; k++) {
        const struct teeth *teeth = &coverage->teeth[dialect][k];

        if (rule_set_has(teeth->consulted, rule) &&
            (teeth->forms & (teeth->forms - 1)) == 0)
            forms |= teeth->forms;
    }
    return forms;
}

/* In which parts a rule must be shown one by one: that it holds in one does not
 * show that it does in the others. */
enum {
    ELEMENTS = 1, /* the elements of a list */
    COUNTERS = 2, /* counters of 16 bits and of 32 */
    BOTH = ELEMENTS | COUNTERS,
};

static const uint8_t apart[RULES] = {
    [RULE_ROUNDING] = BOTH,
    [RULE_UNIT] = BOTH,
    [RULE_COUNTER_STEP] = ELEMENTS,
    [RULE_BELOW_OFFSET] = COUNTERS,
    [RULE_JUST_BELOW] = COUNTERS,
    [RULE_ADDRESS] = BOTH,
    [RULE_SCALE_RANGE] = BOTH,
    [RULE_SCALE_OFF] = BOTH,
    [RULE_COUNTER_FULL] = ELEMENTS,
    [RULE_WIDE_FULL] = ELEMENTS,
    [RULE_COUNTER_BITS] = ELEMENTS,
    [RULE_ODD_TAIL] = BOTH,
    [RULE_PRODUCT] = BOTH,
    [RULE_REGION_SEARCH] = COUNTERS,
    [RULE_REGION_START] = BOTH,
    [RULE_REGION_TIE] = COUNTERS,
    [RULE_REGION_OVERLAP] = COUNTERS,
    [RULE_OVERFLOW_BIN] = COUNTERS,
    [RULE_DISABLED_REGION] = BOTH,
    [RULE_COUNTER_WIDTH] = BOTH,
    [RULE_LIST_ORDER] = ELEMENTS,
    [RULE_BAD_BUFFER] = ELEMENTS,
    [RULE_BUFFER_FAULT] = ELEMENTS,
    [RULE_TICKS] = BOTH,
    [RULE_MON_SCALE] = ELEMENTS,
    [RULE_MON_FIT] = ELEMENTS,
    [RULE_MON_LOW] = ELEMENTS,
    [RULE_MON_PLACE] = ELEMENTS,
};

/* The parts in which a rule that has teeth in some must have them. */
static unsigned parts_wanted(const struct coverage *coverage,
                             enum dialect dialect, enum rule rule)
{
    unsigned wanted = forms_of_rule(coverage, dialect, rule);

    if (apart[rule] & ELEMENTS && dialect_has_lists(dialect))
        wanted |=
            1u << PART_LIST |
            (rule == RULE_LIST_ORDER ? PLACES & ~(1u << PART_FIRST) : PLACES);
    if (rule == RULE_OVERFLOW_ORDER)
        wanted |= BINS;
    if (dialect_has_call(dialect, CALL_SPROFIL) && apart[rule] & COUNTERS)
        wanted |= WIDTHS;
    return wanted;
}

/* Of a rule that a sentence decides or narrows: the parts of calls in which it
 * arises and no case shows a breaking of it, a bit for each; or that of PARTS,
 * where none shows one in any. */
static unsigned parts_missed(const struct coverage *coverage,
                             enum dialect dialect,
                             const struct sentence_row *sentence,
                             enum rule rule)
{
    unsigned shown = 0;

    for (size_t k = 0; k < coverage->suite->count; k++) {
        const struct teeth *teeth = &coverage->teeth[dialect][k];
        choice_set set =
            coverage_shown(coverage, dialect, sentence, k).of[rule];

        for (unsigned i = 0; i < rule_table[rule].count; i++)
            if (set >> i & 1)
                shown |= teeth->shown[rule_table[rule].first + i];
    }
    return shown ? parts_wanted(coverage, dialect, rule) & ~shown : 1u << PARTS;
}

void coverage_missed_id(const struct coverage_missed *missed,
                        char id[COVERAGE_ID])
{
    unsigned page = missed->sentence->dialect;
    bool is_own = missed->dialect == page;

    snprintf(id, COVERAGE_ID, "%s%s%s:%u %s%s%s",
             is_own ? "" : dialect_table[missed->dialect].name,
             is_own ? "" : " ", dialect_table[page].name,
             missed->sentence->number, missed->what,
             missed->part < PARTS ? " " : "",
             missed->part < PARTS ? teeth_part_word(missed->part) : "");
}

/* The reason given for a part; see untested.def. */
static const char *part_reason(const struct coverage_missed *missed)
{
    char id[COVERAGE_ID];

    coverage_missed_id(missed, id);
    return coverage_reason(id);
}

/* Those whose value no sentence gives. */
static const char *const constants[] = {"CLK_TCK", "PROFIL_MAX"};

void coverage_each_missed(const struct coverage *coverage,
                          const struct sentence_row *sentence,
                          void (*missed)(void *context,
                                         const struct coverage_missed *missed),
                          void *context)
{
    struct coverage_missed one = {.sentence = sentence, .part = PARTS};

    one.dialect = sentence->dialect;
    for (unsigned k = 0; k < sizeof constants / sizeof *constants; k++) {
        one.what = constants[k];
        one.why = part_reason(&one);
        if (one.why)
            missed(context, &one);
    }
    for (int d = 0; sentence->force == SENTENCE_MUST && d < DIALECTS; d++) {
        struct rule_set rules = coverage_rules(coverage, d, sentence);

        one.dialect = d;
        RULE_SET_EACH (r, rules) {
            unsigned missing = parts_missed(coverage, one.dialect, sentence, r);

            one.what = rule_table[r].name;
            for (unsigned k = 0; k <= PARTS; k++) {
                if (!(missing >> k & 1))
                    continue;
                one.part = (enum teeth_part)k;
                one.why = part_reason(&one);
                missed(context, &one);
            }
        }
    }
}
