/* SPDX-License-Identifier: MIT */
/*
 * The model, compared with golden text: reference/tests/README.md and
 * golden_test.h.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/parsed_test.h"
#include "golden_test.h"
#include "reference/behaviour_test.h"
#include "reference/gmon/counts.h"
#include "reference/unit_test.h"

enum { MOST_MADE = 16 };

/* One row: who runs the case. */
struct row {
    enum dialect dialect;
    enum choice made[MOST_MADE + 1];
    struct rule_set open; /* that are answered by what no choice of them is */
    uint32_t profil_max;
    bool swapped;
};

/* A file, and the cases that were read of it. */
struct model_file {
    const char *name;
    struct case_list cases;
    struct workspace workspace;
    size_t rows;
};

/* ---- what an event of the model says beside its text as one that was
 * observed: numbers of a file's contents, of 64 bits each ---- */

static const struct {
    uint8_t kind;
    const char *word;
    size_t at;
} besides[] = {
    {EVENT_FILE, "doubtful", offsetof(struct file_contents, doubtful)},
    {EVENT_FILE, "functions-at-most", offsetof(struct file_contents, at_most)},
    {EVENT_PROFILE, "cut", offsetof(struct gmon_counts, cut)},
    {EVENT_PROFILE, "other-counters", offsetof(struct gmon_counts, other)},
    {EVENT_PROFILE, "row-at-most", offsetof(struct gmon_counts, at_most)},
    {EVENT_PROFILE, "fewer-beside", offsetof(struct gmon_counts, fewer)},
    {EVENT_PROFILE, "arcs-disturbed", offsetof(struct gmon_counts, disturbed)},
    {EVENT_PROFILE, "range-asked", offsetof(struct gmon_counts, requested)},
};
enum { BESIDES = sizeof besides / sizeof *besides };

/* Calls that a file may have counted, where it has at most so many functions:
 * "may-call 0x1000 x2". */
static void put_may_call(const struct event *event, FILE *out)
{
    struct file_contents file = {.functions = 0};

    if (event->bytes && event->kind == EVENT_FILE)
        memcpy(&file, event->bytes, sizeof file);
    if (file.functions != FILE_UNSEEN)
        return;
    for (size_t k = 0; k < SCRIPT_FUNCTIONS && file.called[k].calls; k++)
        fprintf(out, " may-call 0x%" PRIx64 " x%" PRIu64,
                file.called[k].address, file.called[k].calls);
}

static void take_may_call(unsigned char *bytes, uint64_t address,
                          uint64_t calls)
{
    struct file_contents file;
    size_t k = 0;

    memcpy(&file, bytes, sizeof file);
    while (file.called[k].calls)
        k++;
    file.called[k].address = address;
    file.called[k].calls = calls;
    memcpy(bytes, &file, sizeof file);
}

static void put_beside(const struct event *event, FILE *out)
{
    struct gmon_counts c = {.outside = 0};
    uint64_t number;

    for (size_t k = 0; event->bytes && k < BESIDES; k++) {
        if (besides[k].kind != event->kind)
            continue;
        memcpy(&number, event->bytes + besides[k].at, sizeof number);
        if (number)
            fprintf(out, " %s %" PRIu64, besides[k].word, number);
    }
    put_may_call(event, out);
    if (event->bytes && event->kind == EVENT_PROFILE)
        memcpy(&c, event->bytes, sizeof c);
    for (uint64_t k = 0; k < c.outside; k++)
        fprintf(out, " may-have 0x%" PRIx64 " x%" PRIu64, c.ignored[k].low,
                c.ignored[k].ticks);
}

/* The same read: "range-asked 1 may-have 0x2000 x1", or "beyond". */
static void take_beside(struct event *event, const char *words)
{
    unsigned char *bytes = (unsigned char *)event->bytes;
    struct gmon_counts c;
    char word[24];
    uint64_t number, times;
    int length;

    if (strcmp(words, "beyond") == 0) {
        event->beyond = true;
        return;
    }
    for (; *words; words += length) {
        size_t k = 0;

        if (sscanf(words, " %23s %" SCNi64 "%n", word, &number, &length) != 2)
            fail_msg("read %s, expected a word and a number", words);
        if (sscanf(words, " may-have %*s x%" SCNu64 "%n", &times, &length)) {
            memcpy(&c, bytes, sizeof c);
            gmon_add_outside(&c,
                             (struct gmon_place){number, number + 1, times});
            memcpy(bytes, &c, sizeof c);
            continue;
        }
        if (sscanf(words, " may-call %*s x%" SCNu64 "%n", &times, &length)) {
            take_may_call(bytes, number, times);
            continue;
        }
        while (k < BESIDES && (besides[k].kind != event->kind ||
                               strcmp(besides[k].word, word) != 0))
            k++;
        assert_true(k < BESIDES);
        memcpy(bytes + besides[k].at, &number, sizeof number);
    }
}

/* An event by its text, after which may come "and" and what else it says; for
 * observation_free. */
static struct observation event_from(const char *words)
{
    const char *beside = strstr(words, " and ");
    char *text = memory_format("%.*s; ended normally at 0",
                               (int)(beside ? beside - words : 1000), words);
    struct observation seen = observed_from(text);

    if (beside)
        take_beside(&seen.outcome.events[0], beside + strlen(" and "));
    free(text);
    return seen;
}

/* One event, in memory of its own. */
static char *event_text(const struct event *event, bool swapped)
{
    struct memory_stream text;
    FILE *out = memory_stream(&text);

    if (event->kind == EVENT_ANYTHING)
        fprintf(out, "%u anything", event->op);
    else
        observed_put_event(event, swapped, out);
    if (event->computed)
        fputs(" computed", out);
    if (event->beyond)
        fputs(" beyond", out);
    put_beside(event, out);
    return memory_stream_end(&text);
}

/* ---- rows ---- */

/* What the last run led to, in memory of its own. */
static char *outcome_text(const struct workspace *w, bool swapped)
{
    struct memory_stream rules, all;
    FILE *out = memory_stream(&all), *words = memory_stream(&rules);

    for (size_t k = 0; k < w->outcome.count; k++) {
        char *event = event_text(&w->outcome.events[k], swapped);

        golden_words(event, out);
        free(event);
    }
    fputs("consulted:", words);
    RULE_SET_EACH (rule, w->choices.consulted)
        fprintf(words, " %s", rule_table[rule].name);
    RULE_SET_EACH (rule, w->choices.opened)
        fprintf(words, " %s=?", rule_table[rule].name);
    golden_words(memory_stream_end(&rules), out);
    free(rules.text);
    return memory_stream_end(&all);
}

/* The event of an outcome of that kind, place and operation. */
static const struct event *same_place(const struct outcome *outcome,
                                      const struct event *seen)
{
    for (size_t k = outcome->count; k-- > 0;) {
        const struct event *e = &outcome->events[k];

        if (e->kind == seen->kind && e->op == seen->op &&
            e->process == seen->process && e->buffer == seen->buffer)
            return e;
    }
    fail_msg("there is no such event");
    return NULL;
}

/* "    agrees: EVENT" or "    differs: EVENT": which of them it is. */
static void put_agreement(const struct event *own, const struct event *seen,
                          const char *line, FILE *out)
{
    bool same = event_agrees(own, seen);

    assert_int_equal(same, event_agrees(seen, own));
    fprintf(out, "    %s%s\n", same ? "agrees" : "differs", strchr(line, ':'));
}

static bool is_agreement(const char *line)
{
    return strncmp(line, "    agrees:", 11) == 0 ||
           strncmp(line, "    differs:", 12) == 0;
}

static bool choice_named(const char *word, struct row *row, enum choice *choice)
{
    char rule[64];
    const char *equal = strchr(word, '=');
    int r, c;

    if (equal == NULL)
        return false;
    snprintf(rule, sizeof rule, "%.*s", (int)(equal - word), word);
    r = rule_by_name(rule);
    if (r >= 0 && strcmp(equal + 1, "?") == 0) {
        rule_set_add(&row->open, (unsigned)r);
        *choice = rule_table[r].first;
        return true;
    }
    c = r < 0 ? -1 : choice_by_name(r, equal + 1);
    *choice = c;
    return c >= 0;
}

/* ": DIALECT [RULE=CHOICE | RULE=?]... [profil-max=N] [swapped]" */
static struct row row_of(const char *line, const char *file)
{
    struct row row = {.made = {NO_CHOICE}};
    char text[1000], *word, *rest = NULL;
    unsigned made = 0;
    int dialect;

    snprintf(text, sizeof text, "%s", line + 1);
    word = strtok_r(text, " ", &rest);
    dialect = word ? dialect_by_name(word) : -1;
    if (dialect < 0)
        fail_msg("%s: no dialect in \"%s\"", file, line);
    row.dialect = dialect;
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        if (sscanf(word, "profil-max=%u", &row.profil_max) == 1)
            continue;
        if (strcmp(word, "swapped") == 0)
            row.swapped = true;
        else if (made == MOST_MADE ||
                 !choice_named(word, &row, &row.made[made++]))
            fail_msg("%s: no choice %s in \"%s\"", file, word, line);
    }
    row.made[made] = NO_CHOICE;
    return row;
}

/* The case by one row; where something is open, each outcome that there is. */
static void run_row(struct model_file *f, const struct row *row, FILE *out)
{
    struct test_case *c = &f->cases.cases[f->cases.count - 1];
    struct choice_sets sets = behaviour_of(row->dialect, row->made);
    struct workspace *w = &f->workspace;
    char *before = strdup("");

    sets.open = row->open;
    c->script.profil_max = row->profil_max;
    c->script.swapped = row->swapped;
    workspace_fit(w, c);
    choices_begin(&w->choices, &sets);
    do {
        char *text, *all;

        assert_true(model_run(&w->model, &c->script, &w->choices, &w->outcome,
                              w->arena, w->arena_size));
        assert_false(w->choices.stuck || w->choices.overflow);
        text = outcome_text(w, row->swapped);
        if (strstr(before, text) == NULL)
            fprintf(out, "%s%s", *before ? "    or\n" : "", text);
        all = memory_format("%s%s", before, text);
        free(before);
        free(text);
        before = all;
    } while (!rule_set_empty(row->open) && choices_next(&w->choices));
    free(before);
    f->rows++;
}

/* ---- files ---- */

static void take_case(void *context, const char *text, size_t length)
{
    struct model_file *f = context;
    struct case_error error;
    size_t before = f->cases.count;

    if (!case_list_parse(&f->cases, f->name, text, length, &error))
        fail_msg("%.*s\n%s", (int)length, text, error.text);
    if (f->cases.count != before + 1)
        fail_msg("%s: a row follows no case: %.*s", f->name, (int)length, text);
}

/* A row, or what is said of an event after it. */
static void take_row(void *context, const char *line, FILE *out)
{
    struct model_file *f = context;

    if (*line == ':') {
        struct row row = row_of(line, f->name);

        fprintf(out, "%s\n", line);
        run_row(f, &row, out);
    } else if (is_agreement(line)) {
        struct observation seen = event_from(strchr(line, ':') + 2);
        const struct event *event = &seen.outcome.events[0];

        put_agreement(same_place(&f->workspace.outcome, event), event, line,
                      out);
        observation_free(&seen);
    }
}

static void hold(const char *name)
{
    struct model_file f = {.name = name};
    char path[200];

    snprintf(path, sizeof path, "reference/tests/%s.model", name);
    golden_hold(path, take_case, take_row, &f);
    assert_true(f.rows > 0);
    case_list_free(&f.cases);
    workspace_free(&f.workspace);
}

HOLD(control)
HOLD(sequences)
HOLD(forms)
HOLD(readings)
HOLD(counters)
HOLD(regions)
HOLD(monitor)
HOLD(gmon)
HOLD(open)

/* ---- events ---- */

/* An event, or another that is to agree with it or not. */
static void take_event(void *context, const char *line, FILE *out)
{
    struct observation *own = context, other;

    if (*line == ':') {
        observation_free(own);
        *own = event_from(line + 2);
        fprintf(out, "%s\n", line);
    } else {
        assert_true(is_agreement(line));
        other = event_from(strchr(line, ':') + 2);
        put_agreement(own->outcome.events, other.outcome.events, line, out);
        observation_free(&other);
    }
}

TEST(events_agree_in_what_they_say)
{
    struct observation own = {.op = 0};

    golden_hold("reference/tests/events.txt", NULL, take_event, &own);
    observation_free(&own);
}

GOLDEN_TESTS
