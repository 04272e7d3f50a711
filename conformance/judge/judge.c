/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/diagnosis/distortion.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/diagnosis/text.h"
#include "conformance/language/observed.h"
#include "judge_state.h"
#include "reference/open.h"

struct judge *judge_new(enum dialect dialect)
{
    struct judge *judge = memory_new(1, sizeof *judge);

    judge->dialect = dialect;
    judge->interfaces = 1;
    if (dialect_permission(dialect, PROFIL_MEMBER_OWN) == DECIDED &&
        dialect_has_call(dialect, CALL_SPROFIL))
        judge->interfaces = 2;
    for (unsigned i = 0; i < 2; i++)
        judge->of[i].evidence = evidence_of(dialect);
    judge->of[1].evidence.two = true;
    for (unsigned r = 0; r < RULES; r++)
        if (open_is_of_profil(r))
            rule_set_remove(&judge->of[1].evidence.permitted.open, r);
    return judge;
}

void judge_suspect(struct judge *judge, const struct rule_set *rules)
{
    for (unsigned i = 0; i < judge->interfaces; i++) {
        struct evidence *e = &judge->of[i].evidence;

        for (unsigned r = 0; r < RULES; r++)
            if (!rule_set_has(*rules, r))
                e->known.of[r] = e->permitted.of[r];
    }
}

void judge_free(struct judge *judge)
{
    if (judge == NULL)
        return;
    for (unsigned i = 0; i < 2; i++) {
        evidence_free(&judge->of[i].evidence);
        diagnosis_free(&judge->of[i].diagnosis);
        free(judge->of[i].permitted.agreed.words);
        free(judge->of[i].found.agreed.words);
    }
    unknowns_free(&judge->unknowns);
    free(judge);
}

unsigned judge_interfaces(const struct judge *judge)
{
    return judge->interfaces;
}

const char *judge_interface_name(unsigned interface)
{
    return interface ? "sprofil" : "profil";
}

const struct diagnosis *judge_diagnosis(const struct judge *judge,
                                        unsigned interface)
{
    return &judge->of[interface].diagnosis;
}

unsigned judge_interface_of(const struct judge *judge,
                            const struct test_case *c)
{
    return judge->interfaces == 2 && test_case_calls(c) >> CALL_SPROFIL & 1;
}

/* Whether the model can say anything of it. */
static bool is_judged(const struct observation *o)
{
    return o->ended == ENDED_NORMALLY || o->ended == ENDED_SIGNAL ||
           o->ended == ENDED_EXIT;
}

bool judge_see(struct judge *judge, const struct test_case *c,
               const struct observation *observation)
{
    struct evidence *e = &judge->of[judge_interface_of(judge, c)].evidence;
    bool permitted;

    if (!is_judged(observation))
        return observation->ended == ENDED_UNSUPPORTED;
    if (observation->disturbed)
        permitted = evidence_permits(e, c, observation);
    else
        permitted = evidence_add(e, c, observation)->permitted.count > 0;
    return permitted && observation->stray == 0;
}

/* The rules in which a row that passes by itself has other choices than some
 * row that the diagnosis explains. */
static struct rule_set contradicted(const struct side *side, size_t row)
{
    const struct evidence *e = &side->evidence;
    struct choice_sets own = box_list_hull(&e->rows[row].permitted);
    struct rule_set rules = {{0}};

    for (size_t k = 0; k < e->count; k++) {
        struct choice_sets there = box_list_hull(&e->rows[k].permitted);

        if (!side->diagnosis.best.explains[k] ||
            e->rows[k].permitted.count == 0)
            continue;
        for (unsigned r = 0; r < RULES; r++)
            if (!rule_set_has(e->permitted.open, r) &&
                (there.of[r] & own.of[r]) == 0)
                rule_set_add(&rules, r);
    }
    return rules;
}

/* The one rule in which all cases that contradict others do; RULES: there are
 * several, or some case fails and nothing explains it, or what does holds in
 * some calls only: that may be behind the contradictions as well. */
static unsigned find_contradiction(const struct side *side)
{
    unsigned rule = RULES, count = 0;
    struct rule_set all = {{0}};

    for (size_t k = 0; k < side->evidence.count; k++) {
        bool fails = side->evidence.rows[k].permitted.count == 0;

        if (side->diagnosis.partial_of[k] ||
            (fails && !side->diagnosis.explained[k]))
            return RULES;
        if (side->diagnosis.explained[k])
            continue;
        all = rule_set_join(all, contradicted(side, k));
    }
    RULE_SET_EACH (r, all) {
        rule = r;
        count++;
    }
    return count == 1 ? rule : RULES;
}

void judge_conclude(struct judge *judge)
{
    struct examined parts[2];
    size_t first = 0;

    for (unsigned i = 0; i < judge->interfaces; i++) {
        evidence_sort(&judge->of[i].evidence);
        diagnosis_find(&judge->of[i].evidence, &judge->of[i].diagnosis);
    }
    for (unsigned i = 0; i < 2 && judge->interfaces == 2; i++)
        diagnosis_share(&judge->of[i].evidence, &judge->of[i].diagnosis,
                        &judge->of[!i].diagnosis);
    for (unsigned i = 0; i < judge->interfaces; i++) {
        struct side *side = &judge->of[i];

        diagnosis_blame(&side->evidence, &side->diagnosis);
        side->left = box_list_hull(&side->diagnosis.best.boxes);

        parts[i] = (struct examined){&side->evidence, &side->diagnosis.best,
                                     side->diagnosis.explained};
        side->unknowns = &judge->unknowns;
        side->contradiction = find_contradiction(side);
        side->first = first;
        first += side->evidence.count;
    }
    if (judge->interfaces > 1)
        distortions_meet(&judge->of[0].evidence.distortions,
                         &judge->of[1].evidence.distortions);
    unknowns_find(parts, judge->interfaces, &judge->unknowns);
}

void judge_forget(struct judge *judge)
{
    for (unsigned i = 0; i < 2; i++)
        evidence_forget(&judge->of[i].evidence);
}

/* What the observation has in words besides its outcome. */
static void add_note(const struct test_case *c,
                     const struct observation *observation,
                     struct judgement *judgement)
{
    char *detail = judgement->detail, input[JUDGE_WORDS];

    if (!*observation->note || judgement->verdict == VERDICT_PASS)
        return;
    if (judgement->verdict == VERDICT_UNSPECIFIED) {
        judgement->finding = true;
        diagnose_input(c, input, sizeof input);
        snprintf(detail, sizeof judgement->detail, "%s: %s", observation->note,
                 input);
    } else {
        text_add(detail, sizeof judgement->detail, "%s%s", *detail ? "; " : "",
                 observation->note);
    }
    if (*judgement->seen.got)
        text_add(judgement->seen.got, sizeof judgement->seen.got, ": %s",
                 observation->note);
}

/* How it ended, in words; a case that was not run any more has only its
 * note. */
static void put_end(const struct test_case *c, const struct observation *o,
                    char *text, size_t size)
{
    bool timed_out =
        o->outcome.count == 0 && *o->note && o->ended == ENDED_TIMEOUT;

    *text = '\0';
    if (!timed_out)
        diagnose_end(c, o, text, size);
    text_add(text, size, "%s%s", *text && *o->note ? ": " : "", o->note);
}

/* "timeout: profil", "forged: the process of a case" */
static void judge_end(const struct test_case *c, const struct observation *o,
                      struct judgement *judgement)
{
    bool late = o->ended == ENDED_TIMEOUT;

    judgement->verdict = late ? VERDICT_TIMEOUT : VERDICT_CRASH;
    diagnose_input(c, judgement->input, sizeof judgement->input);
    put_end(c, o, judgement->seen.got, sizeof judgement->seen.got);
    if (late)
        snprintf(judgement->seen.permitted, sizeof judgement->seen.permitted,
                 "it returns");
    if (observation_unopened(o))
        strcpy(judgement->other, "timeout: its opening");
    else if (observation_unanswered(o))
        strcpy(judgement->other, "timeout: its answer");
    else
        diagnose_like(c, o, NULL, judgement->other, sizeof judgement->other);
    snprintf(judgement->detail, sizeof judgement->detail, "%s: %s",
             judgement->input, judgement->seen.got);
}

/* Bytes were written where no counter can be. */
static void judge_stray(const struct test_case *c, uint32_t bytes,
                        struct judgement *judgement)
{
    if (judgement->verdict == VERDICT_PASS ||
        judgement->verdict == VERDICT_UNSPECIFIED) {
        diagnose_input(c, judgement->input, sizeof judgement->input);
        snprintf(judgement->detail, sizeof judgement->detail, "%s",
                 judgement->input);
        judgement->cause_count = 0;
    }
    judgement->verdict = VERDICT_FAIL;
    if (judgement->cause_count == 0)
        snprintf(judgement->other, sizeof judgement->other,
                 "stray: far outside");
    text_add(judgement->seen.got, sizeof judgement->seen.got,
             "%s%u byte%s written far outside the buffer",
             *judgement->seen.got ? "; " : "", bytes, plural_was(bytes));
    text_add(judgement->detail, sizeof judgement->detail,
             "; %u byte%s written far outside the buffer", bytes,
             plural_was(bytes));
}

/* A mon.out that can't be read: no page says how it is laid out, so it is
 * judged only by being there (aix-monitor.3). */
static void judge_unreadable(const struct observation *o,
                             struct judgement *judgement)
{
    if (judgement->verdict != VERDICT_PASS &&
        judgement->verdict != VERDICT_UNSPECIFIED)
        return;
    for (size_t i = 0; i < o->outcome.count; i++)
        if (o->outcome.events[i].kind == EVENT_FILE &&
            o->outcome.events[i].value == FILE_UNREADABLE) {
            judgement->verdict = VERDICT_UNSUPPORTED;
            judgement->finding = false;
            snprintf(
                judgement->detail, sizeof judgement->detail,
                "mon.out is in an unknown layout: it is neither System V's, "
                "nor 4.4BSD's, nor glibc's");
        }
}

/* In words, what was not seen; null: nothing that the manual speaks of.  Of
 * functions that may return nothing no value is missed. */
static const char *part_unseen(enum dialect dialect, const struct test_case *c,
                               const struct event *event)
{
    if (!event_is_unseen(event))
        return NULL;
    if (event->kind == EVENT_BUFFER)
        return "what a buffer holds in the end";
    if (event->kind != EVENT_CALL)
        return "what an operation shows";
    if (c->script.ops[event->op].call.kind >= CALL_MONITOR ||
        dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) != FORBIDDEN)
        return NULL;
    return event->value == VALUE_UNSEEN ? "what a call returned"
                                        : "the errno of a call that failed";
}

/* Whether a sleep was seen to be counted: it can't be said of buffers what they
 * should hold then, and their counters are not missed. */
static bool counts_sleep(const struct outcome *seen)
{
    for (size_t k = 0; k < seen->count; k++)
        if (seen->events[k].kind == EVENT_SLEEP && seen->events[k].value == 1)
            return true;
    return false;
}

/* What agrees with everything shows nothing: it makes no case a pass. */
static void judge_unseen(enum dialect dialect, const struct test_case *c,
                         const struct observation *o,
                         struct judgement *judgement)
{
    if (judgement->verdict != VERDICT_PASS &&
        judgement->verdict != VERDICT_UNSPECIFIED)
        return;
    for (size_t k = 0; o->unseen && k < o->outcome.count; k++) {
        const struct event *event = &o->outcome.events[k];
        const char *what = part_unseen(dialect, c, event);

        if (!what || (event->kind == EVENT_BUFFER && counts_sleep(&o->outcome)))
            continue;
        judgement->verdict = VERDICT_UNSUPPORTED;
        judgement->finding = false;
        snprintf(judgement->detail, sizeof judgement->detail,
                 "%s was not seen; what was seen is permitted", what);
        return;
    }
}

/* No verdict yet, and no words. */
static void begin_judgement(struct judgement *judgement, unsigned interface)
{
    judgement->verdict = VERDICT_ERROR;
    judgement->finding = false;
    judgement->rules = (struct rule_set){{0}};
    judgement->interface = interface;
    judgement->cause_count = 0;
    *judgement->other = *judgement->input = '\0';
    *judgement->seen.got = *judgement->seen.permitted = '\0';
    *judgement->why = *judgement->detail = '\0';
}

void judge_case(struct judge *judge, const struct test_case *c,
                const struct observation *observation,
                struct judgement *judgement)
{
    begin_judgement(judgement, judge_interface_of(judge, c));
    switch (observation->ended) {
    case ENDED_UNSUPPORTED: judgement->verdict = VERDICT_UNSUPPORTED; break;
    case ENDED_HARNESS: break;
    case ENDED_TIMEOUT:
    case ENDED_FORGED: judge_end(c, observation, judgement); return;
    default:
        verdict_reach(judge->dialect, &judge->of[judgement->interface], c,
                      observation, judgement);
        judge_unreadable(observation, judgement);
        judge_unseen(judge->dialect, c, observation, judgement);
    }
    if (observation->stray > 0)
        judge_stray(c, observation->stray, judgement);
    add_note(c, observation, judgement);
}

void judge_evidence(struct judge *judge, const struct test_case *c,
                    const struct observation *observation, unsigned cause,
                    struct difference *words)
{
    verdict_evidence(judge->dialect, &judge->of[judge_interface_of(judge, c)],
                     c, observation, cause, words);
}

void judge_alone(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement)
{
    struct judge *judge = judge_new(dialect);

    judge_see(judge, c, observation);
    judge_conclude(judge);
    judge_case(judge, c, observation, judgement);
    judge_free(judge);
}

/* Narrow what is known to what leads to a case by choices with a name alone,
 * unless nothing is left then. */
static void keep_named(const struct sighting *row, struct box_list *known)
{
    struct box_list named = {0}, both = {0};

    if (row->within.agreed.count > 0 && row->narrows) {
        run_list_boxes(&row->within.agreed, true, &named);
        box_list_merge(&named);
        box_list_intersect(known, &named, &both);
        if (both.count > 0) {
            free(known->boxes);
            *known = both;
            both.boxes = NULL;
        }
    }
    free(named.boxes);
    free(both.boxes);
}

/* What the behaviours left choose.  Where a page leaves something open any
 * would be left: what has a name counts, if one behaviour explains all cases
 * so. */
static struct choice_sets hull_of_named(const struct side *side)
{
    const struct hypothesis *best = &side->diagnosis.best;
    struct box_list known = {0};
    struct choice_sets hull;

    for (size_t k = 0; k < best->boxes.count; k++)
        box_list_add(&known, &best->boxes.boxes[k]);
    for (size_t k = 0; k < side->evidence.count; k++)
        if (best->explains[k])
            keep_named(&side->evidence.rows[k], &known);
    hull = box_list_hull(&known);
    free(known.boxes);
    return hull;
}

struct rule_set judge_behaviour(const struct judge *judge, unsigned interface,
                                struct choice_sets *left)
{
    const struct side *side = &judge->of[interface];
    struct rule_set consulted = {{0, 0}};

    *left = hull_of_named(side);
    for (unsigned k = 0; k < side->diagnosis.count; k++)
        if (!side->diagnosis.blames[k].partial)
            left->of[side->diagnosis.blames[k].rule] =
                side->diagnosis.blames[k].found;
    for (size_t k = 0; k < side->evidence.count; k++) {
        const struct sighting *row = &side->evidence.rows[k];
        struct choice_sets own = box_list_hull(&row->permitted);

        for (unsigned r = 0; r < RULES; r++) {
            if (rule_set_has(row->within.consulted, r) &&
                dialect_has_rule(judge->dialect, r))
                rule_set_add(&consulted, r);
            if (row->permitted.count > 0 && !side->diagnosis.best.explains[k] &&
                (own.of[r] & left->of[r]) == 0)
                left->of[r] = 0;
        }
    }
    return consulted;
}
