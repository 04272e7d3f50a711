/* SPDX-License-Identifier: MIT */
#include "told.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "observed.h"

#define TOOK_MOST UINT64_C(1000000000000) /* microseconds: eleven days */

/* Of all kinds of events: from which kinds of operations they come. */
static bool kind_fits(uint8_t event, uint8_t op)
{
    switch (event) {
    case EVENT_CALL: return op == OP_CALL;
    case EVENT_SWEEP: return op == OP_SWEEP;
    case EVENT_SLEEP: return op == OP_SLEEP;
    case EVENT_CALLER: return op == OP_CALLER_CHECK;
    case EVENT_EXEC: return op == OP_EXEC;
    case EVENT_RATE: return op == OP_RATE;
    case EVENT_FILE: return op == OP_FILE || op == OP_EXIT;
    case EVENT_PROFILE: return op == OP_PROFILE || op == OP_EXIT;
    case EVENT_HEADER: return op == OP_HEADER;
    case EVENT_SAID: return op == OP_SAID;
    case EVENT_CHILD: return op == OP_END;
    case EVENT_BUFFER: return op == OP_EXEC || op == OP_END || op == OP_EXIT;
    default: return true; /* it may die anywhere */
    }
}

/* The end of the script ends a process, too. */
static uint8_t kind_at(const struct script *script, uint16_t op)
{
    return op < script->count ? script->ops[op].kind : (uint8_t)OP_END;
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
        return "something is told of no operation of the case";
    if (!kind_fits(event->kind, kind_at(script, event->op)))
        return "something is told of an operation that does not lead to it";
    if (event->kind == EVENT_BUFFER && !buffer_fits(script, event))
        return "a buffer is told of that the case does not have";
    if (event->kind == EVENT_CRASH && event->process == 0 && !last)
        return "something is told of after its death";
    return NULL;
}

const char *told_wrong(const struct test_case *c,
                       const struct observation *observation)
{
    const struct script *script = &c->script;
    const struct outcome *outcome = &observation->outcome;

    if (observation->op > script->count || !status_fits(observation))
        return "it ended as nothing does";
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];
        const char *wrong = event_wrong(script, event, k + 1 == outcome->count);

        if (wrong)
            return wrong;
        if (k > 0 && event->op < event[-1].op)
            return "what is told goes back to an earlier operation";
    }
    return NULL;
}

/* What our own code notes of a call it has seen. */
static const char *told_unseen(const struct observation *o)
{
    bool nonzero = false;

    for (size_t k = 0; k < o->outcome.count; k++)
        nonzero = nonzero || o->outcome.events[k].value == VALUE_NOT_ZERO;
    return o->unseen || nonzero
               ? "that something was not seen, which was looked at"
               : NULL;
}

/* An implementation in a shared object has been opened before, and what the
 * machine must have has been looked at: that then there should be no case for
 * it is nothing that its process is in a position to say.  Where something is
 * between them, or its ticks are its own, it may have seen what we did not. */
static void told_doubt(const struct observe_options *options,
                       const struct sandbox_end *end, struct observation *o)
{
    char said[sizeof o->note];

    if (o->ended != ENDED_UNSUPPORTED || !end->marked ||
        options->impl != &impl_so || options->learnt.own_ticks ||
        options->backend == BACKEND_CLOCK)
        return;
    memcpy(said, o->note, sizeof said);
    o->ended =
        options->backend == BACKEND_SIGNAL ? ENDED_FORGED : ENDED_HARNESS;
    snprintf(o->note, sizeof o->note,
             "that the case is unsupported, when it had been opened: %.100s",
             said);
}

static void forged(struct observation *o, const char *why, bool batched)
{
    observation_free(o);
    memset(o, 0, sizeof *o);
    o->ended = ENDED_FORGED;
    o->batched = batched;
    snprintf(o->note, sizeof o->note, "%s", why);
}

/* Nothing was told, or not enough. */
static void told_note_silence(const struct sandbox_end *end, bool batched,
                              struct observation *o)
{
    memset(o, 0, sizeof *o);
    o->batched = batched;
    if (end->how == SANDBOX_TIMED_OUT) {
        o->ended = ENDED_TIMEOUT;
        return;
    }
    o->ended = ENDED_SIGNAL;
    o->status = SIGKILL;
    snprintf(o->note, sizeof o->note,
             "the process that watches it was ended, too");
}

/* The microseconds that a line may begin with; 0: it does not.  *at: after
 * them. */
static uint64_t told_took(const char **at, const char *newline)
{
    static const char word[] = "took ";
    size_t length = sizeof word - 1;
    uint64_t took = 0;
    const char *p;

    if ((size_t)(newline - *at) < length || memcmp(*at, word, length) != 0)
        return 0;
    for (p = *at + length; p < newline && *p >= '0' && *p <= '9'; p++)
        if (took < TOOK_MOST)
            took = took * 10 + (uint64_t)(*p - '0');
    if (p == newline || *p != ' ' || took > TOOK_MOST)
        return 0;
    *at = p + 1;
    return took;
}

size_t told_read(const struct observe_options *options,
                 const struct test_case *const *cases, size_t count,
                 const struct sandbox_end *end,
                 struct observation *observations)
{
    const char *at = end->told, *limit = at ? at + end->told_size : at;
    size_t k = 0;

    for (; k < count && at && at < limit; k++) {
        struct observation *o = &observations[k];
        const char *newline = memchr(at, '\n', (size_t)(limit - at)), *wrong;
        struct observed_error error;
        uint64_t took;

        if (!newline)
            break;
        took = told_took(&at, newline);
        if (!observed_parse(at, (size_t)(newline - at), o, &error)) {
            forged(o, error.text, count > 1);
            return k + 1;
        }
        at = newline + 1;
        wrong = told_wrong(cases[k], o);
        if (!wrong && !options->drive)
            wrong = told_unseen(o);
        if (wrong) {
            forged(o, wrong, count > 1);
            return k + 1;
        }
        o->batched = k > 0;
        o->took = took;
        told_doubt(options, end, o);
    }
    if (k == 0)
        told_note_silence(end, count > 1, observations);
    return k ? k : 1;
}
