/* SPDX-License-Identifier: MIT */
/* The verb `list`: the tables, for people and as JSON. */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/language/suite.h"
#include "impls/impl.h"
#include "reference/sentences.h"
#include "reference/systems.h"
#include "verbs.h"

struct list_request {
    int suite, format;
};

static const struct option_row rows[] = {
    OPTION("suite", CHOICE, list_request, suite, "quick|full",
           "cases of this suite (default: quick)"),
    FORMAT_ROW(list_request, format, "text|json"),
    OPTIONS_HELP,
};

/* An object of a table, on a line of its own. */
static void open_row(struct json *json)
{
    json_open(json, NULL, "{", ", ");
}

/* What every table may have: "name". */
static void put_named_row(struct json *json, const char *name,
                          const char *other, const char *value)
{
    open_row(json);
    json_put(json, "name", name);
    json_put(json, other, value);
    json_close(json, "}");
}

static void clauses_text(FILE *out)
{
    static const char *const owners[] = {[OWNER_MANUAL] = "",
                                         [OWNER_CONVENTION] = "By convention: ",
                                         [OWNER_PROJECT] =
                                             "House rule, on no page: "};
    char cited[SENTENCE_CITED];

    for (size_t k = 0; k < clause_count; k++) {
        sentence_cite(clause_table[k].id, RULES, cited, sizeof cited);
        fprintf(out, "%-72s  %s%s\n", cited, owners[clause_table[k].owner],
                clause_table[k].text);
    }
}

static void clauses_json(struct json *json)
{
    static const char *const owners[] = {[OWNER_MANUAL] = "manual",
                                         [OWNER_CONVENTION] = "convention",
                                         [OWNER_PROJECT] = "house"};

    for (size_t k = 0; k < clause_count; k++) {
        const struct clause_row *clause = &clause_table[k];
        const struct sentence_row *cited[SENTENCES_CITED];
        size_t count =
            sentences_cited(clause->id, RULES, cited, SENTENCES_CITED);

        open_row(json);
        json_put(json, "id", clause->id);
        json_put(json, "of", owners[clause->owner]);
        json_put(json, "section", clause->section);
        json_put(json, "text", clause->text);
        if (count)
            json_open(json, "sentences", "[", ", ");
        for (size_t i = 0; i < count; i++) {
            json_next(json, NULL);
            fprintf(json->out, "\"%s:%u\"",
                    dialect_table[cited[i]->dialect].name, cited[i]->number);
        }
        if (count)
            json_close(json, "]");
        json_close(json, "}");
    }
}

static void sentences_text(FILE *out)
{
    char place[SENTENCE_CITED];

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        sentence_place(row, place, sizeof place);
        fprintf(out, "%s:%u (%s) %s", dialect_table[row->dialect].name,
                row->number, place, sentence_force_word(row->force));
        for (unsigned i = 0; row->against[i]; i++)
            fprintf(out, "%s%u", i ? ", " : " ", row->against[i]);
        fprintf(out, ": %s%s%s%s\n", row->text, *row->clauses ? " [" : "",
                row->clauses, *row->clauses ? "]" : "");
    }
}

static void sentences_json(struct json *json)
{
    char place[SENTENCE_CITED];

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        sentence_place(row, place, sizeof place);
        open_row(json);
        json_put(json, "dialect", dialect_table[row->dialect].name);
        json_number(json, "number", row->number);
        json_put(json, "place", place);
        json_put(json, "force", sentence_force_word(row->force));
        json_put(json, "text", row->text);
        json_put(json, "clauses", row->clauses);
        json_close(json, "}");
    }
}

/* Signs of a rule, one column wide and a dialect each, and words for them. */
static void put_signs(FILE *out, const char *name,
                      const char *(*sign)(enum dialect dialect, unsigned of),
                      unsigned of, const char *words)
{
    fprintf(out, "  %-18s", name);
    for (int d = 0; d < DIALECTS; d++)
        fprintf(out, "  %s%*s", sign((enum dialect)d, of),
                (int)strlen(dialect_table[d].name) - 1, "");
    fprintf(out, "  %s\n", words);
}

static const char *sign_of_choice(enum dialect dialect, unsigned choice)
{
    static const char *const signs[] = {[FORBIDDEN] = "–",
                                        [DECIDED] = "●",
                                        [PERMITTED] = "○",
                                        [UNSPECIFIED] = "u"};

    return dialect_has_rule(dialect, choice_table[choice].rule)
               ? signs[dialect_permission(dialect, (enum choice)choice)]
               : " ";
}

/* Whether an implementation may do something else, too. */
static const char *sign_of_open(enum dialect dialect, unsigned rule)
{
    return dialect_is_open(dialect, (enum rule)rule)    ? "*"
           : dialect_has_rule(dialect, (enum rule)rule) ? "–"
                                                        : " ";
}

static bool is_open_anywhere(enum rule rule)
{
    for (int d = 0; d < DIALECTS; d++)
        if (dialect_is_open((enum dialect)d, rule))
            return true;
    return false;
}

static void rules_text(FILE *out)
{
    fputs("● required  ○ permitted  u unspecified  – forbidden  "
          "* anything else\n\n",
          out);
    fprintf(out, "%20s", "");
    for (int d = 0; d < DIALECTS; d++)
        fprintf(out, "  %s", dialect_table[d].name);
    putc('\n', out);
    for (unsigned r = 0; r < RULES; r++) {
        const struct rule_row *rule = &rule_table[r];

        fprintf(out, "%s: %s\n", rule->name, rule->question);
        for (unsigned k = rule->first; k < rule->first + rule->count; k++)
            put_signs(out, choice_table[k].name, sign_of_choice, k,
                      choice_table[k].text);
        if (is_open_anywhere((enum rule)r))
            put_signs(out, "anything else", sign_of_open, r,
                      "any other behaviour: no sentence says what "
                      "happens");
    }
}

static void choice_json(struct json *json, enum choice choice)
{
    static const char *const words[] = {[FORBIDDEN] = "forbidden",
                                        [DECIDED] = "required",
                                        [PERMITTED] = "permitted",
                                        [UNSPECIFIED] = "unspecified"};

    open_row(json);
    json_put(json, "name", choice_table[choice].name);
    json_put(json, "text", choice_table[choice].text);
    json_open(json, "dialects", "{", ", ");
    for (int d = 0; d < DIALECTS; d++)
        if (dialect_has_rule((enum dialect)d,
                             (enum rule)choice_table[choice].rule))
            json_put(json, dialect_table[d].name,
                     words[dialect_permission((enum dialect)d, choice)]);
    json_close(json, "}");
    json_close(json, "}");
}

static void rules_json(struct json *json)
{
    for (unsigned r = 0; r < RULES; r++) {
        const struct rule_row *rule = &rule_table[r];

        open_row(json);
        json_put(json, "name", rule->name);
        json_put(json, "question", rule->question);
        json_open(json, "choices", "[", ", ");
        for (unsigned k = rule->first; k < rule->first + rule->count; k++)
            choice_json(json, (enum choice)k);
        json_close(json, "]");
        json_close(json, "}");
    }
}

static void dialects_text(FILE *out)
{
    for (int d = 0; d < DIALECTS; d++)
        fprintf(out, "%-11s  %s\n", dialect_table[d].name,
                dialect_table[d].manual);
}

static void dialects_json(struct json *json)
{
    for (int d = 0; d < DIALECTS; d++)
        put_named_row(json, dialect_table[d].name, "manual",
                      dialect_table[d].manual);
}

/* The choices by which a row differs from its dialect, and where it says
 * what it says. */
static void systems_text(FILE *out)
{
    static const char *const calls[] = {"", "profil", "sprofil",
                                        "profil and sprofil"};

    for (int s = 0; s < SYSTEMS; s++) {
        const struct system_row *row = &system_table[s];

        fprintf(out, "%s: %s, like %s, from %s\n", row->name, calls[row->calls],
                dialect_table[row->dialect].name, row->source);
        if (row->bits != 64)
            fprintf(out,
                    "  for %u-bit machines; on others, the same code at their "
                    "width\n",
                    row->bits);
        for (unsigned r = 0; r < RULES; r++)
            if (system_names((enum system)s, (enum rule)r))
                fprintf(
                    out, "  %s=%s\n", rule_table[r].name,
                    choice_table[system_choice((enum system)s, (enum rule)r)]
                        .name);
        if (*row->beyond)
            fprintf(out, "  described by no rule: %s\n", row->beyond);
    }
}

static void systems_json(struct json *json)
{
    for (int s = 0; s < SYSTEMS; s++) {
        const struct system_row *row = &system_table[s];

        open_row(json);
        json_put(json, "name", row->name);
        json_put(json, "like", dialect_table[row->dialect].name);
        json_put(json, "source", row->source);
        json_number(json, "bits", row->bits);
        json_open(json, "choices", "{", ", ");
        for (unsigned r = 0; r < RULES; r++)
            if (system_names((enum system)s, (enum rule)r))
                json_put(
                    json, rule_table[r].name,
                    choice_table[system_choice((enum system)s, (enum rule)r)]
                        .name);
        json_close(json, "}");
        json_put(json, "beyond", *row->beyond ? row->beyond : NULL);
        json_close(json, "}");
    }
}

static void impls_text(FILE *out)
{
    for (size_t k = 0; impl_table[k]; k++)
        fprintf(out, "%-8s %s\n", impl_table[k]->name, impl_table[k]->summary);
    fprintf(out, "%-8s %s\n", "PATH", impl_so.summary);
    fprintf(out, "%-8s %s\n", "exec:...", impl_exec.summary);
}

static void impls_json(struct json *json)
{
    for (size_t k = 0; impl_table[k]; k++)
        put_named_row(json, impl_table[k]->name, "summary",
                      impl_table[k]->summary);
}

/* A case of any dialect's suite, and the dialects it is meant for. */
struct list_line {
    const char *id;
    unsigned dialects;
};

struct list_lines {
    struct list_line *rows;
    size_t count;
    void *by_id; /* a tree of tsearch */
};

static int list_by_id(const void *a, const void *b)
{
    return strcmp(((const struct list_line *)a)->id,
                  ((const struct list_line *)b)->id);
}

/* A dialect's cases, those that are new at the end. */
static void list_gather(struct list_lines *lines, const struct case_list *list,
                        enum dialect dialect)
{
    for (size_t k = 0; k < list->count; k++) {
        const struct test_case *c = &list->cases[k];
        struct list_line *line = &lines->rows[lines->count], **found;

        if (!(c->dialects >> dialect & 1))
            continue;
        *line = (struct list_line){c->id, 0};
        found = memory_got(tsearch(line, &lines->by_id, list_by_id));
        lines->count += *found == line;
        (*found)->dialects |= 1u << dialect;
    }
}

static void cases_text(const struct list_lines *lines, FILE *out)
{
    size_t width = 0;

    for (size_t k = 0; k < lines->count; k++)
        if (strlen(lines->rows[k].id) > width)
            width = strlen(lines->rows[k].id);
    for (size_t k = 0; k < lines->count; k++) {
        fprintf(out, "%-*s ", (int)width, lines->rows[k].id);
        for (int d = 0; d < DIALECTS; d++)
            if (lines->rows[k].dialects >> d & 1)
                fprintf(out, " %s", dialect_table[d].name);
        putc('\n', out);
    }
}

static void cases_json(const struct list_lines *lines, struct json *json)
{
    for (size_t k = 0; k < lines->count; k++) {
        open_row(json);
        json_put(json, "id", lines->rows[k].id);
        json_open(json, "dialects", "[", ", ");
        for (int d = 0; d < DIALECTS; d++)
            if (lines->rows[k].dialects >> d & 1)
                json_put(json, NULL, dialect_table[d].name);
        json_close(json, "]");
        json_close(json, "}");
    }
}

/* Every case of every dialect; json null: as text. */
static int list_cases(bool full, struct json *json, FILE *out)
{
    static struct case_list lists[DIALECTS]; /* the lines' ids are theirs */
    static struct list_lines lines;
    struct case_error error;
    size_t most = 0;

    for (int d = 0; d < DIALECTS; d++) {
        if (!suite_load(&lists[d], (enum dialect)d, full, &error))
            return complain(STATUS_HARNESS, "%s", error.text);
        most += lists[d].count;
    }
    lines.rows = memory_new(most + 1, sizeof *lines.rows);
    for (int d = 0; d < DIALECTS; d++)
        list_gather(&lines, &lists[d], (enum dialect)d);
    if (json)
        cases_json(&lines, json);
    else
        cases_text(&lines, out);
    return STATUS_PASS;
}

static const struct table {
    const char *name;
    void (*text)(FILE *out); /* null: of cases, by their suite */
    void (*json)(struct json *json);
} tables[] = {
    {"clauses", clauses_text, clauses_json},
    {"sentences", sentences_text, sentences_json},
    {"rules", rules_text, rules_json},
    {"dialects", dialects_text, dialects_json},
    {"cases", NULL, NULL},
    {"impls", impls_text, impls_json},
    {"systems", systems_text, systems_json},
};
enum { TABLES = sizeof tables / sizeof *tables };

static int list_as_json(const struct table *table, bool full, FILE *out)
{
    struct json json = {.out = out};
    int status = STATUS_PASS;

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "schema", "profilcheck.list.1");
    json_open(&json, table->name, "[", ",\n  ");
    if (table->json)
        table->json(&json);
    else
        status = list_cases(full, &json, out);
    json_close(&json, "\n]");
    json_close(&json, "}\n");
    return status;
}

static int list_run(void *of, const struct options *given, FILE *out)
{
    const struct list_request *request = of;
    const char *names[TABLES + 1] = {NULL};
    const struct table *table = NULL;

    for (size_t k = 0; k < TABLES; k++) {
        names[k] = tables[k].name;
        if (strcmp(names[k], given->words[0]) == 0)
            table = &tables[k];
    }
    if (!table)
        return complain(STATUS_USAGE, "list: %s",
                        nearest_of(given->words[0], "table", names));
    if (table->text && options_gave(given, "suite"))
        return complain(STATUS_USAGE, "list: --suite: only with cases");
    if (request->format)
        return list_as_json(table, request->suite == 1, out);
    if (!table->text)
        return list_cases(request->suite == 1, NULL, out);
    table->text(out);
    return STATUS_PASS;
}

const struct verb verb_list = {
    .name = "list",
    .usage = "[OPTION]... TABLE",
    .summary =
        "list clauses, sentences, rules, dialects, cases, impls or systems",
    .example = "profilcheck list rules\n"
               "profilcheck list cases --suite full",
    .rows = rows,
    .least = 1,
    .most = 1,
    .word = "table",
    .ask = "no table was named: clauses, sentences, rules, dialects, cases, "
           "impls or systems",
    EMPTY_REQUEST(list_request),
    .run = list_run,
};
