/* SPDX-License-Identifier: MIT */
/* Results for the tests of the formats, made in a few words. */
#ifndef REPORTS_REPORT_TEST_H
#define REPORTS_REPORT_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "reports.h"

/* What each format may take for something else. */
#define HOSTILE                                                                \
    "]]></pre><script>alert('x')</script><b>&|`@me # \\ \x1b\n\xff\xef\xbf"    \
    "\xbf\xe2\x80\xae\"[l](u) www.x http://x $y$"

enum { MADE_RUNS = 16, MADE_CASES = 16, MADE_CAUSES = 4 };

static struct results made[MADE_RUNS];
static size_t made_count;
static struct result made_cases[MADE_RUNS][MADE_CASES];
static struct cause made_causes[MADE_RUNS][MADE_CAUSES];
static size_t made_indices[MADE_RUNS][MADE_CAUSES][MADE_CASES];
static struct arena made_words; /* until the test ends */

static inline struct results *make_run(const char *implementation,
                                       const char *dialect)
{
    struct results *run = &made[made_count];

    *run = (struct results){.implementation = implementation,
                            .dialect = dialect,
                            .backend = "signal",
                            .version = "1",
                            .cases = made_cases[made_count],
                            .causes = made_causes[made_count]};
    made_count++;
    return run;
}

static inline struct result *make_case(struct results *run, const char *id,
                                       unsigned verdict, const char *detail)
{
    struct result *c = &run->cases[run->case_count++];

    *c = (struct result){
        .id = id, .verdict = (uint8_t)verdict, .detail = (char *)detail};
    run->summary[verdict]++;
    return c;
}

/* What is before "="; null: there is none. */
static inline char *rule_of_id(const char *id)
{
    char *rule = arena_text(&made_words, id);
    char *end = strchr(rule, '=');

    if (end)
        *end = '\0';
    return end ? rule : NULL;
}

/* Of so many cases from the first-th on, the last the shortest; id "RULE=...",
 * or what no rule is to blame for. */
static inline struct cause *make_cause(struct results *run, const char *id,
                                       const char *clause, const char *sentence,
                                       size_t first, size_t count)
{
    size_t(*indices)[MADE_CASES] = made_indices[run - made];
    struct cause *cause = &run->causes[run->cause_count];

    *cause = (struct cause){.id = (char *)id,
                            .rule = rule_of_id(id),
                            .clause = clause,
                            .sentence = (char *)sentence,
                            .cases = indices[run->cause_count],
                            .case_count = count,
                            .shortest = first + count - 1};
    for (size_t k = 0; k < count; k++) {
        struct result *c = &run->cases[first + k];

        cause->cases[k] = first + k;
        c->causes = arena_grow(&made_words, c->causes, c->cause_count,
                               sizeof *c->causes);
        c->causes[c->cause_count++] = run->cause_count;
    }
    run->cause_count++;
    return cause;
}

/* What a function writes. */
#define WRITTEN(call, text)                                                    \
    struct memory_stream text##_stream;                                        \
    FILE *out = memory_stream(&text##_stream);                                 \
    call;                                                                      \
    char *text = memory_stream_end(&text##_stream)

static inline char *written(const struct report_format *format)
{
    WRITTEN(report_write(format, made, made_count, out), text);

    assert_int_equal(strlen(text), text_stream.length);
    return text;
}

static inline void assert_within(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("\"%s\" not in \"%.3000s\"", words, text);
}

/* How often it has these words. */
static inline size_t occurrences(const char *text, const char *words)
{
    size_t count = 0;

    for (; (text = strstr(text, words)); text += strlen(words))
        count++;
    return count;
}

#endif
