/* SPDX-License-Identifier: MIT */
#include "judged_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/diagnosis/text.h"

/* Where an outcome and a trace part. */
struct parting {
    unsigned line; /* 0: nowhere */
    size_t event;
    size_t position; /* of a buffer: the byte; or DESCRIBE_WHOLE */
    bool itself;
};

struct line_search {
    const struct test_case *c;
    const struct traced *traced;
    struct parting best;
    struct values values;
    bool valued;   /* some of them are values, and not words */
    size_t fewest; /* events in which an outcome differs, and one more */
};

/* The first byte that differs in some; to: there is none. */
static size_t byte_between(const struct event *a, const struct event *b,
                           size_t from, size_t to)
{
    while (from < to && a->bytes[from] == b->bytes[from])
        from++;
    return from;
}

/* Whether a line of its own reports the byte. */
static bool has_line(const struct traced *traced, size_t event, size_t byte)
{
    for (size_t k = 0; k < traced->span_count; k++) {
        const struct trace_span *span = &traced->spans[k];

        if (span->event == event && span->from <= byte && byte < span->to)
            return true;
    }
    return false;
}

/* The first line that reports bytes of that event, or of a later one; none: no
 * line does. */
static unsigned first_line_of(const struct traced *traced, size_t event,
                              bool later, unsigned none)
{
    unsigned line = 0;

    for (size_t k = 0; k < traced->span_count; k++) {
        const struct trace_span *span = &traced->spans[k];

        if ((span->event == event || (later && span->event > event)) &&
            (!line || span->line < line))
            line = span->line;
    }
    return line ? line : none;
}

/* Where two buffers part: at the first line that reports a byte in which they
 * do; where no line does, at the case's last. */
static struct parting part_buffers(const struct line_search *s,
                                   const struct event *permitted,
                                   const struct event *seen, size_t event)
{
    struct parting p = {s->traced->end, event, DESCRIBE_WHOLE, false};
    bool counted = !permitted->undetermined && !seen->undetermined;

    if (!counted)
        p.line = first_line_of(s->traced, event, false, p.line);
    for (size_t k = 0; k < s->traced->span_count; k++) {
        const struct trace_span *span = &s->traced->spans[k];
        size_t byte;

        if (span->event != event ||
            (p.position != DESCRIBE_WHOLE && span->line >= p.line))
            continue;
        byte = byte_between(permitted, seen, span->from, span->to);
        if (byte < span->to &&
            (counted || byte < SCRIPT_ZONE || byte >= seen->size - SCRIPT_ZONE))
            p = (struct parting){
                span->line, event,
                describe_counter_start(s->c, seen->buffer, byte),
                span->counter};
    }
    for (size_t byte = 0;
         counted && p.position == DESCRIBE_WHOLE && byte < seen->size; byte++)
        if (permitted->bytes[byte] != seen->bytes[byte] &&
            !has_line(s->traced, event, byte))
            p.position = describe_counter_start(s->c, seen->buffer, byte);
    return p;
}

/* Whether two events are of one kind and operation, so that those after them
 * can be compared, too. */
static bool same_place(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->process == b->process && a->op == b->op &&
           a->buffer == b->buffer;
}

/* The first line that shows that the process went on, where it would have ended
 * in event k: a call that ends it returns nothing. */
static unsigned line_beyond(const struct traced *traced, size_t k,
                            const struct event *end, unsigned none)
{
    const struct outcome *seen = &traced->observation.outcome;
    unsigned line = first_line_of(traced, k, true, 0);

    for (; k < seen->count && seen->events[k].process == end->process; k++) {
        const struct event *e = &seen->events[k];

        if (e->kind == EVENT_BUFFER ||
            (e->op == end->op && e->value == VALUE_UNSEEN))
            continue;
        return !line || traced->lines[k] < line ? traced->lines[k] : line;
    }
    return line ? line : none;
}

/* Where an outcome and the trace part.  Their lines may be in any order, and
 * counters may be reported before a later call: the first line counts. */
static struct parting part_lines(const struct line_search *s,
                                 const struct outcome *permitted)
{
    const struct outcome *seen = &s->traced->observation.outcome;
    struct parting first = {0}, here;
    size_t k = 0;

    for (; k < permitted->count && k < seen->count; k++) {
        const struct event *a = &permitted->events[k], *b = &seen->events[k];
        bool buffers = describe_same_buffer(a, b);

        if (a->kind == EVENT_ANYTHING)
            return first;
        if (event_agrees(a, b))
            continue;
        here = (struct parting){s->traced->lines[k], k, 0, true};
        if (buffers)
            here = part_buffers(s, a, b, k);
        else if (a->kind == EVENT_CRASH)
            here.line = line_beyond(s->traced, k, a, here.line);
        if (!first.line || here.line < first.line)
            first = here;
        if (!buffers && !same_place(a, b))
            return first;
    }
    if (first.line || (permitted->count == k && seen->count == k) ||
        (k < permitted->count && permitted->events[k].kind == EVENT_ANYTHING))
        return first;
    return (struct parting){k < seen->count ? s->traced->lines[k]
                                            : s->traced->end,
                            k, 0, k < seen->count};
}

/* Whether an event has a value there, or is an end; else it has words. */
static bool has_value(const struct test_case *c, const struct event *event,
                      size_t position)
{
    if (!event)
        return false;
    switch (event->kind) {
    case EVENT_CALL:
    case EVENT_CRASH: return true;
    case EVENT_FILE: return file_has_contents(event->value) && event->bytes;
    case EVENT_BUFFER:
        return position != DESCRIBE_WHOLE &&
               !describe_untouched(c, event, position);
    default: return false;
    }
}

static void note_line_value(struct line_search *s, const struct event *event,
                            size_t position)
{
    char words[sizeof s->values.words[0]];

    s->valued |= has_value(s->c, event, position);
    describe_value(s->c, event, position, words, sizeof words);
    values_add(&s->values, words);
}

static size_t count_differing(const struct outcome *a, const struct outcome *b)
{
    size_t k = 0, count = 0;

    for (; k < a->count && k < b->count; k++) {
        if (a->events[k].kind == EVENT_ANYTHING)
            return count;
        count += !event_agrees(&a->events[k], &b->events[k]);
    }
    return count + a->count - k + b->count - k;
}

static void try_outcome(void *context, const struct outcome *permitted)
{
    struct line_search *s = context;
    struct parting p = part_lines(s, permitted);
    const struct parting *best = &s->best;
    bool further = p.line > best->line;
    size_t differ =
        1 + count_differing(permitted, &s->traced->observation.outcome);

    if (!s->fewest || differ < s->fewest)
        s->fewest = differ;
    if (!p.line || p.line < best->line)
        return;
    if (further || p.event > best->event ||
        (p.event == best->event && p.position > best->position)) {
        s->best = p;
        s->values.count = 0;
        s->values.more = s->valued = false;
    } else if (p.event < best->event || p.position < best->position) {
        return;
    }
    note_line_value(
        s, p.event < permitted->count ? &permitted->events[p.event] : NULL,
        p.position);
}

/* What was got there, where the line itself does not say it. */
static void describe_got(const struct line_search *s, char *text, size_t size)
{
    const struct outcome *seen = &s->traced->observation.outcome;
    const struct parting *p = &s->best;
    char subject[160] = "then", value[96];
    const struct event *event =
        p->event < seen->count ? &seen->events[p->event] : NULL;

    if (event)
        describe_subject(s->c, event, p->position, subject, sizeof subject);
    describe_value(s->c, event, p->position, value, sizeof value);
    snprintf(text, size, "%s%s %s", subject, describe_link(event), value);
}

/* "1 or 2", "-1 EFAULT or void or an end of the process": the end is last. */
static void join_values(const struct values *values, char *text, size_t size)
{
    static const char returned[] = "returned", end[] = "ended the process";

    for (unsigned k = 0; k < values->count; k++) {
        const char *words = values->words[k];
        bool call = strncmp(words, returned, sizeof returned - 1) == 0, none;

        words += call ? sizeof returned - 1 : 0;
        none = call && (*words == '\0' || strncmp(words, " with ", 6) == 0);
        if (strcmp(words, end) != 0)
            text_add(text, size, "%s%s%s", *text ? " or " : "",
                     none ? "void" : "", words + (call && !none));
    }
    for (unsigned k = 0; k < values->count; k++)
        if (strcmp(values->words[k], end) == 0)
            text_add(text, size, "%san end of the process",
                     *text ? " or " : "");
}

static void conclude_line(const struct line_search *s, struct first_line *first)
{
    const struct outcome *seen = &s->traced->observation.outcome;

    first->line = s->best.line;
    first->itself = s->best.itself;
    first->valued = s->valued;
    first->ended = s->best.event < seen->count &&
                   seen->events[s->best.event].kind == EVENT_CRASH;
    describe_got(s, first->seen.got, sizeof first->seen.got);
    join_values(&s->values, first->permitted, sizeof first->permitted);
    values_put(&s->values, first->seen.permitted, sizeof first->seen.permitted);
}

/* Where the outcomes of a question, none of which agrees, part from the log. */
static void search_lines(struct workspace *w, const struct question *question,
                         struct line_search *s)
{
    struct explanations found = {0};

    evaluate_runs(w, s->c, &s->traced->observation.outcome, question, &found,
                  try_outcome, s);
    free(found.agreed.words);
}

/* Whether as much of the log agrees with a narrower question as with a wider
 * one. */
static bool agrees_as_much(const struct line_search *narrow,
                           const struct line_search *wide)
{
    return narrow->best.line && narrow->fewest <= wide->fewest;
}

/* The line is that which parts from choices that have a name, where as much of
 * the log agrees with these as with anything that the dialect lets pass.  So it
 * is with choices that the manual speaks of, where that is an earlier line: the
 * others explain it, and not what follows. */
static void first_find(enum dialect dialect, const struct test_case *c,
                       const struct traced *traced, struct first_line *first)
{
    struct workspace w = {0};
    struct question named = permits_named(dialect);
    struct question specified = permits_specified(dialect);
    struct line_search all = {.c = c, .traced = traced}, plain = all,
                       spoken = all, *is = &all;

    *first = (struct first_line){0};
    workspace_fit(&w, c);
    if (!evaluate_agrees(&w, c, &traced->observation.outcome,
                         permits_question(dialect))) {
        search_lines(&w, permits_question(dialect), &all);
        search_lines(&w, &named, &plain);
        search_lines(&w, &specified, &spoken);
        if (agrees_as_much(&plain, is))
            is = &plain;
        if (agrees_as_much(&spoken, is) && spoken.best.line < is->best.line)
            is = &spoken;
        conclude_line(is, first);
    }
    workspace_free(&w);
}

/* Of a case that passes as the dialect does not decide it, the line that parts
 * from all that choices with a name lead to. */
static void first_open(enum dialect dialect, const struct test_case *c,
                       const struct traced *traced, struct first_line *first)
{
    struct workspace w = {0};
    struct question named = permits_named(dialect);
    struct line_search plain = {.c = c, .traced = traced};

    workspace_fit(&w, c);
    first->open = !evaluate_agrees(&w, c, &traced->observation.outcome, &named);
    if (first->open) {
        search_lines(&w, &named, &plain);
        conclude_line(&plain, first);
    }
    workspace_free(&w);
}

enum {
    LINES_SHOWN = 8,
    LINE_SHOWN = 100, /* bytes of one */
};

/* What is not meant for the dialect is not judged by it. */
static const char *not_meant(const struct test_case *c, enum dialect dialect)
{
    return c->dialects >> dialect & 1
               ? NULL
               : "it is for other dialects, by its calls or its dialect line";
}

static size_t gather_findings(const struct trace *trace, enum dialect dialect,
                              bool all, size_t *cases,
                              struct assessed *assessed)
{
    size_t count = 0;

    for (size_t k = 0; k < trace->count; k++) {
        const struct traced *traced = &trace->cases[k];
        struct assessed *a = &assessed[count];

        if (!all && traced->dialect != (int)dialect)
            continue;
        cases[count++] = k;
        a->c = &trace->list.cases[k];
        a->observation = traced->observation;
        a->unsupported = traced->unsupported ? traced->unsupported
                                             : (char *)not_meant(a->c, dialect);
    }
    return count;
}

/* Whether a line is to be named. */
static bool is_bad(const struct result *result)
{
    return verdict_is_fault(result->verdict) ||
           result->verdict == VERDICT_ERROR;
}

/* Whether nobody fails for the case, and something is to be said of it. */
static bool is_open(const struct result *result)
{
    return result->verdict == VERDICT_UNSPECIFIED && result->finding;
}

/* Of each case that is judged the first line that nothing permitted
 * explains. */
static void find_lines(const struct trace *trace, struct assessed *assessed,
                       size_t count, struct judged_trace *judged)
{
    for (size_t k = 0; k < count; k++) {
        size_t at = judged->cases[k];
        struct first_line *first = &judged->firsts[k];

        if (assessed[k].unsupported ||
            trace->cases[at].observation.ended == ENDED_TIMEOUT)
            continue;
        first_find(judged->dialect, assessed[k].c, &trace->cases[at], first);
        if (first->line && !first->ended)
            assessed[k].at_line = &first->seen;
    }
}

void judged_make(const struct trace *trace, enum dialect dialect, bool all,
                 struct judged_trace *judged)
{
    struct assessed *assessed = memory_new(trace->count, sizeof *assessed);
    size_t count;

    *judged = (struct judged_trace){.dialect = dialect};
    judged->cases = memory_new(trace->count, sizeof *judged->cases);
    judged->firsts = memory_new(trace->count, sizeof *judged->firsts);
    count = gather_findings(trace, dialect, all, judged->cases, assessed);
    find_lines(trace, assessed, count, judged);
    assess(dialect, assessed, count, &judged->results);
    for (size_t k = 0; k < count; k++)
        if (is_open(&judged->results.cases[k]) && !judged->firsts[k].line)
            first_open(dialect, assessed[k].c, &trace->cases[judged->cases[k]],
                       &judged->firsts[k]);
    free(assessed);
}

void judged_free(struct judged_trace *judged)
{
    results_free(&judged->results);
    free(judged->cases);
    free(judged->firsts);
}

/* A line of the trace, cut where it is long. */
static void put_line(const char *text, size_t size, unsigned line, FILE *out)
{
    char words[LINE_SHOWN + 4];
    size_t length = 0;
    const char *found = trace_line(text, size, line, &length);

    snprintf(words, sizeof words, "%.*s%s",
             (int)(length < LINE_SHOWN ? length : LINE_SHOWN),
             found ? found : "", length > LINE_SHOWN ? "..." : "");
    terminal_clean(words, out);
}

/* "freebsd permits only 1", "... only: counted nothing" */
static void put_line_permitted(const struct first_line *first,
                               const char *dialect, FILE *out)
{
    if (first->open) {
        fprintf(out, ": %s does not decide it; the known choices give ",
                dialect);
        terminal_clean(*first->permitted ? first->permitted : "nothing", out);
        return;
    }
    if (first->ended) {
        fprintf(out, ": %s does not permit the process to end there", dialect);
        return;
    }
    fprintf(out, ": %s permits only%s ", dialect, first->valued ? "" : ":");
    terminal_clean(first->permitted, out);
}

static void put_judged_finding(const struct judged_trace *judged,
                               const struct trace *trace, size_t k,
                               const char *file, const char *text, size_t size,
                               FILE *out)
{
    const struct result *result = &judged->results.cases[k];
    const struct traced *traced = &trace->cases[judged->cases[k]];
    const struct first_line *first = &judged->firsts[k];
    const char *dialect = dialect_table[judged->dialect].name, *clause;
    unsigned line = first->line;

    if (!line)
        line =
            result->verdict == VERDICT_TIMEOUT ? traced->ending : traced->line;
    terminal_clean(file, out);
    fprintf(out, ":%u: ", line);
    if (judged->results.case_count > 1)
        fprintf(out, "%s: ", trace->list.cases[judged->cases[k]].slug);
    if (!first->line || !first->itself)
        terminal_clean(first->line   ? first->seen.got
                       : result->got ? result->got
                                     : result->detail,
                       out);
    else
        put_line(text, size, line, out);
    if (first->line)
        put_line_permitted(first, dialect, out);
    clause = result->cause_count
                 ? judged->results.causes[result->causes[0]].clause
                 : "";
    fprintf(out, *clause ? " (%s)" : "%s", clause);
    putc('\n', out);
}

/* The lines of cases that fail, or of those that are open; how many there
 * are. */
static size_t put_findings(const struct judged_trace *judged,
                           const struct trace *trace, bool open,
                           const char *file, const char *text, size_t size,
                           FILE *out)
{
    size_t count = 0;

    for (size_t k = 0; k < judged->results.case_count; k++)
        if ((open ? judged->firsts[k].open
                  : is_bad(&judged->results.cases[k])) &&
            count++ < LINES_SHOWN)
            put_judged_finding(judged, trace, k, file, text, size, out);
    if (count > LINES_SHOWN)
        fprintf(out, "and %zu more case%s\n", count - LINES_SHOWN,
                plural(count - LINES_SHOWN));
    return count;
}

void judged_print(const struct judged_trace *judged, const struct trace *trace,
                  const char *file, const char *text, size_t size, FILE *out)
{
    const struct results *run = &judged->results;
    size_t skipped = run->summary[VERDICT_UNSUPPORTED], open;

    if (put_findings(judged, trace, false, file, text, size, out) > 0)
        return;
    open = put_findings(judged, trace, true, file, text, size, out);
    terminal_clean(file, out);
    if (skipped == run->case_count)
        fputs(": nothing was judged: every case is unsupported\n", out);
    else
        fprintf(out, ": %s %s: %zu case%s\n",
                dialect_table[judged->dialect].name,
                open ? "forbids no line" : "explains every line",
                run->case_count - skipped, plural(run->case_count - skipped));
}
