/* SPDX-License-Identifier: MIT */
/*
 * A line that is an operation: its fields by its row of ops.def, and what the
 * type of a field can't say, the CHECKs there.
 */
#include <inttypes.h>
#include <string.h>

#include "case_parse.h"
#include "conformance/base/memory.h"
#include "reference/gmon/counts.h"

struct op *parse_add_op(struct case_parser *p)
{
    size_t count = p->c.script.count++;

    p->c.streams = memory_grow(p->c.streams, count, sizeof *p->c.streams);
    p->c.script.ops = p->ops = memory_grow(p->ops, count, sizeof *p->ops);
    p->c.streams[count] = (struct stream){0};
    p->ops[count] = (struct op){0};
    return &p->ops[count];
}

/* One that the machine's addresses can express. */
static bool parse_address(struct case_parser *p, const char *what,
                          uint64_t *value)
{
    return parse_number(p, UINT64_MAX >> (64 - p->c.script.address_bits), what,
                        value);
}

/* A member of an operation, as wide as it is. */
static void set_number(struct op *op, const struct op_field *field,
                       uint64_t value)
{
    char *at = (char *)op + field->at;
    uint32_t narrow = (uint32_t)value;

    if (field->size == sizeof value)
        memcpy(at, &value, sizeof value);
    else
        memcpy(at, &narrow, sizeof narrow);
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

static bool parse_declared(struct case_parser *p, struct op *op)
{
    struct word name = p->lexer.word;

    if (p->forks)
        return parse_wrong(p, p->verb, "buffers before fork");
    if (p->buffers == SCRIPT_BUFFERS)
        return parse_wrong(p, p->verb, "at most %d buffers", SCRIPT_BUFFERS);
    if (!is_name(name) || name.length >= sizeof p->c.names[0])
        return parse_expected(p,
                              "a buffer's name: a letter or _, then letters, "
                              "digits and _, at most %d in all",
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
    struct word narrow = word_after(p->lexer.word, "fill16=");
    struct word wide = word_after(p->lexer.word, "fill32=");
    struct word number = narrow.length ? narrow : wide;
    uint64_t fill;

    if (p->lexer.word.length == 0 || word_is(p->lexer.word, "shared"))
        return true;
    if (!number.length)
        return parse_expected(p, "fill16=, fill32=, shared or the end of "
                                 "the line");
    if (!word_number(number, &fill) ||
        fill > (wide.length ? UINT32_MAX : UINT16_MAX))
        return parse_expected(
            p, "a number of %s bits after =", wide.length ? "32" : "16");
    op->fill_width = wide.length ? 4 : 2;
    op->fill = (uint32_t)fill;
    lexer_next(&p->lexer);
    return true;
}

/* A declared buffer, and perhaps a distance in it. */
static bool parse_into(struct case_parser *p, struct pointer *pointer,
                       const char *what)
{
    struct word name = p->lexer.word, distance;
    const char *plus = memchr(name.text, '+', name.length);
    uint64_t at = 0;
    unsigned k = 0;

    if (plus) {
        name.length = (size_t)(plus - name.text);
        distance.text = plus + 1;
        distance.length = p->lexer.word.length - name.length - 1;
        if (!word_number(distance, &at))
            return parse_expected(p, "a number after +");
    }
    while (k < p->buffers && !word_is(name, p->c.names[k]))
        k++;
    if (k == p->buffers)
        return parse_expected(p, "%s", what);
    if (at > p->sizes[k])
        return parse_expected(p, "at most +%" PRIu32 ": the buffer ends there",
                              p->sizes[k]);
    *pointer = (struct pointer){POINTER_GIVEN, (uint8_t)k, (uint32_t)at};
    lexer_next(&p->lexer);
    return true;
}

bool parse_buffer_name(struct case_parser *p, uint8_t *buffer)
{
    const char *names[SCRIPT_BUFFERS];
    int which;

    for (unsigned i = 0; i < p->buffers; i++)
        names[i] = p->c.names[i];
    which = lexer_one_of(&p->lexer, names, p->buffers);
    *buffer = (uint8_t)which;
    return which >= 0 || parse_expected(p, "a buffer declared before");
}

/* null or bad, if it is one of them. */
static bool accept_no_pointer(struct case_parser *p, uint8_t *kind)
{
    uint64_t number;

    if (p->at_address && (word_is(p->lexer.word, "NULL") ||
                          (word_number(p->lexer.word, &number) && !number))) {
        lexer_next(&p->lexer);
        *kind = POINTER_NULL;
        return true;
    }
    *kind = word_is(p->lexer.word, "bad") ? POINTER_BAD : POINTER_NULL;
    return lexer_accept(&p->lexer, "null") || lexer_accept(&p->lexer, "bad");
}

static bool parse_pointer(struct case_parser *p, const struct call *call,
                          struct pointer *pointer)
{
    uint64_t address;

    *pointer = (struct pointer){0};
    if (accept_no_pointer(p, &pointer->kind))
        return true;
    if (p->at_address && word_number(p->lexer.word, &address))
        return p->at_address(p, address, call->kind >= CALL_MONITOR ? 2 : 1,
                             pointer);
    return parse_into(p, pointer, "a buffer declared before, null or bad");
}

static uint64_t room_at(const struct case_parser *p, struct pointer pointer)
{
    return p->sizes[pointer.buffer] - pointer.at;
}

/* Bytes from there on: within the buffer; or so far past it that they end where
 * nothing is mapped.  A greater one than the most would be -1 where an int is
 * passed. */
static bool parse_size(struct case_parser *p, struct pointer pointer,
                       uint64_t *size)
{
    struct word word = p->lexer.word;
    uint64_t most = p->c.script.address_bits == 16 ? 0xffff : INT32_MAX;

    if (!parse_number(p, most, "a size in bytes", size))
        return false;
    if (pointer.kind == POINTER_GIVEN && *size > room_at(p, pointer) &&
        *size < room_at(p, pointer) + 2 * SCRIPT_ZONE)
        return parse_wrong(
            p, word, "a size within the buffer, or 128 bytes or more past it");
    return true;
}

static bool parse_shorts(struct case_parser *p, struct region_arguments *region)
{
    struct word word = p->lexer.word;

    if (!parse_number(p, INT32_MAX,
                      "bufsize: a number of shorts, or -1 after a list",
                      &region->size))
        return false;
    if (region->base.kind == POINTER_GIVEN &&
        2 * region->size > room_at(p, region->base))
        return parse_wrong(p, word, "bufsize: shorts within the buffer");
    return true;
}

static bool parse_scale(struct case_parser *p, uint64_t *scale)
{
    return parse_number(p, UINT32_MAX, "a scale", scale);
}

/* PTR SIZE OFFSET SCALE */
static bool parse_member(struct case_parser *p, const struct call *call,
                         struct region_arguments *region)
{
    return parse_pointer(p, call, &region->base) &&
           parse_size(p, region->base, &region->size) &&
           parse_address(p, "an offset", &region->offset) &&
           parse_scale(p, &region->scale);
}

/* LOW HIGH PTR SIZE SCALE; HIGH 0 ends the list, whatever else is there */
static bool parse_element(struct case_parser *p, const struct call *call,
                          struct region_arguments *region)
{
    if (!parse_address(p, "p_low, an address", &region->offset) ||
        !parse_address(p, "p_high, an address", &region->high) ||
        !parse_pointer(p, call, &region->base) ||
        !parse_size(p, region->base, &region->size))
        return false;
    region->scale = SCALE_COMPUTED;
    return lexer_accept(&p->lexer, "-1") || parse_scale(p, &region->scale);
}

/* [ ... ; ... ], null or bad */
static bool parse_list(struct case_parser *p, struct call *call, bool bounded)
{
    unsigned most = bounded ? SCRIPT_ELEMENTS : SCRIPT_LIST;
    struct region_arguments *list = NULL;

    if (!lexer_accept(&p->lexer, "["))
        return accept_no_pointer(p, &call->list_kind) ||
               parse_expected(p, "[, null or bad");
    call->list_kind = POINTER_GIVEN;
    if (lexer_accept(&p->lexer, "]"))
        return true;
    do {
        if (call->listed == most)
            return parse_expected(p, "]: a list holds at most %u regions",
                                  most);
        call->list = list = memory_grow(list, call->listed, sizeof *list);
        list[call->listed++] = (struct region_arguments){0};
        if (!(bounded ? parse_element : parse_member)(p, call,
                                                      &list[call->listed - 1]))
            return false;
    } while (lexer_accept(&p->lexer, ";"));
    return lexer_accept(&p->lexer, "]") || parse_expected(p, "; or ]");
}

static bool parse_profcnt(struct case_parser *p, int32_t *count)
{
    int64_t value;

    if (!word_signed(p->lexer.word, INT32_MAX, &value) || value > SCRIPT_LIST)
        return parse_expected(p, "profcnt: a number from %d to %d", -INT32_MAX,
                              SCRIPT_LIST);
    *count = (int32_t)value;
    lexer_next(&p->lexer);
    return true;
}

static bool parse_tvp(struct case_parser *p, uint8_t *tvp)
{
    if (accept_no_pointer(p, tvp))
        return true;
    *tvp = POINTER_GIVEN;
    return lexer_accept(&p->lexer, "tv") ||
           parse_expected(p, "tv, null or bad");
}

static unsigned flag_of(struct word word)
{
    for (unsigned k = 0; k < OP_FLAGS; k++)
        if (word_is(word, op_flag_words[k]))
            return 1u << k;
    return 0;
}

/* 0, or names with | between them */
static bool parse_flags(struct case_parser *p, uint8_t *flags)
{
    struct word word = p->lexer.word, name = {word.text, 0};
    const char *end = word.text + word.length;

    for (const char *at = word.text; !word_is(word, "0"); at++) {
        if (at < end && *at != '|')
            continue;
        name.length = (size_t)(at - name.text);
        if (!flag_of(name) || (*flags & flag_of(name)))
            return parse_expected(p, "0, or ushort, uint and fast with | "
                                     "between them");
        *flags |= (uint8_t)flag_of(name);
        name.text = at + 1;
        if (at == end)
            break;
    }
    lexer_next(&p->lexer);
    return true;
}

/* xN, if there is one */
static bool parse_times(struct case_parser *p, uint32_t *count)
{
    uint64_t value;

    *count = 1;
    if (p->lexer.word.length == 0 || *p->lexer.word.text != 'x')
        return true;
    if (!word_number(word_after(p->lexer.word, "x"), &value) || value == 0 ||
        value > CASE_TICK_LIMIT)
        return parse_expected(p, "x and a number from 1 to %d",
                              CASE_TICK_LIMIT);
    *count = (uint32_t)value;
    lexer_next(&p->lexer);
    return true;
}

/* One more of an operation's ticks, zeroed. */
static struct tick *add_tick(struct op *op)
{
    struct tick *ticks =
        memory_grow((void *)op->ticks, op->tick_count, sizeof *ticks);

    op->ticks = ticks;
    ticks[op->tick_count] = (struct tick){0};
    return &ticks[op->tick_count++];
}

/* PC [xN], once or more */
static bool parse_pcs(struct case_parser *p, struct op *op)
{
    do {
        struct tick *tick = add_tick(op);

        if (!parse_address(p, "a pc", &tick->pc) ||
            !parse_times(p, &tick->count))
            return false;
    } while (p->lexer.word.length > 0);
    return true;
}

/* FROM SELF [xN], once or more */
static bool parse_arcs(struct case_parser *p, struct op *op)
{
    do {
        struct tick *from, *self;

        if (op->tick_count / 2 == GMON_PLACES)
            return parse_expected(p, "at most %d arcs in a line", GMON_PLACES);
        add_tick(op);
        self = add_tick(op);
        from = self - 1;
        if (!parse_address(p, "where a call comes from", &from->pc) ||
            !parse_address(p, "the function called", &self->pc) ||
            !parse_times(p, &from->count))
            return false;
        self->count = from->count;
    } while (p->lexer.word.length > 0);
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

/* A word that begins with key, and what is behind it. */
static bool parse_setting(struct case_parser *p, const char *key,
                          struct word *value)
{
    *value = word_after(p->lexer.word, key);
    return value->length || parse_expected(p, "%s and a value", key);
}

/* seed=N n=N over=KIND */
static bool parse_stream(struct case_parser *p, struct op *op)
{
    struct stream *stream = &p->c.streams[p->c.script.count - 1];
    const struct call *call = regions_set(p);
    struct word word;
    uint64_t n;

    if (!parse_setting(p, "seed=", &word))
        return false;
    if (!word_number(word, &stream->seed))
        return parse_expected(p, "seed= and a number");
    lexer_next(&p->lexer);
    if (!parse_setting(p, "n=", &word))
        return false;
    if (!word_number(word, &n) || n == 0 || n > CASE_TICK_LIMIT)
        return parse_expected(p, "n= and a number from 1 to %d",
                              CASE_TICK_LIMIT);
    stream->n = (uint32_t)n;
    lexer_next(&p->lexer);
    if (!parse_setting(p, "over=", &word))
        return false;
    while (stream->over < STREAM_OVERS &&
           !word_is(word, stream_over_names[stream->over]))
        stream->over++;
    if (stream->over == STREAM_OVERS)
        return lexer_expected_of(&p->lexer, "over= ", stream_over_names,
                                 STREAM_OVERS);
    lexer_next(&p->lexer);
    if (!call)
        return parse_wrong(p, p->verb,
                           "a call before it that profiles a region");
    op->ticks = stream_draw(stream, call, stream_width(call),
                            p->c.script.address_bits, &op->tick_count);
    return true;
}

/* How often each of the ticks comes. */
static bool parse_all_times(struct case_parser *p, struct op *op,
                            const struct op_field *field)
{
    struct tick *ticks = (struct tick *)op->ticks;
    uint64_t count;

    if (!parse_number(p, field->most, field->what, &count))
        return false;
    for (size_t k = 0; k < op->tick_count; k++)
        ticks[k].count = (uint32_t)count;
    return true;
}

static bool parse_only(struct case_parser *p, const struct op *op)
{
    return op->call.region.offset == 0 ||
           parse_wrong(p, p->field, "0 where it is the only argument");
}

static bool parse_watched(struct case_parser *p, struct op *op)
{
    const struct pointer there = {POINTER_GIVEN, op->buffer, op->at};
    uint64_t value;

    if (!parse_number(p, room_at(p, there),
                      "a size in bytes, within the buffer", &value))
        return false;
    op->size = (uint32_t)value;
    return true;
}

static bool parse_plain_number(struct case_parser *p, struct op *op,
                               const struct op_field *field)
{
    uint64_t value;

    if (!(field->type == FIELD_ADDRESS
              ? parse_address(p, field->what, &value)
              : parse_number(p, field->most, field->what, &value)))
        return false;
    set_number(op, field, value);
    return true;
}

static bool parse_place(struct case_parser *p, struct op *op)
{
    struct pointer pointer;

    if (!parse_into(p, &pointer, "a buffer declared before"))
        return false;
    op->buffer = pointer.buffer;
    op->at = pointer.at;
    return true;
}

static bool parse_field(struct case_parser *p, struct op *op,
                        const struct op_field *field)
{
    struct call *call = &op->call;

    switch (field->type) {
    case FIELD_NUMBER:
    case FIELD_ADDRESS:
    case FIELD_SCALE: return parse_plain_number(p, op, field);
    case FIELD_DECLARED: return parse_declared(p, op);
    case FIELD_NAMED: return parse_buffer_name(p, &op->buffer);
    case FIELD_INTO: return parse_place(p, op);
    case FIELD_WATCHED: return parse_watched(p, op);
    case FIELD_FILL: return parse_fill(p, op);
    case FIELD_SHARED:
        op->shared = lexer_accept(&p->lexer, "shared");
        return true;
    case FIELD_POINTER: return parse_pointer(p, call, &call->region.base);
    case FIELD_SIZE:
        return parse_size(p, call->region.base, &call->region.size);
    case FIELD_SHORTS: return parse_shorts(p, &call->region);
    case FIELD_WORD: return parse_word(p, field->what);
    case FIELD_ONLY: return parse_only(p, op);
    case FIELD_ELEMENTS: return parse_list(p, call, true);
    case FIELD_MEMBERS: return parse_list(p, call, false);
    case FIELD_PROFCNT: return parse_profcnt(p, &call->count);
    case FIELD_TVP: return parse_tvp(p, &call->tvp);
    case FIELD_FLAGS: return parse_flags(p, &call->flags);
    case FIELD_PCS: return parse_pcs(p, op);
    case FIELD_STREAM: return parse_stream(p, op);
    case FIELD_ARCS: return parse_arcs(p, op);
    case FIELD_TICK: return parse_address(p, field->what, &add_tick(op)->pc);
    case FIELD_TIMES: return parse_all_times(p, op, field);
    default: return field->check(p, op);
    }
}

/* The CHECKs of ops.def. */

bool op_check_buffer(struct case_parser *p, struct op *op)
{
    p->sizes[p->buffers++] = op->size;
    return true;
}

bool op_check_sweep_end(struct case_parser *p, struct op *op)
{
    return op->end > op->pc ||
           parse_wrong(p, p->field, "an end above the first pc");
}

bool op_check_sweep_step(struct case_parser *p, struct op *op)
{
    return (op->step > 0 && (op->end - op->pc) / op->step < CASE_TICK_LIMIT) ||
           parse_wrong(p, p->verb, "a step that makes it 1 to %d ticks",
                       CASE_TICK_LIMIT);
}

bool op_check_fork(struct case_parser *p, struct op *op)
{
    (void)op;
    if (p->forks == SCRIPT_PROCESSES - 1)
        return parse_wrong(p, p->verb,
                           "end first: a child's child may not fork");
    p->fork_lines[p->forks++] = p->lexer.line;
    return true;
}

bool op_check_end(struct case_parser *p, struct op *op)
{
    (void)op;
    if (!p->forks)
        return parse_wrong(p, p->verb, "fork before it");
    p->gone[p->forks--] = false;
    return true;
}

bool op_check_gone(struct case_parser *p, struct op *op)
{
    (void)op;
    return p->gone[p->forks] = true;
}

bool op_check_caller_set(struct case_parser *p, struct op *op)
{
    (void)op;
    return p->caller_set = true;
}

bool op_check_caller_check(struct case_parser *p, struct op *op)
{
    (void)op;
    return p->caller_set || parse_wrong(p, p->field, "caller set before it");
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
                               "a function %d bytes or more from all others",
                               CASE_FUNCTION_SIZE);
    }
    if (i < p->functions)
        return true;
    if (i == SCRIPT_FUNCTIONS)
        return parse_wrong(p, word, "at most %d functions", SCRIPT_FUNCTIONS);
    p->function[p->functions++] = address;
    return true;
}

bool op_check_functions(struct case_parser *p, struct op *op)
{
    for (size_t i = 0; i < op->tick_count; i++)
        if (!check_function(p, p->field, op->ticks[i].pc))
            return false;
    return true;
}

/* The k-th arc that an operation counts for itself; false: it has no more. */
static bool arc_of(const struct op *op, uint64_t k, uint64_t *from,
                   uint64_t *self)
{
    if (op->kind == OP_ROW) {
        *from = op->pc + k * op->step;
        *self = op->end + k * op->step;
        return k < op->size;
    }
    if (op->kind < OP_ARCS || op->kind > OP_THREADS || k >= op->tick_count / 2)
        return false;
    *from = op->ticks[2 * k].pc;
    *self = op->ticks[2 * k + 1].pc;
    return true;
}

/* Whether one counts an arc for itself that the other counts together with
 * more. */
static bool share_arcs(const struct op *one, const struct op *other)
{
    uint64_t from, self;

    for (uint64_t k = 0; arc_of(one, k, &from, &self); k++)
        if (op_counts_together(other, from, self) ||
            op_counts_together(other, from - (GMON_CELL - 1), self))
            return true;
    return false;
}

bool op_check_arcs(struct case_parser *p, struct op *op)
{
    for (const struct op *before = p->ops; before < op; before++)
        if (share_arcs(op, before) || share_arcs(before, op))
            return parse_wrong(p, p->field, "arcs that no other line counts");
    return true;
}

bool op_check_row(struct case_parser *p, struct op *op)
{
    if (op->step % GMON_CELL != 0)
        return parse_expected(p, "steps of a multiple of %d bytes", GMON_CELL);
    return op_check_arcs(p, op);
}

bool op_check_nested_calls(struct case_parser *p, struct op *op)
{
    if (op->ticks->count == 0 || op->ticks[1].pc == op->ticks[2].pc)
        return parse_expected(p, "calls of two functions");
    return op_check_arcs(p, op);
}

/* The first of the row's two words; or its only one. */
static bool begins_line(const struct op_row *row, struct word verb)
{
    return verb.length > 0 && *row->word == *verb.text &&
           strnlen(row->word, verb.length) == verb.length &&
           memcmp(row->word, verb.text, verb.length) == 0 &&
           (row->word[verb.length] == '\0' || row->word[verb.length] == ' ');
}

/* The word so many after the current one. */
static struct word word_ahead(const struct case_parser *p, size_t count)
{
    struct lexer ahead = p->lexer;

    while (count-- > 0)
        lexer_next(&ahead);
    return ahead.word;
}

/* What distinguishes a row from others of its word: its second word; that it
 * has one argument; or where it has a word, with a list before it. */
enum row_fit { FITS_NOT, FITS_OTHERS, FITS };

static enum row_fit row_fit(const struct case_parser *p,
                            const struct op_row *row)
{
    const char *second = strchr(row->word, ' ');
    size_t k = 0;

    if (second)
        return word_is(p->lexer.word, second + 1) ? FITS : FITS_NOT;
    while (row->fields[k].type && row->fields[k].type != FIELD_ONLY &&
           row->fields[k].type != FIELD_WORD)
        k++;
    if (row->fields[k].type == FIELD_ONLY)
        return word_ahead(p, k).length == 0 ? FITS : FITS_NOT;
    if (row->fields[k].type == FIELD_WORD)
        return word_is(word_ahead(p, k - 1), "[") ||
                       word_is(word_ahead(p, k), row->fields[k].what)
                   ? FITS
                   : FITS_NOT;
    return FITS_OTHERS;
}

/* "expected set or check": the second words of a line's first. */
static bool expected_second(struct case_parser *p)
{
    const char *words[8];
    size_t count = 0;

    for (const struct op_row *row = op_rows; row < op_rows + op_row_count;
         row++)
        if (begins_line(row, p->verb) && count < 8)
            words[count++] = strchr(row->word, ' ') + 1;
    return lexer_expected_of(&p->lexer, "", words, count);
}

/* Of the rows that begin so, that which is this line's; null: none is, and the
 * error says so. */
static const struct op_row *row_of_line(struct case_parser *p)
{
    const struct op_row *found = NULL;

    for (const struct op_row *row = op_rows; row < op_rows + op_row_count;
         row++) {
        enum row_fit fit =
            begins_line(row, p->verb) ? row_fit(p, row) : FITS_NOT;

        if (fit == FITS)
            return row;
        found = fit == FITS_OTHERS ? row : found;
    }
    if (!found)
        expected_second(p);
    return found;
}

enum { ALL_DIALECTS = (1 << DIALECTS) - 1 };

static bool parse_of_dialects(struct case_parser *p, const struct op *op,
                              const struct op_row *row)
{
    unsigned lacking = p->named & ~op_row_dialects(row);

    if (lacking)
        return parse_wrong(p, p->verb, "a call that %s has, in this form",
                           dialect_table[__builtin_ctz(lacking)].name);
    p->lacking |= ~op_row_dialects(op_row_of(op));
    if ((p->lacking & ALL_DIALECTS) == ALL_DIALECTS)
        return parse_wrong(
            p, p->verb, "a call of a dialect that has the calls before it too");
    return true;
}

static bool is_operation(struct word verb)
{
    for (size_t k = 0; k < op_row_count; k++)
        if (begins_line(&op_rows[k], verb))
            return true;
    return false;
}

/* A line without its first word, which some row has. */
static bool parse_row(struct case_parser *p, struct op *op)
{
    const struct op_row *row = row_of_line(p);

    if (!row)
        return false;
    op->kind = row->kind;
    op->call.kind = row->phrase ? row->call : 0;
    if (!parse_of_dialects(p, op, row))
        return false;
    if (strchr(row->word, ' ')) {
        p->field = p->lexer.word;
        lexer_next(&p->lexer);
    }
    for (const struct op_field *field = row->fields; field->type; field++) {
        if (field->type != FIELD_CHECK && field->type != FIELD_ONLY)
            p->field = p->lexer.word;
        if (!parse_field(p, op, field))
            return false;
    }
    return parse_line_end(p);
}

bool parse_operation(struct case_parser *p)
{
    if (!is_operation(p->verb))
        return parse_expected(p, "an operation or case");
    if (p->gone[p->forks] && !word_is(p->verb, "end"))
        return parse_expected(p, "%s: the process ended by exec or exit",
                              p->forks ? "end" : "case");
    if (p->c.script.count == CASE_OP_LIMIT)
        return parse_expected(p, "case: one has at most %d operations",
                              CASE_OP_LIMIT);
    lexer_next(&p->lexer);
    return parse_row(p, parse_add_op(p));
}
