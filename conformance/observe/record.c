/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/language/ops.h"

#define TOOK      "took "
#define TOOK_MOST UINT64_C(1000000000000) /* microseconds: eleven days */

void record_print(const struct observation *o, FILE *out)
{
    char *text = observed_text(o);

    if (o->took)
        fprintf(out, TOOK "%" PRIu64 " ", o->took);
    fprintf(out, "%s\n", text);
    free(text);
}

/* The microseconds that a line may begin with; 0: it does not. */
static uint64_t parse_took(const char **at, const char *newline)
{
    size_t length = sizeof TOOK - 1;
    uint64_t took;
    char *end;

    if ((size_t)(newline - *at) < length || memcmp(*at, TOOK, length) != 0 ||
        !isdigit((unsigned char)(*at)[length]))
        return 0;
    took = strtoull(*at + length, &end, 10);
    if (*end != ' ' || took > TOOK_MOST)
        return 0;
    *at = end + 1;
    return took;
}

bool record_parse(const char **at, const char *limit, struct observation *o,
                  struct observed_error *error)
{
    const char *newline = memchr(*at, '\n', (size_t)(limit - *at));
    uint64_t took;

    if (!newline) {
        snprintf(error->text, sizeof error->text, "no whole line");
        return false;
    }
    took = parse_took(at, newline);
    if (!observed_parse(*at, (size_t)(newline - *at), o, error))
        return false;
    o->took = took;
    *at = newline + 1;
    return true;
}

static bool buffer_fits(const struct script *script, const struct event *event)
{
    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];

        if (op->kind == OP_BUFFER && op->buffer == event->buffer)
            return event->size == (size_t)op->size + 2 * SCRIPT_ZONE;
    }
    return false;
}

static bool status_fits(const struct observation *o)
{
    if (o->ended == ENDED_SIGNAL)
        return o->status > 0 && o->status <= SIGRTMAX;
    return o->status >= 0 && o->status <= 255;
}

static const char *event_wrong(const struct script *script,
                               const struct event *event, bool last)
{
    if (event->op > script->count)
        return "the record names an operation that the case does not have";
    if (!op_may_lead_to(script, event->op, event->kind))
        return "this operation cannot cause that event";
    if (event->kind == EVENT_BUFFER && !buffer_fits(script, event))
        return "the record names an unknown buffer";
    if (event->kind == EVENT_CRASH && event->process == 0 && !last)
        return "the record goes on after the process died";
    return NULL;
}

const char *record_wrong(const struct test_case *c, const struct observation *o)
{
    const struct script *script = &c->script;
    const struct outcome *outcome = &o->outcome;

    if (o->op > script->count || !status_fits(o))
        return "the record has an impossible end";
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];
        const char *wrong = event_wrong(script, event, k + 1 == outcome->count);

        if (wrong)
            return wrong;
        if (k > 0 && event->op < event[-1].op)
            return "the record goes back to an earlier operation";
    }
    return NULL;
}

/* Our own code looks at everything.  What is wrong if a record says otherwise;
 * null: it does not. */
static const char *unseen_wrongly(const struct observation *o)
{
    bool nonzero = false;

    for (size_t k = 0; k < o->outcome.count; k++)
        nonzero = nonzero || o->outcome.events[k].value == VALUE_NOT_ZERO;
    return o->unseen || nonzero
               ? "the record says that something was not looked at, which was"
               : NULL;
}

/* A shared object was opened before any case, and the machine was checked: that
 * a case is unsupported, its process can't claim once it is opened, unless its
 * ticks are its own, or its clock's. */
static void refuse_excuse(const struct observe_options *options,
                          const struct sandbox_end *end, struct observation *o)
{
    char said[sizeof o->note];

    if (o->ended != ENDED_UNSUPPORTED || !end->mark ||
        options->impl != &impl_so || options->learnt.own_ticks ||
        options->backend == BACKEND_CLOCK)
        return;
    memcpy(said, o->note, sizeof said);
    o->ended =
        options->backend == BACKEND_SIGNAL ? ENDED_FORGED : ENDED_HARNESS;
    snprintf(o->note, sizeof o->note,
             "the record says that the case is unsupported, after it was "
             "opened: %.100s",
             said);
}

/* There is no record, or not enough. */
static struct observation record_lacks(const struct sandbox_end *end)
{
    if (end->how == SANDBOX_TIMED_OUT)
        return (struct observation){.ended = ENDED_TIMEOUT};
    return (struct observation){
        .ended = ENDED_SIGNAL,
        .status = SIGKILL,
        .note = "the process that watches it was ended too"};
}

size_t record_read(const struct observe_options *options,
                   const struct test_case *const *cases, size_t count,
                   const struct sandbox_end *end,
                   struct observation *observations)
{
    const char *at = end->answer, *limit = at ? at + end->answer_size : at;
    const char *wrong = NULL;
    struct observed_error error;
    size_t k = 0;

    while (k < count && !wrong && at && at < limit &&
           memchr(at, '\n', (size_t)(limit - at))) {
        struct observation *o = &observations[k];

        *o = (struct observation){.ended = ENDED_FORGED};
        wrong = record_parse(&at, limit, o, &error) ? record_wrong(cases[k], o)
                                                    : error.text;
        if (!wrong && options->impl != &impl_exec)
            wrong = unseen_wrongly(o);
        if (wrong) {
            observation_free(o);
            *o = (struct observation){.ended = ENDED_FORGED,
                                      .batched = count > 1};
            snprintf(o->note, sizeof o->note, "%s", wrong);
        } else {
            o->batched = k > 0;
            refuse_excuse(options, end, o);
        }
        k++;
    }
    if (k > 0)
        return k;
    observations[0] = record_lacks(end);
    observations[0].batched = count > 1;
    return 1;
}
