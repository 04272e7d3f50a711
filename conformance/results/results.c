/* SPDX-License-Identifier: MIT */
#include "house.h"

#include <stdlib.h>
#include <string.h>

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

const char *results_telling(const struct results *results,
                            const struct result *result)
{
    const char *telling = NULL;

    for (size_t k = 0; !telling && k < result->cause_count; k++)
        telling = results->causes[result->causes[k]].telling;
    return telling;
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
    const size_t *count = results->summary;

    if (count[VERDICT_ERROR])
        return 3;
    return count[VERDICT_FAIL] || count[VERDICT_INCONSISTENT] ||
           count[VERDICT_CRASH] || count[VERDICT_TIMEOUT] ||
           count[VERDICT_INCONCLUSIVE] || !results_say_enough(results);
}

const char *const confidence_names[CONFIDENCES] = {
    [CONFIDENCE_SURE] = "sure",
    [CONFIDENCE_LIKELY] = "likely",
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

unsigned verdict_by_name(const char *name)
{
    unsigned verdict = 0;

    while (verdict < VERDICTS && strcmp(verdict_names[verdict], name) != 0)
        verdict++;
    return verdict;
}

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

/* The worst verdict of its cases, or of those that it is behind alone. */
static unsigned worst_of(const struct results *results,
                         const struct cause *cause, bool alone)
{
    unsigned worst = VERDICT_PASS;

    for (size_t k = 0; k < cause->case_count; k++) {
        const struct result *c = &results->cases[cause->cases[k]];

        if ((!alone || c->cause_count == 1) &&
            verdict_rank(c->verdict) < verdict_rank(worst))
            worst = c->verdict;
    }
    return worst;
}

unsigned results_cause_verdict(const struct results *results,
                               const struct cause *cause)
{
    unsigned worst = worst_of(results, cause, true);

    if (house_of_cause(cause) && results->house_policy != HOUSE_FAIL)
        return VERDICT_UNSPECIFIED;
    return worst == VERDICT_PASS ? worst_of(results, cause, false) : worst;
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
    free(result->company);
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
