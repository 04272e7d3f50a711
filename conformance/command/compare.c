/* SPDX-License-Identifier: MIT */
/* The verb `compare`: what became of the results since. */
#include <stdlib.h>

#include "conformance/compare/compare_run.h"
#include "conformance/run/results_judge.h"
#include "conformance/run/waivers.h"
#include "verbs.h"

enum { FORMAT, WAIVERS, VERBOSE, HELP };

static const struct option_row rows[] = {
    [FORMAT] = {"format", "text|html",
                "html: the page of NEW, with what is new, gone and the same "
                "(default: text)"},
    [WAIVERS] = {"waivers", "FILE", "what is known and fails nobody, in NEW"},
    [VERBOSE] = {"verbose", NULL, "each cause, case and choice, one by one"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct compare_request {
    struct results_file old, new;
    struct waivers waivers;
    struct comparison comparison;
    bool html;
};

static int compare_read_all(struct compare_request *request,
                            const char *const *files, const char *waivers)
{
    const char *problem = results_file_open(&request->old, files[0]);

    if (!problem)
        problem = results_file_open(&request->new, files[1]);
    if (!problem && waivers)
        problem = waivers_read(&request->waivers, waivers);
    if (problem)
        return complain(STATUS_USAGE, "compare: %s", problem);
    results_file_warn(&request->old, "compare", files[0]);
    results_file_warn(&request->new, "compare", files[1]);
    return STATUS_PASS;
}

/* The lines go to output, or the page does in their place. */
static bool compare_write(struct compare_request *request, FILE *out)
{
    struct comparison *c = &request->comparison;
    struct output lines;
    struct report_beside beside = {0};
    bool good;

    c->out = request->html ? output_begin(&lines) : out;
    good = c->out && compare_files(c, &request->old, &request->new);
    if (request->html && c->out)
        output_drop(&lines);
    beside.changes = c->changes;
    beside.change_count = c->change_count;
    if (request->html && good)
        report_html_beside(request->new.runs, request->new.count, &beside, out);
    return good;
}

static int compare_compare(struct compare_request *request,
                           const char *const *files, const char *waivers)
{
    struct comparison *c = &request->comparison;
    struct output output;
    int status = compare_read_all(request, files, waivers);

    if (status != STATUS_PASS)
        return status;
    for (size_t k = 0; waivers && k < request->new.count; k++)
        waivers_settle(&request->waivers,
                       (enum house_policy)request->new.runs[k].house_policy,
                       &request->new.runs[k]);
    if (waivers)
        waivers_complain(&request->waivers);
    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (!compare_write(request, output.stream)) {
        output_drop(&output);
        return out_of_memory();
    }
    return output_end(&output, c->regression ? STATUS_FAIL : STATUS_PASS);
}

static int compare_verb_run(char **arguments)
{
    struct compare_request request = {0};
    static const char *const formats[] = {"text", "html", NULL};
    const char *files[2], *waivers = NULL;
    struct options o;
    size_t count = 0;
    int row, status, chosen;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: return verb_help(&verb_compare);
        case FORMAT:
            chosen = options_one_of(&o, FORMAT, formats);
            if (chosen < 0)
                return complain(STATUS_USAGE, "compare: %s", o.error);
            request.html = chosen == 1;
            break;
        case WAIVERS: waivers = o.value; break;
        case VERBOSE: request.comparison.verbose = true; break;
        default:
            if (count < 2)
                files[count] = o.value;
            count++;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "compare: %s", o.error);
    if (count != 2)
        return complain(STATUS_USAGE, "compare: which two files? The OLD and "
                                      "the NEW one, as profilcheck run "
                                      "--results writes them");
    status = compare_compare(&request, files, waivers);
    results_file_free(&request.old);
    results_file_free(&request.new);
    waivers_free(&request.waivers);
    free(request.comparison.changes);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .usage = "[OPTION]... OLD NEW",
    .summary = "say which causes are new, gone, or in more cases",
    .example = "profilcheck compare before.jsonl after.jsonl\n"
               "profilcheck compare --waivers known.txt before.jsonl "
               "after.jsonl\n"
               "profilcheck compare --format html before.jsonl after.jsonl "
               ">page.html",
    .rows = rows,
    .run = compare_verb_run,
};
