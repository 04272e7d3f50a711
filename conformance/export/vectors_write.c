/* SPDX-License-Identifier: MIT */
/*
 * Vectors are written by one walk, as text or as JSON.  Most of what it comes
 * to is a row: a line of text, and an object of JSON with the same members.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/judge/sentence.h"
#include "conformance/language/events.h"
#include "conformance/language/observed.h"
#include "conformance/language/ops.h"
#include "conformance/results/results.h"
#include "reference/computed.h"
#include "reference/gmon/counts.h"
#include "vectors.h"

/* Events as lines. */

/* The elements whose scale is to be computed, and the pcs that each was to
 * count: some scale leads to all counts. */
static void put_computed(const struct test_case *c, const struct event *event,
                         FILE *out)
{
    const struct computed *computed = event->computed;
    const uint16_t choices[] = {computed->rounding, computed->unit,
                                computed->scale_two, computed->odd_tail,
                                computed->extent};

    for (unsigned k = 0; k < computed->parts; k++) {
        const struct computed_part *part = &computed->part[k];

        if (part->buffer != event->buffer)
            continue;
        fprintf(out,
                "may some-scale %s at %" PRId64 " size %" PRIu64
                " low 0x%" PRIx64 " pcs",
                c->names[event->buffer], part->at, part->mapping.size,
                part->mapping.offset);
        for (unsigned j = 0; j < computed->counts; j++)
            if (computed->count[j].part == k)
                fprintf(out, " 0x%" PRIx64 " x%" PRIu64, computed->count[j].pc,
                        computed->count[j].count);
        fputs(" by", out);
        for (size_t j = 0; j < sizeof choices / sizeof *choices; j++)
            fprintf(out, " %s=%s",
                    rule_table[choice_table[choices[j]].rule].name,
                    choice_table[choices[j]].name);
        putc('\n', out);
    }
}

static void put_file(const struct event *event, FILE *out)
{
    struct file_contents file;

    memcpy(&file, event->bytes, sizeof file);
    if (file.doubtful)
        fprintf(out, "may ticks-fewer %" PRIu64 "\n", file.doubtful);
    if (file.functions == FILE_UNSEEN)
        fprintf(out, "may functions-at-most %" PRIu64 "\n", file.at_most);
}

/* A profile says where ticks are by counters of any width. */
static void put_profile(const struct event *event, FILE *out)
{
    struct gmon_counts counts;

    memcpy(&counts, event->bytes, sizeof counts);
    fputs("may range-wider\n", out);
    for (uint64_t k = 0; k < counts.outside; k++)
        fprintf(out, "may ticks-outside 0x%" PRIx64 " x%" PRIu64 "\n",
                counts.ignored[k].low, counts.ignored[k].ticks);
    fputs(counts.places ? "may ticks-in-wider-counters\n" : "", out);
    fputs(counts.at_most ? "may row-fewer\n" : "", out);
    fputs(counts.fewer ? "may beside-fewer\n" : "", out);
}

static void put_event(const struct test_case *c, const struct event *event,
                      FILE *out)
{
    if (event->kind == EVENT_ANYTHING) {
        fprintf(out, "%u anything\n", event->op);
        return;
    }
    observed_put_event(event, false, out);
    putc('\n', out);
    if (!event->bytes)
        return;
    if (event->kind == EVENT_FILE && file_has_contents(event->value))
        put_file(event, out);
    if (event->kind == EVENT_PROFILE && file_has_contents(event->value))
        put_profile(event, out);
    if (event->kind != EVENT_BUFFER)
        return;
    if (event->beyond)
        fprintf(out, "may past-end %s\n", c->names[event->buffer]);
    if (event->undetermined && event->computed)
        put_computed(c, event, out);
    else if (event->undetermined)
        fprintf(out, "may any-counts %s\n", c->names[event->buffer]);
}

char *vector_text(const struct test_case *c, const struct event *events,
                  size_t count)
{
    struct memory_stream text;

    memory_stream(&text);
    for (size_t k = 0; k < count; k++)
        put_event(c, &events[k], text.out);
    return memory_stream_end(&text);
}

/* The writer, and what rows are made of. */

enum { CHOICES_MOST = 16 };

struct writer {
    FILE *out;
    bool as_json;
    struct json json; /* to the same file; nothing is put there of a text */
    enum dialect dialect;
};

/* What follows in the object at hand has that before it. */
static void separate(struct writer *w, const char *separator)
{
    w->json.levels[w->json.depth].separator = separator;
}

/* A list in JSON alone. */
static void list(struct writer *w, const char *name, const char *separator)
{
    if (w->as_json)
        json_open(&w->json, name, "[", separator);
}

/* The end of a list or an object in JSON alone. */
static void end(struct writer *w, const char *bracket)
{
    if (w->as_json)
        json_close(&w->json, bracket);
}

/*
 * A line of text in which values stand for names: a string for $name, and a
 * size_t for #name, which JSON has as members of its object; for %name and
 * @name, which only the text has; and !name is a bool that only JSON has.  {
 * begins an object, } is its end.
 */
static void row(struct writer *w, const char *form, ...)
{
    va_list rest;

    va_start(rest, form);
    for (const char *at = form; *at; at++) {
        size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_"), number;
        const char *text;
        char name[32];
        bool flag;

        snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
        switch (*at) {
        case '{':
            if (w->as_json)
                json_open(&w->json, NULL, "{", ", ");
            continue;
        case '}': end(w, "}"); continue;
        case '#':
        case '@':
            number = va_arg(rest, size_t);
            if (!w->as_json)
                fprintf(w->out, "%zu", number);
            else if (*at == '#')
                json_number(&w->json, name, number);
            break;
        case '!':
            flag = va_arg(rest, int);
            if (w->as_json)
                json_flag(&w->json, name, flag);
            break;
        case '$':
        case '%':
            text = va_arg(rest, const char *);
            if (!w->as_json)
                fputs(*text ? text : "-", w->out);
            else if (*at == '$')
                json_put(&w->json, name, text);
            break;
        default:
            if (!w->as_json)
                putc(*at, w->out);
            continue;
        }
        at += length;
    }
    if (!w->as_json)
        putc('\n', w->out);
    va_end(rest);
}

/* The parts of a vector. */

/* A step's text, at most: a list of 1025 regions. */
enum { STEP = 1 << 17 };

static void put_step(struct writer *w, const struct test_case *c, size_t op)
{
    char line[STEP], *says;
    struct memory_stream words;

    memory_stream(&words);
    op_put_sentence(c, op, words.out);
    says = memory_stream_end(&words);
    test_case_print_op(c, op, line, sizeof line);
    if (w->as_json) {
        json_open(&w->json, NULL, "{", ", ");
        json_next(&w->json, NULL);
        op_put_json(c, op, w->out);
    }
    row(w, "step @n $text\nsays @n $says}", op, line, op, says);
    free(says);
}

/* Null where the dialect forbids it. */
static const char *standing_of(enum dialect dialect, enum choice choice)
{
    switch (dialect_permission(dialect, choice)) {
    case DECIDED: return "required";
    case PERMITTED: return "permitted";
    case UNSPECIFIED: return "unspecified";
    default: return NULL;
    }
}

static void put_rule(struct writer *w, unsigned rule)
{
    const struct rule_row *r = &rule_table[rule];

    row(w, "{rule $rule $question", r->name, r->question);
    list(w, "choices", ", ");
    for (unsigned k = r->first; k < r->first + r->count; k++) {
        const char *standing = standing_of(w->dialect, k);

        if (standing)
            row(w, "{choice %rule $choice $standing $clause $text}", r->name,
                choice_table[k].name, standing, dialect_clause(w->dialect, k),
                choice_table[k].text);
    }
    end(w, "]");
    end(w, "}");
}

/* Of one way to an outcome, or of all, the choices in those rules in which the
 * dialect leaves room. */
static void put_choices(struct writer *w, size_t number,
                        const struct vector_outcome *o, bool all)
{
    const struct choice_sets allowed = evaluate_allowed(w->dialect, true);
    const char *names[CHOICES_MOST], *word = all ? "also" : "with";

    if (w->as_json)
        json_open(&w->json, word, "{", ", ");
    else
        fprintf(w->out, "%s %zu", word, number);
    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = all ? o->also[r]
                         : rule_set_has(o->consulted, r)
                             ? choice_bit(o->made[r])
                             : 0;
        size_t count = 0;

        if (!set || !(allowed.of[r] & (allowed.of[r] - 1)))
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (set >> k & 1)
                names[count++] = choice_table[rule_table[r].first + k].name;
        if (!w->as_json) {
            fprintf(w->out, " %s=%s", rule_table[r].name, names[0]);
            for (size_t k = 1; k < count; k++)
                fprintf(w->out, "|%s", names[k]);
        } else if (all) {
            json_next(&w->json, rule_table[r].name);
            json_list(names, count, w->out);
        } else {
            json_put(&w->json, rule_table[r].name, names[0]);
        }
    }
    end(w, "}");
    if (!w->as_json)
        putc('\n', w->out);
}

/* Lines of events, each after its word and its outcome's number; of what is not
 * listed, no number. */
static void put_lines(const char *text, size_t number, FILE *out)
{
    for (; *text; text += strcspn(text, "\n") + 1) {
        bool may = strncmp(text, "may ", 4) == 0;

        fprintf(out, "%s%s", number ? "" : "bound ", may ? "may" : "event");
        if (number)
            fprintf(out, " %zu", number);
        fprintf(out, " %.*s\n", (int)strcspn(text, "\n") - 4 * may,
                text + 4 * may);
    }
}

/* Events as objects of JSON. */

static void json_value(struct json *json, const struct event *event)
{
    const char *word = event_value_word(event->kind, event->value);

    json_put(json, "value", word);
    if (word)
        return;
    json_next(json, "value");
    fprintf(json->out, "%" PRId64, event->value);
}

static void json_call(struct json *json, const struct event *event)
{
    const char *error = event->error == ERROR_UNSEEN
                            ? "unseen"
                            : event_error_word(event->error);

    json_value(json, event);
    json_put(json, "error", error);
    if (!error)
        json_next(json, "error");
    if (!error && event->error == ERROR_NONE)
        fputs("null", json->out);
    else if (!error)
        fprintf(json->out, "%" PRId32, event->error);
    if (event->tick_time != TIME_NOT_ASKED)
        json_put(json, "tvp", event_times[event->tick_time]);
    if (event->fast != TIME_NOT_ASKED)
        json_put(json, "fast", event_times[event->fast]);
}

/* Bytes as counters of a width, each as [value, times]. */
static void json_runs(struct json *json, const struct script *script,
                      const char *name, const unsigned char *bytes,
                      size_t count, unsigned width)
{
    json_open(json, name, "[", ", ");
    for (size_t k = 0, n; k < count; k += n) {
        const unsigned char *at = bytes + k * width;

        for (n = 1; k + n < count && !memcmp(at, at + n * width, width);)
            n++;
        json_next(json, NULL);
        fprintf(json->out, "[%" PRIu32 ", %zu]",
                describe_counter(script, at, width), n);
    }
    json_close(json, "]");
}

static void json_zone(struct json *json, const struct script *script,
                      const char *name, const unsigned char *zone)
{
    for (unsigned k = 0; k < SCRIPT_ZONE; k++)
        if (zone[k] != SCRIPT_CANARY) {
            json_runs(json, script, name, zone, SCRIPT_ZONE, 1);
            return;
        }
}

static void json_buffer(struct json *json, const struct test_case *c,
                        const struct event *event)
{
    unsigned width = test_case_width(c);
    const unsigned char *bytes = event->bytes + SCRIPT_ZONE;
    size_t size = event->size - 2 * SCRIPT_ZONE;

    json_put(json, "buffer", c->names[event->buffer]);
    json_flag(json, "mapped", event->bytes);
    if (!event->bytes)
        return;
    json_number(json, "size", size);
    json_number(json, "width", width);
    if (event->undetermined)
        json_flag(json, "undetermined", true);
    json_runs(json, &c->script, "counters", bytes, size / width, width);
    if (size % width)
        json_runs(json, &c->script, "rest", bytes + size / width * width,
                  size % width, 1);
    json_zone(json, &c->script, "before", event->bytes);
    json_zone(json, &c->script, "after", bytes + size);
}

static void json_place(struct json *json, const struct event *event)
{
    json_open(json, NULL, "{", ", ");
    json_number(json, "step", event->op);
    json_number(json, "process", event->process);
}

static void json_event(struct json *json, const struct test_case *c,
                       const struct event *event)
{
    char *text = vector_text(c, event, 1), *line, *rest;
    unsigned count = 0;

    json_place(json, event);
    json_put(json, "kind",
             event->kind < EVENT_ROWS ? event_rows[event->kind].word
                                      : "anything");
    if (event->kind == EVENT_BUFFER)
        json_buffer(json, c, event);
    else if (event->kind == EVENT_CALL)
        json_call(json, event);
    else if (event->kind < EVENT_CRASH)
        json_value(json, event);
    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest), count++) {
        if (count == 1)
            json_open(json, "may", "[", ", ");
        json_put(json, count ? NULL : "text", line + (count ? 4 : 0));
    }
    if (count > 1)
        json_close(json, "]");
    json_close(json, "}");
    free(text);
}

static void put_outcome(struct writer *w, const struct test_case *c,
                        const struct vector_outcome *o, size_t number)
{
    row(w, "{outcome @number $standing #ways", number,
        o->specified ? "permitted" : "unspecified", o->ways);
    put_choices(w, number, o, false);
    put_choices(w, number, o, true);
    if (!w->as_json) {
        put_lines(o->text, number, w->out);
        return;
    }
    separate(w, ",\n     ");
    list(w, "events", ",\n      ");
    for (size_t k = 0; k < o->outcome.count; k++)
        json_event(&w->json, c, &o->outcome.events[k]);
    end(w, "]");
    end(w, "}");
}

/* Counters from k on that have the same bounds. */
static size_t bound_run(const struct vector_bound *row, size_t k)
{
    size_t n = 1;

    while (k + n < row->counters && row->least[k + n] == row->least[k] &&
           row->most[k + n] == row->most[k])
        n++;
    return n;
}

static void text_bound(const struct test_case *c,
                       const struct vector_bound *row, FILE *out)
{
    const char *where[] = {"", " in-child", " in-grandchild"};

    for (unsigned k = 0; k < row->values && k < VECTOR_EACH; k++) {
        char *text = vector_text(c, row->each[k], 1);

        put_lines(text, 0, out);
        free(text);
    }
    if (row->values > VECTOR_EACH)
        fprintf(out, "bound others %u\n", row->values - VECTOR_EACH);
    if (row->event->kind != EVENT_BUFFER)
        return;
    fprintf(out, "bound %u%s buffer %u of %zu counters", row->event->op,
            where[row->event->process], row->event->buffer, row->counters);
    if (row->unmapped)
        fprintf(out, " unmapped in %u", row->unmapped);
    if (row->damaged)
        fprintf(out, " outside in %u", row->damaged);
    if (row->undetermined)
        fprintf(out, " undetermined in %u", row->undetermined);
    putc('\n', out);
    for (size_t k = 0, n; k < row->counters; k += n) {
        n = bound_run(row, k);
        fprintf(out, "counters %zu x%zu %" PRIu32 " to %" PRIu32 "\n", k, n,
                row->least[k], row->most[k]);
    }
}

static void json_bound(struct json *json, const struct test_case *c,
                       const struct vector_bound *row)
{
    json_place(json, row->event);
    if (row->event->kind == EVENT_BUFFER) {
        json_put(json, "buffer", c->names[row->event->buffer]);
        json_number(json, "unmapped", row->unmapped);
        json_number(json, "outside", row->damaged);
        json_number(json, "undetermined", row->undetermined);
        json_open(json, "counters", "[", ", ");
        for (size_t k = 0, n; k < row->counters; k += n) {
            n = bound_run(row, k);
            json_next(json, NULL);
            fprintf(json->out, "[%" PRIu32 ", %" PRIu32 ", %zu]", row->least[k],
                    row->most[k], n);
        }
    } else {
        json_number(json, "others",
                    row->values > VECTOR_EACH ? row->values - VECTOR_EACH : 0);
        json_open(json, "events", "[", ", ");
        for (unsigned k = 0; k < row->values && k < VECTOR_EACH; k++)
            json_event(json, c, row->each[k]);
    }
    json_close(json, "]");
    json_close(json, "}");
}

static void put_bounds(struct writer *w, const struct vector *v)
{
    struct arena memory = {0};
    size_t count;
    const struct vector_bound *rows = vector_bounds(v, &memory, &count);

    list(w, "bounds", ",\n    ");
    for (size_t k = 0; k < count; k++)
        if (w->as_json)
            json_bound(&w->json, v->c, &rows[k]);
        else
            text_bound(v->c, &rows[k], w->out);
    end(w, "]");
    arena_free(&memory);
}

static void put_outcomes(struct writer *w, const struct vector *v)
{
    bool listed = v->count <= VECTOR_LISTED && !v->more;

    if (w->as_json) {
        json_number(&w->json, "count", v->count);
        separate(w, ", ");
        json_flag(&w->json, "counted", !v->more);
        separate(w, ",\n   ");
    } else {
        fprintf(w->out, "outcomes %s%zu%s\n", v->more ? "at-least " : "",
                v->count, listed ? "" : " unlisted");
    }
    if (!listed)
        put_bounds(w, v);
    list(w, "outcomes", ",\n    ");
    for (size_t k = 0; listed && k < v->count; k++)
        put_outcome(w, v->c, &v->outcomes[k], k + 1);
    end(w, "]");
}

static void put_finds(struct writer *w, const struct vector *v)
{
    if (w->as_json)
        json_flag(&w->json, "all_tried", !v->finds_cut);
    separate(w, ", ");
    list(w, "finds", ",\n    ");
    for (size_t k = 0; k < v->find_count; k++) {
        const struct choice_row *choice = &choice_table[v->finds[k].choice];
        const struct blame blame = {.rule = choice->rule,
                                    .found = choice_bit(v->finds[k].choice)};
        char words[1024] = "";

        sentence_add(w->dialect, &blame, words, sizeof words);
        row(w, "{finds $rule=$choice %when!always $sentence}",
            rule_table[choice->rule].name, choice->name,
            v->finds[k].always ? "always" : "sometimes", v->finds[k].always,
            words);
    }
    end(w, "]");
    end(w, "}");
    if (!w->as_json)
        fputs(v->finds_cut ? "finds-cut\nend\n" : "end\n", w->out);
}

static void put_vector(struct writer *w, const struct vector *v)
{
    const struct script *script = &v->c->script;

    if (!w->as_json)
        putc('\n', w->out);
    row(w, "{vector $id\naddress #address_bits", v->c->id,
        (size_t)script->address_bits);
    separate(w, ",\n   ");
    list(w, "steps", ",\n    ");
    for (size_t k = 0; k < script->count; k++)
        put_step(w, v->c, k);
    end(w, "]");
    list(w, "rules", ",\n    ");
    RULE_SET_EACH (r, v->rules)
        put_rule(w, r);
    end(w, "]");
    put_outcomes(w, v);
    put_finds(w, v);
}

static bool is_cited(enum dialect dialect, const char *id)
{
    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, k), id) == 0)
            return true;
    return false;
}

void vectors_write(const struct vector_set *set, bool as_json, FILE *out)
{
    const struct dialect_row *dialect = &dialect_table[set->dialect];
    struct writer w = {.out = out,
                       .as_json = as_json,
                       .json = {.out = out},
                       .dialect = set->dialect};

    if (as_json) {
        json_open(&w.json, NULL, "{", ",\n ");
        json_next(&w.json, "schema");
        fprintf(out, "\"profilcheck.vectors.%d\"", VECTORS_FORMAT);
    } else {
        fprintf(out, "profilcheck-vectors %d\n", VECTORS_FORMAT);
    }
    row(&w, "version $version", PROFILCHECK_VERSION);
    separate(&w, ", ");
    row(&w,
        "tables $tables\ndialect $dialect\nmanual $manual\nsuite $suite\n"
        "byte-order $byte_order\nvectors @count",
        set->tables, dialect->name, dialect->manual, set->suite,
        observed_big_endian() ? "big" : "little", set->count);
    separate(&w, ",\n ");
    list(&w, "clauses", ",\n  ");
    for (size_t k = 0; k < clause_count; k++)
        if (is_cited(set->dialect, clause_table[k].id))
            row(&w, "{clause $clause $section: $text}", clause_table[k].id,
                clause_table[k].section, clause_table[k].text);
    end(&w, "]");
    list(&w, "vectors", ",\n  ");
    for (size_t k = 0; k < set->count; k++)
        put_vector(&w, &set->vectors[k]);
    end(&w, "]");
    end(&w, "}\n");
}
