/* SPDX-License-Identifier: MIT */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/nearest.h"
#include "conformance/cases/suite.h"
#include "impls/impl.h"
#include "list_json.h"
#include "reference/sentences.h"
#include "reference/systems.h"
#include "verbs.h"

enum { SUITE, FORMAT, HELP };

static const struct option_row rows[] = {
    [SUITE] = {"suite", "quick|full", "cases: of this suite (default: quick)"},
    [FORMAT] = {"format", "text|json", "as what (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static int list_clauses(FILE *out, bool full)
{
    static const char *const owners[] = {[OWNER_MANUAL] = "",
                                         [OWNER_CONVENTION] = "By convention: ",
                                         [OWNER_PROJECT] =
                                             "House rule, on no page: "};
    char cited[SENTENCE_CITED];

    (void)full;
    for (size_t k = 0; k < clause_count; k++) {
        sentence_cite(clause_table[k].id, cited, sizeof cited);
        fprintf(out, "%-72s  %s%s\n", cited, owners[clause_table[k].owner],
                clause_table[k].text);
    }
    return STATUS_PASS;
}

/* What a sentence states, or with which others it is at odds. */
static void print_force(FILE *out, const struct sentence_row *row)
{
    fputs(sentence_force_word(row->force), out);
    for (unsigned k = 0; row->against[k]; k++)
        fprintf(out, "%s%u", k ? ", " : " ", row->against[k]);
}

static int list_sentences(FILE *out, bool full)
{
    char place[SENTENCE_CITED];

    (void)full;
    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        sentence_place(row, place, sizeof place);
        fprintf(out, "%s:%u (%s) ", dialect_table[row->dialect].name,
                row->number, place);
        print_force(out, row);
        fprintf(out, ": %s%s%s%s\n", row->text, *row->clauses ? " [" : "",
                row->clauses, *row->clauses ? "]" : "");
    }
    return STATUS_PASS;
}

/* What a dialect says of a choice, one column wide. */
static const char *mark(enum dialect dialect, enum choice choice)
{
    if (!dialect_has_rule(dialect, choice_table[choice].rule))
        return " ";
    switch (dialect_permission(dialect, choice)) {
    case DECIDED: return "●";
    case PERMITTED: return "○";
    case UNSPECIFIED: return "u";
    default: return "–";
    }
}

/* Where an implementation may do something else, too. */
static void list_open(enum rule rule, FILE *out)
{
    bool any = false;

    for (int d = 0; d < DIALECTS; d++)
        any = any || dialect_is_open((enum dialect)d, rule);
    if (!any)
        return;
    fprintf(out, "  %-18s", "anything else");
    for (int d = 0; d < DIALECTS; d++)
        fprintf(out, "  %s%*s",
                dialect_is_open((enum dialect)d, rule)    ? "*"
                : dialect_has_rule((enum dialect)d, rule) ? "–"
                                                          : " ",
                (int)strlen(dialect_table[d].name) - 1, "");
    fputs("  something that no choice is; no sentence says what\n", out);
}

static int list_rules(FILE *out, bool full)
{
    (void)full;
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
        for (unsigned k = rule->first; k < rule->first + rule->count; k++) {
            fprintf(out, "  %-18s", choice_table[k].name);
            for (int d = 0; d < DIALECTS; d++)
                fprintf(out, "  %s%*s", mark((enum dialect)d, (enum choice)k),
                        (int)strlen(dialect_table[d].name) - 1, "");
            fprintf(out, "  %s\n", choice_table[k].text);
        }
        list_open(r, out);
    }
    return STATUS_PASS;
}

static int list_dialects(FILE *out, bool full)
{
    (void)full;
    for (int d = 0; d < DIALECTS; d++)
        fprintf(out, "%-8s %s\n", dialect_table[d].name,
                dialect_table[d].manual);
    return STATUS_PASS;
}

/* The choices by which a row differs from its dialect, and where it says
 * what it says. */
static int list_systems(FILE *out, bool full)
{
    static const char *const calls[] = {"", "profil", "sprofil",
                                        "profil and sprofil"};

    (void)full;
    for (int s = 0; s < SYSTEMS; s++) {
        const struct system_row *row = &system_table[s];

        fprintf(out, "%s: %s, like %s, from %s\n", row->name, calls[row->calls],
                dialect_table[row->dialect].name, row->source);
        if (row->bits != 64)
            fprintf(out,
                    "  of a %u-bit machine; on others the same code by "
                    "their width\n",
                    row->bits);
        for (unsigned r = 0; r < RULES; r++)
            if (system_names((enum system)s, (enum rule)r))
                fprintf(
                    out, "  %s=%s\n", rule_table[r].name,
                    choice_table[system_choice((enum system)s, (enum rule)r)]
                        .name);
        if (*row->beyond)
            fprintf(out, "  and no rule says: %s\n", row->beyond);
    }
    return STATUS_PASS;
}

static int list_impls(FILE *out, bool full)
{
    (void)full;
    for (size_t k = 0; impl_table[k]; k++)
        fprintf(out, "%-8s %s\n", impl_table[k]->name, impl_table[k]->summary);
    fprintf(out, "%-8s %s\n", "PATH", impl_so.summary);
    fprintf(out, "%-8s %s\n", "exec:...", impl_exec.summary);
    return STATUS_PASS;
}

/* A case of any dialect's suite, and the dialects it is meant for. */
struct list_line {
    const char *id;
    unsigned dialects;
};

static int list_by_id(const void *a, const void *b)
{
    return strcmp(((const struct list_line *)a)->id,
                  ((const struct list_line *)b)->id);
}

static void list_keep(void *line)
{
    (void)line;
}

/* Add a dialect's cases to lines, those that are new at the end. */
static bool list_gather(const struct case_list *list, enum dialect dialect,
                        struct list_line *lines, size_t *count, void **root)
{
    for (size_t k = 0; k < list->count; k++) {
        const struct test_case *c = &list->cases[k];
        struct list_line **found;

        if (!(c->dialects >> dialect & 1))
            continue;
        lines[*count] = (struct list_line){c->id, 0};
        found = tsearch(&lines[*count], root, list_by_id);
        if (!found)
            return false;
        *count += *found == &lines[*count];
        (*found)->dialects |= 1u << dialect;
    }
    return true;
}

static void print_lines(FILE *out, const struct list_line *lines, size_t count)
{
    size_t width = 0;

    for (size_t k = 0; k < count; k++)
        width = strlen(lines[k].id) > width ? strlen(lines[k].id) : width;
    for (size_t k = 0; k < count; k++) {
        fprintf(out, "%-*s ", (int)width, lines[k].id);
        for (int d = 0; d < DIALECTS; d++)
            if (lines[k].dialects >> d & 1)
                fprintf(out, " %s", dialect_table[d].name);
        putc('\n', out);
    }
}

/* Every case, as text or as JSON. */
static int list_all_cases(FILE *out, bool full, bool json)
{
    struct case_list lists[DIALECTS] = {0};
    struct list_line *lines = NULL;
    struct case_error error = {"out of memory"};
    void *root = NULL;
    size_t count = 0, most = 0;
    bool good = true;

    for (int d = 0; good && d < DIALECTS; d++) {
        good = suite_load(&lists[d], (enum dialect)d, full, &error);
        most += lists[d].count;
    }
    if (good)
        good = (lines = calloc(most + 1, sizeof *lines)) != NULL;
    for (int d = 0; good && d < DIALECTS; d++)
        good = list_gather(&lists[d], (enum dialect)d, lines, &count, &root);
    if (good && json)
        for (size_t k = 0; k < count; k++)
            list_json_case(lines[k].id, lines[k].dialects, k == 0, out);
    else if (good)
        print_lines(out, lines, count);
    else
        complain(STATUS_HARNESS, "%s", error.text);
    tdestroy(root, list_keep);
    free(lines);
    for (int d = 0; d < DIALECTS; d++)
        case_list_free(&lists[d]);
    return good ? STATUS_PASS : STATUS_HARNESS;
}

static int list_cases(FILE *out, bool full)
{
    return list_all_cases(out, full, false);
}

static const struct {
    const char *name;
    int (*list)(FILE *out, bool full);
    void (*json)(FILE *out); /* null: of cases, by their suite */
} kinds[] = {
    {"clauses", list_clauses, list_json_clauses},
    {"sentences", list_sentences, list_json_sentences},
    {"rules", list_rules, list_json_rules},
    {"dialects", list_dialects, list_json_dialects},
    {"cases", list_cases, NULL},
    {"impls", list_impls, list_json_impls},
    {"systems", list_systems, list_json_systems},
};

static int list_as_json(size_t k, FILE *out, bool full)
{
    int status = STATUS_PASS;

    fprintf(out, "{\"schema\": \"profilcheck.list.1\", \"%s\": [",
            kinds[k].name);
    if (kinds[k].json)
        kinds[k].json(out);
    else
        status = list_all_cases(out, full, true);
    fputs("\n]}\n", out);
    return status;
}

static int no_such(const char *name)
{
    const char *names[sizeof kinds / sizeof *kinds + 1] = {NULL};
    char text[400];

    if (!name)
        return complain(STATUS_USAGE, "list: which table? clauses, rules, "
                                      "dialects, cases, impls or systems");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        names[k] = kinds[k].name;
    nearest_of(name, "table", names, text, sizeof text);
    return complain(STATUS_USAGE, "list: %s", text);
}

static int list_kind(const char *name, bool full, bool json)
{
    int status;

    for (size_t k = 0; name && k < sizeof kinds / sizeof *kinds; k++) {
        struct output output;

        if (strcmp(kinds[k].name, name) != 0)
            continue;
        if (!output_begin(&output))
            return STATUS_HARNESS;
        status = json ? list_as_json(k, output.stream, full)
                      : kinds[k].list(output.stream, full);
        return output_end(&output, status);
    }
    return no_such(name);
}

static int list_run(char **arguments)
{
    static const char *const suites[] = {"quick", "full", NULL};
    const char *kind = NULL;
    struct options o;
    static const char *const formats[] = {"text", "json", NULL};
    int row, suite = 0, format = 0;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == HELP)
            return verb_help(&verb_list);
        if (row == OPTIONS_WORD && kind)
            return complain(STATUS_USAGE,
                            "list: one table at a time, not %s "
                            "and %s",
                            kind, o.value);
        if (row == OPTIONS_WORD)
            kind = o.value;
        if (row == SUITE)
            suite = options_one_of(&o, row, suites);
        if (row == FORMAT)
            format = options_one_of(&o, row, formats);
        if (suite < 0 || format < 0)
            return complain(STATUS_USAGE, "list: %s", o.error);
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "list: %s", o.error);
    return list_kind(kind, suite == 1, format == 1);
}

const struct verb verb_list = {
    .name = "list",
    .usage = "[OPTION]... clauses|sentences|rules|dialects|cases|impls|systems",
    .summary =
        "show what the manuals say, the cases, implementations and systems",
    .example = "profilcheck list rules\n"
               "profilcheck list cases --suite full",
    .rows = rows,
    .run = list_run,
};
