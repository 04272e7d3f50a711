/* SPDX-License-Identifier: MIT */
#include "ops.h"

#include <stddef.h>

#include "reference/gmon/counts.h"
#include "reference/outcome.h"

/* The dialects of a row: bits of dialects, and, above them, of calls that they
 * have. */
enum { CALLS_SHIFT = 16 };
#define ALL      ((1u << DIALECTS) - 1)
#define GMON     (1u << DIALECT_GMON)
#define OF(call) (1u << (CALLS_SHIFT + CALL_##call))

#define SEEN(event) (1u << EVENT_##event)

#define AT(member)                                                             \
    .at = offsetof(struct op, member), .size = sizeof(((struct op *)0)->member)
#define REGION call.region
#define NUMBER(member, limit, words, label)                                    \
    {.type = FIELD_NUMBER,                                                     \
     AT(member),                                                               \
     .most = limit,                                                            \
     .what = words,                                                            \
     .name = label},
#define ADDRESS(member, words, label)                                          \
    {.type = FIELD_ADDRESS, AT(member), .what = words, .name = label},
#define SCALE(member)                                                          \
    {.type = FIELD_SCALE,                                                      \
     AT(member),                                                               \
     .most = UINT32_MAX,                                                       \
     .what = "a scale",                                                        \
     .name = "scale"},
#define DECLARED     {.type = FIELD_DECLARED, .name = "buffer"},
#define NAMED        {.type = FIELD_NAMED, .name = "buffer"},
#define INTO(label)  {.type = FIELD_INTO, AT(at), .name = label},
#define WATCHED      {.type = FIELD_WATCHED, AT(size), .name = "size"},
#define FILL         {.type = FIELD_FILL, .name = "fill"},
#define SHARED       {.type = FIELD_SHARED, .name = "shared"},
#define POINTER      {.type = FIELD_POINTER, .name = "pointer"},
#define SIZE         {.type = FIELD_SIZE, AT(REGION.size), .name = "size"},
#define SHORTS       {.type = FIELD_SHORTS, AT(REGION.size), .name = "size"},
#define WORD(text)   {.type = FIELD_WORD, .what = text},
#define ONLY         {.type = FIELD_ONLY},
#define ELEMENTS     {.type = FIELD_ELEMENTS, .name = "list"},
#define MEMBERS      {.type = FIELD_MEMBERS, .name = "list"},
#define PROFCNT      {.type = FIELD_PROFCNT, .name = "count"},
#define TVP          {.type = FIELD_TVP, .name = "tvp"},
#define FLAGS        {.type = FIELD_FLAGS, .name = "flags"},
#define LOWPC(label) ADDRESS(REGION.offset, "lowpc, an address", label)
#define HIGHPC       ADDRESS(REGION.high, "highpc, an address", "high")
#define NFUNC                                                                  \
    NUMBER(call.count, INT32_MAX, "nfunc, a number of functions", "functions")
#define PCS    {.type = FIELD_PCS, .name = "pcs"},
#define STREAM {.type = FIELD_STREAM, .name = "stream"},
#define ARCS   {.type = FIELD_ARCS, .name = "arcs"},
#define TICK(index, words, label)                                              \
    {.type = FIELD_TICK, .size = index, .what = words, .name = label},
#define NESTED_CALLS                                                           \
    TICK(0, "where the calls come from", "from")                               \
    TICK(1, "the function called", "self")                                     \
    TICK(2, "the other one", "other"){.type = FIELD_TIMES,                     \
                                      .most = CASE_BESIDE_LIMIT,               \
                                      .what = "a number of calls",             \
                                      .name = "count"},                        \
        CHECK(nested_calls)
#define CHECK(function) {.type = FIELD_CHECK, .check = op_check_##function},

const struct op_row op_rows[] = {
#define OP(id, line, label, who, leads, also, takes, list, words)              \
    {.kind = OP_##id,                                                          \
     .call = CALL_KINDS,                                                       \
     .event = EVENT_##leads,                                                   \
     .events = (EVENT_##leads == EVENT_BUFFER ? 0 : SEEN(leads)) | (also),     \
     .needs = takes,                                                           \
     .word = line,                                                             \
     .name = label,                                                            \
     .sentence = words,                                                        \
     .dialects = who,                                                          \
     .fields = {list{.type = FIELD_END}}},
#define CALL(id, line, label, words, has, list, text)                          \
    {.kind = OP_CALL,                                                          \
     .call = CALL_##id,                                                        \
     .entry = IMPL_##id,                                                       \
     .event = EVENT_CALL,                                                      \
     .events = SEEN(CALL),                                                     \
     .capability = has,                                                        \
     .word = line,                                                             \
     .name = label,                                                            \
     .phrase = words,                                                          \
     .sentence = text,                                                         \
     .dialects = OF(id),                                                       \
     .fields = {list{.type = FIELD_END}}},
#include "ops.def"
};

const size_t op_row_count = sizeof op_rows / sizeof *op_rows;
const char *const op_flag_words[OP_FLAGS] = {"ushort", "uint", "fast"};

static const struct op_row *row_by(uint8_t kind, uint8_t call)
{
    const struct op_row *row = op_rows;

    while (row < op_rows + op_row_count - 1 &&
           (row->kind != kind || (kind == OP_CALL && row->call != call)))
        row++;
    return row;
}

const struct op_row *op_row_of(const struct op *op)
{
    return row_by(op->kind, op->call.kind);
}

const struct op_row *call_row(enum call_kind kind)
{
    return row_by(OP_CALL, (uint8_t)kind);
}

const char *call_lacking(enum call_kind kind)
{
    const struct op_row *row = op_rows;

    while (row->capability != call_row(kind)->capability)
        row++;
    return row->phrase;
}

const struct op_row *op_row_at(const struct test_case *c, size_t op)
{
    const struct op_row *row = op_row_of(&c->script.ops[op]);
    bool drawn = c->streams && c->streams[op].n;

    while (drawn && row->fields->type != FIELD_STREAM)
        row++;
    return row;
}

unsigned op_row_dialects(const struct op_row *row)
{
    unsigned dialects = row->dialects & ALL;

    for (unsigned call = 0; row->dialects >> (CALLS_SHIFT + call); call++)
        for (unsigned d = 0;
             row->dialects >> (CALLS_SHIFT + call) & 1 && d < DIALECTS; d++)
            if (dialect_has_call((enum dialect)d, (enum call_kind)call))
                dialects |= 1u << d;
    return dialects;
}

bool op_may_lead_to(const struct script *script, size_t op, uint8_t event)
{
    const struct op_row *row =
        op < script->count ? op_row_of(&script->ops[op]) : row_by(OP_END, 0);

    return event >= EVENT_CRASH || row->events >> event & 1;
}

/* Whether a call comes from there, as exactly as that is recorded. */
static bool is_from(uint64_t from, uint64_t there)
{
    return there - from < GMON_CELL;
}

bool op_counts_together(const struct op *op, uint64_t from, uint64_t self)
{
    uint64_t k;

    if (op->kind == OP_NESTED || op->kind == OP_THREADS)
        return self == op->ticks[2].pc && is_from(from, op->ticks[0].pc);
    if (op->kind != OP_ROW || op->step == 0)
        return false;
    k = (self - op->end) / op->step;
    return self == op->end + k * op->step && k < op->size &&
           is_from(from, op->pc + k * op->step);
}

unsigned script_needs(const struct script *script)
{
    unsigned needs = 0;

    for (size_t k = 0; k < script->count; k++)
        needs |= op_row_of(&script->ops[k])->needs;
    return needs;
}

uint64_t op_number(const struct op *op, const struct op_field *field)
{
    const char *at = (const char *)op + field->at;

    if (field->type == FIELD_TICK || field->type == FIELD_TIMES) {
        const struct tick *tick = &op->ticks[field->size];

        return field->type == FIELD_TICK ? tick->pc : tick->count;
    }
    return field->size == sizeof(uint64_t)
               ? *(const uint64_t *)(const void *)at
               : *(const uint32_t *)(const void *)at;
}
