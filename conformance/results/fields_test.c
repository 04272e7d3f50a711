/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/judge/golden_test.h"

static struct arena arena;

static const struct json_value *schema_of(const char *name)
{
    const struct json_value *schema;
    struct whole_file file;
    const char *why;
    int line;

    if (!json_value_can_be_read)
        skip();
    assert_true(whole_file_read(&file, name));
    schema =
        json_value_parse(&arena, file.text, file.length, true, &why, &line);
    free(file.text);
    if (!schema)
        fail_msg("%s:%d: %s", name, line, why);
    return schema;
}

static bool lists(const struct json_value *list, const char *word)
{
    for (size_t k = 0; list && k < list->count; k++)
        if (list->items[k].text && strcmp(list->items[k].text, word) == 0)
            return true;
    return false;
}

/* Of a property: its words, here or where it refers to. */
static const struct json_value *words_of(const struct json_value *schema,
                                         const struct json_value *property)
{
    const char *ref = json_value_text(property, "$ref");

    if (ref)
        property = json_value_of(json_value_of(schema, "definitions"),
                                 strrchr(ref, '/') + 1);
    return json_value_of(property, "enum");
}

static void check_words(const struct json_value *schema,
                        const struct json_value *property,
                        const struct results_field_note *field)
{
    const struct json_value *words = words_of(schema, property);
    size_t count = 0;

    for (; field->words && field->words[count]; count++)
        if (!lists(words, field->words[count]))
            fail_msg("%s: the schema has no %s", field->key,
                     field->words[count]);
    if (field->words)
        assert_int_equal(words ? words->count : 0, count);
}

/* Each field of the table in those forms is a property of the object, needed
 * where it must be there; and it has no more than these. */
static void check(const struct json_value *schema,
                  const struct json_value *object, enum results_line line,
                  unsigned forms, size_t besides)
{
    const struct json_value *properties = json_value_of(object, "properties");
    struct results_field_note field;
    size_t found = 0;

    for (size_t k = 0; results_field_note(k, &field); k++) {
        const struct json_value *property =
            json_value_of(properties, field.key);

        if (field.line != line || !(field.forms & forms))
            continue;
        found++;
        if (!property)
            fail_msg("%s: the schema has no %s", results_line_names[line],
                     field.key);
        if (!(field.forms & (RESULTS_SHARD | RESULTS_ORIGIN)) &&
            lists(json_value_of(object, "required"), field.key) != field.must)
            fail_msg("%s: %s: it %s be there", results_line_names[line],
                     field.key, field.must ? "must" : "need not");
        check_words(schema, property, &field);
    }
    if (properties->count != found + besides)
        fail_msg("%s: the schema has %zu properties, the table %zu",
                 results_line_names[line], properties->count, found);
}

TEST(the_schema_of_lines_has_the_fields_of_the_table)
{
    /* "line", with the header's "format", the footer's "sha256", the "sum" of a
     * plan and of an observation, and whose that is. */
    static const size_t besides[RESULTS_LINES_KINDS] = {
        [LINE_HEADER] = 2, [LINE_CASE] = 1,        [LINE_RULE] = 1,
        [LINE_CAUSE] = 1,  [LINE_FOOTER] = 2,      [LINE_COMMAND] = 1,
        [LINE_PLAN] = 2,   [LINE_OBSERVATION] = 4, [LINE_HISTOGRAM] = 0};
    const struct json_value *schema = schema_of("reports/results.schema.json");
    const struct json_value *definitions = json_value_of(schema, "definitions");

    for (int k = 0; k < RESULTS_LINES_KINDS; k++)
        check(schema, json_value_of(definitions, results_line_names[k]),
              (enum results_line)k, RESULTS_LINE | RESULTS_SHARD, besides[k]);
    arena_free(&arena);
}

TEST(the_schema_of_reports_has_the_fields_of_the_table)
{
    const struct json_value *schema = schema_of("reports/schema.json");
    const struct json_value *definitions = json_value_of(schema, "definitions");
    const struct json_value *run = json_value_of(definitions, "run");

    check(schema, json_value_of(definitions, "case"), LINE_CASE,
          RESULTS_ROW | RESULTS_ROW_TEXT, 0);
    check(schema, json_value_of(definitions, "cause"), LINE_CAUSE, RESULTS_ROW,
          0);
    /* schema, role, verdict, environment, causes, cases, behaviour, summary and
     * few. */
    check(schema, run, LINE_HEADER, RESULTS_HEAD | RESULTS_ORIGIN, 9);
    arena_free(&arena);
}

/* ": KIND OBJECT", and whether that is read; what is indented is written
 * anew. */
static void read_row(void *context, const char *line, FILE *out)
{
    union {
        struct result c;
        struct wrong_buffer h;
        struct cause cause;
        struct results_left left;
    } object;
    const char *text = strchr(line + 2, ' '), *problem;
    const struct json_value *value;
    unsigned kind = 0;
    int unused;

    (void)context;
    if (*line == ' ')
        return;
    memset(&object, 0, sizeof object);
    while (strncmp(line + 2, results_line_names[kind],
                   strlen(results_line_names[kind])) != 0)
        assert_true(++kind < RESULTS_LINES_KINDS);
    value =
        json_value_parse(&arena, text, strlen(text), true, &problem, &unused);
    assert_non_null(value);
    problem = results_read(value, (enum results_line)kind, RESULTS_LINE, false,
                           &arena, &object);
    fprintf(out, "%s\n    %s\n", line, problem ? problem : "is read");
}

TEST(what_is_read_has_its_type_and_its_place)
{
    if (!json_value_can_be_read)
        skip();
    golden_hold("conformance/results/fields.txt", NULL, read_row, NULL);
    arena_free(&arena);
}

GOLDEN_TESTS
