/* SPDX-License-Identifier: MIT */
#include "verdict_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "reports/reports.h"

static void put_verdict_string(const char *text, FILE *out)
{
    fputs(text ? text : "", out);
    putc('\0', out);
}

static void put_count(size_t count, FILE *out)
{
    fprintf(out, "%zu", count);
    putc('\0', out);
}

static void put_cause(const struct results *results, const struct cause *cause,
                      FILE *out)
{
    const struct result *example =
        &results->cases[results_example(results, cause)];

    put_verdict_string(cause->id, out);
    put_verdict_string(cause->sentence, out);
    put_verdict_string(cause->rule, out);
    put_verdict_string(cause->clause, out);
    put_verdict_string(confidence_names[cause->confidence], out);
    put_verdict_string(verdict_names[results_cause_verdict(results, cause)],
                       out);
    put_count(cause->case_count, out);
    put_verdict_string(example->id, out);
    put_verdict_string(example->input, out);
    put_verdict_string(results_got(results, cause), out);
    put_verdict_string(results_instead(results, cause), out);
}

void verdict_text_put(const struct results *results, int outcome, FILE *out)
{
    struct memory_stream line;
    char *text;

    put_count((size_t)outcome, out);
    report_text(results, REPORT_QUIET, false, memory_stream(&line));
    text = memory_stream_end(&line);
    text[strcspn(text, "\n")] = '\0';
    put_verdict_string(text, out);
    free(text);
    report_text(results, REPORT_NORMAL, false, out);
    putc('\0', out);
    put_count(results->cause_count, out);
    for (size_t k = 0; k < results->cause_count; k++)
        put_cause(results, &results->causes[k], out);
    put_count(results->case_count, out);
    for (size_t k = 0; k < results->case_count; k++) {
        put_verdict_string(results->cases[k].id, out);
        put_verdict_string(verdict_names[results->cases[k].verdict], out);
        put_verdict_string(results->cases[k].detail, out);
    }
    put_verdict_string("end", out);
}

void verdict_text_put_error(int outcome, const char *sentence, FILE *out)
{
    put_count((size_t)outcome, out);
    for (int k = 0; k < 2; k++) {
        terminal_clean(sentence, out); /* it may have a word of the caller's */
        putc('\0', out);
    }
    put_count(0, out);
    put_count(0, out);
    put_verdict_string("end", out);
}

/* What is left to be read. */
struct verdict_bytes {
    const char *at, *end;
    bool good;
};

/* An empty one where there is none left. */
static const char *take_string(struct verdict_bytes *bytes)
{
    const char *text = bytes->at;
    const char *zero = bytes->at < bytes->end
                           ? memchr(text, 0, (size_t)(bytes->end - text))
                           : NULL;

    if (!zero) {
        bytes->good = false;
        return "";
    }
    bytes->at = zero + 1;
    return text;
}

static size_t take_size(struct verdict_bytes *bytes)
{
    size_t count = (size_t)strtoull(take_string(bytes), NULL, 10);

    if (count <= (size_t)(bytes->end - bytes->at) || count < 4)
        return count;
    bytes->good = false;
    return 0;
}

static void take_cause(struct verdict_bytes *bytes,
                       struct profilcheck_cause *cause)
{
    cause->id = take_string(bytes);
    cause->sentence = take_string(bytes);
    cause->rule = take_string(bytes);
    cause->clause = take_string(bytes);
    cause->confidence = take_string(bytes);
    cause->verdict = take_string(bytes);
    cause->cases = take_size(bytes);
    cause->shortest = take_string(bytes);
    cause->input = take_string(bytes);
    cause->got = take_string(bytes);
    cause->permitted = take_string(bytes);
}

static void take_all(struct verdict_bytes *bytes,
                     struct profilcheck_report *report)
{
    report->outcome = (int)take_size(bytes);
    report->summary = take_string(bytes);
    report->text = take_string(bytes);
    report->cause_count = take_size(bytes);
    report->causes = calloc(report->cause_count + 1, sizeof *report->causes);
    for (size_t k = 0; report->causes && k < report->cause_count; k++)
        take_cause(bytes, &report->causes[k]);
    report->case_count = take_size(bytes);
    report->cases = calloc(report->case_count + 1, sizeof *report->cases);
    for (size_t k = 0; report->cases && k < report->case_count; k++) {
        report->cases[k].id = take_string(bytes);
        report->cases[k].verdict = take_string(bytes);
        report->cases[k].detail = take_string(bytes);
    }
    bytes->good = bytes->good && report->causes && report->cases &&
                  strcmp(take_string(bytes), "end") == 0;
}

struct profilcheck_report *verdict_text_read(char *text, size_t length)
{
    struct verdict_bytes bytes = {text, text + length, true};
    struct profilcheck_report *report = calloc(1, sizeof *report);

    if (!report) {
        free(text);
        return NULL;
    }
    report->bytes = text;
    take_all(&bytes, report);
    if (bytes.good)
        return report;
    profilcheck_free(report);
    return NULL;
}
