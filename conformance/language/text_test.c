/* SPDX-License-Identifier: MIT */
/*
 * Texts and what is read of them, as text: the files of accepted/ and refused/.
 * A row is a text, in which \n and \0NNN are bytes, and what is said of it,
 * indented: the message of one that is refused, or what was read, written
 * again, in which \n is a byte; nothing is indented where that is the same.
 * With the argument "write" the files are written anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/judge/golden_test.h"
#include "observed.h"
#include "ops.h"
#include "reference/outcome.h"
#include "trace.h"

#define LANGUAGE   "conformance/language/"
#define OPERATIONS LANGUAGE "accepted/operations.txt"

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

static void put_indented(char *said, FILE *out)
{
    for (char *line; (line = strsep(&said, "\n"));)
        fprintf(out, "    %s\n", line);
}

static void hold(const char *path, said_fn *say)
{
    struct memory_stream anew;
    FILE *out = memory_stream(&anew);
    struct whole_file file;

    assert_true(whole_file_read(&file, path));
    for (char *rest = file.text, *text; (text = strsep(&rest, "\n")) && rest;) {
        char *bytes = memory_text(text);
        struct memory_stream said;

        if (*text != ' ') {
            say(bytes, unescape(bytes), memory_stream(&said));
            fprintf(out, "%s\n", text);
            if (strcmp(memory_stream_end(&said), text) != 0)
                put_indented(said.text, out);
            free(said.text);
        }
        free(bytes);
    }
    memory_stream_end(&anew);
    free(file.text);
    golden_keep(path, anew.text);
    free(anew.text);
}

TEST(a_case_that_is_refused_has_its_line_named)
{
    hold(LANGUAGE "refused/cases.txt", cases_said);
}

TEST(a_trace_that_is_refused_has_its_line_named)
{
    hold(LANGUAGE "refused/traces.txt", trace_said);
}

TEST(an_observation_that_is_refused_has_its_column_named)
{
    hold(LANGUAGE "refused/observed.txt", observation_said);
}

TEST(a_trace_is_a_case_and_what_was_observed_of_it)
{
    hold(LANGUAGE "accepted/traces.txt", trace_said);
}

TEST(a_log_becomes_a_trace_line_by_line)
{
    hold(LANGUAGE "accepted/logs.txt", log_said);
}

TEST(an_observation_prints_as_it_was_read)
{
    hold(LANGUAGE "accepted/observed.txt", observation_said);
}

/* The cases of accepted/operations.txt, without what is indented there. */
static struct case_list operations(void)
{
    struct case_list list = {0};
    struct case_error error;
    struct memory_stream cases;
    FILE *out = memory_stream(&cases);
    struct whole_file file;

    assert_true(whole_file_read(&file, OPERATIONS));
    for (char *rest = file.text, *line; (line = strsep(&rest, "\n")) && rest;)
        if (*line != ' ')
            fprintf(out, "%s\n", line);
    memory_stream_end(&cases);
    if (!case_list_parse(&list, "t", cases.text, cases.length, &error))
        fail_msg("%s", error.text);
    free(cases.text);
    free(file.text);
    return list;
}

static void put_operation(const struct test_case *c, size_t op, FILE *out)
{
    char text[200];

    test_case_print_op(c, op, text, sizeof text);
    fprintf(out, "%s\n    ", text);
    op_put_json(c, op, out);
    fputs("\n    ", out);
    op_put_sentence(c, op, out);
    putc('\n', out);
}

TEST(an_operation_has_fields_and_a_sentence)
{
    struct case_list list = operations();
    struct memory_stream anew;
    FILE *out = memory_stream(&anew);

    for (size_t c = 0; c < list.count; c++) {
        fprintf(out, "%scase %s\n", c ? "\n" : "", list.cases[c].slug);
        for (size_t op = 0; op < list.cases[c].script.count; op++)
            put_operation(&list.cases[c], op, out);
    }
    golden_keep(OPERATIONS, memory_stream_end(&anew));
    free(anew.text);
    case_list_free(&list);
}

TEST(each_kind_has_a_row_and_each_row_is_shown_there)
{
    struct case_list list = operations();
    bool seen[OP_KINDS] = {false}, called[CALL_KINDS] = {false};

    for (const struct op_row *row = op_rows; row < op_rows + op_row_count;
         row++) {
        bool shown = false;

        seen[row->kind] = true;
        if (row->kind == OP_CALL)
            called[row->call] = true;
        for (size_t c = 0; c < list.count; c++)
            for (size_t op = 0; op < list.cases[c].script.count; op++)
                shown = shown || op_row_at(&list.cases[c], op) == row;
        if (!shown && !(row->needs & NEED_HERE))
            fail_msg("accepted/operations.txt has no case with: %s", row->word);
    }
    for (unsigned k = 0; k < OP_KINDS; k++)
        if (!seen[k])
            fail_msg("ops.def has no row of operation %u of script.h", k);
    for (unsigned k = 0; k < CALL_KINDS; k++)
        if (!called[k])
            fail_msg("ops.def has no row of call %u of script.h", k);
    case_list_free(&list);
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

/* Which events an operation can cause. */
static const struct {
    uint8_t op, event;
    bool may;
} leads[] = {
    {OP_CALL, EVENT_CALL, true},           {OP_CALL, EVENT_SWEEP, false},
    {OP_SWEEP, EVENT_SWEEP, true},         {OP_SLEEP, EVENT_SLEEP, true},
    {OP_BUFFER, EVENT_BUFFER, false},      {OP_END, EVENT_BUFFER, true},
    {OP_END, EVENT_CHILD, true},           {OP_EXEC, EVENT_EXEC, true},
    {OP_EXEC, EVENT_BUFFER, true},         {OP_EXIT, EVENT_FILE, true},
    {OP_EXIT, EVENT_PROFILE, true},        {OP_EXIT, EVENT_BUFFER, true},
    {OP_FILE, EVENT_FILE, true},           {OP_FILE, EVENT_PROFILE, false},
    {OP_RATE, EVENT_RATE, true},           {OP_PROFILE, EVENT_PROFILE, true},
    {OP_OWN_TEXT, EVENT_CALL, true},       {OP_OWN_TEXT, EVENT_HEADER, false},
    {OP_HEADER, EVENT_HEADER, true},       {OP_SAID, EVENT_SAID, true},
    {OP_CALLER_CHECK, EVENT_CALLER, true}, {OP_CALLER_SET, EVENT_CALLER, false},
    {OP_TICKS, EVENT_CRASH, true},         {OP_TICKS, EVENT_CALL, false},
};

TEST(an_event_comes_from_the_operations_that_lead_to_it)
{
    for (size_t k = 0; k < sizeof leads / sizeof *leads; k++) {
        const struct op op = {.kind = leads[k].op};
        const struct script script = {.ops = &op, .count = 1};

        if (op_may_lead_to(&script, 0, leads[k].event) != leads[k].may)
            fail_msg("operation %u, event %u", leads[k].op, leads[k].event);
        assert_true(op_may_lead_to(&script, 1, EVENT_BUFFER));
        assert_false(op_may_lead_to(&script, 1, EVENT_CALL));
    }
}

GOLDEN_TESTS
