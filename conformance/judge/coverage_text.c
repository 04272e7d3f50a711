/* SPDX-License-Identifier: MIT */
#include "conformance/base/json_text.h"
#include "conformance/base/plural.h"
#include "coverage.h"

static void print_rules(enum dialect dialect, struct rule_set rules, FILE *out)
{
    fprintf(out, "  %s:", dialect_table[dialect].name);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(rules, r))
            fprintf(out, " %s", rule_table[r].name);
}

/* What is covered: a sentence, or a clause that no manual has. */
struct subject {
    const struct coverage_table *table;
    enum dialect dialect;
    const struct sentence_row *sentence; /* or null */
    const char *clause;
};

static bool is_tested_by(const struct subject *s, size_t index)
{
    const struct coverage *coverage = &s->table->coverage;

    return s->sentence
               ? coverage_tests(coverage, s->dialect, s->sentence, index)
               : coverage_clause_shown(coverage, s->dialect, s->clause, index);
}

/* The breakings that a case shows, and the rules of which it distinguishes
 * permitted choices. */
static void print_shown(const struct subject *s, size_t index, FILE *out)
{
    const struct coverage *coverage = &s->table->coverage;
    struct choice_sets shown;
    struct rule_set parted;

    if (!s->sentence)
        return;
    shown = coverage_shown(coverage, s->dialect, s->sentence, index);
    parted = coverage_parted(coverage, s->dialect, s->sentence, index);
    for (unsigned r = 0; r < RULES; r++) {
        if (shown.of[r] == 0 && !rule_set_has(parted, r))
            continue;
        fprintf(out, "%s%s",
                s->sentence->force == SENTENCE_MUST ? " not " : " ",
                rule_table[r].name);
        for (unsigned k = 0, n = 0; k < rule_table[r].count; k++)
            if (shown.of[r] >> k & 1)
                fprintf(out, "%c%s", n++ ? '|' : '=',
                        choice_table[rule_table[r].first + k].name);
    }
}

static void print_cases(const struct subject *s, FILE *out)
{
    const struct coverage_table *table = s->table;
    unsigned ran = 0;
    size_t count = 0;

    for (size_t k = 0; k < table->suite.count; k++)
        if (is_tested_by(s, k)) {
            ran |= table->ran[k];
            count++;
        }
    fprintf(out, ", %zu case%s", count, plural(count));
    for (unsigned k = 0, n = 0; k < table->backend_count; k++)
        if (ran >> k & 1)
            fprintf(out, "%s%s", n++ ? ", " : ", run by ", table->backends[k]);
    putc('\n', out);
    for (size_t k = 0; table->cases && k < table->suite.count; k++)
        if (is_tested_by(s, k)) {
            fprintf(out, "    %s:", table->suite.cases[k].id);
            print_shown(s, k, out);
            putc('\n', out);
        }
}

static void print_dialect(const struct subject *s, struct rule_set rules,
                          FILE *out)
{
    if (rule_set_empty(rules) || !(s->table->dialects >> s->dialect & 1))
        return;
    print_rules(s->dialect, rules, out);
    print_cases(s, out);
}

/* Whether a sentence is on the page of a dialect that is shown, or holds in
 * one that refers to its page. */
static bool is_shown(const struct coverage_table *table,
                     const struct sentence_row *row)
{
    for (int d = 0; d < DIALECTS; d++)
        if (table->dialects >> d & 1 &&
            (row->dialect == d ||
             !rule_set_empty(coverage_rules(&table->coverage, d, row))))
            return true;
    return false;
}

static void print_number(const struct sentence_row *row, FILE *out)
{
    char place[SENTENCE_CITED];

    sentence_place(row, place, sizeof place);
    fprintf(out, "%s:%u (%s)", dialect_table[row->dialect].name, row->number,
            place);
}

static void print_why(const char *why, FILE *out)
{
    if (why)
        fprintf(out, ": it %s\n", why);
    else
        fputs(", and no reason is given\n", out);
}

static void print_place(const struct coverage_table *table,
                        const struct sentence_row *row, FILE *out)
{
    fputs("  ", out);
    if (!table->all) {
        print_number(row, out);
        fputs(" has ", out);
    }
}

/* What is printed of a part that no case shows. */
struct missing {
    const struct coverage_table *table;
    FILE *out;
    struct json *json;
};

static void print_missed(void *context, const struct coverage_missed *missed)
{
    struct missing *m = context;

    if (!(m->table->dialects >> missed->dialect & 1))
        return;
    print_place(m->table, missed->sentence, m->out);
    fprintf(m->out, "no case of %s in %s", missed->what,
            dialect_table[missed->dialect].name);
    if (missed->part < PARTS)
        fprintf(m->out, " with %s", teeth_part_text(missed->part));
    print_why(missed->why, m->out);
}

static void print_untested(const struct coverage_table *table,
                           const struct sentence_row *row, FILE *out)
{
    const char *why = coverage_sentence_reason(row);

    if (row->force == SENTENCE_NOTHING)
        return;
    if (coverage_sentence_tested(&table->coverage, row)) {
        coverage_each_missed(&table->coverage, row, print_missed,
                             &(struct missing){table, out, NULL});
        return;
    }
    print_place(table, row, out);
    fputs("no case", out);
    print_why(why, out);
}

static void print_sentence(const struct coverage_table *table,
                           const struct sentence_row *row, FILE *out)
{
    print_number(row, out);
    fprintf(out, " %s", sentence_force_word(row->force));
    for (unsigned k = 0; row->against[k]; k++)
        fprintf(out, "%s%u", k ? ", " : " ", row->against[k]);
    fprintf(out, ": %s\n", row->text);
    if (row->force == SENTENCE_NOTHING)
        return;
    fprintf(out, "  %s\n", row->clauses);
    for (int d = 0; d < DIALECTS; d++)
        print_dialect(&(struct subject){table, d, row, NULL},
                      coverage_rules(&table->coverage, d, row), out);
    print_untested(table, row, out);
}

static void coverage_text_print_count(const char *what,
                                      const struct coverage_count *count,
                                      FILE *out)
{
    unsigned rest = count->behaviour - count->tested - count->excused;

    fprintf(out,
            "%s: %u sentences; %u state behaviour: %u are tested, %u say why "
            "not, ",
            what, count->sentences, count->behaviour, count->tested,
            count->excused);
    if (rest)
        fprintf(out, "%u are left out\n", rest);
    else
        fputs("none is left out\n", out);
}

static void print_page(const struct coverage_table *table, enum dialect dialect,
                       struct coverage_count *sum, FILE *out)
{
    struct coverage_count count = coverage_of_page(&table->coverage, dialect);

    for (size_t k = 0; table->all && k < sentence_count; k++)
        if (sentence_table[k].dialect == dialect &&
            is_shown(table, &sentence_table[k]))
            print_sentence(table, &sentence_table[k], out);
    if (!(table->dialects >> dialect & 1))
        return;
    coverage_text_print_count(dialect_table[dialect].name, &count, out);
    for (size_t k = 0; !table->all && k < sentence_count; k++)
        if (sentence_table[k].dialect == dialect)
            print_untested(table, &sentence_table[k], out);
    sum->sentences += count.sentences;
    sum->behaviour += count.behaviour;
    sum->tested += count.tested;
    sum->excused += count.excused;
}

/* The house rules, which are on no page. */
static void print_decency(const struct coverage_table *table, FILE *out)
{
    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;
        const struct sentence_row *row;

        if (sentences_cited(id, RULES, &row, 1) > 0)
            continue;
        fprintf(out, "%s (house rule, on no page): %s\n", id,
                clause_table[k].text);
        for (int d = 0; d < DIALECTS; d++)
            print_dialect(&(struct subject){table, d, NULL, id},
                          rules_of_clause(d, id), out);
    }
}

void coverage_print(const struct coverage_table *table, FILE *out)
{
    struct coverage_count sum = {0};

    for (int d = 0; d < DIALECTS; d++)
        print_page(table, d, &sum, out);
    if (table->all)
        print_decency(table, out);
    if (table->dialects & (table->dialects - 1))
        coverage_text_print_count("all pages", &sum, out);
}

/* The cases that test a sentence by the dialects that are shown. */
static void json_cases_of(const struct coverage_table *table,
                          const struct sentence_row *row, struct json *json)
{
    for (size_t k = 0; k < table->suite.count; k++)
        for (int d = 0; d < DIALECTS; d++)
            if (table->dialects >> d & 1 &&
                coverage_tests(&table->coverage, d, row, k)) {
                json_put(json, NULL, table->suite.cases[k].id);
                break;
            }
}

/* A part that no case shows, though the sentence is tested. */
static void json_missed(void *context, const struct coverage_missed *missed)
{
    const struct missing *m = context;

    if (!(m->table->dialects >> missed->dialect & 1))
        return;
    json_open(m->json, NULL, "{", ", ");
    json_put(m->json, "dialect", dialect_table[missed->dialect].name);
    json_put(m->json, "rule", missed->what);
    if (missed->part < PARTS)
        json_put(m->json, "part", teeth_part_word(missed->part));
    json_put(m->json, "why", missed->why);
    json_close(m->json, "}");
}

static void json_sentence(const struct coverage_table *table,
                          const struct sentence_row *row, struct json *json)
{
    bool states = row->force != SENTENCE_NOTHING;
    bool tested = states && coverage_sentence_tested(&table->coverage, row);

    json_open(json, NULL, "{", ", ");
    json_put(json, "dialect", dialect_table[row->dialect].name);
    json_number(json, "number", row->number);
    json_put(json, "force", sentence_force_word(row->force));
    json_put(json, "text", row->text);
    json_put(json, "clauses", row->clauses);
    json_flag(json, "tested", tested);
    if (states && !tested)
        json_put(json, "untested", coverage_sentence_reason(row));
    json_open(json, "missed", "[", ", ");
    if (tested)
        coverage_each_missed(&table->coverage, row, json_missed,
                             &(struct missing){.table = table, .json = json});
    json_close(json, "]");
    json_open(json, "cases", "[", ", ");
    if (tested)
        json_cases_of(table, row, json);
    json_close(json, "]");
    json_close(json, "}");
}

void coverage_print_json(const struct coverage_table *table, FILE *out)
{
    struct json json = {.out = out};

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "schema", "profilcheck.coverage.1");
    json_open(&json, "sentences", "[", ",\n  ");
    for (size_t k = 0; k < sentence_count; k++)
        if (is_shown(table, &sentence_table[k]))
            json_sentence(table, &sentence_table[k], &json);
    json_close(&json, "\n]");
    json_close(&json, "}\n");
}
