/* SPDX-License-Identifier: MIT */
/*
 * The lines of a trace: operations, what was seen, and what is said once of all
 * of it.
 */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "observed.h"
#include "trace_state.h"

/* Lines that record what was seen, in the words of observations. */

static struct trace_slot *last_slot(struct trace_reader *r)
{
    return r->p.c.script.count ? &r->slots[r->p.c.script.count - 1] : NULL;
}

/* result: what follows =, or null: nothing was seen.  What strace says of an
 * error, in brackets, is left out. */
static bool trace_result(struct trace_reader *r, struct word result)
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

static bool trace_seen(struct trace_reader *r)
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

static bool trace_record(struct trace_reader *r, enum trace_recorded kind)
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
static bool trace_ended(struct trace_reader *r)
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

/* Lines that are operations.  They are read as those of cases are; of a call as
 * C, strace and ltrace write it, brackets and commas are blanks, and an address
 * becomes the buffer that is there. */

static void add_slot(struct trace_reader *r)
{
    size_t last = r->p.c.script.count - 1;

    r->slots = memory_grow(r->slots, last, sizeof *r->slots);
    r->slots[last] = (struct trace_slot){.line = r->p.lexer.line};
}

/* A forked process has a number, and no end yet. */
static void add_process(struct trace_reader *r)
{
    r->endings = memory_grow(r->endings, r->processes, sizeof *r->endings);
    r->endings[r->processes] = (struct trace_ending){0};
    r->process[r->p.forks] = r->processes;
    r->slots[r->p.c.script.count - 1].child = r->processes++;
}

/* Buffers that the last operation named first come before it. */
static void insert_buffers(struct trace_reader *r)
{
    struct case_parser *p = &r->p;

    for (unsigned k = p->buffers - r->implied; k < p->buffers; k++) {
        struct op *last = &p->ops[p->c.script.count - 1], call = *last;

        *last = (struct op){
            .kind = OP_BUFFER, .buffer = (uint8_t)k, .size = p->sizes[k]};
        add_slot(r);
        *parse_add_op(p) = call;
    }
}

/* An operation whose first word is the current one. */
static bool operation(struct trace_reader *r, struct word verb)
{
    struct case_parser *p = &r->p;
    unsigned forks = p->forks;

    p->verb = verb;
    r->pcs = r->implied = 0;
    if (!parse_operation(p))
        return false;
    insert_buffers(r);
    add_slot(r);
    if (p->forks > forks)
        add_process(r);
    return true;
}

/* Ticks of lines in a row are one operation: a log has many. */
static bool pc_line(struct trace_reader *r)
{
    size_t before = r->pcs, count = r->p.c.script.count;
    struct op *op, *last;

    if (!operation(r, (struct word){"tick", 4}))
        return false;
    r->pcs = before ? before : count + 1;
    if (!before)
        return true;
    op = &r->p.ops[before - 1];
    last = op + 1;
    for (size_t k = 0; k < last->tick_count; k++) {
        struct tick *ticks =
            memory_grow((void *)op->ticks, op->tick_count, sizeof *ticks);

        op->ticks = ticks;
        ticks[op->tick_count++] = last->ticks[k];
    }
    free((void *)last->ticks);
    *last = (struct op){0};
    r->p.c.script.count--;
    return true;
}

/* A buffer that no line declares, of the size that is the next word. */
static bool imply_buffer(struct trace_reader *r, uint64_t address,
                         unsigned bytes)
{
    struct case_parser *p = &r->p;
    struct lexer next = p->lexer;
    unsigned k = p->buffers;
    uint64_t size;

    if (p->forks)
        return parse_expected(p, "buffers before fork");
    if (k == SCRIPT_BUFFERS)
        return parse_expected(p, "at most %d buffers", SCRIPT_BUFFERS);
    lexer_next(&next);
    if (!word_number(next.word, &size))
        size = 0;
    if (size > CASE_BUFFER_LIMIT / bytes)
        return parse_expected(p,
                              "an address, with a size of at most %d after it",
                              CASE_BUFFER_LIMIT);
    snprintf(p->c.names[k], sizeof p->c.names[k], k ? "b%u" : "b", k + 1);
    p->sizes[k] = (uint32_t)(size * bytes);
    p->buffers++;
    r->placed[k] = true;
    r->places[k] = address;
    r->implied++;
    return true;
}

/* The buffer at an address; where none begins there, that which ends there. */
static bool find_place(const struct trace_reader *r, uint64_t address,
                       struct pointer *pointer)
{
    const struct case_parser *p = &r->p;

    for (unsigned past = 0; past < 2; past++)
        for (unsigned k = 0; k < p->buffers; k++) {
            uint64_t at = address - r->places[k];

            if (!r->placed[k] || address < r->places[k] ||
                at >= (uint64_t)p->sizes[k] + past)
                continue;
            *pointer =
                (struct pointer){POINTER_GIVEN, (uint8_t)k, (uint32_t)at};
            return true;
        }
    return false;
}

/* See case_parser. */
static bool trace_address(struct case_parser *p, uint64_t address,
                          unsigned bytes, struct pointer *pointer)
{
    struct trace_reader *r = (struct trace_reader *)p;

    if (!find_place(r, address, pointer)) {
        if (r->fault)
            *pointer = (struct pointer){POINTER_BAD, 0, 0};
        else if (r->declared)
            return parse_expected(
                p, "null, bad, or an address within a buffer "
                   "that a line before placed: buffer NAME SIZE at ADDRESS");
        else if (!imply_buffer(r, address, bytes))
            return false;
        else
            find_place(r, address, pointer);
    }
    lexer_next(&p->lexer);
    return true;
}

/* The line ends before that word, if it has it; what is after it, or null. */
static struct word cut_line(struct lexer *lexer, const char *word)
{
    struct lexer at = *lexer;

    while (at.word.length > 0 && !word_is(at.word, word))
        lexer_next(&at);
    if (at.word.length == 0)
        return (struct word){0};
    lexer->line_end = at.word.text;
    return (struct word){at.at, (size_t)(at.line_end - at.at)};
}

static bool trace_call(struct trace_reader *r)
{
    struct lexer *lexer = &r->p.lexer;
    struct word result;
    bool good;

    if (word_is(lexer->word, "pc"))
        return pc_line(r);
    lexer_accept(lexer, "call");
    result = cut_line(lexer, "=");
    r->fault =
        result.text && memmem(result.text, result.length, "EFAULT", 6) != NULL;
    lexer->is_call = true;
    lexer->at = lexer->word.text;
    lexer_next(lexer);
    good = operation(r, lexer->word);
    lexer->is_call = false;
    return good && trace_result(r, result);
}

/* The buffer that shares memory with as many bytes there; null: none does. */
static const char *find_shared(const struct trace_reader *r, uint64_t address,
                               uint64_t size)
{
    const struct case_parser *p = &r->p;

    for (unsigned k = 0; k + 1 < p->buffers; k++)
        if (r->placed[k] && (address - r->places[k] < p->sizes[k] ||
                             r->places[k] - address < size))
            return p->c.names[k];
    return NULL;
}

/* NAME SIZE ... at ADDRESS */
static bool trace_buffer(struct trace_reader *r)
{
    struct case_parser *p = &r->p;
    struct word place = cut_line(&p->lexer, "at");
    unsigned number = p->buffers;
    uint64_t address = 0;
    const char *shared;

    r->declared = true;
    if (!operation(r, p->lexer.word))
        return false;
    if (place.text) {
        lexer_take(&p->lexer, place.text, place.length, p->lexer.line);
        if (!word_number(p->lexer.word, &address))
            return parse_expected(p, "an address, a number");
        shared = find_shared(r, address, p->sizes[number]);
        if (shared)
            return parse_expected(p, "an address outside of buffer %s", shared);
        lexer_next(&p->lexer);
    }
    r->placed[number] = place.text != NULL;
    r->places[number] = address;
    return parse_line_end(p);
}

/* Where a trace is embedded in the Test Anything Protocol. */
static const char mark[] = "#:";

static bool is_marked(const char *line, size_t length)
{
    return length >= 2 && memcmp(line, mark, 2) == 0 &&
           (length == 2 || line[2] == ' ');
}

/* The next line of a text, and its length without the newline; null: there is
 * none. */
static const char *next_line(const char **at, const char *end, size_t *length)
{
    const char *line = *at, *newline;

    if (line == end)
        return NULL;
    newline = memchr(line, '\n', (size_t)(end - line));
    *length = (size_t)((newline ? newline : end) - line);
    *at = newline ? newline + 1 : end;
    return line;
}

static bool has_marks(const char *text, size_t size)
{
    const char *at = text, *line;
    size_t length;

    while ((line = next_line(&at, text + size, &length)))
        if (is_marked(line, length))
            return true;
    return false;
}

const char *trace_line(const char *text, size_t size, unsigned line,
                       size_t *length)
{
    const char *at = text, *found = NULL, *comment;

    while (line-- > 0 && (found = next_line(&at, text + size, length)))
        ;
    if (!found)
        return NULL;
    if (is_marked(found, *length)) {
        found += 2;
        *length -= 2;
    }
    comment = memchr(found, '#', *length);
    if (comment)
        *length = (size_t)(comment - found);
    while (*length > 0 && (*found == ' ' || *found == '\t')) {
        found++;
        (*length)--;
    }
    while (*length > 0 && strchr(" \t\r", found[*length - 1]))
        (*length)--;
    return found;
}

/* A word of the line and a number after it. */
static bool machine_size(struct trace_reader *r, const char *name,
                         const char *sizes, uint64_t *size)
{
    struct case_parser *p = &r->p;

    if (!parse_word(p, name))
        return false;
    if (!word_number(p->lexer.word, size) || *size > 9 ||
        !strchr(sizes, (int)('0' + *size)))
        return parse_expected(p, "the bytes of %s: %s", name, sizes);
    lexer_next(&p->lexer);
    return true;
}

/* machine little|big BITS [short 2] [int N] [long N] [pointer N] */
static bool trace_machine(struct trace_reader *r)
{
    static const struct {
        const char *name, *sizes;
    } rows[] = {{"short", "2"},
                {"int", "2 4 8"},
                {"long", "4 8"},
                {"pointer", "2 4 8"}};
    static const char *const orders[] = {"little", "big"};
    struct case_parser *p = &r->p;
    uint64_t bits, size;
    int order;

    lexer_next(&p->lexer);
    order = lexer_one_of(&p->lexer, orders, 2);
    if (order < 0)
        return lexer_expected_of(&p->lexer, "", orders, 2);
    if (!word_number(p->lexer.word, &bits) ||
        (bits != 16 && bits != 32 && bits != 64))
        return parse_expected(p, "the bits of an address: 16, 32 or 64");
    lexer_next(&p->lexer);
    r->machine = (struct trace_machine){order != observed_big_endian(),
                                        (uint8_t)bits, 4};
    for (unsigned k = 0; p->lexer.word.length > 0; k++) {
        if (k == sizeof rows / sizeof *rows)
            return parse_line_end(p);
        if (!word_is(p->lexer.word, rows[k].name))
            continue;
        if (!machine_size(r, rows[k].name, rows[k].sizes, &size))
            return false;
        if (k == 1)
            r->machine.int_size = (uint8_t)size;
    }
    return true;
}

/* dialect D: of all cases that follow. */
static bool trace_dialect(struct trace_reader *r)
{
    const char *names[DIALECTS];

    lexer_next(&r->p.lexer);
    r->dialect = parse_dialect(&r->p, names);
    return r->dialect < 0
               ? lexer_expected_of(&r->p.lexer, "a dialect: ", names, DIALECTS)
               : parse_line_end(&r->p);
}

/* A case of its own numbers, as the machine line has them. */
static bool case_begin(struct trace_reader *r)
{
    if (!parse_begin_case(&r->p, &r->trace->list, r->first))
        return false;
    r->p.c.script.address_bits = r->machine.bits;
    r->open = true;
    r->begins = r->last = r->p.lexer.line;
    r->endings = memory_grow(r->endings, 0, sizeof *r->endings);
    *r->endings = (struct trace_ending){0};
    r->processes = 1;
    memset(r->process, 0, sizeof r->process);
    memset(r->placed, 0, sizeof r->placed);
    r->record_count = r->pcs = 0;
    r->declared = false;
    r->seen = (struct observation){0};
    *r->unsupported = '\0';
    return true;
}

/* Of a log of one case, which does not say so. */
static bool case_implied(struct trace_reader *r)
{
    static const char line[] = "case log";
    struct lexer was = r->p.lexer;

    lexer_take(&r->p.lexer, line, sizeof line - 1, was.line);
    if (!case_begin(r))
        return false;
    r->p.lexer = was;
    return true;
}

static bool case_end(struct trace_reader *r)
{
    r->open = false;
    return trace_finish(r);
}

/* trace 1: a trace begins, perhaps after another. */
static bool trace_begin(struct trace_reader *r)
{
    if (r->open && !case_end(r))
        return false;
    lexer_next(&r->p.lexer);
    if (!parse_word(&r->p, "1"))
        return false;
    r->begun = true;
    r->first = r->trace->list.count;
    r->dialect = -1;
    r->machine = (struct trace_machine){false, 64, 4};
    return parse_line_end(&r->p);
}

/* A line of a case. */
static bool line_of_case(struct trace_reader *r)
{
    static const char *const records[] = {"counter", "counters", "before",
                                          "after"};
    struct word verb = r->p.lexer.word;

    if (!r->open && !case_implied(r))
        return false;
    r->last = r->p.lexer.line;
    r->p.verb = verb;
    for (int k = RECORDS_COUNTER; k <= RECORDS_AFTER; k++)
        if (word_is(verb, records[k]))
            return trace_record(r, (enum trace_recorded)k);
    if (word_is(verb, "seen"))
        return trace_seen(r);
    if (word_is(verb, "ended") || word_is(verb, "unsupported"))
        return trace_ended(r);
    if (word_is(verb, "dialect") || word_is(verb, "address"))
        return parse_case_line(&r->p);
    if (word_is(verb, "buffer"))
        return trace_buffer(r);
    return trace_call(r);
}

static bool line_of_trace(struct trace_reader *r)
{
    struct word verb = r->p.lexer.word;

    if (word_is(verb, "trace"))
        return trace_begin(r);
    if (!r->begun)
        return parse_expected(&r->p, "trace 1, the first line of a trace");
    if (!r->open && word_is(verb, "machine"))
        return trace_machine(r);
    if (!r->open && word_is(verb, "dialect"))
        return trace_dialect(r);
    if (!word_is(verb, "case"))
        return line_of_case(r);
    if (r->open && !case_end(r))
        return false;
    return case_begin(r);
}

/* marked: only lines that begin with the mark. */
static bool read_trace_lines(struct trace_reader *r, const char *text,
                             const char *end, bool marked)
{
    const char *at = text, *line;
    unsigned number = 0;
    size_t length;

    while ((line = next_line(&at, end, &length))) {
        number++;
        length -= length > 0 && line[length - 1] == '\r';
        if (marked && !is_marked(line, length))
            continue;
        lexer_take(&r->p.lexer, line + 2 * marked, length - 2 * marked, number);
        if (r->p.lexer.word.length > 0 && !line_of_trace(r))
            return false;
    }
    lexer_take(&r->p.lexer, end, 0, number);
    r->p.lexer.at_end = true;
    if (!r->begun)
        return parse_expected(&r->p, "trace 1, the first line of a trace");
    return !r->open || case_end(r);
}

static bool read_as(struct trace *trace, const char *file, const char *text,
                    size_t length, bool log, bool answers,
                    struct case_error *error)
{
    struct trace_reader r = {.trace = trace,
                             .begun = log,
                             .answers = answers,
                             .machine = {false, 64, 4},
                             .p = {.lexer = {.error = error, .file = file}},
                             .dialect = -1};
    bool good;

    *trace = (struct trace){0};
    r.p.at_address = trace_address;
    good = read_trace_lines(&r, text, text + length,
                            !log && has_marks(text, length));
    test_case_free(&r.p.c);
    arena_free(&r.own);
    free(r.slots);
    free(r.records);
    free(r.endings);
    return good;
}

bool trace_read(struct trace *trace, const char *file, const char *text,
                size_t length, struct case_error *error)
{
    return read_as(trace, file, text, length, false, false, error);
}

bool trace_read_answers(struct trace *trace, const char *text, size_t length,
                        struct case_error *error)
{
    return read_as(trace, "", text, length, false, true, error);
}

bool trace_read_log(struct trace *trace, const char *file, const char *text,
                    size_t length, struct case_error *error)
{
    return read_as(trace, file, text, length, true, false, error);
}

void traced_free(struct traced *traced)
{
    observation_free(&traced->observation);
    free(traced->unsupported);
    free(traced->lines);
    free(traced->spans);
}

void trace_free(struct trace *trace)
{
    for (size_t k = 0; k < trace->count; k++)
        traced_free(&trace->cases[k]);
    free(trace->cases);
    case_list_free(&trace->list);
    *trace = (struct trace){0};
}
