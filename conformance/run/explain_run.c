/* SPDX-License-Identifier: MIT */
#include "explain_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/delivery/observed.h"
#include "conformance/explain/cause.h"
#include "conformance/judge/diagnose.h"
#include "run_reader.h"

/* One case and what was observed of it, by these dialects; of a run, by its
 * own diagnosis. */
static int explain_by(FILE *out, const struct test_case *c,
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

int explain_case(FILE *out, const struct test_case *c, const char *observed,
                 unsigned dialects)
{
    return explain_by(out, c, observed, dialects, NULL);
}

static int explain_failure(const struct explained_run *request,
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
        status = explain_by(
            out, &list.cases[0], failure->observed, 1u << dialect,
            dialect == dialect_by_name(failure->dialect) ? failure : NULL);
    case_list_free(&list);
    return status;
}

static int explain_failures(const struct explained_run *request,
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

int explain_run(const struct explained_run *request, FILE *out)
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
