/* SPDX-License-Identifier: MIT */
/*
 * Lines of a trace that tell what was seen.  What a call returned, and all
 * other events but buffers, are read by those who read observations.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/delivery/observed.h"
#include "trace_state.h"

bool trace_observed(struct trace_reader *r, struct observation *o)
{
    static const char column[] = "read ";
    struct observed_error error;
    const char *expected;

    if (observed_parse(r->words.text, r->words.count, o, &error))
        return true;
    expected = strstr(error.text, column);
    return trace_wrong_line(r, r->p.lexer.line,
                            expected ? expected : error.text);
}

/* So many errors have names; a libc that knows none leaves the numbers. */
enum { ERRNO_MOST = 133 };

/* The numbers that this machine has for names that the observations lack. */
static int errno_of(struct word name)
{
    for (int error = 1; error <= ERRNO_MOST; error++) {
        const char *known = strerrorname_np(error);

        if (known && word_is(name, known))
            return error;
    }
    return 0;
}

/* Whether observations have that name of an error. */
static bool is_plain_error(struct word word)
{
    static const char *const names[] = {"E2BIG", "EACCES", "EFAULT", "EINVAL",
                                        "ENOSYS"};

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (word_is(word, names[k]))
            return true;
    return false;
}

/* The words of a result in those of an observation.  What strace says of an
 * error, in brackets, is left out. */
static bool result_words(struct trace_reader *r, bool *error, bool *tvp,
                         bool *fast)
{
    struct lexer *lexer = &r->p.lexer;
    char text[24];

    for (; lexer->word.length > 0 && *lexer->word.text != '(';
         lexer_next(lexer)) {
        struct word word = lexer->word;
        int number = 0;

        if (word_is(word, "void"))
            word = (struct word){"none", 4};
        *tvp = *tvp || word_is(word, "tvp");
        *fast = *fast || word_is(word, "fast");
        *error = *error || word_is(word, "errno") || *word.text == 'E';
        if (*word.text == 'E' && !is_plain_error(word))
            number = errno_of(word);
        snprintf(text, sizeof text, " errno %d", number);
        if (number ? !trace_add_text(r, &r->words, text)
                   : !trace_add_text(r, &r->words, " ") ||
                         !trace_add(r, &r->words, word.text, word.length))
            return false;
    }
    return true;
}

/* "1 call WORDS; ended normally at 0", the number being that of the line. */
static bool observed_line(struct trace_reader *r, struct word rest,
                          struct observation *o, bool *error, bool *tvp,
                          bool *fast)
{
    struct lexer was = r->p.lexer;
    bool good;

    r->words.count = 0;
    lexer_take(&r->p.lexer, rest.text, rest.length, r->line);
    good = trace_add_text(r, &r->words, "0 call") &&
           result_words(r, error, tvp, fast) &&
           trace_add_text(r, &r->words, "; ended normally at 0");
    r->p.lexer = was;
    return good && trace_observed(r, o);
}

bool trace_result(struct trace_reader *r, struct word result)
{
    struct trace_slot *slot = &r->slots[r->slot_count - 1];
    bool error = false, tvp = false, fast = false;
    struct observation o;

    if (!result.text)
        return true;
    if (r->p.ops[r->slot_count - 1].kind != OP_CALL) {
        lexer_take(&r->p.lexer, result.text - 1, 1, r->line);
        return parse_expected(&r->p, "a call before =");
    }
    if (!observed_line(r, result, &o, &error, &tvp, &fast))
        return false;
    slot->told = true;
    slot->event = o.outcome.events[0];
    if (!error)
        slot->event.error = ERROR_UNSEEN;
    if (!tvp)
        slot->event.tick_time = TIME_UNSEEN;
    if (!fast)
        slot->event.fast = TIME_UNSEEN;
    observation_free(&o);
    return true;
}

uint8_t trace_event_of(uint8_t op)
{
    switch (op) {
    case OP_CALL: return EVENT_CALL;
    case OP_SWEEP: return EVENT_SWEEP;
    case OP_SLEEP: return EVENT_SLEEP;
    case OP_CALLER_CHECK: return EVENT_CALLER;
    case OP_EXEC: return EVENT_EXEC;
    case OP_FILE:
    case OP_EXIT: return EVENT_FILE;
    case OP_RATE: return EVENT_RATE;
    case OP_PROFILE: return EVENT_PROFILE;
    case OP_HEADER: return EVENT_HEADER;
    case OP_SAID: return EVENT_SAID;
    case OP_END: return EVENT_CHILD;
    default: return EVENT_BUFFER;
    }
}

static bool keep_event(struct trace_reader *r, struct event event)
{
    struct trace_slot *slot =
        r->slot_count ? &r->slots[r->slot_count - 1] : NULL;

    if (!slot || event.kind == EVENT_BUFFER ||
        trace_event_of(r->p.ops[r->slot_count - 1].kind) != event.kind)
        return parse_expected(&r->p, "what the operation before it leads to; "
                                     "of buffers: counters, before, after");
    if (slot->told)
        return parse_expected(&r->p,
                              "one thing seen of an operation: line %u "
                              "says it",
                              slot->line);
    if (event.bytes) {
        void *bytes = malloc(event.size);

        if (!bytes)
            return parse_no_memory(&r->p);
        event.bytes = memcpy(bytes, event.bytes, event.size);
    }
    slot->event = event;
    slot->told = true;
    slot->line = r->line;
    return true;
}

/* What is noted besides events. */
static bool keep_tail(struct trace_reader *r, const struct observation *o)
{
    r->disturbed = r->disturbed || o->disturbed;
    r->stray = o->stray ? o->stray : r->stray;
    if (*o->note)
        memcpy(r->note, o->note, sizeof r->note);
    return true;
}

static bool is_tail(struct word word)
{
    static const char *const names[] = {"disturbed", "batched", "stray", "note",
                                        "delivered"};

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (word_is(word, names[k]))
            return true;
    return false;
}

bool trace_seen(struct trace_reader *r)
{
    struct lexer *lexer = &r->p.lexer;
    struct observation o;
    bool tail, good;

    lexer_next(lexer);
    tail = is_tail(lexer->word);
    r->words.count = 0;
    if (!trace_add_text(r, &r->words, tail ? "ended normally at 0; " : "0 ") ||
        !trace_add_rest(
            r,
            (struct word){lexer->word.text,
                          (size_t)(lexer->line_end - lexer->word.text)},
            !tail) ||
        !trace_add_text(r, &r->words, tail ? "" : "; ended normally at 0") ||
        !trace_observed(r, &o))
        return false;
    good = tail                   ? keep_tail(r, &o)
           : o.outcome.count == 1 ? keep_event(r, o.outcome.events[0])
                                  : parse_expected(&r->p, "one event");
    observation_free(&o);
    return good;
}

/* The buffer's name, where there is one: the one that there is has none. */
static bool tell_buffer(struct trace_reader *r, enum trace_telling kind,
                        uint8_t *buffer)
{
    struct case_parser *p = &r->p;
    bool counter = kind == TELL_COUNTER;
    uint64_t number;

    *buffer = 0;
    if (counter
            ? !word_number(p->lexer.word, &number)
            : !word_is(p->lexer.word, "[") && !word_is(p->lexer.word, "unseen"))
        return parse_buffer_name(p, buffer);
    if (p->buffers != 1)
        return parse_expected(p, "a buffer's name: there is not just one");
    return true;
}

static bool tell_counter(struct trace_reader *r, struct trace_tell *tell)
{
    struct case_parser *p = &r->p;

    return parse_number(p, CASE_BUFFER_LIMIT, "a counter's number",
                        &tell->index) &&
           parse_word(p, "=") &&
           parse_number(p, UINT32_MAX, "a counter", &tell->value) &&
           parse_line_end(p);
}

bool trace_tell(struct trace_reader *r, enum trace_telling kind)
{
    struct case_parser *p = &r->p;
    struct trace_tell tell = {.kind = (uint8_t)kind, .line = r->line};
    struct trace_tell *tells;

    r->pcs = 0;
    tell.process = r->process[p->forks];
    lexer_next(&p->lexer);
    if (!tell_buffer(r, kind, &tell.buffer))
        return false;
    if (kind == TELL_COUNTERS && word_is(p->lexer.word, "unseen")) {
        tell.kind = TELL_UNSEEN;
        lexer_next(&p->lexer);
        if (!parse_line_end(p))
            return false;
    }
    if (kind == TELL_COUNTER && !tell_counter(r, &tell))
        return false;
    tell.text = (struct word){p->lexer.word.text,
                              (size_t)(p->lexer.line_end - p->lexer.word.text)};
    tells = grow(r->tells, r->tell_count, &r->tell_capacity, sizeof *tells);
    if (!tells)
        return parse_no_memory(p);
    r->tells = tells;
    tells[r->tell_count++] = tell;
    return true;
}

/* unsupported REASON: all words of it. */
static bool unsupported(struct trace_reader *r)
{
    const struct lexer *lexer = &r->p.lexer;
    size_t length = (size_t)(lexer->line_end - lexer->word.text);

    if (lexer->word.length == 0)
        return parse_expected(&r->p, "a reason");
    snprintf(
        r->unsupported, sizeof r->unsupported, "%.*s",
        (int)(length < sizeof r->unsupported ? length : sizeof r->unsupported),
        lexer->word.text);
    return true;
}

/* normally | timeout | signal N | exit N */
bool trace_ended(struct trace_reader *r)
{
    static const struct {
        const char *name;
        uint8_t ended;
    } rows[] = {{"normally", ENDED_NORMALLY},
                {"timeout", ENDED_TIMEOUT},
                {"signal", ENDED_SIGNAL},
                {"exit", ENDED_EXIT}};
    struct case_parser *p = &r->p;
    struct trace_ending *ending = &r->endings[r->process[p->forks]];
    bool skipped = word_is(p->lexer.word, "unsupported");
    uint64_t status = 0;
    unsigned k = 0;

    r->pcs = 0;
    if (ending->told)
        return parse_expected(p, "one end of a process: line %u has it",
                              ending->line);
    lexer_next(&p->lexer);
    if (skipped)
        return unsupported(r);
    while (k < 4 && !word_is(p->lexer.word, rows[k].name))
        k++;
    if (k == 4)
        return parse_expected(p, "normally, signal N, exit N or timeout");
    lexer_next(&p->lexer);
    if (k > 1 && !parse_number(p, k == 2 ? 64 : 255, "a status", &status))
        return false;
    *ending = (struct trace_ending){.ended = rows[k].ended,
                                    .told = true,
                                    .status = (int)status,
                                    .op = r->slot_count ? r->slot_count - 1 : 0,
                                    .line = r->line};
    if (k == 2 && status == 0)
        return parse_wrong(p, p->verb, "a signal from 1 to 64");
    return parse_line_end(p);
}
