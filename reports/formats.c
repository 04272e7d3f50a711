/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "reports.h"

/* Where memory ran out a run lacks its footer, and no reader takes it. */
static void lines(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        report_lines(&runs[k], out);
}

static void text_report(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_NORMAL, false, out);
}

const struct report_format report_formats[] = {
    {"json", "report.json", report_json},
    {"html", "report.html", report_html},
    {"jsonl", "results.jsonl", lines},
    {"junit", "junit.xml", report_junit},
    {"tap", "report.tap", report_tap},
    {"tap14", NULL, report_tap14},
    {"sarif", "report.sarif", report_sarif},
    {"markdown", "report.md", report_markdown},
    {"badge", "badge.svg", report_badge},
    {"text", "report.txt", text_report},
    {0},
};

const struct report_format *report_format_find(const char *name)
{
    const struct report_format *format = report_formats;

    while (format->name && strcmp(format->name, name) != 0)
        format++;
    return format->name ? format : NULL;
}
