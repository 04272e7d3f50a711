/* SPDX-License-Identifier: MIT */
/*
 * Lines of a trace that are operations.  They are read as those of cases are;
 * of a call as C, strace and ltrace write it, brackets and commas are blanks,
 * and an address becomes the buffer that is there.
 */
#include <stdlib.h>
#include <string.h>

#include "trace_state.h"

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

bool trace_address(struct case_parser *p, uint64_t address, unsigned bytes,
                   struct pointer *pointer)
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

bool trace_call(struct trace_reader *r)
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
bool trace_buffer(struct trace_reader *r)
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
