/* SPDX-License-Identifier: MIT */
#include "results_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HAVE_JANSSON

const char *results_line_parse(const char *text, size_t length, void **line)
{
    (void)text;
    (void)length;
    *line = NULL;
    return "this profilcheck was built without a reader of JSON; apt-get "
           "install libjansson-dev and make it again";
}

void results_line_drop(void *line)
{
    (void)line;
}

const char *results_line_take(struct results *run, struct results_run *state,
                              void *line, const char *text, size_t length)
{
    (void)run;
    (void)state;
    (void)line;
    (void)text;
    (void)length;
    return "there is no reader";
}

#else

#include "house.h"
#include "results_member.h"

const char *results_line_parse(const char *text, size_t length, void **line)
{
    static char why[300];
    json_error_t error;

    *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (*line)
        return NULL;
    if (json_error_code(&error) == json_error_out_of_memory)
        return OUT_OF_MEMORY;
    snprintf(why, sizeof why, "no JSON: %.200s", error.text);
    return why;
}

void results_line_drop(void *line)
{
    json_decref(line);
}

/* What a shard tells besides. */
static const char *take_shard(struct results *run, json_t *line)
{
    const char *problem = member_optional(line, "shard", &run->shard);
    uint64_t whole = 0;

    if (problem || !run->shard)
        return problem;
    problem = member_number(line, "whole", &whole);
    run->whole = whole;
    return problem ? problem : member_string(line, "list", &run->list);
}

/* Whose run it is, and what house rules do; a file of before there was a choice
 * has none: all of them failed. */
static const char *take_role(struct results *run, json_t *line)
{
    const char *name = NULL,
               *problem = member_optional(line, "house_rules", &name);
    unsigned policy = name ? house_by_name(name) : HOUSE_FAIL;

    if (!problem && policy == HOUSE_POLICIES)
        problem = member_wrong("house_rules", "warn, fail or off");
    run->house_policy = (uint8_t)policy;
    run->tried = json_is_true(json_object_get(line, "tried"));
    run->control = json_is_true(json_object_get(line, "control"));
    return problem;
}

static const char *take_header(struct results *run, json_t *line)
{
    const char *format = member_text(line, "format");
    const struct {
        const char *name, **value;
    } members[] = {{"implementation", &run->implementation},
                   {"dialect", &run->dialect},
                   {"backend", &run->backend},
                   {"version", &run->version},
                   {"tables", &run->tables},
                   {"suite", &run->suite}};
    const char *problem = NULL;

    if (!format || strcmp(format, RESULTS_LINES) != 0)
        return member_wrong("format", "\"" RESULTS_LINES "\"");
    for (size_t k = 0; !problem && k < sizeof members / sizeof *members; k++)
        problem = member_string(line, members[k].name, members[k].value);
    if (!problem)
        problem = member_optional(line, "commit", &run->commit);
    if (!problem)
        problem = member_optional(line, "command", &run->command);
    if (!problem)
        problem = member_optional(line, "source", &run->source);
    if (!problem)
        problem = member_optional(line, "waivers", &run->waivers);
    if (!problem)
        problem = take_role(run, line);
    if (!problem)
        problem = member_optional(line, "date", &run->date);
    if (!problem)
        problem = take_shard(run, line);
    if (!problem)
        problem = member_pairs(line, "identity", &run->identity,
                               &run->identity_count);
    if (!problem)
        problem = member_pairs(line, "environment", &run->environment,
                               &run->environment_count);
    return problem;
}

static const char *take_standing(struct rule_finding *finding, json_t *line)
{
    const char *name = member_text(line, "standing");

    for (unsigned k = 0; name && k < STANDINGS; k++)
        if (strcmp(name, standing_names[k]) == 0) {
            finding->standing = (uint8_t)k;
            return NULL;
        }
    return member_wrong("standing", "what the manual says of a choice");
}

static const char *take_rule(struct rule_finding *finding, json_t *line)
{
    const char *name = member_text(line, "rule");
    const char *problem;

    if (!name || strlen(name) >= sizeof finding->rule)
        return member_wrong("rule", "the name of a rule");
    strcpy(finding->rule, name);
    problem = member_strings(line, "choices", &finding->choices,
                             &finding->choice_count);
    if (!problem)
        problem = member_string(line, "question", &finding->question);
    if (!problem)
        problem = take_standing(finding, line);
    return problem ? problem : member_string(line, "clause", &finding->clause);
}

static const char *take_footer(struct results *run, struct results_run *state,
                               json_t *line)
{
    json_t *summary = json_object_get(line, "summary");
    const char *sum = member_text(line, "sha256"), *problem;
    size_t counted[VERDICTS] = {0};
    char digest[SHA256_HEX];
    uint64_t cases = 0, rules = 0, causes = 0, value = 0;

    sha256_end_hex(&state->sum, digest);
    if (!sum || strcmp(sum, digest) != 0)
        return "its sha256 is not that of the run's lines: some were changed, "
               "doubled, left out or put in another order";
    problem = member_number(line, "cases", &cases);
    if (!problem)
        problem = member_number(line, "rules", &rules);
    if (!problem)
        problem = member_number(line, "causes", &causes);
    if (problem)
        return problem;
    if (cases != run->case_count || rules != run->behaviour_count ||
        causes != run->cause_count)
        return "it counts other numbers of cases, rules or causes than the "
               "run has";
    for (size_t k = 0; k < run->case_count; k++)
        counted[run->cases[k].verdict]++;
    for (size_t v = 0; v < VERDICTS; v++) {
        problem = member_number(summary, verdict_names[v], &value);
        if (problem)
            return problem;
        if (value != counted[v])
            return "its summary is not that of the run's cases";
        run->summary[v] = counted[v];
    }
    state->open = false;
    return NULL;
}

/* A list's next element, zeroed; null where memory ran out.  The list
 * doubles. */
static void *results_line_next(void **list, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0) {
        void *grown = realloc(*list, (*count ? 2 * *count : 1) * size);

        if (!grown)
            return NULL;
        *list = grown;
    }
    return memset((char *)*list + (*count)++ * size, 0, size);
}

static const char *results_line_take_part(struct results *run,
                                          struct results_run *state,
                                          const char *kind, json_t *line)
{
    if (strcmp(kind, "case") == 0) {
        struct result *result = NULL;

        if (run->behaviour_count || run->cause_count)
            return "a case after a rule or a cause";
        result = results_line_next((void **)&run->cases, &run->case_count,
                                   sizeof *result);
        return result ? results_case_take(result, line, run->shard)
                      : OUT_OF_MEMORY;
    }
    if (strcmp(kind, "rule") == 0) {
        struct rule_finding *finding = results_line_next(
            (void **)&run->behaviour, &run->behaviour_count, sizeof *finding);

        return finding ? take_rule(finding, line) : OUT_OF_MEMORY;
    }
    if (strcmp(kind, "cause") == 0) {
        struct cause *cause = results_line_next(
            (void **)&run->causes, &run->cause_count, sizeof *cause);

        return cause ? results_cause_take(run, cause, line) : OUT_OF_MEMORY;
    }
    if (strcmp(kind, "footer") == 0)
        return take_footer(run, state, line);
    return "\"line\": expected case, rule, cause or footer";
}

const char *results_line_take(struct results *run, struct results_run *state,
                              void *line, const char *text, size_t length)
{
    const char *kind = member_text(line, "line"), *problem;

    if (!kind)
        return member_wrong("line", "header, case, rule or footer");
    if (state->open) {
        problem = results_line_take_part(run, state, kind, line);
    } else {
        if (strcmp(kind, "header") != 0)
            return member_wrong("line", "a header, with which a run begins");
        state->open = true;
        sha256_begin(&state->sum);
        problem = take_header(run, line);
    }
    if (state->open)
        sha256_add(&state->sum, text, length);
    return problem;
}

#endif

void results_line_free(struct results *run)
{
    for (size_t k = 0; k < run->case_count; k++) {
        free((void *)run->cases[k].rules);
        free(run->cases[k].causes);
        if (run->cases[k].histogram)
            free(run->cases[k].histogram->bins);
        free(run->cases[k].histogram);
    }
    for (size_t k = 0; k < run->behaviour_count; k++)
        free((void *)run->behaviour[k].choices);
    for (size_t k = 0; k < run->cause_count; k++) {
        free((void *)run->causes[k].found);
        free((void *)run->causes[k].permitted);
        free((void *)run->causes[k].others);
        free(run->causes[k].cases);
    }
    free(run->causes);
    free(run->cases);
    free((void *)run->behaviour);
    free((void *)run->identity);
    free((void *)run->environment);
}
