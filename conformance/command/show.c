/* SPDX-License-Identifier: MIT */
/* The verb `case`: a case's text, and what each dialect permits on it. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/plural.h"
#include "conformance/cases/suite.h"
#include "conformance/explain/outcome_text.h"
#include "conformance/inference/latitude.h"
#include "conformance/judge/judge.h"
#include "reference/sentences.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, CASES, FORMAT, HELP };
enum { OUTCOMES = 16 /* shown for a dialect */ };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "only what this dialect permits"},
    [CASES] = {"cases", "FILE", "look in this file, not in the suites"},
    [FORMAT] = {"format", "text|json", "as what (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

/* What judge_envelope calls back with, gathered for printing: the outcomes
 * come before the rules are all known. */
struct envelope {
    enum dialect dialect;
    const struct test_case *c;
    FILE *out;
    struct rule_set rules;
    size_t shown;
};

/* Whether a choice of the rule can be seen in an outcome: not in what a void
 * function returns. */
static bool is_seen(enum dialect dialect, unsigned rule)
{
    choice_set success = latitude_choices(dialect, RULE_RETURN_ON_SUCCESS);

    return (rule != RULE_RETURN_ON_SUCCESS && rule != RULE_RETURN_ON_ERROR) ||
           !(success & choice_bit(RETURN_ON_SUCCESS_NONE));
}

/* The choices of those rules in which a dialect leaves room. */
static void show_print_choices(const struct envelope *e,
                               const struct choices *choices)
{
    unsigned named = 0;

    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = latitude_choices(e->dialect, r);

        if (!rule_set_has(choices->asked, r) || (set & (set - 1)) == 0 ||
            !is_seen(e->dialect, r))
            continue;
        fprintf(e->out, "%s%s=%s", named++ ? ", " : "as with ",
                rule_table[r].name, choice_table[choices->made[r]].name);
    }
    RULE_SET_EACH (r, choices->opened)
        fprintf(e->out, "%s%s unspecified", named++ ? ", " : "as with ",
                rule_table[r].name);
    fputs(named ? ":\n" : "whatever is chosen:\n", e->out);
}

static void show_on_outcome(void *context, const struct outcome *outcome,
                            const struct choices *choices)
{
    struct envelope *e = context;

    e->rules = rule_set_join(e->rules, choices->asked);
    fprintf(e->out, "  %zu. ", ++e->shown);
    show_print_choices(e, choices);
    outcome_print(e->c, outcome, e->out);
}

/* The sentences that a dialect goes by where a rule decides: those of the
 * choices that it does not leave open, each clause once. */
static void print_grounds(enum dialect dialect, enum rule rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];
    const char *named[16];
    char cited[SENTENCE_CITED];
    unsigned count = 0;

    fprintf(out, "    %s: ", row->name);
    for (unsigned k = row->first; k < row->first + row->count; k++) {
        const char *clause = dialect_clause(dialect, (enum choice)k);
        unsigned j = 0;

        if (dialect_permission(dialect, (enum choice)k) == UNSPECIFIED ||
            !*clause)
            continue;
        while (j < count && strcmp(named[j], clause) != 0)
            j++;
        if (j < count)
            continue;
        named[count++] = clause;
        sentence_cite_for(clause, rule, cited, sizeof cited);
        fprintf(out, "%s%s", count > 1 ? ", " : "", cited);
    }
    fputs(count ? "\n" : "left open\n", out);
}

static bool show_dialect(const struct test_case *c, enum dialect dialect,
                         FILE *out)
{
    struct output outcomes;
    struct envelope e = {.dialect = dialect, .c = c};
    size_t count;

    e.out = output_begin(&outcomes);
    if (!e.out)
        return false;
    count = judge_envelope(dialect, c, true, OUTCOMES, show_on_outcome, &e);
    if (fclose(outcomes.stream) != 0) {
        free(outcomes.text);
        return false;
    }
    fprintf(out, "\nby %s: %s%zu permitted outcome%s\n",
            dialect_table[dialect].name, count == OUTCOMES ? "at least " : "",
            count, plural(count));
    fputs("  rules probed:", out);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(e.rules, r))
            fprintf(out, " %s", rule_table[r].name);
    putc('\n', out);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(e.rules, r) && dialect_has_rule(dialect, r))
            print_grounds(dialect, (enum rule)r, out);
    fputs(outcomes.text, out);
    free(outcomes.text);
    return true;
}

/* What judge_envelope calls back with, as JSON. */
static void show_json_outcome(void *context, const struct outcome *outcome,
                              const struct choices *choices)
{
    struct envelope *e = context;
    char *text = NULL;
    size_t length;
    FILE *words = open_memstream(&text, &length);

    e->rules = rule_set_join(e->rules, choices->asked);
    fputs(e->shown++ ? ", " : "", e->out);
    if (words)
        outcome_print(e->c, outcome, words);
    json_text(words && fclose(words) == 0 ? text : "out of memory", e->out);
    free(text);
}

static void show_json_dialect(const struct test_case *c, enum dialect dialect,
                              bool first, FILE *out)
{
    struct envelope e = {.dialect = dialect, .c = c, .out = out};
    bool any = false;
    size_t count;

    fprintf(out, "%s\n  {\"dialect\": \"%s\", \"outcomes\": [",
            first ? "" : ",", dialect_table[dialect].name);
    count = judge_envelope(dialect, c, true, OUTCOMES, show_json_outcome, &e);
    fprintf(out, "], \"complete\": %s, \"rules\": [",
            count < OUTCOMES ? "true" : "false");
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(e.rules, r)) {
            fprintf(out, "%s\"%s\"", any ? ", " : "", rule_table[r].name);
            any = true;
        }
    fputs("]}", out);
}

static bool show_json(const struct test_case *c, unsigned dialects, FILE *out)
{
    char *text = test_case_text(c);
    bool first = true;

    if (!text)
        return false;
    fputs("{\"schema\": \"profilcheck.case.1\", ", out);
    json_member("id", c->id, out);
    fputs(", ", out);
    json_member("case", text, out);
    fputs(", \"permitted\": [", out);
    for (int d = 0; d < DIALECTS; d++)
        if (c->dialects & dialects & 1u << d) {
            show_json_dialect(c, (enum dialect)d, first, out);
            first = false;
        }
    fputs("\n]}\n", out);
    free(text);
    return true;
}

static bool as_json;

static int show_show(const struct test_case *c, unsigned dialects)
{
    struct output output;
    bool good = true;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (as_json)
        good = show_json(c, dialects, output.stream);
    else
        test_case_print(c, output.stream);
    for (int d = 0; !as_json && good && d < DIALECTS; d++)
        if (c->dialects & dialects & 1u << d)
            good = show_dialect(c, (enum dialect)d, output.stream);
    if (good)
        return output_end(&output, STATUS_PASS);
    output_drop(&output);
    return out_of_memory();
}

/* In the full suites of the dialects, the first that has it. */
static int show_from_suites(const char *id, unsigned dialects)
{
    struct case_error error;

    for (int d = 0; d < DIALECTS; d++) {
        struct case_list list = {0};
        const struct test_case *c;
        int status = STATUS_PASS;

        if (!(dialects >> d & 1))
            continue;
        if (!suite_load(&list, (enum dialect)d, true, &error))
            status = complain(STATUS_HARNESS, "%s", error.text);
        c = case_list_find(&list, id);
        if (status == STATUS_PASS && c)
            status = show_show(c, dialects);
        case_list_free(&list);
        if (c || status != STATUS_PASS)
            return status;
    }
    return unknown_case("case", id, NULL);
}

static int show_from_file(const char *id, const char *file, unsigned dialects)
{
    struct case_list list = {0};
    struct case_error error;
    const struct test_case *c;
    int status;

    if (!suite_load_file(&list, file, &error))
        status = complain(STATUS_USAGE, "%s", error.text);
    else if ((c = case_list_find(&list, id)))
        status = show_show(c, dialects);
    else
        status = unknown_case("case", id, &list);
    case_list_free(&list);
    return status;
}

static int show_run(char **arguments)
{
    const char *id = NULL, *file = NULL;
    unsigned dialects = (1u << DIALECTS) - 1;
    static const char *const formats[] = {"text", "json", NULL};
    struct options o;
    int row, dialect, format;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        switch (row) {
        case HELP: return verb_help(&verb_case);
        case CASES: file = o.value; break;
        case FORMAT:
            format = options_one_of(&o, row, formats);
            if (format < 0)
                return complain(STATUS_USAGE, "case: %s", o.error);
            as_json = format == 1;
            break;
        case DIALECT:
            dialect = dialect_option(o.value);
            if (dialect < 0)
                return STATUS_USAGE;
            dialects = 1u << dialect;
            break;
        default:
            if (id)
                return complain(STATUS_USAGE,
                                "case: one at a time, not %s "
                                "and %s",
                                id, o.value);
            id = o.value;
        }
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "case: %s", o.error);
    if (!id)
        return complain(STATUS_USAGE, "case: which one? Its id or name; see "
                                      "profilcheck list cases");
    return file ? show_from_file(id, file, dialects)
                : show_from_suites(id, dialects);
}

const struct verb verb_case = {
    .name = "case",
    .usage = "[OPTION]... ID",
    .summary = "show a case, and what each dialect permits on it",
    .example = "profilcheck case --dialect aix counter-full\n"
               "profilcheck case --cases mine.case my-case",
    .rows = rows,
    .run = show_run,
};
