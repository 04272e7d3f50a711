/* SPDX-License-Identifier: MIT */
#include "reason.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/suite.h"
#include "conformance/observe/host.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "reference/gmon/counts.h"
#include "shrink.h"

/* The point. */

enum { OUTCOMES = 256 /* looked at */ };

struct point_search {
    enum dialect dialect;
    const struct test_case *c;
    const struct outcome *observed;
    struct point *point;
    size_t event, position; /* the furthest that any agreed */
    bool permitted;         /* some agreed with all of it */
    bool agreeing;          /* only what agrees until there is looked at */
    bool found;
};

static bool both_bytes(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER && a->bytes &&
           b->bytes;
}

/* Where the first counter begins in which two differ: which of its bytes does
 * says nothing. */
static size_t first_point_byte(const struct test_case *c, const struct event *a,
                               const struct event *b)
{
    size_t i = 0;

    while (both_bytes(a, b) && i < a->size && i < b->size &&
           a->bytes[i] == b->bytes[i])
        i++;
    return both_bytes(a, b) ? describe_counter_start(c, a->buffer, i) : i;
}

/* An operation's event of that kind in an outcome; null: it has none. */
static const struct event *event_at(const struct outcome *outcome,
                                    const struct point *point)
{
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];

        if (event->kind == point->kind && event->op == point->op &&
            event->process == point->process &&
            (event->kind != EVENT_BUFFER || event->buffer == point->buffer))
            return event;
    }
    return NULL;
}

/* A part of a file. */

static int64_t known(uint64_t number)
{
    return number == FILE_UNSEEN ? VALUE_UNSEEN : (int64_t)number;
}

static int64_t part_of_mon(const struct point *p, const void *bytes)
{
    struct file_contents f;

    memcpy(&f, bytes, sizeof f);
    switch (p->part) {
    case PART_TICKS: return f.doubtful ? VALUE_UNSEEN : known(f.ticks);
    case PART_LOW: return known(f.low);
    case PART_HIGH: return known(f.high);
    case PART_CALLS: break;
    default: return VALUE_UNSEEN;
    }
    if (f.functions == FILE_UNSEEN)
        return VALUE_UNSEEN;
    for (uint64_t k = 0; k < f.functions; k++)
        if (f.called[k].address == p->address)
            return (int64_t)f.called[k].calls;
    return 0;
}

static int64_t part_of_gmon(const struct point *p, const void *bytes)
{
    struct gmon_counts f;
    uint64_t sum = 0;

    memcpy(&f, bytes, sizeof f);
    switch (p->part) {
    case PART_LOW: return f.low > f.high ? VALUE_UNSEEN : (int64_t)f.low;
    case PART_HIGH: return f.low > f.high ? VALUE_UNSEEN : (int64_t)f.high;
    case PART_CALLS:
        for (uint64_t k = 0; k < f.arcs; k++)
            if (f.arc[k].self == p->address && f.arc[k].from == p->from)
                sum += f.arc[k].calls;
        return f.disturbed ? VALUE_UNSEEN : (int64_t)sum;
    case PART_TICKS_AT:
        for (uint64_t k = 0; k < f.places; k++)
            if (f.place[k].low <= p->address && p->address < f.place[k].high)
                sum += f.place[k].ticks;
        return f.other ? VALUE_UNSEEN : (int64_t)sum;
    default:
        for (uint64_t k = 0; k < f.places; k++)
            sum += f.place[k].ticks;
        return (int64_t)(sum + f.more_ticks);
    }
}

static int64_t part_of(const struct point *p, const struct event *event)
{
    if (p->part == PART_STATE && event->kind == EVENT_HEADER)
        return event->value == HEADER_NONE ? FILE_ABSENT : FILE_WRITTEN;
    if (p->part == PART_STATE)
        return event->value;
    if (event->kind == EVENT_HEADER)
        return VALUE_UNSEEN;
    if (!file_has_contents(event->value))
        return event->value == VALUE_NOT_ZERO ? VALUE_UNSEEN : -1;
    if (!event->bytes)
        return VALUE_UNSEEN;
    return event->kind == EVENT_FILE ? part_of_mon(p, event->bytes)
                                     : part_of_gmon(p, event->bytes);
}

/* Whether it is of a file, of which a part is looked at. */
static bool is_of_file(const struct point *point)
{
    return point->kind == EVENT_FILE || point->kind == EVENT_PROFILE ||
           point->kind == EVENT_HEADER;
}

/* Of a buffer, the counter that holds a byte.  What is shrunk is observed on
 * this machine. */
static struct point_value value_of(const struct point *point,
                                   const struct event *event)
{
    static const struct script here;
    struct point_value value = {event->value, event->error, event->tick_time};
    size_t at = SCRIPT_ZONE + point->counter * point->width;

    if (is_of_file(point))
        return (struct point_value){.value = part_of(point, event)};
    if (event->kind == EVENT_BUFFER)
        value = (struct point_value){.value = VALUE_UNSEEN};
    if (event->kind == EVENT_BUFFER && event->bytes && !point->outside)
        value.value = describe_counter(&here, event->bytes + at, point->width);
    return value;
}

static void add_permitted(struct point *point, struct point_value value)
{
    for (unsigned k = 0; k < point->count; k++)
        if (point->permitted[k].value == value.value &&
            point->permitted[k].error == value.error &&
            point->permitted[k].tick_time == value.tick_time)
            return;
    if (point->count < POINT_VALUES)
        point->permitted[point->count++] = value;
    else
        point->more = true;
}

static void begin_search(struct point_search *s, const struct event *seen)
{
    struct point *point = s->point;
    size_t size = seen->size - 2 * SCRIPT_ZONE;

    s->found = true;
    *point = (struct point){.kind = seen->kind,
                            .process = seen->process,
                            .op = seen->op,
                            .buffer = seen->buffer,
                            .width = test_case_width_of(s->c, seen->buffer)};
    if (seen->kind == EVENT_BUFFER) {
        point->counter = (s->position - SCRIPT_ZONE) / point->width;
        point->outside = s->position < SCRIPT_ZONE || !seen->bytes ||
                         (point->counter + 1) * point->width > size;
    }
    point->got = value_of(point, seen);
}

static void on_outcome(void *context, const struct outcome *outcome,
                       const struct choices *choices)
{
    struct point_search *s = context;
    ptrdiff_t at = outcome_difference(outcome, s->observed);
    const struct event *seen;
    size_t position;

    (void)choices;
    s->permitted = s->permitted || at < 0;
    if (at < 0 || (size_t)at >= s->observed->count ||
        (size_t)at >= outcome->count)
        return;
    seen = &s->observed->events[at];
    position = first_point_byte(s->c, &outcome->events[at], seen);
    if (s->found && ((size_t)at < s->event ||
                     ((size_t)at == s->event && position <= s->position)))
        return;
    s->event = (size_t)at;
    s->position = position;
    begin_search(s, seen);
}

/* What an outcome has at the point; null: nothing, or it is not looked at. */
static const struct event *may_have(const struct point_search *s,
                                    const struct outcome *outcome)
{
    const struct event *may = event_at(outcome, s->point);

    if (may && s->agreeing &&
        (outcome_difference(outcome, s->observed) != (ptrdiff_t)s->event ||
         first_point_byte(s->c, may, &s->observed->events[s->event]) !=
             s->position))
        return NULL;
    return may;
}

static void on_value(void *context, const struct outcome *outcome,
                     const struct choices *choices)
{
    struct point_search *s = context;
    const struct event *may = may_have(s, outcome);

    (void)choices;
    if (!may)
        return;
    add_permitted(s->point, value_of(s->point, may));
    /* What is not known of monitor's buffer is its scale. */
    s->point->scaled |= !s->point->outside &&
                        (may->computed || (s->dialect == DIALECT_AIX_MONITOR &&
                                           may->undetermined));
}

/* Where no number is looked at, any will do; so do they where none is known.
 * The range of a gmon.out may be wider. */
static bool value_agrees(const struct point *p, struct point_value may)
{
    struct point_value got = p->got;
    bool gmon = p->kind == EVENT_PROFILE;

    return (may.value == VALUE_UNSEEN || may.value == VALUE_NONE ||
            may.value == got.value ||
            (may.value == VALUE_NOT_ZERO && got.value != 0) ||
            (gmon && p->part == PART_LOW && got.value <= may.value) ||
            (gmon && p->part == PART_HIGH && got.value >= may.value)) &&
           (may.error <= 0 || may.error == got.error) &&
           (!may.tick_time || may.tick_time == got.tick_time);
}

/* Whether what was seen there is nothing that is permitted. */
static bool try_point(struct point_search *s)
{
    struct point *p = s->point;
    bool agrees = false;

    p->count = 0;
    p->more = false;
    evaluate_permitted(s->dialect, s->c, false, OUTCOMES, on_value, s);
    for (unsigned k = 0; k < p->count; k++)
        agrees |= value_agrees(p, p->permitted[k]);
    return !p->more && !agrees;
}

/* The same of a part of the file.  What is there and cannot be read is not seen
 * by its presence. */
static bool part_try(struct point_search *s, enum point_part part,
                     uint64_t address, uint64_t from)
{
    struct point *p = s->point;

    p->part = part;
    p->address = address;
    p->from = from;
    p->got = value_of(p, event_at(s->observed, p));
    return try_point(s) && p->count > 0 &&
           !(part == PART_STATE && p->got.value == FILE_UNREADABLE);
}

/* Of all addresses that the case has ticks or calls at. */
static bool part_at_addresses(struct point_search *s)
{
    for (size_t k = 0; k < s->c->script.count; k++) {
        const struct op *op = &s->c->script.ops[k];

        for (size_t i = 0; i < op->tick_count; i++) {
            bool arcs = op->kind == OP_ARCS, other = arcs && i % 2 == 0;

            if (op->kind == OP_TICKS && s->point->kind == EVENT_PROFILE &&
                part_try(s, PART_TICKS_AT, op->ticks[i].pc, 0))
                return true;
            if ((op->kind == OP_FUNCTIONS || arcs) && !other &&
                part_try(s, PART_CALLS, op->ticks[i].pc,
                         arcs ? op->ticks[i - 1].pc : 0))
                return true;
        }
    }
    return false;
}

static bool find_part(struct point_search *s)
{
    if (part_try(s, PART_STATE, 0, 0) || part_try(s, PART_TICKS, 0, 0) ||
        part_at_addresses(s) || part_try(s, PART_LOW, 0, 0) ||
        part_try(s, PART_HIGH, 0, 0))
        return true;
    s->point->part = PART_NONE;
    return false;
}

static bool find_values(struct point_search *s)
{
    return is_of_file(s->point) ? find_part(s) : try_point(s);
}

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point)
{
    struct point_search s = {
        .dialect = dialect, .c = c, .observed = observed, .point = point};

    *point = (struct point){.kind = POINT_NONE};
    evaluate_permitted(dialect, c, false, OUTCOMES, on_outcome, &s);
    if (s.permitted)
        *point = (struct point){.kind = POINT_NONE};
    if (point->kind == POINT_NONE || find_values(&s))
        return;
    s.agreeing = true;
    find_values(&s);
    point->open = true;
}

/* The reason. */

static bool died(const struct observation *o)
{
    return o->ended == ENDED_SIGNAL || o->ended == ENDED_EXIT ||
           o->ended == ENDED_FORGED || o->ended == ENDED_TIMEOUT;
}

/* The operation that a case ended in, with the buffers alone before it: does
 * it end it too?  Else it takes what came before, and a case that does
 * without fails for another reason. */
static bool ends_alone(const struct subject *subject, const struct test_case *c,
                       const struct observation *o)
{
    struct test_case last = *c;
    struct op *ops = memory_new(c->script.count + 1, sizeof *ops);
    struct observation again;
    bool alone = false;

    last.script.ops = ops;
    last.script.count = 0;
    for (size_t k = 0; k < o->op; k++)
        if (c->script.ops[k].kind == OP_BUFFER)
            ops[last.script.count++] = c->script.ops[k];
    ops[last.script.count++] = c->script.ops[o->op];
    if (ops[last.script.count - 1].kind == OP_CALL) {
        observe(&subject->observe, &last, &again);
        alone = again.ended == o->ended && again.status == o->status;
        observation_free(&again);
    }
    free(ops);
    return alone;
}

static void find_reason(const struct subject *subject,
                        const struct test_case *c, struct finding *f)
{
    const struct observation *o = &f->observation;
    struct reason *reason = &f->reason;

    *reason = (struct reason){.verdict = f->judgement.verdict,
                              .stray = o->stray > 0,
                              .ended = o->ended};
    reason->cause_count = f->judgement.cause_count;
    memcpy(reason->causes, f->judgement.causes, sizeof reason->causes);
    strcpy(reason->other, f->judgement.other);
    if (!verdict_is_fault(reason->verdict))
        return;
    if (died(o) && o->op < c->script.count) {
        const struct op *op = &c->script.ops[o->op];

        reason->status = o->status;
        reason->op = op->kind;
        reason->call = op->kind == OP_CALL ? op->call.kind : 0;
        /* What hangs is waited for once. */
        reason->alone = o->ended != ENDED_TIMEOUT && ends_alone(subject, c, o);
    } else if (!died(o)) {
        struct point point;

        point_find(subject->dialect, c, &o->outcome, &point);
        reason->difference = point.kind;
        reason->outside = point.outside;
        reason->open = point.open;
    }
}

/* Whether a case can be run. */
static bool subject_can(const struct subject *subject,
                        const struct test_case *c)
{
    return !probe_lacks(c, subject->dialect, subject->capabilities,
                        &subject->constants) &&
           !host_breaks(c, subject->observe.backend);
}

void finding_of(const struct subject *subject, const struct test_case *c,
                struct finding *finding)
{
    struct test_case here = *c;

    *finding = (struct finding){0};
    here.script.profil_max = subject->profil_max;
    if (!subject_can(subject, &here)) {
        finding->judgement.verdict = VERDICT_UNSUPPORTED;
        return;
    }
    observe(&subject->observe, &here, &finding->observation);
    judge_case(subject->judge, &here, &finding->observation,
               &finding->judgement);
    find_reason(subject, &here, finding);
}

/* The same causes; or the last of several: those before it are more basic, and
 * other cases show them alone. */
static bool same_causes(const struct reason *a, const struct reason *b)
{
    if (b->cause_count == 1 && a->cause_count > 1)
        return b->causes[0] == a->causes[a->cause_count - 1];
    return a->cause_count == b->cause_count &&
           memcmp(a->causes, b->causes, a->cause_count) == 0;
}

/* How many ticks a wrong counter lacks, and after which call, may be another
 * matter in a smaller case. */
static bool same_other(const struct reason *a, const struct reason *b)
{
    static const char unexplained[] = "unexplained: ";
    size_t length = sizeof unexplained - 1;

    if (a->difference != EVENT_BUFFER ||
        strncmp(a->other, unexplained, length) != 0 ||
        strncmp(b->other, unexplained, length) != 0)
        return strcmp(a->other, b->other) == 0;
    return !strstr(a->other, "a fork") == !strstr(b->other, "a fork");
}

bool reason_same(const struct reason *a, const struct reason *b)
{
    return a->verdict == b->verdict && same_causes(a, b) && same_other(a, b) &&
           a->difference == b->difference && a->outside == b->outside &&
           a->open >= b->open && a->stray == b->stray && a->ended == b->ended &&
           a->status == b->status && a->op == b->op && a->call == b->call &&
           a->alone == b->alone;
}

enum { TRIES = 4000, HANGS = 8 /* that are waited for */ };

/* What the quick suite shows of an implementation. */
struct shown {
    struct case_list list;
    const struct test_case **cases;
    struct observation *seen;
    size_t count;
};

/* Without a case, if `but` is its id; together: in processes that cases share,
 * as in a run. */
static void show(const struct subject *subject, const char *but, bool together,
                 struct shown *s)
{
    struct workers_task task = {.options = &subject->observe};
    struct case_error error;
    size_t *portions;

    *s = (struct shown){0};
    if (!suite_load(&s->list, subject->dialect, false, &error))
        memory_out();
    s->cases = memory_new(s->list.count, sizeof *s->cases);
    s->seen = memory_new(s->list.count, sizeof *s->seen);
    portions = memory_new(s->list.count, sizeof *portions);
    for (size_t k = 0; k < s->list.count; k++)
        if ((s->list.cases[k].dialects >> subject->dialect & 1) &&
            !(but && strcmp(s->list.cases[k].id, but) == 0) &&
            subject_can(subject, &s->list.cases[k]))
            s->cases[s->count++] = &s->list.cases[k];
    task.cases = s->cases;
    task.count = s->count;
    if (together) {
        task_cut(&subject->observe, s->cases, s->count, portions);
        task.portions = portions;
    }
    workers_observe(&task, workers_default(), NULL, s->seen);
    free(portions);
}

static void shown_free(struct shown *s)
{
    for (size_t k = 0; k < s->count; k++)
        observation_free(&s->seen[k]);
    free(s->seen);
    free(s->cases);
    case_list_free(&s->list);
}

/* Show it to a new judge; without a case, if `but` is its id. */
static void learn(struct subject *subject, const char *but)
{
    struct shown s;

    show(subject, but, false, &s);
    judge_free(subject->judge);
    subject->judge = memory_got(judge_new(subject->dialect));
    for (size_t k = 0; k < s.count; k++)
        judge_see(subject->judge, s.cases[k], &s.seen[k]);
    judge_conclude(subject->judge);
    judge_forget(subject->judge);
    shown_free(&s);
}

bool reason_after_others(const struct subject *subject,
                         const struct test_case *c, const struct finding *found)
{
    struct shown s;
    bool differs = false;

    if (found->observation.ended != ENDED_NORMALLY)
        return false;
    show(subject, NULL, true, &s);
    for (size_t k = 0; k < s.count; k++)
        differs |= s.seen[k].batched && strcmp(s.cases[k]->id, c->id) == 0 &&
                   outcome_difference(&s.seen[k].outcome,
                                      &found->observation.outcome) >= 0;
    shown_free(&s);
    return differs;
}

/* What the search asks: whether a case fails for this reason. */
struct question_of_reason {
    const struct subject *subject;
    struct reason reason;
    unsigned hangs; /* tries that were waited for until their time limit */
};

static bool reason_holds(void *context, const struct test_case *c)
{
    struct question_of_reason *question = context;
    struct finding finding;
    bool same;

    finding_of(question->subject, c, &finding);
    same = reason_same(&question->reason, &finding.reason);
    question->hangs += finding.reason.ended == ENDED_TIMEOUT;
    if (same)
        question->reason = finding.reason;
    observation_free(&finding.observation);
    return same;
}

/* The same, until there is no time left, or too much of it was waited for. */
static bool holds_still(void *context, const struct test_case *c)
{
    const struct question_of_reason *question = context;
    time_t until = question->subject->until;

    return !(until && time(NULL) > until) && question->hangs < HANGS &&
           reason_holds(context, c);
}

bool minimal_find(struct subject *subject, const struct test_case *c,
                  struct minimal *minimal)
{
    struct question_of_reason question = {.subject = subject};
    struct shrink s = {
        .holds = holds_still, .context = &question, .limit = TRIES};

    *minimal = (struct minimal){0};
    if (!subject->judge)
        learn(subject, NULL);
    finding_of(subject, c, &minimal->finding);
    if (!verdict_is_fault(minimal->finding.reason.verdict)) {
        /* What it shows itself may be what makes it pass now. */
        observation_free(&minimal->finding.observation);
        learn(subject, c->id);
        finding_of(subject, c, &minimal->finding);
    }
    question.reason = minimal->finding.reason;
    if (!verdict_is_fault(question.reason.verdict))
        return false;
    observation_free(&minimal->finding.observation);
    s.plain = question.reason.cause_count == 0;
    shrink_case(&s, c, &minimal->list);
    /* What is left is looked at anew: it may fail at random. */
    for (unsigned k = 1; k < MINIMAL_RUNS; k++)
        minimal->again += reason_holds(&question, minimal->list.cases);
    finding_of(subject, minimal->list.cases, &minimal->finding);
    minimal->again += reason_same(&question.reason, &minimal->finding.reason);
    return true;
}

void minimal_free(struct minimal *minimal)
{
    observation_free(&minimal->finding.observation);
    case_list_free(&minimal->list);
}
