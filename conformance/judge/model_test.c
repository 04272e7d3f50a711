/* SPDX-License-Identifier: MIT */
/*
 * The model, held against golden text: reference/tests/README.md and
 * golden_test.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/observed.h"
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

/* ---- what an event says beside its text as one that was observed ---- */

static void add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

static void add_number(char *text, size_t size, const char *name,
                       uint64_t number)
{
    if (number != 0)
        add(text, size, " %s %llu", name, (unsigned long long)number);
}

static void add_file(char *text, size_t size, const struct event *event)
{
    struct file_contents file;
    struct gmon_counts c;

    if (event->bytes == NULL)
        return;
    if (event->kind == EVENT_FILE) {
        memcpy(&file, event->bytes, sizeof file);
        add_number(text, size, "doubtful", file.doubtful);
        if (file.functions == FILE_UNSEEN)
            add(text, size, " functions at-most %u", (unsigned)file.at_most);
    } else if (event->kind == EVENT_PROFILE) {
        memcpy(&c, event->bytes, sizeof c);
        add_number(text, size, "cut", c.cut);
        add_number(text, size, "other-counters", c.other);
        add_number(text, size, "row-at-most", c.at_most);
        add_number(text, size, "fewer-beside", c.fewer);
        add_number(text, size, "arcs-disturbed", c.disturbed);
        add_number(text, size, "range-asked", c.requested);
        for (uint64_t k = 0; k < c.outside; k++)
            add(text, size, " may-have 0x%llx x%llu",
                (unsigned long long)c.ignored[k].low,
                (unsigned long long)c.ignored[k].ticks);
    }
}

/* One event, in memory of its own. */
static char *event_text(const struct event *event, bool swapped)
{
    static const char end[] = "; ended normally at 0";
    struct event copy = *event;
    struct observation o = {.outcome = {&copy, 1, 1}, .swapped = swapped};
    char beside[300] = "", *text, *all;

    if (event->kind == EVENT_ANYTHING) {
        add(beside, sizeof beside, "%u anything", event->op);
        return strdup(beside);
    }
    text = observed_text(&o);
    assert_non_null(text);
    *strstr(text, end) = '\0';
    if (event->computed)
        add(beside, sizeof beside, " computed");
    if (event->beyond)
        add(beside, sizeof beside, " beyond");
    add_file(beside, sizeof beside, event);
    assert_true(asprintf(&all, "%s%s", text, beside) >= 0);
    free(text);
    return all;
}

/* ---- rows ---- */

/* What the last run led to, in memory of its own. */
static char *outcome_text(const struct workspace *w, bool swapped)
{
    char text[RULES * 24] = "consulted:", *all = NULL;
    size_t length;
    FILE *out = open_memstream(&all, &length);

    for (size_t k = 0; k < w->outcome.count; k++) {
        char *event = event_text(&w->outcome.events[k], swapped);

        golden_words(event, out);
        free(event);
    }
    RULE_SET_EACH (rule, w->choices.consulted)
        add(text, sizeof text, " %s", rule_table[rule].name);
    RULE_SET_EACH (rule, w->choices.opened)
        add(text, sizeof text, " %s=?", rule_table[rule].name);
    golden_words(text, out);
    fclose(out);
    return all;
}

/* Whether what the model leads to agrees with one event, as text. */
static bool agrees(const struct workspace *w, const char *event)
{
    struct observation seen;
    struct observed_error error;
    const struct event *own = NULL;
    char *text;
    bool same;

    assert_true(asprintf(&text, "%s; ended normally at 0", event) >= 0);
    if (!observed_parse(text, strlen(text), &seen, &error))
        fail_msg("%s: %s", event, error.text);
    for (size_t k = 0; k < w->outcome.count; k++) {
        const struct event *e = &w->outcome.events[k];
        const struct event *s = &seen.outcome.events[0];

        if (e->kind == s->kind && e->op == s->op && e->process == s->process &&
            e->buffer == s->buffer)
            own = e;
    }
    assert_non_null(own);
    same = event_agrees(own, &seen.outcome.events[0]);
    assert_int_equal(same, event_agrees(&seen.outcome.events[0], own));
    observation_free(&seen);
    free(text);
    return same;
}

/* "    agrees: EVENT" or "    differs: EVENT": which of them it is. */
static void put_agreement(const struct workspace *w, const char *line,
                          FILE *out)
{
    const char *event = strchr(line, ':') + 2;

    fprintf(out, "    %s: %s\n", agrees(w, event) ? "agrees" : "differs",
            event);
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
        *choice = (enum choice)rule_table[r].first;
        return true;
    }
    c = r < 0 ? -1 : choice_by_name((enum rule)r, equal + 1);
    *choice = (enum choice)c;
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
    row.dialect = (enum dialect)dialect;
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
        assert_true(asprintf(&all, "%s%s", before, text) >= 0);
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
    } else if (strncmp(line, "    agrees:", 11) == 0 ||
               strncmp(line, "    differs:", 12) == 0) {
        put_agreement(&f->workspace, line, out);
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

#define HOLD(name)                                                             \
    TEST(name)                                                                 \
    {                                                                          \
        hold(#name);                                                           \
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

GOLDEN_TESTS
