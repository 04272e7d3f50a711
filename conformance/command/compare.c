/* SPDX-License-Identifier: MIT */
/* The verb `compare`: what became of the results since. */
#include <stdlib.h>

#include "conformance/base/json_text.h"
#include "conformance/compare/compare_run.h"
#include "conformance/run/results_judge.h"
#include "conformance/run/waivers.h"
#include "verbs.h"

enum { FORMAT, WAIVERS, VERBOSE, HELP };

static const struct option_row rows[] = {
    [FORMAT] = {"format", "text|html|json",
                "html: the page of NEW, with what is new, gone and the same; "
                "json: causes and numbers (default: text)"},
    [WAIVERS] = {"waivers", "FILE", "known failures to accept, in NEW"},
    [VERBOSE] = {"verbose", NULL, "each cause, case and choice, one by one"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct compare_request {
    struct results_file old, new;
    struct waivers waivers;
    struct comparison comparison;
    bool html, json;
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

static void compare_json(const struct comparison *c, FILE *out)
{
    static const char *const became[] = {[REPORT_NEW] = "new",
                                         [REPORT_SAME] = "same",
                                         [REPORT_GONE] = "gone",
                                         [REPORT_UNSEEN] = "not judged"};

    fprintf(out,
            "{\"schema\": \"profilcheck.compare.1\",\n\"regression\": %s,\n"
            "\"cases\": {\"worse\": %zu, \"better\": %zu, \"changed\": %zu, "
            "\"appeared\": %zu, \"vanished\": %zu},\n\"causes\": [",
            c->regression ? "true" : "false", c->worse, c->better, c->changed,
            c->appeared, c->vanished);
    for (size_t k = 0; k < c->change_count; k++) {
        const struct report_change *change = &c->changes[k];

        fputs(k ? ",\n  {" : "\n  {", out);
        json_member("is", became[change->became], out);
        fputs(", ", out);
        json_member("implementation", change->run->implementation, out);
        fputs(", ", out);
        json_member("dialect", change->run->dialect, out);
        fputs(", ", out);
        json_member("id", change->cause->id, out);
        fputs(", ", out);
        json_member("sentence", change->cause->sentence, out);
        fprintf(out, ", \"cases\": %zu}", change->cause->case_count);
    }
    fputs("\n]}\n", out);
}

/* The lines go to output, or the page does in their place. */
static bool compare_write(struct compare_request *request, FILE *out)
{
    struct comparison *c = &request->comparison;
    struct output lines;
    struct report_beside beside = {0};
    bool good;

    bool lined = !request->html && !request->json;

    c->out = lined ? out : output_begin(&lines);
    good = c->out && compare_files(c, &request->old, &request->new);
    if (!lined && c->out)
        output_drop(&lines);
    if (request->json && good)
        compare_json(c, out);
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
    static const char *const formats[] = {"text", "html", "json", NULL};
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
            request.json = chosen == 2;
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
    .status = "0 no worse, 1 a case got worse, 2 usage, 3 harness error",
    .rows = rows,
    .run = compare_verb_run,
};
