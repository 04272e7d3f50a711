/* SPDX-License-Identifier: MIT */
/*
 * Lines of a trace that are operations.  They are written anew in the words of
 * cases, and read as those are: a call as C, strace and ltrace write it loses
 * its brackets and commas, and an address becomes the buffer that is there.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "trace_state.h"

static bool slot_add(struct trace_reader *r)
{
    struct trace_slot *slots =
        grow(r->slots, r->slot_count, &r->slot_capacity, sizeof *slots);

    if (!slots)
        return parse_no_memory(&r->p);
    r->slots = slots;
    slots[r->slot_count++] = (struct trace_slot){.line = r->line};
    return true;
}

/* A forked process has a number, and no end yet. */
static bool process_add(struct trace_reader *r)
{
    struct trace_ending *endings =
        grow(r->endings, r->processes, &r->ending_capacity, sizeof *endings);

    if (!endings)
        return parse_no_memory(&r->p);
    r->endings = endings;
    endings[r->processes] = (struct trace_ending){0};
    r->process[r->p.forks] = r->processes;
    r->slots[r->slot_count - 1].child = r->processes++;
    return true;
}

/* What is in words, as an operation of the case. */
static bool operation(struct trace_reader *r)
{
    struct case_parser *p = &r->p;
    unsigned forks = p->forks;

    lexer_take(&p->lexer, r->words.text, r->words.count, r->line);
    p->verb = p->lexer.word;
    r->pcs = 0;
    return parse_operation(p) && slot_add(r) &&
           (p->forks <= forks || process_add(r));
}

/* Ticks of lines in a row are one operation: a log has many. */
static bool join_ticks(struct trace_reader *r, size_t op)
{
    struct op *ops = r->p.ops, *last = &ops[op + 1];

    for (size_t k = 0; k < last->tick_count; k++) {
        struct tick *ticks = grow((void *)ops[op].ticks, ops[op].tick_count,
                                  &r->pc_capacity, sizeof *ticks);

        if (!ticks)
            return parse_no_memory(&r->p);
        ops[op].ticks = ticks;
        ticks[ops[op].tick_count++] = last->ticks[k];
    }
    free((void *)last->ticks);
    *last = (struct op){0};
    r->p.c.script.count--;
    r->slot_count--;
    r->pcs = op + 1;
    return true;
}

static bool pc_line(struct trace_reader *r)
{
    struct lexer *lexer = &r->p.lexer;
    size_t before = r->pcs, count = r->p.c.script.count;

    r->words.count = 0;
    if (!trace_add_text(r, &r->words, "tick ") ||
        !trace_add(r, &r->words, lexer->at,
                   (size_t)(lexer->line_end - lexer->at)) ||
        !operation(r))
        return false;
    if (before > 0)
        return join_ticks(r, count - 1);
    r->pcs = count + 1;
    r->pc_capacity = r->p.ops[count].tick_count;
    return true;
}

/* The buffer at an address, as NAME or NAME+N; where none begins there, that
 * which ends there. */
static bool put_place(struct trace_reader *r, uint64_t address)
{
    const struct case_parser *p = &r->p;
    char text[48];

    for (unsigned past = 0; past < 2; past++)
        for (unsigned k = 0; k < p->buffers; k++) {
            uint64_t at = address - r->places[k];

            if (!r->placed[k] || address < r->places[k] ||
                at >= (uint64_t)p->sizes[k] + past)
                continue;
            snprintf(text, sizeof text, at ? "%s+%" PRIu64 : "%s",
                     p->c.names[k], at);
            return trace_add_text(r, &r->words, text);
        }
    if (r->fault)
        return trace_add_text(r, &r->words, "bad");
    return parse_expected(&r->p, "null, bad, or an address within a buffer "
                                 "that a line before placed: buffer NAME SIZE "
                                 "at ADDRESS");
}

/* A buffer that no line declares. */
static bool imply_buffer(struct trace_reader *r, uint64_t address,
                         uint64_t bytes)
{
    struct case_parser *p = &r->p;
    static const char *const digits[] = {"",  "2", "3", "4", "5",
                                         "6", "7", "8", "9"};
    unsigned k = p->buffers;
    char text[48];

    for (unsigned i = 0; i < k; i++)
        if (r->placed[i] && address >= r->places[i] &&
            address - r->places[i] <= p->sizes[i])
            return true;
    if (bytes > CASE_BUFFER_LIMIT)
        return parse_expected(p,
                              "an address, with a size of at most %d after "
                              "it",
                              CASE_BUFFER_LIMIT);
    snprintf(text, sizeof text, "buffer b%s %" PRIu64, digits[k], bytes);
    r->words.count = 0;
    if (!trace_add_text(r, &r->words, text) || !operation(r))
        return false;
    r->placed[k] = true;
    r->places[k] = address;
    return true;
}

/* Which of a call's words are pointers. */
struct places {
    unsigned bare, listed; /* the index out of a list, in an element */
    unsigned bytes;        /* of one of what the size after it counts */
};

static struct places places_of(struct word verb)
{
    enum { NONE = 99 };

    if (word_is(verb, "profil"))
        return (struct places){0, 2, 1};
    if (word_is(verb, "sprofil"))
        return (struct places){NONE, 0, 1};
    if (word_is(verb, "monitor"))
        return (struct places){2, 2, 2};
    return (struct places){NONE, NONE, 1};
}

static bool is_null(struct word word)
{
    uint64_t number;

    return word_is(word, "NULL") || (word_number(word, &number) && number == 0);
}

/* A pointer, as it stands there: a number is an address.  after is the word
 * after it, the size. */
static bool pointer_word(struct trace_reader *r, struct word word,
                         struct word after, unsigned bytes, bool put)
{
    uint64_t address, size;

    if (is_null(word))
        return !put || trace_add_text(r, &r->words, "null");
    if (!word_number(word, &address))
        return !put || trace_add(r, &r->words, word.text, word.length);
    if (put)
        return put_place(r, address);
    return imply_buffer(r, address,
                        word_number(after, &size) ? size * bytes : 0);
}

/* Goes through the words of a call in plain.  Buffers are implied for its
 * addresses; or, where put, it is written anew. */
static bool call_words(struct trace_reader *r, bool put)
{
    struct lexer at, next;
    struct places places;
    unsigned index = 0;
    bool listed = false, first = true;

    lexer_take(&at, r->plain.text, r->plain.count, r->line);
    places = places_of(at.word);
    for (; at.word.length > 0; at = next, first = false) {
        struct word word = at.word;
        bool bracket = word_is(word, "["), semicolon = word_is(word, ";");

        next = at;
        lexer_next(&next);
        r->p.lexer = at;
        if (put && !first && !trace_add_text(r, &r->words, " "))
            return false;
        if (!first && !bracket &&
            index == (listed ? places.listed : places.bare)) {
            if (!pointer_word(r, word, next.word, places.bytes, put))
                return false;
        } else if (put && !trace_add(r, &r->words, word.text, word.length)) {
            return false;
        }
        index = first || bracket || semicolon ? 0 : index + 1;
        listed = bracket || (listed && !word_is(word, "]"));
        if (word_is(word, "]"))
            index = 50;
    }
    return true;
}

/* Copies the line from the current word on, as it is before a word "=", into
 * plain; what is after it is the result. */
static bool copy_plain(struct trace_reader *r, struct word *result)
{
    struct lexer at = r->p.lexer;
    const char *start = at.word.text, *end = at.line_end;

    *result = (struct word){0};
    for (; at.word.length > 0 && !word_is(at.word, "="); lexer_next(&at))
        end = at.at;
    if (word_is(at.word, "="))
        *result = (struct word){at.at, (size_t)(at.line_end - at.at)};
    r->plain.count = 0;
    if (!trace_add(r, &r->plain, start, (size_t)(end - start)))
        return false;
    for (size_t k = 0; k < r->plain.count; k++)
        if (memchr("(),", r->plain.text[k], 3))
            r->plain.text[k] = ' ';
    return true;
}

bool trace_call(struct trace_reader *r)
{
    struct lexer *lexer = &r->p.lexer;
    struct word result;

    if (word_is(lexer->word, "pc"))
        return pc_line(r);
    if (word_is(lexer->word, "call"))
        lexer_next(lexer);
    if (!copy_plain(r, &result))
        return false;
    r->fault =
        result.text && memmem(result.text, result.length, "EFAULT", 6) != NULL;
    if ((!r->declared && !r->fault && !call_words(r, false)))
        return false;
    r->words.count = 0;
    return call_words(r, true) && operation(r) && trace_result(r, result);
}

/* NAME SIZE ... at ADDRESS */
bool trace_buffer(struct trace_reader *r)
{
    struct lexer *lexer = &r->p.lexer, at = *lexer;
    const char *start = lexer->word.text, *end = lexer->line_end;
    uint64_t address = 0;
    bool placed;

    while (at.word.length > 0 && !word_is(at.word, "at")) {
        end = at.at;
        lexer_next(&at);
    }
    placed = at.word.length > 0;
    if (placed) {
        lexer_next(&at);
        *lexer = at;
        if (!word_number(at.word, &address))
            return parse_expected(&r->p, "an address, a number");
        lexer_next(lexer);
        if (!parse_line_end(&r->p))
            return false;
    }
    r->declared = true;
    r->words.count = 0;
    if (!trace_add(r, &r->words, start, (size_t)(end - start)) || !operation(r))
        return false;
    r->placed[r->p.buffers - 1] = placed;
    r->places[r->p.buffers - 1] = address;
    return true;
}
