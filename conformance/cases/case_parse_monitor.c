/* SPDX-License-Identifier: MIT */
/* Lines of monitor and its kin: their calls, those of functions, the file. */
#include "case_parse.h"

/* An int that is not negative. */
static bool parse_int(struct case_parser *p, const char *what, int32_t *value)
{
    uint64_t number;

    if (!parse_number(p, INT32_MAX, what, &number))
        return false;
    *value = (int32_t)number;
    return true;
}

static bool parse_highpc(struct case_parser *p, struct call *call)
{
    return parse_address(p, "highpc, an address", &call->region.high);
}

/* Shorts within the buffer. */
static bool parse_shorts(struct case_parser *p, struct region_arguments *region)
{
    struct word word = p->lexer.word;

    if (!parse_number(p, INT32_MAX,
                      "bufsize: a number of shorts, or -1 after "
                      "a list",
                      &region->size))
        return false;
    if (region->base.kind == POINTER_GIVEN &&
        2 * region->size > p->sizes[region->base.buffer] - region->base.at)
        return parse_wrong(p, word, "bufsize: shorts within the buffer");
    return true;
}

/* PTR BUFSIZE NFUNC, or LIST -1 NFUNC */
static bool parse_monitor_buffer(struct case_parser *p, struct call *call)
{
    if (word_is(p->lexer.word, "[") || parse_next_is(p, "-1")) {
        call->kind = CALL_MONITOR_LIST;
        if (!parse_elements(p, call) || !parse_word(p, "-1"))
            return false;
    } else if (!parse_pointer(p, &call->region.base) ||
               !parse_shorts(p, &call->region)) {
        return false;
    }
    return parse_int(p, "nfunc, a number of functions", &call->count);
}

/* 0, or LOWPC HIGHPC and the rest */
bool parse_monitor(struct case_parser *p, struct op *op)
{
    struct call *call = &op->call;
    struct word low = p->lexer.word;

    op->kind = OP_CALL;
    call->kind = CALL_MONITOR;
    if (!parse_call_dialects(p, CALL_MONITOR) ||
        !parse_address(p, "lowpc, an address", &call->region.offset))
        return false;
    if (p->lexer.word.length > 0)
        return parse_highpc(p, call) && parse_monitor_buffer(p, call);
    call->kind = CALL_MONITOR_STOP;
    return call->region.offset == 0 ||
           parse_wrong(p, low, "0 where it is the only argument");
}

bool parse_monstartup(struct case_parser *p, struct op *op)
{
    op->kind = OP_CALL;
    op->call.kind = CALL_MONSTARTUP;
    return parse_call_dialects(p, CALL_MONSTARTUP) &&
           parse_address(p, "lowpc, an address", &op->call.region.offset) &&
           parse_highpc(p, &op->call);
}

bool parse_moncontrol(struct case_parser *p, struct op *op)
{
    op->kind = OP_CALL;
    op->call.kind = CALL_MONCONTROL;
    return parse_call_dialects(p, CALL_MONCONTROL) &&
           parse_int(p, "a mode, a number", &op->call.count);
}

bool parse_mcleanup(struct case_parser *p, struct op *op)
{
    op->kind = OP_CALL;
    op->call.kind = CALL_MCLEANUP;
    return parse_call_dialects(p, CALL_MCLEANUP);
}

/* Whether a function there has room for its code, and is not one too many. */
static bool check_function(struct case_parser *p, struct word word,
                           uint64_t address)
{
    unsigned i = 0;

    while (i < p->functions && p->function[i] != address) {
        uint64_t other = p->function[i++];

        if ((other > address ? other - address : address - other) <
            CASE_FUNCTION_SIZE)
            return parse_wrong(p, word,
                               "a function %d bytes or more from all "
                               "others",
                               CASE_FUNCTION_SIZE);
    }
    if (i < p->functions)
        return true;
    if (i == SCRIPT_FUNCTIONS)
        return parse_wrong(p, word, "at most %d functions", SCRIPT_FUNCTIONS);
    p->function[p->functions++] = address;
    return true;
}

/* ADDRESS [xN], once or more */
bool parse_calls(struct case_parser *p, struct op *op)
{
    struct word word = p->lexer.word;

    if (!parse_call_dialects(p, CALL_MONITOR) || !parse_tick(p, op))
        return false;
    op->kind = OP_FUNCTIONS;
    for (size_t i = 0; i < op->tick_count; i++)
        if (!check_function(p, word, op->ticks[i].pc))
            return false;
    return true;
}

bool parse_file(struct case_parser *p, struct op *op)
{
    op->kind = OP_FILE;
    return parse_call_dialects(p, CALL_MONITOR);
}

bool parse_rate(struct case_parser *p, struct op *op)
{
    op->kind = OP_RATE;
    return parse_call_dialects(p, CALL_MCLEANUP);
}

bool parse_exit(struct case_parser *p, struct op *op)
{
    op->kind = OP_EXIT;
    p->gone[p->forks] = true;
    return parse_of_dialects(p, case_call_dialects(CALL_MONITOR) |
                                    1u << DIALECT_GMON);
}
