/* SPDX-License-Identifier: MIT */
#include "judged_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"

enum {
    LINES_TOLD = 8,
    LINE_SHOWN = 100, /* bytes of one */
};

/* What is not meant for the dialect is not judged by it. */
static const char *not_meant(const struct test_case *c, enum dialect dialect)
{
    return c->dialects >> dialect & 1
               ? NULL
               : "it is meant for other dialects: its calls, or its dialect "
                 "line, say so";
}

static size_t gather_findings(const struct trace *trace, enum dialect dialect,
                              bool all, size_t *cases,
                              struct assessed *assessed)
{
    size_t count = 0;

    for (size_t k = 0; k < trace->count; k++) {
        const struct traced *traced = &trace->cases[k];
        struct assessed *a = &assessed[count];

        if (!all && traced->dialect != (int)dialect)
            continue;
        cases[count++] = k;
        a->c = &trace->list.cases[k];
        a->observation = traced->observation;
        a->unsupported = traced->unsupported ? traced->unsupported
                                             : (char *)not_meant(a->c, dialect);
    }
    return count;
}

/* Whether a line is to be named. */
static bool is_bad(const struct result *result)
{
    switch (result->verdict) {
    case VERDICT_FAIL:
    case VERDICT_INCONSISTENT:
    case VERDICT_CRASH:
    case VERDICT_TIMEOUT:
    case VERDICT_ERROR: return true;
    default: return false;
    }
}

static bool find_lines(const struct trace *trace, struct judged_trace *judged)
{
    bool good = true;

    for (size_t k = 0; good && k < judged->results.case_count; k++) {
        size_t at = judged->cases[k];

        if (is_bad(&judged->results.cases[k]) &&
            trace->cases[at].observation.ended != ENDED_TIMEOUT)
            good = first_find(judged->dialect, &trace->list.cases[at],
                              &trace->cases[at], &judged->firsts[k]);
    }
    return good;
}

bool judged_make(const struct trace *trace, enum dialect dialect, bool all,
                 struct judged_trace *judged)
{
    struct assessed *assessed = calloc(trace->count + 1, sizeof *assessed);
    bool good;
    size_t count;

    *judged = (struct judged_trace){.dialect = dialect};
    judged->cases = calloc(trace->count + 1, sizeof *judged->cases);
    judged->firsts = calloc(trace->count + 1, sizeof *judged->firsts);
    good = assessed && judged->cases && judged->firsts;
    if (good) {
        count = gather_findings(trace, dialect, all, judged->cases, assessed);
        good = assess(dialect, assessed, count, &judged->results) &&
               find_lines(trace, judged);
    }
    free(assessed);
    return good;
}

void judged_free(struct judged_trace *judged)
{
    results_free(&judged->results);
    free(judged->cases);
    free(judged->firsts);
}

/* A line of the trace, cut where it is long. */
static void put_line(const char *text, size_t size, unsigned line, FILE *out)
{
    char words[LINE_SHOWN + 4];
    size_t length = 0;
    const char *found = trace_line(text, size, line, &length);

    snprintf(words, sizeof words, "%.*s%s",
             (int)(length < LINE_SHOWN ? length : LINE_SHOWN),
             found ? found : "", length > LINE_SHOWN ? "..." : "");
    terminal_clean(words, out);
}

/* "freebsd permits only 1", "... only: counted nothing" */
static void put_line_permitted(const struct first_line *first,
                               const char *dialect, FILE *out)
{
    static const char returned[] = "returned ";
    const char *words = first->permitted;
    bool call = strncmp(words, returned, sizeof returned - 1) == 0;

    if (first->ended) {
        fprintf(out, ": %s lets no process end there", dialect);
        return;
    }
    if (strcmp(words, "returned") == 0) {
        fprintf(out, ": %s permits only void", dialect);
        return;
    }
    words += call ? sizeof returned - 1 : 0;
    fprintf(out, ": %s permits only%s ", dialect,
            call || (*words >= '0' && *words <= '9') ? "" : ":");
    for (const char *next; (next = strstr(words, " or returned "));) {
        fprintf(out, "%.*s or ", (int)(next - words), words);
        words = next + sizeof " or returned " - 1;
    }
    terminal_clean(words, out);
}

static void put_judged_finding(const struct judged_trace *judged,
                               const struct trace *trace, size_t k,
                               const char *file, const char *text, size_t size,
                               FILE *out)
{
    const struct result *result = &judged->results.cases[k];
    const struct traced *traced = &trace->cases[judged->cases[k]];
    const struct first_line *first = &judged->firsts[k];
    const char *dialect = dialect_table[judged->dialect].name, *clause;
    unsigned line = first->line;

    if (!line)
        line =
            result->verdict == VERDICT_TIMEOUT ? traced->ending : traced->line;
    terminal_clean(file, out);
    fprintf(out, ":%u: ", line);
    if (judged->results.case_count > 1)
        fprintf(out, "%s: ", trace->list.cases[judged->cases[k]].slug);
    if (!first->line || !first->itself)
        terminal_clean(first->line   ? first->got
                       : result->got ? result->got
                                     : result->detail,
                       out);
    else
        put_line(text, size, line, out);
    if (first->line)
        put_line_permitted(first, dialect, out);
    clause = result->cause_count
                 ? judged->results.causes[result->causes[0]].clause
                 : "";
    fprintf(out, *clause ? " (%s)" : "%s", clause);
    putc('\n', out);
}

void judged_print(const struct judged_trace *judged, const struct trace *trace,
                  const char *file, const char *text, size_t size, FILE *out)
{
    const struct results *run = &judged->results;
    size_t bad = 0, skipped = run->summary[VERDICT_UNSUPPORTED];

    for (size_t k = 0; k < run->case_count; k++)
        if (is_bad(&run->cases[k]) && bad++ < LINES_TOLD)
            put_judged_finding(judged, trace, k, file, text, size, out);
    if (bad > LINES_TOLD)
        fprintf(out, "and %zu more case%s\n", bad - LINES_TOLD,
                plural(bad - LINES_TOLD));
    if (bad > 0)
        return;
    terminal_clean(file, out);
    if (skipped == run->case_count)
        fputs(": nothing was judged: every case is unsupported\n", out);
    else
        fprintf(out, ": %s explains every line: %zu case%s\n",
                dialect_table[judged->dialect].name, run->case_count - skipped,
                plural(run->case_count - skipped));
}
