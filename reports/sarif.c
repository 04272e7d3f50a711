/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "kind.h"
#include "percent.h"
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

/* What the run found of a rule that a case consulted; of profil or sprofil
 * alone, where each decided for itself. */
static bool is_finding_of(const struct rule_finding *finding, const char *rule)
{
    size_t length = strlen(rule);

    return strncmp(finding->rule, rule, length) == 0 &&
           (!finding->rule[length] || finding->rule[length] == ' ');
}

static bool is_finding_wrong(const struct rule_finding *finding)
{
    return standing_is_wrong(finding->standing);
}

/* The broken rule that is to blame; null where none is. */
static const struct rule_finding *rule_of(const struct results *run,
                                          const struct cause *cause)
{
    for (size_t k = 0; cause && cause->rule && k < run->behaviour_count; k++)
        if (is_finding_wrong(&run->behaviour[k]) &&
            is_finding_of(&run->behaviour[k], cause->rule))
            return &run->behaviour[k];
    return NULL;
}

/* 3.11.5, 3.11.6: braces hold a place, and brackets before a parenthesis are
 * a link; others' words have neither. */
static void put_message(const char *words, FILE *out)
{
    char *plain = malloc(2 * strlen(words) + 1), *to = plain;

    for (const char *c = words; plain && *c; c++) {
        if (*c == '{' || *c == '}')
            *to++ = *c;
        if (*c == '(' && c > words && c[-1] == ']')
            *to++ = ' ';
        *to++ = *c;
    }
    if (plain)
        *to = 0;
    json_member("text", plain ? plain : "out of memory", out);
    free(plain);
}

/* What a verdict says of a case. */
static const char *const verdict_words[VERDICTS] = {
    [VERDICT_PASS] = "Some reading that the manual permits explains all that "
                     "was seen.",
    [VERDICT_FAIL] = "No reading that the manual permits explains what was "
                     "seen.",
    [VERDICT_INCONSISTENT] = "Each case is permitted by itself, but not with "
                             "what other cases showed.",
    [VERDICT_CRASH] = "The process was killed by a signal that nothing in the "
                      "case asks for.",
    [VERDICT_TIMEOUT] = "The case did not end in time.",
    [VERDICT_UNSUPPORTED] = "The case can not be run on this machine, or by "
                            "this implementation.",
    [VERDICT_UNSPECIFIED] = "The manual is silent; what was seen is told and "
                            "judged by nobody.",
    [VERDICT_INCONCLUSIVE] = "What was seen does not decide it.",
    [VERDICT_ERROR] = "The harness itself went wrong.",
    [VERDICT_WAIVED] = "It would not pass, for a reason that was given.",
};

static void sarif_text(const char *member, const char *text, FILE *out)
{
    fprintf(out, ", \"%s\": {", member);
    put_message(text, out);
    putc('}', out);
}

/* 3.19.23: for servers that show Markdown. */
static void sarif_help(const char *help, const char *full, FILE *out)
{
    fputs(", \"help\": {", out);
    put_message(help, out);
    fputs(", \"markdown\": ", out);
    json_text(full, out);
    putc('}', out);
}

/* 3.49.7: a name for people, in one word that is not the id: RuleNullBuffer of
 * null-buffer. */
static void sarif_name(const char *kind, const char *id, FILE *out)
{
    bool begins = true;

    fprintf(out, ", \"name\": \"%s", kind);
    for (; *id; id++) {
        if (isalnum((unsigned char)*id))
            putc(begins ? toupper((unsigned char)*id) : *id, out);
        begins = !isalnum((unsigned char)*id);
    }
    putc('"', out);
}

/* All that servers ask of a rule. */
static void sarif_rule(const char *id, const char *kind, const char *brief,
                       const char *full, const char *help, FILE *out)
{
    json_member("id", id, out);
    sarif_name(kind, id, out);
    sarif_text("shortDescription", brief, out);
    sarif_text("fullDescription", full, out);
    sarif_help(help, full, out);
}

/* What is asked, and all that the manual says of it. */
static void sarif_broken_rule(const struct rule_finding *finding, FILE *out)
{
    const struct clause_note *note =
        notes_clause(finding->clause, strlen(finding->clause));
    const char *question =
        finding->question ? finding->question : finding->rule;
    char text[1024], place[160];

    if (note) {
        notes_place(note->id, place, sizeof place);
        snprintf(text, sizeof text, "%s: %s (%s)", note->id, note->text,
                 *place ? place : note->section);
    }
    fputs(",\n  {", out);
    sarif_rule(finding->rule, "Rule", question, note ? text : question,
               "`profilcheck explain` does the arithmetic of each case; "
               "`profilcheck list rules` has what each choice is called.",
               out);
    fputs(", \"properties\": {", out);
    json_member("clause", finding->clause, out);
    fputs("}}", out);
}

/* First a rule of the tool for each verdict, then those that are broken. */
static void sarif_rules(const struct results *run, FILE *out)
{
    fputs("\"rules\": [", out);
    for (unsigned v = 0; v < VERDICTS; v++) {
        fputs(v ? ",\n  {" : "\n  {", out);
        sarif_rule(verdict_names[v], "Verdict", verdict_words[v],
                   verdict_words[v],
                   "`profilcheck explain` says why a case came to its "
                   "verdict, with the arithmetic.",
                   out);
        putc('}', out);
    }
    for (size_t k = 0; k < run->behaviour_count; k++)
        if (is_finding_wrong(&run->behaviour[k]))
            sarif_broken_rule(&run->behaviour[k], out);
    fputs("\n ]", out);
}

/* In the source where it was named; else the file that was judged, which has no
 * lines. */
static void location(const struct results *run, FILE *out)
{
    const char *colon = run->source ? strrchr(run->source, ':') : NULL;
    bool lined =
        colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];
    char *path =
        lined ? strndup(run->source, (size_t)(colon - run->source)) : NULL;

    fputs("\"locations\": [{\"physicalLocation\": {\"artifactLocation\": "
          "{\"uri\": \"",
          out);
    put_uri(path ? path : run->source ? run->source : run->implementation, out);
    fputs("\"}", out);
    if (run->source)
        fprintf(out, ", \"region\": {\"startLine\": %s}",
                path && strtoul(colon + 1, NULL, 10) ? colon + 1 : "1");
    fputs("}}]", out);
    free(path);
}

/* SARIF 3.27.9, 3.27.10: what is no failure has no level. */
static const char *sarif_kind_of(unsigned verdict)
{
    return verdict == VERDICT_INCONCLUSIVE ? "review" : "fail";
}

static void optional_member(const char *name, const char *value, FILE *out)
{
    if (!value)
        return;
    fputs(", ", out);
    json_member(name, value, out);
}

/* The cause and its least case; or a case that no cause speaks for. */
static void sarif_message(const struct cause *cause, const struct result *c,
                          FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *words = open_memstream(&text, &length);

    if (!words)
        return;
    if (cause)
        fprintf(words, "%s. %zu case%s: %s", cause->sentence, cause->case_count,
                cause->case_count == 1 ? "" : "s, the shortest", c->id);
    else
        fprintf(words, "%s",
                *c->detail ? c->detail : verdict_names[c->verdict]);
    if (cause && c->input)
        fprintf(words, ": %s", c->input);
    if (cause && c->got)
        fprintf(words, ": got %s", c->got);
    if (cause && c->permitted)
        fprintf(words, ", permitted %s", c->permitted);
    fputs("\"message\": {", out);
    put_message(fclose(words) == 0 ? text : "out of memory", out);
    putc('}', out);
    free(text);
}

static void sarif_properties(const struct results *run,
                             const struct cause *cause, const struct result *c,
                             unsigned verdict, FILE *out)
{
    fputs("\"properties\": {", out);
    json_member("verdict", verdict_names[verdict], out);
    fputs(", ", out);
    json_member("dialect", run->dialect, out);
    fputs(", \"cases\": [", out);
    for (size_t k = 0; k < (cause ? cause->case_count : 1); k++) {
        fputs(k ? ", " : "", out);
        json_text(cause ? run->cases[cause->cases[k]].id : c->id, out);
    }
    putc(']', out);
    optional_member("text", c->text, out);
    optional_member("telling", cause ? cause->telling : NULL, out);
    optional_member("observed", c->observed, out);
    optional_member("explanation", c->explanation, out);
    putc('}', out);
}

struct sarif_list {
    const struct results *run;
    FILE *out;
    size_t count;
};

static void sarif_result(struct sarif_list *list, const struct cause *cause,
                         const struct result *c)
{
    const struct results *run = list->run;
    const struct rule_finding *rule = rule_of(run, cause);
    unsigned verdict = cause ? results_cause_verdict(run, cause) : c->verdict;
    bool house = verdict == VERDICT_UNSPECIFIED;
    const char *kind = sarif_kind_of(verdict);
    FILE *out = list->out;

    fputs(list->count++ ? ",\n  {" : "\n  {", out);
    json_member("ruleId", rule ? rule->rule : verdict_names[verdict], out);
    fprintf(out, ", \"kind\": \"%s\", \"level\": \"%s\", ", kind,
            house                       ? "warning"
            : strcmp(kind, "fail") == 0 ? "error"
                                        : "none");
    sarif_message(cause, c, out);
    fputs(", \"partialFingerprints\": {", out);
    json_member(cause ? "profilcheckCause/v1" : "profilcheckCase/v1",
                cause ? cause->id : c->id, out);
    fputs("}, ", out);
    sarif_properties(run, cause, c, verdict, out);
    fputs(", ", out);
    if (verdict == VERDICT_WAIVED && c->waiver) {
        fputs("\"suppressions\": [{\"kind\": \"external\", ", out);
        json_member("justification", c->waiver, out);
        fputs("}], ", out);
    }
    location(run, out);
    putc('}', out);
}

/* A result a cause; and one for each case that no cause speaks for. */
static void results(const struct results *run, FILE *out)
{
    struct sarif_list list = {run, out, 0};

    fputs("\"results\": [", out);
    for (size_t k = 0; k < run->cause_count; k++) {
        const struct cause *cause = &run->causes[k];
        unsigned verdict = results_cause_verdict(run, cause);

        if (report_kind(verdict) == REPORT_FAILED ||
            verdict == VERDICT_WAIVED ||
            (house_of_cause(cause) && run->house_policy == HOUSE_WARN))
            sarif_result(&list, cause, &run->cases[cause->shortest]);
    }
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        if (!c->cause_count && (report_kind(c->verdict) == REPORT_FAILED ||
                                c->waiver || report_is_house(run, c)))
            sarif_result(&list, NULL, c);
    }
    fputs("\n ]", out);
}

/* Faults of the harness say nothing of what was analysed; nor do too few
 * cases. */
static void invocation(const struct results *run, FILE *out)
{
    char few[REPORT_FEW];
    bool is_few = report_few(run, few);
    const char *before = "";

    fprintf(out,
            "\"invocations\": [{\"executionSuccessful\": %s, "
            "\"toolExecutionNotifications\": [",
            run->summary[VERDICT_ERROR] || is_few ? "false" : "true");
    if (is_few) {
        fputs("\n  {\"level\": \"error\", \"message\": {", out);
        put_message(few, out);
        fputs("}}", out);
        before = ",";
    }
    for (size_t k = 0; k < run->case_count; k++) {
        if (report_kind(run->cases[k].verdict) != REPORT_BROKEN)
            continue;
        fprintf(out, "%s\n  {\"level\": \"error\", \"message\": {", before);
        put_message(run->cases[k].detail, out);
        fputs("}, \"properties\": {", out);
        json_member("case", run->cases[k].id, out);
        fputs("}}", out);
        before = ",";
    }
    fputs("]}]", out);
}

static void sarif_one_run(const struct results *run, FILE *out)
{
    const char *version = run->version ? run->version : PROFILCHECK_VERSION;
    char whole[80], basis[REPORT_BASIS], words[REPORT_BASIS + 20];

    fputs("{\"tool\": {\"driver\": {\"name\": \"profilcheck\", ", out);
    json_member("version", version, out);
    snprintf(whole, sizeof whole, "profilcheck %s", version);
    fputs(", ", out);
    json_member("fullName", whole, out);
    fputs(", ", out);
    sarif_rules(run, out);
    fputs("}},\n \"automationDetails\": {\"id\": \"profilcheck/", out);
    put_uri(run->dialect, out);
    putc('/', out);
    put_uri(run->implementation, out);
    fputs("/\"},\n \"properties\": {", out);
    json_member("implementation", run->implementation, out);
    fputs(", ", out);
    json_member("dialect", run->dialect, out);
    fputs(", ", out);
    json_member("backend", run->backend, out);
    fputs(", ", out);
    report_basis(run, basis);
    snprintf(words, sizeof words, "%s%s", report_state(run).words, basis);
    json_member("verdict", words, out);
    fputs("},\n ", out);
    invocation(run, out);
    fputs(",\n ", out);
    results(run, out);
    putc('}', out);
}

void report_sarif(const struct results *runs, size_t count, FILE *out)
{
    fputs("{\"$schema\": \"" SCHEMA "\",\n\"version\": \"2.1.0\",\n"
          "\"runs\": [",
          out);
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ",\n" : "\n", out);
        sarif_one_run(&runs[k], out);
    }
    fputs("\n]}\n", out);
}
