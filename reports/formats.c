/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "reports.h"
#include "runs.h"

/* Where memory ran out a run lacks its footer, and no reader takes it. */
static void lines(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        report_lines(&runs[k], out);
}

/* For servers and pages: what nobody asked for fails nobody, and is left out. */
static void of_asked(void (*write)(const struct results *, size_t, FILE *),
                     const struct results *runs, size_t count, FILE *out)
{
    size_t n;
    struct results *asked = report_asked(runs, count, &n);

    write(asked ? asked : runs, asked ? n : count, out);
    free(asked);
}

#define OF_ASKED(name)                                                         \
    static void asked_##name(const struct results *runs, size_t count,         \
                             FILE *out)                                        \
    {                                                                          \
        of_asked(report_##name, runs, count, out);                             \
    }

OF_ASKED(junit)
OF_ASKED(tap)
OF_ASKED(tap14)
OF_ASKED(sarif)
OF_ASKED(badge)

static void text_report(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_NORMAL, false, out);
}

const struct report_format report_formats[] = {
    {"json", "report.json", report_json},
    {"html", "report.html", report_html},
    {"jsonl", "results.jsonl", lines},
    {"junit", "junit.xml", asked_junit},
    {"tap", "report.tap", asked_tap},
    {"tap14", NULL, asked_tap14},
    {"sarif", "report.sarif", asked_sarif},
    {"markdown", "report.md", report_markdown},
    {"badge", "badge.svg", asked_badge},
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
