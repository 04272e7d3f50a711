/* SPDX-License-Identifier: MIT */
/*
 * An operation as a line, as fields of JSON, and as a sentence, by its row of
 * ops.def.  Addresses, scales and pcs are strings of JSON, for 64 bits are more
 * than a number of it holds everywhere.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "ops.h"

/* Ticks of a stream that are written in JSON, in runs, at most. */
enum { DRAWN_MOST = 4096 };

/* A field of an operation, and where and how it is written. */
struct place {
    enum { LINE, JSON, SENTENCE, FORMS } form;
    const struct test_case *c;
    const struct op *op;
    const struct stream *stream; /* n == 0: literal ticks */
    const struct op_field *field;
    size_t arc; /* that a sentence is of: its first tick */
    FILE *out;
};

static struct place place_of(int form, const struct test_case *c, size_t index,
                             FILE *out)
{
    static const struct stream none;

    return (struct place){.form = form,
                          .c = c,
                          .op = &c->script.ops[index],
                          .stream = c->streams ? &c->streams[index] : &none,
                          .out = out};
}

/* By that of the three formats which is of the form.  Each takes the arguments,
 * or the first of them. */
static void put(const struct place *p, const char *line, const char *json,
                const char *sentence, ...)
{
    const char *const formats[FORMS] = {line, json, sentence};
    const char *format = formats[p->form];
    va_list arguments;

    if (!strchr(format, '%')) {
        fputs(format, p->out);
        return;
    }
    va_start(arguments, sentence);
    vfprintf(p->out, format, arguments);
    va_end(arguments);
}

/* A number in a line, of that base.  Not by printf: to read a suite, its cases
 * are all printed, and these are most of them. */
static void put_number(const struct place *p, const char *before, unsigned base,
                       uint64_t value)
{
    char text[20 + 1], *at = text + sizeof text - 1;

    fputs(before, p->out);
    *at = '\0';
    do
        *--at = "0123456789abcdef"[value % base];
    while (value /= base);
    fputs(at, p->out);
}

/* A pc or an address: hexadecimal from 10 on. */
static void put_hexadecimal(const struct place *p, uint64_t value)
{
    put_number(p, value < 10 ? " " : " 0x", 16, value);
}

/* A buffer's name, in a line or a sentence. */
static void put_name(const struct place *p, const char *name)
{
    if (p->form == LINE)
        putc(' ', p->out);
    fputs(name, p->out);
}

static void put_plain_number(const struct place *p)
{
    uint64_t value = op_number(p->op, p->field);

    if (p->form == LINE)
        put_number(p, " ", 10, value);
    else
        put(p, "", ", \"%2$s\": %1$" PRIu64, "%" PRIu64, value, p->field->name);
}

static void put_address(const struct place *p, const char *name, uint64_t value)
{
    if (p->form == LINE)
        put_hexadecimal(p, value);
    else
        put(p, "", ", \"%2$s\": \"0x%1$" PRIx64 "\"", "0x%" PRIx64, value,
            name);
}

static void put_pointer(const struct place *p, struct pointer pointer)
{
    static const char json[] =
        ", \"pointer\": {\"buffer\": \"%1$s\", \"at\": %2$" PRIu32 "}";
    const char *name = p->c->names[pointer.buffer];

    if (pointer.kind == POINTER_NULL)
        put(p, " null", ", \"pointer\": \"null\"", "a null pointer");
    else if (pointer.kind == POINTER_BAD)
        put(p, " bad", ", \"pointer\": \"bad\"",
            "an address where nothing is mapped");
    else if (pointer.at)
        put(p, " %s+%" PRIu32, json, "byte %2$" PRIu32 " of buffer %1$s", name,
            pointer.at);
    else if (p->form == LINE)
        put_name(p, name);
    else
        put(p, "", json, "buffer %s", name, pointer.at);
}

/* LOW HIGH PTR SIZE SCALE; without bounds, PTR SIZE OFFSET SCALE. */
static void put_region(const struct place *p,
                       const struct region_arguments *region, bool bounded)
{
    bool computed = bounded && region->scale == SCALE_COMPUTED;

    if (p->form == JSON)
        fprintf(p->out, "{\"size\": %" PRIu64, region->size);
    if (p->form == SENTENCE)
        fprintf(p->out, "%" PRIu64 " byte%s at ", region->size,
                plural(region->size));
    if (p->form == LINE && bounded) {
        put_address(p, "", region->offset);
        put_address(p, "", region->high);
    }
    put_pointer(p, region->base);
    if (p->form == LINE)
        put_number(p, " ", 10, region->size);
    if (p->form != LINE || !bounded) {
        put(p, "", "", ", from ");
        put_address(p, bounded ? "low" : "offset", region->offset);
    }
    if (p->form != LINE && bounded) {
        put(p, "", "", " to ");
        put_address(p, "high", region->high);
    }
    put(p, computed ? " -1" : "", computed ? ", \"scale\": \"computed\"" : "",
        computed ? ", the scale to be computed" : ", scale ");
    if (!computed)
        put_address(p, "scale", region->scale);
    put(p, "", "}", "");
}

static void put_list(const struct place *p, bool bounded)
{
    const struct call *call = &p->op->call;

    if (call->list_kind == POINTER_NULL) {
        put(p, " null", ", \"list\": \"null\"", "a null pointer for the list");
        return;
    }
    if (call->list_kind == POINTER_BAD) {
        put(p, " bad", ", \"list\": \"bad\"",
            "a list at an address where nothing is mapped");
        return;
    }
    put(p, " [", ", \"list\": [", "a list of %" PRIu32, call->listed);
    for (uint32_t k = 0; k < call->listed; k++) {
        if (k)
            put(p, " ;", ", ", "; (%" PRIu32 ") ", k + 1);
        else
            put(p, "", "", ": (1) ");
        put_region(p, &call->list[k], bounded);
    }
    put(p, " ]", "]", "");
}

static void put_flags(const struct place *p)
{
    static const char *const said[] = {"USHORT", "UINT", "FAST"};
    unsigned flags = p->op->call.flags;
    bool first = true;

    put(p, flags ? "" : " 0", ", \"flags\": [", flags ? "flags" : "no flags");
    for (unsigned k = 0; k < OP_FLAGS; k++) {
        if (!(flags >> k & 1))
            continue;
        put(p, first ? " %s" : "|%s", first ? "\"%s\"" : ", \"%s\"", " PROF_%s",
            p->form == SENTENCE ? said[k] : op_flag_words[k]);
        first = false;
    }
    put(p, "", "]", "");
}

static void put_fill(const struct place *p)
{
    const struct op *op = p->op;

    if (op->fill_width)
        put(p, op->fill < 10 ? " fill%u=%" PRIu32 : " fill%u=0x%" PRIx32, "",
            "filled with the %u-bit number 0x%" PRIx32, 8u * op->fill_width,
            op->fill);
    put(p, "", ", \"fill_width\": %u, \"fill\": %" PRIu32,
        op->fill_width ? "" : "all 0", op->fill_width, op->fill);
}

static void put_times(const struct place *p, uint32_t count)
{
    if (count != 1 && p->form == LINE)
        put_number(p, " x", 10, count);
    else if (count != 1)
        put(p, "", "", count == 2 ? " twice" : " %" PRIu32 " times", count);
}

static void put_pcs(const struct place *p)
{
    const struct tick *ticks = p->op->ticks;
    size_t count = p->op->tick_count;

    if (p->form == JSON && count > DRAWN_MOST)
        return;
    put(p, "", ", \"pcs\": [", "");
    for (size_t k = 0; k < count; k++) {
        if (p->form == LINE)
            put_hexadecimal(p, ticks[k].pc);
        put(p, "",
            k ? ", [\"0x%" PRIx64 "\", %" PRIu32 "]"
              : "[\"0x%" PRIx64 "\", %" PRIu32 "]",
            k ? ", 0x%" PRIx64 : " 0x%" PRIx64, ticks[k].pc, ticks[k].count);
        put_times(p, ticks[k].count);
    }
    put(p, "", "]", "");
}

/* FROM SELF [xN], each a pair of ticks. */
static void put_arcs(const struct place *p)
{
    const struct tick *ticks = p->op->ticks;

    put(p, "", ", \"arcs\": [", "");
    for (size_t k = 0; k + 1 < p->op->tick_count; k += 2) {
        put(p, "", k ? ", {\"from\": " : "{\"from\": ", "");
        put(p, ticks[k].pc < 10 ? " %" PRIu64 : " 0x%" PRIx64,
            "\"0x%" PRIx64 "\", ", "", ticks[k].pc);
        put(p, ticks[k + 1].pc < 10 ? " %" PRIu64 : " 0x%" PRIx64,
            "\"self\": \"0x%" PRIx64 "\", \"count\": %" PRIu32 "}", "",
            ticks[k + 1].pc, ticks[k].count);
        put_times(p, ticks[k].count);
    }
    put(p, "", "]", "");
}

static void put_stream(const struct place *p)
{
    put(p, " seed=%" PRIu64 " n=%" PRIu32 " over=%s",
        ", \"stream\": {\"seed\": \"%" PRIu64 "\", \"n\": %" PRIu32
        ", \"over\": \"%s\"}",
        "", p->stream->seed, p->stream->n, stream_over_names[p->stream->over]);
    if (p->form == JSON)
        put_pcs(p);
}

static void put_field(const struct place *p)
{
    static const char *const tvps[] = {
        "no tvp", "a tvp where nothing is mapped", "a tvp"};
    static const char *const tvp_words[] = {"null", "bad", "tv"};
    const struct op *op = p->op;
    const struct call *call = &op->call;
    const struct pointer there = {POINTER_GIVEN, op->buffer, op->at};

    switch (p->field->type) {
    case FIELD_ADDRESS:
    case FIELD_SCALE:
    case FIELD_TICK:
        put_address(p, p->field->name, op_number(op, p->field));
        break;
    case FIELD_DECLARED:
    case FIELD_NAMED: put_name(p, p->c->names[op->buffer]); break;
    case FIELD_INTO:
        if (p->form == LINE)
            put_pointer(p, there);
        else
            put_plain_number(p);
        break;
    case FIELD_NUMBER:
    case FIELD_WATCHED:
    case FIELD_SIZE:
    case FIELD_SHORTS:
    case FIELD_TIMES: put_plain_number(p); break;
    case FIELD_FILL: put_fill(p); break;
    case FIELD_SHARED:
        put(p, op->shared ? " shared" : "",
            op->shared ? ", \"shared\": true" : ", \"shared\": false",
            op->shared ? ", shared with any child" : "");
        break;
    case FIELD_POINTER: put_pointer(p, call->region.base); break;
    case FIELD_WORD: put(p, " %s", "", "", p->field->what); break;
    case FIELD_ELEMENTS: put_list(p, true); break;
    case FIELD_MEMBERS: put_list(p, false); break;
    case FIELD_PROFCNT:
        put(p, " %" PRId32, ", \"count\": %" PRId32, "%" PRId32, call->count);
        break;
    case FIELD_TVP:
        put(p, " %s", ", \"tvp\": \"%s\"", tvps[call->tvp],
            tvp_words[call->tvp]);
        break;
    case FIELD_FLAGS: put_flags(p); break;
    case FIELD_PCS: put_pcs(p); break;
    case FIELD_STREAM: put_stream(p); break;
    case FIELD_ARCS: put_arcs(p); break;
    default: break;
    }
}

void op_put_line(const struct test_case *c, size_t index, FILE *out)
{
    const struct op_row *row = op_row_at(c, index);
    struct place p = place_of(LINE, c, index, out);

    fputs(row->word, out);
    for (p.field = row->fields; p.field->type; p.field++)
        put_field(&p);
}

void test_case_print_op(const struct test_case *c, size_t op, char *text,
                        size_t size)
{
    struct memory_stream line;

    op_put_line(c, op, memory_stream(&line));
    snprintf(text, size, "%s", memory_stream_end(&line));
    free(line.text);
}

/* The buffer is the first member of JSON, and what a call is given the last. */
enum { TURN_BUFFER, TURN_NUMBERS, TURN_GIVEN, TURNS };

static unsigned turn_of(uint8_t type)
{
    return type == FIELD_DECLARED || type == FIELD_NAMED ? TURN_BUFFER
           : type == FIELD_POINTER || type == FIELD_ELEMENTS ||
                   type == FIELD_MEMBERS
               ? TURN_GIVEN
               : TURN_NUMBERS;
}

void op_put_json(const struct test_case *c, size_t index, FILE *out)
{
    const struct op_row *row = op_row_at(c, index);
    struct place p = place_of(JSON, c, index, out);

    fprintf(out,
            row->phrase ? "\"op\": \"call\", \"call\": \"%s\""
                        : "\"op\": \"%s\"",
            row->name);
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (p.field = row->fields; p.field->type; p.field++) {
            if (turn == TURN_BUFFER &&
                (turn_of(p.field->type) == turn || p.field->type == FIELD_INTO))
                fprintf(out, ", \"buffer\": \"%s\"", c->names[p.op->buffer]);
            else if (turn_of(p.field->type) == turn && p.field->name)
                put_field(&p);
        }
}

/* What fields are not by themselves: a plural, the buffer of a place in one,
 * what a stream is made of, and the arc that the sentence is of. */
static bool say_part(const struct place *p, struct word name)
{
    const struct tick *arc =
        p->op->kind == OP_ARCS ? &p->op->ticks[p->arc] : NULL;
    const struct stream *stream = p->stream->n ? p->stream : NULL;

    if (word_is(name, "s"))
        fputs(plural(p->op->size), p->out);
    else if (word_is(name, "buffer"))
        fputs(p->c->names[p->op->buffer], p->out);
    else if (stream && word_is(name, "n"))
        fprintf(p->out, "%" PRIu32, stream->n);
    else if (stream && word_is(name, "seed"))
        fprintf(p->out, "%" PRIu64, stream->seed);
    else if (stream && word_is(name, "over"))
        fputs(stream_over_names[stream->over], p->out);
    else if (arc && word_is(name, "count"))
        fprintf(p->out, "%" PRIu32, arc->count);
    else if (arc)
        fprintf(p->out, "0x%" PRIx64, arc[word_is(name, "self")].pc);
    else
        return false;
    return true;
}

static void say_name(struct place *p, const struct op_row *row,
                     struct word name)
{
    if (say_part(p, name))
        return;
    p->field = row->fields;
    while (p->field->type && !(p->field->name && word_is(name, p->field->name)))
        p->field++;
    put_field(p);
}

/* Past the next such mark of a sentence. */
static const char *skip_past(const char *at, char mark)
{
    const char *found = strchr(at, mark);

    return found ? found + 1 : at + strlen(at);
}

static void say_sentence(struct place *p, const struct op_row *row)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    bool one = p->op->tick_count == 1 && p->op->ticks->count == 1;
    const char *at = row->sentence;

    while (*at) {
        char mark = *at++;
        size_t length = mark == '$' ? strspn(at, letters) : 0;

        if (mark == '$')
            say_name(p, row, (struct word){at, length});
        else if (mark == '[' && !one)
            at = skip_past(at, '|');
        else if (mark == '|')
            at = skip_past(at, ']');
        else if (mark != '[' && mark != ']')
            putc(mark, p->out);
        at += length;
    }
}

void op_put_sentence(const struct test_case *c, size_t index, FILE *out)
{
    const struct op_row *row = op_row_at(c, index);
    struct place p = place_of(SENTENCE, c, index, out);

    say_sentence(&p, row);
    for (p.arc = 2; p.op->kind == OP_ARCS && p.arc + 1 < p.op->tick_count;
         p.arc += 2) {
        putc(' ', out);
        say_sentence(&p, row);
    }
}
