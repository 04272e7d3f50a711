/* SPDX-License-Identifier: MIT */
/* The verb `report`: files of results in another format. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/results/results_file.h"
#include "conformance/runs/publish.h"
#include "conformance/runs/recorded.h"
#include "reports/runs.h"
#include "verbs.h"

/* The runs of all files, side by side. */
struct reporting {
    const struct report_format *format; /* null: text */
    const char *directory;              /* null: to standard output */
    const char *kept;                   /* null: no history */
    struct history history;
    struct waivers waivers;
    int house; /* enum house_policy; -1: as in the run */
    bool quiet, verbose;
    struct results *runs;
    const char **files; /* of each run: where it is */
    size_t count;
};

static const struct option_row rows[] = {
    OPTION("format", FORMAT, reporting, format, "FORMAT", report_format_words),
    OPTION("report", TEXT, reporting, directory, "DIR",
           "write every format into that directory"),
    OPTION("history", TEXT, reporting, kept, "DIR",
           "with html: draw the history in that directory"),
    OPTION("waivers", WAIVERS, reporting, waivers, "FILE",
           "known failures to accept, instead of the run's"),
    HOUSE_ROW(reporting, house, "as in the run"),
    VERBOSE_ROW(reporting, verbose,
                "list every case, and the inferred behaviour"),
    QUIET_ROW(reporting, quiet),
    OPTIONS_HELP,
};

static int add_run(struct reporting *r, const struct results *run,
                   const char *name)
{
    const struct results *same =
        report_find(r->runs, r->count, run->implementation, run->dialect);

    if (same)
        return complain(STATUS_USAGE,
                        "report: %s: %s as %s is in %s too; "
                        "name one of them, or see profilcheck compare",
                        name, run->implementation, run->dialect,
                        r->files[same - r->runs]);
    r->files = memory_grow(r->files, r->count, sizeof *r->files);
    r->files[r->count] = name;
    MEMORY_ADD(r->runs, r->count) = *run;
    return STATUS_PASS;
}

static int add_file(struct reporting *r, struct results_file *file,
                    const char *name)
{
    int status = results_file_take(file, "report", name);

    for (size_t k = 0; status == STATUS_PASS && k < file->count; k++)
        status = add_run(r, &file->runs[k], name);
    return status;
}

/* A page with lines is asked for by itself. */
static int take_history(struct reporting *r)
{
    const char *problem;

    if (!r->kept)
        return STATUS_PASS;
    if (r->directory || !r->format || strcmp(r->format->name, "html") != 0)
        return complain(
            STATUS_USAGE,
            "report: --history needs --format html, and no --report");
    problem = history_read(&r->history, r->kept);
    return problem ? complain(STATUS_USAGE, "report: --history %s", problem)
                   : STATUS_PASS;
}

/* What is waived, and what house rules do, in place of what the run had. */
static void settle(struct reporting *r, bool waives)
{
    for (size_t k = 0; k < r->count; k++) {
        struct results *run = &r->runs[k];
        unsigned house = r->house < 0 ? run->house_policy : (unsigned)r->house;

        if (waives)
            waivers_settle(&r->waivers, (enum house_policy)house, run);
        else if (r->house >= 0)
            waivers_keep(run, (enum house_policy)house);
    }
    waivers_complain(&r->waivers);
}

static void write_one(const struct reporting *r, FILE *out)
{
    struct report_with_history history = {.points = r->history.points,
                                          .point_count = r->history.count};

    if (!r->format || strcmp(r->format->name, "text") == 0)
        report_runs(r->runs, r->count,
                    r->quiet     ? REPORT_QUIET
                    : r->verbose ? REPORT_VERBOSE
                                 : REPORT_WHOLE,
                    output_in_colour(), out);
    else if (r->kept)
        report_html_with_history(r->runs, r->count, &history, out);
    else
        report_write(r->format, r->runs, r->count, out);
}

/* The runs point into the files. */
static int report_files(struct reporting *r, const struct options *given,
                        struct results_file *files, FILE *out)
{
    int status = STATUS_PASS;

    for (size_t k = 0; k < given->word_count && status == STATUS_PASS; k++)
        status = add_file(r, &files[k], given->words[k]);
    if (status == STATUS_PASS)
        status = take_history(r);
    if (status != STATUS_PASS)
        return status;
    settle(r, options_gave(given, "waivers"));
    if (!r->directory)
        write_one(r, out);
    else if ((status = publish_begin(r->directory)) == STATUS_PASS)
        status = publish(r->directory, r->runs, r->count);
    return status;
}

static int report_run(void *of, const struct options *given, FILE *out)
{
    struct results_file *files = memory_new(given->word_count, sizeof *files);
    int status = report_files(of, given, files, out);

    free(files);
    return status;
}

const struct verb verb_report = {
    .name = "report",
    .usage = "[OPTION]... FILE...",
    .summary = "show files of results in another format",
    .example = "profilcheck run --results mine.jsonl ./libmine.so\n"
               "profilcheck report --format junit mine.jsonl\n"
               "profilcheck report --report reports mine.jsonl theirs.jsonl\n"
               "profilcheck report --format html --history kept mine.jsonl",
    .rows = rows,
    .least = 1,
    .most = WORDS_ANY,
    .ask = "no file was named: give one that profilcheck run --results wrote",
    REQUEST(reporting, .house = -1),
    .run = report_run,
};
