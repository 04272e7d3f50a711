/* SPDX-License-Identifier: MIT */
/* The verb `explain`: why a case did not pass. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/cases/suite.h"
#include "conformance/delivery/observed.h"
#include "conformance/explain/cause.h"
#include "conformance/judge/diagnose.h"
#include "conformance/run/run_reader.h"
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
    int dialect; /* -1: not given */
    const char *the_case, *observed, *file;
    size_t limit;
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

/* One case and what was observed of it, by these dialects; of a run, by its
 * own diagnosis. */
static int explain_one(FILE *out, const struct test_case *c,
                       const char *observed, unsigned dialects,
                       const struct run_failure *failure)
{
    struct observation observation;
    struct observed_error error;
    struct test_case own = *c; /* on the machine that it was observed on */
    bool good = true;
    char input[400];

    if (!observed_parse(observed, strlen(observed), &observation, &error))
        return complain(STATUS_USAGE, "explain: what was observed of %s: %s",
                        c->id, error.text);
    own.script.swapped = observation.swapped;
    for (int d = 0; good && d < DIALECTS; d++) {
        if (!(dialects >> d & 1))
            continue;
        diagnose_input(c, input, sizeof input);
        fprintf(out, "%s by %s: %s\n", c->id, dialect_table[d].name, input);
        good = cause_print((enum dialect)d, &own, &observation,
                           failure ? failure->causes : NULL,
                           failure ? failure->cause_count : 0, out);
    }
    observation_free(&observation);
    return good ? STATUS_PASS : out_of_memory();
}

static int explain_given(const struct explain_request *request, FILE *out)
{
    struct case_list list = {0};
    const struct test_case *c =
        take_case(&list, request->the_case, request->dialect);
    int status = STATUS_USAGE;

    if (c)
        status = explain_one(
            out, c, request->observed,
            request->dialect >= 0 ? 1u << request->dialect : c->dialects, NULL);
    case_list_free(&list);
    return status;
}

static int explain_failure(const struct explain_request *request,
                           const struct run_failure *failure, FILE *out)
{
    int dialect = request->dialect >= 0 ? request->dialect
                                        : dialect_by_name(failure->dialect);
    struct case_list list = {0};
    struct case_error error;
    int status;

    if (dialect < 0)
        return complain(STATUS_USAGE,
                        "explain: %s: its dialect is %s, which "
                        "is none of profilcheck list dialects",
                        failure->id, failure->dialect);
    terminal_clean(failure->verdict, out);
    fputs(": ", out);
    terminal_clean(failure->implementation, out);
    fputs(", ", out);
    if (!failure->text || !failure->observed)
        status = complain(STATUS_USAGE,
                          "explain: %s: its text, or what was observed, is "
                          "not there; run it again",
                          failure->id);
    else if (!case_list_parse(&list, failure->id, failure->text,
                              strlen(failure->text), &error))
        status = complain(STATUS_USAGE, "explain: %s", error.text);
    else if (list.count != 1)
        status = complain(STATUS_USAGE,
                          "explain: %s: its text is not one "
                          "case",
                          failure->id);
    else
        status = explain_one(
            out, &list.cases[0], failure->observed, 1u << dialect,
            dialect == dialect_by_name(failure->dialect) ? failure : NULL);
    case_list_free(&list);
    return status;
}

static int explain_failures(const struct explain_request *request,
                            const struct run_failures *failures, FILE *out)
{
    int status = STATUS_PASS;

    for (size_t k = 0;
         status == STATUS_PASS && k < failures->count && k < request->limit;
         k++) {
        if (k)
            putc('\n', out);
        status = explain_failure(request, &failures->rows[k], out);
    }
    if (failures->count > request->limit)
        fprintf(out, "\nand %zu more case%s; see --limit\n",
                failures->count - request->limit,
                plural(failures->count - request->limit));
    if (failures->count == 0)
        fputs("there is nothing to explain: no case failed\n", out);
    return status;
}

static int explain_run(const struct explain_request *request, FILE *out)
{
    bool standard = strcmp(request->file, "-") == 0;
    const char *name = standard ? "standard input" : request->file, *problem;
    struct run_failures failures;
    struct whole_file file;
    int status;

    if (!whole_file_read(&file, standard ? NULL : name))
        return complain(STATUS_USAGE, "explain: %s: %s", name, strerror(errno));
    problem = run_failures_read(&failures, name, file.text, file.length);
    free(file.text);
    if (problem)
        return complain(STATUS_USAGE, "explain: %s", problem);
    status = explain_failures(request, &failures, out);
    run_failures_free(&failures);
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
            request->dialect = dialect_option(o.value);
            if (request->dialect < 0)
                return STATUS_USAGE;
            break;
        case CASE: request->the_case = o.value; break;
        case OBSERVED: request->observed = o.value; break;
        case LIMIT:
            if (!options_number_between(&o, row, 1, 1000000, &limit))
                return complain(STATUS_USAGE, "explain: %s", o.error);
            request->limit = (size_t)limit;
            break;
        default:
            if (request->file)
                return complain(STATUS_USAGE,
                                "explain: one report at a time, "
                                "not %s and %s",
                                request->file, o.value);
            request->file = o.value;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "explain: %s", o.error);
    if (!request->the_case != !request->observed)
        return complain(STATUS_USAGE, "explain: --case and --observed go "
                                      "together");
    if (!request->file == !request->the_case)
        return complain(STATUS_USAGE, "explain: what? A report as JSON, a file "
                                      "of results, or --case and --observed");
    return STATUS_PASS;
}

static int explain_verb_run(char **arguments)
{
    struct explain_request request = {.dialect = -1, .limit = CASES};
    struct output output;
    int status = explain_parse(arguments, &request);

    if (request.help)
        return verb_help(&verb_explain);
    if (status != STATUS_PASS)
        return status;
    if (!output_begin(&output))
        return STATUS_HARNESS;
    status = request.file ? explain_run(&request, output.stream)
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
