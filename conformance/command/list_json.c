/* SPDX-License-Identifier: MIT */
/* The tables of `list`, as JSON: one object, in which the table has its name. */
#include "list_json.h"

#include "conformance/base/json_text.h"
#include "impls/impl.h"
#include "reference/sentences.h"
#include "reference/systems.h"

static void json_next(bool *begun, FILE *out)
{
    fputs(*begun ? ",\n  {" : "\n  {", out);
    *begun = true;
}

static void json_also(const char *name, const char *value, FILE *out)
{
    fputs(", ", out);
    json_member(name, value, out);
}

void list_json_clauses(FILE *out)
{
    static const char *const owners[] = {[OWNER_MANUAL] = "manual",
                                         [OWNER_CONVENTION] = "convention",
                                         [OWNER_PROJECT] = "house"};
    bool begun = false;

    for (size_t k = 0; k < clause_count; k++) {
        const struct sentence_row *rows[SENTENCES_CITED];
        size_t count = sentences_cited(clause_table[k].id, RULES, rows);

        json_next(&begun, out);
        json_member("id", clause_table[k].id, out);
        json_also("of", owners[clause_table[k].owner], out);
        json_also("section", clause_table[k].section, out);
        json_also("text", clause_table[k].text, out);
        for (size_t i = 0; i < count; i++)
            fprintf(out, "%s\"%s:%u\"", i ? ", " : ", \"sentences\": [",
                    dialect_table[rows[i]->dialect].name, rows[i]->number);
        fputs(count ? "]}" : "}", out);
    }
}

void list_json_sentences(FILE *out)
{
    char place[SENTENCE_CITED];
    bool begun = false;

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        sentence_place(row, place, sizeof place);
        json_next(&begun, out);
        json_member("dialect", dialect_table[row->dialect].name, out);
        fprintf(out, ", \"number\": %u", row->number);
        json_also("place", place, out);
        json_also("force", sentence_force_word(row->force), out);
        json_also("text", row->text, out);
        json_also("clauses", row->clauses, out);
        putc('}', out);
    }
}

static void json_choice(enum choice choice, FILE *out)
{
    static const char *const words[] = {[FORBIDDEN] = "forbidden",
                                        [DECIDED] = "required",
                                        [PERMITTED] = "permitted",
                                        [UNSPECIFIED] = "unspecified"};
    bool any = false;

    json_member("name", choice_table[choice].name, out);
    json_also("text", choice_table[choice].text, out);
    fputs(", \"dialects\": {", out);
    for (int d = 0; d < DIALECTS; d++)
        if (dialect_has_rule((enum dialect)d,
                             (enum rule)choice_table[choice].rule)) {
            fputs(any ? ", " : "", out);
            json_member(dialect_table[d].name,
                        words[dialect_permission((enum dialect)d, choice)],
                        out);
            any = true;
        }
    putc('}', out);
}

void list_json_rules(FILE *out)
{
    bool begun = false;

    for (unsigned r = 0; r < RULES; r++) {
        const struct rule_row *rule = &rule_table[r];

        json_next(&begun, out);
        json_member("name", rule->name, out);
        json_also("question", rule->question, out);
        fputs(", \"choices\": [", out);
        for (unsigned k = rule->first; k < rule->first + rule->count; k++) {
            fputs(k > rule->first ? ", {" : "{", out);
            json_choice((enum choice)k, out);
            putc('}', out);
        }
        fputs("]}", out);
    }
}

void list_json_dialects(FILE *out)
{
    bool begun = false;

    for (int d = 0; d < DIALECTS; d++) {
        json_next(&begun, out);
        json_member("name", dialect_table[d].name, out);
        json_also("manual", dialect_table[d].manual, out);
        putc('}', out);
    }
}

void list_json_systems(FILE *out)
{
    bool begun = false;

    for (int s = 0; s < SYSTEMS; s++) {
        const struct system_row *row = &system_table[s];
        bool any = false;

        json_next(&begun, out);
        json_member("name", row->name, out);
        json_also("like", dialect_table[row->dialect].name, out);
        json_also("source", row->source, out);
        fprintf(out, ", \"bits\": %u, \"choices\": {", row->bits);
        for (unsigned r = 0; r < RULES; r++)
            if (system_names((enum system)s, (enum rule)r)) {
                fputs(any ? ", " : "", out);
                any = true;
                json_member(
                    rule_table[r].name,
                    choice_table[system_choice((enum system)s, (enum rule)r)]
                        .name,
                    out);
            }
        putc('}', out);
        if (*row->beyond)
            json_also("beyond", row->beyond, out);
        putc('}', out);
    }
}

void list_json_impls(FILE *out)
{
    bool begun = false;

    for (size_t k = 0; impl_table[k]; k++) {
        json_next(&begun, out);
        json_member("name", impl_table[k]->name, out);
        json_also("summary", impl_table[k]->summary, out);
        putc('}', out);
    }
}

void list_json_case(const char *id, unsigned dialects, bool first, FILE *out)
{
    bool begun = !first, any = false;

    json_next(&begun, out);
    json_member("id", id, out);
    fputs(", \"dialects\": [", out);
    for (int d = 0; d < DIALECTS; d++)
        if (dialects >> d & 1) {
            fprintf(out, "%s\"%s\"", any ? ", " : "", dialect_table[d].name);
            any = true;
        }
    fputs("]}", out);
}
