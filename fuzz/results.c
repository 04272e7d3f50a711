/* SPDX-License-Identifier: MIT */
/*
 * The readers of results: files of lines (results_file.h), and reports in JSON
 * (explain_run.h).  Any bytes are read, or refused in one line that begins with
 * the file's name, with memory in proportion to their number.  What was read is
 * the same when it is written and read again; its report has the same failures;
 * and every format can write it.  The file of a run that was killed is judged,
 * or refused, and every format writes that, too.
 */
#include "lines.h"

#include "conformance/base/json_value.h"
#include "conformance/runs/explain_run.h"
#include "conformance/runs/recorded.h"
#include "reports/reports.h"

/*
 * How much memory was asked for.  By ASKED_FLAGS (fuzz.mk) all of this target
 * calls malloc, calloc and realloc through these functions; jansson is given
 * them.
 */
static size_t asked;

/* The linker's names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    asked += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    asked += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    asked += size;
    return __real_realloc(memory, size);
}

/* How many bytes of memory may be asked for: for each byte of the input, and in
 * addition.  jansson takes 100 for a bracket, and a report is parsed twice. */
enum { FOR_A_BYTE = 300, BESIDES = 8192 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    json_value_use(malloc, free);
    if (!json_value_can_be_read)
        fputs("fuzz: results: skipped: there is no reader of JSON; apt-get "
              "install libjansson-dev and make it again\n",
              stderr);
    return 0;
}

static void in_proportion(size_t size)
{
    fuzz_must(asked <= size * FOR_A_BYTE + BESIDES, "memory out of proportion",
              "");
}

static void results_refused(const char *why)
{
    fuzz_must(strncmp(why, "input:", 6) == 0 && strlen(why) >= 8,
              "refused without a place", why);
}

static bool read_result_lines(const char *text, size_t size,
                              struct results_file *file)
{
    const char *problem;

    asked = 0;
    problem = results_file_read(file, "input", text, size);
    in_proportion(size);
    if (problem)
        results_refused(problem);
    return !problem;
}

/* judges: the cases of a run that was killed are judged, which may take any
 * memory. */
static bool read_fuzzed_report(const char *text, size_t size, bool judges,
                               struct failures *failures)
{
    const char *problem;

    asked = 0;
    problem = failures_read(failures, "input", text, size);
    if (!judges)
        in_proportion(size);
    if (problem)
        results_refused(problem);
    for (size_t k = 1; !problem && k < failures->count; k++)
        if (verdict_rank(failures->rows[k].result->verdict) <
            verdict_rank(failures->rows[k - 1].result->verdict))
            text_finding("failures in another order", text, size);
    return !problem;
}

static char *lines_of(const struct results_file *file, size_t *length)
{
    struct memory_stream t;

    memory_stream(&t);
    for (size_t k = 0; k < file->count; k++)
        results_write_run(&file->runs[k], t.out);
    memory_stream_end(&t);
    *length = t.length;
    return t.text;
}

static void lines_again(const struct results_file *file)
{
    struct results_file again;
    size_t length, other;
    char *first = lines_of(file, &length), *second;

    text_must(file->count > 0, "no run", first, length);
    text_must(read_result_lines(first, length, &again),
              "what was written is refused", first, length);
    second = lines_of(&again, &other);
    text_must(strcmp(first, second) == 0,
              "it is something else when read again", first, length);
    results_file_free(&again);
    free(first);
    free(second);
}

/* Change values that a reader could forget without any check failing. */
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

static void report_again(const struct results_file *file)
{
    struct failures failures;
    struct memory_stream t;
    size_t expected = 0;

    report_json(file->runs, file->count, memory_stream(&t));
    memory_stream_end(&t);
    for (size_t k = 0; k < file->count; k++)
        for (size_t c = 0; c < file->runs[k].case_count; c++)
            expected += verdict_fails(file->runs[k].cases[c].verdict);
    if (!read_fuzzed_report(t.text, t.length, false, &failures))
        text_finding("the report is refused", t.text, t.length);
    if (failures.count != expected)
        text_finding("the report has other failures", t.text, t.length);
    failures_free(&failures);
    free(t.text);
}

static void all_formats(const struct results_file *file)
{
    for (size_t k = 0; report_formats[k].name; k++) {
        struct memory_stream t;

        report_write(&report_formats[k], file->runs, file->count,
                     memory_stream(&t));
        memory_stream_end(&t);
        free(t.text);
    }
}

/* Check a file of lines, and free it. */
static void check_lines(struct results_file *file)
{
    if (file->partial) {
        lines_adopt(file);
        if (results_file_judge(file, "input"))
            return; /* which freed it */
    } else {
        lines_again(file);
        change_values(file);
        lines_again(file);
        report_again(file);
    }
    all_formats(file);
    results_file_free(file);
}

bool fuzz_rows(const char *data, size_t size, bool check)
{
    static const char begin[] = "{\"line\"";
    struct memory_stream t = lines_fill(data, size);
    struct results_file file;
    struct failures failures;
    bool lines, report, partial;

    if (!check) {
        lines = !results_file_read(&file, "input", t.text, t.length);
        report = !lines && !failures_read(&failures, "input", t.text, t.length);
        if (lines)
            results_file_free(&file);
    } else {
        lines = read_result_lines(t.text, t.length, &file);
        partial = lines && file.partial;
        report = read_fuzzed_report(t.text, t.length, partial, &failures);
        text_must(lines || !report ||
                      strncmp(t.text, begin, sizeof begin - 1) != 0,
                  "one reader takes what the other refuses", t.text, t.length);
        text_must(!lines || partial || report,
                  "one reader refuses what the other takes", t.text, t.length);
        if (lines)
            check_lines(&file);
    }
    if (report)
        failures_free(&failures);
    free(t.text);
    return lines || report;
}
