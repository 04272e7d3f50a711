/* SPDX-License-Identifier: MIT */
/*
 * The text of traces: any bytes are read, or refused with a line number; the
 * case and the observation that were read are the same when they are printed
 * and read again, and the observation can be one of that case.
 */

#include "conformance/language/trace.h"
#include "conformance/observe/record.h"
#include "fuzz.h"

static void same_case(const struct test_case *c)
{
    struct case_list again = {0};
    struct case_error error = {""};
    char *text = memory_got(test_case_text(c));

    fuzz_must(c->script.count == 0 || (case_list_parse(&again, "again", text,
                                                       strlen(text), &error) &&
                                       again.count == 1),
              error.text, text);
    free(text);
    case_list_free(&again);
}

static void check_traced(const struct test_case *c, const struct traced *traced)
{
    const struct observation *o = &traced->observation;
    const char *wrong = record_wrong(c, o);

    same_case(c);
    fuzz_must(!wrong, wrong, c->id);
    again_observation(o);
    for (size_t k = 0; k < o->outcome.count; k++)
        fuzz_must(traced->lines[k] >= traced->line &&
                      traced->lines[k] <= traced->end,
                  "an event has a line of another case", c->id);
}

bool fuzz_rows(const char *text, size_t size, bool check)
{
    struct case_error error = {""};
    struct trace trace;
    bool good = trace_read(&trace, "log", text, size, &error);

    text_must(!check || good || strncmp(error.text, "log:", 4) == 0,
              "refused without a line", text, size);
    for (size_t k = 0; check && k < trace.count; k++)
        check_traced(&trace.list.cases[k], &trace.cases[k]);
    trace_free(&trace);
    return good;
}
