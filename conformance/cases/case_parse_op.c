/* SPDX-License-Identifier: MIT */
/* Lines that are operations, calls and ticks apart. */
#include "case_parse.h"
#include "conformance/base/grow.h"

#include <string.h>

/* A new operation, zeroed, that the case owns already. */
static struct op *add_op(struct case_parser *p)
{
    size_t count = p->c.script.count;
    struct stream *streams =
        grow(p->c.streams, count, &p->stream_capacity, sizeof *streams);
    struct op *ops;

    if (!streams)
        return NULL;
    p->c.streams = streams;
    ops = grow(p->ops, count, &p->op_capacity, sizeof *ops);
    if (!ops)
        return NULL;
    p->c.script.ops = p->ops = ops;
    streams[count] = (struct stream){0};
    ops[count] = (struct op){0};
    p->c.script.count++;
    return &ops[count];
}

static bool is_name(struct word word)
{
    for (size_t i = 0; i < word.length; i++) {
        char c = word.text[i];
        bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';

        if (!letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return word.length > 0 && !word_is(word, "null") && !word_is(word, "bad");
}

static bool declare_buffer(struct case_parser *p, struct op *op)
{
    struct word name = p->lexer.word;

    if (p->forks)
        return parse_wrong(p, p->verb, "buffers before fork");
    if (p->buffers == SCRIPT_BUFFERS)
        return parse_wrong(p, p->verb, "at most %d buffers", SCRIPT_BUFFERS);
    if (!is_name(name) || name.length >= sizeof p->c.names[0])
        return parse_expected(p,
                              "a buffer's name: a letter, then letters "
                              "and digits, at most %d in all",
                              (int)sizeof p->c.names[0] - 1);
    for (unsigned i = 0; i < p->buffers; i++)
        if (word_is(name, p->c.names[i]))
            return parse_expected(p, "a new name: this buffer is declared");
    op->buffer = (uint8_t)p->buffers;
    word_copy(name, p->c.names[p->buffers], sizeof p->c.names[0]);
    lexer_next(&p->lexer);
    return true;
}

static bool parse_fill(struct case_parser *p, struct op *op)
{
    struct word word = p->lexer.word;
    bool wide = word.length > 7 && memcmp(word.text, "fill32=", 7) == 0;
    uint64_t fill;

    if (!wide && (word.length < 8 || memcmp(word.text, "fill16=", 7) != 0))
        return parse_expected(p, "fill16=, fill32=, shared or the end of "
                                 "the line");
    word.text += 7;
    word.length -= 7;
    if (!word_number(word, &fill) || fill > (wide ? UINT32_MAX : 0xffff))
        return parse_expected(
            p, "a number of %s bits after =", wide ? "32" : "16");
    op->fill_width = wide ? 4 : 2;
    op->fill = (uint32_t)fill;
    lexer_next(&p->lexer);
    return true;
}

/* NAME SIZE [fill16=N | fill32=N] [shared] */
static bool parse_buffer(struct case_parser *p, struct op *op)
{
    uint64_t size;

    op->kind = OP_BUFFER;
    if (!declare_buffer(p, op) ||
        !parse_number(p, CASE_BUFFER_LIMIT, "a buffer's size", &size))
        return false;
    op->size = p->sizes[p->buffers++] = (uint32_t)size;
    if (p->lexer.word.length > 0 && !word_is(p->lexer.word, "shared") &&
        !parse_fill(p, op))
        return false;
    op->shared = word_is(p->lexer.word, "shared");
    return !op->shared || parse_word(p, "shared");
}

/* FIRST END STEP PTR SIZE */
static bool parse_sweep(struct case_parser *p, struct op *op)
{
    struct pointer pointer;
    struct word end;
    uint64_t step;

    op->kind = OP_SWEEP;
    if (!parse_address(p, "the first pc", &op->pc))
        return false;
    end = p->lexer.word;
    if (!parse_address(p, "the end, a pc", &op->end))
        return false;
    if (op->end <= op->pc)
        return parse_wrong(p, end, "an end above the first pc");
    if (!parse_number(p, UINT32_MAX, "a step", &step))
        return false;
    if (step == 0 || (op->end - op->pc) / step >= CASE_TICK_LIMIT)
        return parse_wrong(p, p->verb, "a step that makes it 1 to %d ticks",
                           CASE_TICK_LIMIT);
    op->step = (uint32_t)step;
    if (!parse_into_buffer(p, &pointer) ||
        !parse_watched_size(p, pointer, &op->size))
        return false;
    op->buffer = pointer.buffer;
    op->at = pointer.at;
    return true;
}

static bool parse_fork(struct case_parser *p, struct op *op)
{
    op->kind = OP_FORK;
    if (p->forks == SCRIPT_PROCESSES - 1)
        return parse_wrong(p, p->verb,
                           "end first: a child's child may not fork");
    p->fork_lines[p->forks++] = p->lexer.line;
    return true;
}

static bool parse_end(struct case_parser *p, struct op *op)
{
    op->kind = OP_END;
    if (!p->forks)
        return parse_wrong(p, p->verb, "fork before it");
    p->gone[p->forks--] = false;
    return true;
}

static bool parse_exec(struct case_parser *p, struct op *op)
{
    op->kind = OP_EXEC;
    p->gone[p->forks] = true;
    return true;
}

static bool parse_unmap(struct case_parser *p, struct op *op)
{
    op->kind = OP_UNMAP;
    return parse_buffer_name(p, &op->buffer);
}

static bool parse_remap(struct case_parser *p, struct op *op)
{
    op->kind = OP_REMAP;
    return parse_buffer_name(p, &op->buffer);
}

static bool parse_protect(struct case_parser *p, struct op *op)
{
    op->kind = OP_PROTECT;
    return parse_buffer_name(p, &op->buffer);
}

/* PC MILLISECONDS */
static bool parse_sleep(struct case_parser *p, struct op *op)
{
    uint64_t milliseconds;

    op->kind = OP_SLEEP;
    if (!parse_address(p, "a pc", &op->pc))
        return false;
    if (!parse_number(p, CASE_SLEEP_LIMIT, "milliseconds", &milliseconds))
        return false;
    op->milliseconds = (uint32_t)milliseconds;
    return true;
}

static bool parse_caller(struct case_parser *p, struct op *op)
{
    bool set = word_is(p->lexer.word, "set");

    op->kind = set ? OP_CALLER_SET : OP_CALLER_CHECK;
    if (!set && !word_is(p->lexer.word, "check"))
        return parse_expected(p, "set or check");
    if (!set && !p->caller_set)
        return parse_expected(p, "caller set before it");
    p->caller_set = true;
    lexer_next(&p->lexer);
    return true;
}

static const struct operation {
    const char *verb;
    bool (*parse)(struct case_parser *p, struct op *op);
} operations[] = {
    {"buffer", parse_buffer},
    {"profil", parse_profil},
    {"sprofil", parse_sprofil},
    {"tick", parse_tick},
    {"stream", parse_stream},
    {"sweep", parse_sweep},
    {"fork", parse_fork},
    {"end", parse_end},
    {"exec", parse_exec},
    {"unmap", parse_unmap},
    {"remap", parse_remap},
    {"protect", parse_protect},
    {"sleep", parse_sleep},
    {"caller", parse_caller},
    {"monitor", parse_monitor},
    {"monstartup", parse_monstartup},
    {"moncontrol", parse_moncontrol},
    {"mcleanup", parse_mcleanup},
    {"rate", parse_rate},
    {"calls", parse_calls},
    {"file", parse_file},
    {"exit", parse_exit},
    {"arc", parse_arc},
    {"arcs", parse_row},
    {"profile", parse_profile},
    {"header", parse_header},
    {"said", parse_said},
    {"prefix", parse_prefix},
    {"no-room", parse_no_room},
    {"unwritable", parse_unwritable},
    {"nested", parse_nested},
    {"threads", parse_threads},
    {NULL, NULL},
};

bool parse_operation(struct case_parser *p)
{
    const struct operation *row = operations;
    struct op *op;

    while (row->verb && !word_is(p->verb, row->verb))
        row++;
    if (!row->verb)
        return parse_expected(p, "an operation or case");
    if (p->gone[p->forks] && row->parse != parse_end)
        return parse_expected(p, "%s: the process is gone by exec or exit",
                              p->forks ? "end" : "case");
    if (p->c.script.count == CASE_OP_LIMIT)
        return parse_expected(p, "case: one has at most %d operations",
                              CASE_OP_LIMIT);
    op = add_op(p);
    if (!op)
        return parse_no_memory(p);
    lexer_next(&p->lexer);
    return row->parse(p, op) && parse_line_end(p);
}
