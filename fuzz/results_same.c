/* SPDX-License-Identifier: MIT */
#include "results_same.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return !a || !b ? a == b : strcmp(a, b) == 0;
}

static bool same_list(const char *const *a, size_t a_count,
                      const char *const *b, size_t b_count)
{
    bool equal = a_count == b_count;

    for (size_t k = 0; equal && k < a_count; k++)
        equal = same_text(a[k], b[k]);
    return equal;
}

static bool same_pairs(const struct named *a, size_t a_count,
                       const struct named *b, size_t b_count)
{
    bool equal = a_count == b_count;

    for (size_t k = 0; equal && k < a_count; k++)
        equal = same_text(a[k].name, b[k].name) &&
                same_text(a[k].value, b[k].value);
    return equal;
}

static bool same_wrong_buffer(const struct wrong_buffer *a,
                              const struct wrong_buffer *b)
{
    bool equal;

    if (!a || !b)
        return a == b;
    equal = same_text(a->buffer, b->buffer) && a->width == b->width &&
            a->size == b->size && a->offset == b->offset &&
            a->scale == b->scale && a->count == b->count;
    for (size_t k = 0; equal && k < a->count; k++)
        equal = a->bins[k].at == b->bins[k].at &&
                a->bins[k].expected == b->bins[k].expected &&
                a->bins[k].got == b->bins[k].got;
    return equal;
}

static bool same_result(const struct result *a, const struct result *b)
{
    return same_text(a->id, b->id) && a->verdict == b->verdict &&
           a->waived == b->waived && a->finding == b->finding &&
           same_list(a->rules, a->rule_count, b->rules, b->rule_count) &&
           same_text(a->detail, b->detail) && same_text(a->text, b->text) &&
           same_text(a->observed, b->observed) &&
           same_text(a->company, b->company) &&
           same_text(a->explanation, b->explanation) &&
           same_text(a->waiver, b->waiver) &&
           same_wrong_buffer(a->histogram, b->histogram);
}

static bool same_rule(const struct rule_finding *a,
                      const struct rule_finding *b)
{
    return same_text(a->rule, b->rule) && same_text(a->question, b->question) &&
           same_list(a->choices, a->choice_count, b->choices,
                     b->choice_count) &&
           same_text(a->clause, b->clause) && a->standing == b->standing;
}

static bool same_head(const struct results *a, const struct results *b)
{
    return same_text(a->version, b->version) &&
           same_text(a->tables, b->tables) && same_text(a->suite, b->suite) &&
           same_text(a->date, b->date) &&
           same_text(a->implementation, b->implementation) &&
           same_text(a->dialect, b->dialect) &&
           same_text(a->backend, b->backend) &&
           same_pairs(a->identity, a->identity_count, b->identity,
                      b->identity_count) &&
           same_pairs(a->environment, a->environment_count, b->environment,
                      b->environment_count);
}

const char *results_differ(const struct results *a, const struct results *b)
{
    if (!same_head(a, b))
        return "another header";
    if (a->case_count != b->case_count ||
        a->behaviour_count != b->behaviour_count)
        return "other numbers of cases or rules";
    for (size_t k = 0; k < a->case_count; k++)
        if (!same_result(&a->cases[k], &b->cases[k]))
            return "another case";
    for (size_t k = 0; k < a->behaviour_count; k++)
        if (!same_rule(&a->behaviour[k], &b->behaviour[k]))
            return "another rule";
    return memcmp(a->summary, b->summary, sizeof a->summary) == 0
               ? NULL
               : "another summary";
}
