/* SPDX-License-Identifier: MIT */
/* The verb `coverage`: each sentence of the manuals, its clauses, their rules,
 * the cases that test it, and, with the results of runs, the backends that
 * ran them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/whole_file.h"
#include "conformance/cases/suite.h"
#include "conformance/judge/coverage_text.h"
#include "verbs.h"

enum { DIALECT, VERBOSE, CASES, FORMAT, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "every sentence that this dialect goes by"},
    [VERBOSE] = {"verbose", NULL, "every sentence, with its rules and cases"},
    [CASES] = {"cases", NULL, "the same, and name the cases"},
    [FORMAT] = {"format", "text|json", "as what (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

/* The text between the quotes after `name": ` in a line, if it is there. */
static bool quoted_member(const char *line, const char *name, char *text,
                          size_t size)
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
static unsigned backend_of(struct coverage_table *table, const char *name)
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

static void note_case(struct coverage_table *table, const char *line,
                      unsigned backend)
{
    char id[CASE_ID + 1], verdict[32];

    if (backend == BACKENDS || !quoted_member(line, "id", id, sizeof id) ||
        !quoted_member(line, "verdict", verdict, sizeof verdict) ||
        strcmp(verdict, "unsupported") == 0 || strcmp(verdict, "error") == 0)
        return;
    for (size_t k = 0; k < table->suite.count; k++)
        if (strcmp(table->suite.cases[k].id, id) == 0)
            table->ran[k] |= (uint8_t)(1u << backend);
}

/* The results of `run --format json`, of which each case is one line. */
static int read_results(struct coverage_table *table, const char *path)
{
    unsigned backend = BACKENDS, found = 0;
    struct whole_file file;
    char *next, name[32];

    if (!whole_file_read(&file, path))
        return complain(STATUS_USAGE, "coverage: %s: %s", path,
                        strerror(errno));
    for (char *line = file.text; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (strstr(line, "{\"id\": \"")) {
            note_case(table, line, backend);
        } else if (quoted_member(line, "backend", name, sizeof name)) {
            backend = backend_of(table, name);
            found++;
        }
    }
    free(file.text);
    return found ? STATUS_PASS
                 : complain(STATUS_USAGE,
                            "coverage: %s: no results; expected "
                            "what run --format json writes",
                            path);
}

static int print_all(const struct coverage_table *table)
{
    struct output output;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (table->json)
        coverage_print_json(table, output.stream);
    else
        coverage_print(table, output.stream);
    return output_end(&output, STATUS_PASS);
}

static int coverage_fill(struct coverage_table *table)
{
    struct case_error error;

    if (!suite_load(&table->suite, DIALECT_AIX, false, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    table->ran = calloc(table->suite.count + 1, 1);
    return table->ran ? STATUS_PASS : out_of_memory();
}

static int coverage_parse(struct coverage_table *table, char **arguments,
                          bool *help)
{
    static const char *const formats[] = {"text", "json", NULL};
    struct options o;
    int row, dialect, format, status = STATUS_PASS;

    options_begin(&o, rows, arguments);
    while (status == STATUS_PASS && (row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: *help = true; return STATUS_PASS;
        case VERBOSE: table->all = true; break;
        case CASES: table->all = table->cases = true; break;
        case FORMAT:
            format = options_one_of(&o, row, formats);
            if (format < 0)
                return complain(STATUS_USAGE, "coverage: %s", o.error);
            table->json = format == 1;
            break;
        case DIALECT:
            dialect = dialect_option(o.value);
            if (dialect < 0)
                return STATUS_USAGE;
            table->dialects = 1u << dialect;
            table->all = true;
            break;
        default: status = read_results(table, o.value); table->all = true;
        }
    if (status == STATUS_PASS && row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "coverage: %s", o.error);
    return status;
}

static int coverage_run(char **arguments)
{
    struct coverage_table table = {.dialects = (1u << DIALECTS) - 1};
    bool help = false;
    int status = coverage_fill(&table);

    if (status == STATUS_PASS)
        status = coverage_parse(&table, arguments, &help);
    if (status == STATUS_PASS && help)
        status = verb_help(&verb_coverage);
    else if (status == STATUS_PASS)
        status = coverage_begin(&table.coverage, &table.suite)
                     ? print_all(&table)
                     : out_of_memory();
    coverage_end(&table.coverage);
    case_list_free(&table.suite);
    free(table.ran);
    return status;
}

const struct verb verb_coverage = {
    .name = "coverage",
    .usage = "[OPTION]... [RESULTS.json]...",
    .summary =
        "show what tests each sentence of the manuals, or why nothing does",
    .example = "profilcheck coverage\n"
               "profilcheck coverage --dialect aix --cases\n"
               "profilcheck run --format json signal >signal.json\n"
               "profilcheck coverage signal.json",
    .rows = rows,
    .run = coverage_run,
};
