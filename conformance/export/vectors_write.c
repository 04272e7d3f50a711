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

enum { LISTS = 4, CHOICES_MOST = 16 };

struct writer {
    FILE *out;
    bool json;
    enum dialect dialect;
    struct {
        const char *between; /* what an item begins with, after a comma */
        bool begun;
    } lists[LISTS]; /* of JSON, those that are open */
    unsigned depth;
};

/* Text in one form alone. */
static void json(struct writer *w, const char *text)
{
    if (w->json)
        fputs(text, w->out);
}

static void list(struct writer *w, const char *name, const char *between)
{
    if (w->json)
        fprintf(w->out, "\"%s\": [", name);
    w->lists[w->depth].between = between;
    w->lists[w->depth++].begun = false;
}

static void list_end(struct writer *w, const char *after)
{
    w->depth--;
    json(w, "]");
    json(w, after);
}

static void item(struct writer *w)
{
    bool *begun = &w->lists[w->depth - 1].begun;
    const char *between = w->lists[w->depth - 1].between;

    json(w, *begun ? "," : "");
    json(w, *begun || *between == '\n' ? between : "");
    json(w, "{");
    *begun = true;
}

/*
 * A line of text in which values stand for names: a string for $name, and a
 * size_t for #name, which JSON has as members of its object; for %name and
 * @name, which only the text has; and !name is a bool that only JSON has.  {
 * begins an item of a list, } is its end.
 */
static void row(struct writer *w, const char *form, ...)
{
    const char *between = "";
    va_list rest;

    va_start(rest, form);
    for (const char *at = form; *at; at++) {
        size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
        const char *text = NULL;
        char name[32], number[24];

        snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
        switch (*at) {
        case '{': item(w); continue;
        case '}': json(w, "}"); continue;
        case '#':
        case '@':
            snprintf(number, sizeof number, "%zu", va_arg(rest, size_t));
            text = number;
            break;
        case '!': text = va_arg(rest, int) ? "true" : "false"; break;
        case '$':
        case '%': text = va_arg(rest, const char *); break;
        default:
            if (!w->json)
                putc(*at, w->out);
            continue;
        }
        if (!w->json) {
            fputs(*at == '!' ? "" : *text ? text : "-", w->out);
        } else if (strchr("$#!", *at)) {
            fprintf(w->out, "%s\"%s\": ", between, name);
            if (*at == '$')
                json_text(text, w->out);
            else
                fputs(text, w->out);
            between = ", ";
        }
        at += length;
    }
    if (!w->json)
        putc('\n', w->out);
    va_end(rest);
}

/* The parts of a vector. */

/* A step's text, at most: a list of 80 regions. */
enum { STEP = 1 << 14 };

static void put_step(struct writer *w, const struct test_case *c, size_t op)
{
    char line[STEP], *says;
    struct memory_stream words;

    memory_stream(&words);
    op_put_sentence(c, op, words.out);
    says = memory_stream_end(&words);
    test_case_print_op(c, op, line, sizeof line);
    item(w);
    if (w->json)
        op_put_json(c, op, w->out);
    json(w, ", ");
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
    json(w, ", ");
    list(w, "choices", " ");
    for (unsigned k = r->first; k < r->first + r->count; k++) {
        const char *standing = standing_of(w->dialect, (enum choice)k);

        if (!standing)
            continue;
        row(w, "{choice %rule $choice $standing $clause $text}", r->name,
            choice_table[k].name, standing,
            dialect_clause(w->dialect, (enum choice)k), choice_table[k].text);
    }
    list_end(w, "}");
}

/* Of one way to an outcome, or of all, the choices in those rules in which the
 * dialect leaves room. */
static void put_choices(struct writer *w, size_t number,
                        const struct vector_outcome *o, bool all)
{
    const struct choice_sets allowed = evaluate_allowed(w->dialect, true);
    const char *names[CHOICES_MOST], *before = "";

    fputs(w->json ? ", \"" : "", w->out);
    fputs(all ? "also" : "with", w->out);
    if (w->json)
        fputs("\": {", w->out);
    else
        fprintf(w->out, " %zu", number);
    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = all ? o->also[r]
                         : rule_set_has(o->consulted, r)
                             ? choice_bit((enum choice)o->made[r])
                             : 0;
        size_t count = 0;

        if (!set || !(allowed.of[r] & (allowed.of[r] - 1)))
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (set >> k & 1)
                names[count++] = choice_table[rule_table[r].first + k].name;
        if (w->json) {
            fprintf(w->out, "%s\"%s\": ", before, rule_table[r].name);
            if (all)
                json_list(names, count, w->out);
            else
                json_text(names[0], w->out);
        } else {
            fprintf(w->out, " %s=%s", rule_table[r].name, names[0]);
            for (size_t k = 1; k < count; k++)
                fprintf(w->out, "|%s", names[k]);
        }
        before = ", ";
    }
    fputs(w->json ? "}" : "\n", w->out);
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

static void json_value(const struct event *event, FILE *out)
{
    const char *word = event_value_word(event->kind, event->value);

    fputs(", \"value\": ", out);
    if (word)
        json_text(word, out);
    else
        fprintf(out, "%" PRId64, event->value);
}

static void json_call(const struct event *event, FILE *out)
{
    const char *error = event->error == ERROR_UNSEEN
                            ? "unseen"
                            : event_error_word(event->error);

    json_value(event, out);
    fputs(", \"error\": ", out);
    if (error)
        json_text(error, out);
    else if (event->error == ERROR_NONE)
        fputs("null", out);
    else
        fprintf(out, "%" PRId32, event->error);
    if (event->tick_time != TIME_NOT_ASKED)
        fprintf(out, ", \"tvp\": \"%s\"", event_times[event->tick_time]);
    if (event->fast != TIME_NOT_ASKED)
        fprintf(out, ", \"fast\": \"%s\"", event_times[event->fast]);
}

/* Bytes as counters of a width, each as [value, times]. */
static void json_runs(const struct script *script, const char *name,
                      const unsigned char *bytes, size_t count, unsigned width,
                      FILE *out)
{
    fprintf(out, ", \"%s\": [", name);
    for (size_t k = 0, n; k < count; k += n) {
        const unsigned char *at = bytes + k * width;

        for (n = 1; k + n < count && !memcmp(at, at + n * width, width);)
            n++;
        fprintf(out, "%s[%" PRIu32 ", %zu]", k ? ", " : "",
                describe_counter(script, at, width), n);
    }
    fputs("]", out);
}

static void json_zone(const struct script *script, const char *name,
                      const unsigned char *zone, FILE *out)
{
    for (unsigned k = 0; k < SCRIPT_ZONE; k++)
        if (zone[k] != SCRIPT_CANARY) {
            json_runs(script, name, zone, SCRIPT_ZONE, 1, out);
            return;
        }
}

static void json_buffer(const struct test_case *c, const struct event *event,
                        FILE *out)
{
    unsigned width = test_case_width(c);
    const unsigned char *bytes = event->bytes + SCRIPT_ZONE;
    size_t size = event->size - 2 * SCRIPT_ZONE;

    fputs(", ", out);
    json_member("buffer", c->names[event->buffer], out);
    if (!event->bytes) {
        fputs(", \"mapped\": false", out);
        return;
    }
    fprintf(out, ", \"mapped\": true, \"size\": %zu, \"width\": %u", size,
            width);
    if (event->undetermined)
        fputs(", \"undetermined\": true", out);
    json_runs(&c->script, "counters", bytes, size / width, width, out);
    if (size % width)
        json_runs(&c->script, "rest", bytes + size / width * width,
                  size % width, 1, out);
    json_zone(&c->script, "before", event->bytes, out);
    json_zone(&c->script, "after", bytes + size, out);
}

static void json_place(struct writer *w, const struct event *event)
{
    item(w);
    fprintf(w->out, "\"step\": %u, \"process\": %u, ", event->op,
            event->process);
}

static void json_event(struct writer *w, const struct test_case *c,
                       const struct event *event)
{
    char *text = vector_text(c, event, 1), *line, *rest;
    unsigned count = 0;

    json_place(w, event);
    json_member("kind",
                event->kind < EVENT_ROWS ? event_rows[event->kind].word
                                         : "anything",
                w->out);
    if (event->kind == EVENT_BUFFER)
        json_buffer(c, event, w->out);
    else if (event->kind == EVENT_CALL)
        json_call(event, w->out);
    else if (event->kind < EVENT_CRASH)
        json_value(event, w->out);
    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest), count++) {
        fputs(count == 0   ? ", \"text\": "
              : count == 1 ? ", \"may\": ["
                           : ", ",
              w->out);
        json_text(line + (count ? 4 : 0), w->out);
    }
    fputs(count > 1 ? "]}" : "}", w->out);
    free(text);
}

static void put_outcome(struct writer *w, const struct test_case *c,
                        const struct vector_outcome *o, size_t number)
{
    row(w, "{outcome @number $standing #ways", number,
        o->specified ? "permitted" : "unspecified", o->ways);
    put_choices(w, number, o, false);
    put_choices(w, number, o, true);
    if (!w->json) {
        put_lines(o->text, number, w->out);
        return;
    }
    fputs(",\n     ", w->out);
    list(w, "events", "\n      ");
    for (size_t k = 0; k < o->outcome.count; k++)
        json_event(w, c, &o->outcome.events[k]);
    list_end(w, "}");
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

static void json_bound(struct writer *w, const struct test_case *c,
                       const struct vector_bound *row)
{
    json_place(w, row->event);
    if (row->event->kind == EVENT_BUFFER) {
        json_member("buffer", c->names[row->event->buffer], w->out);
        fprintf(w->out,
                ", \"unmapped\": %u, \"outside\": %u, \"undetermined\": %u, "
                "\"counters\": [",
                row->unmapped, row->damaged, row->undetermined);
        for (size_t k = 0, n; k < row->counters; k += n) {
            n = bound_run(row, k);
            fprintf(w->out, "%s[%" PRIu32 ", %" PRIu32 ", %zu]", k ? ", " : "",
                    row->least[k], row->most[k], n);
        }
        fputs("]}", w->out);
        return;
    }
    fprintf(w->out, "\"others\": %u, ",
            row->values > VECTOR_EACH ? row->values - VECTOR_EACH : 0);
    list(w, "events", " ");
    for (unsigned k = 0; k < row->values && k < VECTOR_EACH; k++)
        json_event(w, c, row->each[k]);
    list_end(w, "}");
}

static void put_bounds(struct writer *w, const struct vector *v)
{
    struct arena memory = {0};
    size_t count;
    const struct vector_bound *rows = vector_bounds(v, &memory, &count);

    json(w, "   ");
    list(w, "bounds", "\n    ");
    for (size_t k = 0; k < count; k++)
        if (w->json)
            json_bound(w, v->c, &rows[k]);
        else
            text_bound(v->c, &rows[k], w->out);
    list_end(w, ",\n");
    arena_free(&memory);
}

static void put_outcomes(struct writer *w, const struct vector *v)
{
    bool listed = v->count <= VECTOR_LISTED && !v->more;

    if (w->json)
        fprintf(w->out, "   \"count\": %zu, \"counted\": %s,\n", v->count,
                v->more ? "false" : "true");
    else
        fprintf(w->out, "outcomes %s%zu%s\n", v->more ? "at-least " : "",
                v->count, listed ? "" : " unlisted");
    if (!listed)
        put_bounds(w, v);
    json(w, "   ");
    list(w, "outcomes", "\n    ");
    for (size_t k = 0; listed && k < v->count; k++)
        put_outcome(w, v->c, &v->outcomes[k], k + 1);
    list_end(w, ",\n");
}

static void put_finds(struct writer *w, const struct vector *v)
{
    if (w->json)
        fprintf(w->out, "   \"all_tried\": %s, ",
                v->finds_cut ? "false" : "true");
    list(w, "finds", "\n    ");
    for (size_t k = 0; k < v->find_count; k++) {
        const struct choice_row *choice = &choice_table[v->finds[k].choice];
        const struct blame blame = {
            .rule = choice->rule,
            .found = choice_bit((enum choice)v->finds[k].choice)};
        char words[1024] = "";

        sentence_add(w->dialect, &blame, words, sizeof words);
        row(w, "{finds $rule=$choice %when!always $sentence}",
            rule_table[choice->rule].name, choice->name,
            v->finds[k].always ? "always" : "sometimes", v->finds[k].always,
            words);
    }
    list_end(w, "}");
    if (!w->json)
        fputs(v->finds_cut ? "finds-cut\nend\n" : "end\n", w->out);
}

static void put_vector(struct writer *w, const struct vector *v)
{
    const struct script *script = &v->c->script;

    if (!w->json)
        putc('\n', w->out);
    row(w, "{vector $id\naddress #address_bits", v->c->id,
        (size_t)script->address_bits);
    json(w, ",\n   ");
    list(w, "steps", "\n    ");
    for (size_t k = 0; k < script->count; k++)
        put_step(w, v->c, k);
    list_end(w, ",\n   ");
    list(w, "rules", "\n    ");
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(v->rules, r))
            put_rule(w, r);
    list_end(w, ",\n");
    put_outcomes(w, v);
    put_finds(w, v);
}

static bool is_cited(enum dialect dialect, const char *id)
{
    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, (enum choice)k), id) == 0)
            return true;
    return false;
}

void vectors_write(const struct vector_set *set, bool as_json, FILE *out)
{
    const struct dialect_row *dialect = &dialect_table[set->dialect];
    struct writer w = {.out = out, .json = as_json, .dialect = set->dialect};

    if (as_json)
        fprintf(out, "{\"schema\": \"profilcheck.vectors.%d\",\n ",
                VECTORS_FORMAT);
    else
        fprintf(out, "profilcheck-vectors %d\n", VECTORS_FORMAT);
    row(&w,
        "version $version\ntables $tables\ndialect $dialect\n"
        "manual $manual\nsuite $suite\nbyte-order $byte_order\n"
        "vectors @count",
        PROFILCHECK_VERSION, set->tables, dialect->name, dialect->manual,
        set->suite, observed_big_endian() ? "big" : "little", set->count);
    json(&w, ",\n ");
    list(&w, "clauses", "\n  ");
    for (size_t k = 0; k < clause_count; k++)
        if (is_cited(set->dialect, clause_table[k].id)) {
            row(&w, "{clause $clause $section: $text}", clause_table[k].id,
                clause_table[k].section, clause_table[k].text);
        }
    list_end(&w, ",\n ");
    list(&w, "vectors", "\n  ");
    for (size_t k = 0; k < set->count; k++)
        put_vector(&w, &set->vectors[k]);
    list_end(&w, "}\n");
}
