/* SPDX-License-Identifier: MIT */
/*
 * Results for the tests of the formats, made in a few words; or of a text:
 *
 *     == NAME                        a scenario, up to the next
 *     run IMPLEMENTATION | DIALECT
 *     rules WORD...                  which the cases that follow ask
 *     case ID | VERDICT | DETAIL
 *     cause ID | CLAUSE | SENTENCE | FIRST | COUNT      see make_cause
 *     rule NAME | QUESTION | CHOICE... | CLAUSE | STANDING
 *         MEMBER VALUE               of the run, case or cause above, by its
 *                                    name in results.def; NAME=VALUE | ... of
 *                                    pairs
 *
 * "\n" and "\e" are a line's end and an escape, "\xNN" is a byte, "{hostile}"
 * is HOSTILE.
 */
#ifndef REPORTS_REPORT_TEST_H
#define REPORTS_REPORT_TEST_H

#include "reference/unit_test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/judge/golden_test.h"
#include "conformance/results/fields.h"
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
                            .case_count = count};
    for (size_t k = 0; k < count; k++) {
        struct result *c = &run->cases[first + k];

        cause->cases[k] = first + k;
        ARENA_ADD(&made_words, c->causes, c->cause_count) = run->cause_count;
    }
    run->cause_count++;
    return cause;
}

/* The text, in which escapes are what they stand for. */
static inline char *made_text(const char *text)
{
    char *made = arena_new(&made_words, strlen(text) * sizeof HOSTILE + 1, 1);
    char *to = made;

    for (; *text; text++)
        if (strncmp(text, "{hostile}", 9) == 0) {
            to = stpcpy(to, HOSTILE);
            text += 8;
        } else if (*text == '\\' && text[1] == 'x') {
            *to++ = (char)strtoul((char[]){text[2], text[3], '\0'}, NULL, 16);
            text += 3;
        } else if (*text == '\\' && (text[1] == 'n' || text[1] == 'e')) {
            *to++ = *++text == 'n' ? '\n' : '\033';
        } else {
            *to++ = *text;
        }
    return made;
}

static inline const char *const *made_list(const char *text, size_t *count)
{
    char *words = made_text(text), *word;
    const char **list = NULL;

    *count = 0;
    while ((word = strsep(&words, " ")) && *word)
        ARENA_ADD(&made_words, list, *count) = word;
    return list;
}

/* Its place among names. */
static inline uint8_t made_place(const char *const *names, size_t count,
                                 const char *name)
{
    uint8_t k = 0;

    while (k < count && strcmp(names[k], name) != 0)
        k++;
    if (k == count)
        fail_msg("no such name: %s", name);
    return k;
}

/* What was made last: of which the next members are. */
struct making {
    struct results *run;
    struct result *c;
    struct cause *cause;
    const char *const *rules;
    size_t rule_count;
};

/* "BUFFER WIDTH SIZE OFFSET SCALE", and "AT:EXPECTED:GOT" of each bin. */
static inline struct wrong_buffer *made_histogram(const char *text)
{
    struct wrong_buffer *h = arena_new(&made_words, 1, sizeof *h);
    struct wrong_counter bin;
    int used;

    assert_int_equal(
        sscanf(text, "%15s %u %" SCNu64 " %" SCNx64 " %" SCNx64 "%n", h->buffer,
               &h->width, &h->size, &h->offset, &h->scale, &used),
        5);
    for (text += used; sscanf(text, "%" SCNd64 ":%" SCNu64 ":%" SCNu64 "%n",
                              &bin.at, &bin.expected, &bin.got, &used) == 3;
         text += used)
        ARENA_ADD(&made_words, h->bins, h->count) = bin;
    return h;
}

/* What the text is as JSON, of which a member takes what is of its type: true
 * where there is none, a number, pairs of a run, or words. */
static inline struct json_value made_value(enum results_line line, char *text)
{
    struct json_value value = {.text = text};
    const char *between = line == LINE_HEADER ? " | " : " ";
    char *end;

    value.number = (int64_t)strtoull(text, &end, 10);
    value.kind = !*text                ? VALUE_TRUE
                 : !*end               ? VALUE_NUMBER
                 : line == LINE_HEADER ? VALUE_OBJECT
                                       : VALUE_ARRAY;
    for (char *word = arena_text(&made_words, text); word;) {
        char *next = strstr(word, between), *item = word;

        if (next)
            *next = '\0';
        word = next ? next + strlen(between) : NULL;
        ARENA_ADD(&made_words, value.items, value.count) = (struct json_value){
            .name = line == LINE_HEADER ? strsep(&item, "=") : "",
            .text = item};
    }
    return value;
}

/* A line of a member; one that hangs on another comes after it. */
static inline void make_member(struct making *m, char *line)
{
    enum results_line of_line = m->cause ? LINE_CAUSE
                                : m->c   ? LINE_CASE
                                         : LINE_HEADER;
    void *of = m->cause ? (void *)m->cause : m->c ? (void *)m->c : m->run;
    const char *name = strsep(&line, " "), *problem;
    char *text = made_text(line ? line : "");
    struct json_value value = made_value(of_line, text);
    const struct json_value object = {
        .kind = VALUE_OBJECT, .items = &value, .count = 1};
    struct results_field_note row = {.key = ""};

    value.name = name;
    if (m->c && strcmp(name, "took") == 0) {
        m->c->took = (uint64_t)value.number;
    } else if (m->c && strcmp(name, "histogram") == 0) {
        m->c->histogram = made_histogram(text);
    } else {
        for (size_t k = 0; row.line != of_line || strcmp(row.key, name); k++)
            if (!results_field_note(k, &row))
                fail_msg("no such member: %s", name);
        problem =
            results_read(&object, of_line, RESULTS_LINE, true, &made_words, of);
        if (problem)
            fail_msg("%s", problem);
    }
}

static inline void make_rule(struct results *run, char *const fields[5])
{
    struct rule_finding *list =
        arena_grow(&made_words, (struct rule_finding *)run->behaviour,
                   run->behaviour_count, sizeof *list);
    struct rule_finding *rule = &list[run->behaviour_count++];

    *rule = (struct rule_finding){
        .question = *fields[1] ? fields[1] : NULL,
        .clause = fields[3],
        .standing = made_place(standing_names, STANDINGS, fields[4])};
    strcpy(rule->rule, fields[0]);
    rule->choices = made_list(fields[2], &rule->choice_count);
    run->behaviour = list;
}

static inline void make_line(struct making *m, char *line)
{
    const char *word;
    char *fields[5];

    if (*line == ' ')
        make_member(m, line + strspn(line, " "));
    if (!*line || strchr("# ", *line))
        return;
    word = strsep(&line, " ");
    for (size_t k = 0; k < 5; k++) {
        char *bar = strstr(line, " | ");

        if (bar)
            *bar = '\0';
        fields[k] = made_text(line);
        line = bar ? bar + 3 : line + strlen(line);
    }
    if (strcmp(word, "run") == 0)
        *m = (struct making){.run = make_run(fields[0], fields[1])};
    else if (strcmp(word, "rules") == 0)
        m->rules = made_list(fields[0], &m->rule_count);
    else if (strcmp(word, "rule") == 0)
        make_rule(m->run, fields);
    else if (strcmp(word, "cause") == 0)
        m->cause = make_cause(m->run, fields[0], fields[1], fields[2],
                              strtoul(fields[3], NULL, 10),
                              strtoul(fields[4], NULL, 10));
    else if (strcmp(word, "case") == 0) {
        m->c = make_case(m->run, fields[0],
                         made_place(verdict_names, VERDICTS, fields[1]),
                         fields[2]);
        m->c->rules = m->rules;
        m->c->rule_count = m->rule_count;
        m->cause = NULL;
    } else
        fail_msg("no such word: %s", word);
}

/* The scenarios of a file. */
enum { SCENARIOS_MOST = 60 };

static struct scenario {
    const char *name;
    const char *lines;
} scenarios[SCENARIOS_MOST];
static size_t scenario_count;

static inline void take_scenario(char *name, char *lines)
{
    assert_true(scenario_count < SCENARIOS_MOST);
    scenarios[scenario_count++] = (struct scenario){
        arena_text(&made_words, name), arena_text(&made_words, lines)};
}

/* Make it; page is given what is behind that word. */
static inline void make_scenario(const struct scenario *scenario,
                                 void (*page)(char *line))
{
    char *rest = arena_text(&made_words, scenario->lines), *line;
    struct making making = {0};

    made_count = 0;
    while ((line = strsep(&rest, "\n")))
        if (strncmp(line, "page ", 5) != 0)
            make_line(&making, line);
        else if (page)
            page(made_text(line + 5));
}

static inline const struct scenario *find_scenario(const char *name)
{
    for (size_t k = 0; k < scenario_count; k++)
        if (strcmp(scenarios[k].name, name) == 0)
            return &scenarios[k];
    fail_msg("no such scenario: %s", name);
    return NULL;
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
