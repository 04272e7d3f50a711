/* SPDX-License-Identifier: MIT */
#include "explain_run.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/judge/causes.h"
#include "conformance/language/observed.h"
#include "recorded.h"

/* One case and what was observed of it, by these dialects; causes: of a run, by
 * its own diagnosis. */
static int explain_by(FILE *out, const struct test_case *c,
                      const char *observed, unsigned dialects,
                      const struct cause *causes, size_t count)
{
    struct observation observation;
    struct observed_error error;
    struct test_case own = *c; /* on the machine that it was observed on */
    char input[400];

    if (!observed_parse(observed, strlen(observed), &observation, &error))
        return complain(STATUS_USAGE, "explain: what was observed of %s: %s",
                        c->id, error.text);
    own.script.swapped = observation.swapped;
    for (int d = 0; d < DIALECTS; d++) {
        if (!(dialects >> d & 1))
            continue;
        diagnose_input(c, input, sizeof input);
        fprintf(out, "%s by %s: %s\n", c->id, dialect_table[d].name, input);
        cause_print((enum dialect)d, &own, &observation, causes, count, out);
    }
    observation_free(&observation);
    return STATUS_PASS;
}

int explain_case(FILE *out, const struct test_case *c, const char *observed,
                 unsigned dialects)
{
    return explain_by(out, c, observed, dialects, NULL, 0);
}

/* Whether there is anything to explain of it. */
static bool is_explained(unsigned verdict)
{
    return verdict_rank(verdict) < verdict_rank(VERDICT_WAIVED) &&
           verdict != VERDICT_ERROR;
}

/* Equal verdicts stay in the order of the file. */
static int by_rank(const void *a, const void *b)
{
    const struct failure *one = a, *other = b;
    unsigned rank = verdict_rank(one->result->verdict);
    unsigned other_rank = verdict_rank(other->result->verdict);

    if (rank != other_rank)
        return rank < other_rank ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

static void failures_find(struct failures *failures)
{
    struct results_file *file = &failures->file;

    for (size_t r = 0; r < file->count; r++)
        for (size_t k = 0; k < file->runs[r].case_count; k++) {
            const struct results *run = &file->runs[r];
            size_t index = failures->count;

            if (is_explained(run->cases[k].verdict))
                ARENA_ADD(&file->memory, failures->rows, failures->count) =
                    (struct failure){run, &run->cases[k], index};
        }
    if (failures->count)
        qsort(failures->rows, failures->count, sizeof *failures->rows, by_rank);
}

const char *failures_read(struct failures *failures, const char *name,
                          const char *text, size_t length)
{
    const char *problem;

    *failures = (struct failures){0};
    problem = recorded_read(&failures->file, name, text, length);
    if (!problem)
        failures_find(failures);
    return problem;
}

void failures_free(struct failures *failures)
{
    results_file_free(&failures->file);
    *failures = (struct failures){0};
}

/* The only case of a text that a run recorded. */
static int explain_text(const struct failure *failure, int dialect, FILE *out)
{
    const struct result *result = failure->result;
    struct cause *causes = memory_new(result->cause_count, sizeof *causes);
    bool own = dialect == dialect_by_name(failure->run->dialect);
    struct case_list list = {0};
    struct case_error error;
    int status;

    for (size_t k = 0; k < result->cause_count; k++)
        causes[k] = failure->run->causes[result->causes[k]];
    if (!case_list_parse(&list, result->id, result->text, strlen(result->text),
                         &error))
        status = complain(STATUS_USAGE, "explain: %s", error.text);
    else if (list.count != 1)
        status = complain(STATUS_USAGE, "explain: %s: its text is not one case",
                          result->id);
    else
        status =
            explain_by(out, &list.cases[0], result->observed, 1u << dialect,
                       causes, own ? result->cause_count : 0);
    if (own && result->verdict == VERDICT_INCONSISTENT && result->got &&
        result->permitted)
        terminal_print(out, "but not with other cases: %s, permitted %s\n",
                       result->got, result->permitted);
    case_list_free(&list);
    free(causes);
    return status;
}

static int explain_failure(const struct explained_run *request,
                           const struct failure *failure, FILE *out)
{
    const struct result *result = failure->result;
    int dialect = request->dialect >= 0
                      ? request->dialect
                      : dialect_by_name(failure->run->dialect);

    if (dialect < 0)
        return complain(STATUS_USAGE,
                        "explain: %s: its dialect is %s, which profilcheck "
                        "list dialects does not have",
                        result->id, failure->run->dialect);
    terminal_print(out, "%s: %s, ", verdict_names[result->verdict],
                   failure->run->implementation);
    if (!result->text || !result->observed)
        return complain(STATUS_USAGE,
                        "explain: %s: the file lacks its text or its "
                        "observation; run the case again",
                        result->id);
    return explain_text(failure, dialect, out);
}

static int explain_failures(const struct explained_run *request,
                            const struct failures *failures, FILE *out)
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
    struct failures failures = {0};
    const char *problem = recorded_open(&failures.file, request->file);
    int status;

    if (problem)
        return complain(STATUS_USAGE, "explain: %s", problem);
    results_file_warn(&failures.file, "explain", request->file);
    failures_find(&failures);
    status = explain_failures(request, &failures, out);
    failures_free(&failures);
    return status;
}
