/* SPDX-License-Identifier: MIT */
#include "conformance/base/json_text.h"
#include "identity_text.h"

static void identity_json_put_choices(enum rule rule, choice_set set, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];

    putc('[', out);
    for (unsigned k = 0, n = 0; k < row->count; k++)
        if (set >> k & 1)
            fprintf(out, "%s\"%s\"", n++ ? ", " : "",
                    choice_table[row->first + k].name);
    putc(']', out);
}

static void identity_json_behaviour(const struct identity *identity, FILE *out)
{
    unsigned count = 0;

    fputs("  \"behaviour\": {", out);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(identity->consulted, r)) {
            fprintf(out, "%s\n    \"%s\": ", count++ ? "," : "",
                    rule_table[r].name);
            identity_json_put_choices(r, identity->left.of[r], out);
        }
    fputs("\n  },\n", out);
}

/* The ids of the cases that say that of a system. */
static void ids(const struct identity *identity,
                const struct identity_match *match, unsigned says, FILE *out)
{
    unsigned count = 0;

    putc('[', out);
    for (size_t k = 0; k < identity->count; k++)
        if (match->says[k] == says) {
            fputs(count++ ? ", " : "", out);
            json_text(identity->cases[k].c->id, out);
        }
    putc(']', out);
}

static void differences(const struct identity *identity,
                        const struct identity_match *match, FILE *out)
{
    unsigned count = 0;

    putc('[', out);
    for (unsigned r = 0; r < RULES; r++) {
        choice_set here = identity->left.of[r], there = match->sets.of[r];

        if (!rule_set_has(identity->consulted, r) || (here & there))
            continue;
        fprintf(out, "%s{\"rule\": \"%s\", \"here\": ", count++ ? ", " : "",
                rule_table[r].name);
        identity_json_put_choices(r, here, out);
        fputs(", \"there\": ", out);
        identity_json_put_choices(r, there, out);
        putc('}', out);
    }
    putc(']', out);
}

static void one_system(const struct identity *identity,
                       const struct identity_match *match, FILE *out)
{
    fprintf(out,
            "    {\"name\": \"%s\", \"like\": \"%s\", \"explained\": %zu, "
            "\"contradicts\": %zu, \"silent\": %zu,\n"
            "     \"contradicting\": ",
            system_table[match->system].name,
            identity_is_same(match)   ? "same"
            : identity_is_like(match) ? "near"
                                      : "unlike",
            match->explained, match->contradicts, match->silent);
    ids(identity, match, IDENTITY_CONTRADICTS, out);
    fputs(",\n     \"differences\": ", out);
    differences(identity, match, out);
    putc('}', out);
}

static void unexplained(const struct identity *identity, FILE *out)
{
    unsigned count = 0;

    fputs("  \"unexplained\": [", out);
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].unexplained) {
            fputs(count++ ? ", " : "", out);
            json_text(identity->cases[k].c->id, out);
        }
    fputs("],\n", out);
}

void identity_json(const struct identity *identity,
                   const struct identity_subject *subject, FILE *out)
{
    unsigned conforms = 0;

    fprintf(out,
            "{\"calls\": \"%s\", \"prototypes\": \"%s\", \"asked\": %zu, "
            "\"cases\": %zu,\n",
            subject->calls, dialect_table[subject->prototypes].name,
            identity->asked, identity->count);
    unexplained(identity, out);
    identity_json_behaviour(identity, out);
    fputs("  \"conforms\": [", out);
    for (enum dialect d = 0; d < DIALECTS; d++)
        if (identity_conforms(identity, subject, d))
            fprintf(out, "%s\"%s\"", conforms++ ? ", " : "",
                    dialect_table[d].name);
    fputs("],\n  \"systems\": [", out);
    for (unsigned k = 0; k < subject->matches->count; k++) {
        fputs(k ? ",\n" : "\n", out);
        one_system(identity, &subject->matches->rows[k], out);
    }
    fputs("\n  ]}", out);
}
