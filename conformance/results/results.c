/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "reference/rules.h"

const char *const house_policies[] = {
    [HOUSE_WARN] = "warn", [HOUSE_FAIL] = "fail", [HOUSE_OFF] = "off", NULL};

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

/* The house rule that what was noted of a case breaks, of which there is no
 * cause: what profiling borrowed was not given back; or, in the live suite, the
 * program that exec started was killed. */
static const char *house_of_note(const struct results *results,
                                 const struct result *result)
{
    int dialect = dialect_by_name(results->dialect);
    bool killed = result->verdict == VERDICT_FAIL;
    const char *rule = rule_table[killed ? RULE_EXEC : RULE_CALLER_STATE].name;
    bool asks = false;

    for (size_t k = 0; k < result->rule_count; k++)
        asks |= strcmp(result->rules[k], rule) == 0;
    return asks && dialect >= 0
               ? house_clause(dialect_clause(
                     dialect, killed ? EXEC_OFF : CALLER_STATE_LEAKS))
               : NULL;
}

/* The house rule that a case breaks, if it breaks nothing else. */
static const char *house_of_case(const struct results *results,
                                 const struct result *result)
{
    const char *rule = NULL;

    if (result->finding &&
        (result->verdict == VERDICT_UNSPECIFIED ||
         (result->verdict == VERDICT_FAIL && !result->cause_count)))
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
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct cause *cause = &results->causes[k];
        const char *rule = house_of_cause(cause);

        if (rule && results_cause_verdict(results, cause) != VERDICT_WAIVED)
            house_add(rule, rules, limit, &count);
    }
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

const char *const verdict_names[VERDICTS] = {
    [VERDICT_PASS] = "pass",
    [VERDICT_FAIL] = "fail",
    [VERDICT_INCONSISTENT] = "inconsistent",
    [VERDICT_CRASH] = "crash",
    [VERDICT_TIMEOUT] = "timeout",
    [VERDICT_UNSUPPORTED] = "unsupported",
    [VERDICT_UNSPECIFIED] = "unspecified",
    [VERDICT_INCONCLUSIVE] = "inconclusive",
    [VERDICT_ERROR] = "error",
    [VERDICT_WAIVED] = "waived",
};

bool verdict_is_fault(unsigned verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_INCONSISTENT ||
           verdict == VERDICT_CRASH || verdict == VERDICT_TIMEOUT;
}

bool verdict_fails(unsigned verdict)
{
    return verdict_is_fault(verdict) || verdict == VERDICT_INCONCLUSIVE;
}

const char *results_got(const struct results *results,
                        const struct cause *cause)
{
    return cause->got ? cause->got
                      : results->cases[results_example(results, cause)].got;
}

const char *results_instead(const struct results *results,
                            const struct cause *cause)
{
    return cause->got
               ? cause->instead
               : results->cases[results_example(results, cause)].permitted;
}

const char *results_separating_case(const struct results *results,
                                    const struct result *result)
{
    const char *telling = NULL;

    for (size_t k = 0; !telling && k < result->cause_count; k++)
        telling = results->causes[result->causes[k]].telling;
    return telling;
}

bool results_blames(const struct cause *cause, const char *rule)
{
    size_t length = cause->rule ? strlen(cause->rule) : 0;

    return length && strncmp(rule, cause->rule, length) == 0 &&
           (!rule[length] || rule[length] == ' ');
}

const struct rule_finding *results_rule(const struct results *results,
                                        const char *rule)
{
    for (size_t k = 0; k < results->behaviour_count; k++)
        if (strcmp(results->behaviour[k].rule, rule) == 0)
            return &results->behaviour[k];
    return NULL;
}

size_t results_judged(const struct results *results)
{
    return results->case_count - results->summary[VERDICT_UNSUPPORTED];
}

size_t results_asked(const struct results *results)
{
    size_t count = results_judged(results);

    for (size_t k = 0; k < results->case_count; k++)
        count += results->cases[k].verdict == VERDICT_UNSUPPORTED &&
                 results->cases[k].observed != NULL;
    return count;
}

bool results_say_enough(const struct results *results)
{
    return 2 * results_judged(results) >= results_asked(results);
}

int results_status(const struct results *results)
{
    if (results->summary[VERDICT_ERROR])
        return 3;
    for (unsigned v = 0; v < VERDICTS; v++)
        if (verdict_fails(v) && results->summary[v])
            return 1;
    return !results->shard && !results_say_enough(results);
}

const char *const confidence_names[CONFIDENCES] = {
    [CONFIDENCE_NO_OTHER] = "no-other",
    [CONFIDENCE_AMBIGUOUS] = "ambiguous",
    [CONFIDENCE_BOUNDED] = "bounded",
    [CONFIDENCE_NONE] = "none",
};

const char *const standing_names[STANDINGS] = {
    [STANDING_REQUIRED] = "required",
    [STANDING_PERMITTED] = "permitted",
    [STANDING_UNSPECIFIED] = "unspecified",
    [STANDING_FORBIDDEN] = "forbidden",
    [STANDING_OPEN] = "open",
    [STANDING_NOT_SHOWN] = "not shown",
    [STANDING_INCONSISTENT] = "inconsistent",
};

unsigned verdict_rank(unsigned verdict)
{
    static const unsigned worst_first[] = {
        VERDICT_CRASH,   VERDICT_FAIL,  VERDICT_INCONSISTENT,
        VERDICT_TIMEOUT, VERDICT_ERROR, VERDICT_INCONCLUSIVE,
        VERDICT_WAIVED,
    };
    enum { RANKS = sizeof worst_first / sizeof *worst_first };
    unsigned rank = 0;

    while (rank < RANKS && worst_first[rank] != verdict)
        rank++;
    return rank < RANKS ? rank : VERDICTS;
}

size_t results_text_length(const struct result *c)
{
    return c->text ? strlen(c->text) : SIZE_MAX;
}

int results_plainer(const struct result *a, const struct result *b)
{
    int order = (a->cause_count > 1) - (b->cause_count > 1);
    size_t here = results_text_length(a), there = results_text_length(b);

    if (!order)
        order = (int)verdict_rank(a->verdict) - (int)verdict_rank(b->verdict);
    return order ? order : (here > there) - (here < there);
}

size_t results_example(const struct results *results, const struct cause *cause)
{
    size_t plainest = cause->cases[0];

    for (size_t k = 1; k < cause->case_count; k++)
        if (results_plainer(&results->cases[cause->cases[k]],
                            &results->cases[plainest]) < 0)
            plainest = cause->cases[k];
    return plainest;
}

unsigned results_cause_verdict(const struct results *results,
                               const struct cause *cause)
{
    if (house_of_cause(cause) && results->house_policy != HOUSE_FAIL)
        return VERDICT_UNSPECIFIED;
    return results->cases[results_example(results, cause)].verdict;
}

void results_take(struct results *results, const struct results *judged)
{
    results->cases = judged->cases;
    results->case_count = judged->case_count;
    results->causes = judged->causes;
    results->cause_count = judged->cause_count;
    results->behaviour = judged->behaviour;
    results->behaviour_count = judged->behaviour_count;
    memcpy(results->summary, judged->summary, sizeof results->summary);
}

static void free_case(struct result *result)
{
    free((void *)result->rules);
    free(result->detail);
    free(result->input);
    free(result->got);
    free(result->permitted);
    free(result->causes);
    free(result->text);
    free(result->observed);
    free(result->batched);
    free(result->explanation);
    free(result->program);
    if (result->histogram)
        free(result->histogram->bins);
    free(result->histogram);
}

static void free_cause(struct cause *cause)
{
    for (size_t i = 0; i < cause->other_count; i++)
        free((void *)cause->others[i]);
    free(cause->id);
    free(cause->sentence);
    free(cause->telling);
    free(cause->got);
    free(cause->instead);
    free((void *)cause->found);
    free((void *)cause->permitted);
    free((void *)cause->others);
    free(cause->cases);
}

void results_free(struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++)
        free_case(&results->cases[k]);
    for (size_t k = 0; k < results->behaviour_count; k++)
        free((void *)results->behaviour[k].choices);
    for (size_t k = 0; k < results->cause_count; k++)
        free_cause(&results->causes[k]);
    free(results->cases);
    free((void *)results->behaviour);
    free(results->causes);
    results->cases = NULL;
    results->behaviour = NULL;
    results->causes = NULL;
    results->case_count = results->behaviour_count = results->cause_count = 0;
}
