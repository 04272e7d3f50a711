/* SPDX-License-Identifier: MIT */
/* The verb `compare`: what became of the results since. */
#include <stdlib.h>

#include "conformance/base/json_text.h"
#include "conformance/runs/compare_run.h"
#include "conformance/runs/recorded.h"
#include "conformance/runs/waivers.h"
#include "verbs.h"

enum { TEXT, HTML, JSON };

struct compare_request {
    struct results_file old, new;
    struct waivers waivers;
    struct comparison comparison;
    int format;
};

static const struct option_row rows[] = {
    FORMAT_ROW(compare_request, format, "text|html|json"),
    OPTION("waivers", WAIVERS, compare_request, waivers, "FILE",
           "known failures to accept, in NEW"),
    VERBOSE_ROW(compare_request, comparison.verbose,
                "list each cause, case and choice"),
    OPTIONS_HELP,
};

static void compare_json(const struct comparison *c, FILE *out)
{
    static const char *const became[] = {[REPORT_NEW] = "new",
                                         [REPORT_SAME] = "same",
                                         [REPORT_GONE] = "gone",
                                         [REPORT_UNSEEN] = "not judged"};
    struct json json = {.out = out};

    json_open(&json, NULL, "{", ",\n");
    json_put(&json, "schema", "profilcheck.compare.1");
    json_flag(&json, "regression", c->regression);
    json_open(&json, "cases", "{", ", ");
    json_number(&json, "worse", c->worse);
    json_number(&json, "better", c->better);
    json_number(&json, "changed", c->changed);
    json_number(&json, "appeared", c->appeared);
    json_number(&json, "vanished", c->vanished);
    json_number(&json, "waived_now", c->waived);
    json_number(&json, "no_longer_waived", c->unwaived);
    json_close(&json, "}");
    json_open(&json, "lost", "[", ", ");
    for (size_t k = 0; k < c->lost_count; k++) {
        json_open(&json, NULL, "{", ", ");
        json_put(&json, "implementation", c->lost[k]->implementation);
        json_put(&json, "dialect", c->lost[k]->dialect);
        json_close(&json, "}");
    }
    json_close(&json, "]");
    json_open(&json, "causes", "[", ",\n  ");
    for (size_t k = 0; k < c->change_count; k++) {
        const struct report_change *change = &c->changes[k];

        json_open(&json, NULL, "{", ", ");
        json_put(&json, "is", became[change->became]);
        json_put(&json, "implementation", change->run->implementation);
        json_put(&json, "dialect", change->run->dialect);
        json_put(&json, "id", change->cause->id);
        json_put(&json, "sentence", change->cause->sentence);
        json_number(&json, "cases", change->cause->case_count);
        json_close(&json, "}");
    }
    json_close(&json, "\n]");
    json_close(&json, "}\n");
}

static int compare_run(void *of, const struct options *given, FILE *out)
{
    struct compare_request *request = of;
    struct comparison *c = &request->comparison;
    struct report_with_history history = {0};
    struct memory_stream lines;
    int status = results_file_take(&request->old, "compare", given->words[0]);

    if (status == STATUS_PASS)
        status = results_file_take(&request->new, "compare", given->words[1]);
    if (status != STATUS_PASS)
        return status;
    for (size_t k = 0; request->waivers.count && k < request->new.count; k++)
        waivers_settle(&request->waivers,
                       (enum house_policy)request->new.runs[k].house_policy,
                       &request->new.runs[k]);
    waivers_complain(&request->waivers);
    c->out = request->format == TEXT ? out : memory_stream(&lines);
    compare_files(c, &request->old, &request->new);
    if (request->format != TEXT)
        free(memory_stream_end(&lines));
    history.changes = c->changes;
    history.change_count = c->change_count;
    history.lost = c->lost;
    history.lost_count = c->lost_count;
    if (request->format == JSON)
        compare_json(c, out);
    if (request->format == HTML)
        report_html_with_history(request->new.runs, request->new.count,
                                 &history, out);
    if (!c->compared)
        return complain(STATUS_FAIL,
                        "compare: nothing was compared: %s and %s have no case "
                        "in common; runs of one implementation and dialect "
                        "are compared, or the only runs of a dialect",
                        given->words[0], given->words[1]);
    return c->regression ? STATUS_FAIL : STATUS_PASS;
}

const struct verb verb_compare = {
    .name = "compare",
    .usage = "[OPTION]... OLD NEW",
    .summary = "show which causes are new, gone, or in more cases",
    .example = "profilcheck compare before.jsonl after.jsonl\n"
               "profilcheck compare --waivers known.txt before.jsonl "
               "after.jsonl\n"
               "profilcheck compare --format html before.jsonl after.jsonl "
               ">page.html",
    .status = "0 no worse; 1 a case got worse, a run is lost, or nothing\n"
              "             was compared; 2 usage; 3 harness error",
    .rows = rows,
    .least = 2,
    .most = 2,
    .ask = "two files are needed, OLD and NEW, as profilcheck run --results "
           "writes them",
    EMPTY_REQUEST(compare_request),
    .run = compare_run,
};
