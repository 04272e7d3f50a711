/* SPDX-License-Identifier: MIT */
/* The verb `explain`: why a case did not pass. */
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/run/explain_run.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, CASE, OBSERVED, LIMIT, HELP };
enum { CASES = 5 /* explained of a run, by default */ };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D",
                 "by this dialect (default: the run's; for "
                 "--case each that it is meant for)"},
    [CASE] = {"case", "TEXT|ID",
              "this case: its id, its name or its text, in "
              "which ; may end a line"},
    [OBSERVED] = {"observed", "LINE",
                  "what was observed of it, as a report "
                  "has it"},
    [LIMIT] = {"limit", "N",
               "of a run, explain N cases, the worst first "
               "(default: 5)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct explain_request {
    struct explained_run run;
    const char *the_case, *observed;
    bool help;
};

/* A case as one line: where ; stands outside of a list, a line ends. */
static char *lines_of(const char *text)
{
    bool named = strncmp(text, "case ", 5) == 0;
    char *lines = malloc(strlen(text) + sizeof "case given\n\n");
    char *to = lines;
    unsigned open = 0;

    if (!lines)
        return NULL;
    if (!named)
        to += sprintf(to, "case given\n");
    for (; *text; text++) {
        open += *text == '[';
        open -= *text == ']' && open;
        *to++ = *text == ';' && !open ? '\n' : *text;
    }
    strcpy(to, "\n");
    return lines;
}

/* A case by its id or its name, from the full suites; null if none has it. */
static const struct test_case *explain_find_case(struct case_list *list,
                                                 const char *id, int dialect)
{
    const struct test_case *c = NULL;
    struct case_error error;

    for (int d = 0; !c && d < DIALECTS; d++) {
        if (dialect >= 0 && d != dialect)
            continue;
        case_list_free(list);
        *list = (struct case_list){0};
        if (suite_load(list, (enum dialect)d, true, &error))
            c = case_list_find(list, id);
    }
    return c;
}

/* The case that was given, in the list; null after a complaint. */
static const struct test_case *take_case(struct case_list *list,
                                         const char *text, int dialect)
{
    const struct test_case *c;
    struct case_error error;
    char *lines;
    bool good;

    if (!strpbrk(text, " \n;")) {
        c = explain_find_case(list, text, dialect);
        if (!c)
            unknown_case("explain: --case", text, NULL);
        return c;
    }
    lines = lines_of(text);
    if (!lines) {
        out_of_memory();
        return NULL;
    }
    good = case_list_parse(list, "--case", lines, strlen(lines), &error);
    free(lines);
    if (good && list->count > 0)
        return &list->cases[0];
    complain(STATUS_USAGE, "explain: %s",
             good ? "--case: there is none in it" : error.text);
    return NULL;
}

static int explain_given(const struct explain_request *request, FILE *out)
{
    struct case_list list = {0};
    const struct test_case *c =
        take_case(&list, request->the_case, request->run.dialect);
    int status = STATUS_USAGE;

    if (c)
        status =
            explain_case(out, c, request->observed,
                         request->run.dialect >= 0 ? 1u << request->run.dialect
                                                   : c->dialects);
    case_list_free(&list);
    return status;
}

static int explain_parse(char **arguments, struct explain_request *request)
{
    struct options o;
    uint64_t limit;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: request->help = true; return STATUS_PASS;
        case DIALECT:
            request->run.dialect = dialect_option(o.value);
            if (request->run.dialect < 0)
                return STATUS_USAGE;
            break;
        case CASE: request->the_case = o.value; break;
        case OBSERVED: request->observed = o.value; break;
        case LIMIT:
            if (!options_number_between(&o, row, 1, 1000000, &limit))
                return complain(STATUS_USAGE, "explain: %s", o.error);
            request->run.limit = (size_t)limit;
            break;
        default:
            if (request->run.file)
                return complain(STATUS_USAGE,
                                "explain: one report at a time, "
                                "not %s and %s",
                                request->run.file, o.value);
            request->run.file = o.value;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "explain: %s", o.error);
    if (!request->the_case != !request->observed)
        return complain(STATUS_USAGE, "explain: --case and --observed go "
                                      "together");
    if (!request->run.file == !request->the_case)
        return complain(STATUS_USAGE, "explain: what? A report as JSON, a file "
                                      "of results, or --case and --observed");
    return STATUS_PASS;
}

static int explain_verb_run(char **arguments)
{
    struct explain_request request = {.run = {.dialect = -1, .limit = CASES}};
    struct output output;
    int status = explain_parse(arguments, &request);

    if (request.help)
        return verb_help(&verb_explain);
    if (status != STATUS_PASS)
        return status;
    if (!output_begin(&output))
        return STATUS_HARNESS;
    status = request.run.file ? explain_run(&request.run, output.stream)
                              : explain_given(&request, output.stream);
    if (status == STATUS_PASS)
        return output_end(&output, status);
    output_drop(&output);
    return status;
}

const struct verb verb_explain = {
    .name = "explain",
    .usage = "[OPTION]... FILE|-, or --case TEXT|ID --observed LINE",
    .summary = "say why cases did not pass, with the arithmetic",
    .example = "profilcheck run --format json libc | profilcheck explain -\n"
               "profilcheck explain --limit 1 results.jsonl\n"
               "profilcheck explain --dialect aix --case odd-number --observed "
               "'...'",
    .rows = rows,
    .run = explain_verb_run,
};
