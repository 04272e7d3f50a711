/* SPDX-License-Identifier: MIT */
/* The verb `coverage`: each sentence of the manuals, its clauses, their rules,
 * the cases that test it, and, with the results of runs, the backends that
 * ran them. */
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/judge/coverage.h"
#include "conformance/runs/recorded.h"
#include "verbs.h"

struct coverage_request {
    struct coverage_table table;
    int dialect, format;
    bool verbose;
};

static const struct option_row rows[] = {
    OPTION("dialect", DIALECT, coverage_request, dialect, "D",
           "only the sentences of this dialect (default: all)"),
    VERBOSE_ROW(coverage_request, verbose,
                "every sentence, with its rules and cases"),
    OPTION("cases", SET, coverage_request, table.cases, NULL,
           "the same, and the names of the cases"),
    FORMAT_ROW(coverage_request, format, "text|json"),
    OPTIONS_HELP,
};

/* The bit of a backend; 0 where there are too many. */
static uint8_t bit_of(struct coverage_table *table, const char *name)
{
    unsigned k = 0;

    while (k < table->backend_count && strcmp(table->backends[k], name) != 0)
        k++;
    if (k == BACKENDS)
        return 0;
    if (k == table->backend_count)
        snprintf(table->backends[table->backend_count++],
                 sizeof *table->backends, "%s", name);
    return (uint8_t)(1u << k);
}

static void note_case(struct coverage_table *table, const struct result *c,
                      uint8_t backend)
{
    if (c->verdict == VERDICT_UNSUPPORTED || c->verdict == VERDICT_ERROR)
        return;
    for (size_t k = 0; k < table->suite.count; k++)
        if (strcmp(table->suite.cases[k].id, c->id) == 0)
            table->ran[k] |= backend;
}

static const char *note_results(struct coverage_table *table, const char *path)
{
    struct results_file file;
    const char *problem = recorded_open(&file, path);

    for (size_t r = 0; !problem && r < file.count; r++)
        for (size_t k = 0; k < file.runs[r].case_count; k++)
            note_case(table, &file.runs[r].cases[k],
                      bit_of(table, file.runs[r].backend));
    results_file_free(&file);
    return problem;
}

static int coverage_run(void *of, const struct options *given, FILE *out)
{
    struct coverage_request *request = of;
    struct coverage_table *table = &request->table;
    int status = load_cases(&table->suite, NULL, DIALECT_AIX, false);

    if (status != STATUS_PASS)
        return status;
    table->ran = memory_new(table->suite.count, 1);
    table->json = request->format == 1;
    if (request->dialect >= 0)
        table->dialects = 1u << request->dialect;
    table->all = request->dialect >= 0 || request->verbose || table->cases ||
                 given->word_count;
    for (size_t k = 0; k < given->word_count; k++) {
        const char *problem = note_results(table, given->words[k]);

        if (problem)
            return complain(STATUS_USAGE, "coverage: %s", problem);
    }
    coverage_begin(&table->coverage, &table->suite);
    (table->json ? coverage_print_json : coverage_print)(table, out);
    return STATUS_PASS;
}

const struct verb verb_coverage = {
    .name = "coverage",
    .usage = "[OPTION]... [RESULTS.json]...",
    .summary = "show which cases test each sentence of the manuals",
    .example = "profilcheck coverage\n"
               "profilcheck coverage --dialect aix --cases\n"
               "profilcheck run --format json signal >signal.json\n"
               "profilcheck coverage signal.json",
    .rows = rows,
    .most = WORDS_ANY,
    REQUEST(coverage_request, .dialect = -1,
            .table = {.dialects = (1u << DIALECTS) - 1}),
    .run = coverage_run,
};
