/* SPDX-License-Identifier: MIT */
/*
 * The text of traces: any bytes are read or refused with a line; what was read
 * is a case and an observation that each print, and are read again as they
 * were, and that can be of each other.
 */
#include <string.h>

#include "conformance/delivery/observed.h"
#include "conformance/delivery/told.h"
#include "conformance/trace/trace.h"
#include "fuzz.h"
#include "text.h"

static void same_traced_case(const struct test_case *c)
{
    struct case_list again = {0};
    struct case_error error = {""};
    char *text = test_case_text(c);

    if (!text)
        fuzz_broken("out of memory");
    if (c->script.count > 0 &&
        (!case_list_parse(&again, "again", text, strlen(text), &error) ||
         again.count != 1))
        text_finding(error.text, text, strlen(text));
    free(text);
    case_list_free(&again);
}

static void same_observation(const struct test_case *c,
                             const struct observation *o)
{
    struct observation again;
    struct observed_error error = {""};
    char *text = observed_text(o);
    const char *wrong = told_wrong(c, o);

    if (!text)
        fuzz_broken("out of memory");
    if (wrong)
        text_finding(wrong, text, strlen(text));
    if (!observed_parse(text, strlen(text), &again, &error))
        text_finding(error.text, text, strlen(text));
    if (outcome_difference(&o->outcome, &again.outcome) >= 0)
        text_finding("another outcome when read again", text, strlen(text));
    free(text);
    observation_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct case_error error = {""};
    struct trace trace;

    if (!trace_read(&trace, "log", (const char *)data, size, &error) &&
        strncmp(error.text, "log:", 4) != 0)
        text_finding("refused without a line", (const char *)data, size);
    for (size_t k = 0; k < trace.count; k++) {
        const struct traced *traced = &trace.cases[k];

        same_traced_case(&trace.list.cases[k]);
        same_observation(&trace.list.cases[k], &traced->observation);
        for (size_t i = 0; i < traced->observation.outcome.count; i++)
            if (traced->lines[i] < traced->line ||
                traced->lines[i] > traced->end)
                text_finding("an event has a line of another case",
                             (const char *)data, size);
    }
    trace_free(&trace);
    return 0;
}
