/* SPDX-License-Identifier: MIT */
#include "house.h"

#include <string.h>

#include "reference/rules.h"

const char *const house_policies[] = {
    [HOUSE_WARN] = "warn", [HOUSE_FAIL] = "fail", [HOUSE_OFF] = "off", NULL};

unsigned house_by_name(const char *name)
{
    unsigned policy = 0;

    while (policy < HOUSE_POLICIES && strcmp(house_policies[policy], name) != 0)
        policy++;
    return policy;
}

static const char *house_clause(const char *id)
{
    const struct clause_row *row = clause_by_id(id);

    return row && row->owner == OWNER_PROJECT ? row->id : NULL;
}

const char *house_of_cause(const struct cause *cause)
{
    return cause->rule && cause->clause ? house_clause(cause->clause) : NULL;
}

uint8_t result_judged(const struct result *result)
{
    return result->house    ? result->judged
           : result->waiver ? result->waived
                            : result->verdict;
}

/* The house rule that what was noted of a case breaks, which no verdict is
 * about: what profiling borrowed was not given back, or so. */
static const char *house_of_note(const struct results *results,
                                 const struct result *result)
{
    int dialect = dialect_by_name(results->dialect);
    bool asks = false;

    for (size_t k = 0; k < result->rule_count; k++)
        asks |=
            strcmp(result->rules[k], rule_table[RULE_CALLER_STATE].name) == 0;
    return asks && dialect >= 0
               ? house_clause(
                     dialect_clause((enum dialect)dialect, CALLER_STATE_LEAKS))
               : NULL;
}

/* The house rule that a case breaks, if it breaks nothing else. */
static const char *house_of_case(const struct results *results,
                                 const struct result *result)
{
    const char *rule = NULL;

    if (result->finding && result->verdict == VERDICT_UNSPECIFIED)
        return house_of_note(results, result);
    if (result->verdict != VERDICT_FAIL && result->verdict != VERDICT_CRASH)
        return NULL;
    for (size_t k = 0; k < result->cause_count; k++) {
        rule = house_of_cause(&results->causes[result->causes[k]]);
        if (!rule)
            return NULL;
    }
    return rule;
}

static void house_set(struct results *results, struct result *result,
                      uint8_t verdict)
{
    results->summary[result->verdict]--;
    result->verdict = verdict;
    results->summary[verdict]++;
}

void house_apply(struct results *results, enum house_policy policy)
{
    results->house_policy = policy;
    for (size_t k = 0; k < results->case_count; k++) {
        struct result *result = &results->cases[k];

        if (result->house)
            house_set(results, result, result->judged);
        result->house = house_of_case(results, result);
        if (!result->house)
            continue;
        result->judged = result->verdict;
        if (policy != HOUSE_FAIL)
            house_set(results, result, VERDICT_UNSPECIFIED);
        else if (result->verdict == VERDICT_UNSPECIFIED)
            house_set(results, result, VERDICT_FAIL);
    }
}

/* In their order. */
static void house_add(const char *rule, const char **rules, size_t limit,
                      size_t *count)
{
    size_t at = 0, known = *count < limit ? *count : limit;

    while (at < known && strcmp(rules[at], rule) < 0)
        at++;
    if (at < known && strcmp(rules[at], rule) == 0)
        return;
    if (at < limit) {
        memmove(rules + at + 1, rules + at,
                ((known < limit ? known : limit - 1) - at) * sizeof *rules);
        rules[at] = rule;
    }
    ++*count;
}

size_t house_broken(const struct results *results, const char **rules,
                    size_t limit)
{
    size_t count = 0;

    if (results->house_policy == HOUSE_OFF)
        return 0;
    for (size_t k = 0; k < results->cause_count; k++)
        if (house_of_cause(&results->causes[k]))
            house_add(house_of_cause(&results->causes[k]), rules, limit,
                      &count);
    for (size_t k = 0; k < results->case_count; k++)
        if (results->cases[k].house && !results->cases[k].waiver)
            house_add(results->cases[k].house, rules, limit, &count);
    return count;
}

size_t house_cases(const struct results *results)
{
    size_t count = 0;

    for (size_t k = 0;
         results->house_policy != HOUSE_OFF && k < results->case_count; k++)
        count += results->cases[k].house && !results->cases[k].waiver;
    return count;
}
