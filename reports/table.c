/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "reports.h"
#include "runs.h"

enum { GAP = 2 };

static size_t column_width(const struct results *runs, size_t count,
                           const char *implementation)
{
    size_t width = terminal_clean(implementation, NULL);
    char text[REPORT_CELL];

    for (size_t k = 0; k < count; k++)
        if (!strcmp(runs[k].implementation, implementation)) {
            report_cell(&runs[k], text);
            width = strlen(text) > width ? strlen(text) : width;
        }
    return width;
}

static size_t first_width(const struct results *runs, size_t count)
{
    size_t width = strlen("dialect");

    for (size_t k = 0; k < count; k++)
        if (strlen(runs[k].dialect) > width)
            width = strlen(runs[k].dialect);
    return width;
}

/* The blanks that the columns before ask for. */
static void put_cell(const struct results *run, bool colour, size_t *owed,
                     size_t width, FILE *out)
{
    char text[REPORT_CELL] = "-";
    enum report_light light = REPORT_GOOD;

    if (run)
        light = report_cell(run, text);
    terminal_pad(0, *owed, out);
    terminal_coloured(text,
                      light == REPORT_GOOD  ? GREEN
                      : light == REPORT_BAD ? RED
                                            : YELLOW,
                      colour && run, out);
    *owed = width - strlen(text) + GAP;
}

static void put_head(const struct results *runs, size_t count, FILE *out)
{
    size_t owed = first_width(runs, count) - strlen("dialect") + GAP;

    fputs("dialect", out);
    for (size_t k = 0; k < count; k++) {
        const char *name = runs[k].implementation;

        if (!report_new_implementation(runs, k))
            continue;
        terminal_pad(0, owed, out);
        owed =
            column_width(runs, count, name) - terminal_clean(name, out) + GAP;
    }
    putc('\n', out);
}

static void put_row(const struct results *runs, size_t count,
                    const char *dialect, bool colour, FILE *out)
{
    size_t owed = first_width(runs, count) - strlen(dialect) + GAP;

    fputs(dialect, out);
    for (size_t k = 0; k < count; k++)
        if (report_new_implementation(runs, k))
            put_cell(report_find(runs, count, runs[k].implementation, dialect),
                     colour, &owed,
                     column_width(runs, count, runs[k].implementation), out);
    putc('\n', out);
}

/* How many cases of a run have that reason, up to one of its cases. */
static size_t count_reason(const struct results *run, size_t cases,
                           const char *reason, bool *such_as)
{
    size_t n = 0;

    for (size_t k = 0; k < cases; k++) {
        const struct result *c = &run->cases[k];

        if (c->verdict != VERDICT_UNSUPPORTED ||
            !report_same_reason(c->detail, reason))
            continue;
        *such_as = *such_as || strcmp(c->detail, reason) != 0;
        n++;
    }
    return n;
}

/* "unsupported: 4 cases (signal, perf): needs a 16-bit machine" */
static void put_reason(const struct results *runs, size_t count,
                       const char *reason, bool colour, FILE *out)
{
    const char *before = "";
    size_t total = 0;
    bool such_as = false;

    for (size_t k = 0; k < count; k++)
        total += count_reason(&runs[k], runs[k].case_count, reason, &such_as);
    terminal_coloured("unsupported", YELLOW, colour, out);
    fprintf(out, ": %zu case%s (", total, plural(total));
    for (size_t k = 0; k < count; k++) {
        size_t mine = 0;

        for (size_t j = 0; report_new_implementation(runs, k) && j < count; j++)
            if (!strcmp(runs[j].implementation, runs[k].implementation))
                mine += count_reason(&runs[j], runs[j].case_count, reason,
                                     &such_as);
        if (mine) {
            fputs(before, out);
            terminal_clean(runs[k].implementation, out);
            before = ", ";
        }
    }
    fputs(such_as ? "), such as: " : "): ", out);
    terminal_clean(reason, out);
    putc('\n', out);
}

static void table_put_reasons(const struct results *runs, size_t count,
                              bool colour, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < runs[k].case_count; i++) {
            const struct result *c = &runs[k].cases[i];
            size_t before = 0;
            bool any = false;

            if (c->verdict != VERDICT_UNSUPPORTED)
                continue;
            for (size_t j = 0; j < k && !before; j++)
                before =
                    count_reason(&runs[j], runs[j].case_count, c->detail, &any);
            if (!before && !count_reason(&runs[k], i, c->detail, &any))
                put_reason(runs, count, c->detail, colour, out);
        }
}

static void put_unspecified(const struct results *runs, size_t count, FILE *out)
{
    size_t total = 0;

    for (size_t k = 0; k < count; k++)
        total += runs[k].summary[VERDICT_UNSPECIFIED];
    if (total)
        fprintf(out, "unspecified: %zu case%s: the manual is silent\n", total,
                plural(total));
}

void report_table(const struct results *runs, size_t count, bool colour,
                  FILE *out)
{
    put_head(runs, count, out);
    for (size_t k = 0; k < count; k++)
        if (report_new_dialect(runs, k))
            put_row(runs, count, runs[k].dialect, colour, out);
    put_unspecified(runs, count, out);
    table_put_reasons(runs, count, colour, out);
}

void report_not_judged(const struct report_absence *absence, bool named,
                       FILE *out)
{
    if (named)
        terminal_clean(absence->implementation, out);
    fprintf(out, "%snot judged as %s: ", named ? " " : "", absence->dialect);
    terminal_clean(absence->why, out);
    putc('\n', out);
}
