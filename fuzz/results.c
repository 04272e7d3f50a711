/* SPDX-License-Identifier: MIT */
/*
 * The readers of results: files of lines (results_file.h), and reports in
 * JSON (run_reader.h).  Any bytes are read or refused in one line that begins
 * with the file's name, and no more memory is asked for than so many times
 * their number.  What is read is written, and is the same when read again; its
 * report is read too, and tells of the same failures; and every other format
 * writes it.  What a run left that was killed is judged, or refused, and every
 * format writes that.
 */
#include "fuzz.h"

#ifndef HAVE_JANSSON

#include <stdio.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fputs("fuzz: results: skipped: there is no reader of JSON; apt-get install "
          "libjansson-dev and make it again\n",
          stderr);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)data;
    (void)size;
    return 0;
}

#else

#include <jansson.h>
#include <string.h>

#include "asked.h"
#include "conformance/results/results_file.h"
#include "conformance/run/results_judge.h"
#include "conformance/run/run_reader.h"
#include "reports/reports.h"
#include "results_same.h"
#include "results_seal.h"
#include "text.h"

/* Bytes of memory that may be asked for, for each byte of a file and besides.
 * jansson takes a hundred for a bracket, and a report is parsed twice. */
enum { FOR_A_BYTE = 300, BESIDES = 8192 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    json_set_alloc_funcs(malloc, free);
    return 0;
}

static void in_proportion(size_t size)
{
    if (asked_bytes() > size * FOR_A_BYTE + BESIDES)
        text_finding("memory out of proportion", "", 0);
}

static void results_refused(const char *why)
{
    if (strncmp(why, "input:", 6) != 0 || strlen(why) < 8)
        text_finding("refused without a place", why, strlen(why));
}

static bool read_result_lines(const char *text, size_t size,
                              struct results_file *file)
{
    const char *problem;

    asked_begin();
    problem = results_file_read(file, "input", text, size);
    in_proportion(size);
    if (problem)
        results_refused(problem);
    return !problem;
}

/* Of a run that was killed the cases are judged, which takes what it takes. */
static bool read_fuzzed_report(const char *text, size_t size, bool judges,
                               struct run_failures *failures)
{
    const char *problem;

    asked_begin();
    problem = run_failures_read(failures, "input", text, size);
    if (!judges)
        in_proportion(size);
    if (problem)
        results_refused(problem);
    for (size_t k = 1; !problem && k < failures->count; k++)
        if (failures->rows[k].rank < failures->rows[k - 1].rank)
            text_finding("failures in another order", text, size);
    return !problem;
}

static void lines_again(const struct results_file *file)
{
    struct results_file again;
    struct text t;
    const char *part = file->count ? NULL : "no run";

    text_begin(&t);
    for (size_t k = 0; k < file->count; k++)
        report_lines(&file->runs[k], t.out);
    text_end(&t);
    if (!read_result_lines(t.text, t.length, &again))
        text_finding("what was written is refused", t.text, t.length);
    if (again.count != file->count)
        part = "other runs";
    for (size_t k = 0; !part && k < file->count; k++)
        part = results_differ(&file->runs[k], &again.runs[k]);
    if (part)
        text_finding(part, t.text, t.length);
    results_file_free(&again);
    free(t.text);
}

/* Other values of what a reader might leave out and nobody would miss. */
static void change_values(struct results_file *file)
{
    for (size_t k = 0; k < file->count; k++)
        for (size_t c = 0; c < file->runs[k].case_count; c++) {
            struct result *result = &file->runs[k].cases[c];
            struct wrong_buffer *h = result->histogram;

            result->finding = !result->finding;
            for (size_t i = 0; h && i < h->count; i++)
                h->bins[i] = (struct wrong_counter){-(int64_t)i, i + 1, i + 2};
        }
}

static bool is_result_failure(unsigned verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_CRASH ||
           verdict == VERDICT_INCONSISTENT || verdict == VERDICT_TIMEOUT ||
           verdict == VERDICT_INCONCLUSIVE;
}

static void report_again(const struct results_file *file)
{
    struct run_failures failures;
    struct text t;
    size_t expected = 0;

    report_json(file->runs, file->count, text_begin(&t));
    text_end(&t);
    for (size_t k = 0; k < file->count; k++)
        for (size_t c = 0; c < file->runs[k].case_count; c++)
            expected += is_result_failure(file->runs[k].cases[c].verdict);
    if (!read_fuzzed_report(t.text, t.length, false, &failures))
        text_finding("the report is refused", t.text, t.length);
    if (failures.count != expected)
        text_finding("the report tells of other failures", t.text, t.length);
    run_failures_free(&failures);
    free(t.text);
}

static void all_formats(const struct results_file *file)
{
    for (size_t k = 0; report_formats[k].name; k++) {
        struct text t;

        report_formats[k].write(file->runs, file->count, text_begin(&t));
        text_end(&t);
        free(t.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char begin[] = "{\"line\"";
    char *text = results_seal(data, size);
    struct results_file file;
    struct run_failures failures;
    bool lines = read_result_lines(text, size, &file);
    bool partial = lines && file.partial;
    bool report = read_fuzzed_report(text, size, partial, &failures);

    if (report && !lines && size > sizeof begin &&
        memcmp(text, begin, sizeof begin - 1) == 0)
        text_finding("one reader takes what the other refuses", text, size);
    if (lines && !partial && !report)
        text_finding("one reader refuses what the other takes", text, size);
    if (report)
        run_failures_free(&failures);
    if (partial && !results_file_judge(&file, "input")) {
        all_formats(&file);
        results_file_free(&file);
    } else if (lines && !partial) {
        lines_again(&file);
        change_values(&file);
        lines_again(&file);
        report_again(&file);
        all_formats(&file);
        results_file_free(&file);
    }
    free(text);
    return 0;
}

#endif
