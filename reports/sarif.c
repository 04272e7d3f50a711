/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/results/notes.h"
#include "reference/sentences.h"
#include "reports.h"
#include "runs.h"

#define SCHEMA                                                                 \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"      \
    "sarif-schema-2.1.0.json"

/* RFC 3986: a path as a reference, relative or of the scheme file. */
static void put_uri(const char *path, FILE *out)
{
    fputs(*path == '/' ? "file://" : "", out);
    report_percent(strncmp(path, "./", 2) == 0 ? path + 2 : path, out);
}

/* The broken rule that is to blame, of profil or sprofil alone, where each
 * decided for itself; null where none is. */
static const struct rule_finding *rule_of(const struct results *run,
                                          const struct cause *cause)
{
    for (size_t k = 0; cause && k < run->behaviour_count; k++) {
        const struct rule_finding *finding = &run->behaviour[k];

        if (standing_is_wrong(finding->standing) &&
            results_blames(cause, finding->rule))
            return finding;
    }
    return NULL;
}

/* 3.11.5, 3.11.6: braces hold a place, and brackets before a parenthesis are
 * a link; others' words have neither. */
static void put_text(struct json *json, const char *words)
{
    char *plain = memory_new(2 * strlen(words) + 1, 1), *to = plain;

    for (const char *c = words; *c; c++) {
        if (*c == '{' || *c == '}')
            *to++ = *c;
        if (*c == '(' && c > words && c[-1] == ']')
            *to++ = ' ';
        *to++ = *c;
    }
    json_put(json, "text", plain);
    free(plain);
}

static void put_message(struct json *json, const char *member,
                        const char *words)
{
    json_open(json, member, "{", ", ");
    put_text(json, words);
    json_close(json, "}");
}

/* What a verdict says of a case. */
static const char *const verdict_words[VERDICTS] = {
    [VERDICT_PASS] = ("A behaviour that the manual permits explains everything "
                      "that was observed."),
    [VERDICT_FAIL] =
        "No behaviour that the manual permits explains what was observed.",
    [VERDICT_INCONSISTENT] =
        "Each case is allowed alone, but they contradict each other.",
    [VERDICT_CRASH] =
        "The process was killed by a signal that the case does not ask for.",
    [VERDICT_TIMEOUT] = "The case did not end in time.",
    [VERDICT_UNSUPPORTED] =
        "The case can't be run on this machine, or by this implementation.",
    [VERDICT_UNSPECIFIED] =
        "The manual is silent; what was observed is reported and not judged.",
    [VERDICT_INCONCLUSIVE] =
        "What was observed does not show whether it conforms.",
    [VERDICT_ERROR] = "profilcheck itself failed.",
    [VERDICT_WAIVED] = "It does not pass, and a waiver gives the reason.",
};

/* 3.49.7: a name for people, in one word that is not the id: RuleNullBuffer of
 * null-buffer. */
static void put_name(struct json *json, const char *kind, const char *id)
{
    bool begins = true;

    json_next(json, "name");
    fprintf(json->out, "\"%s", kind);
    for (; *id; id++) {
        if (isalnum((unsigned char)*id))
            putc(begins ? toupper((unsigned char)*id) : *id, json->out);
        begins = !isalnum((unsigned char)*id);
    }
    putc('"', json->out);
}

/* All that servers ask of a rule; 3.19.23: help for those that show
 * Markdown. */
static void put_rule(struct json *json, const char *id, const char *kind,
                     const char *brief, const char *full, const char *help)
{
    json_put(json, "id", id);
    put_name(json, kind, id);
    put_message(json, "shortDescription", brief);
    put_message(json, "fullDescription", full);
    json_open(json, "help", "{", ", ");
    put_text(json, help);
    json_put(json, "markdown", full);
    json_close(json, "}");
}

/* What is asked, and all that the manual says of it. */
static void put_broken_rule(struct json *json,
                            const struct rule_finding *finding)
{
    const struct clause_row *row = clause_by_id(finding->clause);
    const char *question =
        finding->question ? finding->question : finding->rule;
    char text[1024];

    if (row)
        snprintf(text, sizeof text, "%s: %s (%s)", row->id, row->text,
                 notes_place(row));
    json_open(json, NULL, "{", ", ");
    put_rule(json, finding->rule, "Rule", question, row ? text : question,
             "`profilcheck explain` shows the arithmetic of each case; "
             "`profilcheck list rules` names the choices.");
    json_open(json, "properties", "{", ", ");
    json_put(json, "clause", finding->clause);
    json_close(json, "}");
    json_close(json, "}");
}

/* First a rule of the tool for each verdict, then those that are broken. */
static void put_rules(struct json *json, const struct results *run)
{
    json_open(json, "rules", "[", ",\n  ");
    for (unsigned v = 0; v < VERDICTS; v++) {
        json_open(json, NULL, "{", ", ");
        put_rule(json, verdict_names[v], "Verdict", verdict_words[v],
                 verdict_words[v],
                 "`profilcheck explain` says why a case came to its "
                 "verdict, with the arithmetic.");
        json_close(json, "}");
    }
    for (size_t k = 0; k < run->behaviour_count; k++)
        if (standing_is_wrong(run->behaviour[k].standing))
            put_broken_rule(json, &run->behaviour[k]);
    json_close(json, "\n ]");
}

/* In the source where it was named; else the file that was judged, which has no
 * lines. */
static void put_location(struct json *json, const struct results *run)
{
    const char *source = run->source ? run->source : run->implementation;
    const char *colon = run->source ? strrchr(source, ':') : NULL;
    bool lined =
        colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];
    char *path = lined ? strndup(source, (size_t)(colon - source)) : NULL;

    json_next(json, "locations");
    fputs("[{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"",
          json->out);
    put_uri(path ? path : source, json->out);
    fputs("\"}", json->out);
    if (run->source)
        fprintf(json->out, ", \"region\": {\"startLine\": %s}",
                path && strtoul(colon + 1, NULL, 10) ? colon + 1 : "1");
    fputs("}}]", json->out);
    free(path);
}

/* The cause and its least case; or a case that no cause is behind. */
static void put_words(struct json *json, const struct report_finding *finding)
{
    const struct cause *cause = finding->cause;
    const struct result *c = finding->result;
    struct memory_stream stream;
    FILE *words = memory_stream(&stream);
    char *text;

    if (!cause && c->house)
        fprintf(words, "house rule %s: ", c->house);
    if (cause)
        fprintf(words, "%s. %s: %s", cause->sentence,
                report_cases_of(finding->run, cause), c->id);
    else
        fputs(*c->detail ? c->detail : verdict_names[c->verdict], words);
    if (cause && c->input)
        fprintf(words, ": %s", c->input);
    if (cause && results_got(finding->run, cause))
        fprintf(words, ": got %s", results_got(finding->run, cause));
    if (cause && results_instead(finding->run, cause))
        fprintf(words, ", permitted %s", results_instead(finding->run, cause));
    text = memory_stream_end(&stream);
    put_message(json, "message", text);
    free(text);
}

/* SARIF 3.27.9, 3.27.10: what is no failure has no level. */
static void put_finding(struct json *json, const struct report_finding *finding)
{
    const struct results *run = finding->run;
    const struct cause *cause = finding->cause;
    const struct result *c = finding->result;
    const struct rule_finding *rule = rule_of(run, cause);
    const char *verdict = verdict_names[finding->verdict];
    bool review = finding->verdict == VERDICT_INCONCLUSIVE;

    json_open(json, NULL, "{", ", ");
    json_put(json, "ruleId", rule ? rule->rule : verdict);
    json_put(json, "kind", review ? "review" : "fail");
    json_put(json, "level",
             finding->kind == REPORT_BREAKS_HOUSE ? "warning"
             : review                             ? "none"
                                                  : "error");
    put_words(json, finding);
    json_open(json, "partialFingerprints", "{", ", ");
    json_put(json, cause ? "profilcheckCause/v1" : "profilcheckCase/v1",
             cause ? cause->id : c->id);
    json_close(json, "}");
    json_open(json, "properties", "{", ", ");
    json_put(json, "verdict", verdict);
    json_put(json, "dialect", run->dialect);
    json_open(json, "cases", "[", ", ");
    for (size_t k = 0; k < (cause ? cause->case_count : 1); k++)
        json_put(json, NULL, cause ? run->cases[cause->cases[k]].id : c->id);
    json_close(json, "]");
    json_put(json, "text", c->text);
    json_put(json, "telling", cause ? cause->telling : NULL);
    json_put(json, "observed", c->observed);
    json_put(json, "explanation", c->explanation);
    json_close(json, "}");
    if (finding->kind == REPORT_IS_WAIVED && c->waiver) {
        json_open(json, "suppressions", "[{", ", ");
        json_put(json, "kind", "external");
        json_put(json, "justification", c->waiver);
        json_close(json, "}]");
    }
    put_location(json, run);
    json_close(json, "}");
}

/* A result a cause; and one for each case that no cause is behind.  Faults of
 * the harness are none. */
static void put_results(struct json *json, const struct results *run)
{
    size_t count;
    struct report_finding *all = report_findings(run, 1, ~0u, &count);

    json_open(json, "results", "[", ",\n  ");
    for (size_t k = 0; k < count; k++)
        if (all[k].verdict != VERDICT_ERROR)
            put_finding(json, &all[k]);
    json_close(json, "\n ]");
    free(all);
}

static void put_error(struct json *json, const char *words, const char *of)
{
    json_open(json, NULL, "{", ", ");
    json_put(json, "level", "error");
    put_message(json, "message", words);
    if (of) {
        json_open(json, "properties", "{", ", ");
        json_put(json, "case", of);
        json_close(json, "}");
    }
    json_close(json, "}");
}

/* Faults of the harness say nothing of what was analysed; nor does what
 * lacks cases. */
static void put_invocation(struct json *json, const struct results *run)
{
    bool lacking = report_state(run).lacking;

    json_open(json, "invocations", "[{", ", ");
    json_flag(json, "executionSuccessful",
              !run->summary[VERDICT_ERROR] && !lacking);
    json_open(json, "toolExecutionNotifications", "[", ",\n  ");
    if (lacking)
        put_error(json, report_verdict(run), NULL);
    for (size_t k = 0; k < run->case_count; k++)
        if (run->cases[k].verdict == VERDICT_ERROR)
            put_error(json, run->cases[k].detail, run->cases[k].id);
    json_close(json, "]");
    json_close(json, "}]");
}

static void put_run(struct json *json, const struct results *run)
{
    const char *version = run->version ? run->version : PROFILCHECK_VERSION;
    char words[100];

    json_open(json, NULL, "{", ",\n ");
    json_open(json, "tool", "{", ", ");
    json_open(json, "driver", "{", ", ");
    json_put(json, "name", "profilcheck");
    json_put(json, "version", version);
    snprintf(words, sizeof words, "profilcheck %s", version);
    json_put(json, "fullName", words);
    put_rules(json, run);
    json_close(json, "}");
    json_close(json, "}");
    json_next(json, "automationDetails");
    fputs("{\"id\": \"profilcheck/", json->out);
    put_uri(run->dialect, json->out);
    putc('/', json->out);
    put_uri(run->implementation, json->out);
    fputs("/\"}", json->out);
    json_open(json, "properties", "{", ", ");
    json_put(json, "implementation", run->implementation);
    json_put(json, "dialect", run->dialect);
    json_put(json, "backend", run->backend);
    json_put(json, "verdict", report_verdict(run));
    json_close(json, "}");
    put_invocation(json, run);
    put_results(json, run);
    json_close(json, "}");
}

void report_sarif(const struct results *runs, size_t count, FILE *out)
{
    struct json json = {.out = out};

    json_open(&json, NULL, "{", ",\n");
    json_put(&json, "$schema", SCHEMA);
    json_put(&json, "version", "2.1.0");
    json_open(&json, "runs", count ? "[\n" : "[", ",\n");
    for (size_t k = 0; k < count; k++)
        put_run(&json, &runs[k]);
    json_close(&json, "\n]");
    json_close(&json, "}\n");
}
