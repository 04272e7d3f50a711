/* SPDX-License-Identifier: MIT */
/* The verb `coverage`: each clause, its rules, the cases that test it, and,
 * with the results of runs, the backends that ran them. */
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/judge/coverage.h"
#include "verbs.h"

enum { DIALECT, CASES, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "only what this dialect says of a clause"},
    [CASES] = {"cases", NULL, "name the cases, not only their number"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

enum { BACKENDS = 8 };

struct table {
    struct case_list suite;
    struct coverage coverage;
    bool cases;
    unsigned dialects;
    char backends[BACKENDS][32]; /* those of the results that were read */
    unsigned backend_count;
    uint8_t *ran; /* for each case, the backends that ran it, one bit each */
};

/* The text between the quotes after `name": ` in a line, if it is there. */
static bool member(const char *line, const char *name, char *text, size_t size)
{
    char words[40];
    const char *at;

    snprintf(words, sizeof words, "\"%s\": \"", name);
    at = strstr(line, words);
    if (!at)
        return false;
    at += strlen(words);
    snprintf(text, size, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

/* The number of a backend; BACKENDS where there are too many. */
static unsigned backend_of(struct table *table, const char *name)
{
    unsigned k = 0;

    while (k < table->backend_count && strcmp(table->backends[k], name) != 0)
        k++;
    if (k == table->backend_count && k < BACKENDS) {
        snprintf(table->backends[k], sizeof table->backends[k], "%s", name);
        table->backend_count++;
    }
    return k;
}

static void note_case(struct table *table, const char *line, unsigned backend)
{
    char id[CASE_ID + 1], verdict[32];

    if (backend == BACKENDS || !member(line, "id", id, sizeof id) ||
        !member(line, "verdict", verdict, sizeof verdict) ||
        strcmp(verdict, "unsupported") == 0 || strcmp(verdict, "error") == 0)
        return;
    for (size_t k = 0; k < table->suite.count; k++)
        if (strcmp(table->suite.cases[k].id, id) == 0)
            table->ran[k] |= (uint8_t)(1u << backend);
}

/* The results of `run --format json`, of which each case is one line. */
static int read_results(struct table *table, const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned backend = BACKENDS, found = 0;
    size_t capacity = 0;
    char *line = NULL, name[32];

    if (!file)
        return complain(STATUS_USAGE, "coverage: %s: cannot be read", path);
    while (getline(&line, &capacity, file) >= 0) {
        if (strstr(line, "{\"id\": \"")) {
            note_case(table, line, backend);
        } else if (member(line, "backend", name, sizeof name)) {
            backend = backend_of(table, name);
            found++;
        }
    }
    free(line);
    fclose(file);
    return found ? STATUS_PASS
                 : complain(STATUS_USAGE,
                            "coverage: %s: no results; expected "
                            "what run --format json writes",
                            path);
}

static void print_rules(enum dialect dialect, struct rule_set rules, FILE *out)
{
    fprintf(out, "  %s:", dialect_table[dialect].name);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(rules, r))
            fprintf(out, " %s", rule_table[r].name);
}

static void print_cases(const struct table *table, enum dialect dialect,
                        struct rule_set rules, FILE *out)
{
    unsigned ran = 0;
    size_t count = 0;

    for (size_t k = 0; k < table->suite.count; k++)
        if (coverage_tests(&table->coverage, dialect, rules, k)) {
            ran |= table->ran[k];
            count++;
        }
    fprintf(out, ", %zu case%s", count, count == 1 ? "" : "s");
    for (unsigned k = 0, n = 0; k < table->backend_count; k++)
        if (ran >> k & 1)
            fprintf(out, "%s%s", n++ ? ", " : ", run by ", table->backends[k]);
    putc('\n', out);
    for (size_t k = 0; table->cases && k < table->suite.count; k++)
        if (coverage_tests(&table->coverage, dialect, rules, k))
            fprintf(out, "    %s\n", table->suite.cases[k].id);
}

static void print_clause(const struct table *table,
                         const struct clause_row *clause, FILE *out)
{
    const char *why = coverage_reason(clause->id);

    fprintf(out, "%s: %s\n", clause->id, clause->text);
    for (int d = 0; d < DIALECTS; d++) {
        struct rule_set rules = coverage_rules((enum dialect)d, clause->id);

        if (rule_set_empty(rules) || !(table->dialects >> d & 1))
            continue;
        print_rules((enum dialect)d, rules, out);
        print_cases(table, (enum dialect)d, rules, out);
    }
    if (why)
        fprintf(out, "  no case: %s\n", why);
}

static int print_all(const struct table *table)
{
    struct output output;
    size_t tested = 0;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    for (size_t k = 0; k < clause_count; k++) {
        tested += coverage_tested(&table->coverage, clause_table[k].id);
        print_clause(table, &clause_table[k], output.stream);
    }
    fprintf(output.stream, "%zu clauses, %zu tested by the quick suite\n",
            clause_count, tested);
    return output_end(&output, STATUS_PASS);
}

static int fill(struct table *table)
{
    struct case_error error;

    if (!suite_load(&table->suite, DIALECT_AIX, false, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    table->ran = calloc(table->suite.count + 1, 1);
    if (!table->ran || !coverage_begin(&table->coverage, &table->suite))
        return complain(STATUS_HARNESS, "out of memory");
    return STATUS_PASS;
}

static int parse(struct table *table, char **arguments, bool *help)
{
    struct options o;
    int row, dialect, status = STATUS_PASS;

    options_begin(&o, rows, arguments);
    while (status == STATUS_PASS && (row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: *help = true; return STATUS_PASS;
        case CASES: table->cases = true; break;
        case DIALECT:
            dialect = dialect_option(o.value);
            if (dialect < 0)
                return STATUS_USAGE;
            table->dialects = 1u << dialect;
            break;
        default: status = read_results(table, o.value);
        }
    if (status == STATUS_PASS && row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "coverage: %s", o.error);
    return status;
}

static int run(char **arguments)
{
    struct table table = {.dialects = (1u << DIALECTS) - 1};
    bool help = false;
    int status = fill(&table);

    if (status == STATUS_PASS)
        status = parse(&table, arguments, &help);
    if (status == STATUS_PASS)
        status = help ? verb_help(&verb_coverage) : print_all(&table);
    coverage_end(&table.coverage);
    case_list_free(&table.suite);
    free(table.ran);
    return status;
}

const struct verb verb_coverage = {
    .name = "coverage",
    .usage = "[OPTION]... [RESULTS.json]...",
    .summary = "show what tests each clause, or why nothing does",
    .example = "profilcheck coverage --dialect aix --cases\n"
               "profilcheck run --format json signal >signal.json\n"
               "profilcheck coverage signal.json",
    .rows = rows,
    .run = run,
};
