/* SPDX-License-Identifier: MIT */
/* Lines of the runtime behind -pg. */
#include "case_parse.h"

#include <stdlib.h>

#include "conformance/base/grow.h"
#include "reference/gmon/counts.h"

enum { ROW_MOST = 65536, BESIDE_MOST = 4096 };

static struct tick *more_pair(struct op *op, size_t *capacity)
{
    struct tick *ticks =
        grow((struct tick *)op->ticks, op->tick_count, capacity, sizeof *ticks);

    if (ticks != NULL) {
        op->ticks = ticks;
        ticks = grow(ticks, op->tick_count + 1, capacity, sizeof *ticks);
    }
    if (ticks != NULL)
        op->ticks = ticks;
    return ticks;
}

static bool kind_of(struct case_parser *p, struct op *op, enum op_kind kind)
{
    op->kind = (uint8_t)kind;
    return parse_of_dialects(p, 1u << DIALECT_GMON);
}

/* FROM SELF [xN], once or more */
bool parse_arc(struct case_parser *p, struct op *op)
{
    size_t capacity = 0;

    if (!kind_of(p, op, OP_ARCS))
        return false;
    do {
        struct word word = p->lexer.word;
        struct tick *pair = more_pair(op, &capacity);

        if (pair == NULL)
            return parse_no_memory(p);
        pair += op->tick_count;
        if (op->tick_count / 2 == GMON_PLACES)
            return parse_wrong(p, word, "at most %d arcs in a line",
                               GMON_PLACES);
        pair[0].count = pair[1].count = 1;
        if (!parse_address(p, "where a call comes from", &pair[0].pc) ||
            !parse_address(p, "the function called", &pair[1].pc) ||
            !parse_times(p, &pair[0].count))
            return false;
        pair[1].count = pair[0].count;
        op->tick_count += 2;
    } while (p->lexer.word.length > 0);
    return true;
}

/* FROM SELF STEP N */
bool parse_row(struct case_parser *p, struct op *op)
{
    uint64_t step, count;

    if (!kind_of(p, op, OP_ROW) ||
        !parse_address(p, "where the first call comes from", &op->pc) ||
        !parse_address(p, "the first function called", &op->end) ||
        !parse_number(p, UINT32_MAX, "a number of bytes between them", &step) ||
        !parse_number(p, ROW_MOST, "a number of arcs", &count))
        return false;
    op->step = (uint32_t)step;
    op->size = (uint32_t)count;
    return op->step % GMON_CELL == 0 ||
           parse_expected(p, "steps of a multiple of %d bytes", GMON_CELL);
}

/* FROM SELF OTHER N */
static bool parse_beside(struct case_parser *p, struct op *op,
                         enum op_kind kind)
{
    struct tick *ticks = calloc(3, sizeof *ticks);
    uint64_t count;

    op->ticks = ticks;
    if (ticks == NULL)
        return parse_no_memory(p);
    op->tick_count = 3;
    if (!kind_of(p, op, kind) ||
        !parse_address(p, "where the calls come from", &ticks[0].pc) ||
        !parse_address(p, "the function called", &ticks[1].pc) ||
        !parse_address(p, "the other one", &ticks[2].pc) ||
        !parse_number(p, BESIDE_MOST, "a number of calls", &count))
        return false;
    ticks[0].count = ticks[1].count = ticks[2].count = (uint32_t)count;
    return (count > 0 && ticks[1].pc != ticks[2].pc) ||
           parse_expected(p, "calls of two functions");
}

bool parse_nested(struct case_parser *p, struct op *op)
{
    return parse_beside(p, op, OP_NESTED);
}

bool parse_threads(struct case_parser *p, struct op *op)
{
    return parse_beside(p, op, OP_THREADS);
}

bool parse_profile(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_PROFILE);
}

bool parse_header(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_HEADER);
}

bool parse_said(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_SAID);
}

bool parse_prefix(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_PREFIX);
}

bool parse_no_room(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_NO_ROOM);
}

bool parse_unwritable(struct case_parser *p, struct op *op)
{
    return kind_of(p, op, OP_UNWRITABLE);
}
