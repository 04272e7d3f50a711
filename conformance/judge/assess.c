/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "causes.h"
#include "conformance/base/memory.h"
#include "conformance/diagnosis/hypothesis.h"
#include "conformance/language/events.h"
#include "conformance/language/observed.h"
#include "sentence.h"

enum {
    FEW_FILES = 4, /* of unknown layout */
    SHARE = 3,     /* to so many that look like System V's, one that is not */
};

/* It shared a process, and was not observed by themselves yet. */
static bool only_in_batch(const struct assessed *a)
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

/* Where the same is said to be wrong of a case and of a line of its log, the
 * same is permitted: by its lines it may part there from more of the
 * outcomes. */
static void take_line(const struct difference *line,
                      struct judgement *judgement)
{
    if (strcmp(judgement->seen.got, line->got) != 0)
        return;
    judgement->seen = *line;
    sentence_detail(judgement);
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
    if (a->at_line && judgement->verdict == VERDICT_FAIL)
        take_line(a->at_line, judgement);
}

static const char *const *rule_names(struct rule_set rules, size_t *count)
{
    size_t room = 1;
    const char **names;

    RULE_SET_EACH (r, rules)
        room++;
    names = memory_new(room, sizeof *names);
    *count = 0;
    RULE_SET_EACH (r, rules)
        names[(*count)++] = rule_table[r].name;
    return names;
}

/* The case and what was observed, to be explained later. */
static void keep_texts(struct result *result, const struct assessed *a)
{
    result->text = test_case_text(a->c);
    if (!a->unsupported)
        result->observed = memory_got(observed_text(seen_of(a)));
    if (a->has_alone)
        result->batched = memory_got(observed_text(&a->observation));
}

/* Null for the empty text. */
static char *words_of(const char *words)
{
    return *words ? memory_text(words) : NULL;
}

/* in a batch and alone. */
static uint64_t assess_took(const struct assessed *a)
{
    if (a->unsupported)
        return 0;
    return a->observation.took + (a->has_alone ? a->alone.took : 0);
}

static void assess_fill(struct result *result, const struct assessed *a,
                        const struct judgement *judgement)
{
    result->id = a->c->id;
    result->verdict = judgement->verdict;
    result->finding = judgement->finding;
    result->took = assess_took(a);
    result->rules = rule_names(judgement->rules, &result->rule_count);
    result->detail = memory_text(judgement->detail);
    result->input = words_of(judgement->input);
    result->got = words_of(judgement->seen.got);
    result->permitted = words_of(judgement->seen.permitted);
    keep_texts(result, a);
}

/* The permission that all choices of a set have, or -1. */
static int common_permission(enum dialect dialect, enum rule rule,
                             choice_set set)
{
    for (int p = FORBIDDEN; p <= UNSPECIFIED; p++)
        if ((set & ~dialect_choices(dialect, rule, p)) == 0)
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
            const char *id = dialect_clause(dialect, row->first + k);

            if ((pass || set >> k & 1) && *id)
                return id;
        }
    return "";
}

static void assess_find_rule(enum dialect dialect, enum rule rule,
                             choice_set set, const char *interface,
                             struct rule_finding *finding)
{
    const struct rule_row *row = &rule_table[rule];
    const char **names = memory_new(row->count, sizeof *names);
    size_t count = 0;

    for (unsigned k = 0; k < row->count; k++)
        if (set >> k & 1)
            names[count++] = choice_table[row->first + k].name;
    *finding = (struct rule_finding){.question = row->question,
                                     .choices = names,
                                     .choice_count = count,
                                     .clause = clause(dialect, rule, set),
                                     .standing = standing(dialect, rule, set)};
    snprintf(finding->rule, sizeof finding->rule, *interface ? "%s (%s)" : "%s",
             row->name, interface);
}

static void assess_behaviour(const struct judge *judge, enum dialect dialect,
                             struct results *results)
{
    unsigned interfaces = judge_interfaces(judge);
    struct rule_finding *findings = memory_new(2 * RULES, sizeof *findings);
    struct choice_sets left[2];
    struct rule_set rules[2] = {{{0}}};

    results->behaviour = findings;
    for (unsigned i = 0; i < interfaces; i++)
        rules[i] = judge_behaviour(judge, i, &left[i]);
    for (unsigned r = 0; r < RULES; r++) {
        bool both = rule_set_has(rules[0], r) && rule_set_has(rules[1], r);
        bool apart = both && left[0].of[r] != left[1].of[r];

        for (unsigned i = 0; i < interfaces; i++)
            if (rule_set_has(rules[i], r) && (i == 0 || !both || apart))
                assess_find_rule(dialect, r, left[i].of[r],
                                 apart ? judge_interface_name(i) : "",
                                 &findings[results->behaviour_count++]);
    }
}

/* What errno a call leaves that returned 0, a page speaks of only if an error
 * may return 0, and of those that it names. */
static struct observation without_errno(enum dialect dialect,
                                        const struct observation *o)
{
    struct observation plain = *o;
    bool may_fail =
        dialect_permission(dialect, RETURN_ON_ERROR_ZERO) != FORBIDDEN;
    struct event *events = memory_new(o->outcome.count, sizeof *events);

    for (size_t k = 0; k < o->outcome.count; k++) {
        struct event *event = &events[k];

        *event = o->outcome.events[k];
        if (event->kind == EVENT_CALL && event->value == 0 &&
            event->error > 0 && !(may_fail && event_error_word(event->error)))
            event->error = ERROR_NONE;
    }
    plain.outcome.events = events;
    return plain;
}

/* What ran before a case in its process: cases share one in their order. */
static const char *case_before(const struct assessed *cases, size_t k)
{
    while (k-- > 0)
        if (!cases[k].unsupported)
            return cases[k].c->id;
    return "other cases";
}

/* "b[1] is 3 after one.1234", and "0, as alone": where the two first differ. */
static void tell_batch(const struct assessed *cases, size_t k,
                       const struct observation *seen,
                       const struct observation *alone, struct result *result)
{
    const struct assessed *a = &cases[k];
    struct divergence d = {.c = a->c, .observed = &seen->outcome};
    struct difference words;
    char input[JUDGE_WORDS];

    divergence_add(&d, &alone->outcome);
    diagnose_seen(a->c, seen, &d, &words);
    if (seen->ended == ENDED_HARNESS || seen->ended == ENDED_UNSUPPORTED)
        snprintf(words.got, sizeof words.got, "%s", seen->note);
    diagnose_input(a->c, input, sizeof input);
    memory_replace(&result->input, memory_text(input));
    memory_replace(&result->got, memory_format("%s after %s", words.got,
                                               case_before(cases, k)));
    memory_replace(&result->permitted,
                   memory_format("%s, as alone", *words.permitted
                                                     ? words.permitted
                                                     : "that it goes on"));
    memory_replace(&result->detail,
                   memory_format("%s: %s, permitted %s: passes alone, but "
                                 "answers differently after other cases in "
                                 "the same process",
                                 input, result->got, result->permitted));
}

/* That the same calls led to something else in a batch is a finding of its own.
 * One that dies of a call may have spoilt its process by others before, and
 * whether that shows depends on what lies where in memory: of what it did after
 * other cases nothing is reported.  Nor is it where a departure that was found
 * is that something stays of a case. */
static void blame_batch(enum dialect dialect, const struct assessed *cases,
                        struct blamed *blamed, struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++) {
        struct result *result = &results->cases[k];
        struct observation seen, alone;

        if (result->verdict != VERDICT_PASS || !cases[k].has_alone)
            continue;
        seen = without_errno(dialect, &cases[k].observation);
        alone = without_errno(dialect, &cases[k].alone);
        if (outcome_difference(&alone.outcome, &seen.outcome) >= 0) {
            tell_batch(cases, k, &seen, &alone, result);
            result->verdict = VERDICT_INCONSISTENT;
            snprintf(blamed[k].other, sizeof blamed[k].other,
                     "batch: after other");
            results->summary[VERDICT_PASS]--;
            results->summary[VERDICT_INCONSISTENT]++;
        }
        free(seen.outcome.events);
        free(alone.outcome.events);
    }
}

static void judge_cases(struct judge *judge, enum dialect dialect,
                        const struct assessed *cases, struct blamed *blamed,
                        size_t count, struct results *results)
{
    struct judgement judgement;

    for (size_t k = 0; k < count; k++) {
        judge_one(judge, &cases[k], &judgement);
        assess_fill(&results->cases[results->case_count++], &cases[k],
                    &judgement);
        blamed[k] = causes_of(&judgement);
        results->summary[judgement.verdict]++;
    }
    if (results->summary[VERDICT_CRASH] == 0 && !judge_leaves(judge))
        blame_batch(dialect, cases, blamed, results);
}

/* Of causes whose plainest case has others too: what is said of the case may be
 * about one of these. */
static void tell_causes(struct judge *judge, enum dialect dialect,
                        const struct assessed *cases,
                        const struct blamed *blamed, struct results *results)
{
    for (size_t k = 0; k < results->cause_count; k++) {
        struct cause *cause = &results->causes[k];
        size_t at = results_example(results, cause);
        int found = causes_find(judge, dialect, &blamed[at], cause);
        struct difference words;

        if (results->cases[at].cause_count < 2 || found < 0)
            continue;
        judge_evidence(judge, cases[at].c, seen_of(&cases[at]), (unsigned)found,
                       &words);
        if (!*words.permitted)
            continue;
        cause->got = memory_text(words.got);
        cause->instead = memory_text(words.permitted);
    }
}

/* The count of a call's list, which was refused with E2BIG, or accepted; 0:
 * of another call. */
static size_t limit_count(const struct test_case *c, const struct event *e,
                          bool refused)
{
    const struct call *call = &c->script.ops[e->op].call;

    /* Others may be of no operation: what is left in the end. */
    if (e->kind != EVENT_CALL || !call->list || call->count <= 0)
        return 0;
    if (refused && (e->value != -1 || e->error != ERROR_E2BIG))
        return 0;
    return refused || e->value != -1 ? (size_t)call->count : 0;
}

/* Of a case's lists, the least count that was refused, or the most that was
 * accepted; 0: none. */
static size_t find_count(const struct assessed *a, bool refused)
{
    const struct outcome *seen = &seen_of(a)->outcome;
    size_t found = 0;

    for (size_t k = 0; !a->unsupported && k < seen->count; k++) {
        size_t count = limit_count(a->c, &seen->events[k], refused);

        if (count && (!found || (refused ? count < found : count > found)))
            found = count;
    }
    return found;
}

/* Whether all that was seen of a case is permitted where PROFIL_MAX is this. */
static bool permits_by(struct evidence *e, const struct assessed *a,
                       size_t profil_max)
{
    struct test_case c = *a->c;

    c.script.profil_max = (uint32_t)profil_max;
    return evidence_permits(e, &c, seen_of(a));
}

/* Where all that were accepted are shorter, its PROFIL_MAX may be lower: unless
 * somebody gave it, or that alone would not permit what was seen. */
static void find_limits(enum dialect dialect, const struct assessed *cases,
                        struct results *results)
{
    struct evidence e;
    size_t accepted = 0;

    if (dialect_permission(dialect, COUNT_LIMIT_E2BIG) != DECIDED)
        return;
    for (size_t k = 0; k < results->case_count; k++) {
        size_t count = find_count(&cases[k], false);

        if (count > accepted)
            accepted = count;
    }
    e = evidence_of(dialect);
    for (size_t k = 0; accepted && k < results->cause_count; k++) {
        struct cause *cause = &results->causes[k];
        size_t at = results_example(results, cause);
        const struct assessed *a = &cases[at];

        if (results->cases[at].verdict == VERDICT_FAIL &&
            !a->c->script.profil_max && permits_by(&e, a, accepted))
            cause->limit = find_count(a, true);
    }
    evidence_free(&e);
}

/* Those that shared a process and did what no page permits are to be observed
 * by themselves: a diagnosis of these is wasted where they do something else
 * then. */
static size_t see_all(struct judge *judge, const struct assessed *cases,
                      size_t count, size_t *suspects)
{
    size_t n = 0;

    for (size_t k = 0; k < count; k++)
        if (!cases[k].unsupported &&
            !judge_see(judge, cases[k].c, seen_of(&cases[k])) && suspects &&
            only_in_batch(&cases[k]))
            suspects[n++] = k;
    return n;
}

/* Of a judge that has seen them all. */
static void assess_seen(struct judge *judge, enum dialect dialect,
                        const struct assessed *cases, size_t count,
                        struct results *results)
{
    struct blamed *blamed = memory_new(count, sizeof *blamed);

    memset(results->summary, 0, sizeof results->summary);
    results->behaviour_count = results->case_count = 0;
    results->cases = memory_new(count, sizeof *results->cases);
    judge_conclude(judge);
    judge_cases(judge, dialect, cases, blamed, count, results);
    causes_gather(judge, dialect, blamed, results);
    tell_causes(judge, dialect, cases, blamed, results);
    find_limits(dialect, cases, results);
    assess_behaviour(judge, dialect, results);
    free(blamed);
}

void assess(enum dialect dialect, const struct assessed *cases, size_t count,
            struct results *results)
{
    struct judge *judge = judge_new(dialect);

    see_all(judge, cases, count, NULL);
    assess_seen(judge, dialect, cases, count, results);
    judge_free(judge);
}

static bool is_same_seen(const struct observation *a,
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
    return a->has_alone && !is_same_seen(&a->alone, &a->observation) &&
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

/* Where all did the same by themselves, nobody need have looked. */
static void assess_looked(enum dialect dialect, const struct assessed *cases,
                          size_t count, struct results *results)
{
    bool changed = any_verdict_changed(cases, count, false);
    struct assessed *seen = memory_new(count, sizeof *seen);

    for (size_t k = 0; k < count; k++) {
        seen[k] = cases[k];
        seen[k].has_alone = seen[k].has_alone && changed;
    }
    assess(dialect, seen, count, results);
    free(seen);
}

/* The indices of those that are to be observed by themselves, too: that did not
 * pass; without results, all. */
static size_t suspects_of(const struct assessed *cases, size_t count,
                          const struct results *results, size_t *indices)
{
    size_t n = 0;

    for (size_t k = 0; k < count; k++)
        if (only_in_batch(&cases[k]) &&
            !(results && did_pass(&results->cases[k])))
            indices[n++] = k;
    return n;
}

/* Before any diagnosis: those that are not permitted; else judge them. */
static size_t look_first(enum dialect dialect, const struct assessed *cases,
                         size_t count, size_t *indices, struct results *results)
{
    struct judge *judge = judge_new(dialect);
    size_t wanted = see_all(judge, cases, count, indices);

    if (!wanted)
        assess_seen(judge, dialect, cases, count, results);
    judge_free(judge);
    return wanted;
}

/* One that passed may owe that to its batch: where another did something else
 * by itself, or, of those that were judged, still contradicts it. */
static size_t look_at_others(const struct assessed *cases, size_t count,
                             const struct results *results, size_t *indices)
{
    bool contradict = results && results->summary[VERDICT_INCONSISTENT] > 0;

    return contradict || any_verdict_changed(cases, count, true)
               ? suspects_of(cases, count, NULL, indices)
               : 0;
}

/* A mon.out as System V's, which has no mark by which it is known. */
static bool is_system_v(const struct event *e)
{
    struct file_contents contents;

    if (e->kind != EVENT_FILE || !file_has_contents(e->value) || !e->bytes)
        return false;
    memcpy(&contents, e->bytes, sizeof contents);
    return contents.layout == MON_LAYOUT_MON;
}

/* Files that can't be read, and those that are System V's; put: and these can't
 * be read either. */
static void count_files(struct observation *o, bool put, size_t count[2])
{
    for (size_t k = 0; k < o->outcome.count; k++) {
        struct event *e = &o->outcome.events[k];

        count[0] += e->kind == EVENT_FILE && e->value == FILE_UNREADABLE;
        if (!is_system_v(e))
            continue;
        count[1]++;
        if (!put)
            continue;
        e->value = FILE_UNREADABLE;
        e->bytes = NULL;
        e->size = 0;
        if (!*o->note)
            snprintf(o->note, sizeof o->note,
                     "mon.out: this one does, by chance");
    }
}

/* Who writes mon.out lays out all of them alike, and no page says how
 * (aix-monitor.3): where many can't be read, the others look like System V's by
 * chance. */
static void leave_files(struct assessed *cases, size_t count)
{
    size_t files[2] = {0, 0};

    for (unsigned put = 0; put < 2; put++) {
        if (put && (files[0] < FEW_FILES || files[0] * SHARE < files[1]))
            return;
        for (size_t k = 0; k < count; k++)
            if (!cases[k].unsupported) {
                count_files(&cases[k].observation, put, files);
                if (cases[k].has_alone)
                    count_files(&cases[k].alone, put, files);
            }
    }
}

void assess_step(enum dialect dialect, struct assessed *cases, size_t count,
                 struct assess_state *state, size_t *indices,
                 struct results *results)
{
    state->wanted = 0;
    leave_files(cases, count);
    while (!state->wanted && state->step != ASSESS_OVER)
        switch (state->step++) {
        case ASSESS_BATCHES:
            state->wanted = look_first(dialect, cases, count, indices, results);
            state->judged = !state->wanted;
            break;
        case ASSESS_FAILED:
            state->wanted = look_at_others(cases, count, NULL, indices);
            break;
        case ASSESS_CONTRADICTED:
            state->wanted = look_at_others(cases, count, results, indices);
            state->judged = state->judged && !state->wanted;
            break;
        case ASSESS_JUDGED:
            if (!state->judged)
                assess_looked(dialect, cases, count, results);
            state->wanted = suspects_of(cases, count, results, indices);
            state->judged = !state->wanted;
            break;
        case ASSESS_ALL:
            if (!state->judged && any_verdict_changed(cases, count, false)) {
                results_free(results);
                assess_looked(dialect, cases, count, results);
            }
            break;
        case ASSESS_OVER: break;
        }
}

const char *assess_twice(enum dialect dialect, struct assessed *cases,
                         size_t count, assess_look *look, void *context,
                         struct results *results)
{
    size_t *indices = memory_new(count, sizeof *indices);
    struct assess_state state = {0};
    const char *problem = NULL;

    while (!problem && state.step != ASSESS_OVER) {
        assess_step(dialect, cases, count, &state, indices, results);
        if (state.wanted)
            problem = look(context, cases, indices, state.wanted);
        if (problem)
            results_free(results);
    }
    free(indices);
    return problem;
}
