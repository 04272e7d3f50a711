/* SPDX-License-Identifier: MIT */
/* Lines that are ticks: given ones and streams. */
#include "case_parse.h"
#include "conformance/base/grow.h"

#include <string.h>

/* xN, if there is one */
bool parse_times(struct case_parser *p, uint32_t *count)
{
    struct word word = p->lexer.word;
    uint64_t value;

    *count = 1;
    if (word.length == 0 || *word.text != 'x')
        return true;
    word.text++;
    word.length--;
    if (!word_number(word, &value) || value == 0 || value > CASE_TICK_LIMIT)
        return parse_expected(p, "x and a number from 1 to %d",
                              CASE_TICK_LIMIT);
    *count = (uint32_t)value;
    lexer_next(&p->lexer);
    return true;
}

/* PC [xN], once or more */
bool parse_tick(struct case_parser *p, struct op *op)
{
    struct tick *ticks = NULL;
    size_t capacity = 0;

    op->kind = OP_TICKS;
    do {
        ticks = grow(ticks, op->tick_count, &capacity, sizeof *ticks);
        if (!ticks)
            return parse_no_memory(p);
        op->ticks = ticks;
        ticks += op->tick_count;
        if (!parse_address(p, "a pc", &ticks->pc) ||
            !parse_times(p, &ticks->count))
            return false;
        op->tick_count++;
        ticks = (struct tick *)op->ticks;
    } while (p->lexer.word.length > 0);
    return true;
}

static bool parse_over(struct case_parser *p, struct word word,
                       struct stream *stream)
{
    char name[16];
    int over =
        word_copy(word, name, sizeof name) ? stream_over_by_name(name) : -1;

    if (over < 0)
        return parse_expected(p, "over= edges, uniform, hot, far or saturate");
    stream->over = (uint8_t)over;
    return true;
}

/* The current word, if it begins with key, as a number. */
static bool parse_setting(struct case_parser *p, const char *key,
                          struct word *value)
{
    size_t length = strlen(key);

    if (p->lexer.word.length <= length ||
        memcmp(p->lexer.word.text, key, length) != 0)
        return parse_expected(p, "%s and a value", key);
    value->text = p->lexer.word.text + length;
    value->length = p->lexer.word.length - length;
    return true;
}

/* The call before the current operation that set regions to draw from. */
static const struct call *regions_set(const struct case_parser *p)
{
    for (size_t i = p->c.script.count - 1; i-- > 0;)
        if (p->ops[i].kind == OP_CALL && stream_can_draw(&p->ops[i].call))
            return &p->ops[i].call;
    return NULL;
}

static bool case_parse_tick_draw(struct case_parser *p, struct op *op,
                                 const struct stream *stream)
{
    const struct call *call = regions_set(p);

    if (!call)
        return parse_wrong(p, p->verb,
                           "a call before it that profiles a "
                           "region");
    op->ticks = stream_draw(stream, call, stream_width(call),
                            p->c.script.address_bits, &op->tick_count);
    return op->ticks || parse_no_memory(p);
}

/* seed=N n=N over=KIND */
bool parse_stream(struct case_parser *p, struct op *op)
{
    struct stream stream = {0};
    struct word word;
    uint64_t n;

    op->kind = OP_TICKS;
    if (!parse_setting(p, "seed=", &word))
        return false;
    if (!word_number(word, &stream.seed))
        return parse_expected(p, "seed= and a number");
    lexer_next(&p->lexer);
    if (!parse_setting(p, "n=", &word))
        return false;
    if (!word_number(word, &n) || n == 0 || n > CASE_TICK_LIMIT)
        return parse_expected(p, "n= and a number from 1 to %d",
                              CASE_TICK_LIMIT);
    stream.n = (uint32_t)n;
    lexer_next(&p->lexer);
    if (!parse_setting(p, "over=", &word) || !parse_over(p, word, &stream))
        return false;
    lexer_next(&p->lexer);
    p->c.streams[p->c.script.count - 1] = stream;
    return case_parse_tick_draw(p, op, &stream);
}
