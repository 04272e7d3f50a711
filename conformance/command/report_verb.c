/* SPDX-License-Identifier: MIT */
/* The verb `report`: files of results in another format. */
#include <stdlib.h>
#include <string.h>

#include "conformance/results/house.h"
#include "conformance/results/results_file.h"
#include "conformance/run/history.h"
#include "conformance/run/publish.h"
#include "conformance/run/results_judge.h"
#include "conformance/run/waivers.h"
#include "reports/reports.h"
#include "unknown.h"
#include "verbs.h"

enum { FORMAT, REPORT, HISTORY, WAIVERS, HOUSE, HELP };

static const struct option_row rows[] = {
    [FORMAT] = {"format", "FORMAT", REPORT_FORMATS " (default: text)"},
    [REPORT] = {"report", "DIR",
                "write every format into that directory, made if there is "
                "none, in place of one to standard output"},
    [HISTORY] = {"history", "DIR",
                 "draw how the runs went whose files of results are kept in "
                 "that directory, by the files' names; into the page"},
    [WAIVERS] = {"waivers", "FILE",
                 "known failures to accept, in place of those of the run"},
    [HOUSE] = {"house-rules", "fail|warn|off",
               "what it does that a rule is broken which is profilcheck's own "
               "and on no page (default: as in the run)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

/* The runs of all files, side by side. */
struct reporting {
    const struct report_format *format;
    const char *directory; /* null: to standard output */
    const char *kept;      /* null: no history */
    struct history history;
    const char *waiving; /* a file; null: as it was waived in the run */
    struct waivers waivers;
    int house; /* -1: as in the run */
    bool help;
    struct results_file *files;
    const char **names;
    size_t file_count;
    struct results *runs;
    size_t count;
};

/* The name of the file that has a run of the same already, or null. */
static const char *holder(const struct reporting *r, const struct results *run)
{
    size_t before = 0;

    for (size_t f = 0; f < r->file_count; f++)
        for (size_t k = 0; k < r->files[f].count && before < r->count; k++) {
            const struct results *other = &r->runs[before++];

            if (strcmp(other->implementation, run->implementation) == 0 &&
                strcmp(other->dialect, run->dialect) == 0)
                return r->names[f];
        }
    return NULL;
}

static int take_runs(struct reporting *r, const char *name,
                     const struct results_file *file)
{
    struct results *runs =
        realloc(r->runs, (r->count + file->count) * sizeof *runs);

    if (!runs)
        return out_of_memory();
    r->runs = runs;
    for (size_t k = 0; k < file->count; k++) {
        const char *other = holder(r, &file->runs[k]);

        if (other)
            return complain(STATUS_USAGE,
                            "report: %s: %s as %s is in %s too; "
                            "name one of them, or see profilcheck compare",
                            name, file->runs[k].implementation,
                            file->runs[k].dialect, other);
        runs[r->count++] = file->runs[k];
    }
    return STATUS_PASS;
}

static int report_add_file(struct reporting *r, const char *name)
{
    size_t count = r->file_count + 1;
    struct results_file *files = realloc(r->files, count * sizeof *files);
    const char **names, *problem;

    if (!files)
        return out_of_memory();
    r->files = files;
    names = realloc(r->names, count * sizeof *names);
    if (!names)
        return out_of_memory();
    r->names = names;
    problem = results_file_open(&files[r->file_count], name);
    if (problem)
        return complain(STATUS_USAGE, "report: %s", problem);
    results_file_warn(&files[r->file_count], "report", name);
    names[r->file_count++] = name;
    return take_runs(r, name, &files[r->file_count - 1]);
}

static int report_parse(struct reporting *r, char **arguments)
{
    struct options o;
    int row, status = STATUS_PASS;

    options_begin(&o, rows, arguments);
    while (status == STATUS_PASS && (row = options_next(&o)) >= 0) {
        switch (row) {
        case OPTIONS_WORD: status = report_add_file(r, o.value); break;
        case FORMAT:
            r->format = format_option(&o, FORMAT);
            if (!r->format)
                status = complain(STATUS_USAGE, "report: %s", o.error);
            break;
        case REPORT: r->directory = o.value; break;
        case HISTORY: r->kept = o.value; break;
        case WAIVERS: r->waiving = o.value; break;
        case HOUSE:
            r->house = options_one_of(&o, HOUSE, house_policies);
            if (r->house < 0)
                status = complain(STATUS_USAGE, "report: %s", o.error);
            break;
        case HELP: r->help = true; break;
        }
    }
    if (status == STATUS_PASS && row == OPTIONS_WRONG)
        status = complain(STATUS_USAGE, "report: %s", o.error);
    if (status == STATUS_PASS && !r->help && !r->file_count)
        status = complain(STATUS_USAGE, "report: which file? One that "
                                        "profilcheck run --results wrote");
    return status;
}

/* A page with lines is asked for by itself. */
static int report_take_history(struct reporting *r)
{
    const char *problem;

    if (!r->kept)
        return STATUS_PASS;
    if (r->directory || strcmp(r->format->name, "html") != 0)
        return complain(STATUS_USAGE, "report: --history is of the page: add "
                                      "--format html, without --report");
    problem = history_read(&r->history, r->kept);
    return problem ? complain(STATUS_USAGE, "report: --history %s", problem)
                   : STATUS_PASS;
}

/* What is waived, and what house rules do, in place of what the run had. */
static int report_settle(struct reporting *r)
{
    const char *problem =
        r->waiving ? waivers_read(&r->waivers, r->waiving) : NULL;

    if (problem)
        return complain(STATUS_USAGE, "report: --waivers: %s", problem);
    for (size_t k = 0; k < r->count; k++) {
        struct results *run = &r->runs[k];
        unsigned house = r->house < 0 ? run->house_policy : (unsigned)r->house;

        if (r->waiving)
            waivers_settle(&r->waivers, (enum house_policy)house, run);
        else if (r->house >= 0)
            waivers_keep(run, (enum house_policy)house);
    }
    if (r->waiving)
        waivers_complain(&r->waivers);
    return STATUS_PASS;
}

static void report_write_one(const struct reporting *r, FILE *out)
{
    struct report_beside beside = {.points = r->history.points,
                                   .point_count = r->history.count};

    if (strcmp(r->format->name, "text") == 0)
        report_runs(r->runs, r->count, REPORT_NORMAL, output_in_colour(), out);
    else if (r->kept)
        report_html_beside(r->runs, r->count, &beside, out);
    else
        r->format->write(r->runs, r->count, out);
}

static int write_reports(const struct reporting *r)
{
    struct output output;
    int status;

    if (r->directory) {
        status = publish_begin(r->directory);
        return status == STATUS_PASS ? publish(r->directory, r->runs, r->count)
                                     : status;
    }
    if (!output_begin(&output))
        return STATUS_HARNESS;
    report_write_one(r, output.stream);
    return output_end(&output, STATUS_PASS);
}

static int report_run(char **arguments)
{
    struct reporting r = {.format = report_format_find("text"), .house = -1};
    int status = report_parse(&r, arguments);

    if (status == STATUS_PASS && !r.help)
        status = report_take_history(&r);
    if (status == STATUS_PASS && !r.help)
        status = report_settle(&r);
    if (status == STATUS_PASS)
        status = r.help ? verb_help(&verb_report) : write_reports(&r);
    history_free(&r.history);
    waivers_free(&r.waivers);
    for (size_t k = 0; k < r.file_count; k++)
        results_file_free(&r.files[k]);
    free(r.files);
    free(r.names);
    free(r.runs);
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
    .run = report_run,
};
