/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/results/results_file.h"
#include "reports.h"
#include "runs.h"

void report_lines(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        results_write_run(&runs[k], out);
}

void report_text_file(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_WHOLE, false, out);
}

enum { ALL, ASKED };

const struct report_format report_formats[] = {
#define FORMAT(name, file, function, runs) {#name, file, function, runs},
#include "formats.def"
#undef FORMAT
    {0},
};

const char report_format_words[] =
#define FORMAT(name, file, function, runs) #name " "
#include "formats.def"
#undef FORMAT
    "(default: text)";

const struct report_format *report_format_find(const char *name)
{
    const struct report_format *format = report_formats;

    while (format->name && strcmp(format->name, name) != 0)
        format++;
    return format->name ? format : NULL;
}

void report_write(const struct report_format *format,
                  const struct results *runs, size_t count, FILE *out)
{
    struct results *asked = NULL;

    if (format->asked)
        asked = report_of(runs, count, REPORT_ASKED, &count);
    format->write(asked ? asked : runs, count, out);
    free(asked);
}
