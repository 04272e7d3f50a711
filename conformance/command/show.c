/* SPDX-License-Identifier: MIT */
/* The verb `case`: a case's text, and what each dialect permits on it. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "reference/sentences.h"
#include "verbs.h"

struct show_request {
    const char *file;
    int dialect, format;
    unsigned dialects; /* a bit each */
    struct case_list list;
};
enum { OUTCOMES = 16 /* shown for a dialect */ };

static const struct option_row rows[] = {
    OPTION("dialect", DIALECT, show_request, dialect, "D",
           "only what this dialect permits (default: all)"),
    OPTION("cases", TEXT, show_request, file, "FILE",
           "take the case from this file"),
    FORMAT_ROW(show_request, format, "text|json"),
    OPTIONS_HELP,
};

/* What evaluate_permitted calls back with, gathered for printing: the outcomes
 * come before the rules are all known. */
struct permitted_list {
    enum dialect dialect;
    const struct test_case *c;
    FILE *out;
    struct json *json;
    struct rule_set rules;
    size_t shown;
};

/* The choices of those rules in which a dialect leaves room that can be seen in
 * an outcome. */
static void show_print_choices(const struct permitted_list *e,
                               const struct choices *choices)
{
    const struct choice_sets allowed = evaluate_allowed(e->dialect, true);
    unsigned named = 0;

    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = allowed.of[r];

        if (!rule_set_has(choices->consulted, r) || (set & (set - 1)) == 0 ||
            rule_set_has(choices->opened, r))
            continue;
        fprintf(e->out, "%s%s=%s", named++ ? ", " : "if ", rule_table[r].name,
                choice_table[choices->made[r]].name);
    }
    RULE_SET_EACH (r, choices->opened)
        fprintf(e->out, "%s%s=anything else", named++ ? ", " : "if ",
                rule_table[r].name);
    fputs(named ? ":\n" : "with every choice:\n", e->out);
}

static void show_on_outcome(void *context, const struct outcome *outcome,
                            const struct choices *choices)
{
    struct permitted_list *e = context;

    e->rules = rule_set_join(e->rules, choices->consulted);
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
        sentence_cite(clause, rule, cited, sizeof cited);
        fprintf(out, "%s%s", count > 1 ? ", " : "", cited);
    }
    fputs(count ? "\n" : "no sentence decides it\n", out);
}

static void show_dialect(const struct test_case *c, enum dialect dialect,
                         FILE *out)
{
    struct memory_stream outcomes;
    struct permitted_list e = {
        .dialect = dialect, .c = c, .out = memory_stream(&outcomes)};
    size_t count =
        evaluate_permitted(dialect, c, true, OUTCOMES, show_on_outcome, &e);
    char *text = memory_stream_end(&outcomes);

    fprintf(out, "\nby %s: %s%zu permitted outcome%s\n",
            dialect_table[dialect].name, count == OUTCOMES ? "at least " : "",
            count, plural(count));
    fputs("  rules probed:", out);
    RULE_SET_EACH (r, e.rules)
        fprintf(out, " %s", rule_table[r].name);
    putc('\n', out);
    RULE_SET_EACH (r, e.rules)
        if (dialect_has_rule(dialect, (enum rule)r))
            print_grounds(dialect, (enum rule)r, out);
    fputs(text, out);
    free(text);
}

/* What evaluate_permitted calls back with, as JSON. */
static void show_json_outcome(void *context, const struct outcome *outcome,
                              const struct choices *choices)
{
    struct permitted_list *e = context;
    struct memory_stream words;
    char *text;

    e->rules = rule_set_join(e->rules, choices->consulted);
    outcome_print(e->c, outcome, memory_stream(&words));
    text = memory_stream_end(&words);
    json_put(e->json, NULL, text);
    free(text);
}

static void show_json_dialect(const struct test_case *c, enum dialect dialect,
                              struct json *json)
{
    struct permitted_list e = {.dialect = dialect, .c = c, .json = json};
    size_t count;

    json_open(json, NULL, "{", ", ");
    json_put(json, "dialect", dialect_table[dialect].name);
    json_open(json, "outcomes", "[", ", ");
    count =
        evaluate_permitted(dialect, c, true, OUTCOMES, show_json_outcome, &e);
    json_close(json, "]");
    json_flag(json, "complete", count < OUTCOMES);
    json_open(json, "rules", "[", ", ");
    RULE_SET_EACH (r, e.rules)
        json_put(json, NULL, rule_table[r].name);
    json_close(json, "]");
    json_close(json, "}");
}

static void show_json(const struct test_case *c, unsigned dialects, FILE *out)
{
    char *text = test_case_text(c);
    struct json json = {.out = out};

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "schema", "profilcheck.case.1");
    json_put(&json, "id", c->id);
    json_put(&json, "case", text);
    json_open(&json, "permitted", "[", ",\n  ");
    for (int d = 0; d < DIALECTS; d++)
        if (c->dialects & dialects & 1u << d)
            show_json_dialect(c, (enum dialect)d, &json);
    json_close(&json, "\n]");
    json_close(&json, "}\n");
    free(text);
}

static void show_case(const struct show_request *request,
                      const struct test_case *c, FILE *out)
{
    if (request->format) {
        show_json(c, request->dialects, out);
        return;
    }
    test_case_print(c, out);
    for (int d = 0; d < DIALECTS; d++)
        if (c->dialects & request->dialects & 1u << d)
            show_dialect(c, (enum dialect)d, out);
    if (request->dialect >= 0 && !(c->dialects & request->dialects))
        fprintf(out, "\nby %s: it is for other dialects\n",
                dialect_table[request->dialect].name);
}

static int show_find(struct show_request *request, const char *id,
                     const struct test_case **c)
{
    int status;

    if (!request->file)
        return find_case("case", &request->list, request->dialects, id, c);
    status = load_cases(&request->list, request->file, 0, false);
    *c = case_list_find(&request->list, id);
    return status != STATUS_PASS || *c
               ? status
               : unknown_case("case", id, &request->list);
}

static int show_run(void *of, const struct options *given, FILE *out)
{
    struct show_request *request = of;
    const struct test_case *c;
    int status;

    request->dialects = request->dialect < 0 ? ~0u : 1u << request->dialect;
    status = show_find(request, given->words[0], &c);
    if (status == STATUS_PASS)
        show_case(request, c, out);
    return status;
}

const struct verb verb_case = {
    .name = "case",
    .usage = "[OPTION]... ID",
    .summary = "show a case, and what each dialect permits on it",
    .example = "profilcheck case --dialect aix counter-full\n"
               "profilcheck case --cases mine.case my-case",
    .rows = rows,
    .least = 1,
    .most = 1,
    .word = "case",
    .ask = "no case was named: give its id or name; see profilcheck list cases",
    REQUEST(show_request, .dialect = -1),
    .run = show_run,
};
