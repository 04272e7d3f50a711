/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "reports.h"
#include "runs.h"

#define SCHEMA "profilcheck.results.1"

static void optional(const char *name, const char *value, FILE *out)
{
    if (!value)
        return;
    json_member(name, value, out);
    fputs(", ", out);
}

static void json_environment(const struct results *run, FILE *out)
{
    fputs("\"environment\": {", out);
    for (size_t k = 0; k < run->environment_count; k++) {
        fputs(k ? ",\n  " : "\n  ", out);
        json_member(run->environment[k].name, run->environment[k].value, out);
    }
    fputs("\n},\n", out);
}

/* The case and what was observed of it: of a pass, where they are short. */
enum { PASS_TEXT = 1024 };

static void texts(const struct result *c, FILE *out)
{
    bool passes =
        c->verdict == VERDICT_PASS || c->verdict == VERDICT_UNSPECIFIED;
    size_t length = (c->text ? strlen(c->text) : 0) +
                    (c->observed ? strlen(c->observed) : 0);

    if (passes && length > PASS_TEXT)
        return;
    optional("case", c->text, out);
    optional("observed", c->observed, out);
}

static void json_cause_ids(const struct results *run, const struct result *c,
                           FILE *out)
{
    if (!c->cause_count)
        return;
    fputs("\"cause\": [", out);
    for (size_t k = 0; k < c->cause_count; k++) {
        fputs(k ? ", " : "", out);
        json_text(run->causes[c->causes[k]].id, out);
    }
    fputs("], ", out);
}

/* When, by what and how it was judged, and which file. */
static void json_origin(const struct results *run, FILE *out)
{
    const struct named rows[] = {
        {"version", run->version}, {"commit", run->commit},
        {"date", run->date},       {"suite", run->suite},
        {"command", run->command},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].value) {
            json_member(rows[k].name, rows[k].value, out);
            fputs(",\n", out);
        }
    fputs("\"identity\": {", out);
    for (size_t k = 0; k < run->identity_count; k++) {
        fputs(k ? ", " : "", out);
        json_member(run->identity[k].name, run->identity[k].value, out);
    }
    fputs("},\n", out);
}

/* How it went, and what that rests on; conforms: by the manual, or by
 * convention where there is none. */
static void json_verdict(const struct results *run, FILE *out)
{
    struct report_state state = report_state(run);
    char basis[REPORT_BASIS], words[REPORT_BASIS + 20];

    report_basis(run, basis);
    snprintf(words, sizeof words, "%s%s", state.words, basis);
    fputs("\"verdict\": {", out);
    json_member("words", words, out);
    fprintf(out,
            ", \"judged\": %s, \"conforms\": %s, \"fails\": %s, "
            "\"by\": \"%s\", ",
            state.judged ? "true" : "false", state.conforms ? "true" : "false",
            state.light == REPORT_BAD ? "true" : "false",
            notes_by_convention(run->dialect) ? "convention" : "manual");
    optional("waivers", run->waivers, out);
    json_member("house_rules", house_policies[run->house_policy], out);
    fputs(", \"broken_house_rules\": ", out);
    json_list(state.house_rules,
              state.house < REPORT_HOUSE ? state.house : REPORT_HOUSE, out);
    fputs("},\n", out);
}

static void json_cases(const struct results *run, FILE *out)
{
    fputs("\"cases\": [", out);
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        fputs(k ? ",\n  {" : "\n  {", out);
        json_member("id", c->id, out);
        fputs(", ", out);
        json_member("verdict", verdict_names[c->verdict], out);
        fputs(", \"rules\": ", out);
        json_list(c->rules, c->rule_count, out);
        fputs(", ", out);
        json_cause_ids(run, c, out);
        optional("got", c->got, out);
        optional("permitted", c->permitted, out);
        optional("house", c->house, out);
        optional("waived", c->waiver ? verdict_names[c->waived] : NULL, out);
        optional("waiver", c->waiver, out);
        texts(c, out);
        json_member("detail", c->detail, out);
        putc('}', out);
    }
    fputs("\n],\n", out);
}

static void json_one_cause(const struct results *run, const struct cause *cause,
                           FILE *out)
{
    json_member("id", cause->id, out);
    fputs(", \"rule\": ", out);
    if (cause->rule)
        json_text(cause->rule, out);
    else
        fputs("null", out);
    fputs(", \"found\": ", out);
    json_list(cause->found, cause->found_count, out);
    fputs(", \"permitted\": ", out);
    json_list(cause->permitted, cause->permitted_count, out);
    fputs(", \"others\": ", out);
    json_list(cause->others, cause->other_count, out);
    fputs(", ", out);
    optional("telling", cause->telling, out);
    json_member("clause", cause->clause, out);
    fputs(", ", out);
    json_member("confidence", confidence_names[cause->confidence], out);
    fputs(", ", out);
    json_member("sentence", cause->sentence, out);
    fputs(", \"cases\": [", out);
    for (size_t k = 0; k < cause->case_count; k++) {
        fputs(k ? ", " : "", out);
        json_text(run->cases[cause->cases[k]].id, out);
    }
    putc(']', out);
}

static void causes(const struct results *run, FILE *out)
{
    fputs("\"causes\": [", out);
    for (size_t k = 0; k < run->cause_count; k++) {
        fputs(k ? ",\n  {" : "\n  {", out);
        json_one_cause(run, &run->causes[k], out);
        putc('}', out);
    }
    fputs("\n],\n", out);
}

static void json_behaviour(const struct results *run, FILE *out)
{
    fputs("\"behaviour\": {", out);
    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *finding = &run->behaviour[k];

        fputs(k ? ",\n  " : "\n  ", out);
        json_text(finding->rule, out);
        fputs(": ", out);
        json_list(finding->choices, finding->choice_count, out);
    }
    fputs("\n},\n", out);
}

static void summary(const struct results *run, FILE *out)
{
    fputs("\"summary\": {", out);
    for (size_t k = 0; k < VERDICTS; k++) {
        if (k)
            fputs(", ", out);
        json_text(verdict_names[k], out);
        fprintf(out, ": %zu", run->summary[k]);
    }
    putc('}', out);
}

static void json_one_run(const struct results *run, enum report_role role,
                         FILE *out)
{
    static const char *const roles[] = {[REPORT_SUBJECT] = "subject",
                                        [REPORT_CONTROL] = "control",
                                        [REPORT_OFFERED] = "offered"};
    char few[REPORT_FEW];

    fputs("{\n", out);
    json_member("schema", SCHEMA, out);
    fputs(",\n", out);
    json_member("implementation", run->implementation, out);
    fputs(",\n", out);
    json_member("dialect", run->dialect, out);
    fputs(",\n", out);
    json_member("backend", run->backend, out);
    fputs(",\n", out);
    json_member("role", roles[role], out);
    fputs(",\n", out);
    json_origin(run, out);
    json_verdict(run, out);
    json_environment(run, out);
    causes(run, out);
    json_cases(run, out);
    json_behaviour(run, out);
    summary(run, out);
    if (report_few(run, few)) {
        fputs(",\n", out);
        json_member("few", few, out);
    }
    fputs("\n}", out);
}

void report_json(const struct results *runs, size_t count, FILE *out)
{
    if (count == 1) {
        json_one_run(runs, report_role(runs, 1, 0), out);
        putc('\n', out);
        return;
    }
    fputs("{\n", out);
    json_member("schema", SCHEMA, out);
    fputs(",\n\"runs\": [", out);
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ",\n" : "\n", out);
        json_one_run(&runs[k], report_role(runs, count, k), out);
    }
    fputs("\n]\n}\n", out);
}
