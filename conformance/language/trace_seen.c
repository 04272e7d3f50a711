/* SPDX-License-Identifier: MIT */
/*
 * Lines of a trace that record what was seen, in the words of observations
 * (observed.h).
 */
#include <string.h>

#include "observed.h"
#include "trace_state.h"

static struct trace_slot *last_slot(struct trace_reader *r)
{
    return r->p.c.script.count ? &r->slots[r->p.c.script.count - 1] : NULL;
}

/* What strace says of an error, in brackets, is left out. */
bool trace_result(struct trace_reader *r, struct word result)
{
    struct case_parser *p = &r->p;
    struct lexer *lexer = &p->lexer;
    struct event event = {.kind = EVENT_CALL,
                          .error = ERROR_UNSEEN,
                          .tick_time = TIME_UNSEEN,
                          .fast = TIME_UNSEEN};

    if (!result.text)
        return true;
    if (p->ops[p->c.script.count - 1].kind != OP_CALL) {
        lexer_take(lexer, result.text - 1, 1, lexer->line);
        return parse_expected(p, "a call before =");
    }
    lexer_take(lexer, result.text, result.length, lexer->line);
    if (!observed_read_result(lexer, &event))
        return false;
    last_slot(r)->is_seen = true;
    last_slot(r)->event = event;
    return (lexer->word.length > 0 && *lexer->word.text == '(') ||
           parse_line_end(p);
}

bool trace_seen(struct trace_reader *r)
{
    struct trace_slot *slot = last_slot(r);
    struct case_parser *p = &r->p;
    struct event event = {0};
    struct word first;
    int noted;

    lexer_next(&p->lexer);
    noted = observed_read_tail(&p->lexer, &r->seen);
    if (noted >= 0)
        return noted && parse_line_end(p);
    first = p->lexer.word;
    if (!observed_read_event(&p->lexer, &r->own, &event) || !parse_line_end(p))
        return false;
    if (!slot || event.kind == EVENT_BUFFER ||
        op_row_of(&p->ops[p->c.script.count - 1])->event != event.kind)
        return parse_wrong(p, first,
                           "an event of the operation before it, or counters, "
                           "before or after of a buffer");
    if (event.kind == EVENT_SWEEP && event.value == SWEEP_ORDERED)
        return parse_wrong(p, first,
                           "in place of sweep ordered what was seen: sweep "
                           "spread or sweep one");
    if (slot->is_seen)
        return parse_wrong(p, first,
                           "one event for each operation: line %u has it",
                           slot->line);
    *slot = (struct trace_slot){.line = p->lexer.line,
                                .is_seen = true,
                                .event = event,
                                .child = slot->child};
    return true;
}

/* The buffer's name, where there is one: the one that there is has none. */
static bool record_buffer(struct trace_reader *r, struct trace_record *record)
{
    struct case_parser *p = &r->p;
    uint64_t number;

    if (record->kind == RECORDS_COUNTER
            ? !word_number(p->lexer.word, &number)
            : !word_is(p->lexer.word, "[") && !word_is(p->lexer.word, "unseen"))
        return parse_buffer_name(p, &record->buffer);
    return p->buffers == 1 ||
           parse_expected(p, "a buffer's name, as there are several");
}

static bool record_counter(struct trace_reader *r, struct trace_record *record)
{
    struct case_parser *p = &r->p;

    return parse_number(p, CASE_BUFFER_LIMIT, "a counter's number",
                        &record->index) &&
           parse_word(p, "=") &&
           parse_number(p, UINT32_MAX, "a counter", &record->value) &&
           parse_line_end(p);
}

bool trace_record(struct trace_reader *r, enum trace_recorded kind)
{
    struct case_parser *p = &r->p;
    struct trace_record record = {
        .kind = kind, .line = p->lexer.line, .process = r->process[p->forks]};

    r->pcs = 0;
    lexer_next(&p->lexer);
    if (!record_buffer(r, &record))
        return false;
    record.text = lexer_rest(&p->lexer);
    if (kind == RECORDS_COUNTERS && lexer_accept(&p->lexer, "unseen")) {
        record.kind = RECORDS_UNSEEN;
        if (!parse_line_end(p))
            return false;
    }
    if (kind == RECORDS_COUNTER && !record_counter(r, &record))
        return false;
    MEMORY_ADD(r->records, r->record_count) = record;
    return true;
}

/* unsupported REASON: all words of it. */
static bool unsupported(struct trace_reader *r)
{
    struct word rest = lexer_rest(&r->p.lexer);

    if (rest.length == 0)
        return parse_expected(&r->p, "a reason");
    snprintf(r->unsupported, sizeof r->unsupported, "%.*s",
             (int)(rest.length < sizeof r->unsupported ? rest.length
                                                       : sizeof r->unsupported),
             rest.text);
    return true;
}

/* normally | timeout | signal N | exit N */
bool trace_ended(struct trace_reader *r)
{
    static const char *const words[] = {[ENDED_NORMALLY] = "normally",
                                        [ENDED_SIGNAL] = "signal",
                                        [ENDED_EXIT] = "exit",
                                        [ENDED_TIMEOUT] = "timeout"};
    struct case_parser *p = &r->p;
    struct trace_ending *ending = &r->endings[r->process[p->forks]];
    size_t count = p->c.script.count;
    uint64_t status = 0;
    int ended;

    r->pcs = 0;
    if (ending->is_seen)
        return parse_expected(p, "one end of a process: line %u has it",
                              ending->line);
    if (lexer_accept(&p->lexer, "unsupported"))
        return unsupported(r);
    lexer_next(&p->lexer);
    ended = lexer_one_of(&p->lexer, words, sizeof words / sizeof *words);
    if (ended < 0)
        return parse_expected(p, "normally, signal N, exit N or timeout");
    if ((ended == ENDED_SIGNAL || ended == ENDED_EXIT) &&
        !parse_number(p, ended == ENDED_SIGNAL ? 64 : 255, "a status", &status))
        return false;
    if (ended == ENDED_SIGNAL && status == 0)
        return parse_wrong(p, p->verb, "a signal from 1 to 64");
    *ending = (struct trace_ending){.ended = (uint8_t)ended,
                                    .is_seen = true,
                                    .status = (int)status,
                                    .op = count ? count - 1 : 0,
                                    .line = p->lexer.line};
    return parse_line_end(p);
}
