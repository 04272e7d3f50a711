/* SPDX-License-Identifier: MIT */
/* The lines of a trace, and what is said once of all of it. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "observed.h"
#include "trace_state.h"

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
