/* SPDX-License-Identifier: MIT */
#include "recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/case_lex.h"
#include "conformance/delivery/observed.h"

static char why[500];

static const char *recorded_wrong(const struct result *result, const char *what)
{
    snprintf(why, sizeof why, "%.100s: %.350s", result->id, what);
    return why;
}

static bool parse_limit(const struct results *recorded, uint32_t *limit)
{
    uint64_t number = 0;

    *limit = 0;
    for (size_t k = 0; k < recorded->environment_count; k++)
        if (strcmp(recorded->environment[k].name, "PROFIL_MAX") == 0 &&
            (!text_number(recorded->environment[k].value, &number) ||
             number > UINT32_MAX))
            return false;
    *limit = (uint32_t)number;
    return true;
}

/* The texts of all cases, in their order. */
static const char *parse_cases(const struct results *recorded,
                               struct case_list *list)
{
    struct case_error error;
    uint32_t limit;

    if (!parse_limit(recorded, &limit))
        return "the environment's PROFIL_MAX: expected a number";
    for (size_t k = 0; k < recorded->case_count; k++) {
        const struct result *result = &recorded->cases[k];

        if (!result->text)
            return recorded_wrong(result, "its text is not recorded");
        if (!case_list_parse(list, "case", result->text, strlen(result->text),
                             &error))
            return recorded_wrong(result, error.text);
        if (list->count != k + 1)
            return recorded_wrong(result, "its text is not one case");
        if (strcmp(list->cases[k].id, result->id) != 0)
            return recorded_wrong(result, "its text is that of another case");
        list->cases[k].script.profil_max = limit;
    }
    return NULL;
}

static const char *parse_observed(const struct result *result,
                                  struct test_case *c, struct assessed *a)
{
    const char *first = result->company ? result->company : result->observed;
    struct observed_error error;

    if (!result->observed && result->verdict == VERDICT_UNSUPPORTED) {
        a->unsupported = result->detail;
        return NULL;
    }
    if (!result->observed)
        return recorded_wrong(result, "what was observed is not recorded");
    if (!observed_parse(first, strlen(first), &a->observation, &error))
        return recorded_wrong(result, error.text);
    c->script.swapped = a->observation.swapped;
    if (!result->company)
        return NULL;
    if (!observed_parse(result->observed, strlen(result->observed), &a->alone,
                        &error))
        return recorded_wrong(result, error.text);
    a->has_alone = true;
    return NULL;
}

const char *recorded_parse(struct recorded *recorded,
                           const struct results *results)
{
    int dialect = dialect_by_name(results->dialect);
    const char *problem;

    *recorded = (struct recorded){0};
    if (dialect < 0)
        return "its dialect is none of profilcheck list dialects";
    recorded->dialect = (enum dialect)dialect;
    recorded->cases = calloc(results->case_count + 1, sizeof *recorded->cases);
    if (!recorded->cases)
        return "out of memory";
    problem = parse_cases(results, &recorded->list);
    for (size_t k = 0; !problem && k < results->case_count; k++) {
        struct assessed *a = &recorded->cases[recorded->count++];

        a->c = &recorded->list.cases[k];
        problem =
            parse_observed(&results->cases[k], &recorded->list.cases[k], a);
    }
    return problem;
}

void recorded_free(struct recorded *recorded)
{
    for (size_t k = 0; k < recorded->count; k++) {
        observation_free(&recorded->cases[k].observation);
        observation_free(&recorded->cases[k].alone);
    }
    free(recorded->cases);
    case_list_free(&recorded->list);
    *recorded = (struct recorded){0};
}
