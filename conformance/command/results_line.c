/* SPDX-License-Identifier: MIT */
#include "results_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/reports.h"

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

#include <jansson.h>

static char why[300];

#define OUT_OF_MEMORY "out of memory"

const char *results_line_parse(const char *text, size_t length, void **line)
{
    json_error_t error;

    *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (*line)
        return NULL;
    snprintf(why, sizeof why, "no JSON: %.200s", error.text);
    return why;
}

void results_line_drop(void *line)
{
    json_decref(line);
}

static const char *wrong(const char *member, const char *expected)
{
    snprintf(why, sizeof why, "\"%s\": expected %s", member, expected);
    return why;
}

/* Null where it is not there, or no string. */
static const char *text_of(json_t *line, const char *member)
{
    return json_string_value(json_object_get(line, member));
}

/* A member that is a string, or the problem. */
static const char *string(json_t *line, const char *member, const char **value)
{
    *value = text_of(line, member);
    return *value ? NULL : wrong(member, "a string");
}

/* The same where it may be left out. */
static const char *optional(json_t *line, const char *member,
                            const char **value)
{
    *value = NULL;
    return json_object_get(line, member) ? string(line, member, value) : NULL;
}

static const char *strings(json_t *line, const char *member,
                           const char *const **list, size_t *count)
{
    json_t *array = json_object_get(line, member), *item;
    const char **copy;
    size_t k;

    if (!json_is_array(array))
        return wrong(member, "a list of strings");
    json_array_foreach(array, k, item) if (!json_is_string(item)) return wrong(
        member, "a list of strings");
    copy = calloc(json_array_size(array) + 1, sizeof *copy);
    if (!copy)
        return OUT_OF_MEMORY;
    json_array_foreach(array, k, item) copy[k] = json_string_value(item);
    *list = copy;
    *count = json_array_size(array);
    return NULL;
}

static const char *pairs(json_t *line, const char *member,
                         const struct named **list, size_t *count)
{
    json_t *object = json_object_get(line, member), *value;
    struct named *copy;
    const char *name;

    if (!json_is_object(object))
        return wrong(member, "an object of strings");
    copy = calloc(json_object_size(object) + 1, sizeof *copy);
    if (!copy)
        return OUT_OF_MEMORY;
    *list = copy;
    json_object_foreach(object, name, value)
    {
        if (!json_is_string(value))
            return wrong(member, "an object of strings");
        copy[(*count)++] = (struct named){name, json_string_value(value)};
    }
    return NULL;
}

static const char *verdict(json_t *line, const char *member, uint8_t *verdict)
{
    const char *name = text_of(line, member);

    for (unsigned v = 0; name && v < VERDICTS; v++)
        if (strcmp(name, verdict_names[v]) == 0) {
            *verdict = (uint8_t)v;
            return NULL;
        }
    return wrong(member, "a verdict");
}

static const char *take_header(struct results *run, json_t *line)
{
    const char *format = text_of(line, "format");
    const struct {
        const char *name, **value;
    } members[] = {{"implementation", &run->implementation},
                   {"dialect", &run->dialect},
                   {"backend", &run->backend},
                   {"version", &run->version},
                   {"tables", &run->tables},
                   {"suite", &run->suite}};
    const char *problem = NULL;

    if (!format || strcmp(format, REPORT_LINES) != 0)
        return wrong("format", "\"" REPORT_LINES "\"");
    for (size_t k = 0; !problem && k < sizeof members / sizeof *members; k++)
        problem = string(line, members[k].name, members[k].value);
    if (!problem)
        problem = optional(line, "date", &run->date);
    if (!problem)
        problem = pairs(line, "identity", &run->identity, &run->identity_count);
    if (!problem)
        problem = pairs(line, "environment", &run->environment,
                        &run->environment_count);
    return problem;
}

static const char *number(json_t *object, const char *member, uint64_t *value)
{
    json_t *item = json_object_get(object, member);

    if (!json_is_integer(item) || json_integer_value(item) < 0)
        return wrong(member, "a number from 0");
    *value = (uint64_t)json_integer_value(item);
    return NULL;
}

/* 64 bits, as text. */
static const char *wide(json_t *object, const char *member, uint64_t *value)
{
    const char *text = text_of(object, member);
    char *end = NULL;

    if (text && strncmp(text, "0x", 2) == 0 && strlen(text) <= 18 &&
        strspn(text + 2, "0123456789abcdef") == strlen(text + 2) && text[2])
        *value = strtoull(text, &end, 16);
    return end ? NULL : wrong(member, "\"0x...\", of up to 64 bits");
}

static const char *take_bins(struct wrong_buffer *h, json_t *object)
{
    json_t *at = json_object_get(object, "at");
    json_t *expected = json_object_get(object, "expected");
    json_t *got = json_object_get(object, "got");
    size_t count = json_array_size(at);

    if (!json_is_array(at) || json_array_size(expected) != count ||
        json_array_size(got) != count)
        return wrong("histogram", "at, expected and got of one length");
    h->bins = calloc(count + 1, sizeof *h->bins);
    if (!h->bins)
        return OUT_OF_MEMORY;
    for (size_t k = 0; k < count; k++) {
        json_t *items[] = {json_array_get(at, k), json_array_get(expected, k),
                           json_array_get(got, k)};

        for (unsigned n = 0; n < 3; n++)
            if (!json_is_integer(items[n]) ||
                (n && json_integer_value(items[n]) < 0))
                return wrong("histogram", "numbers");
        h->bins[h->count++] =
            (struct wrong_counter){json_integer_value(items[0]),
                                   (uint64_t)json_integer_value(items[1]),
                                   (uint64_t)json_integer_value(items[2])};
    }
    return NULL;
}

static const char *take_histogram(struct result *result, json_t *object)
{
    struct wrong_buffer *h = calloc(1, sizeof *h);
    const char *name = text_of(object, "buffer"), *problem;
    uint64_t width = 0;

    result->histogram = h;
    if (!h)
        return OUT_OF_MEMORY;
    if (!name || strlen(name) >= sizeof h->buffer)
        return wrong("buffer", "a buffer's name");
    strcpy(h->buffer, name);
    problem = number(object, "width", &width);
    if (!problem && (width < 1 || width > 4))
        return wrong("width", "1 to 4");
    h->width = (unsigned)width;
    if (!problem)
        problem = number(object, "size", &h->size);
    if (!problem)
        problem = wide(object, "offset", &h->offset);
    if (!problem)
        problem = wide(object, "scale", &h->scale);
    return problem ? problem : take_bins(h, object);
}

static const char *take_texts(struct result *result, json_t *line)
{
    char *waiver = NULL;
    const struct {
        const char *name;
        char **value;
    } members[] = {{"case", &result->text},
                   {"observed", &result->observed},
                   {"company", &result->company},
                   {"explanation", &result->explanation},
                   {"waiver", &waiver}};
    const char *problem = NULL, *value;

    for (size_t k = 0; !problem && k < sizeof members / sizeof *members; k++) {
        problem = optional(line, members[k].name, &value);
        *members[k].value = (char *)value;
    }
    result->waiver = waiver;
    return problem;
}

static const char *take_case(struct result *result, json_t *line)
{
    json_t *histogram = json_object_get(line, "histogram");
    const char *problem = string(line, "id", &result->id), *detail;

    if (!problem)
        problem = verdict(line, "verdict", &result->verdict);
    if (!problem)
        problem = strings(line, "rules", &result->rules, &result->rule_count);
    if (!problem)
        problem = string(line, "detail", &detail);
    if (problem)
        return problem;
    result->detail = (char *)detail;
    result->finding = json_is_true(json_object_get(line, "finding"));
    problem = take_texts(result, line);
    if (!problem && !result->waiver != (result->verdict != VERDICT_WAIVED))
        return wrong("waiver", "a reason, where the verdict is waived");
    if (!problem && result->waiver)
        problem = verdict(line, "waived", &result->waived);
    if (!problem && histogram)
        problem = take_histogram(result, histogram);
    return problem;
}

static const char *take_rule(struct rule_finding *finding, json_t *line)
{
    const char *name = text_of(line, "rule");
    const char *problem;

    if (!name || strlen(name) >= sizeof finding->rule)
        return wrong("rule", "the name of a rule");
    strcpy(finding->rule, name);
    problem =
        strings(line, "choices", &finding->choices, &finding->choice_count);
    if (!problem)
        problem = string(line, "question", &finding->question);
    if (!problem)
        problem = string(line, "standing", &finding->standing);
    return problem ? problem : string(line, "clause", &finding->clause);
}

static const char *take_footer(struct results *run, struct results_run *state,
                               json_t *line)
{
    json_t *summary = json_object_get(line, "summary");
    const char *sum = text_of(line, "sha256"), *problem;
    size_t counted[VERDICTS] = {0};
    char digest[SHA256_HEX];
    uint64_t cases = 0, rules = 0, value = 0;

    sha256_end_hex(&state->sum, digest);
    if (!sum || strcmp(sum, digest) != 0)
        return "its sha256 is not that of the run's lines: some were changed, "
               "doubled, left out or put in another order";
    problem = number(line, "cases", &cases);
    if (!problem)
        problem = number(line, "rules", &rules);
    if (problem)
        return problem;
    if (cases != run->case_count || rules != run->behaviour_count)
        return "it counts other numbers of cases or rules than the run has";
    for (size_t k = 0; k < run->case_count; k++)
        counted[run->cases[k].verdict]++;
    for (size_t v = 0; v < VERDICTS; v++) {
        problem = number(summary, verdict_names[v], &value);
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
static void *next(void **list, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0) {
        void *grown = realloc(*list, (*count ? 2 * *count : 1) * size);

        if (!grown)
            return NULL;
        *list = grown;
    }
    return memset((char *)*list + (*count)++ * size, 0, size);
}

static const char *take_part(struct results *run, struct results_run *state,
                             const char *kind, json_t *line)
{
    if (strcmp(kind, "case") == 0) {
        struct result *result = NULL;

        if (run->behaviour_count)
            return "a case after a rule";
        result = next((void **)&run->cases, &run->case_count, sizeof *result);
        return result ? take_case(result, line) : OUT_OF_MEMORY;
    }
    if (strcmp(kind, "rule") == 0) {
        struct rule_finding *finding = next(
            (void **)&run->behaviour, &run->behaviour_count, sizeof *finding);

        return finding ? take_rule(finding, line) : OUT_OF_MEMORY;
    }
    if (strcmp(kind, "footer") == 0)
        return take_footer(run, state, line);
    return "\"line\": expected case, rule or footer";
}

const char *results_line_take(struct results *run, struct results_run *state,
                              void *line, const char *text, size_t length)
{
    const char *kind = text_of(line, "line"), *problem;

    if (!kind)
        return wrong("line", "header, case, rule or footer");
    if (state->open) {
        problem = take_part(run, state, kind, line);
    } else {
        if (strcmp(kind, "header") != 0)
            return wrong("line", "a header, with which a run begins");
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
        if (run->cases[k].histogram)
            free(run->cases[k].histogram->bins);
        free(run->cases[k].histogram);
    }
    for (size_t k = 0; k < run->behaviour_count; k++)
        free((void *)run->behaviour[k].choices);
    free(run->cases);
    free((void *)run->behaviour);
    free((void *)run->identity);
    free((void *)run->environment);
}
