/* SPDX-License-Identifier: MIT */
#include "rederive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "conformance/delivery/observed.h"
#include "options.h"
#include "reports/sha256.h"

static char why[500];

static void hash_text(struct sha256 *sum, const char *text)
{
    sha256_add(sum, text, strlen(text) + 1);
}

const char *rederive_tables(void)
{
    static char text[SHA256_HEX];
    struct sha256 sum;

    sha256_begin(&sum);
    for (unsigned r = 0; r < RULES; r++) {
        hash_text(&sum, rule_table[r].name);
        for (unsigned k = 0; k < rule_table[r].count; k++)
            hash_text(&sum, choice_table[rule_table[r].first + k].name);
    }
    for (int d = 0; d < DIALECTS; d++) {
        hash_text(&sum, dialect_table[d].name);
        for (unsigned r = 0; r < RULES; r++) {
            for (int p = FORBIDDEN; p <= UNSPECIFIED; p++) {
                uint64_t set = dialect_choices((enum dialect)d, (enum rule)r,
                                               (enum permission)p);
                char words[24];

                snprintf(words, sizeof words, "%llx", (unsigned long long)set);
                hash_text(&sum, words);
            }
            for (unsigned k = 0; k < rule_table[r].count; k++)
                hash_text(&sum, dialect_clause(
                                    (enum dialect)d,
                                    (enum choice)(rule_table[r].first + k)));
        }
    }
    sha256_end_hex(&sum, text);
    return text;
}

static const char *wrong(const struct result *result, const char *what)
{
    snprintf(why, sizeof why, "%.100s: %.350s", result->id, what);
    for (char *c = why; *c; c++)
        *c = (unsigned char)*c < 0x20 || *c == 0x7f ? '?' : *c;
    return why;
}

static bool parse_limit(const struct results *recorded, uint32_t *limit)
{
    uint64_t number = 0;

    *limit = 0;
    for (size_t k = 0; k < recorded->environment_count; k++)
        if (strcmp(recorded->environment[k].name, "PROFIL_MAX") == 0 &&
            (!options_number(recorded->environment[k].value, &number) ||
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
            return wrong(result, "its text is not recorded");
        if (!case_list_parse(list, "case", result->text, strlen(result->text),
                             &error))
            return wrong(result, error.text);
        if (list->count != k + 1)
            return wrong(result, "its text is not one case");
        if (strcmp(list->cases[k].id, result->id) != 0)
            return wrong(result, "its text is that of another case");
        list->cases[k].script.profil_max = limit;
    }
    return NULL;
}

static const char *parse_observed(const struct result *result,
                                  struct assessed *a)
{
    const char *first = result->company ? result->company : result->observed;
    struct observed_error error;

    if (!result->observed && result->verdict == VERDICT_UNSUPPORTED) {
        a->unsupported = result->detail;
        return NULL;
    }
    if (!result->observed)
        return wrong(result, "what was observed is not recorded");
    if (!observed_parse(first, strlen(first), &a->observation, &error))
        return wrong(result, error.text);
    if (!result->company)
        return NULL;
    if (!observed_parse(result->observed, strlen(result->observed), &a->alone,
                        &error))
        return wrong(result, error.text);
    a->has_alone = true;
    return NULL;
}

static const char *judge_all(const struct results *recorded,
                             struct assessed *cases, struct results *fresh)
{
    int dialect = dialect_by_name(recorded->dialect);
    size_t count = recorded->case_count, suspects;
    size_t *indices = calloc(count + 1, sizeof *indices);
    bool good = indices && assess((enum dialect)dialect, cases, count, fresh,
                                  indices, &suspects);

    free(indices);
    return good ? NULL : "out of memory";
}

const char *rederive(const struct results *recorded, struct results *fresh)
{
    struct assessed *cases = calloc(recorded->case_count + 1, sizeof *cases);
    struct case_list list = {0};
    const char *problem = cases ? NULL : "out of memory";

    *fresh = (struct results){0};
    if (!problem && dialect_by_name(recorded->dialect) < 0)
        problem = "its dialect is none of profilcheck list dialects";
    if (!problem)
        problem = parse_cases(recorded, &list);
    for (size_t k = 0; !problem && k < recorded->case_count; k++) {
        cases[k].c = &list.cases[k];
        problem = parse_observed(&recorded->cases[k], &cases[k]);
    }
    if (!problem)
        problem = judge_all(recorded, cases, fresh);
    for (size_t k = 0; cases && k < recorded->case_count; k++) {
        if (!problem)
            fresh->cases[k].id = recorded->cases[k].id;
        observation_free(&cases[k].observation);
        observation_free(&cases[k].alone);
    }
    free(cases);
    case_list_free(&list);
    return problem;
}
