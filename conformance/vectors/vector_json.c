/* SPDX-License-Identifier: MIT */
/* The same as JSON, as vectors.schema.json has it. */
#include <inttypes.h>

#include "conformance/base/json_text.h"
#include "conformance/results/results.h"
#include "vector.h"

static void json_put_rule(const struct vector *v, unsigned rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];

    fputs("{", out);
    json_member("rule", row->name, out);
    fputs(", ", out);
    json_member("question", row->question, out);
    fputs(", \"choices\": [", out);
    for (unsigned k = row->first, n = 0; k < row->first + row->count; k++) {
        const char *standing = vector_standing(v->dialect, (enum choice)k);

        if (!standing)
            continue;
        fputs(n++ ? ", {" : "{", out);
        json_member("choice", choice_table[k].name, out);
        fputs(", ", out);
        json_member("standing", standing, out);
        fputs(", ", out);
        json_member("clause", dialect_clause(v->dialect, (enum choice)k), out);
        fputs(", ", out);
        json_member("text", choice_table[k].text, out);
        fputs("}", out);
    }
    fputs("]}", out);
}

/* The choices of one way, or of all. */
static void json_put_choices(const char *name, const struct vector *v,
                             const struct vector_outcome *o, bool all,
                             FILE *out)
{
    fprintf(out, "\"%s\": {", name);
    for (unsigned r = 0, rules = 0; r < RULES; r++) {
        const struct rule_row *row = &rule_table[r];

        if (!o->also[r] || !vector_is_open(v->dialect, r) ||
            (!all && !rule_set_has(o->asked, r)))
            continue;
        fputs(rules++ ? ", " : "", out);
        if (!all) {
            json_member(row->name, choice_table[o->made[r]].name, out);
            continue;
        }
        json_text(row->name, out);
        fputs(": [", out);
        for (unsigned k = 0, n = 0; k < row->count; k++)
            if (o->also[r] >> k & 1) {
                fputs(n++ ? ", " : "", out);
                json_text(choice_table[row->first + k].name, out);
            }
        fputs("]", out);
    }
    fputs("}", out);
}

static bool json_put_outcome(const struct vector *v,
                             const struct vector_outcome *o, FILE *out)
{
    fputs("    {", out);
    json_member("standing", o->specified ? "permitted" : "unspecified", out);
    fprintf(out, ", \"ways\": %zu, ", o->ways);
    json_put_choices("with", v, o, false, out);
    fputs(", ", out);
    json_put_choices("also", v, o, true, out);
    fputs(",\n     \"events\": [", out);
    for (size_t k = 0; k < o->outcome.count; k++) {
        fputs(k ? ",\n      " : "\n      ", out);
        if (!vector_json_event(v->c, &o->outcome.events[k], out))
            return false;
    }
    fputs("]}", out);
    return true;
}

static void json_put_counters(const struct vector_bound *row, FILE *out)
{
    fprintf(out,
            "\"unmapped\": %u, \"outside\": %u, \"undetermined\": %u, "
            "\"counters\": [",
            row->unmapped, row->damaged, row->undetermined);
    for (size_t k = 0, n; k < row->counters; k += n) {
        for (n = 1; k + n < row->counters &&
                    row->least[k + n] == row->least[k] &&
                    row->most[k + n] == row->most[k];)
            n++;
        fprintf(out, "%s[%" PRIu32 ", %" PRIu32 ", %zu]", k ? ", " : "",
                row->least[k], row->most[k], n);
    }
    fputs("]", out);
}

static bool json_put_bound(const struct vector *v,
                           const struct vector_bound *row, FILE *out)
{
    fprintf(out, "    {\"step\": %u, \"process\": %u, ", row->event->op,
            row->event->process);
    if (row->event->kind == EVENT_BUFFER) {
        json_member("buffer", v->c->names[row->event->buffer], out);
        fputs(", ", out);
        json_put_counters(row, out);
        fputs("}", out);
        return true;
    }
    fprintf(out, "\"others\": %u, \"events\": [",
            row->texts > VECTOR_EACH ? row->texts - VECTOR_EACH : 0);
    for (unsigned k = 0; k < row->texts && k < VECTOR_EACH; k++) {
        fputs(k ? ", " : "", out);
        if (!vector_json_event(v->c, row->each[k], out))
            return false;
    }
    fputs("]}", out);
    return true;
}

static bool json_put_bounds(const struct vector *v, FILE *out)
{
    struct vector_bounds bounds;
    bool good = vector_bounds_make(&bounds, v);

    fputs("   \"bounds\": [\n", out);
    for (size_t k = 0; good && k < bounds.count; k++) {
        good = json_put_bound(v, &bounds.rows[k], out);
        fputs(k + 1 < bounds.count ? ",\n" : "", out);
    }
    fputs("],\n", out);
    vector_bounds_free(&bounds);
    return good;
}

static void json_put_finds(const struct vector *v, FILE *out)
{
    char words[VECTOR_WORDS];

    fprintf(out, "   \"all_tried\": %s, \"finds\": [",
            v->finds_cut ? "false" : "true");
    for (size_t k = 0; k < v->find_count; k++) {
        enum choice choice = (enum choice)v->finds[k].choice;

        vector_sentence(v->dialect, choice, words);
        fputs(k ? ",\n    {" : "\n    {", out);
        json_member("rule", rule_table[choice_table[choice].rule].name, out);
        fputs(", ", out);
        json_member("choice", choice_table[choice].name, out);
        fprintf(out, ", \"always\": %s, ",
                v->finds[k].always ? "true" : "false");
        json_member("sentence", words, out);
        fputs("}", out);
    }
    fputs("]}", out);
}

static bool json_put_input(const struct vector *v, FILE *out)
{
    fputs("  {", out);
    json_member("id", v->c->id, out);
    fprintf(out, ", \"address_bits\": %u,\n   \"steps\": [",
            v->c->script.address_bits);
    for (size_t k = 0; k < v->c->script.count; k++) {
        fputs(k ? ",\n    " : "\n    ", out);
        if (!vector_json_op(v->c, k, out))
            return false;
    }
    fputs("],\n   \"rules\": [", out);
    for (unsigned r = 0, n = 0; r < RULES; r++)
        if (rule_set_has(v->rules, r)) {
            fputs(n++ ? ",\n    " : "\n    ", out);
            json_put_rule(v, r, out);
        }
    fputs("],\n", out);
    return true;
}

static bool json_put_vector(const struct vector *v, FILE *out)
{
    bool listed = v->count <= VECTOR_LISTED, good;

    good = json_put_input(v, out);
    fprintf(out, "   \"count\": %zu, \"counted\": %s,\n", v->count,
            v->more ? "false" : "true");
    if (good && !listed)
        good = json_put_bounds(v, out);
    fputs("   \"outcomes\": [\n", out);
    for (size_t k = 0; good && listed && k < v->count; k++) {
        good = json_put_outcome(v, &v->outcomes[k], out);
        fputs(k + 1 < v->count ? ",\n" : "", out);
    }
    fputs("],\n", out);
    json_put_finds(v, out);
    return good;
}

struct json_clauses {
    FILE *out;
    unsigned count;
};

static void json_put_clause(const struct clause_row *clause, void *context)
{
    struct json_clauses *clauses = context;

    fputs(clauses->count++ ? ",\n  {" : "\n  {", clauses->out);
    json_member("clause", clause->id, clauses->out);
    fputs(", ", clauses->out);
    json_member("section", clause->section, clauses->out);
    fputs(", ", clauses->out);
    json_member("text", clause->text, clauses->out);
    fputs("}", clauses->out);
}

bool vectors_json(const struct vector_set *set, FILE *out)
{
    const char *const head[][2] = {
        {"version", PROFILCHECK_VERSION},
        {"tables", set->tables},
        {"dialect", dialect_table[set->dialect].name},
        {"manual", dialect_table[set->dialect].manual},
        {"suite", set->suite},
        {"byte_order", vector_byte_order()},
    };
    struct json_clauses clauses = {.out = out};
    bool good = true;

    fprintf(out, "{\"schema\": \"profilcheck.vectors.%d\"", VECTORS_FORMAT);
    for (size_t k = 0; k < sizeof head / sizeof *head; k++) {
        fputs(",\n ", out);
        json_member(head[k][0], head[k][1], out);
    }
    fputs(",\n \"clauses\": [", out);
    vector_each_clause(set->dialect, json_put_clause, &clauses);
    fputs("],\n \"vectors\": [\n", out);
    for (size_t k = 0; good && k < set->count; k++) {
        good = json_put_vector(&set->vectors[k], out);
        fputs(k + 1 < set->count ? ",\n" : "", out);
    }
    fputs("]}\n", out);
    return good;
}
