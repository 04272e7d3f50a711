/* SPDX-License-Identifier: MIT */
/*
 * Texts and what is read of them, as text: the files of accepted/ and refused/.
 * A row is a text, in which \n and \0NNN are bytes, and what is said of it,
 * indented: the message of one that is refused, or what was read, written
 * again, in which \n is a byte; nothing is indented where that is the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "observed.h"
#include "ops.h"
#include "reference/unit_test.h"
#include "trace.h"

/* Writes what is read of a text, or why it is refused. */
typedef void said_fn(const char *text, size_t length, FILE *out);

static void cases_said(const char *text, size_t length, FILE *out)
{
    struct case_list list = {0};
    struct case_error error = {""};

    if (!case_list_parse(&list, "t", text, length, &error))
        fputs(error.text + 2, out);
    case_list_free(&list);
}

static void trace_said(const char *text, size_t length, FILE *out)
{
    struct case_error error = {""};
    struct trace trace;

    if (!trace_read(&trace, "t", text, length, &error))
        fputs(error.text + 2, out);
    else
        for (size_t k = 0; k < trace.count; k++) {
            char *seen = observed_text(&trace.cases[k].observation);
            char *text_of = test_case_text(&trace.list.cases[k]);

            for (const char *at = text_of; *at; at++)
                fprintf(out, *at == '\n' ? "\\n" : "%c", *at);
            fprintf(out, "\n%s", seen);
            free(text_of);
            free(seen);
        }
    trace_free(&trace);
}

static void log_said(const char *text, size_t length, FILE *out)
{
    struct trace_log made = trace_log_convert(text, length);

    for (size_t k = 0; k < made.length; k++)
        fprintf(out, made.text[k] == '\n' ? "\\n" : "%c", made.text[k]);
    free(made.text);
}

static void observation_said(const char *text, size_t length, FILE *out)
{
    struct observation observation;
    struct observed_error error;
    char *again;

    if (!observed_parse(text, length, &observation, &error)) {
        assert_null(observation.arena);
        assert_null(observation.outcome.events);
        fputs(error.text, out);
        return;
    }
    again = observed_text(&observation);
    fputs(again, out);
    free(again);
    observation_free(&observation);
}

/* Its escapes become the bytes that they mean. */
static size_t unescape(char *text)
{
    char *to = text;

    for (const char *from = text; *from; to++)
        if (from[0] == '\\' && (from[1] == 'n' || from[1] == 'r')) {
            *to = from[1] == 'n' ? '\n' : '\r';
            from += 2;
        } else if (from[0] == '\\' && from[1] == '0') {
            char digits[] = {from[2], from[3], from[4], '\0'};

            *to = (char)strtol(digits, NULL, 8);
            from += 5;
        } else {
            *to = *from++;
        }
    *to = '\0';
    return (size_t)(to - text);
}

static char *line_from(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');

    assert_non_null(end);
    *end = '\0';
    *rest = end + 1;
    return line;
}

static bool is_indented(const char *line)
{
    return strncmp(line, "    ", 4) == 0;
}

/* A row, and the indented lines after it as one text. */
static char *row_from(char **rest, char *expected, size_t size)
{
    char *text = is_indented(*rest) ? "" : line_from(rest);

    *expected = '\0';
    while (is_indented(*rest))
        snprintf(expected + strlen(expected), size - strlen(expected), "%s%s",
                 *expected ? "\n" : "", line_from(rest) + 4);
    return text;
}

static void check_rows(const char *name, said_fn *say, unsigned least)
{
    char path[80], expected[4096];
    struct whole_file file;
    unsigned rows = 0;

    snprintf(path, sizeof path, "conformance/language/%s", name);
    assert_true(whole_file_read(&file, path));
    for (char *rest = file.text; *rest; rows++) {
        char *text = row_from(&rest, expected, sizeof expected);
        char *bytes = memory_text(text);
        struct memory_stream said;

        say(bytes, unescape(bytes), memory_stream(&said));
        memory_stream_end(&said);
        if (strcmp(said.text, *expected ? expected : text) != 0)
            fail_msg("%s: %s\nsaid: %s\nnot:  %s", path, text,
                     *said.text ? said.text : "nothing: accepted",
                     *expected ? expected : "the same");
        free(said.text);
        free(bytes);
    }
    assert_true(rows >= least);
    free(file.text);
}

TEST(a_case_that_is_refused_has_its_line_named)
{
    check_rows("refused/cases.txt", cases_said, 150);
}

TEST(a_trace_that_is_refused_has_its_line_named)
{
    check_rows("refused/traces.txt", trace_said, 25);
}

TEST(an_observation_that_is_refused_has_its_column_named)
{
    check_rows("refused/observed.txt", observation_said, 50);
}

TEST(a_trace_is_a_case_and_what_was_observed_of_it)
{
    check_rows("accepted/traces.txt", trace_said, 13);
}

TEST(a_log_becomes_a_trace_line_by_line)
{
    check_rows("accepted/logs.txt", log_said, 12);
}

TEST(an_observation_prints_as_it_was_read)
{
    check_rows("accepted/observed.txt", observation_said, 9);
}

/* The cases of accepted/operations.txt, and their operations' lines one after
 * the other: each as JSON and as a sentence. */
struct operations {
    struct whole_file file;
    struct case_list list;
    char *lines[200];
    size_t count;
};

static struct operations read_operations(void)
{
    struct operations o = {0};
    struct memory_stream cases;
    struct case_error error;
    FILE *out = memory_stream(&cases);

    assert_true(whole_file_read(
        &o.file, "conformance/language/accepted/operations.txt"));
    for (char *rest = o.file.text; *rest;) {
        char *line = line_from(&rest);

        if (is_indented(line))
            o.lines[o.count++] = line + 4;
        else
            fprintf(out, "%s\n", line);
    }
    memory_stream_end(&cases);
    if (!case_list_parse(&o.list, "t", cases.text, cases.length, &error))
        fail_msg("%s", error.text);
    free(cases.text);
    return o;
}

static void operations_free(struct operations *o)
{
    case_list_free(&o->list);
    free(o->file.text);
}

static void
assert_written(void (*put)(const struct test_case *c, size_t op, FILE *out),
               const struct test_case *c, size_t op, const char *expected)
{
    struct memory_stream text;

    put(c, op, memory_stream(&text));
    assert_string_equal(memory_stream_end(&text), expected);
    free(text.text);
}

TEST(an_operation_has_fields_and_a_sentence)
{
    struct operations o = read_operations();
    size_t k = 0;

    for (size_t c = 0; c < o.list.count; c++)
        for (size_t op = 0; op < o.list.cases[c].script.count; op++, k += 2) {
            assert_in_range(k, 0, o.count - 2);
            assert_written(op_put_json, &o.list.cases[c], op, o.lines[k]);
            assert_written(op_put_sentence, &o.list.cases[c], op,
                           o.lines[k + 1]);
        }
    assert_int_equal(k, o.count);
    operations_free(&o);
}

TEST(each_kind_has_a_row_and_each_row_is_shown_there)
{
    struct operations o = read_operations();
    bool seen[OP_KINDS] = {false}, called[CALL_KINDS] = {false};

    for (const struct op_row *row = op_rows; row < op_rows + op_row_count;
         row++) {
        bool shown = false;

        seen[row->kind] = true;
        if (row->kind == OP_CALL)
            called[row->call] = true;
        for (size_t c = 0; c < o.list.count; c++)
            for (size_t op = 0; op < o.list.cases[c].script.count; op++)
                shown = shown || op_row_at(&o.list.cases[c], op) == row;
        if (!shown && !(row->needs & NEED_HERE))
            fail_msg("accepted/operations.txt has no case with: %s", row->word);
    }
    for (unsigned k = 0; k < OP_KINDS; k++)
        if (!seen[k])
            fail_msg("ops.def has no row of operation %u of script.h", k);
    for (unsigned k = 0; k < CALL_KINDS; k++)
        if (!called[k])
            fail_msg("ops.def has no row of call %u of script.h", k);
    operations_free(&o);
}

TEST(a_page_names_each_operation)
{
    struct whole_file page;

    assert_true(whole_file_read(&page, "conformance/CASES.md"));
    for (size_t k = 0; k < op_row_count; k++) {
        char line[40];

        snprintf(line, sizeof line, "\n    %s", op_rows[k].word);
        if (!strstr(page.text, line))
            fail_msg("CASES.md does not say what %s is", op_rows[k].word);
    }
    free(page.text);
}

TESTS(NULL, NULL)
