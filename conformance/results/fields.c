/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/sha256.h"
#include "house.h"

enum field_type {
    TYPE_TEXT,
    TYPE_NULLABLE,
    TYPE_NAME,
    TYPE_FLAG,
    TYPE_NUMBER,
    TYPE_WIDE,
    TYPE_VERDICT,
    TYPE_CONFIDENCE,
    TYPE_STANDING,
    TYPE_POLICY,
    TYPE_SUMMARY,
    TYPE_HISTOGRAM,
    TYPE_TEXTS,
    TYPE_PAIRS,
    TYPE_CASES,
    TYPE_CAUSES,
    TYPE_BINS,
};

enum { MAY, MUST, HANGS /* on another member */ };

/* Of the struct of its line: the member, its size, and that of its length, or
 * that it hangs on. */
struct field {
    enum results_line line;
    const char *key;
    enum field_type type;
    size_t offset, size, other;
    unsigned force, forms;
};

#define OWNER_HEADER      struct results
#define OWNER_CASE        struct result
#define OWNER_HISTOGRAM   struct wrong_buffer
#define OWNER_RULE        struct rule_finding
#define OWNER_CAUSE       struct cause
#define OWNER_FOOTER      struct results
#define OWNER_COMMAND     struct results_file
#define OWNER_PLAN        struct results_left
#define OWNER_OBSERVATION struct result

#define LINE     RESULTS_LINE
#define SHARD    RESULTS_SHARD
#define HEAD     RESULTS_HEAD
#define ORIGIN   RESULTS_ORIGIN
#define BY       RESULTS_BY
#define ROW      RESULTS_ROW
#define ROW_TEXT RESULTS_ROW_TEXT
#define WHOSE    RESULTS_WHOSE

#define ROW_OF(line, key, type, member, other, force, forms)                   \
    {LINE_##line,                                                              \
     key,                                                                      \
     TYPE_##type,                                                              \
     offsetof(OWNER_##line, member),                                           \
     sizeof((OWNER_##line *)0)->member,                                        \
     offsetof(OWNER_##line, other),                                            \
     force,                                                                    \
     forms},
#define FIELD(line, key, type, member, force, forms)                           \
    ROW_OF(line, key, type, member, member, force, forms)
#define FIELD_IF(line, key, type, member, other, forms)                        \
    ROW_OF(line, key, type, member, other, HANGS, forms)
#define LIST(line, key, type, member, count, force, forms)                     \
    ROW_OF(line, key, type, member, count, force, forms)

static const struct field fields[] = {
#include "results.def"
};
enum { FIELDS = sizeof fields / sizeof *fields };

const char *const results_line_names[RESULTS_LINES_KINDS] = {
    [LINE_HEADER] = "header",      [LINE_CASE] = "case",
    [LINE_RULE] = "rule",          [LINE_CAUSE] = "cause",
    [LINE_FOOTER] = "footer",      [LINE_COMMAND] = "command",
    [LINE_PLAN] = "plan",          [LINE_OBSERVATION] = "observation",
    [LINE_HISTOGRAM] = "histogram"};

/* The words of a type, with what is said where none of them was read. */
static const struct {
    const char *const *words;
    unsigned count;
    const char *expected;
} types[] = {
    [TYPE_VERDICT] = {verdict_names, VERDICTS, "a verdict"},
    [TYPE_CONFIDENCE] = {confidence_names, CONFIDENCES, "how sure it is"},
    [TYPE_STANDING] = {standing_names, STANDINGS,
                       "what the manual says of a choice"},
    [TYPE_POLICY] = {house_policies, HOUSE_POLICIES, "warn, fail or off"},
    [TYPE_SUMMARY] = {verdict_names, VERDICTS, "a number of each verdict"},
    [TYPE_BINS] = {0},
};

bool results_field_note(size_t k, struct results_field_note *note)
{
    static const char *words[VERDICTS + 1];
    const struct field *field = &fields[k];

    if (k >= FIELDS)
        return false;
    *note = (struct results_field_note){field->line, field->key, field->forms,
                                        field->force == MUST, NULL};
    if (!types[field->type].words || field->type == TYPE_SUMMARY)
        return true;
    memcpy(words, types[field->type].words,
           types[field->type].count * sizeof *words);
    words[types[field->type].count] = NULL;
    note->words = words;
    return true;
}

static const void *member_of(const void *object, size_t offset)
{
    return (const char *)object + offset;
}

/* A pointer, to whatever. */
static const void *pointer_of(const void *object, size_t offset)
{
    const void *pointer;

    memcpy(&pointer, member_of(object, offset), sizeof pointer);
    return pointer;
}

static size_t size_of_list(const void *object, const struct field *field)
{
    size_t count;

    memcpy(&count, member_of(object, field->other), sizeof count);
    return count;
}

static const char *named_text(const struct named *list, size_t count,
                              const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].name, name) == 0)
            return list[k].value;
    return NULL;
}

const char *results_text(const struct results *run, const char *name)
{
    const char *text;

    for (const struct field *f = fields; f < fields + FIELDS; f++)
        if (f->line == LINE_HEADER && f->type == TYPE_TEXT &&
            strcmp(f->key, name) == 0)
            return pointer_of(run, f->offset);
    text = named_text(run->identity, run->identity_count, name);
    return text ? text
                : named_text(run->environment, run->environment_count, name);
}

bool results_agree(const struct results *a, const struct results *b,
                   const char *name)
{
    const char *one = results_text(a, name), *other = results_text(b, name);

    return one && other ? strcmp(one, other) == 0 : one == other;
}

/* Whatever its type is. */
static uint64_t number_of(const void *object, const struct field *field)
{
    const void *at = member_of(object, field->offset);

    return field->size == sizeof(uint8_t)    ? *(const uint8_t *)at
           : field->size == sizeof(unsigned) ? *(const unsigned *)at
                                             : *(const uint64_t *)at;
}

static bool number_set(void *object, const struct field *field, uint64_t value)
{
    void *at = (char *)object + field->offset;

    if (field->size == sizeof(uint8_t))
        *(uint8_t *)at = (uint8_t)value;
    else if (field->size == sizeof(unsigned))
        *(unsigned *)at = (unsigned)value;
    else
        *(uint64_t *)at = value;
    return number_of(object, field) == value;
}

static void write_summary(struct json *json, const size_t *summary)
{
    for (unsigned v = 0; v < VERDICTS; v++)
        json_number(json, verdict_names[v], summary[v]);
}

static void write_bin(struct json *json, const struct wrong_counter *bin,
                      char first)
{
    json_next(json, NULL);
    if (first == 'a')
        fprintf(json->out, "%" PRId64, bin->at);
    else
        fprintf(json->out, "%" PRIu64, first == 'e' ? bin->expected : bin->got);
}

/* What is a list, by its items. */
static void write_items(struct json *json, const struct results *run,
                        const struct field *field, const void *object)
{
    const void *list = pointer_of(object, field->offset);
    size_t count = size_of_list(object, field);

    for (size_t k = 0; k < count; k++) {
        const struct named *pair = (const struct named *)list + k;
        size_t index = field->type == TYPE_CASES || field->type == TYPE_CAUSES
                           ? ((const size_t *)list)[k]
                           : 0;

        switch (field->type) {
        case TYPE_TEXTS:
            json_put(json, NULL, ((const char *const *)list)[k]);
            break;
        case TYPE_PAIRS: json_put(json, pair->name, pair->value); break;
        case TYPE_CASES: json_put(json, NULL, run->cases[index].id); break;
        case TYPE_CAUSES: json_put(json, NULL, run->causes[index].id); break;
        default:
            write_bin(json, (const struct wrong_counter *)list + k,
                      *field->key);
        }
    }
}

static void write_value(struct json *json, const struct results *run,
                        const struct field *field, const void *object)
{
    const void *at = member_of(object, field->offset);
    const char *key = field->key;

    switch (field->type) {
    case TYPE_TEXT:
        json_put(json, key, pointer_of(object, field->offset));
        break;
    case TYPE_NULLABLE:
        json_next(json, key);
        if (pointer_of(object, field->offset))
            json_text(pointer_of(object, field->offset), json->out);
        else
            fputs("null", json->out);
        break;
    case TYPE_NAME: json_put(json, key, at); break;
    case TYPE_FLAG: json_flag(json, key, true); break;
    case TYPE_NUMBER: json_number(json, key, number_of(object, field)); break;
    case TYPE_WIDE:
        json_next(json, key);
        fprintf(json->out, "\"0x%" PRIx64 "\"", number_of(object, field));
        break;
    case TYPE_VERDICT:
    case TYPE_CONFIDENCE:
    case TYPE_STANDING:
    case TYPE_POLICY:
        json_put(json, key, types[field->type].words[*(const uint8_t *)at]);
        break;
    case TYPE_SUMMARY:
    case TYPE_HISTOGRAM:
    case TYPE_PAIRS:
        json_open(json, key, "{", ", ");
        if (field->type == TYPE_SUMMARY)
            write_summary(json, at);
        else if (field->type == TYPE_HISTOGRAM)
            results_write(json, run, LINE_HISTOGRAM, RESULTS_LINE,
                          pointer_of(object, field->offset));
        else
            write_items(json, run, field, object);
        json_close(json, "}");
        break;
    default:
        json_open(json, key, "[", ", ");
        write_items(json, run, field, object);
        json_close(json, "]");
    }
}

static bool is_left_out(const struct field *field, const void *object)
{
    switch (field->type) {
    case TYPE_FLAG: return !*(const bool *)member_of(object, field->offset);
    case TYPE_TEXT:
    case TYPE_HISTOGRAM:
        return !pointer_of(object, field->offset) ||
               (field->force == HANGS && !pointer_of(object, field->other));
    case TYPE_CAUSES: return size_of_list(object, field) == 0;
    case TYPE_NUMBER:
        if (field->force == MAY)
            return number_of(object, field) == 0;
        /* fall through */
    default: return field->force == HANGS && !pointer_of(object, field->other);
    }
}

void results_write(struct json *json, const struct results *run,
                   enum results_line line, unsigned forms, const void *object)
{
    for (const struct field *field = fields; field < fields + FIELDS; field++)
        if (field->line == line && field->forms & forms &&
            !is_left_out(field, object))
            write_value(json, run, field, object);
}

/* The lines of one run, with the sum of those so far. */
struct lines {
    const struct results *run;
    FILE *out;
    struct sha256 sum;
};

static struct lines lines_begin(const struct results *run, FILE *out)
{
    struct lines l = {.run = run, .out = out};

    sha256_begin(&l.sum);
    return l;
}

/* Of the lines so far and this one as far as it is gathered. */
static void put_sum(struct json *json, struct memory_stream *stream,
                    struct sha256 sum)
{
    char digest[SHA256_HEX];

    fflush(stream->out);
    sha256_add(&sum, stream->text, stream->length);
    sha256_end_hex(&sum, digest);
    digest[RESULTS_SUM] = '\0';
    json_put(json, "sum", digest);
}

/* Gathered first, and written whole. */
static void line(struct lines *l, enum results_line kind, const void *object)
{
    bool shard = l->run && l->run->shard;
    struct sha256 sum = l->sum;
    char digest[SHA256_HEX], *text;
    struct memory_stream stream;
    struct json json = {.out = memory_stream(&stream)};

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "line", results_line_names[kind]);
    if (kind == LINE_HEADER)
        json_put(&json, "format", RESULTS_LINES);
    if (kind == LINE_OBSERVATION)
        results_write(&json, l->run, LINE_HEADER, RESULTS_WHOSE, l->run);
    results_write(&json, l->run, kind,
                  RESULTS_LINE | (shard ? RESULTS_SHARD : 0), object);
    if (kind == LINE_PLAN || kind == LINE_OBSERVATION)
        put_sum(&json, &stream, sum);
    if (kind == LINE_FOOTER) {
        sha256_end_hex(&sum, digest);
        json_put(&json, "sha256", digest);
    }
    json_close(&json, "}\n");
    text = memory_stream_end(&stream);
    sha256_add(&l->sum, text, stream.length);
    fwrite(text, 1, stream.length, l->out);
    fflush(l->out);
    free(text);
}

void results_write_run(const struct results *run, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_HEADER, run);
    for (size_t k = 0; k < run->case_count; k++)
        line(&l, LINE_CASE, &run->cases[k]);
    for (size_t k = 0; k < run->behaviour_count; k++)
        line(&l, LINE_RULE, &run->behaviour[k]);
    for (size_t k = 0; k < run->cause_count; k++)
        line(&l, LINE_CAUSE, &run->causes[k]);
    line(&l, LINE_FOOTER, run);
}

void results_write_command(const struct results_file *file, FILE *out)
{
    struct lines l = lines_begin(NULL, out);

    line(&l, LINE_COMMAND, file);
}

void results_write_plan(const struct results *run,
                        const struct results_left *left, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_HEADER, run);
    line(&l, LINE_PLAN, left);
}

void results_write_observed(const struct results *run,
                            const struct result *seen, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_OBSERVATION, seen);
}

/* In place of a member that is not there. */
static const struct json_value none;

const char *results_expected(const char *member, const struct json_value *read,
                             const char *expected)
{
    static const char *const kinds[] = {[VALUE_OTHER] =
                                            "null, false or a fraction",
                                        [VALUE_TRUE] = "true",
                                        [VALUE_ARRAY] = "a list",
                                        [VALUE_OBJECT] = "an object"};

    if (!read || read == &none)
        return problem_of("\"%s\": read nothing, expected %s", member,
                          expected);
    if (read->text)
        return problem_of("\"%s\": read \"%.200s\", expected %s", member,
                          read->text, expected);
    if (read->kind == VALUE_NUMBER)
        return problem_of("\"%s\": read %" PRId64 ", expected %s", member,
                          read->number, expected);
    return problem_of("\"%s\": read %s, expected %s", member, kinds[read->kind],
                      expected);
}

static const char *read_name(const struct json_value *value,
                             const struct field *field, char *name)
{
    if (!value->text || strlen(value->text) >= field->size)
        return results_expected(
            field->key, value,
            problem_of("a name of at most %zu bytes", field->size - 1));
    strcpy(name, value->text);
    return NULL;
}

static const char *read_number(const struct json_value *value,
                               const struct field *field, void *object)
{
    if (value->kind != VALUE_NUMBER || value->number < 0)
        return results_expected(field->key, value, "a number from 0");
    return number_set(object, field, (uint64_t)value->number)
               ? NULL
               : results_expected(field->key, value, "a smaller number");
}

static const char *read_wide(const struct json_value *value,
                             const struct field *field, void *object)
{
    const char *text = value->text ? value->text : "";

    if (strncmp(text, "0x", 2) != 0 || !text[2] || strlen(text) > 18 ||
        strspn(text + 2, "0123456789abcdef") != strlen(text + 2))
        return results_expected(field->key, value,
                                "\"0x...\", of up to 64 bits");
    number_set(object, field, strtoull(text, NULL, 16));
    return NULL;
}

/* How sure a cause is, as earlier files call it. */
static const char *word_now(const struct field *field, const char *text)
{
    static const char *const was[CONFIDENCES] = {
        [CONFIDENCE_NO_OTHER] = "sure", [CONFIDENCE_AMBIGUOUS] = "likely"};

    for (unsigned k = 0; field->type == TYPE_CONFIDENCE && k < CONFIDENCES; k++)
        if (was[k] && strcmp(text, was[k]) == 0)
            return confidence_names[k];
    return text;
}

static const char *read_word(const struct json_value *value,
                             const struct field *field, uint8_t *word)
{
    const char *text = value->text ? word_now(field, value->text) : NULL;

    for (unsigned k = 0; text && k < types[field->type].count; k++)
        if (strcmp(text, types[field->type].words[k]) == 0) {
            *word = (uint8_t)k;
            return NULL;
        }
    return results_expected(field->key, value, types[field->type].expected);
}

static const char *read_summary(const struct json_value *value,
                                size_t summary[VERDICTS])
{
    for (unsigned v = 0; v < VERDICTS; v++) {
        const struct json_value *of = json_value_of(value, verdict_names[v]);

        if (!of || of->kind != VALUE_NUMBER || of->number < 0)
            return results_expected(verdict_names[v], of, "a number from 0");
        summary[v] = (size_t)of->number;
    }
    return NULL;
}

static const char *read_list(const struct json_value *value,
                             const struct field *field, struct arena *arena,
                             void *object)
{
    bool pairs = field->type == TYPE_PAIRS,
         good = value->kind == (pairs ? VALUE_OBJECT : VALUE_ARRAY);
    const struct json_value *wrong = value;
    struct named *named = arena_new(arena, value->count, sizeof *named);
    const char **texts = (const char **)(void *)named;

    for (size_t k = 0; good && k < value->count; k++) {
        const struct json_value *item = &value->items[k];

        wrong = item;
        good = item->text != NULL;
        if (pairs)
            named[k] = (struct named){item->name, item->text};
        else
            texts[k] = item->text;
    }
    if (!good)
        return results_expected(field->key, wrong,
                                pairs ? "an object of strings"
                                      : "a list of strings");
    memcpy((char *)object + field->offset, &named, sizeof named);
    memcpy((char *)object + field->other, &value->count, sizeof value->count);
    return NULL;
}

/* One part of each; all three lists are of one length. */
static const char *read_bins(const struct json_value *value,
                             const struct field *field, struct arena *arena,
                             struct wrong_buffer *h)
{
    bool is_at = *field->key == 'a';

    if (value->kind != VALUE_ARRAY || (!is_at && value->count != h->count))
        return results_expected("histogram", value,
                                "at, expected and got of one length");
    if (is_at) {
        h->count = value->count;
        h->bins = arena_new(arena, h->count, sizeof *h->bins);
    }
    for (size_t k = 0; k < h->count; k++) {
        const struct json_value *item = &value->items[k];

        if (item->kind != VALUE_NUMBER || (!is_at && item->number < 0))
            return results_expected("histogram", item, "numbers");
        if (is_at)
            h->bins[k].at = item->number;
        else
            *(*field->key == 'e' ? &h->bins[k].expected : &h->bins[k].got) =
                (uint64_t)item->number;
    }
    return NULL;
}

static const char *read_histogram(const struct json_value *value,
                                  struct arena *arena, struct wrong_buffer **h)
{
    const char *problem;

    *h = arena_new(arena, 1, sizeof **h);
    problem =
        results_read(value, LINE_HISTOGRAM, RESULTS_LINE, false, arena, *h);
    if (!problem && ((*h)->width < 1 || (*h)->width > 4))
        problem =
            results_expected("width", json_value_of(value, "width"), "1 to 4");
    return problem;
}

static const char *read_value(const struct json_value *value,
                              const struct field *field, struct arena *arena,
                              void *object)
{
    void *at = (char *)object + field->offset;

    switch (field->type) {
    case TYPE_TEXT:
    case TYPE_NULLABLE:
        if (!value->text && field->type == TYPE_TEXT)
            return results_expected(field->key, value, "a string");
        memcpy(at, &value->text, sizeof value->text);
        return NULL;
    case TYPE_NAME: return read_name(value, field, at);
    case TYPE_FLAG: *(bool *)at = value->kind == VALUE_TRUE; return NULL;
    case TYPE_NUMBER: return read_number(value, field, object);
    case TYPE_WIDE: return read_wide(value, field, object);
    case TYPE_VERDICT:
    case TYPE_CONFIDENCE:
    case TYPE_STANDING:
    case TYPE_POLICY: return read_word(value, field, at);
    case TYPE_SUMMARY: return read_summary(value, at);
    case TYPE_HISTOGRAM: return read_histogram(value, arena, at);
    case TYPE_TEXTS:
    case TYPE_PAIRS: return read_list(value, field, arena, object);
    case TYPE_BINS: return read_bins(value, field, arena, object);
    default: return NULL; /* CASES and CAUSES */
    }
}

/* Those that hang on others are read when these are there. */
const char *results_read(const struct json_value *value, enum results_line line,
                         unsigned forms, bool lenient, struct arena *arena,
                         void *object)
{
    const char *problem = NULL;

    for (size_t k = 0; !problem && k < 2 * FIELDS; k++) {
        const struct field *field = &fields[k % FIELDS];
        const struct json_value *member;
        bool hangs = field->force == HANGS;

        if (field->line != line || !(field->forms & forms) ||
            hangs != (k >= FIELDS) ||
            (hangs && !pointer_of(object, field->other)))
            continue;
        member = json_value_of(value, field->key);
        if (member || (field->force != MAY && !lenient))
            problem = read_value(member ? member : &none, field, arena, object);
    }
    return problem;
}
