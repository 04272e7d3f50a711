/* SPDX-License-Identifier: MIT */
/* The form with a word at the start of each line that says what it is. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/results/results.h"
#include "vector.h"

static void text_put_step(const struct test_case *c, size_t op, FILE *out)
{
    char words[VECTOR_STEP];

    test_case_print_op(c, op, words, sizeof words);
    fprintf(out, "step %zu %s\nsays %zu ", op, words, op);
    vector_say(c, op, out);
    putc('\n', out);
}

static void text_put_rule(const struct vector *v, unsigned rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];

    fprintf(out, "rule %s %s\n", row->name, row->question);
    for (unsigned k = row->first; k < row->first + row->count; k++) {
        const char *standing = vector_standing(v->dialect, (enum choice)k);
        const char *clause = dialect_clause(v->dialect, (enum choice)k);

        if (standing)
            fprintf(out, "choice %s %s %s %s %s\n", row->name,
                    choice_table[k].name, standing, *clause ? clause : "-",
                    choice_table[k].text);
    }
}

/* Lines of events, each with the outcome's number after its first word. */
static void text_put_numbered(const char *text, size_t number, FILE *out)
{
    while (*text) {
        size_t word = strcspn(text, " "), line = strcspn(text, "\n");

        fprintf(out, "%.*s %zu%.*s\n", (int)word, text, number,
                (int)(line - word), text + word);
        text += line + (text[line] == '\n');
    }
}

static void text_put_choices(const char *word, const struct vector *v,
                             size_t index, bool all, FILE *out)
{
    const struct vector_outcome *o = &v->outcomes[index];

    fprintf(out, "%s %zu", word, index + 1);
    for (unsigned r = 0; r < RULES; r++) {
        const struct rule_row *row = &rule_table[r];
        choice_set set = all ? o->also[r]
                         : rule_set_has(o->asked, r)
                             ? choice_bit((enum choice)o->made[r])
                             : 0;

        if (!set || !vector_is_open(v->dialect, r))
            continue;
        fprintf(out, " %s", row->name);
        for (unsigned k = 0, n = 0; k < row->count; k++)
            if (set >> k & 1)
                fprintf(out, "%s%s", n++ ? "|" : "=",
                        choice_table[row->first + k].name);
    }
    putc('\n', out);
}

static bool text_put_bound_event(const struct test_case *c,
                                 const struct event *event, FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    bool good;

    if (!lines)
        return false;
    vector_put_event(c, event, lines);
    good = fclose(lines) == 0;
    for (const char *at = text; good && *at; at += strcspn(at, "\n") + 1)
        fprintf(out, "bound %.*s\n", (int)strcspn(at, "\n"), at);
    free(text);
    return good;
}

static bool text_put_bound(const struct vector *v,
                           const struct vector_bound *row, FILE *out)
{
    const char *where[] = {"", " in-child", " in-grandchild"};

    if (row->event->kind != EVENT_BUFFER) {
        for (unsigned k = 0; k < row->texts && k < VECTOR_EACH; k++)
            if (!text_put_bound_event(v->c, row->each[k], out))
                return false;
        if (row->texts > VECTOR_EACH)
            fprintf(out, "bound others %u\n", row->texts - VECTOR_EACH);
        return true;
    }
    fprintf(out, "bound %u%s buffer %u of %zu counters", row->event->op,
            where[row->event->process], row->event->buffer, row->counters);
    if (row->unmapped)
        fprintf(out, " unmapped in %u", row->unmapped);
    if (row->damaged)
        fprintf(out, " outside in %u", row->damaged);
    if (row->undetermined)
        fprintf(out, " undetermined in %u", row->undetermined);
    putc('\n', out);
    for (size_t k = 0, n; k < row->counters; k += n) {
        for (n = 1; k + n < row->counters &&
                    row->least[k + n] == row->least[k] &&
                    row->most[k + n] == row->most[k];)
            n++;
        fprintf(out, "counters %zu x%zu %" PRIu32 " to %" PRIu32 "\n", k, n,
                row->least[k], row->most[k]);
    }
    return true;
}

static bool text_put_bounds(const struct vector *v, FILE *out)
{
    struct vector_bounds bounds;
    bool good = vector_bounds_make(&bounds, v);

    for (size_t k = 0; good && k < bounds.count; k++)
        good = text_put_bound(v, &bounds.rows[k], out);
    vector_bounds_free(&bounds);
    return good;
}

static bool text_put_outcomes(const struct vector *v, FILE *out)
{
    fprintf(out, "outcomes %s%zu%s\n", v->more ? "at-least " : "", v->count,
            v->count > VECTOR_LISTED ? " unlisted" : "");
    if (v->count > VECTOR_LISTED)
        return text_put_bounds(v, out);
    for (size_t k = 0; k < v->count; k++) {
        fprintf(out, "outcome %zu %s %zu\n", k + 1,
                v->outcomes[k].specified ? "permitted" : "unspecified",
                v->outcomes[k].ways);
        text_put_choices("with", v, k, false, out);
        text_put_choices("also", v, k, true, out);
        text_put_numbered(v->outcomes[k].text, k + 1, out);
    }
    return true;
}

static bool text_put_vector(const struct vector *v, FILE *out)
{
    char words[VECTOR_WORDS];

    fprintf(out, "\nvector %s\naddress %u\n", v->c->id,
            v->c->script.address_bits);
    for (size_t k = 0; k < v->c->script.count; k++)
        text_put_step(v->c, k, out);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(v->rules, r))
            text_put_rule(v, r, out);
    if (!text_put_outcomes(v, out))
        return false;
    for (size_t k = 0; k < v->find_count; k++) {
        enum choice choice = (enum choice)v->finds[k].choice;

        vector_sentence(v->dialect, choice, words);
        fprintf(out, "finds %s=%s %s %s\n",
                rule_table[choice_table[choice].rule].name,
                choice_table[choice].name,
                v->finds[k].always ? "always" : "sometimes", words);
    }
    if (v->finds_cut)
        fputs("finds-cut\n", out);
    fputs("end\n", out);
    return true;
}

static void text_put_clause(const struct clause_row *clause, void *context)
{
    fprintf(context, "clause %s %s: %s\n", clause->id, clause->section,
            clause->text);
}

bool vectors_text(const struct vector_set *set, FILE *out)
{
    bool good = true;

    fprintf(out,
            "profilcheck-vectors %d\nversion %s\ntables %s\ndialect %s\n"
            "manual %s\nsuite %s\nbyte-order %s\nvectors %zu\n",
            VECTORS_FORMAT, PROFILCHECK_VERSION, set->tables,
            dialect_table[set->dialect].name,
            dialect_table[set->dialect].manual, set->suite, vector_byte_order(),
            set->count);
    vector_each_clause(set->dialect, text_put_clause, out);
    for (size_t k = 0; good && k < set->count; k++)
        good = text_put_vector(&set->vectors[k], out);
    return good;
}
