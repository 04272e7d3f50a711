/* SPDX-License-Identifier: MIT */
#include "shared_report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "reports/reports.h"

enum {
    REPORT_ROOM = 1 << 26, /* of which what is not used takes no memory */
    REPORT_ALIGNED = 16,
};

struct profilcheck_report *shared_report_new(void)
{
    struct profilcheck_report *report =
        mmap(NULL, REPORT_ROOM, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (report == MAP_FAILED)
        return NULL;
    report->used = sizeof *report;
    return report;
}

void shared_report_free(struct profilcheck_report *report)
{
    munmap(report, REPORT_ROOM);
}

void shared_report_keep(struct profilcheck_report *report)
{
    madvise(report, REPORT_ROOM, MADV_DONTFORK);
}

/* Memory of it, zeroed. */
static void *take(struct profilcheck_report *report, size_t size)
{
    size_t at =
        (report->used + REPORT_ALIGNED - 1) / REPORT_ALIGNED * REPORT_ALIGNED;

    if (at > REPORT_ROOM || size > REPORT_ROOM - at)
        memory_out();
    report->used = at + size;
    return (char *)report + at;
}

/* A copy there; of null, an empty one. */
static const char *put_text(struct profilcheck_report *report, const char *text)
{
    return text ? strcpy(take(report, strlen(text) + 1), text) : "";
}

static const char *put_printed(struct profilcheck_report *report,
                               const struct results *results,
                               enum report_detail detail)
{
    struct memory_stream stream;
    const char *kept;
    char *text;

    report_text(results, detail, false, memory_stream(&stream));
    text = memory_stream_end(&stream);
    if (detail == REPORT_QUIET)
        text[strcspn(text, "\n")] = '\0';
    kept = put_text(report, text);
    free(text);
    return kept;
}

static struct profilcheck_cause put_cause(struct profilcheck_report *report,
                                          const struct results *results,
                                          const struct cause *cause)
{
    const struct result *example =
        &results->cases[results_example(results, cause)];

    return (struct profilcheck_cause){
        .id = put_text(report, cause->id),
        .sentence = put_text(report, cause->sentence),
        .rule = put_text(report, cause->rule),
        .clause = put_text(report, cause->clause),
        .confidence = confidence_names[cause->confidence],
        .verdict = verdict_names[results_cause_verdict(results, cause)],
        .cases = cause->case_count,
        .shortest = put_text(report, example->id),
        .input = put_text(report, example->input),
        .got = put_text(report, results_got(results, cause)),
        .permitted = put_text(report, results_instead(results, cause))};
}

void shared_report_put(struct profilcheck_report *report,
                       const struct results *results, int outcome)
{
    report->outcome = outcome;
    report->summary = put_printed(report, results, REPORT_QUIET);
    report->text = put_printed(report, results, REPORT_NORMAL);
    report->causes =
        take(report, results->cause_count * sizeof *report->causes);
    for (size_t k = 0; k < results->cause_count; k++)
        report->causes[k] = put_cause(report, results, &results->causes[k]);
    report->cause_count = results->cause_count;
    report->cases = take(report, results->case_count * sizeof *report->cases);
    for (size_t k = 0; k < results->case_count; k++)
        report->cases[k] = (struct profilcheck_case){
            .id = put_text(report, results->cases[k].id),
            .verdict = verdict_names[results->cases[k].verdict],
            .detail = put_text(report, results->cases[k].detail)};
    report->case_count = results->case_count;
    report->whole = true;
}

/* A byte of the caller's words, cleaned, takes four at most.  Where there is no
 * memory it is said without them. */
void shared_report_put_error(struct profilcheck_report *report, int outcome,
                             const char *sentence)
{
    size_t size = 4 * strlen(sentence) + 1;
    FILE *out;

    *report = (struct profilcheck_report){.used = sizeof *report};
    report->outcome = outcome;
    report->summary = report->text = take(report, size);
    out = fmemopen((char *)report->summary, size, "w");
    if (out) {
        terminal_clean(sentence, out);
        fclose(out);
    } else {
        report->summary = report->text = "out of memory";
    }
    report->whole = true;
}
