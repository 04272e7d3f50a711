/* SPDX-License-Identifier: MIT */
#include "coverage_text.h"
#include "conformance/base/json_text.h"
#include "conformance/base/plural.h"

static void print_rules(enum dialect dialect, struct rule_set rules, FILE *out)
{
    fprintf(out, "  %s:", dialect_table[dialect].name);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(rules, r))
            fprintf(out, " %s", rule_table[r].name);
}

static void print_cases(const struct coverage_table *table,
                        enum dialect dialect, struct rule_set rules, FILE *out)
{
    unsigned ran = 0;
    size_t count = 0;

    for (size_t k = 0; k < table->suite.count; k++)
        if (coverage_tests(&table->coverage, dialect, rules, k)) {
            ran |= table->ran[k];
            count++;
        }
    fprintf(out, ", %zu case%s", count, plural(count));
    for (unsigned k = 0, n = 0; k < table->backend_count; k++)
        if (ran >> k & 1)
            fprintf(out, "%s%s", n++ ? ", " : ", run by ", table->backends[k]);
    putc('\n', out);
    for (size_t k = 0; table->cases && k < table->suite.count; k++)
        if (coverage_tests(&table->coverage, dialect, rules, k))
            fprintf(out, "    %s\n", table->suite.cases[k].id);
}

static void print_dialect(const struct coverage_table *table,
                          enum dialect dialect, struct rule_set rules,
                          FILE *out)
{
    if (rule_set_empty(rules) || !(table->dialects >> dialect & 1))
        return;
    print_rules(dialect, rules, out);
    print_cases(table, dialect, rules, out);
}

/* Whether a sentence is on the page of a dialect that is shown, or holds in
 * one that refers to its page. */
static bool is_shown(const struct coverage_table *table,
                     const struct sentence_row *row)
{
    for (int d = 0; d < DIALECTS; d++)
        if (table->dialects >> d & 1 &&
            (row->dialect == d ||
             !rule_set_empty(asked_by_sentence((enum dialect)d, row))))
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

static void print_untested(const struct coverage_table *table,
                           const struct sentence_row *row, FILE *out)
{
    const char *why = coverage_sentence_reason(row);

    if (row->force == SENTENCE_NOTHING ||
        coverage_sentence_tested(&table->coverage, row))
        return;
    fputs("  ", out);
    if (!table->all) {
        print_number(row, out);
        fputs(" has ", out);
    }
    if (why)
        fprintf(out, "no case: it %s\n", why);
    else
        fputs("no case, and nothing says why\n", out);
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
        print_dialect(table, (enum dialect)d,
                      asked_by_sentence((enum dialect)d, row), out);
    print_untested(table, row, out);
}

static void coverage_text_print_count(const char *what,
                                      const struct coverage_count *count,
                                      FILE *out)
{
    unsigned rest = count->behaviour - count->tested - count->told;

    fprintf(out,
            "%s: %u sentences; %u state behaviour: %u are tested, %u say why "
            "not, ",
            what, count->sentences, count->behaviour, count->tested,
            count->told);
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
    sum->told += count.told;
}

/* What is expected of everybody, and stands on no page. */
static void print_decency(const struct coverage_table *table, FILE *out)
{
    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;

        if (sentence_of_clause(id))
            continue;
        fprintf(out, "%s (house rule, on no page): %s\n", id,
                clause_table[k].text);
        for (int d = 0; d < DIALECTS; d++)
            print_dialect(table, (enum dialect)d,
                          asked_by_clause((enum dialect)d, id), out);
    }
}

void coverage_print(const struct coverage_table *table, FILE *out)
{
    struct coverage_count sum = {0};

    for (int d = 0; d < DIALECTS; d++)
        print_page(table, (enum dialect)d, &sum, out);
    if (table->all)
        print_decency(table, out);
    if (table->dialects & (table->dialects - 1))
        coverage_text_print_count("all pages", &sum, out);
}

/* The cases that test a sentence by the dialects that are shown. */
static void json_cases_of(const struct coverage_table *table,
                          const struct sentence_row *row, FILE *out)
{
    bool any = false;

    for (size_t k = 0; k < table->suite.count; k++) {
        bool tests = false;

        for (int d = 0; !tests && d < DIALECTS; d++)
            tests = table->dialects >> d & 1 &&
                    coverage_tests(&table->coverage, (enum dialect)d,
                                   asked_by_sentence((enum dialect)d, row), k);
        if (!tests)
            continue;
        fputs(any ? ", " : "", out);
        json_text(table->suite.cases[k].id, out);
        any = true;
    }
}

static void json_sentence(const struct coverage_table *table,
                          const struct sentence_row *row, FILE *out)
{
    const char *why = coverage_sentence_reason(row);
    bool tested = row->force != SENTENCE_NOTHING &&
                  coverage_sentence_tested(&table->coverage, row);

    json_member("dialect", dialect_table[row->dialect].name, out);
    fprintf(out, ", \"number\": %u, ", row->number);
    json_member("force", sentence_force_word(row->force), out);
    fputs(", ", out);
    json_member("text", row->text, out);
    fputs(", ", out);
    json_member("clauses", row->clauses, out);
    fprintf(out, ", \"tested\": %s", tested ? "true" : "false");
    if (!tested && why && row->force != SENTENCE_NOTHING) {
        fputs(", ", out);
        json_member("untested", why, out);
    }
    fputs(", \"cases\": [", out);
    if (tested)
        json_cases_of(table, row, out);
    putc(']', out);
}

void coverage_print_json(const struct coverage_table *table, FILE *out)
{
    bool any = false;

    fputs("{\"schema\": \"profilcheck.coverage.1\", \"sentences\": [", out);
    for (size_t k = 0; k < sentence_count; k++) {
        if (!is_shown(table, &sentence_table[k]))
            continue;
        fputs(any ? ",\n  {" : "\n  {", out);
        json_sentence(table, &sentence_table[k], out);
        putc('}', out);
        any = true;
    }
    fputs("\n]}\n", out);
}
