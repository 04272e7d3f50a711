/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "causes.h"
#include "conformance/delivery/observed.h"

/* It shared a process, and was not observed alone yet. */
static bool only_in_company(const struct assessed *a)
{
    return !a->has_alone && !a->unsupported && a->observation.batched;
}

static bool did_pass(const struct result *result)
{
    return result->verdict == VERDICT_PASS ||
           result->verdict == VERDICT_UNSUPPORTED ||
           result->verdict == VERDICT_UNSPECIFIED;
}

static const struct observation *seen_of(const struct assessed *a)
{
    return a->has_alone ? &a->alone : &a->observation;
}

/* By what it did alone, where that was seen. */
static void judge_one(struct judge *judge, const struct assessed *a,
                      struct judgement *judgement)
{
    *judgement = (struct judgement){.verdict = VERDICT_UNSUPPORTED};
    if (a->unsupported) {
        snprintf(judgement->detail, sizeof judgement->detail, "%s",
                 a->unsupported);
        return;
    }
    judge_case(judge, a->c, seen_of(a), judgement);
}

static const char *const *rule_names(struct rule_set rules, size_t *count)
{
    size_t room = 1;
    const char **names;

    RULE_SET_EACH (r, rules)
        room++;
    names = calloc(room, sizeof *names);
    *count = 0;
    RULE_SET_EACH (r, rules)
        if (names)
            names[(*count)++] = rule_table[r].name;
    return names;
}

/* The case and what was observed, to be explained later. */
static bool keep_texts(struct result *result, const struct assessed *a)
{
    result->text = test_case_text(a->c);
    if (!a->unsupported)
        result->observed = observed_text(seen_of(a));
    if (a->has_alone)
        result->company = observed_text(&a->observation);
    return result->text && (a->unsupported || result->observed) &&
           (!a->has_alone || result->company);
}

/* Null for the empty text. */
static bool keep_words(char **copy, const char *words)
{
    *copy = *words ? strdup(words) : NULL;
    return *copy || !*words;
}

/* In company and alone. */
static uint64_t assess_took(const struct assessed *a)
{
    if (a->unsupported)
        return 0;
    return a->observation.took + (a->has_alone ? a->alone.took : 0);
}

static bool assess_fill(struct result *result, const struct assessed *a,
                        const struct judgement *judgement)
{
    result->id = a->c->id;
    result->verdict = judgement->verdict;
    result->finding = judgement->finding;
    result->took = assess_took(a);
    result->rules = rule_names(judgement->rules, &result->rule_count);
    result->detail = strdup(judgement->detail);
    return result->rules && result->detail &&
           keep_words(&result->input, judgement->input) &&
           keep_words(&result->got, judgement->seen.got) &&
           keep_words(&result->permitted, judgement->seen.permitted) &&
           keep_texts(result, a);
}

/* The permission that all choices of a set have, or -1. */
static int common_permission(enum dialect dialect, enum rule rule,
                             choice_set set)
{
    for (int p = FORBIDDEN; p <= UNSPECIFIED; p++)
        if ((set & ~dialect_choices(dialect, rule, (enum permission)p)) == 0)
            return p;
    return -1;
}

static uint8_t standing(enum dialect dialect, enum rule rule, choice_set set)
{
    static const uint8_t standings[] = {
        [FORBIDDEN] = STANDING_FORBIDDEN,
        [DECIDED] = STANDING_REQUIRED,
        [PERMITTED] = STANDING_PERMITTED,
        [UNSPECIFIED] = STANDING_UNSPECIFIED,
    };
    int permission = common_permission(dialect, rule, set);

    if (!set)
        return STANDING_INCONSISTENT;
    if (set == rule_choices(rule))
        return STANDING_NOT_SHOWN;
    return permission < 0 ? STANDING_OPEN : standings[permission];
}

/* The clause by which one of a set stands where it does: for forbidden ones
 * that which permits another. */
static const char *clause(enum dialect dialect, enum rule rule, choice_set set)
{
    const struct rule_row *row = &rule_table[rule];

    for (int pass = 0; pass < 2; pass++)
        for (unsigned k = 0; k < row->count; k++) {
            const char *id =
                dialect_clause(dialect, (enum choice)(row->first + k));

            if ((pass || set >> k & 1) && *id)
                return id;
        }
    return "";
}

static bool assess_find_rule(enum dialect dialect, enum rule rule,
                             choice_set set, const char *interface,
                             struct rule_finding *finding)
{
    const struct rule_row *row = &rule_table[rule];
    const char **names = calloc(row->count, sizeof *names);
    size_t count = 0;

    for (unsigned k = 0; names && k < row->count; k++)
        if (set >> k & 1)
            names[count++] = choice_table[row->first + k].name;
    *finding = (struct rule_finding){.question = row->question,
                                     .choices = names,
                                     .choice_count = count,
                                     .clause = clause(dialect, rule, set),
                                     .standing = standing(dialect, rule, set)};
    snprintf(finding->rule, sizeof finding->rule, *interface ? "%s (%s)" : "%s",
             row->name, interface);
    return names != NULL;
}

static bool assess_behaviour(const struct judge *judge, enum dialect dialect,
                             struct results *results)
{
    unsigned interfaces = judge_interfaces(judge);
    struct rule_finding *findings = calloc(2 * RULES, sizeof *findings);
    struct choice_sets left[2];
    struct rule_set rules[2] = {{{0}}};
    bool good = findings != NULL;

    results->behaviour = findings;
    for (unsigned i = 0; i < interfaces; i++)
        rules[i] = judge_behaviour(judge, i, &left[i]);
    for (unsigned r = 0; r < RULES; r++) {
        bool both = rule_set_has(rules[0], r) && rule_set_has(rules[1], r);
        bool apart = both && left[0].of[r] != left[1].of[r];

        for (unsigned i = 0; good && i < interfaces; i++)
            if (rule_set_has(rules[i], r) && (i == 0 || !both || apart))
                good = assess_find_rule(dialect, r, left[i].of[r],
                                        apart ? judge_interface_name(i) : "",
                                        &findings[results->behaviour_count++]);
    }
    return good;
}

/* All that it is to be diagnosed by. */
static bool see_all(struct judge *judge, const struct assessed *cases,
                    size_t count)
{
    bool good = true;

    for (size_t k = 0; good && k < count; k++)
        if (!cases[k].unsupported)
            good = judge_see(judge, cases[k].c, seen_of(&cases[k]));
    return good && judge_conclude(judge);
}

/* That the same calls led to something else in company is a finding of its own.
 * One that dies of a call may have spoilt its process by others before, and
 * whether that shows depends on what lies where in memory: of what it did after
 * other cases nothing is said. */
static bool blame_company(const struct assessed *cases, struct blamed *blamed,
                          struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++) {
        struct result *result = &results->cases[k];

        if (result->verdict != VERDICT_PASS || !cases[k].has_alone ||
            outcome_difference(&cases[k].alone.outcome,
                               &cases[k].observation.outcome) < 0)
            continue;
        free(result->detail);
        result->detail = strdup("passes alone, but answers differently after "
                                "other cases in the same process");
        if (!result->detail)
            return false;
        result->verdict = VERDICT_INCONSISTENT;
        snprintf(blamed[k].other, sizeof blamed[k].other,
                 "company: after other");
        results->summary[VERDICT_PASS]--;
        results->summary[VERDICT_INCONSISTENT]++;
    }
    return true;
}

static bool judge_cases(struct judge *judge, const struct assessed *cases,
                        struct blamed *blamed, size_t count,
                        struct results *results)
{
    struct judgement judgement;
    bool good = true;

    for (size_t k = 0; good && k < count; k++) {
        judge_one(judge, &cases[k], &judgement);
        good = assess_fill(&results->cases[results->case_count++], &cases[k],
                           &judgement);
        blamed[k] = causes_of(&judgement);
        results->summary[judgement.verdict]++;
    }
    if (good && results->summary[VERDICT_CRASH] == 0)
        good = blame_company(cases, blamed, results);
    return good;
}

bool assess(enum dialect dialect, const struct assessed *cases, size_t count,
            struct results *results)
{
    struct judge *judge = judge_new(dialect);
    struct blamed *blamed = calloc(count + 1, sizeof *blamed);
    bool good;

    memset(results->summary, 0, sizeof results->summary);
    results->behaviour_count = results->case_count = results->cause_count = 0;
    results->behaviour = NULL;
    results->causes = NULL;
    results->cases = calloc(count + 1, sizeof *results->cases);
    good = judge && blamed && results->cases && see_all(judge, cases, count) &&
           judge_cases(judge, cases, blamed, count, results) &&
           causes_gather(judge, dialect, blamed, results) &&
           assess_behaviour(judge, dialect, results);
    free(blamed);
    judge_free(judge);
    if (!good)
        results_free(results);
    return good;
}

static bool assess_same(const struct observation *a,
                        const struct observation *b)
{
    return a->ended == b->ended && a->status == b->status &&
           a->disturbed == b->disturbed && a->stray == b->stray &&
           outcome_difference(&a->outcome, &b->outcome) < 0;
}

/* Whether what ran before it changed what it did; sure: and no tick of another
 * clock did. */
static bool has_changed(const struct assessed *a, bool sure)
{
    return a->has_alone && !assess_same(&a->alone, &a->observation) &&
           !(sure && (a->alone.disturbed || a->observation.disturbed));
}

static bool any_verdict_changed(const struct assessed *cases, size_t count,
                                bool sure)
{
    for (size_t k = 0; k < count; k++)
        if (has_changed(&cases[k], sure))
            return true;
    return false;
}

/* The indices of those that are to be observed alone: that did not pass, or
 * all. */
static size_t assess_suspects(const struct assessed *cases,
                              const struct results *results, bool all,
                              size_t *indices)
{
    size_t count = 0;

    for (size_t k = 0; k < results->case_count; k++)
        if (only_in_company(&cases[k]) &&
            (all || !did_pass(&results->cases[k])))
            indices[count++] = k;
    return count;
}

bool assess_step(enum dialect dialect, struct assessed *cases, size_t count,
                 struct assess_state *state, size_t *indices,
                 struct results *results)
{
    state->wanted = 0;
    if (state->step == ASSESS_COMPANY) {
        if (!assess(dialect, cases, count, results))
            return false;
        state->wanted = assess_suspects(cases, results, false, indices);
        state->step = ASSESS_FAILED;
        if (state->wanted)
            return true;
    }
    if (state->step == ASSESS_FAILED) {
        if (any_verdict_changed(cases, count, true))
            /* One that passed may owe that to its company. */
            state->wanted = assess_suspects(cases, results, true, indices);
        state->step = ASSESS_ALL;
        if (state->wanted)
            return true;
    }
    if (state->step == ASSESS_ALL && any_verdict_changed(cases, count, false)) {
        results_free(results);
        if (!assess(dialect, cases, count, results))
            return false;
    }
    state->step = ASSESS_OVER;
    return true;
}

const char *assess_twice(enum dialect dialect, struct assessed *cases,
                         size_t count, assess_look *look, void *context,
                         struct results *results)
{
    size_t *indices = calloc(count + 1, sizeof *indices);
    struct assess_state state = {0};
    const char *problem = indices ? NULL : "out of memory";

    while (!problem && state.step != ASSESS_OVER) {
        if (!assess_step(dialect, cases, count, &state, indices, results))
            problem = "out of memory";
        else if (state.wanted)
            problem = look(context, cases, indices, state.wanted);
        if (problem)
            results_free(results);
    }
    free(indices);
    return problem;
}
