/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/results/fields.h"
#include "conformance/results/notes.h"
#include "reports.h"
#include "runs.h"

#define SCHEMA "profilcheck.results.1"

/* The case and what was observed of it: of a pass, where they are short. */
enum { PASS_TEXT = 1024 };

static bool shows_text(const struct result *c)
{
    bool passes =
        c->verdict == VERDICT_PASS || c->verdict == VERDICT_UNSPECIFIED;
    size_t length = (c->text ? strlen(c->text) : 0) +
                    (c->observed ? strlen(c->observed) : 0);

    return !passes || length <= PASS_TEXT;
}

/* How it went, and what that rests on; conforms: by the manual, or by
 * convention where there is none. */
static void put_verdict(struct json *json, const struct results *run)
{
    struct report_state state = report_state(run);

    json_open(json, "verdict", "{", ", ");
    json_put(json, "words", report_verdict(run));
    json_flag(json, "judged", state.judged);
    json_flag(json, "conforms", state.conforms);
    json_flag(json, "fails", state.light == REPORT_BAD);
    json_put(json, "by",
             notes_by_convention(run->dialect) ? "convention" : "manual");
    results_write(json, run, LINE_HEADER, RESULTS_BY, run);
    json_next(json, "broken_house_rules");
    json_list(state.house_rules,
              state.house < REPORT_HOUSE ? state.house : REPORT_HOUSE,
              json->out);
    json_close(json, "}");
}

/* An object of an array, on a line of its own. */
static void put_row(struct json *json, const struct results *run,
                    enum results_line kind, unsigned forms, const void *object)
{
    json_open(json, NULL, "{", ", ");
    results_write(json, run, kind, forms, object);
    json_close(json, "}");
}

static void put_rows(struct json *json, const struct results *run)
{
    json_open(json, "causes", "[", ",\n  ");
    for (size_t k = 0; k < run->cause_count; k++)
        put_row(json, run, LINE_CAUSE, RESULTS_ROW, &run->causes[k]);
    json_close(json, "\n]");
    json_open(json, "cases", "[", ",\n  ");
    for (size_t k = 0; k < run->case_count; k++)
        put_row(json, run, LINE_CASE,
                RESULTS_ROW |
                    (shows_text(&run->cases[k]) ? RESULTS_ROW_TEXT : 0),
                &run->cases[k]);
    json_close(json, "\n]");
    json_open(json, "behaviour", "{", ",\n  ");
    for (size_t k = 0; k < run->behaviour_count; k++) {
        json_next(json, run->behaviour[k].rule);
        json_list(run->behaviour[k].choices, run->behaviour[k].choice_count,
                  json->out);
    }
    json_close(json, "\n}");
}

static void put_run(struct json *json, const struct results *run,
                    enum report_role role)
{
    static const char *const roles[] = {[REPORT_SUBJECT] = "subject",
                                        [REPORT_CONTROL] = "control",
                                        [REPORT_OFFERED] = "offered"};

    json_open(json, NULL, "{\n", ",\n");
    json_put(json, "schema", SCHEMA);
    results_write(json, run, LINE_HEADER, RESULTS_HEAD, run);
    json_put(json, "role", roles[role]);
    results_write(json, run, LINE_HEADER, RESULTS_ORIGIN, run);
    put_verdict(json, run);
    json_open(json, "environment", "{", ",\n  ");
    for (size_t k = 0; k < run->environment_count; k++)
        json_put(json, run->environment[k].name, run->environment[k].value);
    json_close(json, "\n}");
    put_rows(json, run);
    results_write(json, run, LINE_FOOTER, RESULTS_ROW, run);
    if (report_state(run).few)
        json_put(json, "few", report_verdict(run));
    json_close(json, "\n}");
}

void report_json(const struct results *runs, size_t count, FILE *out)
{
    struct json json = {.out = out};

    if (count == 1) {
        put_run(&json, runs, report_role(runs, 1, 0));
        putc('\n', out);
        return;
    }
    json_open(&json, NULL, "{\n", ",\n");
    json_put(&json, "schema", SCHEMA);
    json_open(&json, "runs", count ? "[\n" : "[", ",\n");
    for (size_t k = 0; k < count; k++)
        put_run(&json, &runs[k], report_role(runs, count, k));
    json_close(&json, "\n]");
    json_close(&json, "\n}\n");
}
